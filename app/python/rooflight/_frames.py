# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Rows and data frames of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

if TYPE_CHECKING:
    import pandas

Row = Dict[str, Any]

_WORK = [
    "macs", "flops", "bytes_read", "bytes_written", "input_shapes", "output_shapes", "dtype", "family",
]
_LATENCY = {
    "samples": "count",
    "latency_median_ns": "median_ns",
    "latency_p10_ns": "p10_ns",
    "latency_p90_ns": "p90_ns",
    "latency_p99_ns": "p99_ns",
}
_TIMES = [*_LATENCY, "latency_low_ns", "latency_high_ns", "self_median_ns"]
# The first ones; those that `rooflight-cli` concludes beside them follow: docs/reference/facts.md.
_VERDICT = [
    "roof", "bound", "arithmetic_intensity", "attainable_flop_per_second", "roof_fraction", "time_share",
    "time_at_roof_ns", "time_to_gain_ns", "above_roof", "causes",
]
LAYER_COLUMNS = [
    "id", "parent", "path", "type", "call", "leaf", "parameters", *_WORK, "bytes_lower_bound", *_TIMES, *_VERDICT,
]
OPERATOR_COLUMNS = ["id", "layer", "path", "name", "known", *_WORK, *_TIMES, *_VERDICT]
ROOF_COLUMNS = [
    "name", "kind", "precision", "unit", "level", "pattern", "value", "value_unit", "low", "high", "theoretical",
    "clock_hz", "instructions", "threads", "flags",
]
SAMPLE_COLUMNS = ["run", "warmup", "ns"]


def frame(rows: List[Row], columns: Sequence[str]) -> "pandas.DataFrame":
    """Raises ImportError with what to install."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "Data frames need pandas: pip install pandas. Session.rows() gives the same without it."
        ) from None
    further = [key for key in (rows[0] if rows else {}) if key not in columns]
    return pandas.DataFrame(rows, columns=[*columns, *further])


def _interval(statistics: Row) -> Sequence[Optional[float]]:
    return statistics.get("median_interval_ns") or (None, None)


def _times(latency: Optional[Row]) -> Row:
    if not latency:
        return {column: None for column in _TIMES}
    statistics = latency["statistics"]
    row = {column: statistics.get(key) for column, key in _LATENCY.items()}
    row["latency_low_ns"], row["latency_high_ns"] = _interval(statistics)
    row["self_median_ns"] = latency.get("self_median_ns")
    return row


def item_rows(records: Row, verdicts: Row, part: str) -> List[Row]:
    """One row a layer or operator: what it does, its latency, its verdict."""
    analysis = records["analysis"]
    if not analysis:
        return []
    kind = part[:-1]
    columns = LAYER_COLUMNS if part == "layers" else OPERATOR_COLUMNS
    latencies = {item["id"]: item for item in (records["layers"] or {}).get("items", []) if item["kind"] == kind}
    concluded = {verdict["id"]: verdict for verdict in verdicts.get(part, [])}
    further = [key for key in dict.fromkeys(key for verdict in concluded.values() for key in verdict) if key not in columns]
    rows = []
    for item in analysis[part]:
        found = {**item, **_times(latencies.get(item["id"]))}
        verdict = concluded.get(item["id"], {})
        found.update({column: verdict.get(column) for column in [*_VERDICT, *further]})
        if part == "operators":
            found["path"] = analysis["layers"][item["layer"]]["path"]
            if not item["known"]:
                found["macs"] = found["flops"] = None  # unknown, not zero
        rows.append({column: found.get(column) for column in [*columns, *further]})
    return rows


def roof_rows(records: Row) -> List[Row]:
    rows = []
    for roof in (records["peaks"] or {}).get("roofs", []):
        low, high = roof["interval"]
        rows.append({column: {**roof, "low": low, "high": high}.get(column) for column in ROOF_COLUMNS})
    return rows


def sample_rows(records: Row) -> List[Row]:
    latency = records["latency"]
    if not latency:
        return []
    warmup = latency["warmup_ns"]
    times = warmup + latency["samples_ns"]
    return [{"run": run, "warmup": run < len(warmup), "ns": ns} for run, ns in enumerate(times)]
