# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Compiles a file of torch.export with AOTInductor, for `rooflight-cli remedies --compile`.

The programs carry this file and _confined.py with them and run both with the user's Python, in a process of its own without a
network. The model is read when the process is confined. It leaves two files for each way, `compiled` and `compiled_frozen`: NAME.pt2
where it worked, and NAME.txt with a word and, behind a line feed, what belongs to it: `done` and the seconds, or why not.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import Any, Dict, List, Optional

from ._confined import confine_compiler

WAYS: Dict[str, Dict[str, Any]] = {"compiled": {}, "compiled_frozen": {"freezing": True}}
_MOST_WORDS = 500


class NotCompiled(Exception):
    """The word for why, and what belongs to it."""

    def __init__(self, word: str, words: str = "") -> None:
        super().__init__(word, words)
        self.word = word
        self.words = words


def _say(folder: str, way: str, word: str, words: str = "") -> None:
    """Written whole, then named: whoever reads it while this process ends finds all of it or nothing."""
    path = os.path.join(folder, way + ".txt")
    with open(path + ".part", "w", encoding="utf-8", errors="replace") as file:
        file.write(f"{word}\n{words[:_MOST_WORDS]}")
    os.replace(path + ".part", path)


def first_words(reason: BaseException) -> str:
    """The first line that says something.

    >>> first_words(ValueError("\\n  it is odd  \\nat line 3"))
    'ValueError: it is odd'
    >>> first_words(KeyError())
    'KeyError'
    """
    lines = [line.strip() for line in str(reason).splitlines() if line.strip()]
    name = type(reason).__name__
    return f"{name}: {lines[0]}" if lines else name


def is_same_version(one: str, other: str) -> bool:
    """But for how it was built.

    >>> is_same_version("2.11.0+cu128", "2.11.0"), is_same_version("2.11.0", "2.11.1")
    (True, False)
    """
    return one.split("+")[0] == other.split("+")[0]


def _torch(version: str) -> Any:
    try:
        import torch
        import torch._inductor
    except ImportError as missing:
        raise NotCompiled("no_torch", first_words(missing)) from None
    if not is_same_version(torch.__version__, version):
        raise NotCompiled("other_torch", torch.__version__)
    return torch


def _compiler() -> str:
    """The path of the compiler that Inductor takes."""
    from torch._inductor import cpp_builder

    try:
        found = shutil.which(cpp_builder.get_cpp_compiler())
    except Exception:  # noqa: BLE001: each version of torch raises something else
        found = None
    if not found:
        raise NotCompiled("no_compiler")
    return found


def _folders_of(program: str) -> List[str]:
    """Where the program lies, and where a link leads to. A compiler beside an environment's `bin` has parts beside that folder."""
    folders = []
    for path in (program, os.path.realpath(program)):
        folder = os.path.dirname(path)
        folders.append(os.path.dirname(folder) if os.path.basename(folder) == "bin" and len(folder) > len("/bin") else folder)
    return folders


def _program_in(torch: Any, model: str) -> Any:
    import zipfile

    try:
        with zipfile.ZipFile(model) as archive:
            names = archive.namelist()
    except OSError as reason:
        raise NotCompiled("failed", first_words(reason)) from None
    except zipfile.BadZipFile:
        names = []
    if not any(name.split("/", 1)[-1].startswith("models/") or name.endswith("serialized_exported_program.json") for name in names):
        raise NotCompiled("no_export")
    try:
        return torch.export.load(model)
    except Exception as reason:  # noqa: BLE001: the reader raises what the file makes it
        raise NotCompiled("failed", first_words(reason)) from None


def expected_seconds(operators: int) -> int:
    """Of both ways together, on a machine of today: for people, before it begins.

    >>> expected_seconds(70) < expected_seconds(700)
    True
    """
    return round(len(WAYS) * (15 + 0.15 * operators))


def _compile(torch: Any, program: Any, path: str, settings: Dict[str, Any]) -> float:
    """Seconds that it took."""
    begin = time.monotonic()
    with torch.no_grad():
        made = torch._inductor.aoti_compile_and_package(program, package_path=path, inductor_configs=settings)
    if os.path.realpath(str(made)) != os.path.realpath(path):
        os.replace(str(made), path)
    return time.monotonic() - begin


def _start(version: str, threads: int, model: str, folder: str, unconfined: bool) -> Any:
    """What Inductor needs is imported, and the process confined. Nothing of the model was read by then."""
    torch = _torch(version)
    programs = _folders_of(_compiler())
    torch.set_num_threads(threads)
    if not confine_compiler(model, folder, programs) and not unconfined:
        raise NotCompiled("not_confined")
    return torch


def compile_file(model: str, folder: str, version: str, threads: int, ways: List[str], unconfined: bool) -> None:
    """Prints the seconds that it expects to take, and leaves the files."""
    try:
        torch = _start(version, threads, model, folder, unconfined)
        program = _program_in(torch, model)
    except NotCompiled as reason:
        for way in ways:
            _say(folder, way, reason.word, reason.words)
        return
    print(expected_seconds(sum(node.op == "call_function" for node in program.graph.nodes)), flush=True)
    for way in ways:
        path = os.path.join(folder, way + ".pt2")
        try:
            _say(folder, way, "done", f"{_compile(torch, program, path, WAYS[way]):.3f}")
        except Exception as reason:  # noqa: BLE001: the compiler raises what it likes
            _say(folder, way, "failed", first_words(reason))


def main(arguments: Optional[List[str]] = None) -> None:
    """MODEL FOLDER VERSION THREADS confined|unconfined WAY..."""
    model, folder, version, threads, confined, *ways = sys.argv[1:] if arguments is None else arguments
    compile_file(model, folder, version, int(threads), ways, confined == "unconfined")
