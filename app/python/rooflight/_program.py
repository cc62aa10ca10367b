# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Finds the programs and runs them."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
from typing import Any, Dict, List, NoReturn, Optional, Sequence, Tuple

from ._foreign import harmless

_PROGRAMS = {"rooflight-cli": "ROOFLIGHT_CLI", "rooflight": "ROOFLIGHT_WINDOW"}
_OWN = pathlib.Path(__file__).parent / "programs" / "bin"  # those of a wheel


class ProgramMissing(RuntimeError):
    """A program of Rooflight is not on this machine."""


class ProgramError(RuntimeError):
    """A program of Rooflight failed. `status` is its exit status, as docs/reference/command_line.md lists them."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> Tuple[Any, ...]:  # as a process of multiprocessing sends it
        return type(self), (str(self), self.status)


def _package_folder(name: str) -> Optional[pathlib.Path]:
    """Where a package lies that this Python could import; it is not imported."""
    found = importlib.util.find_spec(name)
    places = found.submodule_search_locations if found else None
    return pathlib.Path(next(iter(places))) if places else None


def _own_program(name: str) -> Optional[str]:
    """The program in the wheel; none where the package is Python alone."""
    return shutil.which(name, path=str(_OWN))


def _environment() -> Dict[str, str]:
    """What the programs of a wheel find torch and Qt by: they look beside the package, this Python may have these elsewhere."""
    environment = dict(os.environ)
    if sys.executable:  # which the programs make the models of folders with, and compile with
        environment.setdefault("ROOFLIGHT_PYTHON", sys.executable)
    if not _own_program("rooflight-cli"):
        return environment
    torch = _package_folder("torch")
    if torch:
        environment.setdefault("ROOFLIGHT_LIBTORCH", str(torch))
    qt = _package_folder("PySide6")
    if qt and qt.parent != _OWN.parents[2]:
        libraries = [str(qt / "Qt" / "lib"), *filter(None, [environment.get("LD_LIBRARY_PATH")])]
        environment["LD_LIBRARY_PATH"] = os.pathsep.join(libraries)
    return environment


def find_program(name: str) -> str:
    """Path of `rooflight-cli` or `rooflight`: the one that a variable names, that of a wheel, or the one on PATH.

    >>> os.environ["ROOFLIGHT_CLI"] = "/no/such/program"
    >>> find_program("rooflight-cli")
    Traceback (most recent call last):
        ...
    rooflight._program.ProgramMissing: ROOFLIGHT_CLI names /no/such/program, which is not a program.
    >>> del os.environ["ROOFLIGHT_CLI"]
    """
    variable = _PROGRAMS[name]
    named = os.environ.get(variable)
    found = shutil.which(named) if named else _own_program(name) or shutil.which(name)
    if found:
        return found
    if named:
        raise ProgramMissing(f"{variable} names {named}, which is not a program.")
    raise ProgramMissing(
        f"{name} is not on PATH. Install Rooflight (its wheel, its package, or cmake --install of a build), "
        f"or name the program in {variable}."
    )


_DEBIAN_PACKAGES = {
    "libEGL.so.1": "libegl1", "libGL.so.1": "libgl1", "libGLX.so.0": "libglx0", "libOpenGL.so.0": "libopengl0",
    "libX11.so.6": "libx11-6", "libX11-xcb.so.1": "libx11-xcb1", "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1", "libfreetype.so.6": "libfreetype6", "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0", "libxkbcommon.so.0": "libxkbcommon0", "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb.so.1": "libxcb1", "libxcb-cursor.so.0": "libxcb-cursor0", "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0", "libxcb-keysyms.so.1": "libxcb-keysyms1", "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0", "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0", "libxcb-shm.so.0": "libxcb-shm0", "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1", "libxcb-xfixes.so.0": "libxcb-xfixes0", "libxcb-xkb.so.1": "libxcb-xkb1",
}


def missing_sentence(listed: str) -> Optional[str]:
    """What to install, by what ldd prints; none where nothing is missing.

    >>> missing_sentence("libEGL.so.1 => not found\\nlibc.so.6 => /lib/libc.so.6 (0x7f)\\nlibodd.so.2 => not found")
    'The window needs system libraries: libEGL.so.1, libodd.so.2. On Debian and Ubuntu: apt install libegl1'
    >>> missing_sentence("libc.so.6 => /lib/libc.so.6 (0x7f)")
    """
    missing = sorted({line.split()[0] for line in listed.splitlines() if line.rstrip().endswith("=> not found")})
    if not missing:
        return None
    packages = sorted({_DEBIAN_PACKAGES[name] for name in missing if name in _DEBIAN_PACKAGES})
    advice = f" On Debian and Ubuntu: apt install {' '.join(packages)}" if packages else ""
    return f"The window needs system libraries: {', '.join(missing)}.{advice}"


def _check_libraries(program: str, qt: pathlib.Path) -> None:
    """Raises ProgramMissing where the window, or what shows it on X11, lacks a library."""
    ldd = shutil.which("ldd")
    if not ldd:
        return
    files = [program, str(qt / "Qt" / "plugins" / "platforms" / "libqxcb.so")]
    listed = subprocess.run([ldd, *files[: 2 if os.environ.get("DISPLAY") else 1]], capture_output=True, text=True,
                            env=_environment(), check=False)
    sentence = missing_sentence(listed.stdout)
    if sentence:
        raise ProgramMissing(sentence)


def become(name: str, arguments: Sequence[str]) -> NoReturn:
    """Becomes the program. Raises ProgramMissing."""
    program = find_program(name)
    if program == _own_program("rooflight"):
        qt = _package_folder("PySide6")
        if not qt:
            raise ProgramMissing("The window needs the Qt of PySide6: pip install PySide6_Essentials PySide6_Addons")
        _check_libraries(program, qt)
    os.execve(program, [program, *arguments], _environment())


def command_line() -> NoReturn:
    """`rooflight-cli` on the PATH of a wheel's environment."""
    become("rooflight-cli", sys.argv[1:])


