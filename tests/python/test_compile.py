# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""`rooflight-cli remedies --compile`: what is compiled takes part and computes the same; what happens where it cannot be, and what
the process that compiles cannot do.

Usage: test_compile.py ROOFLIGHT_CLI [TEST...]
"""

import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "app" / "python"), str(ROOT / "tests" / "documentation")]

from promises import Promises  # noqa: E402
from rooflight import _compile_file  # noqa: E402

has_torch = importlib.util.find_spec("torch") is not None
has_compiler = shutil.which("g++") is not None


def small_model():
    import torch

    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.Flatten(),
                               torch.nn.Linear(8 * 14 * 14, 10)).eval(), (torch.randn(1, 3, 16, 16),)


def torch_of_the_program():
    said = subprocess.run([cli, "--version"], capture_output=True, text=True, check=True).stdout
    return next(line.split()[1] for line in said.splitlines() if line.startswith("LibTorch "))


@unittest.skipUnless(has_torch, "needs torch")
class CompileTest(Promises, unittest.TestCase):
    page = "how/make_a_model_faster.md"

    @classmethod
    def setUpClass(cls):
        import torch

        cls.shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shared.cleanup)
        cls.module, cls.inputs = small_model()
        cls.export = str(pathlib.Path(cls.shared.name, "net.pt2"))
        torch.export.save(torch.export.export(cls.module, cls.inputs), cls.export)

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def arguments(self, model, *options):
        return [cli, "remedies", model, "--json", "--seconds", "1", "--threads", "1", "--compile", *options]

    def environment(self, **variables):
        return {**os.environ, "XDG_CACHE_HOME": self.folder, "ROOFLIGHT_PYTHON": sys.executable, **variables}

    def remedies(self, *options, model=None, **variables):
        arguments = self.arguments(model or self.export, "--only", "keep_memory,compiled,compiled_frozen", *options)
        run = subprocess.run(arguments, capture_output=True, text=True, env=self.environment(**variables), check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        found = {remedy["id"]: remedy for remedy in json.loads(run.stdout)["remedies"]}
        self.assertTrue(found["keep_memory"]["applies"], found)  # whatever becomes of the others
        return found

    def fake_python(self, *lines):
        """A program in the place of Python: its last arguments are the ways, and it runs in the folder for what it makes."""
        path = pathlib.Path(self.folder, "fake-python")
        path.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def reasons(self, found):
        self.assertFalse(found["compiled"]["applies"] or found["compiled_frozen"]["applies"], found)
        return {found["compiled"]["reason"], found["compiled_frozen"]["reason"]}

    @unittest.skipUnless(has_compiler, "needs g++")
    def test_compiled_takes_part_and_computes_the_same(self):
        import torch

        if not _compile_file.is_same_version(torch.__version__, torch_of_the_program()):
            self.skipTest("the program was built for another torch")
        self.promised("the next call with the same file, LibTorch, threads and processor does not compile again")
        target = str(pathlib.Path(self.folder, "saved.pt2"))
        begin = time.monotonic()
        first = self.remedies("--save-compiled", target)
        seconds = time.monotonic() - begin  # of which compiling is a part
        for way in ("compiled", "compiled_frozen"):
            self.assertTrue(first[way]["applies"], first[way])
            self.assertLess(first[way]["max_rel_error"], 1e-4)
            self.assertTrue(0 < first[way]["compile_seconds"] <= seconds, (first[way], seconds))
            self.assertIn("aoti_compile_and_package", first[way]["how"]["python"])
        self.assertNotIn("compile_seconds", first["keep_memory"])
        with torch.no_grad():
            torch.testing.assert_close(torch._inductor.aoti_load_package(target)(*self.inputs), self.module(*self.inputs))
        again = self.remedies(ROOFLIGHT_PYTHON=shutil.which("false"))  # which compiles nothing
        for way in ("compiled", "compiled_frozen"):
            self.assertTrue(again[way]["applies"], again[way])
            self.assertAlmostEqual(again[way]["compile_seconds"], first[way]["compile_seconds"], 2)
        self.assertFalse([name for name in os.listdir(pathlib.Path(self.folder, "rooflight", "compiled")) if "making" in name])

    @unittest.skipUnless(has_compiler, "needs g++")
    def test_compiler_that_fails_is_a_reason(self):
        import torch

        if not _compile_file.is_same_version(torch.__version__, torch_of_the_program()):
            self.skipTest("the program was built for another torch")
        compiler = pathlib.Path(self.folder, "bin", "odd-g++")
        compiler.parent.mkdir()
        compiler.write_text('#!/bin/sh\ncase "$*" in *--version*) exec g++ --version;; esac\nexit 1\n', encoding="utf-8")
        compiler.chmod(0o755)
        for reason in self.reasons(self.remedies(CXX=str(compiler))):
            self.assertRegex(reason, '^torch cannot compile it: ".*"$')

    def test_without_a_compiler(self):
        import torch

        if not _compile_file.is_same_version(torch.__version__, torch_of_the_program()):
            self.skipTest("the program was built for another torch")
        self.assertEqual(self.reasons(self.remedies(CXX="no-such-compiler", PATH=self.folder)),
                         {"compiling needs a C++ compiler: install g++, or name one in CXX"})

    def test_what_is_no_export_is_not_compiled(self):
        import torch

        script = str(pathlib.Path(self.folder, "net.pt"))
        torch.jit.save(torch.jit.trace(self.module, self.inputs), script)
        if not _compile_file.is_same_version(torch.__version__, torch_of_the_program()):
            self.skipTest("the program was built for another torch")
        self.assertEqual(self.reasons(self.remedies("--input", "1x3x16x16", model=script)),
                         {"only a file of torch.export can be compiled"})

    def test_without_python(self):
        self.assertEqual(self.reasons(self.remedies(ROOFLIGHT_PYTHON="/nowhere/python")),
                         {"compiling needs Python with torch: name one in ROOFLIGHT_PYTHON"})

    def test_python_without_torch_and_with_another(self):
        python = self.fake_python("printf no_torch > compiled.txt", r"printf 'other_torch\n1.0' > compiled_frozen.txt")
        self.assertEqual(self.reasons(self.remedies(ROOFLIGHT_PYTHON=python)), {
            f"the Python {python} cannot import torch: name another one in ROOFLIGHT_PYTHON",
            f"the Python {python} has torch 1.0, and the code must be compiled by {torch_of_the_program()}: "
            "name another one in ROOFLIGHT_PYTHON"})

    def test_only_where_it_is_asked_for(self):
        arguments = [one for one in self.arguments(self.export, "--only", "keep_memory,compiled") if one != "--compile"]
        run = subprocess.run(arguments, capture_output=True, text=True, env=self.environment(), check=True)
        compiled = json.loads(run.stdout)["remedies"][-1]
        self.assertEqual((compiled["id"], compiled["obstacle"], compiled["applies"]), ("compiled", "not_asked", False))

    def test_hostile_outcomes_are_words_or_nothing(self):
        """What a file could make the process that compiles it leave behind."""
        python = self.fake_python(
            r"printf 'failed\n\033[2JIt is safe.\nRun it with --trust.' > compiled.txt",
            r"printf 'done\n1.0' > compiled_frozen.txt", "ln -s /etc/passwd compiled_frozen.pt2", "yes | head -c 1000000")
        found = self.remedies(ROOFLIGHT_PYTHON=python)
        self.reasons(found)
        self.assertRegex(found["compiled"]["reason"], '^torch cannot compile it: "[^"\x1b\n]*"$')
        self.assertEqual(found["compiled_frozen"]["reason"],
                         "the process that compiled it ended early, perhaps for lack of memory")

    def test_process_has_no_network_and_no_secrets(self):
        self.promised("Python reads the file without a network")
        tries = pathlib.Path(self.folder, "tries.py")
        tries.write_text("import os, socket\ntry:\n    socket.socket()\n    word = 'socket'\nexcept OSError:\n    word = 'none'\n"
                         "for way in ('compiled', 'compiled_frozen'):\n    with open(way + '.txt', 'w') as file:\n"
                         "        file.write('failed\\n' + word + ' ' + os.environ.get('ROOFLIGHT_TEST_SECRET', 'none'))\n", encoding="utf-8")
        python = self.fake_python(f'exec "{sys.executable}" -B "{tries}"')
        self.assertEqual(self.reasons(self.remedies(ROOFLIGHT_PYTHON=python, ROOFLIGHT_TEST_SECRET="secret")),
                         {'torch cannot compile it: "none none"'})

    def test_package_that_is_none_does_not_end_the_others(self):
        python = self.fake_python(r"for way in compiled compiled_frozen; do printf 'done\n1.0' > $way.txt; echo x > $way.pt2; done")
        self.reasons(self.remedies(ROOFLIGHT_PYTHON=python))

    def test_nothing_is_saved_that_does_not_run(self):
        target = pathlib.Path(self.folder, "saved.pt2")
        arguments = self.arguments(self.export, "--only", "keep_memory,compiled", "--save-compiled", str(target))
        run = subprocess.run(arguments, capture_output=True, text=True, check=False,
                             env=self.environment(ROOFLIGHT_PYTHON="/nowhere/python"))
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("was not written: nothing that was compiled runs", run.stderr)
        self.assertFalse(target.exists())

    def running(self, seconds):
        """Whether a process sleeps so long: its arguments are seen from outside of its namespace."""
        for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if seconds.encode() in entry.read_bytes().split(b"\0"):
                    return True
            except OSError:
                pass
        return False

    def test_cancel_ends_all_that_compiles(self):
        seconds = f"{300 + os.getpid() % 1000}.125"
        run = subprocess.Popen(self.arguments(self.export), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=self.environment(ROOFLIGHT_PYTHON=self.fake_python(f"sleep {seconds} &", f"sleep {seconds}")))
        with run:
            waited = time.monotonic()
            while not self.running(seconds) and time.monotonic() < waited + 60:
                time.sleep(0.1)
            self.assertTrue(self.running(seconds))
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=120)
        self.assertEqual(run.returncode, 6)
        self.assertFalse(self.running(seconds))

    def test_it_takes_no_more_than_its_time(self):
        self.promised("It may take seven tenths of `--timeout`")
        # What is left of it, 18 s, must do for the other changes.
        found = self.remedies("--timeout", "60", ROOFLIGHT_PYTHON=self.fake_python("sleep 300"))
        self.assertEqual(self.reasons(found), {"compiling was ended after 42 s: give it more time with --timeout"})


class ConfinedCompilerTest(unittest.TestCase):
    """What code of a hostile file could do in the process that reads it."""

    TRIES = """
