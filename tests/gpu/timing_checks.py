# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Times models and checks what must hold between the figures, on any GPU."""

import re

from proof import median

CANCELLED = 6
QUEUEING_SHARE = 0.7  # naive timing of a large batch lies at least this far below the device's time
WHOLE_TOLERANCE = 0.03  # kernels may overlap a little, and CUPTI's clock is another one
GRAPH_TOLERANCE = 1.02
HELD_TOLERANCE = 0.10  # operators of a held run and the bare run, where the GPU sets the pace
ENERGY_TOLERANCE = 0.03  # power is read four times a second, its counter says it all
LONGEST_SECONDS = 60  # for a counter that is updated rarely
QUICK = ["--runs", "30"]


def methods_of(proof, model, *rest):
    comparison = proof.program.json("methods", proof.model(model), *QUICK, *rest)
    return {timing["method"]: timing for timing in comparison["methods"]}


def used(proof, what, methods, *names):
    missing = [f"{name} ({methods[name]['unavailable'] if name in methods else 'not there'})" for name in names
               if name not in methods or methods[name]["unavailable"]]
    if missing:
        proof.report.skip(what, ", ".join(missing))
    return not missing


def check_conditions(proof, what, conditions):
    known = conditions and conditions["readings"] >= 1 and all(
        conditions[figure] and conditions[figure]["min"] <= conditions[figure]["median"] <= conditions[figure]["max"]
        for figure in ("clock_hz", "temperature_celsius"))
    proof.report.check(f"conditions of {what}", bool(known), str(conditions))


def check_latency(proof):
    latency = proof.program.json("latency", proof.model("resnet18"), "--seconds", "3")
    allocated, reserved = latency.get("allocated_bytes", 0), latency.get("reserved_bytes", 0)
    proof.report.check("memory of latency", 0 < allocated <= reserved and "allocator_retries" not in latency["flags"],
                       f"{allocated / 1e6:.0f} MB in use, {reserved / 1e6:.0f} MB reserved, flags {latency['flags']}")
    check_conditions(proof, "latency", latency["conditions"])
    readings = latency["conditions"]["readings"] if latency["conditions"] else 0
    proof.report.check("read a few times a second", 3 <= readings <= 30, f"{readings} in some 3 s")


def check_energy(proof):
    """Joules of a run are the mean power times its time."""
    def timed(seconds):
        return proof.program.json("latency", proof.model("resnet18"), "--batch", "256", "--seconds", str(seconds))

    latency = timed(3)
    needed = re.search(r"at least (\d+) s", latency["energy"]["reason"])
    if needed and int(needed[1]) <= LONGEST_SECONDS:
        latency = timed(needed[1])
    joules, conditions = latency["energy"]["joules_per_run"], latency["conditions"]
    if joules is None or not conditions or not conditions["power_watts"]:
        proof.report.skip("energy", latency["energy"]["reason"] or "no power is reported")
        return
    watts = joules * latency["statistics"]["throughput_per_second"] / latency["batch"]
    power = conditions["power_watts"]["median"]
    proof.report.check("energy is power times time", abs(watts / power - 1) <= ENERGY_TOLERANCE,
                       f"{joules:.4g} J a run, which is {watts:.1f} W; {power:.1f} W were read, "
                       f"within {ENERGY_TOLERANCE:.0%} wanted")


def check_naive_timing(proof):
    methods = methods_of(proof, "resnet18", "--batch", "256")
    if used(proof, "naive deceives", methods, "events"):
        share = median(methods["naive"]) / median(methods["events"])
        proof.report.check("naive deceives", share < QUEUEING_SHARE,
                           f"{share:.1%} of the events' time, below {QUEUEING_SHARE:.0%} wanted")
    if used(proof, "kernels and gaps", methods, "events_held", "kernel_sum"):
        share = median(methods["kernel_sum"]) / median(methods["events_held"])
        proof.report.check("kernels and gaps are the whole", 1 - WHOLE_TOLERANCE <= share <= 1 + WHOLE_TOLERANCE,
                           f"kernels fill {share:.1%} of the time of a held queue at batch 256, "
                           f"{1 - WHOLE_TOLERANCE:.0%} to {1 + WHOLE_TOLERANCE:.0%} wanted")


