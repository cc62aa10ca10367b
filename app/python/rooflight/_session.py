# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Sessions: what one `.ridge` file holds."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
import warnings
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from . import _compiled, _frames, _notebook
from ._foreign import Path, TooDeep, one_line, parse_json, read_bounded
from ._numbers import duration
from ._program import ProgramError, ProgramMissing, run_program

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas

_NEWEST_MAJOR = 1
_MOST_BYTES = 128 << 20  # as rooflight-cli takes
_PARTS = (
    "hello", "inspection", "analysis", "peaks", "latency", "layers", "interleaved", "methods", "sweep", "pipeline",
    "remedies", "experiments",
)


def _parts(text: str, name: str) -> Dict[str, Any]:
    """The records of a session file: of each type the newest, of notices all.

    >>> _parts('{"type": "hello", "request": 0, "version": 1}\\n{"type": "done", "request": 0}\\n', "x")["hello"]
    {'version': 1}
    >>> _parts('{"type": "hello", "request": 0, "version": 2}\\n', "x.ridge")
    Traceback (most recent call last):
        ...
    ValueError: x.ridge is of version 2, and this reader knows version 1. Install a newer rooflight.
    >>> _parts("PK", "x.pt")
    Traceback (most recent call last):
        ...
    ValueError: x.pt is not a session of Rooflight.
    """
    shown = one_line(name)
    parts: Dict[str, Any] = {part: None for part in _PARTS}
    parts.update(notices=[], error=None)
    lines = [line for line in text.split("\n") if line.strip()]
    for number, line in enumerate(lines):
        try:
            record = parse_json(line)
            kind = record.pop("type")
            record.pop("request", None)
        except TooDeep:
            raise ValueError(f"{shown} is not a session of Rooflight: line {number + 1} is nested too deeply.") from None
        except (ValueError, AttributeError, KeyError, TypeError):
            if 0 < number == len(lines) - 1:
                break  # cut off while it was written
            raise ValueError(f"{shown} is not a session of Rooflight.") from None
        if number == 0 and kind != "hello":
            raise ValueError(f"{shown} is not a session of Rooflight.")
        version = record.get("version", 1)
        if kind == "hello" and (not isinstance(version, int) or version > _NEWEST_MAJOR):
            raise ValueError(
                f"{shown} is of version {one_line(version)[:20]}, and this reader knows version {_NEWEST_MAJOR}. "
                "Install a newer rooflight."
            )
        if kind in _PARTS:
            parts[kind] = record
        elif kind == "notice":
            parts["notices"].append(record)
        elif kind == "error":
            parts["error"] = record
        elif kind == "done":
            parts["error"] = None
    if not lines:
        raise ValueError(f"{shown} is empty.")
    return parts


def _lines(text: str) -> List[Tuple[str, str]]:
    """Type and text of each record."""
    return [(str(json.loads(line)["type"]), line) for line in text.split("\n") if line]


