#!/usr/bin/env python3
"""Verdicts of `assay cover` on the branches of a folder of C programs that the reader brings.

    bench/subjects.py FOLDER [--time 60s] [--baseline CSV] [--only NAME,...] [--cost] [--save FILE]

Each `.c` file of the folder is a subject of its own. Flags for clang are taken from FOLDER/FLAGS
where that file exists: lines `subject: flags`, relative to the folder. A baseline has a heading
with the columns subject, branches and covered; lines that start with # are left out, and only
its subjects are run. The published subjects of papers on test generation may be measured this
way; none of them is part of this project.
"""

import argparse
import csv
import json
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tables import publish, table

HERE = Path(__file__).resolve().parent


def read_flags(folder):
    """Flags for clang by subject."""
    path = folder / "FLAGS"
    if not path.exists():
        return {}
    lines = [line for line in path.read_text().splitlines() if line.strip() and line[0] != "#"]
    pairs = (line.split(":", 1) for line in lines if ":" in line)
    return {name.strip(): shlex.split(flags) for name, flags in pairs}


def read_baseline(path):
    """The rows of the baseline by subject; none without one."""
    if path is None:
        return {}
    with open(path, newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["subject"]: row for row in rows}


def cover(source, flags, arguments, out, options=()):
    """The unit of the report and the seconds, or why there are none."""
    command = [str(arguments.assay), "cover", source.name, "--time", arguments.time]
    command += ["--out", str(out), "--jobs", str(arguments.jobs), "--search", arguments.search]
    command += [*options, "--", *flags]
    start = time.monotonic()
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", cwd=source.parent
    )
    seconds = time.monotonic() - start
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        return None, lines[-1]
    return json.loads((out / "report.json").read_text())["units"][0], seconds


def row_of(unit, seconds):
    branch = unit["criteria"]["branch"]
    verdicts = [branch[key] for key in ("covered", "infeasible", "unknown", "total")]
    return [*verdicts, branch["cov_f"], f"{seconds:.1f}", unit["effort"]["paths"]]


def last_gain(unit):
    """When the last objective was covered that was covered at all, in seconds."""
    covered = [sample["covered"].get("branch", 0) for sample in unit["progress"]]
    return unit["progress"][covered.index(max(covered))]["seconds"] if covered else 0.0


def measure_cost(arguments):
    """What proving costs the search: the time to the last covered branch, with and without it."""
    flags = read_flags(arguments.folder)
    only = set(filter(None, arguments.only.split(",")))
    rows = []
    for source in sorted(arguments.folder.glob("*.c")):
        if only and source.stem not in only:
            continue
        row = [source.stem]
        for options in (["--no-prove"], []):
            with tempfile.TemporaryDirectory(prefix="assay-subject-") as out:
                unit, _ = cover(source, flags.get(source.stem, []), arguments, Path(out), options)
            row += [unit["criteria"]["branch"]["covered"], last_gain(unit)] if unit else [0, 0.0]
        rows.append(row)
        print("  ".join(map(str, row)), file=sys.stderr, flush=True)
    heading = ["subject", "covered, no proofs", "last after s", "covered, proofs", "last after s"]
    sums = [sum(row[column] for row in rows) for column in range(1, 5)]
    rows.append(["sum", *sums])
    shown = [[f"{cell:.2f}" if isinstance(cell, float) else cell for cell in row] for row in rows]
    ratio = f"{sums[3] / sums[1]:.2f}" if sums[1] else "none"
    return "\n".join(table(heading, shown)) + f"\n\nRatio of the sums: {ratio}\n"


def measure(arguments):
    """The rows of the table, and the subjects that were rejected with the reasons."""
    flags, baseline = read_flags(arguments.folder), read_baseline(arguments.baseline)
    only = set(filter(None, arguments.only.split(",")))
    rows, rejected = [], []
    for source in sorted(arguments.folder.glob("*.c")):
        name = source.stem
        if (only and name not in only) or (baseline and name not in baseline):
            continue
        with tempfile.TemporaryDirectory(prefix="assay-subject-") as out:
            unit, result = cover(source, flags.get(name, []), arguments, Path(out))
        if unit is None:
            rejected.append(f"{name}: {result}")
            continue
        row = [name, *row_of(unit, result)]
        if baseline:
            row += [int(baseline[name]["covered"]), int(baseline[name]["branches"])]
        rows.append(row)
        print("  ".join(map(str, row)), file=sys.stderr, flush=True)
    return rows, rejected


def text_of(rows, rejected, has_baseline):
    heading = ["subject", "covered", "infeasible", "unknown", "total", "cov_f", "seconds", "paths"]
    if has_baseline:
        heading += ["baseline covered", "baseline total"]
    sums = [sum(row[column] for row in rows) for column in range(1, 5)]
    feasible = sums[3] - sums[1]
    last = ["sum", *sums, round(100 * sums[0] / feasible, 1) if feasible else 100.0]
    last += [f"{sum(float(row[6]) for row in rows):.1f}", sum(row[7] for row in rows)]
    if has_baseline:
        last += [sum(row[8] for row in rows), sum(row[9] for row in rows)]
    lines = table(heading, [*rows, last])
    return "\n".join(lines + [""] + rejected).rstrip() + "\n"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds the subjects")
    default = HERE.parent / "target" / "release" / "assay"
    parser.add_argument("--assay", type=Path, default=default, help="the binary to measure")
    parser.add_argument("--time", default="60s", help="for one subject")
    parser.add_argument("--jobs", type=int, default=1, help="threads for one subject")
    parser.add_argument("--search", default="auto", help="the strategy")
    parser.add_argument("--baseline", type=Path, help="a CSV file with results of another tool")
    parser.add_argument("--only", default="", help="subjects, separated by commas")
    parser.add_argument(
        "--cost", action="store_true", help="what proving costs the search instead of verdicts"
    )
    parser.add_argument("--save", type=Path, help="write the table to this file too")
    return parser.parse_args()


def main():
    arguments = parse()
    if not arguments.folder.is_dir():
        sys.exit(f"subjects.py: {arguments.folder}: no such folder")
    arguments.assay = arguments.assay.resolve()
    if arguments.cost:
        text = measure_cost(arguments)
    else:
        rows, rejected = measure(arguments)
        text = text_of(rows, rejected, arguments.baseline is not None)
    publish(text, arguments.save)


if __name__ == "__main__":
    main()
