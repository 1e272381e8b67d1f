/* Coverage over time, as steps. The axis of time is logarithmic where all happens at the start. */

const CURVE_COLOURS = ["#2f9e51", "#2b7fd4", "#c2528b", "#c98a1b", "#7d63c9"];
const CHART = { width: 0, height: 240, left: 48, right: 20, top: 12, bottom: 34 };

function chart(curves, criteria) {
  CHART.width = Math.min(1060, Math.max(340, main.clientWidth - 70));
  const names = Object.keys(curves).filter((name) => curves[name].length > 0);
  if (names.length === 0) return null;
  const highest = Math.max(1, ...names.map((name) => topOf(curves[name], criteria[name])));
  const time = timeAxis(names.map((name) => curves[name]));
  const y = (covered) =>
    CHART.height - CHART.bottom - (covered / highest) * (CHART.height - CHART.top - CHART.bottom);
  const svg = makeSvg("svg", {
    class: "chart", viewBox: "0 0 " + CHART.width + " " + CHART.height, role: "img",
    "aria-label": "Covered objectives over time",
  }, ...grid(time, y, highest));
  names.forEach((name, at) => svg.append(...curve(curves[name], criteria[name], time, y, CURVE_COLOURS[at % 5])));
  return make("div", { class: "box" }, svg, key(names, time));
}

function topOf(points, summary) {
  return Math.max(summary ? summary.total : 0, ...points.map(([, covered]) => covered));
}

/** Time since the first sample, when the exploration began. */
function timeAxis(curves) {
  const begin = Math.min(...curves.map((points) => points[0][0]));
  const end = Math.max(0.01, ...curves.map((points) => points[points.length - 1][0] - begin));
  const grown = curves.map((points) => {
    const last = points[points.length - 1][1];
    return points.find(([, covered]) => covered === last)[0] - begin;
  });
  const first = 0.01;
  const isLogarithmic = Math.max(...grown) < 0.25 * end && end > 10 * first;
  const share = isLogarithmic
    ? (t) => Math.log(Math.max(t, first) / first) / Math.log(end / first)
    : (t) => t / end;
  const x = (t) => CHART.left + Math.min(1, share(t)) * (CHART.width - CHART.left - CHART.right);
  return { begin, end, isLogarithmic, x, ticks: ticks(first, end, isLogarithmic) };
}

function ticks(first, end, isLogarithmic) {
  const list = [];
  if (isLogarithmic) {
    for (let t = first; t <= end; t *= 10) list.push(t);
    return list;
  }
  const step = niceStep(end / 6);
  for (let t = 0; t <= end; t += step) list.push(t);
  return list;
}

/** The next 1, 2 or 5 times a power of ten. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.001)));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least);
}

function grid(time, y, highest) {
  const parts = [];
  const right = CHART.width - CHART.right;
  const step = Math.max(1, niceStep(highest / 4));
  for (let covered = 0; covered <= highest; covered += step) {
    parts.push(
      makeSvg("line", { class: "grid", x1: CHART.left, x2: right, y1: y(covered), y2: y(covered) }),
      makeSvg("text", { x: CHART.left - 8, y: y(covered) + 4, "text-anchor": "end" }, String(covered)));
  }
  for (const t of time.ticks) {
    const text = Number(t.toPrecision(2)) + " s";
    parts.push(makeSvg("text", { x: time.x(t), y: CHART.height - 14, "text-anchor": "middle" }, text));
  }
  return parts;
}

function curve(points, summary, time, y, colour) {
  let path = "";
  let last = 0;
  for (const [t, covered] of points) {
    const x = time.x(t - time.begin).toFixed(1);
    path += path === "" ? "M" + x + " " + y(covered) : "L" + x + " " + y(last) + "L" + x + " " + y(covered);
    last = covered;
  }
  path += "L" + time.x(time.end).toFixed(1) + " " + y(last);
  const parts = [makeSvg("path", { class: "curve", d: path, stroke: colour })];
  if (summary && facts.units.length === 1) {
    const level = y(summary.total - summary.infeasible - summary.infeasible_bounded);
    parts.unshift(makeSvg("line", {
      class: "limit", x1: CHART.left, x2: CHART.width - CHART.right, y1: level, y2: level,
    }));
  }
  return parts;
}

function key(names, time) {
  const entries = names.map((name, at) => {
    const sign = make("i");
    sign.style.background = CURVE_COLOURS[at % 5];
    return make("span", {}, sign, name + " objectives covered");
  });
  const text = facts.units.length > 1 ? "summed over the units" : "dashed: all that is not proved infeasible";
  return make("div", { class: "key" }, entries, make("span", {}, text),
    time.isLogarithmic ? make("span", {}, "time on a logarithmic axis") : null);
}
