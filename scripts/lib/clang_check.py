# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0
"""clang_check.py headers|tidy BUILD_FOLDER JOBS FILE...: compiles headers alone, or runs clang-tidy over sources.

Both take the compiler's options from compile_commands.json; a header takes those of a source of its folder, or of the
nearest folder above. A file that is in no build, as those for other processors and for CUDA, is left out.
A source that clang-tidy found clean is not looked at again until it, a header of ours that it includes, its options or
the checks change: the cache folder holds an empty file per clean state.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Included by one source at its own place, or for a compiler that is not there.
MOC = ("/usr/lib/qt6/libexec/moc", "moc6", "moc")
NOT_ALONE = ("core/timing/cuda/", "core/roofs/cuda/module/")


def commands(build):
    """Path from the root -> the command that compiles it, as a list without output and input."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if not path.is_relative_to(ROOT) or path.is_relative_to(build):
            continue
        words = shlex.split(entry["command"])
        words = words[: words.index("-o")] + words[words.index("-o") + 2 :]
        found.setdefault(str(path.relative_to(ROOT)), (words[: words.index("-c")], entry["directory"]))
    return found


def command_for_header(header, known):
    """The options of a source in the header's folder, or in the nearest folder above that has one."""
    for folder in pathlib.PurePath(header).parents:
        # LibTorch's folders hold sources with and without its headers: the longest line has them all.
        near = [known[path] for path in known if pathlib.PurePath(path).is_relative_to(folder)]
        if near:
            return max(near, key=lambda command: len(command[0]))
    return None


def check_header(header, known):
    command = command_for_header(header, known)
    if command is None:
        return ""
    words, folder = command
    words = words + ["-fsyntax-only", "-Wno-pragma-once-outside-header", "-x", "c++", str(ROOT / header)]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def make_moc(source, build):
    """What moc makes of a test that includes it: the folder of the file, or None."""
    if f'#include "{pathlib.PurePath(source).stem}.moc"' not in (ROOT / source).read_text():
        return None
    folder = build / "moc" / pathlib.PurePath(source).parent
    folder.mkdir(parents=True, exist_ok=True)
    moc = next((path for path in MOC if shutil.which(path)), "moc")
    target = folder / f"{pathlib.PurePath(source).stem}.moc"
    subprocess.run([moc, "-I", str(ROOT), str(ROOT / source), "-o", str(target)], check=True)
    return folder


@functools.lru_cache(maxsize=None)
def content(path):
    return path.read_bytes()


@functools.lru_cache(maxsize=None)
def tidy_version():
    return subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout


def included_files(source, command):
    """The source and the headers of this repository that it includes, generated ones left out; None if unknown."""
    words, folder = command
    # -MG: what moc and configuring make may not be there.
    words = ["clang++", *words[1:], "-MM", "-MG", "-w", str(ROOT / source)]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if run.returncode:
        return None
    paths = {pathlib.Path(folder, path).resolve() for path in run.stdout.replace("\\\n", " ").split()[1:]}
    return sorted(path for path in paths if path.is_relative_to(ROOT) and path.is_file())


def mark_of_clean_state(source, build, command):
    """The file that says that clang-tidy found this state of a source clean, or None where the state is unknown."""
    included = included_files(source, command)
    if included is None:
        return None
    configurations = [ROOT / folder / ".clang-tidy" for folder in pathlib.PurePath(source).parents]
    state = hashlib.sha256(tidy_version())
    state.update(" ".join(command[0]).replace(str(build), "BUILD").replace(str(ROOT), "ROOT").encode())
    for path in included + configurations:
        if path.is_file() and not path.is_relative_to(build):
            state.update(str(path.relative_to(ROOT)).encode() + b"\0" + content(path) + b"\0")
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    return cache / "ridgepoint" / "tidy" / state.hexdigest()


def check_source(source, build, command):
    mark = mark_of_clean_state(source, build, command)
    if mark and mark.exists():
        return ""
    problem = run_tidy(source, build)
    if mark and not problem:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return problem


def run_tidy(source, build):
    folder = make_moc(source, build)
    words = ["clang-tidy", "-p", str(build), "--quiet", "--warnings-as-errors=*", str(ROOT / source)]
    # Generated code is a system header: its defects are not ours.
    words += [f"--extra-arg=-isystem{folder}"] if folder else []
    run = subprocess.run(words, capture_output=True, text=True)
    return run.stdout + ("" if run.stdout else run.stderr) if run.returncode else ""


def main():
    kind, build, jobs, files = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]), sys.argv[4:]
    known = commands(build)
    if kind == "headers":
        files = [path for path in files if not path.startswith(NOT_ALONE)]
        check = lambda path: check_header(path, known)
    else:
        files = [path for path in files if path in known]
        check = lambda path: check_source(path, build, known[path])
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for path, problem in zip(files, pool.map(check, files)):
            if problem:
                failed += 1
                print(f"{path}:\n{problem.rstrip()}", flush=True)
    print(f"{len(files)} files, {failed} with problems")
    return 1 if failed else 0


sys.exit(main())
