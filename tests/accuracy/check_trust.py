#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes models as files and sees that rooflight-cli asks for no trust: all their operators are on its list.

A line for each file that is refused, with what it is refused for, and one at the end that says how many were tried. The
exit status is 1 when one was refused. A file is deleted as soon as it is read.
"""

import argparse
import logging
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

import export_models
from case import FORMS, Case, floats
from check import chosen_cases
from forms import Files
from product import Product, ProductError

LARGEST = 60_000_000  # parameters of a model of "timm-all": the larger ones are the small ones with other numbers


def part_of(text):
    """(3, 8) of "3/8"."""
    number, count = (int(part) for part in text.split("/"))
    if not 1 <= number <= count:
        raise ValueError(text)
    return number, count


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="the rooflight-cli to check")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME", dest="names",
                        help="sets and models of check.py, or timm-all: all of timm of at most 60 million parameters")
    parser.add_argument("--exports", nargs="*", default=[], metavar="NAME", help="sets and models of check_exports.py")
    parser.add_argument("--forms", nargs="+", default=FORMS, choices=FORMS, help="only these forms")
    parser.add_argument("--part", default=(1, 1), metavar="N/OF", type=part_of,
                        help="only each OFth model of timm-all, from the Nth on: PyTorch keeps what it has traced, and "
                             "all of them together take more memory than most machines have")
    parser.add_argument("--keep-code", metavar="FOLDER", help="leave the code of the files there")
    parser.add_argument("--list", metavar="FILE", help="write the names of the models that were tried there")
    return parser.parse_args()


def every_timm_case(part):
    import timm  # its package is not in the environment of the other tests
    number, count = part
    for name in timm.list_models()[number - 1::count]:
        with torch.device("meta"):
            try:
                size = sum(parameter.numel() for parameter in timm.create_model(name, pretrained=False).parameters())
            except Exception:  # it looks at its weights while it is made
                size = 0
        if size <= LARGEST:
            shape = timm.get_pretrained_cfg(name, allow_unregistered=True)
            shape = shape.input_size if shape else (3, 224, 224)
            yield Case(f"timm/{name}", lambda name=name: timm.create_model(name, pretrained=False),
                       lambda shape=shape: (floats(1, *shape),), forms=("trace",))


def cases_of(options):
    yield from chosen_cases([name for name in options.names if name != "timm-all"])
    if "timm-all" in options.names:
        yield from every_timm_case(options.part)


def scripted_files(options, folder):
    """(name, form, path or None, why there is none) of each TorchScript file."""
    for case in cases_of(options):
        files = None
        for form in (form for form in case.forms if form in options.forms):
            try:
                files = files or Files(case, folder)
                yield case.name, form, files.save(form), ""
            except Exception as error:  # whatever torch.jit and the model raise
                yield case.name, form, None, one_line(error)


def exported_files(options, folder):
    for case in export_models.chosen(options.exports):
        path = os.path.join(folder, "export.pt2")
        try:
            args, kwargs = case.inputs()
            program = torch.export.export(case.build().eval(), args, kwargs, dynamic_shapes=case.dynamic,
                                          strict=case.strict)
            torch.export.save(program.run_decompositions() if case.decomposed else program, path)
        except Exception as error:  # whatever torch.export and the model raise
            yield case.name, "export", None, one_line(error)
            continue
        yield case.name, "export", path, ""


def one_line(error):
    return " ".join(str(error).split())[:200]


def keep_code(path, name, folder):
    import zipfile
    with zipfile.ZipFile(path) as archive, open(os.path.join(folder, name.replace("/", "_")), "w") as kept:
        for record in archive.namelist():
            if record.endswith(".py") or record.endswith("models/model.json"):
                kept.write(archive.read(record).decode())


def try_file(product, path, name, code_folder, counts):
    counts["tried"] += 1
    if code_folder:
        keep_code(path, name, code_folder)
    try:
        findings = product.inspect(path)["findings"]
        asking = sorted({entry["operation"] for entry in findings
                         if entry["touches_files"] or entry["leaves_storage"]})
    except ProductError as error:
        asking = [one_line(error)]
    if asking:
        counts["refused"] += 1
        print(f"REFUSED  {name}  {', '.join(asking)}", flush=True)
    os.remove(path)


def main():
    options = parse_arguments()
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    counts = {"tried": 0, "refused": 0, "not written": 0}
    models = set()
    with Product(options.cli) as product, tempfile.TemporaryDirectory(prefix="rooflight-trust-") as folder:
        try:
            for maker in (scripted_files, exported_files):
                for name, form, path, failure in maker(options, folder):
                    if path is None:
                        counts["not written"] += 1
                        print(f"NO FILE  {name} {form}  {failure}", flush=True)
                        continue
                    models.add(name)
                    try_file(product, path, f"{name} {form}", options.keep_code, counts)
        except KeyboardInterrupt:
            print("interrupted")
    if options.list:
        with open(options.list, "w", encoding="utf-8") as names:
            names.writelines(f"{name}\n" for name in sorted(models))
    print(f"{counts['tried']} files of {len(models)} models tried, {counts['refused']} refused, "
          f"{counts['not written']} not written")
    return 1 if counts["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
