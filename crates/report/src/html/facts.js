/* The facts of the page and what follows from them. */

const facts = JSON.parse(document.getElementById("facts").textContent);

/** Every objective by its id; each knows its file. */
const objectives = new Map();
/** For each test, the objectives whose verdict names it. */
const namedBy = facts.tests.map(() => []);
/** Files by name. */
const fileNamed = new Map(facts.files.map((file) => [file.name, file]));

for (const file of facts.files) {
  for (const objective of file.objectives) {
    objective.file = file;
    objectives.set(objective.id, objective);
    if (objective.verdict === "covered" && objective.tests.length > 0) {
      namedBy[objective.tests[0]].push(objective);
    }
  }
}

const open = [...objectives.values()].filter((objective) => objective.verdict === "unknown");

function count(list) {
  const counts = { total: list.length, covered: 0, infeasible: 0, unknown: 0 };
  for (const objective of list) counts[objective.verdict] += 1;
  return counts;
}

/** The worst verdict of a list: what is open comes before what is proved, then what is reached. */
function worst(list) {
  const order = ["unknown", "infeasible", "covered"];
  return order.find((verdict) => list.some((objective) => objective.verdict === verdict));
}

function groupBy(list, key) {
  const groups = new Map();
  for (const element of list) {
    const group = groups.get(key(element));
    if (group) group.push(element);
    else groups.set(key(element), [element]);
  }
  return groups;
}

function place(at) {
  const name = shortName(at.file.name || at.file || "(unknown file)");
  return name + (at.line > 0 ? ":" + at.line : "") + (at.line > 0 && at.column > 0 ? ":" + at.column : "");
}

/** Without the folders that all files of the page have in common. */
function shortName(name) {
  return name.startsWith(commonFolder) ? name.slice(commonFolder.length) : name;
}

const commonFolder = (() => {
  const folders = facts.files.map((file) => file.name.slice(0, file.name.lastIndexOf("/") + 1));
  let common = folders[0] || "";
  while (!folders.every((folder) => folder.startsWith(common))) {
    common = common.slice(0, common.lastIndexOf("/", common.length - 2) + 1);
  }
  return common;
})();

/** The name of a test; with its unit, where there are several. */
function testName(position) {
  const test = facts.tests[position];
  return facts.units.length > 1 ? facts.units[test.unit].name + " " + test.id : test.id;
}

function inputText(value) {
  return value === "" ? '""' : String(value);
}

// Addresses inside the page. They are made of names and numbers that stay the same from run to run.

function objectiveLink(objective) {
  return "#objective/" + encodeURIComponent(objective.id);
}

function testLink(position) {
  const test = facts.tests[position];
  return "#test/" + test.unit + "/" + encodeURIComponent(test.id);
}

function sourceLink(file, line) {
  return "#source/" + encodeURIComponent(file) + "/" + line;
}

/** A link to a line if the page has that file, else only its name. */
function placeLink(at) {
  const name = at.file.name || at.file;
  if (!fileNamed.has(name) || at.line === 0) return make("span", { class: "mono" }, place(at));
  return make("a", { class: "mono", href: sourceLink(name, at.line), title: name }, place(at));
}
