# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""`rooflight-cli show --node-data`: its ids are the names that PyTorch gives the nodes of the file, as Model Explorer shows them.

Usage: test_node_data.py ROOFLIGHT_CLI [TEST...]
"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

has_torch = importlib.util.find_spec("torch") is not None
command_line_status = 2


def net():
    import torch

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = torch.nn.Conv2d(3, 8, 3)
            self.head = torch.nn.Linear(8, 4)

        def forward(self, x):
            most, _ = self.conv(x).relu().flatten(2).max(2)  # a node with two results
            left, right = self.head(most).split(2, 1)
            with torch.no_grad():  # a graph within the graph
                scaled = torch.sigmoid(left)
            return scaled + right.relu()

    torch.manual_seed(0)
    return Net().eval(), (torch.randn(2, 3, 32, 32),)


@unittest.skipUnless(has_torch, "needs torch")
class NodeDataTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_cli(self, *arguments):
        return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, check=False,
                              env={**os.environ, "XDG_CACHE_HOME": str(self.folder)})

    def session_of(self, model):
        session = self.folder / "net.ridge"
        run = self.run_cli("report", model, "--threads", "1", "--effort", "quick", "--seconds", "0.5", "--quiet", "--save", session,
                           *(["--input", "2x3x32x32"] if model.suffix == ".pt" else []))
        self.assertEqual(run.returncode, 0, run.stderr)
        return session

    def test_ids_are_the_nodes_of_the_graph(self):
        import torch

        model = self.folder / "net.pt2"
        torch.export.save(torch.export.export(*net()), model)
        names = {node.name: node for node in torch.export.load(model).graph.nodes}
        out = self.folder / "out.json"
        session = self.session_of(model)
        run = self.run_cli("show", session, "--node-data", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        files = {path.name: json.loads(path.read_text(encoding="utf-8"))["graph"] for path in self.folder.glob("out*.json")}
        self.assertEqual(sorted(files), ["out.json", "out.limit.json", "out.roof.json", "out.share.json"])
        for file in files.values():
            self.assertLessEqual(set(file["results"]), set(names))
        times = files["out.json"]["results"]
        called = {str(names[name].target) for name in times}
        for target in ("aten.conv2d.default", "aten.linear.default", "aten.max.dim", "aten.add.Tensor"):
            self.assertIn(target, called)
        self.assertIn("set_grad", " ".join(called))  # the sigmoid within
        self.assertTrue(all(each["value"] > 0 for each in times.values()))
        self.assertAlmostEqual(files["out.share.json"]["results"]["conv2d"]["value"]
                               / files["out.share.json"]["results"]["linear"]["value"],
                               times["conv2d"]["value"] / times["linear"]["value"], 6)
        printed = self.run_cli("show", session, "--node-data", "-")
        self.assertEqual(printed.stdout, out.read_text(encoding="utf-8"))

    def test_torchscript_has_none(self):
        import torch

        model = self.folder / "net.pt"
        torch.jit.trace(*net()).save(model)
        run = self.run_cli("show", self.session_of(model), "--node-data", self.folder / "out.json")
        self.assertEqual(run.returncode, command_line_status)
        self.assertIn("not of a torch.export file", run.stderr)
        self.assertFalse((self.folder / "out.json").exists())


if __name__ == "__main__":
    cli = os.path.abspath(sys.argv.pop(1))
    unittest.main()
