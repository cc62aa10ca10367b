# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""rooflight-cli on emulated devices: what the tests share.

The environment names the program (CUDA_EMULATED_PROGRAM), the libraries that stand for NVIDIA's (CUDA_EMULATED_LIBRARIES),
the models (CUDA_EMULATED_MODELS) and the library of a compiled model (CUDA_EMULATED_COMPILED_MODEL).
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["CUDA_EMULATED_PROGRAM"]
LIBRARIES = Path(os.environ["CUDA_EMULATED_LIBRARIES"])
MODELS = Path(os.environ["CUDA_EMULATED_MODELS"])
COMPILED_MODEL = os.environ["CUDA_EMULATED_COMPILED_MODEL"]
SECONDS = 300  # a command that takes longer hangs, however slow the host is

if not MODELS.is_dir():
    print("skipped: the models were not made: no Python with torch")
    sys.exit(77)

# In the place of NVIDIA's, which LibTorch finds by paths of its own: the loader takes what has the name already.
PRELOADED = ("libnvrtc.so.13", "libcudart.so.13", "libcublasLt.so.13", "libcublas.so.13", "libcudnn.so.9", "libcupti.so.13",
             "libcuda.so.1", "libnvidia-ml.so.1")

# LibTorch calls cuDNN by its older interface, and leaves attention to kernels of its own.
CUDNN = {"TORCH_CUDNN_V8_API_DISABLED": "1", "TORCH_CUDNN_SDPA_DEPRIORITIZED": "1"}

# What comes of LibTorch beside what the program says itself: its warnings.
OF_LIBTORCH = re.compile(r"rooflight-cli: (.*: the model's process says: \")?LibTorch warns:")

# What the device counts of each process, in the order of device/counts.h.
COUNTS = ("graph_launches", "graph_kernels", "captures_begun", "captures_ended", "captures_while_busy",
          "device_allocations", "host_allocations", "events", "streams", "graphs", "other_bytes")

WRONG_COMMAND_LINE, FILE_UNREADABLE, MODEL_FAILED, NO_DEVICE_OR_MEMORY = 2, 3, 4, 5

# Of the cost model, in README.md.
FLOP_PER_SECOND = 10e12
SHORTEST_NS = 2000


def product_ns(rows, columns, depth):
    """How long the device takes for one product of matrices that its arithmetic bounds."""
    return 2e9 * rows * columns * depth / FLOP_PER_SECOND


def model(name):
    return MODELS / f"{name}.pt"


class Answer:
    """What one call of the program left."""

    def __init__(self, done):
        self.status = done.returncode
        self.output = done.stdout
        self.messages = [line for line in done.stderr.splitlines() if not OF_LIBTORCH.match(line)]

    @property
    def json(self):
        return json.loads(self.output)

    @property
    def errors(self):
        return "\n".join(self.messages)


class EmulatedTest(unittest.TestCase):
    """Each test has a cache folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rooflight-emulated-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, command, *arguments, device="cuda:0", settings=None):
        """The answer of a command; without a device one that names none. \"settings\" are CUDA_EMULATED_ variables without
        that prefix, or whole names."""
        environment = os.environ | {
            "LD_PRELOAD": ":".join(str(LIBRARIES / name) for name in PRELOADED),
            **CUDNN,
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "LC_ALL": "C.UTF-8",
        }
        for name, value in (settings or {}).items():
            environment[name if name.startswith("CUDA_") else f"CUDA_EMULATED_{name}"] = str(value)
        line = [PROGRAM, command, *map(str, arguments), "--quiet", *(("--device", device) if device else ())]
        done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
        return Answer(done)

    def counts_of(self, command, *arguments, settings=None, **options):
        """Of each process of a command that must end well."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        self.succeed(command, *arguments, settings={"COUNTS": folder, **(settings or {})}, **options)
        return [dict(zip(COUNTS, struct.unpack(f"{len(COUNTS)}q", file.read_bytes()))) for file in folder.iterdir()]

    def succeed(self, command, *arguments, **options):
        """The JSON of a command that must end well."""
        answer = self.run_program(command, *arguments, "--json", **options)
        self.assertEqual(answer.status, 0, answer.errors)
        return answer.json

    def fail_with(self, status, word, command, *arguments, **options):
        """A command that must end with the status and with one sentence that holds the word."""
        answer = self.run_program(command, *arguments, **options)
        self.assertEqual(answer.status, status, answer.errors)
        self.assertEqual(len(answer.messages), 1, answer.errors)
        self.assertIn(word, answer.messages[0])
