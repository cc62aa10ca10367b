#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""The proof of tests/gpu on an emulated device: all rows of its roofs hold."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from emulated import CUDNN, LIBRARIES, PRELOADED, PROGRAM, EmulatedTest

RUN = Path(__file__).resolve().parent.parent / "gpu" / "run"
PROVEN = 0


class ProofTest(EmulatedTest):
    def prove(self, *parts):
        """Exit status and rows (result, text) of the proof's parts."""
        environment = os.environ | CUDNN | {
            "LD_PRELOAD": ":".join(str(LIBRARIES / name) for name in PRELOADED)}
        out = self.folder / "out"
        done = subprocess.run([sys.executable, "-B", RUN, out, "--programs", Path(PROGRAM).parent, "--models", self.folder,
                               "--only", *parts], env=environment, capture_output=True, text=True, check=False)
        rows = [line.split(maxsplit=1) for line in (out / "table.txt").read_text().splitlines()]
        return done.returncode, rows, done.stderr

    def test_roofs(self):
        status, rows, errors = self.prove("roofs")
        self.assertEqual([row for row in rows if row[0] == "FAIL"], [])
        self.assertEqual(status, PROVEN, errors)
        self.assertGreater(sum(result == "ok" for result, _ in rows), 60)


if __name__ == "__main__":
    unittest.main()
