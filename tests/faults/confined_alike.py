# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""confined_alike.py --cli ROOFLIGHT-CLI [--torchvision] [--pairs N] [MODEL...]

Analyzes each model confined and unconfined: output and exit status must be the same, byte for byte. With --torchvision
also the classification models of torchvision as script, trace and frozen trace, at 64 x 64 where they permit it. With
--pairs also times the first MODEL so often with and without, in turn, and prints the ratio of the medians.
"""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile

from runs import Place

MOST_PARAMETERS = 60_000_000
OWN_SIZE = {"inception_v3": 96, "swin": 64, "vit": 224, "maxvit": 224}


def size_of(name):
    return next((size for prefix, size in OWN_SIZE.items() if name.startswith(prefix)), 64)


def torchvision_models(folder):
    """Path and SPEC of each model and form, written when its turn comes."""
    import torch
    import torchvision

    for name in torchvision.models.list_models(module=torchvision.models):
        torch.manual_seed(0)
        options = {"init_weights": False} if name in ("googlenet", "inception_v3") else {}
        if "vgg" in name or "_h_" in name:
            continue
        model = torchvision.models.get_model(name, **options).eval()
        if sum(parameter.numel() for parameter in model.parameters()) > MOST_PARAMETERS:
            continue
        size = size_of(name)
        forms = {
            "script": lambda: torch.jit.script(model),
            "trace": lambda: torch.jit.trace(model, torch.zeros(1, 3, size, size), check_trace=False),
            "frozen": lambda: torch.jit.freeze(
                torch.jit.trace(model, torch.zeros(1, 3, size, size), check_trace=False)
            ),
        }
        for form, make in forms.items():
            path = folder / f"{name}.{form}.pt"
            try:
                make().save(str(path))
            except Exception as problem:  # whatever a model raises that does not permit the form
                print(f"{path.name} could not be made: {str(problem).splitlines()[0][:100]}", flush=True)
                continue
            yield path, f"1x3x{size}x{size}"
            path.unlink()


def differs(place, path, spec):
    """Why the two runs differ; empty when they do not."""
    arguments = ["analyze", path, "--json", "--quiet"] + (["--input", spec] if spec else [])
    confined, unconfined = place.run(*arguments), place.run(*arguments, "--unconfined")
    if confined[0] != unconfined[0]:
        return f"status {confined[0]} and {unconfined[0]}: {confined[2]}"
    return "" if confined[1] == unconfined[1] else "the results differ"


def median_ns(place, path, *options):
    status, output, errors = place.run("latency", path, "--json", "--quiet", "--warmup", "10", "--runs", "100", *options)
    if status != 0:
        raise SystemExit(errors)
    return json.loads(output)["statistics"]["median_ns"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--torchvision", action="store_true")
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("models", nargs="*", metavar="MODEL")
    options = parser.parse_args()
    place = Place(options.cli)
    compared, bad = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        models = [(pathlib.Path(model), "") for model in options.models]
        made = torchvision_models(pathlib.Path(folder)) if options.torchvision else []
        for group in (models, made):
            for path, spec in group:
                compared += 1
                if why := differs(place, path, spec):
                    bad += 1
                    print(f"{path.name}: {why}", flush=True)
                if compared % 20 == 0:
                    print(f"{compared} so far, {bad} differ", flush=True)
    print(f"{compared} models, {bad} differ", flush=True)
    if options.pairs:
        pairs = [(median_ns(place, models[0][0]), median_ns(place, models[0][0], "--unconfined")) for _ in range(options.pairs)]
        ratios = sorted(confined / unconfined for confined, unconfined in pairs)
        print(f"{options.pairs} pairs: median of the ratios {statistics.median(ratios):.4f}, "
              f"half of them {ratios[len(ratios) // 4]:.4f} to {ratios[3 * len(ratios) // 4]:.4f}")
    return 1 if bad else 0


sys.exit(main())
