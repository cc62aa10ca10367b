# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""PyTorch's own copy of 4 GiB and products of 8192 cubed on random numbers, timed with events: the best of several.

PyTorch ends its process where the device is lost, so that it has one of its own, which writes a line of JSON for each
figure as soon as it has it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

# An emulated device copies in the memory of the host: there it may be less.
COPY_BYTES = int(os.environ.get("PROOF_COPY_BYTES", 4 << 30))
EDGE = 8192
PRODUCTS = 4
REPETITIONS = 25
PROCESS = [sys.executable, "-B", str(Path(__file__).resolve())]


def best_seconds(work, calls):
    import torch

    for _ in range(3):
        work()
    best = float("inf")
    for _ in range(REPETITIONS):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(calls):
            work()
        end.record()
        end.synchronize()
        best = min(best, start.elapsed_time(end) / 1e3 / calls)
    return best


def copy_rate():
    import torch

    source = torch.rand(COPY_BYTES // 4, device="cuda")
    target = torch.empty_like(source)
    return 2 * COPY_BYTES / best_seconds(lambda: target.copy_(source), 1)


def product_rate(precision):
    import torch

    a, b = (torch.randn(EDGE, EDGE, device="cuda").to(getattr(torch, precision)) for _ in range(2))
    return 2 * EDGE**3 / best_seconds(lambda: a @ b, PRODUCTS)


def fp8_rate():
    import torch

    a, b = (torch.randn(EDGE, EDGE, device="cuda").to(torch.float8_e4m3fn) for _ in range(2))
    one = torch.ones((), device="cuda")
    columns = b.t()
    return 2 * EDGE**3 / best_seconds(
        lambda: torch._scaled_mm(a, columns, scale_a=one, scale_b=one, out_dtype=torch.bfloat16, use_fast_accum=True),
        PRODUCTS)


WANTED = {
    "DRAM copy": (copy_rate, f"a copy of {COPY_BYTES >> 30} GiB"),
    "BF16 (tensor)": (lambda: product_rate("bfloat16"), "a product of 8192 cubed"),
    "TF32 (tensor)": (lambda: product_rate("float32"), "a product of 8192 cubed"),
    "FP8 (tensor)": (fp8_rate, "torch._scaled_mm of 8192 cubed"),
}


def write_rates():
    """What the process of its own does."""
    import torch

    torch.backends.cuda.matmul.allow_tf32 = True
    for name, (rate, _) in WANTED.items():
        try:
            figure = {"rate": rate()}
        except RuntimeError as error:
            figure = {"error": str(error).splitlines()[0]}
        print(json.dumps({"name": name, **figure}), flush=True)
        torch.cuda.empty_cache()


def measure(report, seconds):
    """Name of our roof -> (value in SI units, what PyTorch did): of those that PyTorch had within the seconds."""
    ended = "PyTorch's process"
    with subprocess.Popen(PROCESS, stdout=subprocess.PIPE, text=True) as process:
        try:
            lines, _ = process.communicate(timeout=seconds)
            report.check(ended, process.returncode == 0, f"ended with status {process.returncode}")
        except subprocess.TimeoutExpired:
            process.kill()
            lines, _ = process.communicate()
            report.check(ended, False, f"did not end within {seconds:.0f} s")
    whole = (json.loads(line) for line in lines.splitlines() if line.startswith("{") and line.endswith("}"))
    figures = {figure["name"]: figure for figure in whole}
    for name, figure in figures.items():
        if "rate" in figure:
            report.note(f"PyTorch, {name}", f"{figure['rate'] / 1e12:.3f} T/s")
        else:
            report.skip(f"PyTorch, {name}", figure["error"])
    return {name: (figure["rate"], WANTED[name][1]) for name, figure in figures.items() if "rate" in figure}


if __name__ == "__main__":
    write_rates()
