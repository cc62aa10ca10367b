#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Measures the roofs of a GPU twice with the real program and compares them with its data sheet.

Exit status: 0 all checks hold, 1 one does not, 77 there is no GPU or no CUDA code to measure it with (skipped).
"""

import argparse
import json
import sys
from pathlib import Path

from gpu_check import Report, run_json

# Dense values of the data sheets: FLOP/s by precision on matrix units, and B/s.
SHEETS = {
    "H200": {"tf32": 494.7e12, "bf16": 989.4e12, "fp8": 1979e12, "dram": 4.8e12},
    "H100 80GB HBM3": {"tf32": 494.7e12, "bf16": 989.4e12, "fp8": 1979e12, "dram": 3.35e12},
    "A100-SXM4-80GB": {"tf32": 156e12, "bf16": 312e12, "dram": 2.039e12},
}

# Parts of the data sheet that have to be reached.
LEAST = {"tf32": 0.80, "bf16": 0.78, "fp8": 0.72}
LEAST_READ_OR_WRITE = 0.90
LEAST_COPY = 0.86
LEAST_VECTOR_PER_CYCLE = 0.97
LEAST_HOPPER_L2 = 6e12

# FLOP of one multiprocessor in one cycle of fp32 multiply-adds.
FP32_PER_CYCLE = {"H200": 256, "H100": 256, "A100": 128}


def measure(cli, device, effort):
    return run_json([cli, "peaks", "--device", device, "--effort", effort, "--remeasure"])


def sheet_of(name):
    return next((SHEETS[board] for board in SHEETS if board in name), None)


def named(peaks, name):
    return next((roof for roof in peaks["roofs"] if roof["name"] == name), None)


def required(report, peaks, name):
    roof = named(peaks, name)
    if roof is None:
        report.check(name, False, "was not measured")
    return roof


def check_share(report, peaks, name, limit, least):
    roof = required(report, peaks, name)
    if roof is None:
        return
    share = roof["value"] / limit
    flags = ", ".join(roof["flags"]) or "no flags"
    report.check(name, share >= least, f"{share:.1%} of the data sheet, at least {least:.0%} wanted ({flags})")


def check_data_sheet(report, peaks):
    sheet = sheet_of(peaks["device"]["name"])
    if sheet is None:
        report.skip("data sheet", f"no values for {peaks['device']['name']} here")
        return
    for precision, least in LEAST.items():
        if precision in sheet:
            check_share(report, peaks, f"{precision.upper()} (tensor), sustained", sheet[precision], least)
    streams = [required(report, peaks, name) for name in ("DRAM read", "DRAM write")]
    best = max((roof["value"] for roof in streams if roof), default=0) / sheet["dram"]
    report.check("DRAM read or write", best >= LEAST_READ_OR_WRITE,
                 f"{best:.1%}, at least {LEAST_READ_OR_WRITE:.0%} wanted")
    check_share(report, peaks, "DRAM copy", sheet["dram"], LEAST_COPY)


def check_vector(report, peaks):
    rate = next((FP32_PER_CYCLE[chip] for chip in FP32_PER_CYCLE if chip in peaks["device"]["name"]), None)
    if rate is None:
        report.skip("fp32 per cycle", "the rate of this chip is not known here")
        return
    roof = required(report, peaks, "FP32 FMA (vector)")
    if roof is None:
        return
    share = (roof["per_cycle"] or 0) / rate
    report.check("fp32 per cycle", LEAST_VECTOR_PER_CYCLE <= share <= 1.005, f"{share:.2%} of {rate} FLOP")


def check_levels(report, peaks):
    levels = [required(report, peaks, name)
              for name in ("Shared memory read", "L2 read", "DRAM read", "PCIe to device")]
    if not all(levels):
        return
    values = [level["value"] for level in levels]
    report.check("levels", values == sorted(values, reverse=True),
                 " > ".join(f"{value / 1e9:.0f} GB/s" for value in values))
    if any(chip in peaks["device"]["name"] for chip in ("H100", "H200")):
        report.check("L2 read", values[1] >= LEAST_HOPPER_L2, f"{values[1] / 1e12:.2f} TB/s")


def check_theory(report, peaks):
    """Nothing may pass what the chip can do at its highest clock."""
    for roof in peaks["roofs"]:
        if roof["theoretical"] and roof["unit"] != "tensor":
            share = roof["value"] / roof["theoretical"]
            report.check(f"{roof['name']} below theory", share <= 1.01, f"{share:.1%}")


def check_launch(report, peaks):
    roof = required(report, peaks, "Launch, back to back")
    if roof is not None:
        report.check("launch", 2e-7 < roof["value"] < 5e-5, f"{roof['value'] * 1e6:.2f} us")


def check_repeat(report, first, second):
    for roof in first["roofs"]:
        if roof["kind"] == "launch" or roof["level"] == "pcie":
            continue
        other = named(second, roof["name"])
        if other is None:
            report.check(f"{roof['name']} again", False, "was not measured the second time")
            continue
        apart = abs(other["value"] / roof["value"] - 1)
        report.check(f"{roof['name']} again", apart <= 0.01, f"{apart:.2%} apart, at most 1 % wanted")


def check_burst(report, peaks):
    for roof in peaks["roofs"]:
        burst = named(peaks, roof["name"].removesuffix(", sustained"))
        if roof["sustained"] and burst is not None:
            report.check(f"{roof['name']} not above its burst", roof["value"] <= 1.02 * burst["value"],
                         f"{roof['value'] / burst['value']:.1%}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--cli", required=True, help="path of ridgepoint-cli")
    arguments.add_argument("--device", default="cuda:0")
    arguments.add_argument("--effort", default="normal", choices=["quick", "normal", "thorough"])
    arguments.add_argument("--save", type=Path, help="keeps the first measurement as JSON")
    options = arguments.parse_args()

    first = measure(options.cli, options.device, options.effort)
    second = measure(options.cli, options.device, options.effort)
    if options.save:
        options.save.write_text(json.dumps(first))
    report = Report()
    check_data_sheet(report, first)
    check_vector(report, first)
    check_levels(report, first)
    check_theory(report, first)
    check_launch(report, first)
    check_burst(report, first)
    check_repeat(report, first, second)
    print(f"{report.failures} failures on {first['device']['name']}, driver {first['device']['driver']}")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
