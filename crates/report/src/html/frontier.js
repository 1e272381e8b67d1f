/* The model of the bidirectional analysis, moment by moment: S-states on the left, R-states by the turn of loops
   that they are away from their target. */

const BOX = { width: 210, height: 40, gapX: 60, gapY: 12 };
/** More boxes than that say nothing any more; the Graphviz files have all. */
const MOST_BOXES = 240;

function frontiers() {
  return facts.units.filter((unit) => unit.gcfg.length > 0).map((unit) => [
    make("h2", {}, "Bidirectional analysis" + (facts.units.length > 1 ? " of " + unit.name : "")), moments(unit.gcfg)]);
}

function moments(pictures) {
  const title = make("span", { class: "faint" });
  const canvas = make("div", { class: "box frontier" });
  const slider = make("input", { type: "range", min: 0, max: pictures.length - 1, value: pictures.length - 1,
    "aria-label": "moment", oninput: () => draw(Number(slider.value)) });
  function draw(index) {
    const picture = pictures[index];
    title.textContent = " after " + picture.seconds.toFixed(2) + " s: " + plural(picture.r_states.length, "R-state") + ", " +
      plural(picture.s_states.length, "outcome") + " to try";
    canvas.replaceChildren(drawModel(picture));
  }
  draw(pictures.length - 1);
  return [make("p", {}, slider, title), canvas];
}

function drawModel(picture) {
  const boxes = new Map();
  const rows = [];
  const put = (key, column, text, hint, kind) => {
    if (boxes.size >= MOST_BOXES) return;
    rows[column] = (rows[column] || 0) + 1;
    boxes.set(key, { x: column * (BOX.width + BOX.gapX) + 8, y: (rows[column] - 1) * (BOX.height + BOX.gapY) + 8, text, hint, kind });
  };
  const last = picture.r_states.reduce((most, state) => Math.max(most, state.turn), 0);
  for (const state of picture.s_states) {
    put("s" + state.edge, 0, [shortName(state.place) + " " + state.outcome, plural(state.count, "path")], state.place, "state");
  }
  for (const state of [...picture.r_states].sort((one, other) => other.turn - one.turn)) {
    put("r" + state.id, 1 + last - state.turn, [shortName(state.place), state.condition],
      state.condition + ", towards " + state.target, "region");
  }
  const lines = picture.r_states.flatMap((state) => [
    ...state.leads_to.map((next) => line(boxes.get("r" + state.id), boxes.get("r" + next), "way")),
    ...state.edges.map((edge) => line(boxes.get("s" + edge), boxes.get("r" + state.id), "edge"))]);
  const width = (last + 2) * (BOX.width + BOX.gapX) + 16;
  const height = Math.max(1, ...rows.filter(Boolean)) * (BOX.height + BOX.gapY) + 16;
  return makeSvg("svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": "S-states and R-states" },
    lines, [...boxes.values()].map(drawBox));
}

function drawBox(box) {
  const short = (text) => (text.length > 34 ? text.slice(0, 33) + "…" : text);
  return makeSvg("g", { class: box.kind }, makeSvg("title", {}, box.hint),
    makeSvg("rect", { x: box.x, y: box.y, width: BOX.width, height: BOX.height, rx: box.kind === "region" ? 20 : 3 }),
    box.text.map((text, row) => makeSvg("text", { x: box.x + 12, y: box.y + 16 + 15 * row }, short(text))));
}

function line(from, to, kind) {
  if (!from || !to) return null;
  return makeSvg("line", { class: kind, x1: from.x + BOX.width, y1: from.y + BOX.height / 2, x2: to.x, y2: to.y + BOX.height / 2 });
}
