#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The proof itself, without a GPU: when it is skipped, that a failed check does not end it, where it finds libraries."""

import contextlib
import io
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
loader = SourceFileLoader("proof_run", str(HERE / "run"))
run = module_from_spec(spec_from_loader("proof_run", loader))
loader.exec_module(run)
import torch_reference

NOT_THERE = "error: cuda:0 does not exist: the driver shows 0 CUDA devices."
FAILURES = {
    "out of memory": (5, "error: The GPU is out of memory."),
    "lost device": (5, "error: The device was lost, and the roofs that were not measured yet are missing: GPU is lost."),
    "sticky error": (5, "error: The GPU failed to start: an illegal memory access was encountered."),
    "a defect": (70, "error: rooflight-worker ended unexpectedly."),
    "no answer": (0, ""),
}


def broken(proof):
    raise TypeError("unsupported operand")


def asks(proof):
    proof.program.json("latency")


def holds(proof):
    proof.report.check("the last one", True, "was reached")


class ProofTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def proof(self, status, message):
        """Exit status and table of a proof with a program that ends like this, whatever it is asked."""
        programs = self.folder / "programs"
        programs.mkdir()
        cli = programs / "rooflight-cli"
        cli.write_text(f"#!/bin/sh\necho '{message}' >&2\nexit {status}\n")
        cli.chmod(0o755)
        out = self.folder / "out"
        arguments = ["run", str(out), "--programs", str(programs), "--models", str(self.folder), "--only", "timing"]
        with mock.patch.object(sys, "argv", arguments), mock.patch.object(run, "has_driver", lambda: True), \
                mock.patch.object(run, "torch_libraries", lambda: []), \
                mock.patch.object(run, "CHECKS", {"timing": (broken, asks, holds)}), \
                contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            result = run.main()
        return result, (out / "table.txt").read_text()

    def test_skipped_without_gpu(self):
        self.assertEqual(self.proof(5, NOT_THERE), (run.SKIPPED, ""))

    def test_other_failures_are_failures(self):
        for name, (status, message) in FAILURES.items():
            with self.subTest(name):
                self.setUp()
                result, table = self.proof(status, message)
                self.assertEqual(result, 1)
                self.assertIn("FAIL  broken", table)
                self.assertIn("FAIL  asks", table)
                self.assertIn("ok    the last one: was reached", table)

    def reference(self, script):
        """What PyTorch's process gave, and the row about its end, where it does what the script says."""
        report = run.Report(self.folder / "table.txt")
        with mock.patch.object(torch_reference, "PROCESS", ["sh", "-c", script]), \
                contextlib.redirect_stdout(io.StringIO()):
            reference = torch_reference.measure(report, 5)
        return reference, report.rows[0]

    def test_figures_of_pytorch(self):
        script = """echo '{"name": "DRAM copy", "rate": 2e12}'; echo '{"name": "FP8 (tensor)", "error": "no such type"}'"""
        reference, ended = self.reference(script)
        self.assertEqual(reference, {"DRAM copy": (2e12, "a copy of 4 GiB")})
        self.assertEqual(ended[0], "ok")

    def test_pytorch_that_aborts_leaves_its_figures(self):
        """As it does where the device is lost."""
        reference, ended = self.reference("""echo '{"name": "DRAM copy", "rate": 2e12}'; kill -ABRT $$""")
        self.assertEqual(list(reference), ["DRAM copy"])
        self.assertEqual(ended, ("FAIL", "PyTorch's process", "ended with status -6"))

    def test_programs_that_are_not_there_are_failures(self):
        out = self.folder / "out"
        with mock.patch.object(sys, "argv", ["run", str(out), "--programs", str(self.folder), "--only", "timing"]), \
                mock.patch.object(run, "has_driver", lambda: True), \
                mock.patch.object(run, "make_models", mock.Mock(side_effect=OSError("no space"))), \
                mock.patch.object(run, "CHECKS", {"timing": (asks, holds)}), \
                contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(run.main(), 1)
        table = (out / "table.txt").read_text()
        for row in ("FAIL  models: OSError: no space", "FAIL  asks: FileNotFoundError", "ok    the last one"):
            self.assertIn(row, table)

    def test_failed_comparison_does_not_end_the_others(self):
        report = run.Report(self.folder / "table.txt")
        proof = run.Proof(mock.Mock(kind="cuda"), report, self.folder, 60)
        peaks = {"roofs": [], "device": {"name": "H100 80GB HBM3"}}
        with mock.patch.object(run.roof_checks, "compare_with_sheet", side_effect=KeyError("device"),
                               __name__="compare_with_sheet"), \
                mock.patch.object(run.roof_checks, "measure", lambda *_: peaks), \
                mock.patch.object(torch_reference, "measure", lambda *_: {}), \
                contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            run.roof_checks.check_roofs(proof)
        failed = [what for result, what, _ in report.rows if result == "FAIL"]
        self.assertEqual(failed[0], "compare with sheet")
        self.assertIn("launch, back to back", [what.lower() for what in failed])

    def library(self, path):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        return file.parent.resolve()

    def folders(self, torch_folder, *prefixes):
        return run.library_folders(self.folder / torch_folder, [self.folder / prefix for prefix in prefixes])

    def test_libraries_of_wheels(self):
        torch = self.library("site-packages/torch/lib/libtorch_cuda.so")
        cuda = self.library("site-packages/nvidia/cu13/lib/libcublasLt.so.13")
        cudnn = self.library("site-packages/nvidia/cudnn/lib/libcudnn.so.9")
        self.assertEqual(self.folders("site-packages/torch", "usr"), [torch, cuda, cudnn])

    def test_libraries_of_conda(self):
        prefix = self.library("env/lib/libcublasLt.so.13")
        torch = self.library("env/lib/python3.12/site-packages/torch/lib/libtorch_cuda.so")
        self.assertEqual(self.folders("env/lib/python3.12/site-packages/torch", "env"), [torch, prefix])

    def test_libraries_of_containers(self):
        toolkit = self.library("cuda/targets/x86_64-linux/lib/libcublasLt.so.13")
        (self.folder / "cuda" / "lib64").symlink_to(toolkit)
        torch = self.library("dist-packages/torch/lib/libtorch_cuda.so")
        self.assertEqual(self.folders("dist-packages/torch", "cuda"), [torch, toolkit])


if __name__ == "__main__":
    unittest.main()
