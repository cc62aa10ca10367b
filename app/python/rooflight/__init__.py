# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Roofline and latency profiles of PyTorch models, as data frames.

    >>> import rooflight
    >>> session = rooflight.read("model.ridge")              # doctest: +SKIP
    >>> session.layers.nlargest(5, "time_to_gain_ns")         # doctest: +SKIP
"""

from ._comparison import Comparison, compare
from ._compiled import CompileFailed
from ._measure import open_window, remedies, report, roofs
from ._program import ProgramError, ProgramMissing
from ._session import Session, read

__version__ = "0.2.0"
__all__ = [
    "Comparison", "CompileFailed", "ProgramError", "ProgramMissing", "Session", "compare", "open_window", "read", "remedies",
    "report", "roofs",
]
