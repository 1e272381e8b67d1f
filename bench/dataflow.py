#!/usr/bin/env python3
"""Def-use pairs of a folder of C programs that the reader brings: verdicts and strategies.

    bench/dataflow.py FOLDER [--time 45s] [--strategies cpgs,sdgs,rss,rss-md2u,dfs]
                             [--iterations 300] [--strategy-time 10s] [--seeds 3]
                             [--only NAME,...] [--paper CSV] [--save FILE]

The first table has the verdicts of `assay cover --criterion dataflow` on each subject, search and
proof together; proofs by all paths of a program are among the infeasible. The second has the pairs that each strategy reaches in the machine within the same
number of runs and the same time, after how many runs and seconds it reached something last, and the seconds of the whole,
all as means over seeds.

A CSV file with the columns subject, pairs, feasible and infeasible holds published figures; empty
fields are unknown. Their pairs may be others: those of the tool of Su et al. leave out parameters
and what globals start with as definitions, `return` statements and `switch` as uses, and pairs
whose ends are in one block of straight code. The columns "as published" count only pairs that
would be among those. Flags for clang come from FOLDER/FLAGS as in subjects.py.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from subjects import read_flags
from tables import publish, table

HERE = Path(__file__).resolve().parent
VERDICTS = ("covered", "infeasible", "unknown")


def cover(arguments, source, flags, options):
    """The report and the seconds, or why there are none."""
    with tempfile.TemporaryDirectory(prefix="assay-flow-") as out:
        command = [arguments.assay, "cover", source.name, "--criterion", "dataflow", "--quiet"]
        command += ["--out", out, *options, "--", *flags]
        start = time.monotonic()
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            errors="replace",
            cwd=source.parent,
        )
        seconds = time.monotonic() - start
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            return None, lines[-1]
        return json.loads((Path(out) / "report.json").read_text()), seconds


def as_published(objective, lines):
    """Whether the published tool would have this pair."""
    flow = objective["dataflow"]
    line = lines[objective["line"] - 1].strip() if objective["line"] <= len(lines) else ""
    is_switch = " then case " in objective["outcome"] or " then default" in objective["outcome"]
    return (
        flow["kind"] == "assignment"
        and not flow["is_in_one_block"]
        and not line.startswith("return")
        and not is_switch
        and objective["function"] != "testme"
    )


def count(objectives):
    return [sum(of["verdict"] == verdict for of in objectives) for verdict in VERDICTS]


def verdict_row(report, seconds, source):
    unit = report["units"][0]
    summary = unit["criteria"]["dataflow"]
    lines = source.read_text(errors="replace").splitlines()
    published = [of for of in unit["objectives"] if as_published(of, lines)]
    wrong = [note for note in report["notes"] if "BUG" in note or "NOT CONFIRMED" in note]
    is_sound = not wrong and summary["confirmed"] == summary["covered"]
    return [
        summary["total"],
        *count(unit["objectives"]),
        f"{seconds:.1f}",
        len(published),
        *count(published),
        "yes" if is_sound else "NO",
    ]


def table_with_sums(heading, rows):
    return "\n".join(table(heading, [*rows, ["sum", *sums(rows)]])) + "\n"


def sums(rows):
    """Of the columns that hold numbers only."""
    columns = list(zip(*rows))[1:]

    def total(column):
        try:
            values = [float(value) for value in column if value != ""]
        except ValueError:
            return ""
        is_whole = all(value == int(value) for value in values)
        return int(sum(values)) if is_whole else f"{sum(values):.1f}"

    return [total(column) for column in columns]


def read_paper(path):
    if path is None:
        return {}
    with open(path, newline="") as file:
        return {row["subject"]: row for row in csv.DictReader(file)}


def subjects(arguments):
    only = set(filter(None, arguments.only.split(",")))
    sources = sorted(arguments.folder.glob("*.c"))
    return [source for source in sources if not only or source.stem in only]


def verdicts(arguments, flags, rejected):
    paper = read_paper(arguments.paper)
    heading = ["subject", "pairs", *VERDICTS, "seconds", "as published", *VERDICTS, "confirmed"]
    if paper:
        heading += ["paper: pairs", "feasible", "infeasible"]
    rows = []
    for source in subjects(arguments):
        options = ["--time", arguments.time, "--jobs", arguments.jobs]
        report, result = cover(arguments, source, flags.get(source.stem, []), options)
        if report is None:
            rejected.append(f"{source.stem}: {result}")
            continue
        row = [source.stem, *verdict_row(report, result, source)]
        if paper:
            known = paper.get(source.stem, {})
            row += [known.get(key, "") for key in ("pairs", "feasible", "infeasible")]
        rows.append(row)
        print("  ".join(map(str, row)), file=sys.stderr, flush=True)
    return table_with_sums(heading, rows)


def compare(arguments, source, flags):
    """The runs of all strategies and seeds on a subject; none if it is rejected."""
    with tempfile.TemporaryDirectory(prefix="assay-flow-") as out:
        command = [arguments.assay, "compare", source.name, "--criterion", "dataflow"]
        command += ["--search", arguments.strategies, "--seeds", arguments.seeds]
        command += ["--iterations", arguments.iterations, "--time", arguments.strategy_time]
        command += ["--out", out, "--", *flags]
        subprocess.run(list(map(str, command)), capture_output=True, cwd=source.parent)
        path = Path(out) / "runs.jsonl"
        lines = path.read_text().splitlines()[1:] if path.exists() else []
        return [json.loads(line) for line in lines]


def strategies(arguments, flags):
    names = list(filter(None, arguments.strategies.split(",")))
    if not names:
        return ""
    heading = ["subject"]
    for name in names:
        heading += [name, "runs", "last after s", "seconds"]
    rows = []
    for source in subjects(arguments):
        runs = compare(arguments, source, flags.get(source.stem, []))
        row = [source.stem]
        for name in names:
            own = [run for run in runs if run["strategy"] == name and run["curve"]]
            ends = [run["curve"][-1] for run in own]
            if ends:
                row += [mean(end[2] for end in ends), mean(end[0] for end in ends)]
                row += [mean((end[1] for end in ends), 2), mean((run["seconds"] for run in own), 2)]
        if len(row) == len(heading):
            rows.append(row)
            print("  ".join(map(str, row)), file=sys.stderr, flush=True)
    return table_with_sums(heading, rows)


def mean(values, digits=1):
    values = list(values)
    return round(sum(values) / len(values), digits)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds the subjects")
    default = HERE.parent / "target" / "release" / "assay"
    parser.add_argument("--assay", type=Path, default=default, help="the binary to measure")
    parser.add_argument("--time", default="45s", help="for the verdicts of one subject")
    parser.add_argument("--no-verdicts", action="store_true", help="only compare strategies")
    parser.add_argument("--jobs", type=int, default=2, help="threads for the verdicts")
    parser.add_argument("--strategies", default="cpgs,sdgs,rss,rss-md2u,dfs", help="to compare")
    parser.add_argument("--iterations", type=int, default=300, help="for one strategy")
    parser.add_argument("--strategy-time", default="10s", help="for one strategy, at most")
    parser.add_argument("--seeds", type=int, default=3, help="for one strategy")
    parser.add_argument("--only", default="", help="subjects, separated by commas")
    parser.add_argument("--paper", type=Path, help="a CSV file with published figures")
    parser.add_argument("--save", type=Path, help="write the tables to this file too")
    return parser.parse_args()


def main():
    arguments = parse()
    if not arguments.folder.is_dir():
        sys.exit(f"dataflow.py: {arguments.folder}: no such folder")
    arguments.assay = arguments.assay.resolve()
    flags, rejected = read_flags(arguments.folder), []
    text = "" if arguments.no_verdicts else verdicts(arguments, flags, rejected)
    text += "\n" + strategies(arguments, flags)
    text = "\n".join([text, *rejected]).rstrip() + "\n"
    publish(text, arguments.save)


if __name__ == "__main__":
    main()
