# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""How scripts/test shows ctest's work, how steps say how far they are, and what is fetched with torch."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib"
sys.path.insert(0, str(LIBRARY))

import torch_needs  # noqa: E402

TESTS = r"""
add_test(alpha.one "sh" "-c" "echo quiet")
add_test(alpha.two "sh" "-c" "echo first line; echo last line; exit 3")
add_test(beta.three "sh" "-c" "echo skipped: no GPU here; exit 77")
set_tests_properties(beta.three PROPERTIES SKIP_RETURN_CODE 77)
add_test(beta.four "sh" "-c" "echo 'SKIP   : FourTest::five() no models'; echo '   Loc: [four.cpp(5)]'")
add_test(gamma "printf" "%s\n" "test_six (a.B.test_six) ... skipped 'no pandas'" "test_ok (a.B.test_ok) ... ok")
"""


def folder_of_tests(case, text):
    folder = tempfile.TemporaryDirectory()
    case.addCleanup(folder.cleanup)
    pathlib.Path(folder.name, "CTestTestfile.cmake").write_text(text, "utf-8")
    return folder.name


class ReportTest(unittest.TestCase):
    def setUp(self):
        """A parent that ignores it, as some services do, hides the status of children."""
        previous = signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self.addCleanup(signal.signal, signal.SIGCHLD, previous)

    def run_report(self, text, *options):
        return subprocess.run([sys.executable, "-B", LIBRARY / "test_report.py", folder_of_tests(self, text), *options],
                              capture_output=True, text=True)

    def test_whole(self):
        run = self.run_report(TESTS)
        lines = run.stdout.splitlines()
        self.assertEqual(run.returncode, 8, run.stdout + run.stderr)
        self.assertRegex(run.stdout, r"(?m)^alpha +1 passed, 1 FAILED +\d+\.\d s +\(\d+ %")
        self.assertRegex(run.stdout, r"(?m)^beta +1 passed, 1 skipped ")
        self.assertRegex(run.stdout, r"(?m)^gamma +1 passed ")
        self.assertIn("  no GPU here\n    beta.three\n", run.stdout)
        self.assertIn("  no models\n    beta.four FourTest::five()\n", run.stdout)
        self.assertIn("  no pandas\n    gamma test_six\n", run.stdout)
        failed = lines.index(next(line for line in lines if line.startswith("== alpha.two: Failed after")))
        self.assertEqual(lines[failed + 1:failed + 3], ["first line", "last line"])
        self.assertNotIn("quiet", run.stdout)
        # What machines read.
        self.assertIn("80% tests passed, 1 tests failed out of 5", lines[failed:])

    def test_green(self):
        run = self.run_report('add_test(alpha.one "true")\n', "--no-tests=error")
        self.assertEqual(run.returncode, 0)
        self.assertIn("(100 %)", run.stdout)
        self.assertIn("100% tests passed, 0 tests failed out of 1", run.stdout)
        self.assertNotIn("Skipped", run.stdout)

    def test_failure_below_what_ignores_children(self):
        script = f"env --ignore-signal=CHLD {sys.executable} -B {LIBRARY / 'test_report.py'} {folder_of_tests(self, TESTS)}"
        self.assertEqual(subprocess.run(["sh", "-c", f"{script}; exit $?"], capture_output=True).returncode, 8)

    def test_options_of_ctest(self):
        run = self.run_report(TESTS, "-R", "gamma")
        self.assertIn("100% tests passed, 0 tests failed out of 1", run.stdout)

    def test_no_test(self):
        run = self.run_report(TESTS, "-R", "delta", "--no-tests=error")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("No tests were found", run.stdout + run.stderr)

    def test_interrupted(self):
        folder = folder_of_tests(self, 'add_test(alpha.fails "false")\nadd_test(alpha.waits "sleep" "600")\n')
        process = subprocess.Popen([sys.executable, "-B", LIBRARY / "test_report.py", folder], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        self.assertEqual(process.stdout.readline().strip(), "FAILED alpha.fails (Failed)")
        time.sleep(0.2)  # the second one begins; sooner would do as well
        os.killpg(process.pid, signal.SIGINT)
        rest = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 130)
        self.assertIn("== alpha.fails: Failed", rest)
        self.assertIn("Interrupted after 1 of 2 tests.", rest)


class TimesTest(unittest.TestCase):
    def test_table(self):
        build = folder_of_tests(self, TESTS)
        table = pathlib.Path(build, "times.txt")
        table.write_text("# header\n   700 alpha.one\n   800 gone\n   900 beta.four\n", "utf-8")
        subprocess.run([sys.executable, "-B", LIBRARY / "test_times.py", build, table, "-R", "alpha|beta.three"], check=True,
                       capture_output=True)
        lines = table.read_text("utf-8").splitlines()
        self.assertEqual(lines[0], "# header")
        times = {name: int(milliseconds) for milliseconds, name in map(str.split, lines[1:])}
        # One that failed, or was not asked for, keeps what it had; one that is no more has no time.
        self.assertEqual(sorted(times), ["alpha.one", "beta.four", "beta.three"])
        self.assertEqual(times["beta.four"], 900)
        self.assertGreater(times["beta.three"], 0)


