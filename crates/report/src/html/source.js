/* The annotated source. Rows have one height, so a row becomes elements only when it comes near
   the window; until then its chunk is an empty box of the right size. */

const CHUNK = 200;
/** Up to here all rows are made at once, so that the browser's own search finds everything. */
const SMALL_FILE = 4000;
/** Lines shown around an open objective when only those are wanted. */
const AROUND = 4;

const view = { file: null, onlyOpen: false, filter: "", criterion: "", rows: [], rowOfLine: new Map(), lines: null, unfolded: new Set() };

function sourceView() {
  view.outline = make("ul");
  view.title = make("h2");
  view.lines = make("div", { class: "lines", tabindex: "0", "aria-label": "Source" });
  const filter = make("input", {
    type: "search", placeholder: "Filter functions and files", "aria-label": "Filter functions and files",
    oninput: (event) => { view.filter = event.target.value.toLowerCase(); drawOutline(); },
  });
  filter.value = view.filter;
  const onlyOpen = make("input", {
    type: "checkbox", onchange: (event) => { view.onlyOpen = event.target.checked; drawOutline(); drawLines(); },
  });
  onlyOpen.checked = view.onlyOpen;
  const side = make("nav", { class: "outline", "aria-label": "Functions" },
    filter, criterionChoice(), make("label", {}, onlyOpen, " Show only what is open"),
    make("p", { class: "keys" }, make("kbd", {}, "n"), " ", make("kbd", {}, "p"), " next, previous open objective"),
    view.outline);
  drawOutline();
  return make("div", { class: "split" }, side, make("section", { class: "code" }, view.title, view.lines));
}

/** Which criterion is shown, where there are several. */
function criterionChoice() {
  const names = Object.keys(facts.criteria);
  if (names.length < 2) return null;
  const choice = make("select", {
    "aria-label": "Criterion", onchange: (event) => { view.criterion = event.target.value; drawOutline(); groupLines(); drawLines(); },
  }, make("option", { value: "" }, "all criteria"), names.map((name) => make("option", { value: name }, name)));
  choice.value = view.criterion;
  return choice;
}

/** The objectives of a file that are shown. */
function shownOf(file) {
  return file.objectives.filter((objective) => !view.criterion || objective.criterion === view.criterion);
}

function groupLines() {
  if (view.file) view.byLine = groupBy(shownOf(view.file), (objective) => objective.line);
}

function drawOutline() {
  view.outline.replaceChildren(...facts.files.flatMap(fileEntries));
}

/** A file and its functions, as far as they pass the filter. */
function fileEntries(file) {
  const functions = [...groupBy(shownOf(file), (objective) => objective.function)]
    .filter(([name]) => (file.name + " " + name).toLowerCase().includes(view.filter))
    .filter(([, list]) => !view.onlyOpen || worst(list) === "unknown");
  if (functions.length === 0) return [];
  const first = shownOf(file).find((objective) => objective.line > 0);
  return [
    make("li", {}, entry(shortName(file.name), shownOf(file), sourceLink(file.name, first ? first.line : 1), "entry file")),
    ...functions.map(([name, list]) => make("li", {}, entry(name, list, sourceLink(file.name, list[0].line), "entry"))),
  ];
}

function entry(name, list, href, style) {
  const counts = count(list);
  return make("button", { class: style, title: name, onclick: () => go(href) },
    make("span", {}, name), make("span", { class: "number faint" }, counts.covered + "/" + counts.total), bar(counts));
}

function openFile(file) {
  if (view.file === file && view.lines.hasChildNodes()) return;
  if (view.file !== file) view.unfolded.clear();
  view.file = file;
  groupLines();
  view.findings = groupBy(facts.findings.filter((finding) => finding.file === file.name), (finding) => finding.line);
  view.text = file.text === null ? null : file.text.split(/\r\n|\r|\n/);
  if (view.text && view.text[view.text.length - 1] === "") view.text.pop();
  view.title.textContent = file.name;
  drawLines();
}

function drawLines() {
  if (!view.file) return;
  view.rows = rowsOf();
  view.rowOfLine = new Map(view.rows.map((row, at) => [row.line, at]));
  const isSmall = view.rows.length <= SMALL_FILE;
  const observer = new IntersectionObserver((entries) => {
    for (const seen of entries) if (seen.isIntersecting) { observer.unobserve(seen.target); fillChunk(seen.target); }
  }, { root: view.lines, rootMargin: "1500px" });
  const chunks = [];
  for (let start = 0; start < view.rows.length; start += CHUNK) {
    const chunk = make("div", { class: "chunk", "data-start": start });
    chunk.style.height = "calc(var(--row) * " + Math.min(CHUNK, view.rows.length - start) + ")";
    chunks.push(chunk);
    if (isSmall) fillChunk(chunk);
    else observer.observe(chunk);
  }
  const problem = view.file.problem && make("p", { class: "note" }, view.file.problem);
  view.lines.replaceChildren(...[problem, ...chunks].filter(Boolean));
}

/** What is shown: lines, and gaps where lines are left out. */
function rowsOf() {
  const wanted = wantedLines();
  const last = view.text ? view.text.length : Math.max(0, ...view.byLine.keys());
  const rows = [];
  let gap = null;
  for (let line = view.byLine.has(0) ? 0 : 1; line <= last; line += 1) {
    if (!wanted || wanted.has(line)) { gap = null; rows.push({ line }); continue; }
    if (!gap) { gap = { from: line, to: line }; rows.push({ gap }); }
    gap.to = line;
  }
  return rows;
}

