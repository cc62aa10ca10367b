# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The roofline with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from ._foreign import one_line
from ._numbers import rounded

if TYPE_CHECKING:
    import matplotlib.axes

    from ._session import Session

Point = Tuple[float, float, str]


def points(rows: List[Dict[str, Any]]) -> List[Point]:
    """FLOP/byte, FLOP/s and bound of each leaf layer that does and moves something, and was timed.

    >>> points([{"leaf": True, "arithmetic_intensity": 2.0, "bytes_read": 30, "bytes_written": 20, "time_ns": 1000.0,
    ...          "bound": "compute"}, {"leaf": False, "arithmetic_intensity": 2.0, "bytes_read": 30, "bytes_written": 20,
    ...          "time_ns": 1000.0, "bound": "compute"}])
    [(2.0, 100000000.0, 'compute')]
    """
    found = []
    for row in rows:
        intensity = row["arithmetic_intensity"]  # by FLOP, whatever convention counts the work
        if row["leaf"] and intensity and row.get("time_ns"):
            achieved = intensity * (row["bytes_read"] + row["bytes_written"]) * 1e9 / row["time_ns"]
            found.append((intensity, achieved, row["bound"] or "unknown"))
    return found


def _label(text: str) -> str:
    """
    >>> _label("a\\x1b $x$")
    'a� \\\\$x\\\\$'
    """
    return one_line(text).replace("$", r"\$")  # which would begin a formula


def roofline(session: "Session", ax: Optional["matplotlib.axes.Axes"]) -> "matplotlib.axes.Axes":
    """Raises ImportError with what to install, and ValueError for a session without timed layers."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("Pictures need matplotlib: pip install matplotlib. Session.svg() does not.") from None
    drawn = points(session.rows("layers"))
    if not drawn:
        raise ValueError(f"{session.name} has no timed layers to draw: measure them with report or layers.")
    axes = ax if ax is not None else plt.subplots()[1]
    for bound in sorted({point[2] for point in drawn}):
        shown = [point for point in drawn if point[2] == bound]
        axes.scatter([x for x, _, _ in shown], [y for _, y, _ in shown], label=_label(bound), s=18, zorder=3)
    platform = session.verdicts.get("platform", {})
    compute, memory = platform.get("compute_flop_per_second"), platform.get("bandwidth_byte_per_second")
    ridge = platform.get("ridge_flop_per_byte")
    low = min(x for x, _, _ in drawn) / 2
    high = max(x for x, _, _ in drawn) * 2
    if compute and memory and ridge:
        line = [min(low, ridge / 2), ridge, max(high, ridge * 2)]
        axes.plot(line, [min(x * memory, compute) for x in line], color="gray", zorder=2,
                  label=f"ridge {rounded(ridge)} FLOP/B")
    axes.set(xscale="log", yscale="log", xlabel="FLOP/byte", ylabel="FLOP/s", title=_label(session.name))
    axes.legend()
    return axes