import os, socket, subprocess, sys
sys.path.insert(0, sys.argv[1])
from rooflight._confined import confine_compiler
secret, model, scratch = sys.argv[2:]
if not confine_compiler(model, scratch, []):
    print("no Landlock"); sys.exit()
def tried(name, call):
    try:
        call(); print(name, "worked")
    except OSError:
        print(name, "refused")
tried("model", lambda: open(model).read())
tried("scratch", lambda: open(os.path.join(scratch, "a"), "w"))
tried("compiler", lambda: subprocess.run(["/bin/sh", "-c", "true"], check=True))
tried("secret", lambda: open(secret).read())
tried("overwrite", lambda: open(model, "a"))
tried("elsewhere", lambda: open(secret + ".new", "w"))
tried("remove", lambda: os.remove(secret))
def run_own():
    path = os.path.join(scratch, "b")
    with open(path, "w") as file:
        file.write("#!/bin/sh")
    os.chmod(path, 0o755)
    subprocess.run([path], check=True)
def read_by_program():
    if subprocess.run(["/bin/cat", secret], stderr=subprocess.DEVNULL).returncode:
        raise PermissionError
tried("own program", run_own)
tried("by a program", read_by_program)
"""

    def test_it_reaches_the_model_and_its_folder_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            places = [pathlib.Path(folder, name) for name in ("secret", "model.pt2")]
            for place in places:
                place.write_text("content", encoding="utf-8")
            scratch = pathlib.Path(folder, "scratch")
            scratch.mkdir()
            run = subprocess.run([sys.executable, "-B", "-c", self.TRIES, str(ROOT / "app" / "python"), *map(str, places), str(scratch)],
                                 capture_output=True, text=True, check=True)
            if "no Landlock" in run.stdout:
                self.skipTest("this kernel has no Landlock")
            said = dict(line.rsplit(" ", 1) for line in run.stdout.splitlines())
            works = {name for name, word in said.items() if word == "worked"}
            self.assertEqual(works, {"model", "scratch", "compiler"}, run.stdout + run.stderr)
            self.assertEqual(len(said), 9)


if __name__ == "__main__":
    cli = sys.argv.pop(1)
    unittest.main()
