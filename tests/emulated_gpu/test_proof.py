#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""The proof of tests/gpu on an emulated device: all of its rows hold, and a device that fails turns them red."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from emulated import CUDNN, LIBRARIES, PRELOADED, PROGRAM, EmulatedTest

RUN = Path(__file__).resolve().parent.parent / "gpu" / "run"
PROVEN, NOT_PROVEN = 0, 1


class ProofTest(EmulatedTest):
    def prove(self, *parts, **settings):
        """Exit status and rows (result, text) of the proof's parts."""
        environment = os.environ | CUDNN | {f"CUDA_EMULATED_{name}": value for name, value in settings.items()} | {
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

    def test_lost_device_is_no_proof(self):
        """The first answer is still right; the last check is reached all the same."""
        status, rows, _ = self.prove("roofs", FAULT="call:2500:46")
        self.assertEqual(status, NOT_PROVEN)
        self.assertTrue(any(result == "FAIL" for result, _ in rows), rows)
        self.assertTrue(rows[-1][1].startswith("memory accesses"), rows)


if __name__ == "__main__":
    unittest.main()
