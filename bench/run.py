#!/usr/bin/env python3
"""How fast is Assay? Ratios measured in one run, on the programs in programs/.

    bench/run.py [--assay PATH] [--klee PATH] [--only NAME,...] [--save FILE]

Concrete programs take no input: what is measured is the interpreter. Their time is compared with
the native program at the program's own SCALE, and with KLEE at a SCALE small enough for KLEE.
Branchy programs take a few symbolic values: what is measured is how fast all their paths are
explored, by Assay and by KLEE.

All times are CPU time (user and system) of the process and its children, which other work on the
machine disturbs much less than it does the wall clock, and the smallest of several runs. The time
that each tool takes for an empty program of the same kind is subtracted: Assay compiles the
source and KLEE does not. KLEE needs bitcode of its own LLVM version: see --klee-clang.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CONCRETE = HERE / "programs" / "concrete"
BRANCHY = HERE / "programs" / "branchy"

# At these KLEE takes some seconds for each program.
KLEE_SCALES = {
    "crc32": 20,
    "digest": 1024,
    "loops": 200,
    "matrix": 80,
    "sieve": 500000,
    "sorts": 15000,
    "strings": 40000,
}

# CPU seconds after which a measurement is not repeated any more.
ENOUGH = 12.0

EMPTY_CONCRETE = '#include <stdio.h>\nint main(void) { printf("empty %d\\n", 0); return 0; }\n'
EMPTY_BRANCHY = """#include <stddef.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
int main(void) { int x; klee_make_symbolic(&x, sizeof x, "x"); return x > 0 ? 1 : 0; }
"""

CONCRETE_NOTE = """Same source, same SCALE, same output. The instructions are KLEE's count; Assay moves locals into
registers first and executes fewer. `--optimize` lets LLVM optimise the program for KLEE; Assay never
does, because the branches of the source are what it is to cover."""

BRANCHY_NOTE = """Both explore until no path is left; *cut* marks those that ran out of time. A path is not the same for
both: Assay decides at each outcome of a condition, because it is to cover them. KLEE does not split at
`?:`, makes some `||` a single condition before it starts, and takes the cases of a switch that have one
target together. Where the numbers of paths differ, look at the last column, the time for all of them."""


class Failure(Exception):
    """A tool did not do what it was asked to."""


class Finished:
    """A process that has ended: what it printed and what it cost."""

    def __init__(self, command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        self.status, self.output, self.errors = done.returncode, done.stdout, done.stderr

    def last_line(self):
        lines = self.output.strip().splitlines()
        return lines[-1] if lines else ""


def cheapest(times, measure):
    """The run of `measure` that took the least CPU time. Long runs are repeated less often."""
    best, spent = None, 0.0
    for _ in range(times):
        run = measure()
        spent += run.cpu
        if best is None or run.cpu < best.cpu:
            best = run
        if spent > ENOUGH:
            break
    return best


def checked(command):
    run = Finished([str(word) for word in command])
    if run.status != 0:
        raise Failure(f"{' '.join(map(str, command))}\n{run.errors.strip()}")
    return run


class Native:
    """The program compiled by clang without optimisation."""

    def __init__(self, clang, scratch):
        self.clang, self.scratch = clang, scratch

    def compile(self, source):
        program = self.scratch / f"native-{source.stem}"
        checked([self.clang, "-O0", source, "-o", program])
        return program

    def run(self, source, repeat):
        program = self.compile(source)
        return cheapest(repeat, lambda: checked([program]))


class Assay:
    def __init__(self, binary, scratch, time):
        self.binary, self.scratch, self.time = binary, scratch, time

    def version(self):
        return checked([self.binary, "--version"]).last_line()

    def run(self, source, repeat, scale=None):
        flags = [] if scale is None else ["--", f"-DSCALE={scale}"]
        return cheapest(repeat, lambda: checked([self.binary, "run", source, *flags]))

    def cover(self, source, repeat, search):
        out = self.scratch / "assay-out"

        def measure():
            shutil.rmtree(out, ignore_errors=True)
            run = checked(
                [self.binary, "cover", source, "--exhaust", "--jobs", "1", "--search", search]
                + ["--time", self.time, "--out", out]
            )
            unit = json.loads((out / "report.json").read_text())["units"][0]
            run.paths = unit["effort"]["paths"]
            reasons = {objective["reason"] or "" for objective in unit["objectives"]}
            run.is_complete = not any(why.startswith("not reached in the time") for why in reasons)
            return run

        return cheapest(repeat, measure)


class Klee:
    def __init__(self, binary, clang, scratch, time):
        self.binary, self.clang, self.scratch, self.time = binary, clang, scratch, time

    def version(self):
        lines = [line.strip() for line in checked([self.binary, "--version"]).output.splitlines()]
        llvm = next((line for line in lines if "LLVM version" in line), "LLVM of unknown version")
        return f"{lines[0].split(' (')[0]} with {llvm}"

    def compile(self, source, scale=None):
        bitcode = self.scratch / f"{source.stem}.bc"
        flags = [] if scale is None else [f"-DSCALE={scale}"]
        flags += ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c"]
        checked([self.clang, *flags, source, "-o", bitcode])
        return bitcode

    def run(self, bitcode, repeat, *options):
        out = self.scratch / "klee-out"

        def measure():
            shutil.rmtree(out, ignore_errors=True)
            limits = [f"--output-dir={out}", f"--max-time={self.time}"]
            run = checked([self.binary, *limits, *options, bitcode])
            run.instructions = self.count("total instructions", run)
            run.paths = self.count("completed paths", run)
            run.is_complete = "HaltTimer" not in run.errors
            return run

        return cheapest(repeat, measure)

    @staticmethod
    def count(what, run):
        found = re.search(rf"done: {what} = (\d+)", run.errors)
        if found is None:
            raise Failure(f"KLEE does not say how many {what} there were")
        return int(found.group(1))


class Table:
    def __init__(self, *heading):
        self.rows = [heading, ["---"] + ["--:"] * (len(heading) - 1)]

    def add(self, *cells):
        self.rows.append(cells)
        print("  ".join(str(cell) for cell in cells), file=sys.stderr, flush=True)

    def text(self):
        return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in self.rows)


def net(run, empty):
    """CPU time without what an empty program takes; at least the clock's resolution."""
    return max(run.cpu - empty.cpu, 0.001)


