#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Shows that every check of tests/gpu/run can fail: on an emulated device that lies (CUDA_EMULATED_LIES), or with a
program that does not do what it was asked for.

prove_checks.py FOLDER [CASE...]: FOLDER is kept, for the models. The environment is that of the tests (emulated.py). Ten
minutes on two cores. Prints each check with the cases in which it held and failed.

Exit status: 0 every check held once and failed once, 1 one did not.
"""

import ast
import contextlib
import io
import os
import stat
import sys
import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from emulated import CUDNN, LIBRARIES, PRELOADED, PROGRAM

HERE = Path(__file__).resolve().parent
GPU = HERE.parent / "gpu"
sys.path.insert(0, str(GPU))
os.environ.update(CUDNN | {"LD_PRELOAD": ":".join(str(LIBRARIES / name) for name in PRELOADED)})
from importlib.machinery import SourceFileLoader

import model_checks
import proof as proofs
import roof_checks
import timing_checks
import torch_reference

run = SourceFileLoader("proof_run", str(GPU / "run")).load_module()
CHECKED = ("roof_checks.py", "timing_checks.py", "model_checks.py", "torch_reference.py", "run")
SECONDS = 900


@dataclass
class Case:
    """Checks, and what is wrong while they run."""

    checks: tuple
    lies: str = ""
    settings: dict = field(default_factory=dict)
    only: tuple = ()  # numbers of the commands that this is for; all where there are none
    arguments: object = None  # what the program makes of its arguments
    answer: object = None  # what it makes of its answer
    patches: tuple = ()  # of the checks' constants, to be quick
    honest: tuple = ()  # of those before the checks: commands


QUICK_ROOFS = (mock.patch.object(roof_checks, "measure", lambda proof, _: proof.program.json(
    "peaks", "--effort", "quick", "--remeasure")),)
NO_REFERENCE = (mock.patch.object(torch_reference, "measure", lambda *_: {}),)
AS_FAST = {"BF16 (tensor)": (10e12, "a product"), "DRAM copy": (1e12, "a copy")}
REFERENCE = (mock.patch.object(torch_reference, "measure", lambda *_: AS_FAST),)
ONE_MODEL = (mock.patch.object(model_checks, "MODELS", {"resnet18": ["--batch", "32"]}),)
SMALL_STREAM = (mock.patch.object(model_checks, "STREAM", ["--input", f"{1 << 20}:float32:1", "--count-bytes"]),)


def without_limit(arguments):
    """A program that does not hold back memory."""
    place = arguments.index("--memory-limit")
    return arguments[:place] + arguments[place + 2:]


def only_small_batches(arguments):
    return [*without_limit(arguments), "--max-batch", "4"]


def with_retries(latency):
    latency["flags"].append("allocator_retries")


def with_more_joules(latency):
    if latency["energy"]["joules_per_run"]:
        latency["energy"]["joules_per_run"] *= 1.1


def with_other_sum(report):
    report["verdicts"]["layers"][0]["time_at_roof_ns"] *= 1.1


def with_other_shares(report):
    bounds = report["verdicts"]["bounds"]
    bounds[max(bounds, key=bounds.get)] += 0.1


def check_reference(proof):
    torch_reference.measure(proof.report, proof.program.seconds(10))


def check_whole_reference(proof):
    torch_reference.measure(proof.report, proof.program.seconds(SECONDS))


ROOFS = (roof_checks.check_roofs,)
QUICK = QUICK_ROOFS + NO_REFERENCE
MODELS = (model_checks.check_models,)
COUNTERS = (model_checks.check_counted_bytes,)
SANITIZED = (run.check_memory_accesses,)

CASES = {
    "honest timing": Case(timing_checks.CHECKS),
    "honest roofs": Case(roof_checks.CHECKS, patches=REFERENCE),
    "honest models": Case(MODELS + COUNTERS, patches=ONE_MODEL + SMALL_STREAM),
    "honest reference": Case((check_whole_reference,)),
    "honest H100": Case(ROOFS, lies="emulated_stream:0.3,emulated_fma:0.2604,emulated_special:0.8333", patches=QUICK,
                        settings={"NAME": "NVIDIA H100 80GB HBM3"}),
    "clean sanitizer": Case(SANITIZED, settings={"SANITIZER": "0 errors"}),
    "events too short": Case((timing_checks.check_naive_timing,), lies="events:0.01"),
    "kernels noted too short": Case((timing_checks.check_naive_timing,), lies="records:0.5"),
    "kernels noted too long": Case((timing_checks.check_kernels,), lies="records:50"),
    "kernels not noted": Case((timing_checks.check_kernels,), lies="lost_records:2"),
    "slow graphs": Case((timing_checks.check_graph_replay,), lies="graphs:100"),
    "events that wait": Case((timing_checks.check_pipeline,), lies="waiting_events:1"),
    "less memory for one search": Case((timing_checks.check_sweep,), settings={"MEMORY_BYTES": 1 << 30}, only=(2,)),
    "limit of memory ignored": Case((timing_checks.check_sweep,), settings={"MEMORY_BYTES": 4 << 30},
                                    arguments=without_limit),
    "limit of batches": Case((timing_checks.check_sweep,), arguments=only_small_batches),
    "short queue": Case((timing_checks.check_held_layers,), lies="queue:10"),
    "slow events": Case((timing_checks.check_held_layers,), lies="event_ns:1000000"),
    "slow device": Case((timing_checks.check_cancel,), lies="emulated_cudnn:3000"),
    "memory that was short": Case((timing_checks.check_latency,), answer=with_retries),
    "more joules": Case((timing_checks.check_energy,), answer=with_more_joules),
    "lost readings": Case((timing_checks.check_latency,), settings={"FAULT": "nvml:1"}),
    "few allocations": Case((roof_checks.check_quick_roofs,), settings={"FAULT": "allocation:4"}),
    "faster than in theory": Case((roof_checks.check_quick_roofs,), lies="emulated:0.2"),
    "slow H100": Case(ROOFS, settings={"NAME": "NVIDIA H100 80GB HBM3"}, patches=QUICK),
    "another chip, newer": Case(ROOFS, settings={"NAME": "NVIDIA B200"}, patches=QUICK),
    "another chip, older": Case(ROOFS, settings={"NAME": "NVIDIA A100-SXM4-80GB"}, patches=QUICK),
    "slow second-level cache": Case(ROOFS, lies="emulated_stream_cached:10", patches=QUICK),
    "slow launches": Case(ROOFS, lies="emulated_empty:40", patches=QUICK),
    "slow waits": Case(ROOFS, lies="wait_ms:20", patches=QUICK),
    "products that become faster": Case(ROOFS, lies="emulated_cublas_lt:0.5@60", patches=NO_REFERENCE),
    "roofs 10 % off the second time": Case(ROOFS, lies="emulated:0.9", only=(2,), patches=QUICK),
    "fewer roofs the second time": Case(ROOFS, settings={"FAULT": "allocation:4"}, only=(2,), patches=QUICK),
    "roofs 10 % below PyTorch": Case(ROOFS, lies="emulated:1.1", patches=QUICK_ROOFS + REFERENCE),
    "fewer roofs than PyTorch": Case(ROOFS, settings={"FAULT": "allocation:4"}, patches=QUICK_ROOFS + REFERENCE),
    "device lost to PyTorch": Case((check_whole_reference,), settings={"FAULT": "call:200:46"}),
    "PyTorch that does not end": Case((check_reference,), settings={"INIT_MS": 600000}),
    "errors of the sanitizer": Case(SANITIZED, settings={"SANITIZER": "3 errors"}),
    "kernels of no operator": Case(MODELS, lies="lost_owners:1", patches=ONE_MODEL),
    "slow graphs of models": Case(MODELS, lies="graphs:2", patches=ONE_MODEL),
    "roofs at half their speed": Case((roof_checks.check_quick_roofs, *MODELS), lies="emulated:2", only=(1,),
                                      patches=ONE_MODEL),
    "sums that are wrong": Case(MODELS, answer=with_other_sum, patches=ONE_MODEL),
    "shares that are wrong": Case(MODELS, answer=with_other_shares, patches=ONE_MODEL),
    "counters that are wrong": Case(COUNTERS, lies="counters:1.2", patches=SMALL_STREAM),
    "no kernels behind the counters": Case(COUNTERS, lies="lost_records:1", patches=SMALL_STREAM),
}


class LyingProgram(proofs.Program):
    def __init__(self, case, *arguments):
        super().__init__(*arguments)
        self.case = case
        self.commands = 0

    def json(self, command, *arguments, **options):
        self.commands += 1
        lying = not self.case.only or self.commands in self.case.only
        honest = self.environment
        if lying:
            self.environment = honest | settings_of(self.case)
            if self.case.arguments:
                arguments = self.case.arguments([str(argument) for argument in arguments])
        try:
            answer = super().json(command, *arguments, **options)
        finally:
            self.environment = honest
        if self.case.answer:
            self.case.answer(answer)
        return answer


class LocatedReport(proofs.Report):
    """Notes the lines of the checks that held and failed."""

    def __init__(self, path):
        super().__init__(path)
        self.lines = {True: set(), False: set()}

    def check(self, what, holds, text):
        frame = sys._getframe(1)
        self.lines[bool(holds)].add((Path(frame.f_code.co_filename).name, frame.f_lineno))
        super().check(what, holds, text)


def settings_of(case):
    settings = {f"CUDA_EMULATED_{name}": str(value) for name, value in case.settings.items() if name != "SANITIZER"}
    return settings | ({"CUDA_EMULATED_LIES": case.lies} if case.lies else {})


def all_checks():
    """(file, first line, last line, text, whether it can hold) of each check of the proof."""
    for name in CHECKED:
        source = (GPU / name).read_text()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "check":
                fails_always = isinstance(node.args[1], ast.Constant) and not node.args[1].value
                yield (name, node.lineno, node.end_lineno, ast.get_source_segment(source, node.args[0]),
                       not fails_always)


def make_models(folder):
    """Those that the cases need, with a stream whose bytes the device knows."""
    import torch

    import make_models as models

    class Copy(torch.nn.Module):
        def forward(self, x):
            return x.clone()

    if (folder / "stream.pt").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {"resnet18": models.MODELS["resnet18"], "stream": lambda: (Copy(), torch.rand(1024))}
    with mock.patch.object(models, "MODELS", wanted), warnings.catch_warnings():
        models.make(folder)


def add_sanitizer(folder, case):
    """A tool of this name that says what the case wants, first on the path."""
    tool = folder / "compute-sanitizer"
    tool.write_text(f"#!/bin/sh\necho '========= ERROR SUMMARY: {case.settings['SANITIZER']}'\n")
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def prove(case, folder, models):
    """The lines of the checks that held and failed, and the rows that failed."""
    out = folder / "answers"
    out.mkdir()
    report = LocatedReport(folder / "table.txt")
    program = LyingProgram(case, PROGRAM, "cuda:0", out, [Path(PROGRAM).parent])
    environment = add_sanitizer(folder, case) if "SANITIZER" in case.settings else {}
    if case.checks in ((check_reference,), (check_whole_reference,)):  # PyTorch's process takes it from here
        environment |= settings_of(case)
    with contextlib.ExitStack() as stack:
        for patch in case.patches:
            stack.enter_context(patch)
        stack.enter_context(mock.patch.dict(os.environ, environment))
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
        proofs.Proof(program, report, models, SECONDS).run(case.checks)
    return report


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    models = Path(sys.argv[1]).resolve() / "models"
    make_models(models)
    checks = list(all_checks())
    cases = {True: {}, False: {}}
    for name in sys.argv[2:] or CASES:
        with tempfile.TemporaryDirectory(prefix="rooflight-checks-") as folder:
            report = prove(CASES[name], Path(folder), models)
        for holds, lines in report.lines.items():
            for check in checks:
                if any(file == check[0] and check[1] <= line <= check[2] for file, line in lines):
                    cases[holds].setdefault(check, []).append(name)
        failed = [f"{what}: {text}" for result, what, text in report.rows if result == "FAIL"]
        skipped = [f"skip {what}: {text}" for result, what, text in report.rows if result == "skip"]
        print(f"{name}: {len(failed)} of {len(report.rows)} rows failed", *failed[:6], *skipped[:4], sep="\n    ",
              flush=True)
    print("\nCheck; held in; failed in")
    incomplete = 0
    for check in checks:
        held, failed = (cases[holds].get(check, []) for holds in (True, False))
        incomplete += (check[4] and not held) or not failed
        when = held[0] if held else "NEVER" if check[4] else "cannot"
        print(f"{check[0]}:{check[1]} {check[3]}; {when}; {', '.join(failed) or 'NEVER'}")
    print(f"{len(checks) - incomplete} of {len(checks)} checks failed once, and held once if they can")
    return 1 if incomplete else 0


if __name__ == "__main__":
    sys.exit(main())
