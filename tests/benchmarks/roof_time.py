#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Checks that no operator is faster than its time at the roof. Each is a model of its own, timed by `rooflight-cli
report`; the best of all its samples, those of the bare model too, is compared with `time_at_roof_ns`. The bound is broken
where the best sample takes less than that time would be with the roof at the upper end of its interval. `best / roof` near
1 shows that the bound can be reached: look there at large products and large copies.

The roofs are measured first, with normal effort, into a cache that ends with this program (or the given one). Freed
memory is kept, so that page faults do not count. A launch overhead is a bound only for the median of the operator's
samples, which takes its place where it is lower (see docs/reference/verdicts.md).

--footprints times one model of some thousand operators instead, each five times in a row over the same memory, of 16 kB
to 256 MB, two sizes a doubling: all of them are compared with the bandwidth at their own footprint. The upper end there
is worked out here once more, from the points of the curves.

Usage: roof_time.py BUILD_DIR [--only PATTERN | --footprints] [--threads N] [--seconds S] [--cache FOLDER]
                    [--keep FOLDER]
Exit status: 1 where a bound is broken. Needs an interpreter with torch.
"""

import argparse
import bisect
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import warnings

import torch

KEEP_MEMORY = "glibc.malloc.trim_threshold=8000000000:glibc.malloc.mmap_threshold=8000000000"
PEAKS_ATTEMPTS = 3
DISTURBED = {"other_load", "unsteady", "throttled"}


class Call(torch.nn.Module):
    """A function of its inputs as a model."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


class Quantized(torch.nn.Module):
    """An operator on quantised numbers between conversions, which are operators of their own."""

    def __init__(self, operator):
        super().__init__()
        self.operator = operator

    def forward(self, x):
        return self.operator(torch.quantize_per_tensor(x, 0.05, 128, torch.quint8)).dequantize()


def call(function):
    return lambda: Call(function)


def quantized_conv(inside, outside, kernel, padding):
    return lambda: Quantized(torch.ao.nn.intrinsic.quantized.ConvReLU2d(inside, outside, kernel, padding=padding))


def layer(kind, *arguments, dtype=torch.float32, **options):
    return lambda: kind(*arguments, **options).to(dtype)


def with_weight(operator, *shape, dtype=torch.float32):
    """The second operand is a constant of the model."""

    def make():
        weight = torch.randint(-127, 127, shape, dtype=dtype) if dtype == torch.int8 else torch.randn(shape).to(dtype)
        return Call(lambda x: operator(x, weight))

    return make


def attention(causal):
    return call(lambda q, k, v: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal))


def matrix_cases():
    for n in (64, 256, 512, 1024, 2048):
        yield f"mm float32 {n}", call(torch.mm), [f"{n}x{n}", f"{n}x{n}"]
    yield "mm float64 1024", call(torch.mm), ["1024x1024:float64"] * 2
    for n in (512, 2048):
        yield f"mm bfloat16 {n}", call(torch.mm), [f"{n}x{n}:bfloat16"] * 2
    yield "mm float16 256", call(torch.mm), ["256x256:float16"] * 2
    for n in (512, 2048):
        yield f"_int_mm {n}", call(torch._int_mm), [f"{n}x{n}:int8:-9..9"] * 2
    yield "bmm float32 64 of 128", call(torch.bmm), ["64x128x128"] * 2
    yield "bmm bfloat16 64 of 128", call(torch.bmm), ["64x128x128:bfloat16"] * 2
    yield "mv float32 4096", call(torch.mv), ["4096x4096", "4096"]
    yield "addmm float32 1024", call(torch.addmm), ["1024", "1024x1024", "1024x1024"]
    yield "mm float32 narrow", call(torch.mm), ["4096x1024", "1024x8"]
    yield "linear float32 128 of 768-3072", layer(torch.nn.Linear, 768, 3072), ["128x768"]
    yield "linear bfloat16 512 of 1024-4096", layer(torch.nn.Linear, 1024, 4096, dtype=torch.bfloat16), [
        "512x1024:bfloat16"
    ]
    yield "linear float32 1 of 4096-4096", layer(torch.nn.Linear, 4096, 4096), ["1x4096"]
    yield "quantized linear 512 of 1024-1024", lambda: Quantized(torch.ao.nn.quantized.Linear(1024, 1024)), ["512x1024"]
    yield "quantized linear 2048 of 2048-2048", lambda: Quantized(torch.ao.nn.quantized.Linear(2048, 2048)), [
        "2048x2048"
    ]
    for dtype in ("float32", "bfloat16"):
        for causal in (False, True):
            name = f"attention {dtype} 8x1024x64" + (" causal" if causal else "")
            yield name, attention(causal), [f"1x8x1024x64:{dtype}"] * 3


def convolution_cases():
    conv = torch.nn.Conv2d
    yield "conv float32 3x3 64-64 on 56", layer(conv, 64, 64, 3, padding=1), ["8x64x56x56"]
    yield "conv float32 3x3 512-512 on 7", layer(conv, 512, 512, 3, padding=1), ["16x512x7x7"]
    yield "conv float32 3x3 512-512 on 2", layer(conv, 512, 512, 3, padding=1), ["64x512x2x2"]
    yield "conv float32 3x3 512-512 on 7, batch 1", layer(conv, 512, 512, 3, padding=1), ["1x512x7x7"]
    yield "conv float32 1x1 256-1024 on 14", layer(conv, 256, 1024, 1), ["8x256x14x14"]
    yield "conv float32 7x7 3-64 on 224", layer(conv, 3, 64, 7, stride=2, padding=3), ["4x3x224x224"]
    yield "conv float32 depthwise 256 on 28", layer(conv, 256, 256, 3, padding=1, groups=256), ["8x256x28x28"]
    bfloat16 = torch.bfloat16
    yield "conv bfloat16 3x3 256-256 on 14", layer(conv, 256, 256, 3, padding=1, dtype=bfloat16), [
        "16x256x14x14:bfloat16"
    ]
    yield "conv bfloat16 3x3 512-512 on 7", layer(conv, 512, 512, 3, padding=1, dtype=bfloat16), [
        "16x512x7x7:bfloat16"
    ]
    yield "quantized conv 3x3 512-512 on 7", quantized_conv(512, 512, 3, 1), ["16x512x7x7"]
    yield "quantized conv 3x3 512-512 on 7, batch 1", quantized_conv(512, 512, 3, 1), ["1x512x7x7"]
    yield "quantized conv 3x3 512-512 on 2", quantized_conv(512, 512, 3, 1), ["64x512x2x2"]
    yield "quantized conv 3x3 256-256 on 14", quantized_conv(256, 256, 3, 1), ["16x256x14x14"]
    yield "quantized conv 1x1 512-2048 on 14", quantized_conv(512, 2048, 1, 0), ["16x512x14x14"]
    yield "conv_transpose float32 4x4 128-64 on 28", layer(torch.nn.ConvTranspose2d, 128, 64, 4, 2, 1), ["4x128x28x28"]


# Elements of float32: 16 kB lie in L1, 512 kB in L2, 8 MB in L3, 256 MB in main memory. Others lie between.
SIZES = {"16 kB": 4096, "512 kB": 131072, "8 MB": 2097152, "256 MB": 67108864}
BETWEEN = {"96 kB": 24576, "2 MB": 524288, "3 MB": 786432, "28 MB": 7340032, "34 MB": 8912896, "44 MB": 11534336}


def memory_cases():
    for size, n in (SIZES | BETWEEN).items():
        yield f"copy_ {size}", call(lambda a, b: a.copy_(b)), [f"{n // 2}", f"{n // 2}"]
        yield f"relu_ {size}", call(torch.relu_), [f"{n}"]
        yield f"sum {size}", call(torch.sum), [f"{n}"]
    for size, n in SIZES.items():
        yield f"add {size}", call(torch.add), [f"{n // 3}"] * 2
        yield f"add_ {size}", call(lambda a, b: a.add_(b)), [f"{n // 2}", f"{n // 2}:float32:zeros"]
        yield f"zero_ {size}", call(torch.zero_), [f"{n}"]
        yield f"gelu {size}", call(torch.nn.functional.gelu), [f"{n // 2}"]
        yield f"softmax {size}", call(lambda x: torch.softmax(x, -1)), [f"{n // 2048}x1024"]
        yield f"cat {size}", call(lambda a, b: torch.cat((a, b))), [f"{n // 4}"] * 2
    for size in ("8 MB", "256 MB"):
        n = SIZES[size]
        yield f"clone uint8 {size}", call(torch.clone), [f"{n * 2}:uint8"]
        yield f"clone {size}", call(torch.clone), [f"{n // 2}"]
        yield f"max dim {size}", call(lambda x: torch.amax(x, -1)), [f"{n // 1024}x1024"]
        yield f"transpose {size}", call(lambda x: x.t().contiguous()), [f"{n // 2048}x1024"]
        yield f"every 16th {size}", call(lambda x: x[:, ::16].contiguous()), [f"{n // 1024}x1024"]
        yield f"add bfloat16 {size}", call(torch.add), [f"{n // 2}:bfloat16"] * 2
        yield f"to bfloat16 {size}", call(lambda x: x.to(torch.bfloat16)), [f"{n // 2}"]
        yield f"layer_norm {size}", layer(torch.nn.LayerNorm, 1024), [f"{n // 2048}x1024"]
    yield "embedding 32768 of 50000x128", layer(torch.nn.Embedding, 50000, 128), ["32768:int64:0..49999"]
    yield "embedding 4096 of 1000x64", layer(torch.nn.Embedding, 1000, 64), ["4096:int64:0..999"]
    yield "batch_norm 16x64x56x56", lambda: torch.nn.BatchNorm2d(64).eval(), ["16x64x56x56"]
    yield "max_pool 16x64x56x56", layer(torch.nn.MaxPool2d, 2), ["16x64x56x56"]
    yield "exp_ 16 kB", call(lambda x: torch.exp_(x)), ["4096:float32:-1"]


FOOTPRINT_ELEMENTS = [int(4096 * 2 ** (step / 2)) // 2 * 2 for step in range(29)]
FOOTPRINT_OPERATORS = (
    lambda x: torch.sum(x),
    lambda x: x.zero_(),
    lambda x: torch.relu_(x),
    lambda x: x.mul_(1.0),
    lambda x: x.abs_(),
    lambda x: x[: len(x) // 2].copy_(x[len(x) // 2 :]),
    lambda x: x[: len(x) // 2].add_(x[len(x) // 2 :]),
)
FOOTPRINT_REPEATS = 5


class Footprints(torch.nn.Module):
    """Every operator again and again over the first part of its input, for each size of the part."""

    def forward(self, x):
        total = torch.zeros(())
        for elements in FOOTPRINT_ELEMENTS:
            for operator in FOOTPRINT_OPERATORS:
                for _ in range(FOOTPRINT_REPEATS):
                    result = operator(x[:elements])
                    if result.dim() == 0:
                        total = total + result  # a sum that nothing uses would not run
        return total


def small_cases():
    yield "add_ one number", call(lambda a, b: a.add_(b)), ["1", "1:float32:zeros"]
    yield "relu_ one number", call(torch.relu_), ["1"]
    yield "zero_ one number", call(torch.zero_), ["1"]
    yield "fill_ one number", call(lambda x: x.fill_(2)), ["1"]
    yield "mm 2", call(torch.mm), ["2x2", "2x2"]
    yield "sum of 8", call(torch.sum), ["8"]


def example(spec):
    shape, dtype, *_ = spec.split(":") + ["float32"]
    sizes = [int(size) for size in shape.split("x")]
    kind = getattr(torch, dtype)
    return torch.randn(sizes).to(kind) if kind.is_floating_point else torch.zeros(sizes, dtype=kind)


def save(module, specs, path):
    with warnings.catch_warnings(), torch.inference_mode():
        warnings.simplefilter("ignore")  # of the tracer: sizes become constants, as they may
        torch.jit.trace(module, tuple(map(example, specs)), check_trace=False).save(path)


class Cli:
    def __init__(self, build, threads, cache):
        self.threads = threads
        self.program = os.path.join(build, "bin/rooflight-cli")
        self.environment = os.environ | {"XDG_CACHE_HOME": cache, "GLIBC_TUNABLES": KEEP_MEMORY}

    def __call__(self, *arguments):
        command = [self.program, *arguments, "--json", "--quiet", "--threads", self.threads]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        return json.loads(done.stdout)

    def measure_roofs(self):
        """Until nothing disturbs them: a report would otherwise begin by measuring them again."""
        for _ in range(PEAKS_ATTEMPTS):
            roofs = self("peaks", "--effort", "normal")["roofs"]
            disturbed = [roof["name"] for roof in roofs if DISTURBED & set(roof["flags"])]
            if not disturbed:
                break
        for roof in roofs:
            low, high = roof["interval"]
            print(f"{roof['name']:40} {roof['value']:.4g} {low:.4g} to {high:.4g} {' '.join(roof['flags'])}")


def measured(session, operator):
    """All samples of an operator and of the bare model, sorted."""
    samples = list(session["latency"]["samples_ns"])
    for item in session["layers"]["items"]:
        if item["kind"] == "operator" and item["id"] == operator:
            samples += item["samples_ns"]
    return sorted(samples)


def on_curve(points, footprint):
    """Value and upper end at a footprint: each point raised to those beyond, interpolated over the logarithm."""
    sizes = [point[0] for point in points]
    raised = [(max(p[1] for p in points[i:]), max(p[3] for p in points[i:])) for i in range(len(points))]
    after = bisect.bisect_left(sizes, footprint)
    if after == len(points):
        return raised[-1]
    if after == 0 or sizes[after] == footprint:
        return raised[after]
    share = math.log(footprint / sizes[after - 1]) / math.log(sizes[after] / sizes[after - 1])
    return raised[after - 1][0] + share * (raised[after][0] - raised[after - 1][0]), raised[after - 1][1]


READ_SHARES = {"read": 1, "write": 0, "update": 1 / 2, "triad": 2 / 3}


def footprint_factor(curves, verdict):
    """Value over upper end of the way (both, reads, writes) whose bandwidth the program names."""
    named, footprint, ways = verdict["footprint_byte_per_second"], verdict["footprint_bytes"], []
    for share_of in (lambda read: 1, lambda read: read, lambda read: 1 - read):
        ends = [(share_of(READ_SHARES[c["pattern"]]), *on_curve(c["points"], footprint)) for c in curves]
        ways.append((max(share * value for share, value, _ in ends), max(share * high for share, _, high in ends)))
    value, high = min(ways, key=lambda way: abs(way[0] - named))
    assert abs(value - named) <= 1e-6 * named, (value, verdict)
    return value / high


def upper_end_factor(session, verdict):
    for roof in session["peaks"]["roofs"]:
        if roof["name"] != verdict["roof"] or roof["kind"] == "launch":
            continue
        if roof["kind"] == "memory" and "footprint_bytes" in verdict:
            return footprint_factor(session["peaks"]["curves"], verdict)
        if roof["interval"][1] > roof["value"]:
            return roof["value"] / roof["interval"][1]
    return 1


def judge(session):
    """Operator that takes longest, its verdict, best sample, whether the bound holds."""
    operators = session["analysis"]["operators"]
    worked = [verdict for verdict in session["verdicts"]["operators"] if verdict["roof"]]
    verdict = max(worked, key=lambda each: each["time_share"] or 0)
    samples = measured(session, verdict["id"])
    at_roof = verdict["time_at_roof_ns"]
    holds = verdict["bound"] == "launch" or samples[0] >= at_roof * upper_end_factor(session, verdict)
    return operators[verdict["id"]]["name"], verdict, samples, holds


def line(label, operator, verdict, samples, holds):
    at_roof, best, tenth = verdict["time_at_roof_ns"], samples[0], samples[len(samples) // 10]
    return (
        f"{label:42} {operator:28} {verdict['roof']:32} {at_roof / 1e3:11.2f} {best / 1e3:11.2f} {tenth / 1e3:11.2f}"
        f" {best / at_roof:7.3f} {verdict['bound']:13} {'ok' if holds else '!'}"
    )


def judge_footprints(cli, folder):
    """How many operators there are, and how many are above their roof by more than its interval."""
    path = os.path.join(folder, "footprints.pt")
    largest = FOOTPRINT_ELEMENTS[-1]
    save(Footprints(), [f"{largest}"], path)
    session = cli("report", path, "--effort", "quick", "--seconds", cli.seconds, "--input", f"{largest}:float32")
    operators = session["analysis"]["operators"]
    by_operator = {i["id"]: i["samples_ns"] for i in session["layers"]["items"] if i["kind"] == "operator"}
    broken, count = 0, 0
    for verdict in session["verdicts"]["operators"]:
        if not verdict["roof"] or "footprint_bytes" not in verdict or verdict["id"] not in by_operator:
            continue
        samples, at_roof = sorted(by_operator[verdict["id"]]), verdict["time_at_roof_ns"]
        holds = verdict["bound"] == "launch" or samples[0] >= at_roof * upper_end_factor(session, verdict)
        count, broken = count + 1, broken + (not holds)
        label = f"{verdict['footprint_bytes'] / 1e6:.4g} MB, {verdict['footprint_byte_per_second'] / 1e9:.4g} GB/s"
        if not holds or verdict["id"] % 25 == 0:
            print(line(label, operators[verdict["id"]]["name"], verdict, samples, holds), flush=True)
    return broken, count


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--only", default="", help="cases whose name holds this regular expression")
    parser.add_argument("--footprints", action="store_true", help="a thousand operators in one model, by their footprints")
    parser.add_argument("--seconds", default="2", help="of each measurement")
    parser.add_argument("--threads", default=str(torch.get_num_threads()), help="of the model and of the roofs")
    parser.add_argument("--cache", help="folder of the roofs, kept")
    parser.add_argument("--keep", help="folder for models and sessions, kept")
    return parser.parse_args()


def main():
    options = parse()
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        cli = Cli(options.build, options.threads, os.path.abspath(options.cache) if options.cache else folder)
        cli.measure_roofs()
        print(
            f"\n{'case':42} {'operator':28} {'roof':32} {'at roof us':>11} {'best us':>11} {'p10 us':>11}"
            f" {'ratio':>7} bound"
        )
        broken, count = 0, 0
        if options.footprints:
            cli.seconds = options.seconds
            broken, count = judge_footprints(cli, options.keep or folder)
        for generator in () if options.footprints else (matrix_cases, convolution_cases, memory_cases, small_cases):
            for label, make, specs in generator():
                if not re.search(options.only, label):
                    continue
                path = os.path.join(options.keep or folder, label.replace(" ", "_").replace(",", "") + ".pt")
                save(make().eval(), specs, path)
                inputs = [word for spec in specs for word in ("--input", spec if ":" in spec else f"{spec}:float32")]
                session = cli("report", path, "--effort", "quick", "--seconds", options.seconds, *inputs)
                if options.keep:
                    with open(path[:-3] + ".json", "w", encoding="utf-8") as out:
                        json.dump(session, out)
                os.remove(path)
                *found, holds = judge(session)
                print(line(label, *found, holds), flush=True)
                broken, count = broken + (not holds), count + 1
    print(f"{count} operators, {broken} faster than their time at the roof")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
