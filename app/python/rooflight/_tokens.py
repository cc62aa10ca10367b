# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What each token costs of a model in a folder, without its weights."""

from __future__ import annotations

import json
import os
import tempfile
from fractions import Fraction
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ._maker import Maker
from ._numbers import between, quantity, rounded
from ._program import ProgramError, run_program

Figures = Dict[str, Any]

_DISTURBANCES = ("very_noisy", "other_load", "throttled", "hot")  # of runs, as rooflight-cli says it
_PHRASES = {"other_load": "other work", "throttled": "throttled clock", "hot": "throttled by temperature", "partial": "ended early"}
_ADVICE = ". Run it: leave out --predict."  # which is not said of a folder


class Part(NamedTuple):
    """A model of few blocks, counted."""

    session: str  # its file
    times: Fraction  # that it counts in the whole model
    message: Figures  # what was made


def _reason(failed: ProgramError) -> str:
    """What the program said, without its name.

    >>> _reason(ProgramError("rooflight-cli: a.pt2 needs more memory.", 5))
    'a.pt2 needs more memory.'
    >>> _reason(ProgramError("rooflight-cli ended with status 139.", 139))
    'rooflight-cli ended with status 139.'
    """
    name = "rooflight-cli: "
    return str(failed)[len(name):] if str(failed).startswith(name) else str(failed)


def _run_tokens(words: List[str], say: Callable[[str], str]) -> Figures:
    """What `rooflight-cli tokens --json` prints. `say` makes a failure a sentence that names no scratch file."""
    try:
        run = run_program("rooflight-cli", ["tokens", *words, "--json"], prints=True)
    except ProgramError as failed:
        said = say(_reason(failed))
        raise ProgramError(f"{said[:1].upper()}{said[1:]}", failed.status) from None
    return dict(json.loads(run.stdout))


def _counted(message: Figures, scratch: str, number: int) -> Part:
    session = os.path.join(scratch, f"part-{number}.ridge")
    _run_tokens([message["file"], "--predict", "--save", session],
                lambda said: said.replace(message["file"], f"its {message['workload']}").replace(_ADVICE, "."))
    return Part(session, Fraction(message["times"]), message)


def whole_model(parts: Sequence[Part]) -> Figures:
    """The object that rooflight-cli prints of the model that the parts make up: it adds up, and says what the roofs allow."""
    words = []
    for session, times, message in parts:
        words += ["--part", session, str(times), *(str(message[key]) for key in ("context", "state_bytes", "saved"))]
    return _run_tokens(words, lambda said: said)


def _timed(path: str) -> Tuple[Tuple[float, List[float]], List[str]]:
    """Median and its interval, ns, and what disturbed the runs. Those that ended early have no time."""
    latency = json.loads(run_program("rooflight-cli", ["latency", path, "--json", "--quiet"]).stdout)
    statistics = latency["statistics"]
    disturbed = [flag for flag in latency["flags"] if flag in _DISTURBANCES]
    return (statistics["median_ns"], statistics["median_interval_ns"]), disturbed


def _estimated(parts: Sequence[Tuple[Tuple[float, List[float]], Fraction]]) -> List[float]:
    """Least, likeliest and most ns: errors of single times add up as those of independent ones do.

    >>> _estimated([((50.0, [46.0, 54.0]), Fraction(3)), ((30.0, [22.0, 38.0]), Fraction(-2))])
    [70.0, 90.0, 110.0]
    """
    total = sum(float(times) * median for (median, _), times in parts)
    squares = sum((float(times) * (high - low) / 2) ** 2 for (_, (low, high)), times in parts)
    return [total - squares**0.5, total, total + squares**0.5]