def window() -> NoReturn:
    """`rooflight` there."""
    try:
        become("rooflight", sys.argv[1:])
    except ProgramMissing as missing:
        sys.exit(f"rooflight: {missing}")


def option_arguments(options: Dict[str, Any]) -> List[str]:
    """Keyword arguments as options of the command line.

    >>> option_arguments({"effort": "quick", "batch_dim": [0, "x=1"], "trust": True, "runs": None, "unconfined": False})
    ['--effort', 'quick', '--batch-dim', '0', '--batch-dim', 'x=1', '--trust']
    """
    arguments: List[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(option)
            continue
        for one in value if isinstance(value, (list, tuple)) else [value]:
            arguments += [option, str(one)]
    return arguments


def run_program(name: str, arguments: Sequence[str], prints: bool = False) -> "subprocess.CompletedProcess[str]":
    """Runs to the end. Raises ProgramError, with what the program said, when it failed: of a program that `prints` its
    result when it printed nothing, as its status may be that of what was measured."""
    run = subprocess.run(
        [find_program(name), *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
        env=_environment(),
    )
    run.stderr = harmless(run.stderr)
    if run.returncode != 0 and not (prints and run.stdout):
        said = [line for line in run.stderr.splitlines() if line.startswith(name + ": ")] or run.stderr.splitlines()
        raise ProgramError(said[-1] if said else f"{name} ended with status {run.returncode}.", run.returncode)
    return run


def call_program(name: str, arguments: Sequence[str]) -> int:
    """Runs it in this terminal, and gives its status."""
    return subprocess.call([find_program(name), *arguments], env=_environment())


def start_program(name: str, arguments: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Starts it by itself, and does not wait for it."""
    return subprocess.Popen([find_program(name), *arguments], start_new_session=True, env=_environment())
