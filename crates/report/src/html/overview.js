/* The first view: figures, units, coverage over time, what is open and why. */

function overview() {
  return make("div", { class: "page" },
    facts.notes.map((note) => make("p", { class: /BUG|NOT CONFIRMED/.test(note) ? "note bad" : "note" }, note)),
    warnings(),
    make("div", { class: "cards" }, cards()),
    unitTable(), variableTable(), reasonTable(), growth(), frontiers(), unsupportedTable(), runFacts());
}

function warnings() {
  const list = [];
  for (const unit of facts.units) {
    for (const [criterion, summary] of Object.entries(unit.criteria)) {
      if (summary.confirmed < summary.covered) {
        list.push(make("p", { class: "note bad" }, unit.name + ": only " + summary.confirmed + " of " +
          summary.covered + " covered " + criterion + " objectives were reached by the native run"));
      }
    }
  }
  return list;
}

function cards() {
  const coverage = Object.entries(facts.own).map(([criterion, summary]) =>
    make("a", { class: "card", href: "#source" }, criterion + " coverage",
      make("b", {}, percent(summary.cov_f)),
      make("span", { class: "faint" }, summary.covered + " of " + summary.total + " (" + percent(summary.cov) + ")" +
        (summary.infeasible > 0 ? ", " + summary.infeasible + " infeasible" : "") +
        (summary.infeasible_bounded > 0 ? ", " + summary.infeasible_bounded + " infeasible within bounds" : "") +
        (summary.covered_by_faulty_runs_only > 0
          ? ", " + summary.covered_by_faulty_runs_only + " only by runs with undefined behaviour" : "")),
      withCallees(summary, facts.criteria[criterion]),
      bar({ ...summary, infeasible: summary.infeasible + summary.infeasible_bounded })));
  const ran = facts.tests.filter((test) => test.native !== null).length;
  const confirmed = facts.findings.filter((finding) => finding.confirmed).length;
  return [
    ...coverage,
    make("a", { class: "card", href: "#tests" }, "tests", make("b", {}, String(facts.tests.length)),
      make("span", { class: "faint" }, ran === facts.tests.length ? "each was run natively" : ran + " were run natively")),
    make("a", { class: facts.findings.length > 0 ? "card bad" : "card", href: "#findings" }, "findings",
      make("b", {}, String(facts.findings.length)),
      make("span", { class: "faint" }, facts.findings.length > 0 ? confirmed + " seen natively" : "none")),
    make("a", { class: open.length > 0 ? "card open" : "card", href: "#source" }, "unknown",
      make("b", {}, String(open.length)),
      make("span", { class: "faint" }, open.length > 0 ? "objectives without a verdict" + inCallees() : "every objective has a verdict")),
  ];
}

/** The figures with all that is called, where that is more. */
function withCallees(own, all) {
  if (all.total === own.total) return null;
  return make("span", { class: "faint" }, "with callees " + percent(all.cov_f) + ": " + all.covered + " of " + all.total);
}

/** How many of the open objectives lie in what the functions under test call. */
function inCallees() {
  const behind = Object.entries(facts.criteria).map(([criterion, all]) => all.unknown - facts.own[criterion].unknown);
  const count = behind.reduce((sum, number) => sum + number, 0);
  return count > 0 ? ", of which " + count + " in callees" : "";
}

function unitTable() {
  if (facts.units.length < 2) return null;
  const columns = [["unit"], ["file"], ["criterion"], ["covered", true], ["cov", true], ["cov_f", true],
    ["with callees", true], ["tests", true], ["findings", true], ["time", true]];
  const rows = facts.units.flatMap((unit) => Object.entries(unit.own).map(([criterion, summary]) => () => [
    unit.name, shortName(unit.file), criterion, summary.covered + "/" + summary.total, percent(summary.cov), percent(summary.cov_f),
    unit.criteria[criterion].covered + "/" + unit.criteria[criterion].total, String(unit.tests), String(unit.findings), seconds(unit.seconds)]));
  return [make("h2", {}, plural(facts.units.length, "unit")), table(columns, rows)];
}

/** Def-use pairs by function and variable: what is open first. */
function variableTable() {
  const pairs = [...objectives.values()].filter((objective) => objective.flow);
  if (pairs.length === 0) return null;
  const groups = [...groupBy(pairs, (objective) => objective.file.name + " " + objective.function + " " + objective.flow.variable).values()]
    .map((list) => [list, count(list)]);
  groups.sort(([, one], [, other]) => other.unknown - one.unknown || other.total - one.total);
  const rows = groups.map(([list, counts]) => () => [
    list[0].function, make("a", { class: "mono", href: objectiveLink(list[0]) }, list[0].flow.variable),
    counts.covered + "/" + counts.total, String(counts.infeasible), String(counts.unknown), bar(counts)]);
  const columns = [["function"], ["variable"], ["covered", true], ["infeasible", true], ["unknown", true], [""]];
  return [make("h2", {}, "Def-use pairs by variable"), table(columns, rows, 20)];
}

function reasonTable() {
  if (open.length === 0) return null;
  const groups = [...groupBy(open, (objective) => objective.reasons.join("; "))];
  groups.sort(([, one], [, other]) => other.length - one.length);
  const rows = groups.map(([reason, list]) => () => [
    String(list.length), reason,
    list.slice(0, 4).flatMap((objective) => [
      make("a", { class: "mono", href: objectiveLink(objective) }, place(objective) + " " + objective.outcome), make("br")])]);
  return [make("h2", {}, "What is unknown, and why"), table([["", true], ["reason"], ["for example"]], rows)];
}

function growth() {
  const drawn = chart(facts.curves, facts.criteria);
  return drawn && [make("h2", {}, "Coverage over time"), drawn];
}

function unsupportedTable() {
  const list = facts.units.flatMap((unit) => unit.unsupported);
  if (list.length === 0) return null;
  const rows = list.map((entry) => () => [String(entry.count), entry.what, placeLink({ ...entry, column: 0 })]);
  return [make("h2", {}, "Not supported"), table([["paths ended", true], ["by"], ["at"]], rows)];
}

function runFacts() {
  const runs = facts.units.reduce((sum, unit) => sum + unit.iterations, 0);
  const external = [...new Set(facts.units.flatMap((unit) => unit.external_inputs))];
  const started = facts.started > 0 ? new Date(1000 * facts.started).toLocaleString() + ", " : "";
  return [
    make("h2", {}, "The run"),
    make("p", {}, started + plural(runs, "run") + " in " + seconds(facts.seconds) + ", Assay " + facts.assay),
    make("p", { class: "mono" }, facts.command.join(" ")),
    external.length > 0 ? make("p", {}, "Functions defined nowhere, taken as inputs: ", make("code", {}, external.join(", "))) : null,
  ];
}
