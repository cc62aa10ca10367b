# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What each token costs of a model in a folder, without its weights."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from . import _folder
from ._program import run_program

Figures = Dict[str, Any]

_SUMS = ["macs", "flops", "weight_bytes", "cache_bytes", "memory_bound_ns", "arithmetic_bound_ns"]
_INTERVALS = ["memory_bound_interval_ns", "arithmetic_bound_interval_ns"]


def _sum(values: Sequence[Optional[float]], times: Sequence[Any]) -> Any:
    """Of whole numbers exactly. None where one is missing.

    >>> from fractions import Fraction
    >>> _sum([2**60 + 1, 2**60], [Fraction(9), Fraction(-8)])
    1152921504606846985
    """
    if any(value is None for value in values):
        return None
    total = sum(time * value if isinstance(value, int) else float(time) * value for time, value in zip(times, values))
    return int(total) if all(isinstance(value, int) for value in values) else float(total)


def combined(parts: Sequence[Figures], times: Sequence[Any]) -> Figures:
    """The figures of the whole model of those of models of few blocks."""
    whole = dict(parts[-1])
    for key in _SUMS:
        whole[key] = _sum([part[key] for part in parts], times)
    for key in _INTERVALS:
        ends = [[(part[key] or [None, None])[end] for part in parts] for end in (0, 1)]
        both = [_sum(end, times) for end in ends]
        whole[key] = None if None in both else both
    run = whole["sequences"] * whole["tokens"]
    whole["flops_per_token"] = whole["flops"] / run
    whole["weight_bytes_per_token"] = whole["weight_bytes"] / run
    if whole["context"]:
        whole["cache_bytes_per_token"] = whole["cache_bytes"] / (whole["sequences"] * whole["context"])
    whole["ceiling_tokens_per_second"] = _ceiling(whole)
    return whole


def _ceiling(figures: Figures) -> Optional[List[float]]:
    """Tokens a second of all sequences that no run can beat, at both ends of the intervals of the roofs.

    >>> _ceiling({"sequences": 2, "tokens": 1, "memory_bound_interval_ns": [1e6, 2e6],
    ...           "arithmetic_bound_interval_ns": [1e3, 4e6]})
    [500.0, 2000.0]
    """
    known = [figures[key] for key in _INTERVALS if figures[key]]
    if not known:
        return None
    least, most = (max(interval[end] for interval in known) for end in (0, 1))
    run = figures["sequences"] * figures["tokens"] * 1e9
    return [run / most, run / least] if least > 0 else None


def _counted(path: str) -> Figures:
    run = run_program("rooflight-cli", ["tokens", path, "--predict", "--json"], prints=True)
    return dict(json.loads(run.stdout)["workloads"][0])


def _timed(path: str) -> Tuple[float, List[float]]:
    """Median and its interval, ns."""
    run = run_program("rooflight-cli", ["latency", path, "--json", "--quiet"], prints=True)
    statistics = json.loads(run.stdout)["statistics"]
    return statistics["median_ns"], statistics["median_interval_ns"]


def _estimated(times: Sequence[Tuple[float, List[float]]], depths: Sequence[_folder.Depth]) -> List[float]:
    """Least, likeliest and most ns: errors of single times add up as those of independent ones do.

    >>> from fractions import Fraction
    >>> two = [_folder.Depth([0, 1], Fraction(3)), _folder.Depth([0], Fraction(-2))]
    >>> _estimated([(50.0, [46.0, 54.0]), (30.0, [22.0, 38.0])], two)
    [70.0, 90.0, 110.0]
    """
    total = sum(float(depth.times) * median for (median, _), depth in zip(times, depths))
    squares = sum((float(depth.times) * (high - low) / 2) ** 2 for (_, (low, high)), depth in zip(times, depths))
    return [total - squares**0.5, total, total + squares**0.5]


