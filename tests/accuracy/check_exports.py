#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Exports models with torch.export, and compares what Rooflight says of the .pt2 files with Python.

A line a model: multiply-adds with torch.utils.flop_counter and bytes with reference_bytes.py, both on the exported
program as Python runs it; parameters with the eager model; multiply-adds, bytes and parameters with the trace of the
same model, where there is one; the counts without a run, of every layer and operator, with those of an observed run;
and the results with those of the eager model, within 1e-5 of the largest number. The exit status is 1 when one of them is not as it should be. Differences that are known stand in explained_exports.csv.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import warnings

SKIPPED = 77  # what CTest takes for "skipped"

try:
    import torch
    import torchvision  # noqa: F401
except ImportError as error:
    print(f"skipped: {sys.executable} cannot import what builds the models: {error}")
    sys.exit(SKIPPED)

import logging
from collections import Counter
from random import Random

from torch.utils._pytree import tree_leaves
from torch.utils.flop_counter import FlopCounterMode

import export_models
from product import Product, ProductError, unknown_operators
from reference_bytes import ByteCounter, first_differences, grand_total, product_operators
from reference_macs import fast_path

EXPLAINED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "explained_exports.csv")
TOLERANCE = 1e-5


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="the rooflight-cli to check")
    parser.add_argument("--run-model", required=True, help="the run_model of the same build")
    parser.add_argument("--set", nargs="+", default=["small"], metavar="NAME", dest="names",
                        help="small, odd, torchvision, timm, transformers, or names of models")
    parser.add_argument("--sizes", type=int, default=3, metavar="N", help="random sizes of each model that has open ones")
    parser.add_argument("--predictions", type=int, default=1, metavar="N",
                        help="sizes at which counts without a run are compared with an observed one")
    parser.add_argument("--only-predictions", action="store_true", help="compare nothing but these")
    parser.add_argument("--table", metavar="FILE.csv", help="write the results to this file too")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the .pt2 files there")
    return parser.parse_args()


class Reference:
    """What Python says of an exported program, with its own sample inputs."""

    def __init__(self, case, program, inputs=None):
        args, kwargs = inputs or program.example_inputs
        # Modes of Python do not look into branches and loops: what they do stands in a model without them.
        self.module = case.plain().eval() if case.plain else program.module()
        self.macs = self._macs(copies(args), copies(kwargs))
        self.operators = self._operators(copies(args), copies(kwargs))
        self.parameters = count_parameters(program)

    @property
    def is_recurrent(self):
        graph = getattr(self.module, "graph", None)
        return graph is not None and any(str(node.target).startswith(("aten.lstm", "aten.gru", "aten.rnn")) for node in graph.nodes)

    def _macs(self, args, kwargs):
        by_hand = {torch.ops.aten._scaled_dot_product_flash_attention_for_cpu: attention_flops,
                   torch.ops.aten._grouped_mm: grouped_flops, torch.ops.aten._trilinear: bilinear_flops}
        if hasattr(torch.ops.transformers, "grouped_mm_fallback"):
            by_hand[torch.ops.transformers.grouped_mm_fallback] = grouped_flops
        # Of oneDNN's recurrent layers the counter knows nothing; of the linear ones that they consist of it does.
        with torch.no_grad(), fast_path(False), torch.backends.mkldnn.flags(enabled=not self.is_recurrent), \
                FlopCounterMode(display=False, custom_mapping=by_hand) as counter:
            self.module(*args, **kwargs)
        return counter.get_total_flops() // 2  # it counts two a multiply-add

    def _operators(self, args, kwargs):
        counter = ByteCounter()
        with torch.inference_mode(), counter:
            self.module(*args, **kwargs)
        return counter.operators


def count_parameters(program):
    """Elements of all parameters, tied ones once."""
    tensors = {(parameter.untyped_storage().data_ptr(), parameter.storage_offset(), tuple(parameter.shape)):
               parameter.numel() for _, parameter in program.named_parameters()}
    return sum(tensors.values())


def attention_flops(query, key, value, *_, **__):
    """Two products, two FLOPs a multiply-add: the counter has no formula for attention on a CPU."""
    batch, heads, length, width = query
    return 2 * batch * heads * length * key[-2] * (width + value[-1])


def grouped_flops(tokens, experts, *_, **__):
    """Each token is multiplied with one expert; the counter does not look into the operator."""
    return 2 * tokens[0] * experts[-2] * experts[-1]


def bilinear_flops(left, weight, right, *_, **__):
    """|out| x (in1 + 1) x in2 multiply-adds; the counter has no formula."""
    return 2 * left[0] * weight[0] * (left[-1] + 1) * right[-1]


