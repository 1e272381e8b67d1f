/* The panel at the side: what is known of one objective or one test. */

const panel = document.getElementById("panel");

function showPanel(...content) {
  panel.replaceChildren(
    make("button", { class: "close", onclick: closePanel, "aria-label": "Close details" }, "×"),
    ...content,
  );
  panel.hidden = false;
  panel.scrollTop = 0;
}

function closePanel() {
  panel.hidden = true;
  pressedChip(null);
  if (view.lines) drawArrow(null);
}

function showObjective(objective) {
  const heading = make("div", { role: "status" },
    make("h3", {}, placeLink(objective), " " + objective.outcome),
    make("p", {}, tag(objective.verdict), " ", make("span", { class: "faint" }, "in " + objective.function)));
  const evidence = { covered: coveredBy, infeasible: proofOf, unknown: reasonsOf }[objective.verdict];
  showPanel(heading, ...definitionOf(objective), ...evidence(objective), ...vectorsOf(objective), make("h2", {}, "More in the terminal"),
    make("p", { class: "mono" }, "assay explain " + facts.out + " " + objective.id));
}

/** Where the value comes from that a use sees. */
function definitionOf(objective) {
  const flow = objective.flow;
  if (!flow) return [];
  const kinds = { parameter: " is the parameter at ", initial: " starts with its first value, at " };
  return [make("p", {}, make("code", {}, flow.variable), kinds[flow.kind] || " is assigned at ", placeLink(flow),
    flow.function && flow.function !== objective.function ? " in " + flow.function : "",
    ", and this use sees that value" + (flow.is_predicate ? " and decides by it." : "."))];
}

function coveredBy(objective) {
  const [first, ...others] = objective.tests;
  if (first === undefined) return [make("p", {}, "The test is not in the report.")];
  const left = objective.count - objective.tests.length;
  const parts = [make("h2", {}, "Reached by ", testAnchor(first))];
  if (others.length > 0) {
    parts.push(make("p", { class: "faint" }, "also by ",
      others.flatMap((test, at) => [at > 0 ? ", " : "", testAnchor(test)]),
      left > 0 ? " and " + left + " more" : ""));
  }
  if (objective.is_faulty) {
    parts.push(make("p", {}, "Only runs with undefined behaviour reach it; see the findings."));
  }
  return [...parts, ...testFacts(first)];
}

/** What was seen of the decision that a condition belongs to. */
function vectorsOf(objective) {
  if (!objective.vectors) return [];
  const row = (vector) => make("tr", vector.is_witness ? { class: "witness" } : {},
    make("td", { class: "mono" }, vector.values), make("td", {}, String(vector.outcome)),
    make("td", {}, vector.test), make("td", {}, vector.is_witness ? "shows that the condition counts" : ""));
  const judge = "Judged by Assay alone: clang leaves this decision out of its map, and llvm-cov does not count it.";
  return [make("h2", {}, "Test vectors of the decision"),
    ...(objective.judged_by === "assay" ? [make("p", {}, judge)] : []),
    make("p", { class: "faint" }, "A letter for each condition: true, false, – not evaluated; then the outcome."),
    make("table", {}, objective.vectors.map(row))];
}

function proofOf(objective) {
  return [
    make("h2", {}, objective.scope === "bounded" ? "No input of this run's bounds can reach it" : "No input can reach it"),
    make("p", {}, objective.scope === "bounded"
      ? "Proved within the bounds of this run" + facts.units.filter((unit) => unit.bounds.length > 0)
        .map((unit) => "; " + unit.name + ": " + unit.bounds.join(", ")).join("") + "."
      : "Proved for " + objective.scope.replace("-", " ") + "."),
    ...(objective.assumes.length > 0 ? [make("p", {}, "It is assumed that these answer as in Assay's model of the library, " +
      "though the system may let them fail or answer otherwise (--calls-may-fail): " + objective.assumes.join(", ") + ".")] : []),
    ...objective.certificates.map((path) => make("p", {}, "Certificate: ", fileLink(path))),
  ];
}

function reasonsOf(objective) {
  const parts = [make("h2", {}, "Why it is unknown")];
  for (const reason of objective.reasons) parts.push(make("p", {}, reason));
  if (objective.criterion === "mcdc") {
    return [...parts, make("p", {}, "Two tests are needed in which this condition and the outcome differ, and no other " +
      "condition that both evaluate.")];
  }
  if (objective.flow) {
    const sameUse = (of) => of.flow && of.flow.variable === objective.flow.variable && of.line === objective.line &&
      of.column === objective.column && of.verdict === "covered";
    const seen = objective.file.objectives.filter(sameUse);
    return [...parts, seen.length === 0 ? make("p", {}, "No test comes to this use.")
      : make("p", {}, "Tests come to this use with other definitions or outcomes: ",
        seen.slice(0, 8).flatMap((of, at) => [at > 0 ? ", " : "", make("a", { href: objectiveLink(of) }, of.outcome)]))];
  }
  const isOfDecision = (of) => of.outcome.startsWith("decision ");
  const condition = (of) => of.id.slice(0, of.id.lastIndexOf(":")) + isOfDecision(of);
  const others = objective.file.objectives.filter(
    (other) => other !== objective && condition(other) === condition(objective));
  const reached = others.find((other) => other.verdict === "covered");
  if (reached) {
    parts.push(make("p", {}, "The condition is evaluated, and goes the other way: ",
      make("a", { href: objectiveLink(reached) }, reached.outcome), " is covered."));
    if (reached.tests.length > 0) {
      parts.push(make("h2", {}, "Nearest test: ", testAnchor(reached.tests[0])), ...testFacts(reached.tests[0]));
    }
  } else {
    parts.push(make("p", {}, "No test comes there."));
  }
  return parts;
}

function showTest(position) {
  const named = namedBy[position];
  const parts = [make("h3", {}, testName(position)), ...testFacts(position)];
  if (named.length > 0) {
    const shown = named.slice(0, 100);
    parts.push(make("h2", {}, "First to reach"), make("ul", {}, shown.map((objective) =>
      make("li", {}, make("a", { href: objectiveLink(objective) }, place(objective) + " " + objective.outcome)))));
    if (named.length > shown.length) parts.push(make("p", {}, "and " + (named.length - shown.length) + " more"));
  }
  showPanel(...parts);
}

/** How it ends, its inputs and its source. */
function testFacts(position) {
  const test = facts.tests[position];
  const parts = [make("p", {}, "Ends: " + test.ends + (test.native ? "; natively: " + test.native : ""))];
  if (test.diverged) {
    parts.push(make("p", { class: "note bad" }, "The native run is another one: " + test.diverged));
  }
  if (test.inputs.length > 0) {
    parts.push(make("h2", {}, "Inputs, in order"), make("div", { class: "inputs", tabindex: "0" },
      make("table", {}, test.inputs.map(([name, value]) =>
        make("tr", {}, make("td", { class: "mono" }, name), make("td", { class: "mono" }, inputText(value)))))));
  } else {
    parts.push(make("p", {}, "It takes no input."));
  }
  if (test.inputs_left > 0) parts.push(make("p", { class: "faint" }, "and " + test.inputs_left + " more"));
  for (const file of test.files) parts.push(make("p", {}, fileLink(file)));
  if (test.text) parts.push(make("pre", { tabindex: "0", "aria-label": "Source of the test" }, test.text));
  return parts;
}

function testAnchor(position) {
  return make("a", { href: testLink(position) }, testName(position));
}

/** A file below the output folder, where this page is. */
function fileLink(path) {
  return make("a", { class: "mono", href: "./" + path.split("/").map(encodeURIComponent).join("/") }, path);
}
