#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Builds models, lets rooflight-cli analyze them, and compares the multiply-adds with what is known.

One line a model and form, with a verdict. The exit status is 1 when one of them is not as it should be. A model's
files are deleted as soon as it is done.
"""

import argparse
import csv
import os
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

import invariance
import published_weights
import zoo
from byte_operators import BYTE_OPERATORS
from case import FORMS
from forms import Files
from golden import GOLDEN, OPERATORS, SMALL
from product import Product, ProductError, unknown_operators
from reference_bytes import count_bytes, first_differences, grand_total, product_operators
from reference_macs import Explained, reference


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="the rooflight-cli to check")
    parser.add_argument("--set", nargs="+", default=["small"], metavar="NAME", dest="names",
                        help="small, bytes, golden, published, invariance, torchvision, timm, transformers, or names of models")
    parser.add_argument("--forms", nargs="+", default=FORMS, choices=FORMS, help="only these forms")
    parser.add_argument("--bytes", action="store_true", help="compare the bytes of each operator too")
    parser.add_argument("--threads", type=int, default=1, help="threads of both sides")
    parser.add_argument("--longest", type=int, metavar="SECONDS",
                        help="leave out the models known to take longer than this a run")
    parser.add_argument("--table", metavar="FILE.csv", help="write the verdicts to this file too")
    return parser.parse_args()


def chosen_cases(names):
    """The cases of --set, in order and once each."""
    sets = {
        "small": lambda: OPERATORS + [case for case in GOLDEN if case.name in SMALL],
        "bytes": lambda: BYTE_OPERATORS,
        "golden": lambda: GOLDEN,
        "published": published_weights.cases,
        "torchvision": zoo.torchvision_cases,
        "timm": zoo.timm_cases,
        "transformers": zoo.transformers_cases,
        "invariance": lambda: [],
    }
    cases = {}
    for name in names:
        found = sets[name]() if name in sets else [case_named(name, sets)]
        cases.update((case.name, case) for case in found)
    return list(cases.values())


def case_named(name, sets):
    # Set by set, as some need packages that not every environment has.
    for cases in sets.values():
        for case in cases():
            if case.name == name:
                return case
    sys.exit(f"no set and no model is named {name}")


class Verdicts:
    """Prints a line a check, writes it to a table at once, as a run takes long, and keeps count."""

    def __init__(self, table):
        self.table = csv.writer(table, lineterminator="\n")
        self.table.writerow(("verdict", "model", "form", "macs", "note"))
        self.checks = self.wrong = 0

    def add(self, verdict, model, form, macs, note):
        self.table.writerow((verdict, model, form, macs, note))
        self.checks += 1
        self.wrong += verdict not in ("ok", "left out")
        count = "-" if macs is None else f"{macs:,}"
        print(f"{verdict:8} {model:34} {form:14} {count:>18}  {note}".rstrip(), flush=True)


def faults_of(case, form, analysis):
    """What is known of the case itself, and not as it should be."""
    totals = analysis["totals"]
    if case.macs is not None and totals["macs"] != case.macs:
        yield f"expected {case.macs:,} multiply-adds: {totals['macs'] - case.macs:+,}"
    if case.giga_macs is not None and round(totals["macs"] / 1e9, 3) != case.giga_macs:
        yield f"expected {case.giga_macs} x 10^9 multiply-adds"
    # Freezing folds batch normalisation into the weights before it: other parameters.
    parameters = analysis["model"]["parameters"]
    if case.parameters is not None and not form.startswith("frozen") and parameters != case.parameters:
        yield f"{parameters:,} parameters, expected {case.parameters:,}"
    if case.bias_adds is not None and totals["flops"] - 2 * totals["macs"] != case.bias_adds:
        yield f"{totals['flops'] - 2 * totals['macs']:,} additions of a bias, expected {case.bias_adds:,}"
    if case.elements is not None and case.elements not in output_sizes(analysis):
        yield f"no operator has {case.elements:,} outputs"
    unknown = unknown_operators(analysis)
    if unknown:
        yield "unknown: " + ", ".join(f"{name} ({count})" for name, count in sorted(unknown.items()))


def output_sizes(analysis):
    for operator in analysis["operators"]:
        for shape in operator["output_shapes"]:
            yield torch.Size(shape).numel()


def byte_faults(file, inputs, analysis):
    """Where the bytes differ from those that a second count, in Python, finds in the same run."""
    product, expected = product_operators(analysis), count_bytes(torch.jit.load(file), inputs)
    if grand_total(product) != grand_total(expected):
        names = sorted({name for name, *_ in first_differences(expected, product)})
        yield (f"bytes {grand_total(product)}, expected {grand_total(expected)}: "
               + ", ".join(names or ["in several operators of one name"]))


def check_case(case, forms, product, options, explained, verdicts):
    if options.longest and case.seconds > options.longest:
        verdicts.add("left out", case.name, "", None, f"takes about {case.seconds} s a run")
        return
    with tempfile.TemporaryDirectory(prefix="rooflight-accuracy-") as folder:
        torch.manual_seed(1)
        inputs = case.inputs()
        files = Files(case, folder)
        expected = None
        if case.macs is None and case.giga_macs is None:
            expected = reference(case.reference().eval() if case.reference else files.model, inputs)
        for form in forms:
            try:
                file = files.save(form)
            except Exception as error:  # whatever torch.jit and the model raise
                verdicts.add("NO FILE", case.name, form, None, one_line(error))
                continue
            try:
                analysis = product.analyze(file, inputs, folder, options.threads)
            except ProductError as error:
                verdicts.add("FAILED", case.name, form, None, one_line(error))
                continue
            faults, note = list(faults_of(case, form, analysis)), ""
            if expected is not None:
                faults_beside, note = explained.judge(case.name, analysis, expected)
                faults += faults_beside
            if options.bytes:
                faults += byte_faults(file, inputs, analysis)
            verdicts.add("WRONG" if faults else "ok", case.name, form, analysis["totals"]["macs"],
                         "; ".join(faults) or note)
            os.remove(file)


def one_line(error):
    return " ".join(str(error).split())[-250:]


def main():
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    torch.set_grad_enabled(False)
    # Tracing warns of every size that a model turns into a number: it is their code, and the counts tell.
    warnings.filterwarnings("ignore")
    explained = Explained()
    with Product(options.cli) as product, open(options.table or os.devnull, "w", 1, newline="") as table:
        verdicts = Verdicts(table)
        for case in chosen_cases(options.names):
            forms = [form for form in case.forms if form in options.forms]
            check_case(case, forms, product, options, explained, verdicts)
        if "invariance" in options.names:
            invariance.check(product, verdicts)
    print(f"{verdicts.checks} checks, {verdicts.wrong} not as they should be")
    return 1 if verdicts.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
