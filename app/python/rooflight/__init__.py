# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Roofline and latency profiles of PyTorch models, as data frames.

    >>> import rooflight
    >>> session = rooflight.read("model.ridge")              # doctest: +SKIP
    >>> session.layers.nlargest(5, "time_to_gain_ns")         # doctest: +SKIP
"""

# Nothing is imported here: `python -m rooflight` comes by before __main__.py has taken the working directory from sys.path.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, List

    from ._comparison import Comparison, compare
    from ._compiled import CompileFailed
    from ._export import ExportFailed
    from ._measure import explain, open_window, remedies, report, roofs
    from ._program import ProgramError, ProgramMissing
    from ._session import Session, read

__version__ = "0.3.0"
__all__ = [
    "Comparison", "CompileFailed", "ExportFailed", "ProgramError", "ProgramMissing", "Session", "compare", "explain",
    "open_window", "read", "remedies", "report", "roofs",
]
_MODULES = {
    "Comparison": "_comparison", "compare": "_comparison", "CompileFailed": "_compiled", "ExportFailed": "_export",
    "explain": "_measure", "open_window": "_measure", "remedies": "_measure", "report": "_measure", "roofs": "_measure", "ProgramError": "_program",
    "ProgramMissing": "_program", "Session": "_session", "read": "_session",
}


def __getattr__(name: str) -> "Any":
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found = getattr(importlib.import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> "List[str]":
    return [*globals(), *__all__]
