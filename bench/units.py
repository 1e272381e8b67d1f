#!/usr/bin/env python3
"""Functions of well-known C libraries as units: does Assay cope with code that it was not made for?

    bench/units.py [--assay PATH] [--time 10s] [--only WORD,...] [--keep FOLDER] [--save FILE]

The libraries come from crates that bundle them, which cargo downloads when this runs; units.toml
says which crates and which functions. Each function is covered by a run of its own. Then the
tests that were written are built and run by their own Makefile, without Assay: they must
compile and end as they say, and everything that is reported as covered must be confirmed.
A word of --only names a library, a file or a function.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent

HEADING = [
    "library", "function", "covered", "total", "confirmed", "tests", "failed tests", "findings",
    "needs contract", "divergences", "seconds", "CPU s", "explored s", "make check s",
]


@dataclass
class Subject:
    """A function, and where it comes from."""

    library: str
    source: Path
    flags: list
    function: str

    def matches(self, words):
        return not words or words & {self.library, self.source.name, self.function}


@dataclass
class Result:
    subject: Subject
    cells: list
    complaints: list = field(default_factory=list)


def crate_folders(libraries):
    """Has cargo download the crates; the folder of each, by name."""
    with tempfile.TemporaryDirectory(prefix="assay-crates-") as folder:
        folder = Path(folder)
        (folder / "lib.rs").touch()
        lines = ["[package]", 'name = "crates"', 'version = "0.0.0"', "[workspace]", "[lib]"]
        lines += ['path = "lib.rs"', "[dependencies]"]
        lines += [f'{entry["crate"]} = "={entry["version"]}"' for entry in libraries.values()]
        (folder / "Cargo.toml").write_text("\n".join(lines) + "\n")
        command = ["cargo", "metadata", "--format-version", "1"]
        done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE)
    packages = json.loads(done.stdout)["packages"]
    return {package["name"]: Path(package["manifest_path"]).parent for package in packages}


def subjects(words):
    libraries = tomllib.loads((HERE / "units.toml").read_text())
    folders = crate_folders(libraries)
    found = []
    for library, entry in libraries.items():
        folder = folders[entry["crate"]] / entry["folder"]
        for file, functions in entry["functions"].items():
            flags = entry.get("flags", [])
            found += [Subject(library, folder / file, flags, function) for function in functions]
    return [subject for subject in found if subject.matches(words)]


@dataclass
class Finished:
    """A process that has ended: what it printed and what it cost."""

    status: int
    output: str
    seconds: float
    cpu: float


def finished(command, folder):
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    seconds = time.monotonic() - start
    return Finished(process.returncode, text, seconds, usage.ru_utime + usage.ru_stime)


def cover(arguments, subject, out):
    command = [arguments.assay, "cover", subject.source.name, "--entry", subject.function]
    command += ["--time", arguments.time, "--jobs", "1", "--out", out, "--", *subject.flags]
    return finished(command, subject.source.parent)


def check(out):
    """The tests that did not end as they should, by what `make check` prints; and the seconds."""
    done = finished(["make", "-C", out / "tests", "TIMEOUT=2", "check"], out)
    (out / "check.log").write_text(done.output)
    failed = re.findall(r"^FAIL +(t\d+)", done.output, re.MULTILINE)
    if done.status != 0 and not failed:
        failed = ["all: they do not build"]
    return failed, done.seconds


def measure(arguments, subject):
    out = arguments.keep / f"{subject.library}-{subject.function}"
    shutil.rmtree(out, ignore_errors=True)
    done = cover(arguments, subject, out)
    if not (out / "report.json").exists():
        lines = done.output.strip().splitlines() or [f"exit status {done.status}"]
        cells = [subject.library, subject.function] + [""] * (len(HEADING) - 2)
        return Result(subject, cells, [lines[-1]])
    (out / "cover.log").write_text(done.output)
    unit = json.loads((out / "report.json").read_text())["units"][0]
    failed, check_seconds = check(out) if unit["tests"] else ([], 0.0)
    branch, effort = unit["criteria"]["branch"], unit["effort"]
    findings = unit["findings"]
    contracts = sum(1 for finding in findings if finding.get("needs_contract"))
    cells = [
        subject.library, subject.function, branch["covered"], branch["total"],
        branch["confirmed"], len(unit["tests"]), len(failed), len(findings) - contracts,
        contracts, effort["divergences"], f"{done.seconds:.1f}", f"{done.cpu:.1f}",
        f"{effort['explore_seconds']:.1f}", f"{check_seconds:.1f}",
    ]
    return Result(subject, cells, complaints(done, unit, failed))


def complaints(done, unit, failed):
    found = []
    if done.status != 0:
        found.append(f"exit status {done.status}")
    branch = unit["criteria"]["branch"]
    if branch["confirmed"] != branch["covered"]:
        found.append(f"{branch['covered']} covered, {branch['confirmed']} confirmed")
    if unit["effort"]["divergences"]:
        found.append(f"{unit['effort']['divergences']} divergences")
    diverged = [test["id"] for test in unit["tests"] if test.get("diverged")]
    if diverged:
        found.append(f"native runs went another way: {', '.join(diverged)}")
    if failed:
        found.append(f"`make check` fails: {', '.join(failed)}")
    return found


def totals(results):
    """The last row."""
    row = ["sum", f"{len(results)} functions"]
    for column in range(2, len(HEADING)):
        values = [result.cells[column] for result in results if result.cells[column] != ""]
        is_time = any(isinstance(value, str) for value in values)
        total = sum(float(value) if is_time else value for value in values)
        row.append(f"{total:.0f}" if is_time else total)
    return row


def text_of(results, arguments):
    libraries = len({result.subject.library for result in results})
    version = subprocess.run([arguments.assay, "--version"], capture_output=True, text=True)
    rows = [HEADING, ["---"] * 2 + ["--:"] * (len(HEADING) - 2)]
    rows += [result.cells for result in results] + [totals(results)]
    lines = ["# Functions of libraries as units", ""]
    lines += [
        f"{len(results)} functions of {libraries} libraries, {arguments.time} each, "
        f"{version.stdout.strip()}; {os.cpu_count()} cores, load average "
        f"{os.getloadavg()[0]:.1f} at the end. See `bench/units.py`.",
        "",
    ]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    wrong = [result for result in results if result.complaints]
    lines += ["", "## What went wrong", ""]
    lines += [
        f"- {result.subject.library} `{result.subject.function}`: {'; '.join(result.complaints)}"
        for result in wrong
    ] or ["Nothing."]
    return "\n".join(lines) + "\n"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = HERE.parent / "target" / "release" / "assay"
    parser.add_argument("--assay", type=Path, default=default, help="the binary to measure")
    parser.add_argument("--time", default="10s", help="for one function")
    parser.add_argument("--parallel", type=int, default=1, help="functions at the same time")
    parser.add_argument("--only", default="", help="libraries, files or functions")
    parser.add_argument("--keep", type=Path, help="a folder for the results of each function")
    parser.add_argument("--save", type=Path, help="write the table to this file too")
    return parser.parse_args()


def run(arguments):
    arguments.keep.mkdir(parents=True, exist_ok=True)
    chosen = subjects(set(filter(None, arguments.only.split(","))))
    results = []
    with ThreadPoolExecutor(arguments.parallel) as pool:
        for result in pool.map(lambda subject: measure(arguments, subject), chosen):
            results.append(result)
            shown = result.cells + ["!!", *result.complaints] * bool(result.complaints)
            print("  ".join(map(str, shown)), file=sys.stderr, flush=True)
    return text_of(results, arguments)


def main():
    arguments = parse()
    arguments.assay = arguments.assay.resolve()
    with tempfile.TemporaryDirectory(prefix="assay-units-") as scratch:
        arguments.keep = (arguments.keep or Path(scratch)).resolve()
        text = run(arguments)
    print(text, end="")
    if arguments.save:
        arguments.save.write_text(text)


if __name__ == "__main__":
    main()
