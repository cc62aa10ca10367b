# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The sample model that scripts/run unpacks, without torch, is the one that torch saved.

Usage: test_sample.py ROOFLIGHT_CLI
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "resources" / "samples"
# Multiply-adds of convolutions and the linear layer, and parameters: torchvision's own page of resnet18 (1.81 GFLOPS).
MACS, PARAMETERS = 1_814_073_344, 11_689_512


def saved_analysis():
    """That of the session which was measured when torch had saved the model."""
    records = map(json.loads, (SAMPLES / "resnet18_sample.ridge").read_text("utf-8").splitlines())
    return {record["type"]: record for record in records}


class SampleTest(unittest.TestCase):
    def test_unpacked(self):
        records = saved_analysis()
        with tempfile.TemporaryDirectory() as folder:
            # As on a machine whose Python has nothing but its own library.
            subprocess.run([sys.executable, "-BSE", SAMPLES / "make_samples.py", "--unpack", folder], check=True)
            model = pathlib.Path(folder, "resnet18.pt")
            self.assertEqual([path.name for path in model.parent.iterdir()], [model.name])
            made = json.loads(subprocess.run([CLI, "analyze", model, "--json", "--quiet"], capture_output=True, check=True).stdout)
        self.assertEqual(made["model"]["sha256"], records["inspection"]["model"]["sha256"])
        self.assertEqual((made["totals"]["macs"], made["model"]["parameters"]), (MACS, PARAMETERS))
        self.assertEqual(made["totals"]["flops"], records["analysis"]["totals"]["flops"])
        self.assertEqual(made["totals"]["operators"], records["analysis"]["totals"]["operators"])


if __name__ == "__main__":
    CLI = sys.argv.pop(1)
    unittest.main()