/** All lines if null. Without the text, only lines that have objectives. */
function wantedLines() {
  if (!view.text) return new Set(view.byLine.keys());
  if (!view.onlyOpen) return null;
  const wanted = new Set(view.unfolded);
  for (const objective of shownOf(view.file)) {
    if (objective.verdict !== "unknown") continue;
    for (let line = objective.line - AROUND; line <= objective.line + AROUND; line += 1) wanted.add(line);
  }
  return wanted;
}

function fillChunk(chunk) {
  if (chunk.hasChildNodes()) return;
  const start = Number(chunk.dataset.start);
  chunk.append(...view.rows.slice(start, start + CHUNK).map((row) => (row.gap ? gapRow(row.gap) : lineRow(row.line))));
}

function gapRow(gap) {
  const text = "⋯ " + plural(gap.to - gap.from + 1, "line");
  if (!view.text) return make("div", { class: "row gap" }, text);
  const unfold = () => {
    for (let line = gap.from; line <= gap.to; line += 1) view.unfolded.add(line);
    drawLines();
    scrollToLine(gap.from);
  };
  return make("button", { class: "row gap", onclick: unfold, title: "Show them" }, text);
}

function lineRow(line) {
  const list = view.byLine.get(line) || [];
  const shown = view.onlyOpen ? list.filter((objective) => objective.verdict === "unknown") : list;
  const text = view.text ? view.text[line - 1] || "" : "";
  const score = list.length === 0 ? make("span", { class: "score" })
    : make("span", { class: "score " + worst(list), title: "covered outcomes of this line" },
      count(list).covered + "/" + list.length);
  return make("div", { class: "row", "data-line": line },
    make("span", { class: "no" }, line > 0 ? String(line) : "–"), score,
    make("span", { class: "text" }, markedText(text, list)),
    shown.length > 0 || view.findings.has(line) ? make("span", { class: "chips" }, chips(shown), findingChips(line)) : null);
}

/** The line with a mark where each condition starts. */
function markedText(text, list) {
  const parts = [];
  let done = 0;
  const byColumn = [...groupBy(list, (objective) => objective.column)].sort(([one], [other]) => one - other);
  for (const [column, here] of byColumn) {
    const start = characterAt(text, column);
    const token = start < done ? null : /^(\w+|[^\w\s])/.exec(text.slice(start));
    if (!token) continue;
    parts.push(text.slice(done, start), make("mark", { class: worst(here) }, token[0]));
    done = start + token[0].length;
  }
  parts.push(text.slice(done));
  return parts;
}

/** clang counts columns in bytes of UTF-8, from 1. */
function characterAt(text, column) {
  let byte = 1;
  let at = 0;
  for (const character of text) {
    if (byte >= column) break;
    const code = character.codePointAt(0);
    byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += character.length;
  }
  return at;
}

function chips(list) {
  const parts = [];
  let column = null;
  for (const objective of list) {
    if (column !== null && column !== objective.column) parts.push(make("span", { class: "end" }));
    column = objective.column;
    const name = objective.criterion + " " + objective.outcome + ", " + objective.verdict + ", column " + objective.column;
    parts.push(make("button", {
      class: "chip " + objective.verdict, "data-id": objective.id, "aria-label": name, title: name,
      "aria-pressed": view.pressed === objective.id ? "true" : "false",
      onclick: () => go(objectiveLink(objective)),
    }, SIGNS[objective.verdict] + " " + objective.outcome));
  }
  return parts;
}

function findingChips(line) {
  return (view.findings.get(line) || []).map((finding) =>
    make("a", { class: "finding", href: "#findings" }, "⚠ " + finding.kind));
}

function pressedChip(objective) {
  view.pressed = objective && objective.id;
  for (const chip of document.querySelectorAll(".chip[aria-pressed=true]")) chip.setAttribute("aria-pressed", "false");
  if (!objective) return;
  const chip = [...document.querySelectorAll(".chip")].find((one) => one.dataset.id === objective.id);
  if (chip) chip.setAttribute("aria-pressed", "true");
}

function scrollToLine(line) {
  if (!view.rowOfLine.has(line)) { view.unfolded.add(line); drawLines(); }
  const at = view.rowOfLine.get(line);
  if (at === undefined) return;
  const chunk = view.lines.querySelector(".chunk[data-start='" + CHUNK * Math.floor(at / CHUNK) + "']");
  fillChunk(chunk);
  const row = chunk.children[at % CHUNK];
  for (const old of view.lines.querySelectorAll(".row.here")) old.classList.remove("here");
  row.classList.add("here");
  const top = row.offsetTop - view.lines.offsetTop;
  const isSeen = top > view.lines.scrollTop && top < view.lines.scrollTop + view.lines.clientHeight - 2 * row.offsetHeight;
  if (!isSeen) view.lines.scrollTop = top - view.lines.clientHeight / 3;
}

/** The next open objective after, or before, the one that is shown. */
function nextOpen(step) {
  if (open.length === 0) return;
  const at = open.findIndex((objective) => objective.id === view.pressed);
  const next = at < 0 ? (step > 0 ? 0 : open.length - 1) : (at + step + open.length) % open.length;
  go(objectiveLink(open[next]));
}
