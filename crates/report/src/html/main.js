/* Which view is shown follows from the address: #overview, #source/FILE/LINE, #objective/ID,
   #tests, #test/UNIT/ID, #findings. */

const VIEWS = { overview: ["Overview", overview], source: ["Source", sourceView], tests: ["Tests", testsView],
  findings: ["Findings", findingsView] };
const main = document.getElementById("main");
let shown = null;

function show(name) {
  if (shown === name) return;
  shown = name;
  document.body.className = name;
  main.replaceChildren(VIEWS[name][1]());
  main.scrollTop = 0;
  closePanel();
  for (const link of document.querySelectorAll("#views a")) {
    if (link.hash === "#" + name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function route() {
  const [name, ...rest] = location.hash.slice(1).split("/").map(decoded);
  if (name === "objective" && objectives.has(rest.join("/"))) goToObjective(objectives.get(rest.join("/")));
  else if (name === "source") goToSource(rest.slice(0, -1).join("/"), Number(rest[rest.length - 1]));
  else if (name === "test") goToTest(rest[0], rest[1]);
  else show(name in VIEWS ? name : "overview");
}

/** Goes to an address, also to the one that is shown: its panel may have been closed. */
function go(address) {
  if (location.hash === address) route();
  else location.hash = address;
}

function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

function goToObjective(objective) {
  show("source");
  openFile(objective.file);
  scrollToLine(objective.line);
  pressedChip(objective);
  drawArrow(objective);
  showObjective(objective);
}

function goToSource(name, line) {
  show("source");
  const file = fileNamed.get(name) || view.file || (open[0] || { file: facts.files[0] }).file;
  if (!file) return;
  openFile(file);
  const first = file.objectives.find((objective) => objective.line > 0);
  if (line > 0) scrollToLine(line);
  else if (first) scrollToLine(first.line);
}

function goToTest(unit, id) {
  if (shown === null) show("tests");
  const position = facts.tests.findIndex((test) => test.id === id && test.unit === Number(unit));
  if (position >= 0) showTest(position);
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") nextOpen(1);
  else if (event.key === "p") nextOpen(-1);
  else if (event.key === "Escape") closePanel();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.hash === location.hash) route();
});

document.getElementById("views").append(...Object.entries(VIEWS).map(([name, [title]]) => make("a", { href: "#" + name }, title)));
document.getElementById("command").textContent = facts.command.slice(1).join(" ");
document.title = "Assay: " + (facts.units.length === 1 ? facts.units[0].file + " " + facts.units[0].name : plural(facts.units.length, "unit"));
addEventListener("hashchange", route);
route();