def wanted(folder, only):
    return [p for p in sorted(folder.glob("*.c")) if not only or p.stem in only]


def against_native(tools, sources):
    """Assay's interpreter and the processor."""
    table = Table("program", "native s", "assay s", "assay / native")
    empty = tools.empty(EMPTY_CONCRETE)
    idle = tools.native.run(empty, 15), tools.assay.run(empty, 15)
    ratios = []
    for source in sources:
        native = tools.native.run(source, 15)
        assay = tools.assay.run(source, 5)
        if assay.last_line() != native.last_line():
            raise Failure(f"{source.name}: assay prints {assay.last_line()!r}")
        times = net(native, idle[0]), net(assay, idle[1])
        ratios.append(times[1] / times[0])
        table.add(source.stem, f"{times[0]:.3f}", f"{times[1]:.2f}", f"{ratios[-1]:.1f}")
    table.add("geometric mean", "", "", f"{mean(ratios):.1f}")
    return table


def against_klee(tools, sources):
    """Assay's interpreter and KLEE's."""
    table = Table(
        "program", "SCALE", "KLEE instructions", "klee s", "klee M instr/s", "klee --optimize s",
        "assay s", "klee / assay", "klee --optimize / assay",
    )
    empty = tools.empty(EMPTY_CONCRETE)
    empty_bitcode = tools.klee.compile(empty)
    idle = (
        tools.klee.run(empty_bitcode, 3),
        tools.klee.run(empty_bitcode, 3, "--optimize"),
        tools.assay.run(empty, 15),
    )
    ratios = [], []
    for source in sources:
        scale = KLEE_SCALES[source.stem]
        bitcode = tools.klee.compile(source, scale)
        plain = tools.klee.run(bitcode, 1)
        optimised = tools.klee.run(bitcode, 1, "--optimize")
        assay = tools.assay.run(source, 15, scale)
        if not plain.last_line() == optimised.last_line() == assay.last_line():
            raise Failure(f"{source.name}: KLEE and assay print different results")
        times = net(plain, idle[0]), net(optimised, idle[1]), net(assay, idle[2])
        for kept, time in zip(ratios, times):
            kept.append(time / times[2])
        table.add(
            source.stem, scale, plain.instructions, f"{times[0]:.2f}",
            f"{plain.instructions / times[0] / 1e6:.2f}", f"{times[1]:.2f}", f"{times[2]:.3f}",
            f"{ratios[0][-1]:.0f}", f"{ratios[1][-1]:.0f}",
        )
    table.add("geometric mean", *[""] * 6, f"{mean(ratios[0]):.0f}", f"{mean(ratios[1]):.0f}")
    return table


