# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Measures models, and opens the window."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from . import _compiled
from ._foreign import parse_json
from ._frames import frame
from ._model import Model, model_of
from ._program import find_program, option_arguments, run_program, start_program
from ._session import Path, Session, check_output, read

if TYPE_CHECKING:
    import pandas
    import torch

Device = Union[str, "torch.device"]

_SECONDS_TO_FAIL = 0.5  # of a window, where there is no display
_EXPLAINED = ["id", "path", "operator", "bound", "proven", "median_ns", "cause", "ratio", "low", "high", "remedy"]


def report(
    module_or_path: Any,
    inputs: Any = None,
    device: Device = "cpu",
    save: Optional[Path] = None,
    compile: bool = False,
    **options: Any,
) -> Session:
    """Measures a model as `rooflight-cli report` does and gives its session.

    `module_or_path` is a `torch.nn.Module`, a function or a method such as `net.encode`, which is exported, or traced where it cannot
    be, what `torch.export.export` made, or a file. `inputs` are a list of tensors, a dict of those by name, or one tensor; of a file
    also SPECs, or none where the file knows them. Other options are those of the command line:
    `effort="quick"`, `threads=4`, `runs=100`, `trust=True`. Raises ProgramError with the program's own sentence.

    `compile=True` also compiles a module with Inductor for the device, and times both in turns: `Session.compiled`. That
    needs a C++ compiler. Raises CompileFailed.
    """
    given = model_of(module_or_path, inputs)
    if compile and given.is_path:
        raise ValueError("compile=True needs the module itself: a file cannot be compiled.")
    if save is not None:
        check_output(save)
    with tempfile.TemporaryDirectory(prefix="rooflight-") as folder:
        model, specs = _files(given, folder)
        package = None
        if compile:  # fails before anything is measured
            package = _compiled.compile_package(given, folder, str(device))
        session = _run("report", model, specs, device, options, folder)
        if package:
            session = _with_compiled(session, model, package, given.specs(folder), device, options, folder)
    if save is not None:
        session.save(save)
    return session


def remedies(
    module_or_path: Any, inputs: Any = None, device: Device = "cpu", **options: Any
) -> "pandas.DataFrame":
    """Times what can be changed without changing the model, as `rooflight-cli remedies` does: a row a remedy.

    The columns are the keys of the record's `remedies`, `how` in two: `python` and `command_line`, and
    `joules_per_run` where energy was counted. `attrs["best"]` is the
    best of them together, `attrs["baseline"]` the model as it is; `attrs["disturbed_by"]`, `"flags"` and `"partial"` say
    why something is not decided. Arguments are those of `report`; `only="bfloat16,frozen"` tries these alone. Raises
    ProgramError.
    """
    with tempfile.TemporaryDirectory(prefix="rooflight-") as folder:
        model, specs = _files(model_of(module_or_path, inputs), folder)
        record = _run("remedies", model, specs, device, options, folder).records["remedies"]
        # A file of this folder goes: a command names it without.
        for row in [*record["remedies"], *filter(None, [record["best"]])]:
            if os.path.dirname(model) == folder and row["how"].get("command_line"):
                row["how"]["command_line"] = row["how"]["command_line"].replace(model, os.path.basename(model))
    rows = [
        {
            **{key: row[key] for key in row if key not in ("how", "setup", "energy")},
            **row["how"],
            "joules_per_run": (row.get("energy") or {}).get("joules_per_run"),
        }
        for row in record["remedies"]
    ]
    table = frame(rows, [])
    table.attrs.update(best=record["best"], baseline=record["baseline"], flags=record["flags"], partial=record["partial"],
                       disturbed_by=record.get("disturbed_by", []))
    return table


def explain(module_or_path: Any, inputs: Any = None, device: Device = "cpu", **options: Any) -> "pandas.DataFrame":
    """Experiments on single operators, as `rooflight-cli explain` runs them: a row an operator, those with most to gain.

    The columns are the keys of `layers` in docs/reference/schema/explanation.schema.json, with the first of its `causes`
    in five: `cause`, `ratio` (the time without it over the time with it), `low`, `high` and `remedy`, missing where
    nothing was proven. `attrs["flags"]` names what disturbed the runs. Arguments are those of `report`;
    `layer=["conv1"]` chooses layers, `top=5` how many operators, `reproducer="folder"` also writes a script for each.
    Raises ProgramError.
    """
    with tempfile.TemporaryDirectory(prefix="rooflight-") as folder:
        model, specs = _files(model_of(module_or_path, inputs), folder)
        chosen = {"input": specs, **options}
        run = run_program("rooflight-cli", _arguments("explain", model, device, ["--json"], chosen))
    found = parse_json(run.stdout)
    table = frame([_explained(row) for row in found["layers"]], _EXPLAINED)
    table.attrs.update(flags=found["flags"], partial=found["partial"])
    return table


