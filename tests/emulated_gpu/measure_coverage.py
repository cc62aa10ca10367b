#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Which lines of the code for GPUs the tests of the emulated GPU run: measure_coverage.py BUILD_DIR OUT [TEST...].

Takes a finished build with CMAKE_UNITY_BUILD=ON, compiles what is to be measured once more with clang's counters into
OUT, links it with the rest, and runs the tests, or those that are named, for example test_memory.py. Counters are shared
with the file that keeps them from the start on, so that they are right for confined processes and those that end without
their destructors. A quarter of an hour on two cores.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

COMPILER = "clang++-14"
PROFDATA, COV = "llvm-profdata-14", "llvm-cov-14"
COUNTED = ["-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm", "-runtime-counter-relocation", "-w"]
MEASURED = ("core/timing/cuda", "core/roofs/cuda/module", "core/service/sandbox/gpu_files.cpp",
            "core/service/sandbox/confinement.cpp")
WORKER = "bin/rooflight-worker"
PROGRAM = "tests/emulated_gpu/program"
# What each linked file takes anew: the end of its objects' names.
OBJECTS = {
    WORKER: ("rooflight_timing.dir/Unity/unity_sources_joined_cxx.cxx",
             "rooflight_service.dir/Unity/unity_sources_sandbox_cxx.cxx"),
    f"{PROGRAM}/rooflight_cuda_graph.so": ("core/timing/cuda/module.cpp",),
    f"{PROGRAM}/rooflight_cuda.so": tuple(f"core/roofs/cuda/module/{name}.cpp" for name in
                                          ("cuda_error", "cuda_gpu", "matrix_products", "module")),
}
TESTS = [f"test_{name}.py" for name in ("attribution", "commands", "devices", "faults", "memory", "roofs", "times")]


def call(line, **options):
    done = subprocess.run(line, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"error: {shlex.join(map(str, line))[:300]}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def compiled(entry, out):
    """The object with counters of one entry of compile_commands.json."""
    words = shlex.split(entry["command"])
    first = next(i for i, word in enumerate(words) if Path(word).name in ("c++", "g++"))
    words = [COMPILER, *words[first + 1:]]
    kept, skip = [], False
    for word, after in zip(words, [*words[1:], ""]):
        if skip:
            skip = False
        elif (word == "-include" and "cmake_pch" in after) or word in ("-o", "-MT", "-MF"):
            skip = True
        elif word not in ("-fpch-preprocess", "-Winvalid-pch", "-MD", "-Werror"):
            kept.append(word)
    made = out / (re.sub(r"\W", "_", entry["file"])[-100:] + ".o")
    header = re.search(r"-include (\S*cmake_pch\.hxx)", entry["command"])
    if header:  # the precompiled one is another compiler's
        text = out / "headers.hxx"
        text.write_text(Path(header[1]).read_text())
        kept += ["-include", str(text)]
    call([*kept, *COUNTED, "-o", str(made)], cwd=entry["directory"])
    return made


def link(build, target, objects, out):
    """The target with these objects before those of its own, which are then not taken from their libraries."""
    command = next(line for line in call(["ninja", "-C", build, "-t", "commands", target]).splitlines()
                   if re.search(rf"-o {re.escape(target)}( |$)", line))
    words = shlex.split(command.removeprefix(": && ").removesuffix(" && :"))
    made = out / "program" / ("rooflight-cli" if target == WORKER else Path(target).name)
    sources = [name for name in OBJECTS[target]]
    words = [word for word in words if not any(word.endswith(f"{name}.o") for name in sources)]
    words[words.index("-o") + 1] = str(made)
    words[0] = COMPILER
    words.insert(words.index("-o"), "-fprofile-instr-generate")
    words[1:1] = map(str, objects)
    call(words, cwd=build)
    return made


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, out = (Path(folder).resolve() for folder in sys.argv[1:3])
    tests = sys.argv[3:] or TESTS
    (out / "program").mkdir(parents=True, exist_ok=True)
    profiles = out / "profiles"
    profiles.mkdir(exist_ok=True)
    for old in profiles.iterdir():
        old.unlink()
    commands = json.loads((build / "compile_commands.json").read_text())
    made = []
    for target, names in OBJECTS.items():
        module = "emulated_gpu" if target.endswith(".so") else ""
        entries = [entry for entry in commands if entry["file"].endswith(names) and module in entry["command"]]
        made.append(link(build, target, [compiled(entry, out) for entry in entries], out))
    folder = build / "tests" / "emulated_gpu"
    environment = os.environ | {
        "CUDA_EMULATED_PROGRAM": str(made[0]),
        "CUDA_EMULATED_LIBRARIES": str(folder / "libraries"),
        "CUDA_EMULATED_MODELS": str(folder / "models"),
        "LLVM_PROFILE_FILE": str(profiles / "%c%m.profraw"),
    }
    for test in tests:
        done = subprocess.run([sys.executable, "-B", Path(__file__).resolve().parent / test], env=environment,
                              capture_output=True, text=True, check=False)
        print(f"{test}: {done.stderr.strip().splitlines()[-1]}", flush=True)
    merged = out / "all.profdata"
    call([PROFDATA, "merge", "-o", merged, *profiles.glob("*.profraw")])
    source = next(line.split("=")[1] for line in (build / "CMakeCache.txt").read_text().splitlines()
                  if line.startswith("CMAKE_HOME_DIRECTORY"))
    files = [str(Path(source) / name) for name in MEASURED]
    objects = [word for one in made[1:] for word in ("-object", str(one))]
    print(call([COV, "report", made[0], *objects, f"-instr-profile={merged}", *files]))
    (out / "lines.txt").write_text(call([COV, "show", made[0], *objects, f"-instr-profile={merged}", *files]))


if __name__ == "__main__":
    main()