class HelpTest(unittest.TestCase):
    def help_of(self, script, *arguments):
        """Of a script that can prepare nothing: it would fail where it tries."""
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "HOME": folder, "XDG_CACHE_HOME": folder, "ROOFLIGHT_BUILD_DIR": os.path.join(folder, "build")}
            run = subprocess.run([LIBRARY.parent / script, *arguments], capture_output=True, text=True, env=environment, timeout=100)
            self.assertEqual((run.returncode, run.stderr), (0, ""), (script, arguments))
            self.assertEqual(os.listdir(folder), [], (script, arguments))
        return run.stdout

    def test_help_comes_before_anything_is_prepared(self):
        scripts = [path.name for path in LIBRARY.parent.iterdir() if path.is_file()]
        self.assertGreater(len(scripts), 5)
        for script in scripts:
            self.assertIn(f"Usage: scripts/{script}", self.help_of(script, "--help"))
        for script, *arguments in (("test", "--quick", "-h"), ("test", "-L", "core", "--help"), ("test", "--environments", "--help"),
                                   ("test", "--times", "--help"), ("wheels", "2.15.0", "--help"), ("pictures", "--readme", "--help"),
                                   ("run", "--no-window", "--help"), ("check", "--all", "--help"), ("docs", "--serve", "--help"), ("fuzz", "zip", "--help")):
            self.assertIn(f"Usage: scripts/{script}", self.help_of(script, *arguments))

    def test_help_of_a_check_has_its_options(self):
        for mode, words in (("--accuracy", "--forms"), ("--exports", "--set"), ("--current", "--set"), ("--folders", "--large"),
                            ("--causal-models", "--least NUMBER"), ("--trust", "--exports"), ("--documentation", "--page")):
            said = self.help_of("test", mode, "--help")
            self.assertRegex(said, f"^usage: scripts/test {mode} ")
            self.assertIn(words, said)
            self.assertNotIn("--cli CLI", said)
        self.assertIn("usage: scripts/test --trust", self.help_of("test", "--torch", "2.11.0", "--trust", "--help"))


class NeedsTest(unittest.TestCase):
    def test_of_cuda_13(self):
        toolkit = 'cuda-toolkit[cublas,cudart,cufft,cufile,cupti,nvtx]==13.2.2; platform_system == "Linux"'
        self.assertEqual(torch_needs.linked(toolkit), 'cuda-toolkit[cudart,cupti]==13.2.2; platform_system == "Linux"')

    def test_of_cuda_12(self):
        self.assertTrue(torch_needs.linked('nvidia-cuda-runtime-cu12==12.8.90; platform_system == "Linux"'))
        self.assertTrue(torch_needs.linked('nvidia-cuda-cupti-cu12==12.8.90; platform_system == "Linux"'))

    def test_of_none_else(self):
        for other in ("nvidia-cudnn-cu13==9.26.0.51", "nvidia-cuda-nvrtc-cu12==12.8.93", "triton~=3.9.0", "sympy>=1.13.3"):
            self.assertFalse(torch_needs.linked(other), other)


class ProgressTest(unittest.TestCase):
    def progress(self, log, seconds=0):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write(log)
            file.flush()
            script = f'. "{LIBRARY}/messages.sh"; p=$(log_progress "{file.name}"); printf "%s%s" "$p" "$(time_left {seconds} "$p")"'
            return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout

    def test_ninja(self):
        self.assertEqual(self.progress("[3/12] Building CXX object a.o\n[6/12] Building CXX object [9/10].o\n"), "50 %")

    def test_apt(self):
        self.assertEqual(self.progress("dlstatus:3:20.5000:Retrieving file 3 of 20\n"), "10 %")
        self.assertEqual(self.progress("dlstatus:3:99:Retrieving\npmstatus:libc6:amd64:40.0000:Installing\nSetting up\n"), "70 %")

    def test_left(self):
        self.assertEqual(self.progress("[1/4] a\n", 30), "25 %, about 2 min left")
        self.assertEqual(self.progress("[9/10] a\n", 90), "90 %, about 10 s left")
        self.assertEqual(self.progress("[1/100] a\n", 90), "1 %")

    def test_unknown(self):
        self.assertEqual(self.progress("Collecting torch==2.15.0\n"), "")


if __name__ == "__main__":
    unittest.main()