def paths(tools, sources):
    """All paths of the branchy programs, and how many of them in a second."""
    heading = ["program", "assay paths", "assay dfs s", "paths/s", "assay auto s", "paths/s"]
    empty = tools.empty(EMPTY_BRANCHY)
    idle_assay = tools.assay.cover(empty, 15, "dfs")
    idle_klee = None
    if tools.klee:
        idle_klee = tools.klee.run(tools.klee.compile(empty), 3)
        heading += ["KLEE paths", "klee dfs, no tests s", "paths/s", "klee default s", "paths/s"]
        heading += ["paths/s, assay dfs / klee dfs", "seconds, klee dfs / assay dfs"]
    table = Table(*heading)
    for source in sources:
        runs = [tools.assay.cover(source, 15, search) for search in ("dfs", "auto")]
        cells = [source.stem, runs[0].paths]
        rates = []
        for run in runs:
            cells += rate_cells(run, idle_assay, rates)
        if tools.klee:
            bitcode = tools.klee.compile(source)
            klee = tools.klee.run(bitcode, 2, "--write-no-tests", "--search=dfs")
            cells.append(klee.paths)
            cells += rate_cells(klee, idle_klee, rates)
            cells += rate_cells(tools.klee.run(bitcode, 2), idle_klee, rates)
            cells.append(f"{rates[0] / rates[2]:.1f}")
            cells.append(f"{net(klee, idle_klee) / net(runs[0], idle_assay):.1f}")
        table.add(*cells)
    return table


def rate_cells(run, idle, rates):
    seconds = net(run, idle)
    rates.append(run.paths / seconds)
    return [f"{seconds:.3f}" + ("" if run.is_complete else " (cut)"), f"{rates[-1]:.0f}"]


def mean(ratios):
    """The geometric mean."""
    product = 1.0
    for ratio in ratios:
        product *= ratio
    return product ** (1 / len(ratios))


class Tools:
    def __init__(self, arguments, scratch):
        self.scratch = scratch
        self.native = Native(arguments.clang, scratch)
        self.assay = Assay(arguments.assay, scratch, arguments.time)
        self.klee = None
        if arguments.klee:
            self.klee = Klee(arguments.klee, arguments.klee_clang, scratch, arguments.time)

    def empty(self, text):
        source = self.scratch / "empty.c"
        source.write_text(text)
        return source


def measure(tools, only):
    concrete, branchy = wanted(CONCRETE, only), wanted(BRANCHY, only)
    sections = []
    if concrete:
        title = "Concrete programs, against the native program"
        sections.append((title, "", against_native(tools, concrete)))
    if concrete and tools.klee:
        title = "Concrete programs, against KLEE"
        sections.append((title, CONCRETE_NOTE, against_klee(tools, concrete)))
    if branchy:
        note = BRANCHY_NOTE if tools.klee else ""
        sections.append(("Branchy programs, all paths", note, paths(tools, branchy)))
    return sections


def report(tools, sections, load):
    clang = checked([tools.native.clang, "--version"]).output.splitlines()[0]
    versions = [tools.assay.version(), clang]
    if tools.klee:
        versions.append(tools.klee.version())
    lines = ["# Speed", "", "Compared: " + "; ".join(versions) + ".", ""]
    lines += [
        f"Machine: {os.cpu_count()} cores, load average {load[0]:.1f} at the start and "
        f"{os.getloadavg()[0]:.1f} at the end (1 is this measurement).",
        "",
        "CPU seconds (user and system), without those of an empty program; see `bench/run.py`.",
    ]
    for title, note, table in sections:
        lines += ["", f"## {title}", "", *([note, ""] if note else []), table.text()]
    return "\n".join(lines) + "\n"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = HERE.parent / "target" / "release" / "assay"
    parser.add_argument("--assay", default=default, help="the binary to measure")
    parser.add_argument("--klee", help="a KLEE to compare with")
    parser.add_argument("--klee-clang", default="clang-16", help="the clang of KLEE's LLVM version")
    parser.add_argument("--clang", default="clang-19", help="makes the native programs")
    parser.add_argument("--time", default="60s", help="for one exploration")
    parser.add_argument("--only", default="", help="programs, separated by commas")
    parser.add_argument("--save", type=Path, help="write the tables to this file too")
    return parser.parse_args()


def main():
    arguments = parse()
    load = os.getloadavg()
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as scratch:
        tools = Tools(arguments, Path(scratch))
        try:
            text = report(tools, measure(tools, set(filter(None, arguments.only.split(",")))), load)
        except (Failure, OSError) as failure:
            sys.exit(f"run.py: {failure}")
    print(text, end="")
    if arguments.save:
        arguments.save.write_text(text)


if __name__ == "__main__":
    main()
