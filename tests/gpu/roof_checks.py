# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The roofs of a GPU against its data sheet, against each other, and against PyTorch's own copy and products, measured
in the same minute."""

import torch_reference

# Dense values of NVIDIA's data sheets: FLOP/s by precision on matrix units, and B/s.
SHEETS = {
    "H200": {"tf32": 494.7e12, "bf16": 989.4e12, "fp8": 1979e12, "dram": 4.8e12},
    "H100 80GB HBM3": {"tf32": 494.7e12, "bf16": 989.4e12, "fp8": 1979e12, "dram": 3.35e12},
    "A100-SXM4-80GB": {"tf32": 156e12, "bf16": 312e12, "dram": 2.039e12},
}

# Parts of the data sheet that have to be reached. On random numbers the power limit holds products back: the best public
# FP8 product of an H100 reaches 71 % of the sheet, of an H200 73 %.
LEAST = {"tf32": 0.80, "bf16": 0.78, "fp8": 0.72}
LEAST_FP8_H100 = 0.70
LEAST_READ_OR_WRITE = 0.90
LEAST_COPY = 0.86
LEAST_VECTOR_PER_CYCLE = 0.97
LEAST_HOPPER_L2 = 6e12
REPEATABILITY = 0.01
BURST_SECONDS = 0.1
REFERENCE_SECONDS = 120
REFERENCE_TOLERANCE = 0.99  # PyTorch's figures scatter, too

# Exponentials of one multiprocessor in one cycle, of the chips above.
SPECIAL_PER_CYCLE = 16
SPECIAL = "FP32 exp2 (special functions)"
# Products with block scales: compute capability 10.0 and newer.
BLOCK_SCALED = ("MXFP8 (tensor)", "NVFP4 (tensor)")
OLDER = ("T4", "A100", "A10", "A40", "L4", "L40", "RTX 30", "RTX 40")
HOPPER = ("H100", "H200")
BLACKWELL = ("B100", "B200", "B300", "RTX 50", "Blackwell")

# FLOP of one multiprocessor in one cycle of fp32 multiply-adds.
FP32_PER_CYCLE = {"H200": 256, "H100": 256, "A100": 128}


def measure(proof, effort):
    return proof.program.json("peaks", "--effort", effort, "--remeasure")


def sheet_of(name):
    return next((sheet for board, sheet in SHEETS.items() if board in name), None)


def named(peaks, name):
    return next((roof for roof in peaks["roofs"] if roof["name"] == name), None)


def required(report, peaks, name):
    roof = named(peaks, name)
    if roof is None:
        report.check(name, False, "was not measured")
    return roof


def flags_of(roof):
    return ", ".join(roof["flags"]) or "no flags"


def check_share(report, peaks, name, limit, least):
    roof = required(report, peaks, name)
    if roof is None:
        return
    share = roof["value"] / limit
    report.check(name, share >= least, f"{share:.1%} of the data sheet, at least {least:.0%} wanted ({flags_of(roof)})")


def compare_with_sheet(report, peaks):
    name = peaks["device"]["name"]
    sheet = sheet_of(name)
    if sheet is None:
        report.skip("data sheet", f"no values for {name} here")
        return
    for precision, least in LEAST.items():
        if precision in sheet:
            wanted = LEAST_FP8_H100 if precision == "fp8" and "H100" in name else least
            check_share(report, peaks, f"{precision.upper()} (tensor), sustained", sheet[precision], wanted)
    streams = [required(report, peaks, name) for name in ("DRAM read", "DRAM write")]
    best = max((roof["value"] for roof in streams if roof), default=0) / sheet["dram"]
    report.check("DRAM read or write", best >= LEAST_READ_OR_WRITE,
                 f"{best:.1%} of the data sheet, at least {LEAST_READ_OR_WRITE:.0%} wanted")
    check_share(report, peaks, "DRAM copy", sheet["dram"], LEAST_COPY)


def compare_vector(report, peaks):
    rate = next((rate for chip, rate in FP32_PER_CYCLE.items() if chip in peaks["device"]["name"]), None)
    if rate is None:
        report.skip("fp32 and exp2 per cycle", "the rates of this chip are not known here")
        return
    loops = (("fp32 per cycle", "FP32 FMA (vector)", rate), ("exp2 per cycle", SPECIAL, SPECIAL_PER_CYCLE))
    for what, name, most in loops:
        roof = required(report, peaks, name)
        if roof is not None:
            share = (roof["per_cycle"] or 0) / most
            report.check(what, LEAST_VECTOR_PER_CYCLE <= share <= 1.005,
                         f"{share:.2%} of {most}, {LEAST_VECTOR_PER_CYCLE:.0%} to 100.5% wanted")


def compare_block_scaled(report, peaks):
    expected = any(chip in peaks["device"]["name"] for chip in BLACKWELL)
    for name in BLOCK_SCALED:
        roof = named(peaks, name)
        text = f"{roof['value'] / 1e12:.0f} TFLOP/s" if roof else "was not measured"
        report.check(name, (roof is not None) == expected,
                     f"{text}; {'wanted' if expected else 'not wanted'} on this chip")


def compare_paths(report, peaks):
    """Every way to read that the chip has was tried; the row says what the slower ones reach."""
    if not any(chip in peaks["device"]["name"] for chip in OLDER + HOPPER + BLACKWELL):
        report.skip("ways to read", "those of this chip are not known here")
        return
    copies = any(chip in peaks["device"]["name"] for chip in HOPPER + BLACKWELL)
    for name in ("DRAM read", "L2 read"):
        roof = required(report, peaks, name)
        if roof is not None:
            text = roof["instructions"]
            tried = "accesses" in text and ("read-only path" in text) == (name == "DRAM read")
            tried = tried and ("bulk copies" in text) == copies
            report.check(f"{name}: ways to read", tried, f"{text}; bulk copies {'' if copies else 'not '}wanted")


def compare_levels(report, peaks):
    levels = [required(report, peaks, name)
              for name in ("Shared memory read", "L2 read", "DRAM read", "PCIe to device")]
    if not all(levels):
        return
    values = [level["value"] for level in levels]
    report.check("levels", values == sorted(values, reverse=True),
                 " > ".join(f"{value / 1e9:.0f} GB/s" for value in values))
    if any(chip in peaks["device"]["name"] for chip in HOPPER):
        report.check("L2 read", values[1] >= LEAST_HOPPER_L2,
                     f"{values[1] / 1e12:.2f} TB/s, {LEAST_HOPPER_L2 / 1e12:.0f} wanted")


def compare_with_theory(report, peaks):
    """Nothing may pass what the chip can do at its highest clock."""
    for roof in peaks["roofs"]:
        if roof["theoretical"]:
            share = roof["value"] / roof["theoretical"]
            report.check(f"{roof['name']} below theory", share <= 1.02 and "above_theory" not in roof["flags"],
                         f"{share:.1%}, at most 102% wanted")


def compare_launch(report, peaks):
    roof = required(report, peaks, "Launch, back to back")
    if roof is not None:
        report.check("launch", 2e-7 < roof["value"] < 5e-5, f"{roof['value'] * 1e6:.2f} us, 0.2 to 50 wanted")
    launches = {roof["pattern"]: roof["value"] for roof in peaks["roofs"] if roof["kind"] == "launch"}
    report.check("an operator takes longer than a launch",
                 launches.get("operator", 0) >= launches.get("back_to_back", 1) * 0.95,
                 ", ".join(f"{name} {value * 1e6:.2f} us" for name, value in launches.items()))


def least_samples(roof):
    """Of a burst: 20, or as many products as it has time for where even the smallest takes long."""
    m, n, k = map(int, roof["instructions"].removeprefix("cuBLASLt, ").split(" x "))
    return min(20, int(BURST_SECONDS * roof["value"] / (2 * m * n * k)))


def compare_bursts(report, peaks):
    for roof in peaks["roofs"]:
        burst = named(peaks, roof["name"].removesuffix(", sustained"))
        if roof["sustained"] and burst is not None:
            report.check(f"{roof['name']} not above its burst", roof["value"] <= 1.02 * burst["value"],
                         f"{roof['value'] / burst['value']:.1%}, at most 102% wanted")
        if not roof["sustained"] and roof["unit"] == "tensor":
            least = least_samples(roof)
            report.check(f"{roof['name']}: samples", len(roof["samples"]) >= least,
                         f"{len(roof['samples'])}, at least {least} wanted")


def compare_runs(report, first, second):
    for roof in first["roofs"]:
        if roof["kind"] == "launch" or roof["level"] == "pcie":
            continue
        other = named(second, roof["name"])
        if other is None:
            report.check(f"{roof['name']} again", False, "was not measured the second time")
            continue
        apart = abs(other["value"] / roof["value"] - 1)
        report.check(f"{roof['name']} again", apart <= REPEATABILITY, f"{apart:.2%} apart, at most 1 % wanted")


def compare_with_torch(report, peaks, reference):
    """Ours are roofs: what PyTorch reaches lies below them."""
    for name, (value, what) in reference.items():
        roof = named(peaks, name)
        if roof is None:
            report.check(f"{name} and PyTorch", False, "was not measured")
            continue
        report.check(f"{name} and PyTorch", roof["value"] >= REFERENCE_TOLERANCE * value,
                     f"{roof['value'] / value:.1%} of {what} ({value / 1e12:.3f} T/s), "
                     f"{REFERENCE_TOLERANCE:.0%} wanted")


def check_quick_roofs(proof):
    peaks = measure(proof, "quick")
    proof.report.check("quick roofs", len(peaks["roofs"]) >= 15, f"{len(peaks['roofs'])} roofs")
    compare_with_theory(proof.report, peaks)


def check_roofs(proof):
    if proof.program.kind != "cuda":
        proof.report.skip("roofs", "only of a GPU")
        return
    reference = torch_reference.measure(proof.report, proof.program.seconds(REFERENCE_SECONDS))
    first = measure(proof, "normal")
    for compare in (compare_with_sheet, compare_vector, compare_block_scaled, compare_paths, compare_levels,
                    compare_with_theory, compare_launch, compare_bursts):
        proof.attempt(compare.__name__.replace("_", " "), compare, proof.report, first)
    proof.attempt("compare with torch", compare_with_torch, proof.report, first, reference)
    compare_runs(proof.report, first, measure(proof, "normal"))


CHECKS = (check_quick_roofs, check_roofs)
