/* The lists of tests and of findings. */

function testsView() {
  const columns = [["test"], ["ends"], ["natively"], ["first to reach", true], ["reaches", true], ["inputs"]];
  const rows = facts.tests.map((test, position) => () => [
    testAnchor(position), test.ends,
    test.diverged ? make("span", { class: "tag bad" }, "diverged") : test.native || "not run",
    String(namedBy[position].length), String(test.covers),
    make("span", { class: "mono" }, shortInputs(test)),
  ]);
  return make("div", { class: "page" },
    make("h2", {}, plural(facts.tests.length, "test")),
    rows.length > 0 ? table(columns, rows) : make("p", {}, "No test was written."),
    facts.next_steps.map(([command, what]) =>
      make("p", { class: "faint" }, "To " + what + ": ", make("code", {}, command))));
}

function shortInputs(test) {
  const shown = test.inputs.slice(0, 6).map(([, value]) => inputText(value)).join(", ");
  const text = shown.length > 70 ? shown.slice(0, 70) + "…" : shown;
  return test.inputs.length + test.inputs_left > 6 ? text + ", …" : text || "none";
}

function findingsView() {
  return make("div", { class: "page" },
    make("h2", {}, plural(facts.findings.length, "finding")),
    facts.findings.length > 0 ? facts.findings.map(findingItem)
      : make("p", {}, "No input was found that makes the program misbehave."));
}

function findingItem(finding) {
  const calls = finding.stack.map((frame) =>
    make("li", {}, make("code", {}, frame.function), " at ", placeLink(frame)));
  return make("section", { class: "item" },
    make("h3", {}, make("span", { class: "tag bad" }, finding.kind), " ", placeLink(finding)),
    finding.message ? make("p", {}, finding.message) : null,
    finding.needs_contract ? make("p", {}, "Cannot happen if " + finding.needs_contract +
      ": only a caller without that care causes it") : null,
    make("p", {}, finding.confirmed ? "Seen natively" : "Not seen natively: look before you believe",
      finding.tests.length > 0 ? [", shown by ", finding.tests.flatMap((test, at) => [at > 0 ? ", " : "", testAnchor(test)])] : null),
    calls.length > 0 ? [make("p", { class: "faint" }, "Calls, innermost first:"), make("ol", {}, calls)] : null);
}