class Session:
    """One model on one device: what was counted, measured and concluded.

    Of parts that were not measured the data frames have their columns and no rows.
    """

    def __init__(self, text: str, name: str = "session") -> None:
        self._text = text
        self.name = name
        #: Everything in the file, by the keys of `rooflight-cli show --json`.
        self.records: Dict[str, Any] = _parts(text, name)
        self._shown: Optional[Dict[str, Any]] = None

    def with_part(self, other: "Session", part: str) -> "Session":
        """This session with a part of another one, such as `interleaved`."""
        own = [(kind, line) for kind, line in _lines(self._text) if kind != part]
        added = [(kind, line) for kind, line in _lines(other._text) if kind == part]
        ordered = sorted([*own, *added], key=lambda record: record[0] == "done")  # the end stays last
        return Session("\n".join(line for _, line in ordered) + "\n", self.name)

    def __repr__(self) -> str:
        analysis = self.records["analysis"]
        statistics = self.statistics
        model = analysis["model"]["path"].rsplit("/", 1)[-1] if analysis else "no model"
        time = f", {duration(statistics['median_ns'])}" if statistics and statistics.get("median_ns") else ""
        return f"<rooflight.Session {one_line(self.name)}: {one_line(model)}{time}>"

    def _repr_html_(self) -> Optional[str]:
        try:
            picture: Optional[str] = self.svg()
        except (ProgramMissing, ProgramError):  # there is no window, or nothing to draw
            picture = None
        return _notebook.page(self.headline, picture, self.rows("layers"))

    @property
    def headline(self) -> str:
        """What limits the model and what it could gain, in a sentence; empty where nothing was concluded."""
        return str(self._verdicts_or_none().get("model", {}).get("headline", ""))

    @property
    def verdicts(self) -> Dict[str, Any]:
        """What `rooflight-cli` concludes from the session: see docs/reference/verdicts.md."""
        if self._shown is None:
            with self.file() as path:
                self._shown = parse_json(run_program("rooflight-cli", ["show", path, "--json"], prints=True).stdout)
        return self._shown.get("verdicts") or {}

    def _verdicts_or_none(self) -> Dict[str, Any]:
        try:
            return self.verdicts
        except ProgramMissing as missing:
            warnings.warn(f"The columns of verdicts are empty: {missing}", stacklevel=4)
            return {}

    @property
    def statistics(self) -> Optional[Dict[str, Any]]:
        """Of the latency of the whole model: `median_ns`, `median_interval_ns`, ..."""
        latency = self.records["latency"]
        return latency["statistics"] if latency else None

    @property
    def energy(self) -> Optional[Dict[str, Any]]:
        """Of a run: `joules_per_run` with its `interval`, `idle_watts` and `source`, or the `reason` why it is not known.
        None where no latency was measured, and in sessions of older versions."""
        latency = self.records["latency"]
        return latency.get("energy") if latency else None

    def rows(self, part: str) -> List[Dict[str, Any]]:
        """The rows of `layers`, `operators`, `roofs` or `latency` without pandas."""
        if part in ("layers", "operators"):
            return _frames.item_rows(self.records, self._verdicts_or_none(), part)
        if part == "roofs":
            return _frames.roof_rows(self.records)
        if part == "latency":
            return _frames.sample_rows(self.records)
        raise ValueError(f"There is no part {part}: choose layers, operators, roofs or latency.")

    @property
    def layers(self) -> "pandas.DataFrame":
        """One row a layer: what it does, its latency, its verdict."""
        return _frames.frame(self.rows("layers"), _frames.LAYER_COLUMNS)

    @property
    def operators(self) -> "pandas.DataFrame":
        """One row an operator, in the order of execution."""
        return _frames.frame(self.rows("operators"), _frames.OPERATOR_COLUMNS)

    @property
    def roofs(self) -> "pandas.DataFrame":
        """One row a roof of the device."""
        return _frames.frame(self.rows("roofs"), _frames.ROOF_COLUMNS)

    @property
    def latency(self) -> "pandas.DataFrame":
        """One row a run of the whole model, the warm-up first: `run`, `warmup`, `ns`."""
        return _frames.frame(self.rows("latency"), _frames.SAMPLE_COLUMNS)

    @property
    def compiled(self) -> "pandas.DataFrame":
        """Of `report(module, compile=True)`: one row as exported, compiled by Inductor, frozen, and the fused bound, the
        shortest time were all of it one kernel. `ratio` is to the first."""
        return _frames.frame(_compiled.rows(self.records, self._verdicts_or_none()), _compiled.COLUMNS)

    def plot(self, ax: Optional["matplotlib.axes.Axes"] = None) -> "matplotlib.axes.Axes":
        """The roofline with matplotlib: roofs of the device, and a point for each leaf layer that was timed."""
        from ._plot import roofline

        return roofline(self, ax)

    def svg(self) -> str:
        """The chart of the desktop program."""
        with tempfile.TemporaryDirectory() as folder, self.file() as path:
            picture = pathlib.Path(folder, "chart.svg")
            run_program("rooflight", ["--export", str(picture), path])
            return picture.read_text(encoding="utf-8")

    def trace(self, path: Path) -> None:
        """Writes the timeline as a Chrome trace, which Perfetto opens."""
        with self.file() as file:
            run_program("rooflight-cli", ["show", file, "--trace", os.fspath(path)])

    def node_data(self, path: Path) -> Dict[str, Any]:
        """Writes the times of a torch.export file's nodes for Model Explorer, and beside `OUT.json` `OUT.share.json`,
        `OUT.roof.json` and `OUT.limit.json`. Gives the first as a dict: `["graph"]["results"]` has a `value` in us for
        each node. Raises ProgramError where the session is not of such a file."""
        with self.file() as file:
            run_program("rooflight-cli", ["show", file, "--node-data", os.fspath(path)])
        return dict(parse_json(pathlib.Path(path).read_text(encoding="utf-8")))

    def save(self, path: Path) -> None:
        """Writes the `.ridge` file."""
        pathlib.Path(path).write_text(self._text, encoding="utf-8")

    def file(self) -> "_SessionFile":
        """A `with` block in which the session is a file, whose path it gives."""
        return _SessionFile(self._text, self.name)


class _SessionFile:
    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = os.path.basename(name) or "session"

    def __enter__(self) -> str:
        self._folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(self._folder.name, self._name).with_suffix(".ridge")
        path.write_text(self._text, encoding="utf-8")
        return str(path)

    def __exit__(self, *_: Any) -> None:
        self._folder.cleanup()


def check_output(path: Path, replaces: bool = False) -> None:
    """Raises OSError where no file can be written there, before what takes long. A file that another one replaces may be
    read-only."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path) or not os.path.isdir(folder):
        raise OSError(f"{os.fspath(path)} cannot be written: it is a folder, or in none that exists.")
    if not os.access(path if os.path.exists(path) and not replaces else folder, os.W_OK):
        raise OSError(f"{os.fspath(path)} cannot be written: permission denied.")


def read(path: Path) -> Session:
    """The session of a `.ridge` file. Control characters in its texts become U+FFFD. Raises OSError, and ValueError for what is no
    session, or larger than 128 MiB."""
    file = pathlib.Path(path)
    try:
        text = read_bounded(file, _MOST_BYTES).decode("utf-8", "replace")
    except ValueError as reason:
        raise ValueError(f"{one_line(file.name)} is not a session of Rooflight: {reason}.") from None
    return Session(text, file.name)
