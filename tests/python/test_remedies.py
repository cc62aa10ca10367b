# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""`rooflight-cli remedies`: what it changes inside a model of float32 computes what the lines of Python beside it compute.

Usage: test_remedies.py ROOFLIGHT_CLI [TEST...]
"""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "documentation")]

from promises import Promises  # noqa: E402

has_torch = importlib.util.find_spec("torch") is not None


@unittest.skipUnless(has_torch, "needs torch")
class RemediesTest(Promises, unittest.TestCase):
    page = "how/make_a_model_faster.md"

    @classmethod
    def setUpClass(cls):
        import torch

        warnings.simplefilter("ignore")  # torch says of torch.ao that it is to move
        torch.manual_seed(1)
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.module = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.GELU(), torch.nn.Linear(256, 10, bias=False)).eval()
        cls.input = torch.randn(8, 64)
        torch.save(cls.input, folder / "input.pt")
        cls.files = [str(folder / name) for name in ("net.pt", "net.pt2")]
        with torch.no_grad():
            torch.jit.trace(cls.module, cls.input).save(cls.files[0])
        torch.export.save(torch.export.export(cls.module, (cls.input,)), cls.files[1])
        cls.option = f"@{folder / 'input.pt'}"

    def remedies(self, model, *ids):
        run = subprocess.run([cli, "remedies", model, "--json", "--seconds", "1", "--input", self.option, "--only", ",".join(ids)],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        return {remedy["id"]: remedy for remedy in json.loads(run.stdout)["remedies"]}

    def result_of(self, python):
        """Of the module and its input when the lines have run."""
        import torch

        names = {"torch": torch, "model": self.module, "x": self.input}
        exec(python, names)  # the program's own words
        with torch.no_grad():
            return names["model"](names["x"])

    def test_int8_is_that_of_torch(self):
        import torch

        if not hasattr(torch, "ao") or "x86" not in torch.backends.quantized.supported_engines:
            self.skipTest("torch has no torch.ao, or other kernels")
        self.promised("does what `torch.ao.quantization.quantize_dynamic` does")
        with torch.no_grad():
            exact = self.module(self.input)
        for model in self.files:
            with self.subTest(model=model):
                found = self.remedies(model, "dynamic_int8")["dynamic_int8"]
                error = (self.result_of(found["how"]["python"]) - exact).abs().max().item()
                self.assertGreater(error, 1e-4)
                self.assertAlmostEqual(found["max_abs_error"], error, delta=1e-5)

    def test_fpmath_is_allowed_to_torch(self):
        import torch

        found = self.remedies(self.files[0], "fpmath_bfloat16")["fpmath_bfloat16"]
        if not found["applies"]:
            self.skipTest(found["reason"])
        before = torch.backends.mkldnn.fp32_precision
        try:
            self.result_of(found["how"]["python"])
            self.assertEqual(torch.backends.mkldnn.matmul.fp32_precision, "bf16")
            self.assertEqual(torch.backends.mkldnn.conv.fp32_precision, "bf16")
        finally:
            torch.backends.mkldnn.fp32_precision = before
        self.assertLess(found["max_rel_error"], 0.1)


if __name__ == "__main__":
    cli = sys.argv.pop(1)
    unittest.main()
