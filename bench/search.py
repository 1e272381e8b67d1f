#!/usr/bin/env python3
"""What path filtering saves, and what strategies cover, on functions of C libraries.

    bench/search.py [--assay PATH] [--question filtering|search] [--seeds 30] [--only WORD,...]
                    [--keep FOLDER] [--save FILE]

These are the research questions of Su et al., "Automated Coverage-Driven Test Data Generation
Using Dynamic Symbolic Execution":

1. Path filtering: how many iterations and queries does `dfs` save with it, for branch and MC/DC
   coverage, and does it cover less?
2. Search: what does `pps` cover in 100 iterations, against `rp-md2u` of KLEE, `cfg` of CREST, and
   `auto`? As in the paper, nothing is filtered here, so that only the strategies differ.

The functions are those of units.py, without SQLite: its functions can reach nearly all of SQLite,
so that its sums would drown those of the others. Everything is run by `assay compare`, so covered
means reached in the machine, and nothing is run natively. With --keep, runs that are in the folder
already are not done again. A word of --only names a library, a file or a function.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tables import table
from units import HERE, subjects

LEFT_OUT = "sqlite"
FIRST, OTHERS = "pps", ["rp-md2u", "cfg", "auto"]
BUDGET = 100
MARKS = [5, 10, 20, 50, BUDGET]
# Of a run that needed neither all its iterations nor all its time.
BY_ITSELF = {"all covered", "nothing left to follow", "nothing left, some given up"}
SIGNIFICANT = 0.05
# What `assay compare` calls the sums over its subjects.
TOGETHER = "all subjects together"


@dataclass
class Run:
    """What one strategy did with one function."""

    library: str
    unit: str
    strategy: str
    seed: int
    objectives: int
    iterations: int
    queries: int
    end: str
    curve: list

    def covered(self, mark=None):
        """So many objectives after `mark` iterations, or at the end."""
        reached = [point[2] for point in self.curve if mark is None or point[0] <= mark]
        return reached[-1] if reached else 0

    def ended_by_itself(self):
        return self.end in BY_ITSELF


@dataclass
class Pair:
    """`dfs` on one function: everything followed, and filtered."""

    plain: Run
    filtered: Run

    def both(self, condition):
        return condition(self.plain) and condition(self.filtered)


class Library:
    """The functions of a library, and the comparisons of them."""

    def __init__(self, name, functions, arguments):
        self.name = name
        self.folder = functions[0].source.parent
        self.out = arguments.keep / name
        self.out.mkdir(parents=True, exist_ok=True)
        self.arguments = arguments
        self.failed = []
        entries = groupby(functions, key=lambda function: function.source)
        text = "\n".join(listed(source, list(group)) for source, group in entries)
        (self.out / "subjects.toml").write_text(text)

    def compare(self, name, search, options):
        """Does the runs that are missing in the folder `name`; all that are there."""
        out = self.out / name
        command = [self.arguments.assay, "compare", "--subjects", self.out / "subjects.toml"]
        command += ["--search", search, "--out", out, "--resume", "--quiet"]
        command += ["--jobs", str(self.arguments.jobs), *options]
        print(f"{self.name}: {name}, {search}", file=sys.stderr, flush=True)
        # Some flags for clang name folders relative to the sources.
        done = subprocess.run(command, cwd=self.folder, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"search.py: {self.name}: {done.stderr.strip()}")
        return self.read(out, search.split(","))

    def read(self, out, strategies):
        lines = map(json.loads, (out / "runs.jsonl").read_text().splitlines())
        objectives = {each["name"]: each["objectives"] for each in next(lines)["subjects"]}
        # The latest attempt counts.
        found = {(line["subject"], line["strategy"], line["seed"]): line for line in lines}
        runs = []
        for (unit, strategy, seed), line in sorted(found.items()):
            wrong = [line["failed"]] if "failed" in line else line.get("bugs", [])
            where = f"{self.name} `{unit}`, {strategy}, {out.name}, seed {seed}"
            self.failed += [f"{where}: {why}" for why in wrong]
            if strategy in strategies and "failed" not in line:
                runs.append(Run(
                    self.name, unit, strategy, seed, objectives[unit], line["iterations"],
                    line["solver_queries"], end_of(line), line["curve"],
                ))
        return runs

    def filtering(self, criterion):
        """The pairs of all functions that have something to cover."""
        budget = ["--iterations", str(self.arguments.iterations), "--time", self.arguments.time]
        options = ["--criterion", criterion, "--seeds", "1", *budget]
        plain = self.compare(f"{criterion}-all", "dfs", [*options, "--no-filter"])
        filtered = {run.unit: run for run in self.compare(f"{criterion}-filtered", "dfs", options)}
        return [
            Pair(run, filtered[run.unit])
            for run in plain
            if run.objectives > 0 and run.unit in filtered
        ]

    def searching(self):
        """The runs of all strategies, and how `FIRST` differs from each of the others."""
        options = ["--iterations", str(BUDGET), "--time", self.arguments.search_time]
        options += ["--seeds", str(self.arguments.seeds), "--no-filter"]
        runs = self.compare("search", ",".join([FIRST, *OTHERS]), options)
        differences = {}
        for other in OTHERS:
            # Nothing is run again: the p values of two strategies against each other.
            self.compare("search", f"{FIRST},{other}", options)
            differences[other] = read_differences(self.out / "search" / "marks.csv")
        return runs, differences


def end_of(line):
    """Why the run ended; "time" also where a query held it up."""
    return "time" if line["end"].startswith("time") else line["end"]


def listed(source, functions):
    """A subject of the comparison: the functions of one file."""
    names = [function.function for function in functions]
    title = f"{source.name}: {names[0]}" if len(names) == 1 else source.name
    values = {"name": title, "inputs": [str(source)], "flags": functions[0].flags, "entry": names}
    return "\n".join(["[[subject]]", *(f"{k} = {json.dumps(v)}" for k, v in values.items()), ""])


@dataclass
class Difference:
    p: float
    is_ahead: bool


def read_differences(path):
    """By function, and for all of them together: what the test says at the last mark."""
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(file) if float(row["iterations"]) == BUDGET]
    found = {}
    for subject, of_subject in groupby(rows, key=lambda row: row["subject"]):
        of_subject = list(of_subject)
        p = min([float(row["p"]) for row in of_subject if row["p"]], default=1.0)
        mean = {row["strategy"] == FIRST: float(row["mean"]) for row in of_subject}
        found[subject] = Difference(p, mean.get(True, 0) > mean.get(False, 0))
    return found


def saved(before, after):
    return f"{100 * (before - after) / before:.1f} %" if before else ""


def gained(value, base):
    return f"{100 * (value - base) / base:+.1f} %" if base else ""


def by_library(items, library_of):
    """The items of each library, then all."""
    groups = [(name, list(group)) for name, group in groupby(items, key=library_of)]
    return groups + [("sum", items)]


def pair_row(name, pairs):
    plain, filtered = [pair.plain for pair in pairs], [pair.filtered for pair in pairs]
    row = [name, len(pairs), sum(run.objectives for run in plain)]
    for figure in (lambda run: run.iterations, lambda run: run.queries):
        before, after = sum(map(figure, plain)), sum(map(figure, filtered))
        row += [before, after, saved(before, after)]
    for runs in (plain, filtered):
        row.append(sum(run.covered() for run in runs))
    for runs in (plain, filtered):
        row.append(sum(run.ended_by_itself() for run in runs))
    return row


def filtering_text(criterion, pairs):
    heading = [
        "library", "functions", "objectives", "iterations", "filtered", "saved", "queries",
        "filtered", "saved", "covered", "filtered", "ended by themselves", "filtered",
    ]
    rows = [pair_row(*group) for group in by_library(pairs, lambda pair: pair.plain.library)]
    punctual = [pair for pair in pairs if pair.both(lambda run: run.end != "time")]
    rows.append(pair_row("those of which no run was out of time", punctual))
    ended = [pair for pair in pairs if pair.both(Run.ended_by_itself)]
    rows.append(pair_row("those of which both runs ended by themselves", ended))
    lines = [f"## `dfs` with and without path filtering: {criterion}", "", *table(heading, rows), ""]
    lines += [f"Functions of which less is covered with filtering ({criterion}):", ""]
    lower = [pair for pair in pairs if pair.filtered.covered() < pair.plain.covered()]
    return lines + ([lower_line(pair) for pair in lower] or ["None."]) + [""]


def lower_line(pair):
    figures = [
        f"{run.covered()} {how} ({run.iterations} iterations, ended by: {run.end})"
        for run, how in ((pair.plain, "without"), (pair.filtered, "with"))
    ]
    return f"- {pair.plain.library} `{pair.plain.unit}`: " + ", ".join(figures)


def sum_of_means(runs, strategy, mark):
    """Over the seeds; added up over the functions."""
    runs = [run for run in runs if run.strategy == strategy]
    units = groupby(runs, key=lambda run: (run.library, run.unit))
    covered = [[run.covered(mark) for run in group] for _, group in units]
    return sum(sum(values) / len(values) for values in covered)


def search_row(name, runs, differences):
    objectives = {(run.library, run.unit): run.objectives for run in runs}
    means = {each: sum_of_means(runs, each, BUDGET) for each in (FIRST, *OTHERS)}
    row = [name, len(objectives), sum(objectives.values())]
    row += [f"{mean:.1f}" for mean in means.values()]
    for other in OTHERS:
        units = [differences[library][other][unit] for library, unit in objectives]
        row += [gained(means[FIRST], means[other]), standing(units)]
        together = differences.get(name, {}).get(other, {}).get(TOGETHER)
        row.append(f"{together.p:.2g}" if together else "")
    return row


def standing(differences):
    """How many functions differ significantly, for the better and for the worse."""
    sure = [each for each in differences if each.p < SIGNIFICANT]
    ahead = sum(each.is_ahead for each in sure)
    return f"{ahead} : {len(sure) - ahead}"


def in_time(runs):
    """The runs of those functions of which none was out of time."""
    late = {(run.library, run.unit) for run in runs if run.end == "time"}
    return [run for run in runs if (run.library, run.unit) not in late]


def searching_text(runs, differences):
    heading = ["library", "functions", "objectives", FIRST, *OTHERS]
    for other in OTHERS:
        heading += [f"{FIRST} to {other}", "ahead : behind", "p"]
    groups = by_library(runs, lambda run: run.library)
    groups.append(("those of which no run was out of time", in_time(runs)))
    rows = [search_row(*group, differences) for group in groups]
    lines = [f"## `{FIRST}` against others in {BUDGET} iterations: branch", ""]
    lines += [*table(heading, rows), ""]
    lines += [
        "Sums over the functions of the mean over the seeds. Ahead : behind are the functions of "
        f"which `{FIRST}` covers more or less with p < {SIGNIFICANT}; the column p is about the "
        "sums of each seed. Both by the two-sided Mann-Whitney U test.",
        "",
        "All functions after so many iterations:",
        "",
    ]
    marks = [
        [mark] + [f"{sum_of_means(runs, each, mark):.1f}" for each in (FIRST, *OTHERS)]
        for mark in MARKS
    ]
    return [*lines, *table(["iterations", FIRST, *OTHERS], marks), ""]


def run(arguments):
    words = set(filter(None, arguments.only.split(",")))
    chosen = [one for one in subjects(words) if words or one.library != LEFT_OUT]
    libraries = [
        Library(name, list(group), arguments)
        for name, group in groupby(chosen, key=lambda one: one.library)
    ]
    version = subprocess.run([arguments.assay, "--version"], capture_output=True, text=True)
    lines = [
        "# Path filtering and search on functions of libraries",
        "",
        f"{len(chosen)} functions of {len(libraries)} libraries, {version.stdout.strip()}. "
        f"Filtering: at most {arguments.iterations} iterations and {arguments.time} for a run. "
        f"Search: at most {BUDGET} iterations and {arguments.search_time}, {arguments.seeds} "
        f"seeds. {os.cpu_count()} cores, load average "
        f"{os.getloadavg()[0]:.1f} at the end. See `bench/search.py`.",
        "",
    ]
    for criterion in ("branch", "mcdc") if arguments.question != "search" else ():
        pairs = [pair for library in libraries for pair in library.filtering(criterion)]
        lines += filtering_text(criterion, pairs)
    if arguments.question != "filtering":
        found = {library.name: library.searching() for library in libraries}
        runs = [each for of_library, _ in found.values() for each in of_library]
        differences = {name: differences for name, (_, differences) in found.items()}
        lines += searching_text(runs, differences)
    failed = sorted({line for library in libraries for line in library.failed})
    lines += ["## What went wrong", ""] + ([f"- {line}" for line in failed] or ["Nothing."])
    return "\n".join(lines) + "\n"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = HERE.parent / "target" / "release" / "assay"
    parser.add_argument("--assay", type=Path, default=default, help="the binary to measure")
    parser.add_argument("--question", choices=("filtering", "search"), help="both without this")
    parser.add_argument("--seeds", type=int, default=30, help="runs of each strategy")
    parser.add_argument("--iterations", type=int, default=300, help="for a run of dfs")
    parser.add_argument("--time", default="10s", help="for a run of dfs")
    parser.add_argument("--search-time", default="10s", help="for any other run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at the same time")
    parser.add_argument("--only", default="", help="libraries, files or functions")
    parser.add_argument("--keep", type=Path, help="a folder for the runs")
    parser.add_argument("--save", type=Path, help="write the tables to this file too")
    return parser.parse_args()


def main():
    arguments = parse()
    arguments.assay = arguments.assay.resolve()
    with tempfile.TemporaryDirectory(prefix="assay-search-") as scratch:
        arguments.keep = (arguments.keep or Path(scratch)).resolve()
        text = run(arguments)
    print(text, end="")
    if arguments.save:
        arguments.save.write_text(text)


if __name__ == "__main__":
    main()