def copies(tree):
    """Models may change their inputs."""
    return torch.utils._pytree.tree_map(lambda leaf: leaf.clone() if isinstance(leaf, torch.Tensor) else leaf, tree)


def resized(inputs, described):
    """Inputs of the shapes that an analysis names, one a tensor."""
    shapes = iter(described)

    def made(leaf):
        if not isinstance(leaf, torch.Tensor):
            return leaf
        shape = next(shapes)["shape"]
        return torch.ones(shape, dtype=leaf.dtype) if leaf.is_floating_point() else torch.zeros(shape, dtype=leaf.dtype)
    return torch.utils._pytree.tree_map(made, inputs)


def refused_by_python(program, inspection, given):
    """Whether the program's own guards refuse sizes, each that of a dimension of a positional argument."""
    sizes = dict(text.split("=") for text in given)
    names = [argument["name"] for argument in inspection["arguments"]]
    args = list(program.example_inputs[0])
    for symbol in inspection["symbols"]:
        for place in symbol["places"]:
            name, dimension = place.rsplit(".", 1)
            old = args[names.index(name)]
            shape = [int(sizes[symbol["name"]]) if i == int(dimension) else size for i, size in enumerate(old.shape)]
            args[names.index(name)] = torch.zeros(shape, dtype=old.dtype)
    try:
        program.module()(*args, **program.example_inputs[1])
    except (AssertionError, RuntimeError):
        return True
    return False


def total_bytes(analysis):
    return analysis["totals"]["bytes_read"] + analysis["totals"]["bytes_written"]


def calls(analysis):
    """How often each operator is called with which tensors. Numbers are left out, and operators on nothing else: a trace
    keeps them in tensors, works out its sizes with them, and so moves some bytes more."""
    counts = Counter()
    for operator in analysis["operators"]:
        shapes = [tuple(map(tuple, filter(None, operator[key]))) for key in ("input_shapes", "output_shapes")]
        if any(shapes) and operator["bytes_read"] + operator["bytes_written"]:
            name = "aten::_convolution" if operator["name"].startswith("aten::conv") else operator["name"]
            counts[name, shapes[0], shapes[1]] += 1
    return counts


# What of a model with grouped products depends on the groups that its data use.
OF_GROUPS = {"bytes_read", "bytes_lower_bound", "reuse", "group_estimate"}


def without_groups(value):
    """An analysis without what depends on data, where it says that something does."""
    if isinstance(value, dict):
        return {key: without_groups(member) for key, member in value.items() if key not in OF_GROUPS}
    return [without_groups(member) for member in value] if isinstance(value, list) else value


def outside_of_interval(predicted, observed):
    """The first grouped product whose bytes of a run lie outside of what was said without one."""
    for left, right in zip(predicted["operators"], observed["operators"]):
        estimate = left.get("group_estimate")
        if estimate and not estimate["least_bytes_read"] <= right["bytes_read"] <= estimate["most_bytes_read"]:
            return f"{left['name']} {left['id']}: {right['bytes_read']} bytes lie outside of {estimate}"
        if not estimate and left["bytes_read"] != right["bytes_read"]:
            return f"{left['name']} {left['id']}: {left['bytes_read']} bytes, observed {right['bytes_read']}"
    return None


def counts(analysis):
    """All that is the same with and without a run. Memory at one time and the file's checksum need one."""
    kept = {key: analysis[key] for key in ("convention", "layers", "operators", "unknown", "formulas")}
    totals = {key: value for key, value in analysis["totals"].items() if key != "peak_activation_bytes"}
    return {**kept, "totals": totals, "inputs": [(i["name"], i["shape"], i["dtype"]) for i in analysis["inputs"]]}


def first_unlike(left, right, place=""):
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        return next(filter(None, (first_unlike(left[key], right[key], f"{place}.{key}") for key in left)), None)
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return next(filter(None, (first_unlike(*pair, f"{place}[{i}]") for i, pair in enumerate(zip(left, right)))), None)
    return None if left == right else f"{place}: {str(left)[:90]}, observed {str(right)[:90]}"


def tensors_of(value):
    return [leaf.detach() for leaf in tree_leaves(value) if isinstance(leaf, torch.Tensor)]


def furthest(ours, theirs):
    """The largest difference between two lists of tensors, as a share of the largest number; None: not alike."""
    if [tuple(tensor.shape) for tensor in ours] != [tuple(tensor.shape) for tensor in theirs]:
        return None
    worst = 0.0
    for left, right in zip(ours, theirs):
        if left.numel() == 0:
            continue
        left, right = (torch.nan_to_num(side.to(torch.float64 if not side.is_complex() else side.dtype).abs())
                       for side in (left, right))
        worst = max(worst, float((left - right).abs().max() / right.abs().max().clamp(min=1e-30)))
    return worst