def tokens_of_folder(
    folder: _folder.Folder, sequences: int, length: int, measured: bool, scratch: str, say: Callable[[str], None]
) -> Figures:
    """The object that `rooflight-cli tokens --json` prints, with what the model needs and allows beside it. With
    `measured` it is timed with random weights or, where it is large, models of some of its blocks are, by which the time of the
    whole one is estimated."""
    model = folder.build("meta")
    workloads: Dict[str, Figures] = {}
    for name, parts, times in _each(folder, model, _folder.depths(model), sequences, length, scratch, say, _counted, "Counting"):
        figures = combined(parts, times)
        figures["workload"] = name
        figures["memory_bytes"] = _folder.bytes_of(model) + figures["cache_bytes"]
        workloads[name] = figures
    if measured:
        depths = _folder.timed_depths(model)
        for name, parts, times in _each(folder, model, depths, sequences, length, scratch, say, _timed, "Timing"):
            figures = workloads[name]
            run = figures["sequences"] * figures["tokens"] * 1e9
            ns = _estimated(parts, [_folder.Depth(None, time) for time in times])
            figures["estimate_tokens_per_second"] = run / ns[1]
            figures["estimate_interval"] = [run / ns[2], run / ns[0]] if ns[0] > 0 else None
    return {"format": "rooflight.tokens", "version": 1, "workloads": list(workloads.values())}


def _each(
    folder: _folder.Folder, model: Any, depths: Sequence[_folder.Depth], sequences: int, length: int, scratch: str,
    say: Callable[[str], None], look: Callable[[str], Any], verb: str,
) -> Any:
    """What `look` finds in the export of each workload of models of few blocks: (name, findings, times)."""
    found: Dict[str, List[Any]] = {}
    times: Dict[str, List[Any]] = {}
    for depth in depths:
        with _folder.with_blocks(model, depth.blocks) as part:
            built = _folder.with_random_weights(part) if look is _timed else part
            for workload in _folder.workloads(built, folder.decodes, sequences, length):
                say(f"{verb} the {workload.name} of {len(depth.blocks) if depth.blocks else 'all'} blocks")
                path = os.path.join(scratch, workload.name + ".pt2")
                _folder.export(workload, path)
                found.setdefault(workload.name, []).append(look(path))
                times.setdefault(workload.name, []).append(depth.times)
    return [(name, found[name], times[name]) for name in found]


def _quantity(value: float, unit: str) -> str:
    """
    >>> _quantity(141.2e9, "B")
    '141 GB'
    """
    for prefix, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(value) >= size:
            return f"{value / size:.3g} {prefix}{unit}"
    return f"{value:.3g} {unit}"


def _rates(interval: Optional[Sequence[float]]) -> str:
    return f"{interval[0]:.3g} to {interval[1]:.3g} tokens/s" if interval else "not known: no roofs were measured"


def tokens_text(found: Figures, name: str) -> str:
    """For people."""
    lines = []
    for figures in found["workloads"]:
        cache = f", {_quantity(figures['cache_bytes_per_token'], 'B')} a token in the cache" if figures["context"] else ""
        lines += [
            f"{name}, {figures['workload']}: {figures['sequences']} x {figures['tokens']} tokens, {figures['context']} in the cache",
            f"  Work        {_quantity(figures['flops_per_token'], 'FLOP')} a token, {_quantity(figures['macs'], 'MAC')} in all",
            f"  Reads       {_quantity(figures['weight_bytes'], 'B')} of weights{cache}",
            f"  Needs       {_quantity(figures['memory_bytes'], 'B')} of memory for weights and cache; activations come on top",
            f"  At most     {_rates(figures['ceiling_tokens_per_second'])}, at the roofs measured here",
        ]
        if "estimate_tokens_per_second" in figures:
            between = f" ({_rates(figures['estimate_interval'])})" if figures["estimate_interval"] else ""
            lines.append(f"  To expect   {figures['estimate_tokens_per_second']:.3g} tokens/s{between}, timed here with random weights")
    return "\n".join(lines)
