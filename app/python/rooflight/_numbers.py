# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Numbers as text for people, as core/report/format/format.h writes them: three digits, SI prefixes, no exponent."""

from __future__ import annotations

import math
from typing import Optional, Sequence

_PREFIXES = ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
_TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))  # of nanoseconds
_ROUNDS_UP = 0.9995  # with three digits to the next unit


def rounded(value: float) -> str:
    """Three digits, without prefix or unit.

    >>> rounded(168234.0), rounded(3590.4), rounded(999.6), rounded(12.345), rounded(0.0456), rounded(-0.5), rounded(0)
    ('168,000', '3,590', '1,000', '12.3', '0.0456', '-0.500', '0')
    >>> rounded(1e-12), rounded(float("nan"))
    ('0.00000000000100', '–')
    """
    if not math.isfinite(value):
        return "–"
    if not value:
        return "0"
    digits = 2 - math.floor(math.log10(abs(value)))
    near = round(value, digits)
    # What rounds up to the next power of ten has one decimal less.
    decimals = max(0, 2 - math.floor(math.log10(abs(near)) + 1e-9))
    return f"{near:,.{decimals}f}"


def quantity(value: float, unit: str) -> str:
    """
    >>> quantity(141.2e9, "B"), quantity(999.6e6, "FLOP"), quantity(1.234e20, "MAC"), quantity(12, "B")
    ('141 GB', '1.00 GFLOP', '123 EMAC', '12.0 B')
    """
    size, prefix = next(((size, prefix) for size, prefix in _PREFIXES if abs(value) >= _ROUNDS_UP * size), (1.0, ""))
    return f"{rounded(value / size)} {prefix}{unit}"


def duration(ns: Optional[float]) -> str:
    """Nothing of None.

    >>> duration(1234567.0), duration(1.05e7), duration(1234.5), duration(4e12), duration(0.0), duration(None)
    ('1.23 ms', '10.5 ms', '1.23 µs', '4,000 s', '0 ns', '')
    """
    if ns is None:
        return ""
    size, unit = next(((size, unit) for size, unit in _TIMES if abs(ns) >= _ROUNDS_UP * size), _TIMES[-1])
    return f"{rounded(ns / size)} {unit}"


def percentage(share: Optional[float]) -> str:
    """Nothing of None.

    >>> percentage(0.1234), percentage(0.0834), percentage(1.0), percentage(0.0004), percentage(0.0), percentage(None)
    ('12 %', '8.3 %', '100 %', '<0.1 %', '0 %', '')
    """
    if share is None:
        return ""
    hundredths = 100 * abs(share)
    if 0 < hundredths < 0.1:
        return "<0.1 %"
    return f"{100 * share:,.0f} %" if not share or hundredths >= 9.95 else f"{100 * share:.1f} %"


def between(interval: Sequence[float], unit: str) -> str:
    """
    >>> between([168000.4, 171000.2], "tokens/s"), between([3590.1, 3590.4], "tokens/s"), between([0.195, 0.349], "tokens/s")
    ('168,000 to 171,000 tokens/s', '3,590 tokens/s', '0.195 to 0.349 tokens/s')
    """
    low, high = rounded(interval[0]), rounded(interval[1])
    return f"{low} {unit}" if low == high else f"{low} to {high} {unit}"
