#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Times `rooflight-cli analyze` on ResNet-50 against Python counters, each a whole process from a fresh interpreter.

Usage: counters.py BUILD_DIR [ROUNDS]     (with a Python that has torch and torchvision; the counters that it has too
                                           take part: pip install thop fvcore ptflops torchinfo)

No counter reads a TorchScript file: each gets the eager model from a pickle, the fastest way into a fresh interpreter.
"""

import importlib.metadata
import os
import statistics
import sys
import tempfile
import warnings

import torch
import torchvision

from pairs import analyze, plain_run, ratio, timed_in_turn

SHAPE = (1, 3, 224, 224)
LOAD = "import torch; m = torch.load({file!r}, weights_only=False); x = torch.rand(1, 3, 224, 224)\n"
COUNTERS = {
    "torch": """
from torch.utils.flop_counter import FlopCounterMode
with torch.no_grad(), FlopCounterMode(display=False) as counter:
    m(x)
print(counter.get_total_flops() // 2)""",
    "thop": """
from thop import profile
print(profile(m, inputs=(x,), verbose=False)[0])""",
    "fvcore": """
from fvcore.nn import FlopCountAnalysis
with torch.no_grad():
    print(FlopCountAnalysis(m, x).unsupported_ops_warnings(False).total())""",
    "ptflops": """
from ptflops import get_model_complexity_info
print(get_model_complexity_info(m, (3, 224, 224), as_strings=False, print_per_layer_stat=False)[0])""",
    "torchinfo": """
from torchinfo import summary
print(summary(m, input_data=x, verbose=0).total_mult_adds)""",
}


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def main(build, rounds=5):
    warnings.filterwarnings("ignore")
    with tempfile.TemporaryDirectory(prefix="rooflight-counters-") as folder:
        script, pickle = os.path.join(folder, "model.pt"), os.path.join(folder, "model.pickle")
        model = torchvision.models.resnet50(weights=None).eval()
        torch.save(model, pickle)
        torch.jit.trace(model, torch.rand(SHAPE)).save(script)
        commands = {"rooflight-cli analyze": analyze(build, script, SHAPE),
                    "a plain run in C++": plain_run(build, script, SHAPE),
                    "torch.load, no count": [sys.executable, "-c", LOAD.format(file=pickle) + "m(x)"]}
        for package, count in COUNTERS.items():
            if version(package):
                name = "torch.utils.flop_counter" if package == "torch" else package
                commands[f"{name} {version(package)}"] = [sys.executable, "-c", LOAD.format(file=pickle) + count]
            else:
                print(f"{package} is not installed and left out")
        times = dict(zip(commands, timed_in_turn(list(commands.values()), int(rounds))))
    ours = times["rooflight-cli analyze"]
    for name, seconds in times.items():
        print(f"{name:40} {statistics.median(seconds):8.3f} s   {ratio(seconds, ours):6.2f} times ours")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
