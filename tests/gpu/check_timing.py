#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Times models on a GPU with the real program and checks what must hold between the figures, on any GPU.

Exit status: 0 all checks hold, 1 one does not, 77 there is no GPU or no model to time (skipped).
"""

import argparse
import sys
from pathlib import Path

from gpu_check import SKIPPED, Report, run_json

CANCELLED = 6
QUEUEING_SHARE = 0.7  # naive timing of a large batch lies at least this far below the device's time
KERNEL_TOLERANCE = 0.97  # kernels may overlap a little, and CUPTI's clock is another one
GRAPH_TOLERANCE = 1.02
QUICK = ["--runs", "30"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.report = Report()

    def model(self, name):
        return str(self.options.models / f"{name}.pt")

    def run(self, command, models, *rest, status=0):
        paths = [self.model(name) for name in models]
        return run_json([self.options.cli, command, *paths, "--device", self.options.device, *rest], status=status)


def median(block):
    return block["statistics"]["median_ns"]


def methods_of(bench, model, *rest):
    comparison = bench.run("methods", [model], *QUICK, *rest)
    return {timing["method"]: timing for timing in comparison["methods"]}


def used(bench, what, methods, *names):
    missing = [f"{name} ({methods[name]['unavailable']})" for name in names if methods[name]["unavailable"]]
    if missing:
        bench.report.skip(what, ", ".join(missing))
    return not missing


def check_naive(bench):
    methods = methods_of(bench, "resnet18_trace", "--batch", "256")
    if used(bench, "naive deceives", methods, "events"):
        share = median(methods["naive"]) / median(methods["events"])
        bench.report.check("naive deceives", share < QUEUEING_SHARE, f"{share:.1%} of the events' time")
    if used(bench, "held events and kernels", methods, "events_held", "kernel_sum"):
        share = median(methods["events_held"]) / median(methods["kernel_sum"])
        bench.report.check("held events and kernels", share >= KERNEL_TOLERANCE,
                           f"held events take {share:.1%} of the sum of kernels")


def check_graph(bench):
    methods = methods_of(bench, "timing_launches", "--input", "64x64")
    if used(bench, "graph replay", methods, "events", "graph_replay"):
        share = median(methods["graph_replay"]) / median(methods["events"])
        bench.report.check("graph replay", share <= GRAPH_TOLERANCE, f"{share:.1%} of the eager time")


def check_pipeline(bench):
    pipeline = bench.run("pipeline", ["resnet18_trace", "resnet18_trace"], *QUICK, "--batch", "64", "--host-work",
                         "busy:2")
    low, high = pipeline["synchronization_cost_interval_ns"]
    bench.report.check("waiting behind each stage costs", low > 0, f"{low / 1e3:.0f} to {high / 1e3:.0f} us a run")
    check_conditions(bench, "pipeline", pipeline["conditions"])


def check_sweep(bench):
    """A batch takes 64 MiB an item: a limit of 2 GB is reached soon."""
    sweeps = {}
    for search in ("binary", "sequential"):
        sweeps[search] = bench.run("sweep", ["timing_memory"], "--input", "1x4", "--memory-limit", "2", "--search",
                                   search, "--restart", "--runs", "5")
    largest = {search: sweep["largest"] for search, sweep in sweeps.items()}
    bench.report.check("both searches agree", largest["binary"] == largest["sequential"], str(largest))
    bench.report.check("the limit ends the sweep", all(sweep["end"] == "memory" for sweep in sweeps.values()),
                       ", ".join(sweep["end"] for sweep in sweeps.values()))
    fits = [point for point in sweeps["binary"]["batches"] if point["outcome"] == "fits"]
    for point in fits:
        held = 64 * 2**20 * point["batch"]
        bench.report.check(f"memory of batch {point['batch']}",
                           held <= point["peak_bytes"] <= point["allocated_bytes"] <= point["reserved_bytes"] <= 2e9,
                           f"{held}, {point['peak_bytes']}, {point['allocated_bytes']}, {point['reserved_bytes']}")


def check_layers(bench):
    layers = bench.run("layers", ["resnet18_trace"], *QUICK)
    analysis = bench.run("analyze", ["resnet18_trace"])
    if layers["no_kernels"]:
        bench.report.skip("kernels", layers["no_kernels"])
    else:
        listed = {item["id"]: item.get("kernels", []) for item in layers["items"] if item["kind"] == "operator"}
        convolutions = [op["id"] for op in analysis["operators"] if "conv" in op["name"]]
        without = [op for op in convolutions if not listed[op]]
        bench.report.check("kernels of convolutions", len(convolutions) == 20 and not without,
                           f"{len(convolutions)} convolutions, {len(without)} without a kernel")
        slower = [item["id"] for item in layers["items"] if item["kind"] == "operator"
                  and sum(kernel["time_ns"] for kernel in item.get("kernels", [])) > 2 * median(item) + 20e3]
        bench.report.check("kernels fit into their operators", not slower, f"{len(slower)} do not")
    check_conditions(bench, "layers", layers["conditions"])


def check_conditions(bench, what, conditions):
    told = conditions and conditions["readings"] >= 1 and all(
        conditions[figure] and conditions[figure]["min"] <= conditions[figure]["median"] <= conditions[figure]["max"]
        for figure in ("clock_hz", "temperature_celsius"))
    bench.report.check(f"conditions of {what}", bool(told), str(conditions))


def check_latency(bench):
    latency = bench.run("latency", ["resnet18_trace"], "--seconds", "3")
    check_conditions(bench, "latency", latency["conditions"])
    readings = latency["conditions"]["readings"] if latency["conditions"] else 0
    bench.report.check("read a few times a second", 3 <= readings <= 30, f"{readings} in some 3 s")


def check_floor(bench):
    peaks = bench.run("peaks", [], "--effort", "quick", "--remeasure")
    floors = {roof["pattern"]: roof["value"] for roof in peaks["roofs"] if roof["kind"] == "launch"}
    operator = floors.get("operator", 0)
    bench.report.check("an operator takes longer than a launch", operator >= floors.get("back_to_back", 1) * 0.95,
                       ", ".join(f"{name} {value * 1e6:.2f} us" for name, value in floors.items()))


def check_cancel(bench):
    latency = bench.run("latency", ["resnet18_trace"], "--seconds", "300", "--timeout", "40", status=CANCELLED)
    bench.report.check("what was measured is kept", len(latency["samples_ns"]) > 100 and "partial" in latency["flags"],
                       f"{len(latency['samples_ns'])} samples, flags {latency['flags']}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--cli", required=True, help="path of ridgepoint-cli")
    arguments.add_argument("--models", required=True, type=Path, help="folder of the models of tests/data/models")
    arguments.add_argument("--device", default="cuda:0")
    options = arguments.parse_args()
    if not (options.models / "timing_launches.pt").exists():
        print(f"skipped: there are no models in {options.models}")
        return SKIPPED

    bench = Bench(options)
    for check in (check_latency, check_layers, check_naive, check_graph, check_pipeline, check_sweep, check_floor,
                  check_cancel):
        check(bench)
    print(f"{bench.report.failures} failures")
    return 1 if bench.report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