def check_graph_replay(proof):
    methods = methods_of(proof, "timing_launches", "--input", "64x64")
    if used(proof, "graph replay", methods, "events", "graph_replay"):
        share = median(methods["graph_replay"]) / median(methods["events"])
        proof.report.check("graph replay", share <= GRAPH_TOLERANCE,
                           f"{share:.1%} of the eager time, at most {GRAPH_TOLERANCE:.0%} wanted")


def check_pipeline(proof):
    model = proof.model("resnet18")
    pipeline = proof.program.json("pipeline", model, model, *QUICK, "--batch", "64", "--host-work", "busy:2")
    low, high = pipeline["synchronization_cost_interval_ns"]
    proof.report.check("events cost less than waiting behind each stage", low > 0,
                       f"{low / 1e3:.0f} to {high / 1e3:.0f} us a run, above 0 wanted")
    check_conditions(proof, "pipeline", pipeline["conditions"])


def check_sweep(proof):
    """A batch takes 64 MiB an item: a limit of 2 GB is reached soon."""
    sweeps = {search: proof.program.json("sweep", proof.model("timing_memory"), "--input", "1x4", "--memory-limit",
                                         "2", "--search", search, "--restart", "--runs", "5")
              for search in ("binary", "sequential")}
    largest = {search: sweep["largest"] for search, sweep in sweeps.items()}
    proof.report.check("both searches agree", largest["binary"] == largest["sequential"], str(largest))
    proof.report.check("the limit ends the sweep", all(sweep["end"] == "memory" for sweep in sweeps.values()),
                       ", ".join(sweep["end"] for sweep in sweeps.values()))
    for point in sweeps["binary"]["batches"]:
        held = 64 * 2**20 * point["batch"]
        if point["outcome"] == "fits":
            sizes = [held, point["peak_bytes"], point["allocated_bytes"], point["reserved_bytes"], 2e9]
            proof.report.check(f"memory of batch {point['batch']}", sizes == sorted(sizes), str(sizes))


def check_kernels(proof):
    model = proof.model("resnet18")
    layers = proof.program.json("layers", model, *QUICK)
    analysis = proof.program.json("analyze", model)
    check_conditions(proof, "layers", layers["conditions"])
    proof.report.note("layers of one item", layers.get("not_held", layers["method"]))
    if layers["no_kernels"]:
        proof.report.skip("kernels", layers["no_kernels"])
        return
    operators = [item for item in layers["items"] if item["kind"] == "operator"]
    listed = {item["id"]: item.get("kernels", []) for item in operators}
    convolutions = [op["id"] for op in analysis["operators"] if "conv" in op["name"]]
    without = [op for op in convolutions if not listed.get(op)]
    proof.report.check("kernels of convolutions", len(convolutions) == 20 and not without,
                       f"{len(convolutions)} convolutions, {len(without)} without a kernel")
    slower = [item["id"] for item in operators
              if sum(kernel["time_ns"] for kernel in item.get("kernels", [])) > 2 * median(item) + 20e3]
    proof.report.check("kernels fit into their operators", not slower, f"{len(slower)} do not")


def check_held_layers(proof):
    """Where the GPU sets the pace the queue is held back, and the operators add up to the bare run."""
    layers = proof.program.json("layers", proof.model("resnet18"), *QUICK, "--batch", "256")
    held = layers["method"] == "events_held"
    proof.report.check("layers of a large batch are held back", held, layers.get("not_held", layers["method"]))
    if held:
        whole = sum(median(item) for item in layers["items"] if item["kind"] == "operator")
        share = whole / layers["unwatched_median_ns"]
        proof.report.check("held operators add up to the bare run", abs(share - 1) <= HELD_TOLERANCE,
                           f"{share:.1%}, {1 - HELD_TOLERANCE:.0%} to {1 + HELD_TOLERANCE:.0%} wanted")


def check_cancel(proof):
    latency = proof.program.json("latency", proof.model("resnet18"), "--seconds", "300", "--timeout", "20",
                                 status=CANCELLED)
    proof.report.check("what was measured is kept", len(latency["samples_ns"]) > 100 and "partial" in latency["flags"],
                       f"{len(latency['samples_ns'])} samples, flags {latency['flags']}")


CHECKS = (check_latency, check_energy, check_kernels, check_held_layers, check_naive_timing, check_graph_replay, check_pipeline,
          check_sweep, check_cancel)
