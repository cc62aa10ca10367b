# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The Python package as a wheel has it, with the programs in it, and its version.

Usage: test_wheel.py ROOFLIGHT_CLI [TEST...]
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))

import rooflight  # noqa: E402
from rooflight import _program  # noqa: E402


class WheelTest(unittest.TestCase):
    """Programs in the package, as a wheel has them."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(mock.patch.object(_program, "_OWN", self.folder / "site-packages" / "rooflight" / "programs" / "bin"))
        _program._OWN.mkdir(parents=True)
        for name in ("rooflight-cli", "rooflight"):
            (_program._OWN / name).write_text("#!/bin/sh\nprintf %s \"$ROOFLIGHT_LIBTORCH\"\n", encoding="utf-8")
            (_program._OWN / name).chmod(0o755)
        self.enterContext(mock.patch.dict(os.environ))
        for name in ("ROOFLIGHT_CLI", "ROOFLIGHT_WINDOW", "ROOFLIGHT_LIBTORCH"):
            os.environ.pop(name, None)

    def packages(self, *names):
        for name in names:
            (self.folder / "other" / name).mkdir(parents=True)
            (self.folder / "other" / name / "__init__.py").touch()
        self.enterContext(mock.patch.object(sys, "path", [str(self.folder / "other")]))
        self.enterContext(mock.patch.dict(sys.modules))
        for name in ("torch", "PySide6"):
            sys.modules.pop(name, None)

    def test_they_come_before_those_on_path(self):
        self.assertEqual(_program.find_program("rooflight-cli"), str(_program._OWN / "rooflight-cli"))
        os.environ["ROOFLIGHT_CLI"] = cli
        self.assertEqual(_program.find_program("rooflight-cli"), cli)

    def test_they_are_told_of_the_torch_of_this_python(self):
        self.packages("torch", "PySide6")
        self.assertEqual(_program.run_program("rooflight-cli", []).stdout, str(self.folder / "other" / "torch"))
        self.assertTrue(_program._environment()["LD_LIBRARY_PATH"].startswith(str(self.folder / "other" / "PySide6" / "Qt" / "lib")))
        os.environ["ROOFLIGHT_LIBTORCH"] = "/named"
        self.assertEqual(_program.run_program("rooflight-cli", []).stdout, "/named")

    def test_the_window_says_that_it_needs_qt(self):
        self.packages("torch")
        with self.assertRaisesRegex(rooflight.ProgramMissing, "pip install PySide6_Essentials"):
            _program.become("rooflight", [])

    def test_another_torch_is_named_with_what_mends_it(self):
        start = pathlib.Path(cli).parents[1] / "app" / "rooflight-worker" / "start-worker"
        torch = self.folder / "torch"
        (torch / "lib").mkdir(parents=True)
        (torch / "lib" / "libtorch_cpu.so").touch()
        (torch / "version.py").write_text("__version__ = '1.2.3+cpu'\n", encoding="utf-8")
        script = start.read_text(encoding="utf-8")
        # Without the folder of this machine that a build knows.
        script = re.sub(r"^    '/.*'; do$", "    ''; do", script, flags=re.M)
        copied = self.folder / "start-worker"
        copied.write_text(script, encoding="utf-8")
        run = subprocess.run(["sh", str(copied)], capture_output=True, text=True, env={
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "ROOFLIGHT_LIBTORCH": str(torch)})
        self.assertEqual(run.returncode, 5)
        version = re.search(r"^version=(.*)$", script, re.M).group(1)
        self.assertEqual(run.stderr, f"rooflight-cli: LibTorch {version} is not on this machine; {torch} is 1.2.3+cpu. Install it "
                         f"with pip install torch=={version}.*, or name its folder in ROOFLIGHT_LIBTORCH.\n")


class VersionTest(unittest.TestCase):
    def test_one_version_everywhere(self):
        version = re.search(r"^ +VERSION ([\d.]+)$", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M).group(1)
        self.assertEqual(rooflight.__version__, version)
        project = (ROOT / "app" / "python" / "pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'version = "{version}"', project)


if __name__ == "__main__":
    cli = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)  # says which were skipped, and why
