# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What changed from one session to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from . import _frames
from ._foreign import Path, parse_json
from ._program import run_program
from ._session import Session, read

if TYPE_CHECKING:
    import pandas

_COLUMNS = [
    "path", "call", "type", "leaf", "before_ns", "after_ns", "ratio", "verdict", "flops_before", "flops_after",
    "bytes_before", "bytes_after",
]


class Comparison:
    """`rooflight-cli compare`: `.model` and `.layers` with a verdict each, `.differences`, `.cautions`, and whether what
    was named in `fail_on` happened, with a sentence each in `.failures`, or in `.undecided` where the times do not show
    whether."""

    def __init__(self, found: Dict[str, Any], failures: List[str], undecided: Optional[List[str]] = None) -> None:
        self.records = found
        self.model: Dict[str, Any] = found["model"]
        self.differences: List[str] = found["differences"]
        self.cautions: List[str] = found["cautions"]
        self.failures = failures
        self.undecided = undecided or []

    @property
    def failed(self) -> bool:
        return bool(self.failures)

    @property
    def layers(self) -> "pandas.DataFrame":
        """One row a layer of either session."""
        return _frames.frame(self.records["layers"], _COLUMNS)

    def __repr__(self) -> str:
        ratio = self.model["ratio"]
        return f"<rooflight.Comparison: {self.model['verdict']}{f', {ratio:.3f}' if ratio else ''}>"


def compare(before: Union[Session, Path], after: Union[Session, Path], fail_on: Optional[str] = None) -> Comparison:
    """Compares two sessions or `.ridge` files. `fail_on` is a list such as "slower:5%,more-bytes"."""
    first = before if isinstance(before, Session) else read(before)
    second = after if isinstance(after, Session) else read(after)
    options = ["--fail-on", fail_on] if fail_on else []
    with first.file() as one, second.file() as two:
        run = run_program("rooflight-cli", ["compare", one, two, "--json", *options], prints=True)
    said = {end: [line.split(": ", 1)[1] for line in run.stderr.splitlines() if line.startswith(f"rooflight-cli: {end} on ")]
            for end in ("failed", "undecided")}
    return Comparison(parse_json(run.stdout), said["failed"], said["undecided"])
