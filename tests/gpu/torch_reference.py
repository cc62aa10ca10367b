# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""PyTorch's own copy of 4 GiB and products of 8192 cubed on random numbers, timed with events: the best of several."""

COPY_BYTES = 4 << 30
EDGE = 8192
PRODUCTS = 4
REPETITIONS = 25


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


def product_rate(dtype):
    import torch

    a, b = (torch.randn(EDGE, EDGE, device="cuda").to(dtype) for _ in range(2))
    return 2 * EDGE**3 / best_seconds(lambda: a @ b, PRODUCTS)


def fp8_rate():
    import torch

    a, b = (torch.randn(EDGE, EDGE, device="cuda").to(torch.float8_e4m3fn) for _ in range(2))
    one = torch.ones((), device="cuda")
    columns = b.t()
    return 2 * EDGE**3 / best_seconds(
        lambda: torch._scaled_mm(a, columns, scale_a=one, scale_b=one, out_dtype=torch.bfloat16, use_fast_accum=True),
        PRODUCTS)


def measure(report):
    """Name of our roof -> (value in SI units, what PyTorch did)."""
    import torch

    torch.backends.cuda.matmul.allow_tf32 = True
    wanted = {
        "DRAM copy": (copy_rate, "a copy of 4 GiB"),
        "BF16 (tensor)": (lambda: product_rate(torch.bfloat16), "a product of 8192 cubed"),
        "TF32 (tensor)": (lambda: product_rate(torch.float32), "a product of 8192 cubed"),
        "FP8 (tensor)": (fp8_rate, "torch._scaled_mm of 8192 cubed"),
    }
    reference = {}
    for name, (rate, what) in wanted.items():
        try:
            reference[name] = (rate(), what)
            report.note(f"PyTorch, {name}", f"{reference[name][0] / 1e12:.3f} T/s")
        except RuntimeError as error:
            report.skip(f"PyTorch, {name}", str(error).splitlines()[0])
        torch.cuda.empty_cache()
    return reference
