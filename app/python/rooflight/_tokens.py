# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What each token costs of a model in a folder, without its weights."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._maker import Maker
from ._numbers import between, quantity, rounded
from ._program import ProgramError, run_program

Figures = Dict[str, Any]

_SUMS = ["macs", "flops", "weight_bytes", "cache_bytes", "memory_bound_ns", "arithmetic_bound_ns"]
_ADVICE = ". Run it: leave --predict away."  # which is not said of a folder
_INTERVALS = ["memory_bound_interval_ns", "arithmetic_bound_interval_ns"]


def _sum(values: Sequence[Optional[float]], times: Sequence[Any]) -> Any:
    """Of whole numbers exactly. None where one is missing.

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


def _counted(message: Figures) -> Figures:
    try:
        run = run_program("rooflight-cli", ["tokens", message["file"], "--predict", "--json"], prints=True)
    except ProgramError as failed:  # of a file that is gone when it is read of
        said = str(failed).partition(": ")[2].replace(message["file"], f"its {message['workload']}").replace(_ADVICE, ".")
        raise ProgramError(f"{said[:1].upper()}{said[1:]}", failed.status) from None
    figures = dict(json.loads(run.stdout)["workloads"][0])
    return with_state(figures, message["context"], message["state_bytes"], message["saved"])


def with_state(figures: Figures, context: int, state_bytes: int, saved: int) -> Figures:
    """The figures with all that the model keeps of the tokens before, of which the command line knows keys and values of four
    sizes, and with the bytes saved of weights that are stored in fewer bits.

    >>> figures = {"weight_bytes": 60, "cache_bytes": 20, "context": 3, "memory_bound_ns": 8.0, "memory_bound_interval_ns": [4.0, 16.0]}
    >>> changed = with_state(figures, 7, 50, 10)
    >>> changed["weight_bytes"], changed["cache_bytes"], changed["context"]
    (50, 50, 7)
    >>> changed["memory_bound_ns"], changed["memory_bound_interval_ns"]
    (10.0, [5.0, 20.0])
    """
    before = figures["weight_bytes"] + figures["cache_bytes"]
    weights = figures["weight_bytes"] - saved
    more = (weights + state_bytes) / before if before else 1
    bound, interval = figures["memory_bound_ns"], figures["memory_bound_interval_ns"]
    return {**figures, "context": context, "weight_bytes": weights, "cache_bytes": state_bytes, "memory_bound_ns": bound and bound * more,
            "memory_bound_interval_ns": interval and [end * more for end in interval]}


def _timed(path: str) -> Tuple[float, List[float]]:
    """Median and its interval, ns."""
    run = run_program("rooflight-cli", ["latency", path, "--json", "--quiet"], prints=True)
    statistics = json.loads(run.stdout)["statistics"]
    return statistics["median_ns"], statistics["median_interval_ns"]


def _estimated(parts: Sequence[Tuple[Tuple[float, List[float]], Fraction]]) -> List[float]:
    """Least, likeliest and most ns: errors of single times add up as those of independent ones do.

    >>> _estimated([((50.0, [46.0, 54.0]), Fraction(3)), ((30.0, [22.0, 38.0]), Fraction(-2))])
    [70.0, 90.0, 110.0]
    """
    total = sum(float(times) * median for (median, _), times in parts)
    squares = sum((float(times) * (high - low) / 2) ** 2 for (_, (low, high)), times in parts)
    return [total - squares**0.5, total, total + squares**0.5]


def tokens_of_folder(maker: Maker, say: Callable[[str], None]) -> Tuple[str, Figures]:
    """The folder's name, and the object that `rooflight-cli tokens --json` prints, with what the model needs and allows beside it.
    Where it is timed it is so with random weights or, where it is large, models of some of its blocks are, by which the time of
    the whole one is estimated."""
    about: Figures = {}
    found: Dict[Tuple[str, str], List[Tuple[Any, Fraction]]] = {}
    for message in maker.messages():
        if "file" not in message:
            about = message
            for note in about["notes"]:
                say(note)
            run_program("rooflight-cli", ["peaks", "--json"])  # from now on they are in the cache
            continue
        timed = message["purpose"] == "timed"
        say(f"{'Timing' if timed else 'Counting'} the {message['workload']} of {message['blocks'] or 'all'} blocks")
        part = _timed(message["file"]) if timed else _counted(message)
        found.setdefault((message["purpose"], message["workload"]), []).append((part, Fraction(message["times"])))
    workloads = []
    for (purpose, name), parts in found.items():
        if purpose == "timed":
            continue
        figures = combined([part for part, _ in parts], [times for _, times in parts])
        figures["workload"] = name
        figures["memory_bytes"] = about["weights"] + figures["cache_bytes"]
        if ("timed", name) in found:
            run = figures["sequences"] * figures["tokens"] * 1e9
            ns = _estimated(found["timed", name])
            figures["estimate_tokens_per_second"] = run / ns[1]
            figures["estimate_interval"] = [run / ns[2], run / ns[0]] if ns[0] > 0 else None
        workloads.append(figures)
    return about["name"], {"format": "rooflight.tokens", "version": 1, "workloads": workloads}


def _rates(interval: Optional[Sequence[float]]) -> str:
    return between(interval, "tokens/s") if interval else "not known: no roofs were measured"


def tokens_text(found: Figures, name: str) -> str:
    """For people."""
    lines = []
    for figures in found["workloads"]:
        cache = f", {quantity(figures['cache_bytes_per_token'], 'B')} a token in the cache" if figures["context"] else ""
        lines += [
            f"{name}, {figures['workload']}: {figures['sequences']} x {figures['tokens']} tokens, {figures['context']} in the cache",
            f"  Work        {quantity(figures['flops_per_token'], 'FLOP')} a token, {quantity(figures['macs'], 'MAC')} in all",
            f"  Reads       {quantity(figures['weight_bytes'], 'B')} of weights{cache}",
            f"  Needs       {quantity(figures['memory_bytes'], 'B')} of memory for weights and cache; activations come on top",
            f"  At most     {_rates(figures['ceiling_tokens_per_second'])}, at the roofs measured here",
        ]
        if "estimate_tokens_per_second" in figures:
            between = f" ({_rates(figures['estimate_interval'])})" if figures["estimate_interval"] else ""
            lines.append(f"  To expect   {rounded(figures['estimate_tokens_per_second'])} tokens/s{between}, timed here with random weights")
    return "\n".join(lines)