def tokens_of_folder(maker: Maker, say: Callable[[str], None]) -> Tuple[str, Figures, int]:
    """The folder's name, the object that `rooflight-cli tokens --json` prints, with what the model needs and allows beside it, and
    the status to end with: that of the first run that could not be timed, whose workload has no estimate then. Where it is timed
    it is so with random weights or, where it is large, models of some of its blocks are, by which the time of the whole one is
    estimated."""
    about: Figures = {}
    counted: Dict[str, List[Part]] = {}
    timed: Dict[str, List[Tuple[Tuple[float, List[float]], Fraction]]] = {}
    disturbed: List[str] = []
    failures: Dict[str, int] = {}  # workloads that could not be timed, with the status of their run
    with tempfile.TemporaryDirectory(prefix="rooflight-parts-") as scratch:
        for number, message in enumerate(maker.messages()):
            for note in message.get("notes", ()):
                say(note)
            if "weights" in message:
                about = message
                run_program("rooflight-cli", ["peaks", "--json"])  # from now on they are in the cache
            if "file" not in message:
                continue
            name, is_timed = message["workload"], message["purpose"] == "timed"
            if is_timed and name in failures:
                continue
            say(f"{'Timing' if is_timed else 'Counting'} the {name} of {message['blocks'] or 'all'} blocks")
            if is_timed:
                try:
                    time, flags = _timed(message["file"])
                except ProgramError as failed:
                    say(f"Nothing is estimated of the {name}: {_reason(failed).replace(message['file'], 'it')}")
                    failures[name] = failed.status
                    continue
                disturbed += flags
                timed.setdefault(name, []).append((time, Fraction(message["times"])))
            else:
                counted.setdefault(name, []).append(_counted(message, scratch, number))
        found = [(name, whole_model(parts)) for name, parts in counted.items()]
    workloads = []
    for name, whole in found:
        figures = {**whole["workloads"][0], "workload": name}
        figures["memory_bytes"] = about["weights"] + figures["cache_bytes"]
        if name in timed and name not in failures:
            run = figures["sequences"] * figures["tokens"] * 1e9
            ns = _estimated(timed[name])
            figures["estimate_tokens_per_second"] = run / ns[1]
            figures["estimate_interval"] = [run / ns[2], run / ns[0]] if ns[0] > 0 else None
        workloads.append(figures)
    disturbed += [flag for _, whole in found for flag in whole["disturbed_by"]]
    return about["name"], {"format": "rooflight.tokens", "version": 1, "workloads": workloads,
                           "disturbed_by": list(dict.fromkeys(disturbed))}, next(iter(failures.values()), 0)


def _rates(interval: Optional[Sequence[float]]) -> str:
    return between(interval, "tokens/s") if interval else "unknown: no roofs were measured"


def tokens_text(found: Figures, name: str) -> str:
    """For people."""
    lines = []
    for figures in found["workloads"]:
        cache = f", {quantity(figures['cache_bytes_per_token'], 'B')} per token in the cache" if figures["context"] else ""
        lines += [
            f"{name}, {figures['workload']}: {figures['sequences']} x {figures['tokens']} tokens, {figures['context']} in the cache",
            f"  Work        {quantity(figures['flops_per_token'], 'FLOP')} per token, {quantity(figures['macs'], 'MAC')} in total",
            f"  Reads       {quantity(figures['weight_bytes'], 'B')} of weights{cache}",
            f"  Needs       {quantity(figures['memory_bytes'], 'B')} of memory for weights and cache; activations come on top",
            f"  At most     {_rates(figures['ceiling_tokens_per_second'])}, at the roofs measured here",
        ]
        if "estimate_tokens_per_second" in figures:
            between = f" ({_rates(figures['estimate_interval'])})" if figures["estimate_interval"] else ""
            lines.append(f"  To expect   {rounded(figures['estimate_tokens_per_second'])} tokens/s{between}, timed here with random weights")
    if found["disturbed_by"]:
        flags = ", ".join(_PHRASES.get(flag, flag.replace("_", " ")) for flag in found["disturbed_by"])
        lines.append(f"Runs or roofs were disturbed ({flags}): measure again when the machine is quiet.")
    return "\n".join(lines)
