#!/usr/bin/env python3
"""How fast does Assay run Java? Against `java -Xint` on the same classes, in one run.

    bench/java.py [--assay PATH] [--java PATH] [--only NAME,...] [--save FILE]

Each program of programs/java prints one number, which both must agree on. Times are CPU seconds
(user and system), the smallest of several runs, the two taking turns; those of a program that does
next to nothing are subtracted. The programs are compiled once, before: a start here is from classes.
"""

import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from run import Failure, Finished

PROGRAMS = Path(__file__).resolve().parent / "programs" / "java"
EMPTY = "Empty"
TURNS = 5


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--assay", default="target/release/assay")
    parser.add_argument("--java", default="java", help="the command of a JDK")
    parser.add_argument("--only", default="", help="names, with commas between them")
    parser.add_argument("--save", help="where the table is written to")
    return parser.parse_args()


def names(only):
    found = sorted(path.stem for path in PROGRAMS.glob("*.java") if path.stem != EMPTY)
    wanted = [name for name in only.split(",") if name]
    missing = set(wanted) - set(found)
    if missing:
        raise Failure(f"no such program: {', '.join(sorted(missing))}")
    return wanted or found


def commands(options, classes, name):
    ours = [options.assay, "run", str(classes), "--entry", name]
    theirs = [options.java, "-Xint", "-XX:+UseSerialGC", "-cp", str(classes), name]
    return ours, theirs


def times(options, classes, name):
    """The least CPU time of each, whose outputs are the same."""
    pair = commands(options, classes, name)
    least = [math.inf, math.inf]
    outputs = set()
    for _ in range(TURNS):
        for which, command in enumerate(pair):
            done = Finished(command)
            if done.status != 0:
                raise Failure(f"{' '.join(command)}: {done.errors.strip()}")
            outputs.add(done.output)
            least[which] = min(least[which], done.cpu)
    if len(outputs) != 1:
        raise Failure(f"{name}: the two print something else")
    return least


def table(rows, start):
    lines = [
        f"Start (from classes, `{EMPTY}`): assay {start[0]:.3f} s, java -Xint {start[1]:.3f} s.",
        "",
        "| program | java -Xint s | assay s | assay / java -Xint |",
        "| --- | --: | --: | --: |",
    ]
    ratios = []
    for name, ours, theirs in rows:
        ratios.append(ours / theirs)
        lines.append(f"| {name} | {theirs:.3f} | {ours:.3f} | {ours / theirs:.2f} |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    lines.append(f"| geometric mean |  |  | {mean:.2f} |")
    return lines


def main():
    options = arguments()
    if shutil.which("javac") is None:
        raise Failure("javac is not on the path")
    with tempfile.TemporaryDirectory() as folder:
        classes = Path(folder)
        sources = [str(path) for path in sorted(PROGRAMS.glob("*.java"))]
        subprocess.run(["javac", "-g", "-d", str(classes), *sources], check=True)
        start = times(options, classes, EMPTY)
        rows = []
        for name in names(options.only):
            ours, theirs = times(options, classes, name)
            rows.append((name, max(ours - start[0], 1e-3), max(theirs - start[1], 1e-3)))
    version = subprocess.run([options.java, "-version"], capture_output=True, text=True)
    head = [
        "# Speed of Java",
        "",
        f"Compared with {version.stderr.splitlines()[1]}.",
        f"Machine: {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the end.",
        "",
        "CPU seconds (user and system), start-up subtracted; see `bench/java.py`.",
        "",
    ]
    text = "\n".join(head + table(rows, start)) + "\n"
    print(text, end="")
    if options.save:
        Path(options.save).write_text(text)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"bench/java.py: {failure}")