class RunModel:
    """The program run_model, which stays open from model to model, and starts again where one ends it."""

    def __init__(self, program):
        self.program, self.process = program, None

    def run(self, model, result):
        """Runs a model and writes its results to a file. Returns what failed, "" where nothing did."""
        if not self.process or self.process.poll() is not None:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        print(model, result, "cpu", sep="\t", file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        return answer.strip() if answer else f"it ended with status {self.process.wait()}"


class Checker:
    def __init__(self, options, product):
        self.options, self.product = options, product
        self.run_model = RunModel(options.run_model)
        self.rows = []
        with open(EXPLAINED, newline="") as stream:
            self.explained = {(row["model"], row["what"]): row for row in csv.DictReader(stream)}

    def differs(self, case, what, found, expected):
        """A fault, unless the difference is explained, to the integer."""
        if found == expected:
            return []
        row = self.explained.get((case.name, what))
        if row and (str(found), str(expected)) == (row["found"], row["expected"]):
            self.notes.append(row["reason"])
            return []
        return [f"{what} {found}, expected {expected}"]

    def check(self, case):
        self.notes = []
        folder = self.options.keep or tempfile.mkdtemp(prefix="rooflight-exports-")
        file = os.path.join(folder, case.name.replace("/", "_") + ".pt2")
        torch.manual_seed(1)
        model = case.build().eval()
        args, kwargs = case.inputs()
        try:
            program = torch.export.export(model, args, kwargs, dynamic_shapes=case.dynamic, strict=case.strict)
            if case.decomposed:
                program = program.run_decompositions()
            torch.export.save(program, file)
        except Exception as error:  # whatever torch.export and the model raise
            self.add("no file", case, None, [one_line(error)])
            return
        try:
            analysis = self.product.analyze(file, (), folder)
        except ProductError as error:
            self.add("FAILED", case, None, [one_line(error)])
            return
        faults = self.compare_predictions(case, file, folder, analysis)
        if not self.options.only_predictions:
            faults += self.compare(case, analysis, Reference(case, program))
            faults += self.compare_with_trace(case, analysis, model, args, kwargs, folder)
            faults += self.compare_sizes(case, program, file, folder)
            faults += self.compare_results(case, file, model, args, kwargs, folder)
        self.add("WRONG" if faults else "ok", case, analysis, faults or self.notes)
        if not self.options.keep:
            subprocess.run(["rm", "-r", folder], check=True)

    def compare(self, case, analysis, expected):
        totals = analysis["totals"]
        faults = self.differs(case, "macs", totals["macs"], expected.macs)
        ours = product_operators(analysis)
        if grand_total(ours) != grand_total(expected.operators):
            names = sorted({name for name, *_ in first_differences(expected.operators, ours)})
            wrong = self.differs(case, "bytes", sum(grand_total(ours)), sum(grand_total(expected.operators)))
            faults += [text + " (" + ", ".join(names) + ")" for text in wrong]
        faults += self.differs(case, "parameters", analysis["model"]["parameters"], expected.parameters)
        unknown = unknown_operators(analysis)
        return faults + (["unknown: " + ", ".join(sorted(unknown))] if unknown else [])

    def compare_with_trace(self, case, analysis, model, args, kwargs, folder):
        if not case.trace:
            return []
        file = os.path.join(folder, "trace.pt")
        try:
            torch.jit.trace(model, args, check_trace=False, strict=False).save(file)
            trace = self.product.analyze(file, args, folder)
        except Exception as error:  # whatever torch.jit and the model raise
            self.notes.append("no trace: " + one_line(error)[:60])
            return []
        faults = []
        for what, of in (("macs", lambda a: a["totals"]["macs"]), ("parameters", lambda a: a["model"]["parameters"])):
            faults += self.differs(case, "trace " + what, of(analysis), of(trace))
        difference = total_bytes(trace) - total_bytes(analysis)
        others = (calls(trace) - calls(analysis)) + (calls(analysis) - calls(trace))
        if others:
            faults += self.differs(case, "trace bytes", total_bytes(analysis), total_bytes(trace))
        elif difference:
            self.notes.append(f"{difference} bytes more in the trace: numbers in tensors")
        if faults:
            faults.append("unlike the trace: " + ", ".join(sorted({name for name, *_ in others})))
        return faults

    def random_sizes(self, case, symbols):
        random = Random(case.name)
        while symbols:
            yield [f"{symbol['name']}={random.randint(max(2, symbol['minimum']), min(symbol['maximum'] or 40, 40))}"
                   for symbol in symbols]

    def analyses(self, case, file, folder, count):
        """At random sizes: the sizes, and the analysis of an observed run, or None where the file is not made for them."""
        allowed = 0
        for tried, given in enumerate(self.random_sizes(case, self.symbols(case, file))):
            if allowed == count or tried == 50 * count:
                return
            try:
                yield given, self.product.analyze(file, (), folder, dimensions=given)
                allowed += 1
            except ProductError as error:
                if "is what the export allows" not in str(error):
                    raise
                yield given, None

    def symbols(self, case, file):
        return self.product.inspect(file).get("symbols", ()) if case.dynamic else ()

    def compare_predictions(self, case, file, folder, analysis):
        """Counts without a run: at the size of the example, and at others where it has open ones."""
        others = [(given, observed) for given, observed in self.analyses(case, file, folder, self.options.predictions)
                  if observed]
        for given, observed in others or [([], analysis)]:
            try:
                predicted = self.product.analyze(file, (), folder, dimensions=given, predict=True)
            except ProductError as error:
                if case.needs_data and "depends on data" in str(error):
                    self.notes.append("not predicted: " + case.needs_data)
                    return []
                return ["prediction: " + one_line(error)]
            unlike = self.unlike(predicted, observed)
            if unlike or case.needs_data:
                return [f"predicted {' '.join(given)} {unlike}"]
        self.notes.append(f"predicted at {len(others) or 1} sizes")
        return []

    def unlike(self, predicted, observed):
        """The first figure of a prediction that a run does not confirm."""
        if not any("group_estimate" in operator for operator in predicted["operators"]):
            return first_unlike(counts(predicted), counts(observed))
        self.notes.append("bytes of groups in an interval")
        return (first_unlike(without_groups(counts(predicted)), without_groups(counts(observed)))
                or outside_of_interval(predicted, observed))

    def compare_sizes(self, case, program, file, folder):
        """Counts at other sizes, beside those that Python finds at these sizes."""
        symbols = self.symbols(case, file)
        refused = 0
        for given, analysis in self.analyses(case, file, folder, self.options.sizes):
            if analysis is None:
                refused += 1
                if not refused_by_python(program, self.product.inspect(file), given):
                    return [f"{' '.join(given)} is refused, but not by Python"]
                continue
            expected = Reference(case, program, resized(program.example_inputs, analysis["inputs"]))
            ours = (analysis["totals"]["macs"], grand_total(product_operators(analysis)))
            if ours != (expected.macs, grand_total(expected.operators)):
                return [f"{' '.join(given)}: {ours}, expected {(expected.macs, grand_total(expected.operators))}"]
        if symbols:
            self.notes.append(f"{self.options.sizes} other sizes of {', '.join(symbol['name'] for symbol in symbols)}"
                              + (f", {refused} refused" if refused else ""))
        return []

    def compare_results(self, case, file, model, args, kwargs, folder):
        result = os.path.join(folder, "result.pt")
        failure = self.run_model.run(file, result)
        if failure:
            return ["it did not run: " + one_line(failure)]
        with torch.inference_mode():
            expected = tensors_of(model(*copies(args), **copies(kwargs)))
        distance = furthest(torch.load(result, weights_only=False), expected)
        self.distance = distance
        if distance is None:
            return ["other shapes of results"]
        return [] if distance <= case.tolerance else [f"results differ by {distance:.1e}"]

    def add(self, verdict, case, analysis, texts):
        totals = analysis["totals"] if analysis else {}
        row = (verdict, case.name, totals.get("macs", ""),
               totals.get("bytes_read", 0) + totals.get("bytes_written", 0) if analysis else "",
               analysis["model"]["parameters"] if analysis else "",
               f"{self.distance:.1e}" if analysis and getattr(self, "distance", None) is not None else "",
               "; ".join(texts))
        self.distance = None
        self.rows.append(row)
        print("{:8} {:44} {:>16} {:>14} {:>12} {:>8}  {}".format(*row).rstrip(), flush=True)

    def write(self, file):
        with open(file, "w", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(("verdict", "model", "macs", "bytes", "parameters", "difference", "note"))
            writer.writerows(self.rows)

    @property
    def wrong(self):
        return sum(row[0] not in ("ok", "no file") for row in self.rows)


def one_line(error):
    return " ".join(str(error).split())[:250]


def main():
    options = parse_arguments()
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    with Product(options.cli) as product:
        checker = Checker(options, product)
        for case in export_models.chosen(options.names):
            try:
                checker.check(case)
            except Exception as error:  # of Python's side: it is named, and the others go on
                checker.add("FAILED", case, None, [type(error).__name__ + ": " + one_line(error)])
    if options.table:
        checker.write(options.table)
    print(f"{len(checker.rows)} models, {checker.wrong} not as they should be")
    return 1 if checker.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
