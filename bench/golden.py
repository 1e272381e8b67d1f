#!/usr/bin/env python3
"""Do two builds of Assay give the same results? For changes that are to alter nothing.

    bench/golden.py OLD NEW [--only WORD,...] [--iterations 200] [--libraries] [--keep FOLDER]

OLD and NEW are `assay` binaries. Both cover all of tests/programs, each with the options, flags and
entry at its head, and with --libraries the functions of units.toml too, with `--jobs 1 --seed 0`
and a number of iterations instead of a time: once with proofs and once without. What has to be the
same, byte for byte: the exit status, report.json but for times and for what depends on them, the
tests, and the proofs. What differs is listed with the first line that does; then the exit status
is 1.

A result that differs is asked for again from OLD. If that differs from itself, it is not
repeatable, and told apart. --keep saves the results by the digest of the binary, so that the same
OLD need not run again. A word of --only is a part of a name.
"""

import argparse
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "programs"

# Of report.json: when and where it ran, how long that took, and what is looked at by the clock.
VARYING = {"command", "folder", "started", "seconds", "load_seconds", "solver_seconds",
           "explore_seconds", "progress"}
# Never the end of a run: iterations are.
TIME = "3600s"
MODES = {"proofs": [], "no proofs": ["--no-prove"]}


@dataclass
class Subject:
    name: str
    folder: Path
    arguments: list
    flags: list


def directives(text):
    """The lines `//! key: value` at the head of a program file."""
    for line in text.splitlines():
        if line.startswith("//! ") and ":" in line:
            key, value = line[4:].split(":", 1)
            yield key.strip(), value.strip()


def without_budget(options):
    """Without what this script says itself; each of them has a value."""
    kept = []
    words = iter(options)
    for word in words:
        if word in ("--time", "--iterations", "--jobs", "--seed"):
            next(words)
        elif word != "--no-prove":
            kept.append(word)
    return kept


def program(path):
    arguments, flags = [path.name], []
    for key, value in directives(path.read_text()):
        if key == "entry":
            arguments += ["--entry", value]
        elif key == "options":
            arguments += without_budget(shlex.split(value))
        elif key == "flags":
            flags += shlex.split(value)
        elif key in ("finding", "findings"):
            arguments += [] if "--check-overflow" in arguments else ["--check-overflow"]
    return Subject(path.stem, path.parent, arguments, flags)


def subjects(arguments):
    found = [program(path) for path in sorted(PROGRAMS.glob("*.c"))]
    if arguments.libraries:
        from units import subjects as functions
        for unit in functions(set()):
            options = [unit.source.name, "--entry", unit.function]
            name = f"{unit.library}-{unit.function}"
            found.append(Subject(name, unit.source.parent, options, unit.flags))
    words = arguments.only.split(",") if arguments.only else [""]
    return [subject for subject in found if any(word in subject.name for word in words)]


def without_varying(value):
    if isinstance(value, dict):
        kept = ((key, of) for key, of in value.items() if key not in VARYING)
        return {key: without_varying(of) for key, of in kept}
    return [without_varying(of) for of in value] if isinstance(value, list) else value


def files_of(out):
    """What has to be the same of a folder of results, by relative path."""
    files = {}
    report = out / "report.json"
    if report.exists():
        kept = without_varying(json.loads(report.read_text()))
        files["report.json"] = json.dumps(kept, indent=1).encode()
    for folder in ("tests", "proofs"):
        for path in sorted((out / folder).rglob("*")):
            if path.is_file():
                files[str(path.relative_to(out))] = path.read_bytes()
    return files


def run(assay, subject, mode, iterations):
    """The files of one run, and its exit status as one of them."""
    with tempfile.TemporaryDirectory(prefix="assay-golden-") as folder:
        # One name for all builds: some texts tell the folder.
        out = Path(folder) / "out"
        command = [assay, "cover", *subject.arguments, "--jobs", "1", "--seed", "0"]
        command += ["--iterations", str(iterations), "--time", TIME, "--quiet"]
        command += [*MODES[mode], "--out", out, "--", *subject.flags]
        done = subprocess.run(command, cwd=subject.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        files = {path: content.replace(os.fsencode(folder), b"OUT")
                 for path, content in files_of(out).items()}
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{subject.name}: exit status {done.returncode}\n{done.stderr.decode()}")
    files["exit status"] = str(done.returncode).encode()
    if done.returncode == 3:
        files["message"] = done.stderr.replace(os.fsencode(folder), b"OUT")
    return files


def store(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def load(folder):
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def results(assay, subject, mode, arguments):
    """The files of a run, from an earlier one if they were kept."""
    if not arguments.keep:
        return run(assay, subject, mode, arguments.iterations)
    digest = hashlib.sha256(Path(assay).read_bytes()).hexdigest()[:16]
    folder = arguments.keep / digest / str(arguments.iterations) / mode / subject.name
    if not folder.exists():
        store(folder, run(assay, subject, mode, arguments.iterations))
    return load(folder)


def difference(old, new):
    """The first file and line that differ; None if nothing does."""
    for path in sorted(old.keys() | new.keys()):
        if path not in old or path not in new:
            return f"{path}: only {'new' if path in new else 'old'}"
        if old[path] == new[path]:
            continue
        pairs = zip(old[path].splitlines(), new[path].splitlines())
        for number, (before, after) in enumerate(pairs, 1):
            if before != after:
                shown = (line.decode(errors="replace").strip()[:100] for line in (before, after))
                return f"{path}:{number}: {' -> '.join(shown)}"
        return f"{path}: one is longer"
    return None


def compare(arguments, subject, mode):
    """What to say of one subject; None if nothing differs."""
    old = results(arguments.old, subject, mode, arguments)
    found = difference(old, results(arguments.new, subject, mode, arguments))
    if found is None:
        return None
    again = difference(old, run(arguments.old, subject, mode, arguments.iterations))
    if again is not None:
        return False, f"not repeatable  {subject.name} ({mode}): {again}"
    return True, f"differs         {subject.name} ({mode}): {found}"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--libraries", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--parallel", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    arguments.old, arguments.new = arguments.old.resolve(), arguments.new.resolve()
    return arguments


def main():
    arguments = parse()
    work = [(subject, mode) for subject in subjects(arguments) for mode in MODES]
    differ = unrepeatable = 0
    with ThreadPoolExecutor(arguments.parallel) as pool:
        for said in pool.map(lambda of: compare(arguments, *of), work):
            if said is not None:
                is_different, line = said
                differ += is_different
                unrepeatable += not is_different
                print(line, flush=True)
    same = len(work) - differ - unrepeatable
    print(f"{same} results are the same, {differ} differ, {unrepeatable} are not repeatable")
    sys.exit(1 if differ or not work else 0)


if __name__ == "__main__":
    main()
