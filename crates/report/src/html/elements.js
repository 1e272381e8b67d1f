/* Elements, made without markup: text from the tested program stays text. */

/** make("a", { href: "#x", class: "y", onclick: f }, "text", another, …) */
function make(tag, attributes, ...content) {
  return fill(document.createElement(tag), attributes, content);
}

function makeSvg(tag, attributes, ...content) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, content);
}

function fill(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...content.flat(Infinity).filter((part) => part !== null && part !== undefined));
  return element;
}

function plural(count, word) {
  return count + " " + word + (count === 1 ? "" : "s");
}

function percent(value) {
  return value.toFixed(1) + " %";
}

function seconds(value) {
  return value < 10 ? value.toFixed(1) + " s" : Math.round(value) + " s";
}

/** A table; columns are [heading, isNumber]. Rows come a batch at a time. */
function table(columns, rows, batch = 200) {
  const cellClass = (at) => (columns[at][1] ? "number" : null);
  const head = make("tr", {}, columns.map(([heading], at) =>
    make("th", { scope: "col", class: cellClass(at) }, heading)));
  const body = make("tbody");
  const more = make("button", { class: "more", onclick: showMore });
  let shown = 0;
  function showMore() {
    for (const cells of rows.slice(shown, shown + batch)) {
      body.append(make("tr", {}, cells().map((cell, at) =>
        make("td", { class: cellClass(at) }, cell))));
    }
    shown = Math.min(rows.length, shown + batch);
    more.hidden = shown === rows.length;
    more.textContent = "Show more (" + (rows.length - shown) + " left)";
  }
  showMore();
  return make("div", { class: "box" }, make("table", {}, make("thead", {}, head), body), more);
}

/** Shares of verdicts as a bar. */
function bar(counts) {
  const text = counts.covered + " of " + counts.total + " covered, " + counts.infeasible +
    " infeasible, " + counts.unknown + " unknown";
  const element = make("span", { class: "bar", role: "img", "aria-label": text, title: text });
  for (const verdict of ["covered", "infeasible", "unknown"]) {
    if (counts[verdict] === 0) continue;
    const part = make("i", { class: verdict });
    part.style.width = (100 * counts[verdict]) / counts.total + "%";
    element.append(part);
  }
  return element;
}

const SIGNS = { covered: "✓", infeasible: "∅", unknown: "?" };

function tag(verdict) {
  return make("span", { class: "tag " + verdict }, SIGNS[verdict] + " " + verdict);
}
