# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Whole reports of known models: nothing is above its roof without a cause, sums and shares hold."""

from proof import Missing

MODELS = {"resnet50": ["--batch", "32"], "vit_b_16": ["--batch", "32"], "bert_base": [], "transformer_bf16": []}
SUM_TOLERANCE_NS = 1
COUNTED_TOLERANCE = 0.05  # L2 keeps 50 MB of 2 GiB from one run to the next
GRAPH_TOLERANCE = 1.02
CONTROL_TOLERANCE = 0.05


def own_times(report):
    """Time at the roof of each layer by its operators and children."""
    verdicts = report["verdicts"]
    sums = [0.0] * len(report["analysis"]["layers"])
    for operator, verdict in zip(report["analysis"]["operators"], verdicts["operators"]):
        sums[operator["layer"]] += verdict["time_at_roof_ns"] or 0
    for layer in reversed(report["analysis"]["layers"]):
        if layer["parent"] >= 0:
            sums[layer["parent"]] += sums[layer["id"]]
    return sums


def above(items, names):
    return [f"{names[i]} {item['roof_fraction']:.0%} ({', '.join(item['causes']) or 'no cause'})"
            for i, item in enumerate(items) if item["above_roof"]]


def check_kernel_verdicts(proof, name, report):
    """On a GPU the kernels' own time judges: that of layers is the sum of their operators'."""
    if proof.program.kind != "cuda":
        return
    if report["layers"]["no_kernels"]:
        proof.report.skip(f"{name}: judged by kernels", report["layers"]["no_kernels"])
        return
    judged = [verdict for verdict in report["verdicts"]["operators"] if "kernels_ns" in verdict]
    total = sum(verdict["kernels_ns"] for verdict in judged)
    root = report["verdicts"]["layers"][0].get("kernels_ns", 0)
    proof.report.check(f"{name}: judged by kernels", judged and total <= 1.001 * root,
                       f"{len(judged)} operators, kernels {total / 1e6:.2f} ms, the model {root / 1e6:.2f} ms")
    below = [verdict["id"] for verdict in judged if verdict["time_ns"] < verdict["kernels_ns"]]
    proof.report.check(f"{name}: no operator below its kernels", not below, f"{len(below)} of {len(judged)}")
    model = report["verdicts"]["model"]
    parts = model["unknown_ns"] + sum(verdict["time_ns"] or 0 for verdict in report["verdicts"]["operators"])
    proof.report.check(f"{name}: operators add up to the run", abs(parts / model["median_ns"] - 1) <= 0.01,
                       f"{parts / 1e6:.3f} of {model['median_ns'] / 1e6:.3f} ms, "
                       f"{model['between_kernels_ns'] / 1e6:.3f} between kernels")


def check_graph(proof, name, report):
    layers = report["layers"]
    if proof.program.kind != "cuda" or "graph_replay_median_ns" not in layers:
        proof.report.skip(f"{name}: as a graph", layers.get("no_graph_replay", "only for a GPU"))
        return
    share = layers["graph_replay_median_ns"] / layers["unwatched_median_ns"]
    proof.report.check(f"{name}: as a graph", share <= GRAPH_TOLERANCE,
                       f"{share:.1%} of the bare run, at most {GRAPH_TOLERANCE:.0%} wanted")


def check_model(proof, name, arguments):
    session = proof.program.out / f"{name}.ridge"
    report = proof.program.json("report", proof.model(name), *arguments, "--seconds", "2", "--save", session)
    verdicts, analysis = report["verdicts"], report["analysis"]
    proof.report.note(name, verdicts["model"]["headline"])
    sums = own_times(report)
    apart = max(abs(total - (verdict["time_at_roof_ns"] or 0)) for total, verdict in zip(sums, verdicts["layers"]))
    proof.report.check(f"{name}: sums of times at the roof", apart <= SUM_TOLERANCE_NS, f"{apart:.3g} ns apart")
    unexplained = (above(verdicts["operators"], [op["name"] for op in analysis["operators"]])
                   + above(verdicts["layers"], [layer["path"] for layer in analysis["layers"]]))
    proof.report.check(f"{name}: nothing above its roof", not unexplained, ", ".join(unexplained[:5]) or "none")
    shares = ", ".join(f"{bound} {share:.0%}" for bound, share in verdicts["bounds"].items() if share > 0.005)
    check_kernel_verdicts(proof, name, report)
    check_graph(proof, name, report)
    proof.report.check(f"{name}: shares", abs(sum(verdicts["bounds"].values()) - 1) < 1e-3, shares)


