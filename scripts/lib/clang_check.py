# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""clang_check.py headers|tidy BUILD_FOLDER JOBS FILE...: compiles headers alone, or runs clang-tidy over sources.

Both take the compiler's options from compile_commands.json; a header takes those of a source of its folder, or of the
nearest folder above. A file that is in no build, as those for other processors and for CUDA, is left out.
clang-tidy looks at several sources of a folder as one, as CMAKE_UNITY_BUILD compiles them: reading the headers of LibTorch
and Qt takes most of its time. Where such a group has a problem, each of its sources is looked at alone.
A source that was found clean is not looked at again until it, a header of ours that it includes, its options or the
checks change: the cache folder holds an empty file per clean state.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Included by one source at its own place, or for a compiler that is not there.
MOC = ("/usr/lib/qt6/libexec/moc", "moc6", "moc")
NOT_ALONE = ("core/timing/cuda/", "core/roofs/cuda/module/")
GROUP = 10  # sources that clang-tidy reads as one
TIDY_OPTIONS = ("--quiet", "--warnings-as-errors=*")


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
    subprocess.run([moc, "-DQT_NO_KEYWORDS", "-I", str(ROOT), str(ROOT / source), "-o", str(target)], check=True)
    return folder


@functools.lru_cache(maxsize=None)
def content(path):
    return path.read_bytes()


@functools.lru_cache(maxsize=None)
def tidy_version():
    return subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout


@functools.lru_cache(maxsize=None)
def direct_includes(path):
    """What a file of this repository includes of it, under any condition."""
    names = re.findall(rb'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', content(path), re.MULTILINE)
    places = (folder / name.decode() for name in names for folder in (ROOT, path.parent))
    return [place.resolve() for place in places if place.is_file()]


def included_files(source):
    """The source and the headers of this repository that it includes, directly and by others; generated ones left out."""
    found, left = set(), [ROOT / source]
    while left:
        path = left.pop()
        if path not in found and path.is_relative_to(ROOT):
            found.add(path)
            left += direct_includes(path)
    return sorted(found)


def mark_of_clean_state(source, build, command):
    """The file that says that clang-tidy found this state of a source clean."""
    configurations = [ROOT / folder / ".clang-tidy" for folder in pathlib.PurePath(source).parents]
    state = hashlib.sha256(tidy_version())
    state.update(" ".join(command[0]).replace(str(build), "BUILD").replace(str(ROOT), "ROOT").encode())
    for path in included_files(source) + configurations:
        if path.is_file() and not path.is_relative_to(build):
            state.update(str(path.relative_to(ROOT)).encode() + b"\0" + content(path) + b"\0")
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    return cache / "rooflight" / "tidy" / state.hexdigest()


def groups_of(sources, known):
    """Sources of one folder with the same options, in groups."""
    alike = {}
    for source in sources:
        words, folder = known[source]
        alike.setdefault((str(pathlib.PurePath(source).parent), tuple(words), folder), []).append(source)
    return [found[i : i + GROUP] for found in alike.values() for i in range(0, len(found), GROUP)]


def check_group(number, sources, build, known):
    """Source -> what clang-tidy finds in it."""
    marks = {source: mark_of_clean_state(source, build, known[source]) for source in sources}
    problems = run_tidy_together(number, sources, build, known[sources[0]]) if len(sources) > 1 else None
    if problems is None:
        problems = {source: run_tidy(source, build) for source in sources}
    for source, problem in problems.items():
        if not problem:
            marks[source].parent.mkdir(parents=True, exist_ok=True)
            marks[source].touch()
    return problems


def run_tidy_together(number, sources, build, command):
    """Source -> what clang-tidy finds in it, or None where they do not compile as one or a header has a problem."""
    words, folder = command
    name = f"tidy_{number}.cpp"
    text = folder_with_checks(pathlib.PurePath(sources[0]).parent, build / "tidy") / name
    # Joined, not included: the analyzer skips functions that the main file only includes.
    text.write_bytes(b"\n".join(content(ROOT / source) for source in sources))
    # It seems to lie in their folder, from where it includes.
    place = (ROOT / sources[0]).parent / name
    overlay = text.with_suffix(".yaml")
    file = {"name": str(place), "type": "file", "external-contents": str(text)}
    overlay.write_text(json.dumps({"version": 0, "roots": [file]}))
    folders = filter(None, (make_moc(source, build) for source in sources))
    generated = [f"-isystem{path}" for path in dict.fromkeys(folders)]
    found = problems_of(["clang-tidy", *TIDY_OPTIONS, f"--vfsoverlay={overlay}", str(place), "--", *words[1:], *generated],
                        folder)
    return split_by_source(found, str(text), sources) if found else dict.fromkeys(sources, "")


def folder_with_checks(folder, mirror):
    """A folder of the same name below another, for whose files the same checks count."""
    for place in (folder, *folder.parents[:-1]):
        (mirror / place).mkdir(parents=True, exist_ok=True)
        if (ROOT / place / ".clang-tidy").exists():
            shutil.copyfile(ROOT / place / ".clang-tidy", mirror / place / ".clang-tidy")
    return mirror / folder


def split_by_source(found, joined, sources):
    """What was found in joined sources, with the file and line of each; None where a part of it is of none of them."""
    problems = dict.fromkeys(sources, "")
    for problem in re.split(r"^(?=\S+:\d+:\d+: (?:error|warning): )", found, flags=re.MULTILINE):
        begin = re.match(re.escape(joined) + r":(\d+):", problem)
        if not begin or "[clang-diagnostic-error" in problem:
            return None
        source, offset = source_of(int(begin[1]), sources)
        problems[source] += re.sub(re.escape(joined) + r":(\d+):",
                                   lambda line: f"{ROOT / source}:{int(line[1]) - offset}:", problem)
    return problems


def source_of(line, sources):
    """The source of a line of joined ones, and the number of lines before it."""
    offset = 0
    for source in sources:
        lines = content(ROOT / source).count(b"\n") + 1
        if line <= offset + lines:
            break
        offset += lines
    return source, offset


def run_tidy(source, build):
    folder = make_moc(source, build)
    # Generated code is a system header: its defects are not ours.
    generated = [f"--extra-arg=-isystem{folder}"] if folder else []
    return problems_of(["clang-tidy", "-p", str(build), *TIDY_OPTIONS, str(ROOT / source), *generated])


def problems_of(words, folder=None):
    run = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    return run.stdout + ("" if run.stdout else run.stderr) if run.returncode else ""


def check_sources(sources, build, known, jobs):
    """Source -> what is wrong with it, in the order in which it is found."""
    stale = [source for source in sources if not mark_of_clean_state(source, build, known[source]).exists()]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(check_group, number, group, build, known)
                   for number, group in enumerate(groups_of(stale, known))]
        for group in concurrent.futures.as_completed(running):
            yield from group.result().items()


def check_headers(headers, known, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from zip(headers, pool.map(lambda header: check_header(header, known), headers))


def main():
    kind, build, jobs, files = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]), sys.argv[4:]
    known = commands(build)
    if kind == "headers":
        files = [path for path in files if not path.startswith(NOT_ALONE)]
        results = check_headers(files, known, jobs)
    else:
        files = [path for path in files if path in known]
        results = check_sources(files, build, known, jobs)
    failed = 0
    for path, problem in results:
        if problem:
            failed += 1
            print(f"{path}:\n{problem.rstrip()}", flush=True)
    print(f"{len(files)} files, {failed} with problems")
    return 1 if failed else 0


sys.exit(main())
