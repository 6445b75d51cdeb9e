"""What the two kinds of mutants have in common: a copy of the repository, its test programs, and whether one fails."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VARIABLE = "ERRTAX_MUTANT"
TIME_LIMIT = 300

BUILD = "errtax-build"
COMMAND = "cargo-errtax"
UNIT = (BUILD, "errtax_build")


def copy(to):
    """The files of the repository as they are now, committed or not."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        source, target = ROOT / name, to / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def environment(mutant=None):
    # Cases of random tests are the same in each run, or a mutant could die by chance.
    known = {"CARGO_TERM_COLOR": "never", "CARGO_INCREMENTAL": "0", "CARGO_PROFILE_DEV_DEBUG": "0", "PROPTEST_RNG_SEED": "1"}
    environment = {**os.environ, **known}
    environment.pop(VARIABLE, None)
    if mutant is not None:
        environment[VARIABLE] = str(mutant)
    return environment


def build(folder, targets):
    """The test programs, by package and target; and the command line, as its target `None`."""
    command = ["cargo", "test", "--no-run", "--locked", "--message-format=json-render-diagnostics", "--features", f"{BUILD}/merge,{BUILD}/tools"]
    for package in sorted({package for package, _ in targets}):
        command += ["-p", package]
    command += ["--lib", "--bins"]
    for target in sorted({target for package, target in targets if (package, target) != UNIT}):
        command += ["--test", target]
    built = subprocess.run(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True)
    if built.returncode != 0:
        sys.exit("error: the mutated copy does not build")
    programs = {}
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") == "compiler-artifact" and message.get("executable"):
            package = Path(message["manifest_path"]).parent.name
            test = message["profile"]["test"]
            programs[(package, message["target"]["name"] if test else None)] = message["executable"]
    return programs


def fails(folder, program, arguments, mutant):
    """The tests that fail in this folder, and how long it took."""
    started = time.monotonic()
    try:
        run = subprocess.run(
            [program, "--color", "never", *arguments],
            cwd=folder,
            env=environment(mutant),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIME_LIMIT,
        )
    except subprocess.TimeoutExpired:
        return ["(no end)"], TIME_LIMIT
    took = time.monotonic() - started
    if run.returncode == 0:
        return [], took
    output = run.stdout.decode(errors="replace")
    return sorted(set(re.findall(r"^test (\S+) .*FAILED$", output, re.M))) or ["(ended without a verdict)"], took
