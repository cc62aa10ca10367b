#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""A trace of PyTorch's profiler imports with the counts of its model's file: ResNet-18 at 1x3x224x224.

Usage: check_trace.py ROOFLIGHT_CLI

The model is traced as a module with stacks, and as TorchScript with modules. Work, traffic and parameters must be those of
`analyze` on the file, operator by operator, and the totals those that are known. Half a minute; without torchvision it is
skipped, with status 77.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
# torchvision publishes 1.814 G multiply-adds. FLOPs by docs/reference/cost_table.md: two of each, two of each of 2,483,712
# normalised elements, one of each of 2,308,096 activated and 752,640 added ones, 25,600 of the average pooling, 1,000 biases.
MACS = 1_814_073_344
FLOPS = 2 * MACS + 2 * 2_483_712 + 2_308_096 + 752_640 + 25_600 + 1_000  # 3,636,201,448
PARAMETERS = 11_689_512
TOTALS = ("macs", "flops", "bytes_read", "bytes_written", "unknown_operators")
OF_OPERATOR = ("macs", "flops", "bytes_read", "bytes_written")

try:
    import torch
    import torchvision
    from torch.profiler import ProfilerActivity, profile
except ImportError as error:
    print(f"skipped: {sys.executable} cannot import it: {error}")
    sys.exit(SKIPPED)


def record(module, x, path, **options):
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, **options) as profiler:
        module(x)
    profiler.export_chrome_trace(str(path))


def make_files(folder):
    """The model's file, and its traces by how they were recorded."""
    torch.manual_seed(0)
    model = torchvision.models.resnet18(weights=None).eval()
    x = torch.rand(1, 3, 224, 224)
    traces = {"module, with stacks": folder / "stacks.json", "TorchScript, with modules": folder / "modules.json"}
    with torch.no_grad():
        script = torch.jit.trace(model, x)
        script.save(str(folder / "resnet18.pt"))
        script = torch.jit.load(str(folder / "resnet18.pt"))
        for _ in range(3):  # the executor optimizes in the first runs
            model(x), script(x)
        record(model, x, traces["module, with stacks"], with_stack=True)
        record(script, x, traces["TorchScript, with modules"], with_modules=True)
    return folder / "resnet18.pt", traces


def answer(cli, *arguments):
    run = subprocess.run([cli, *arguments, "--json", "--quiet"], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"WRONG {arguments[0]}: status {run.returncode}, {run.stderr.strip()}")
    return json.loads(run.stdout)


def work(analysis):
    """Of each operator that is more than a view: one form may have views that the other has not."""
    return [tuple(op[key] for key in OF_OPERATOR) for op in analysis["operators"] if op["family"] != "view"]


def differences(counted, expected):
    found = [f"{key} {counted['totals'][key]:,} instead of {expected['totals'][key]:,}"
             for key in TOTALS if counted["totals"][key] != expected["totals"][key]]
    if counted["model"]["parameters"] != PARAMETERS:
        found.append(f"parameters {counted['model']['parameters']:,} instead of {PARAMETERS:,}")
    if work(counted) != work(expected):
        found.append("operators differ")
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    cli = sys.argv[1]
    failed = False
    with tempfile.TemporaryDirectory(prefix="rooflight-trace-") as folder:
        file, traces = make_files(pathlib.Path(folder))
        expected = answer(cli, "analyze", str(file), "--input", "1x3x224x224")
        known = {"macs": MACS, "flops": FLOPS}
        counts = {"file": [f"{key} {expected['totals'][key]:,} instead of {value:,}" for key, value in known.items()
                           if expected["totals"][key] != value]}
        for name, trace in traces.items():
            imported = answer(cli, "import", str(trace), "--effort", "quick")["analysis"]
            counts[name] = differences(imported, expected)
            print(f"{name}: {len(imported['layers'])} layers, {len(imported['operators'])} operators")
    totals = expected["totals"]
    print(f"file: MACs {totals['macs']:,}, FLOPs {totals['flops']:,}, read {totals['bytes_read']:,} B, "
          f"written {totals['bytes_written']:,} B")
    for name, found in counts.items():
        print(f"{'WRONG' if found else 'ok   '} {name} {'; '.join(found)}")
        failed = failed or bool(found)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
