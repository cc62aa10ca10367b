# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""`rooflight-cli explain --reproducer`: its scripts run with PyTorch alone, repeat the call and say nothing of the model.

Usage: test_reproducer.py ROOFLIGHT_CLI [TEST...]
"""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "documentation")]

from promises import Promises  # noqa: E402

has_torch = importlib.util.find_spec("torch") is not None
output_status = 2
SHAPES = {"secret_table": [(1000, 64), (1, 24, 24)], "secret_conv": [(1, 64, 24, 24), (32, 64, 3, 3), (32,)]}
times = re.compile(r"aten\.(\w+)\.\w+: measured ([\d.e+]+) us; the session had ([\d.e+]+) us")


def save_model(path):
    import torch

    class Secret(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.secret_table = torch.nn.Embedding(1000, 64)
            self.secret_conv = torch.nn.Conv2d(64, 32, 3, padding=1)
            self.secret_bag = torch.nn.EmbeddingBag(10, 4)

        def forward(self, ids, rows, starts):
            image = self.secret_table(ids).permute(0, 3, 1, 2)
            return self.secret_conv(image), self.secret_bag(rows, starts)

    torch.manual_seed(0)
    ids = torch.randint(990, 1000, (1, 24, 24))  # any other row would be as valid, and none of 1000 or more
    inputs = (ids, torch.arange(8), torch.tensor([0, 3, 5]))
    torch.jit.trace(Secret().eval(), inputs).save(path)


@unittest.skipUnless(has_torch, "needs torch")
class ReproducerTest(Promises, unittest.TestCase):
    page = "how/find_out_why.md"

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shared.cleanup)
        cls.model = str(pathlib.Path(cls.shared.name, "secret.pt"))
        save_model(cls.model)

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def explain(self, folder, *layers):
        named = [word for layer in layers for word in ("--layer", layer)]
        return subprocess.run(
            [cli, "explain", self.model, "--seconds", "0.3", "--effort", "quick", "--threads", "1", "--quiet", "--json",
             "--input", "1x24x24:int64:990..999", "--input", "8:int64:0..9", "--input", "3:int64:zeros", *named,
             "--reproducer", str(folder)],
            capture_output=True, text=True, env={**os.environ, "XDG_CACHE_HOME": self.shared.name}, check=False)

    def test_scripts_repeat_the_calls_and_keep_the_secret(self):
        folder = self.folder / "new"
        run = self.explain(folder, "secret_table", "secret_conv", "secret_bag")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("There is no script for secret_bag: aten::embedding_bag", run.stderr)
        alone_us = {layer["path"]: layer["median_ns"] / 1e3 for layer in json.loads(run.stdout)["layers"]
                    if layer["path"] in SHAPES}
        scripts = sorted(folder.iterdir())
        self.assertEqual(len(scripts), 2, scripts)
        called = set()
        for script in scripts:
            text = script.read_text(encoding="utf-8")
            self.assertNotIn("secret", text)
            script.write_text(text.replace("SECONDS = 3 ", "SECONDS = 0.1 "), encoding="utf-8")
            said = subprocess.run([sys.executable, "-I", script], cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(said.returncode, 0, said.stderr)
            name, measured, session = times.search(said.stdout).groups()
            self.assertIn(name, script.name)
            layer = "secret_table" if name == "embedding" else "secret_conv"
            self.assertGreater(float(measured), 0)
            self.assertAlmostEqual(float(session) / alone_us[layer], 1, 3, said.stdout)
            for shape in SHAPES[layer]:
                self.assertIn(f"tensor({shape}, ", text)
            called.add(name)
        self.assertIn("embedding", called)
        self.assertTrue(called & {"_convolution", "conv2d", "convolution"}, called)

    def test_what_stands_in_the_folder(self):
        self.promised("A second call replaces scripts of the same `id` and name.")
        outside = self.folder / "outside"
        outside.write_text("kept", encoding="utf-8")
        self.assertEqual(self.explain(self.folder, "secret_conv").returncode, 0)
        script = next(self.folder.glob("*.py"))
        script.unlink()
        script.symlink_to(outside)
        self.assertEqual(self.explain(self.folder, "secret_conv").returncode, 0)
        self.assertIn("torch.ops.aten", script.read_text(encoding="utf-8"))
        self.assertEqual(outside.read_text(encoding="utf-8"), "kept")
        for folder in (outside, self.folder / "no" / "folder"):
            run = self.explain(folder, "secret_conv")
            self.assertEqual(run.returncode, output_status)
            self.assertIn("cannot be written", run.stderr)


if __name__ == "__main__":
    cli = os.path.abspath(sys.argv.pop(1))
    unittest.main()
