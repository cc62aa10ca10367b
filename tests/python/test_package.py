# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""The Python package on a session of known content, its examples, and the real ridgepoint-cli.

Usage: test_package.py RIDGEPOINT_CLI
"""

import doctest
import importlib.util
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))

import ridgepoint  # noqa: E402
from ridgepoint import _comparison, _frames, _measure, _plot, _program, _session  # noqa: E402

GOLDEN = ROOT / "tests" / "core" / "record" / "golden.jsonl"
has_pandas = importlib.util.find_spec("pandas") is not None
has_matplotlib = importlib.util.find_spec("matplotlib") is not None


def load_tests(loader, tests, pattern):
    for module in (_comparison, _frames, _measure, _plot, _program, _session):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


class ReadTest(unittest.TestCase):
    """golden.jsonl: a model of one linear layer of 4 multiply-adds."""

    @classmethod
    def setUpClass(cls):
        cls.session = ridgepoint.read(GOLDEN)
        cls.enterClassContext(mock.patch.dict(os.environ, {"RIDGEPOINT_CLI": "/no/such/program"}))

    def test_layers(self):
        with self.assertWarnsRegex(UserWarning, "RIDGEPOINT_CLI names /no/such/program"):
            (layer,) = self.session.rows("layers")
        self.assertEqual((layer["type"], layer["macs"], layer["flops"], layer["bytes_read"]), ("Linear", 4, 8, 28))
        self.assertEqual(list(layer), _frames.LAYER_COLUMNS)
        self.assertIsNone(layer["bound"])

    def test_operators(self):
        with self.assertWarns(UserWarning):
            (op,) = self.session.rows("operators")
        self.assertEqual((op["name"], op["path"], op["macs"]), ("aten::linear", "", 4))

    def test_every_roof_and_sample(self):
        records = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
        peaks = [record for record in records if record["type"] == "peaks"][-1]
        self.assertEqual([row["value"] for row in self.session.rows("roofs")], [roof["value"] for roof in peaks["roofs"]])
        latency = [record for record in records if record["type"] == "latency"][-1]
        times = latency["warmup_ns"] + latency["samples_ns"]
        self.assertEqual([row["ns"] for row in self.session.rows("latency")], times)
        self.assertEqual(sum(row["warmup"] for row in self.session.rows("latency")), len(latency["warmup_ns"]))

    def test_missing_program_says_what_to_install(self):
        with mock.patch.dict(os.environ, {"PATH": ""}):
            del os.environ["RIDGEPOINT_CLI"]
            with self.assertRaisesRegex(ridgepoint.ProgramMissing, "Install Ridgepoint"):
                self.session.verdicts
            self.assertIsNone(self.session._repr_svg_())
            os.environ["RIDGEPOINT_CLI"] = "/no/such/program"

    def test_other_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.pt")
            path.write_bytes(b"PK\x03\x04\xff")
            with self.assertRaisesRegex(ValueError, "model.pt is no session"):
                ridgepoint.read(path)
            lines = GOLDEN.read_text(encoding="utf-8").splitlines()
            path.write_text("\n".join(lines[:3]) + "\n" + lines[3][:40], encoding="utf-8")
            self.assertIsNotNone(ridgepoint.read(path).records["hello"])

    def test_saved_file_is_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "again.ridge")
            self.session.save(path)
            self.assertEqual(path.read_bytes(), GOLDEN.read_bytes())

    @unittest.skipIf(has_pandas, "pandas is there")
    def test_data_frames_say_what_to_install(self):
        with self.assertRaisesRegex(ImportError, "pip install pandas"):
            self.session.roofs

    @unittest.skipUnless(has_pandas, "pandas is not there")
    def test_data_frames(self):
        with self.assertWarns(UserWarning):
            self.assertEqual(self.session.layers["flops"].sum(), 8)
        self.assertEqual(len(self.session.latency), len(self.session.rows("latency")))
        self.assertEqual(list(self.session.roofs.columns), _frames.ROOF_COLUMNS)


class ProgramTest(unittest.TestCase):
    """What the real program concludes of it."""

    @classmethod
    def setUpClass(cls):
        cls.enterClassContext(mock.patch.dict(os.environ, {"RIDGEPOINT_CLI": cli}))

    def test_verdicts_and_comparison(self):
        session = ridgepoint.read(GOLDEN)
        bounds = {"compute", "bandwidth", "launch", "balanced", "underutilized", "none"}
        self.assertIn(session.rows("layers")[0]["bound"], bounds)
        comparison = ridgepoint.compare(session, GOLDEN, fail_on="more-flops,more-bytes")
        self.assertFalse(comparison.failed)
        self.assertEqual(comparison.records["layers"][0]["flops_after"], 8)

    @unittest.skipUnless(has_pandas, "pandas is not installed")
    def test_remedies_are_a_frame(self):
        def saved(program, arguments):
            self.assertEqual(arguments[:2], ["remedies", "a.pt"])
            pathlib.Path(arguments[arguments.index("--save") + 1]).write_text(GOLDEN.read_text(encoding="utf-8"))

        with mock.patch.object(_measure, "run_program", saved):
            table = ridgepoint.remedies("a.pt", only="bfloat16,tf32")
        self.assertEqual(list(table["id"]), ["bfloat16", "tf32"])
        self.assertEqual((table["ratio"][0], table["verdict"][0]), (0.5, "faster"))
        self.assertEqual(table["reason"][1], "only on a GPU")
        self.assertIn("torch.bfloat16", table["python"][0])
        self.assertEqual(table.attrs["best"]["ids"], ["bfloat16"])

    def test_failure_is_the_program_s_sentence(self):
        with self.assertRaisesRegex(ridgepoint.ProgramError, "nothing.pt") as raised:
            ridgepoint.report("/no/such/nothing.pt")
        self.assertEqual(raised.exception.status, 3)


class VersionTest(unittest.TestCase):
    def test_one_version_everywhere(self):
        version = re.search(r"^ +VERSION ([\d.]+)$", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M).group(1)
        self.assertEqual(ridgepoint.__version__, version)
        project = (ROOT / "app" / "python" / "pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'version = "{version}"', project)


if __name__ == "__main__":
    cli = sys.argv[1]
    unittest.main(argv=sys.argv[:1])
