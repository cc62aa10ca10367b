#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The proof of tests/gpu on an emulated device: all rows of its roofs hold, and a lost device does not end it."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from emulated import CUDNN, LIBRARIES, PRELOADED, PROGRAM, EmulatedTest

RUN = Path(__file__).resolve().parent.parent / "gpu" / "run"
PROVEN = 0
FAILED = 1


class ProofTest(EmulatedTest):
    def prove(self, *parts, settings=None):
        """Exit status and rows (result, text) of the proof's parts."""
        environment = os.environ | CUDNN | (settings or {}) | {
            "PROOF_COPY_BYTES": str(1 << 30),
            "LD_PRELOAD": ":".join(str(LIBRARIES / name) for name in PRELOADED)}
        out = self.folder / "out"
        done = subprocess.run([sys.executable, "-B", RUN, out, "--programs", Path(PROGRAM).parent, "--models", self.folder,
                               "--only", *parts], env=environment, capture_output=True, text=True, check=False)
        rows = [line.split(maxsplit=1) for line in (out / "table.txt").read_text().splitlines()]
        return done.returncode, rows, done.stderr

    def test_roofs(self):
        status, rows, errors = self.prove("roofs")
        failed = [text for result, text in rows if result == "FAIL"]
        # How many samples fit into the time is for the host to say, which may be busy.
        self.assertEqual([text for text in failed if ": samples: " not in text], [])
        self.assertEqual(status, FAILED if failed else PROVEN, errors)
        self.assertGreater(sum(result == "ok" for result, _ in rows), 60)

    def test_lost_device_does_not_end_it(self):
        """PyTorch ends its process, and so does the program; what is asked behind that is asked all the same."""
        status, rows, errors = self.prove("roofs", settings={"CUDA_EMULATED_FAULT": "call:300:46"})
        self.assertEqual(status, FAILED, errors)
        failed = [text for result, text in rows if result == "FAIL"]
        for check in ("quick roofs", "PyTorch's process", "roofs"):
            self.assertTrue(any(text.startswith(f"{check}: ") for text in failed), rows)
        self.assertTrue(any(text.startswith("compute-sanitizer: ") for _, text in rows), rows)


if __name__ == "__main__":
    unittest.main()