def _explained(row: Dict[str, Any]) -> Dict[str, Any]:
    """The row with its first cause in columns.

    >>> _explained({"path": "fc", "causes": [{"text": "slow", "ratio": 0.5, "interval": [0.4, 0.6], "remedy": "tune"}]})["high"]
    0.6
    >>> _explained({"path": "fc", "causes": []})["cause"]
    """
    first = row["causes"][0] if row["causes"] else {}
    low, high = first.get("interval") or (None, None)
    return {
        **row, "cause": first.get("text"), "ratio": first.get("ratio"), "low": low, "high": high, "remedy": first.get("remedy"),
    }


def roofs(device: Device = "cpu", **options: Any) -> Dict[str, Any]:
    """The roofs of this machine, measured, or from the cache: the object that `rooflight-cli peaks --json` prints, of
    docs/reference/schema/peaks.schema.json. `roofs()["roofs"]` has a dict a roof, `effort="quick"` measures for 5 s at most.
    Raises ProgramError."""
    return dict(json.loads(run_program("rooflight-cli", _arguments("peaks", None, device, ["--json"], options)).stdout))


def _no_option(path: str) -> str:
    """The path, as a program does not take it for an option."""
    return os.path.join(".", path) if path.startswith("-") else path


def _arguments(
    command: str, model: Optional[str], device: Device, words: List[str], options: Dict[str, Any]
) -> List[str]:
    """Of rooflight-cli. torch names its devices as the command line does.

    >>> _arguments("report", "a.pt", "cpu", ["--json"], {"runs": 3})
    ['report', 'a.pt', '--device', 'cpu', '--quiet', '--json', '--runs', '3']
    """
    named = [_no_option(model)] if model else []
    return [command, *named, "--device", str(device), "--quiet", *words, *option_arguments(options)]


def _files(given: Model, folder: str) -> Tuple[str, List[str]]:
    """The model's file and the SPECs of its inputs."""
    model = given.file(folder)
    return model, [] if given.is_exported_here(model) else given.specs(folder)


def _run(command: str, model: str, specs: List[str], device: Device, options: Dict[str, Any], folder: str) -> Session:
    target = pathlib.Path(folder, pathlib.Path(model).stem + ".ridge")
    words = ["--save", str(target)]
    run_program("rooflight-cli", _arguments(command, model, device, words, {"input": specs, **options}))
    return read(target)


def _with_compiled(
    session: Session, model: str, package: str, specs: List[str], device: Device, options: Dict[str, Any], folder: str
) -> Session:
    """The session, and the run in which its model and what Inductor compiled of it took turns."""
    target = os.path.join(folder, "interleaved.ridge")
    known = {name: options[name] for name in ("threads", "seconds", "library") if name in options}
    chosen = {"input": specs, "interleave": [package, "executor=frozen"], "trust": True, **known}
    run_program("rooflight-cli", _arguments("latency", model, device, ["--save", target], chosen))
    return session.with_part(read(target), "interleaved")


def open_window(session: Union[Session, Path]) -> "subprocess.Popen[bytes]":
    """Shows a session or a file in the desktop program, and does not wait for it."""
    find_program("rooflight")  # before anything is written
    if not isinstance(session, Session):
        return start_program("rooflight", [_no_option(os.fspath(session))])
    folder = tempfile.mkdtemp(prefix="rooflight-")  # stays: the window reads it when it likes
    try:
        path = os.path.join(folder, pathlib.Path(session.name).stem + ".ridge")
        session.save(path)
        window = start_program("rooflight", [path])
        with contextlib.suppress(subprocess.TimeoutExpired):
            if window.wait(_SECONDS_TO_FAIL) != 0:
                shutil.rmtree(folder, ignore_errors=True)
        return window
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
