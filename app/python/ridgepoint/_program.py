# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Finds the programs and runs them."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Any, Dict, List, Sequence

_PROGRAMS = {"ridgepoint-cli": "RIDGEPOINT_CLI", "ridgepoint": "RIDGEPOINT_WINDOW"}


class ProgramMissing(RuntimeError):
    """A program of Ridgepoint is not on this machine."""


class ProgramError(RuntimeError):
    """A program of Ridgepoint failed. `status` is its exit status, as docs/reference/command_line.md lists them."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def find_program(name: str) -> str:
    """Path of `ridgepoint-cli` or `ridgepoint`.

    >>> os.environ["RIDGEPOINT_CLI"] = "/no/such/program"
    >>> find_program("ridgepoint-cli")
    Traceback (most recent call last):
        ...
    ridgepoint._program.ProgramMissing: RIDGEPOINT_CLI names /no/such/program, which is no program.
    >>> del os.environ["RIDGEPOINT_CLI"]
    """
    variable = _PROGRAMS[name]
    named = os.environ.get(variable)
    found = shutil.which(named or name)
    if found:
        return found
    if named:
        raise ProgramMissing(f"{variable} names {named}, which is no program.")
    raise ProgramMissing(
        f"{name} is not on PATH. Install Ridgepoint (its package, or cmake --install of a build), "
        f"or name the program in {variable}."
    )


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
        [find_program(name), *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
    )
    if run.returncode != 0 and not (prints and run.stdout):
        said = [line for line in run.stderr.splitlines() if line.startswith(name + ": ")] or run.stderr.splitlines()
        raise ProgramError(said[-1] if said else f"{name} ended with status {run.returncode}.", run.returncode)
    return run