def check_models(proof):
    for name, arguments in MODELS.items():
        proof.attempt(name, check_model, proof, name, arguments)


def check_explanation(proof):
    """Experiments on operators of ResNet-50. What its kernels show of the first convolution, layouts that are converted
    before and behind it, experiments find, too: in channels last it is faster."""
    if proof.program.kind != "cuda":
        proof.report.skip("experiments", "a CPU has others")
        return
    first = proof.program.json("explain", proof.model("resnet50"), "--batch", "32", "--layer", "conv1")["layers"][0]
    tests = {test["id"]: test for test in first["tests"]}
    for name in ("control", "copied_bytes", "cuda_graph", "larger_batch", "memory_format", "no_tf32", "cudnn_benchmark",
                 "float16", "bfloat16", "padding"):
        text = "{ratio:.3f} ({interval[0]:.3f} to {interval[1]:.3f}), {says}".format(**tests[name]) if name in tests else ""
        proof.report.check(f"conv1: {name}", name in tests, text or "was not tried")
    causes = [cause["id"] for cause in first["causes"]]
    proof.report.check("conv1: channels last is a cause", "memory_format" in causes, ", ".join(causes) or "none")
    explanation = proof.program.json("explain", proof.model("resnet50"), "--batch", "32", "--top", "5")
    for layer in explanation["layers"]:
        name, found = f"{layer['path']} {layer['operator']}", ", ".join(cause["id"] for cause in layer["causes"])
        proof.report.check(f"{name}: experiments decide", layer["doubt"] == "none" and not layer["failure"],
                           layer["failure"] or layer["doubt"])
        proof.report.note(name, f"{layer['bound']}, proven {layer['proven']}, causes: {found or 'none'}")
        control = next((test["ratio"] for test in layer["tests"] if test["id"] == "control"), 0)
        proof.report.check(f"{name}: equal processes", abs(control - 1) <= CONTROL_TOLERANCE,
                           f"{control:.3f}, at most {CONTROL_TOLERANCE:.0%} apart wanted")


STREAM = ["--input", f"{1 << 29}:float32:1", "--count-bytes"]


def count_stream(proof):
    """An analysis with what the GPU counted, and the option that this took: root has the right unconfined alone."""
    for rights in ([],) if proof.program.unconfined else ([], ["--unconfined"]):
        analysis = proof.program.json("analyze", proof.model("stream"), *STREAM, *rights)
        if "counted" in analysis:
            return analysis, rights
        reasons = [line for line in proof.program.said.splitlines() if "bytes were not counted" in line]
    raise Missing(reasons[-1] if reasons else "the program does not say why")


def check_counted_bytes(proof):
    """The GPU's own counters agree with what is computed for work far larger than its caches, which reads 2 GiB and
    writes as much; and the kernels of a run are still listed behind them."""
    if proof.program.kind != "cuda":
        proof.report.skip("counted bytes", "only of a GPU")
        return
    analysis, rights = count_stream(proof)
    for key, counted in analysis["counted"].items():
        share = counted / analysis["totals"][key]
        proof.report.check(f"counted {key}", abs(share - 1) <= COUNTED_TOLERANCE,
                           f"{share:.1%} of what is computed, at most {COUNTED_TOLERANCE:.0%} apart wanted")
    report = proof.program.json("report", proof.model("resnet18"), "--batch", "32", "--seconds", "1", "--count-bytes",
                                *rights)
    counted, totals = report["analysis"].get("counted", {}), report["analysis"]["totals"]
    moved, computed = sum(counted.values()), totals["bytes_read"] + totals["bytes_written"]
    kernels_missing = report["layers"]["no_kernels"]
    proof.report.check("kernels behind the counters", moved > 0 and not kernels_missing,
                       kernels_missing or f"{moved / 1e9:.2f} GB counted, {computed / 1e9:.2f} GB computed")


CHECKS = (check_counted_bytes, check_models, check_explanation)
