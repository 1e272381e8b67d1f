/* The arrow of a def-use pair: from the definition to the use, over the annotated source. */

/** Draws the arrow of this objective, or none. */
function drawArrow(objective) {
  for (const old of view.lines.querySelectorAll(".flow, .row.defined")) {
    if (old.classList.contains("flow")) old.remove();
    else old.classList.remove("defined");
  }
  const flow = objective && objective.flow;
  if (!flow || flow.file !== objective.file.name || !view.rowOfLine.has(flow.line)) return;
  const from = spotOf(flow.line, flow.column);
  const to = spotOf(objective.line, objective.column);
  if (!from || !to) return;
  from.row.classList.add("defined");
  // Beside the code where both ends are in one line or far apart, it bends to the left.
  const bend = 24 + Math.min(48, Math.abs(to.y - from.y) / 8);
  const left = Math.max(4, Math.min(from.x, to.x) - bend);
  const curve = "M " + from.x + " " + from.y + " C " + left + " " + from.y + ", " + left + " " + to.y + ", " +
    (to.x - 4) + " " + to.y;
  const tip = "M " + (to.x - 9) + " " + (to.y - 4) + " L " + (to.x - 2) + " " + to.y + " L " + (to.x - 9) + " " + (to.y + 4);
  view.lines.append(makeSvg("svg", {
    class: "flow " + objective.verdict, width: view.lines.scrollWidth, height: view.lines.scrollHeight, "aria-hidden": "true",
  }, makeSvg("circle", { cx: from.x, cy: from.y, r: 3 }), makeSvg("path", { d: curve }), makeSvg("path", { d: tip })));
}

/** Where a place of the source is in the view; its row is made if it is not there yet. */
function spotOf(line, column) {
  const at = view.rowOfLine.get(line);
  const chunk = view.lines.querySelector(".chunk[data-start='" + CHUNK * Math.floor(at / CHUNK) + "']");
  if (!chunk) return null;
  fillChunk(chunk);
  const row = chunk.children[at % CHUNK];
  const text = row && row.querySelector(".text");
  if (!text) return null;
  const base = view.lines.getBoundingClientRect();
  const box = text.getBoundingClientRect();
  const whole = text.textContent;
  // Tabs make columns of different widths; then the start of the line must do.
  const isEven = whole.length > 0 && !whole.includes("\t") && column > 0;
  const x = isEven ? (box.width / whole.length) * characterAt(whole, column) : 0;
  return { row, x: box.left - base.left + view.lines.scrollLeft + x, y: box.top - base.top + view.lines.scrollTop + box.height / 2 };
}
