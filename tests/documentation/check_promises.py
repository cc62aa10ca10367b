#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Tries what docs promise of files that are not trusted, and that the tutorial shows what the program says of its sample:
each test quotes the sentence that it tries.

Usage: check_promises.py ROOFLIGHT_CLI [TEST...]
"""

import hashlib
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

from promises import DOCS, Promises

SAMPLE = DOCS / "sessions" / "resnet50_h100.ridge"
MIB = 1 << 20

has_torch = importlib.util.find_spec("torch") is not None


def setUpModule():
    """One folder with a model of each kind, as making them takes longer than trying them."""
    global models
    scratch = tempfile.TemporaryDirectory(prefix="rooflight-promises-")
    unittest.addModuleCleanup(scratch.cleanup)
    models = pathlib.Path(scratch.name)
    if has_torch:
        import ordinary_models
        import promise_models

        promise_models.write(models)
        ordinary_models.write(models)


class PromiseTest(Promises, unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_cli(self, *arguments, **options):
        return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=240, **options)

    def refused(self, status, words, *arguments):
        run = self.run_cli(*arguments)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertRegex(run.stderr, words)
        return run

    def written(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path


class TrustTest(PromiseTest):
    page = "how/trust_and_safety.md"

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_inspect_runs_nothing(self):
        self.promised("Some of it (`__setstate__`) runs while the file is loaded, before anyone calls the model",
                      "`rooflight-cli inspect model.pt` reads the file's code and runs none of it.")
        self.assertNotIn("it ran", self.run_cli("inspect", models / "loads.pt").stderr)
        self.assertIn("it ran", self.run_cli("analyze", models / "loads.pt", "--input", "2x2").stderr)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_other_operators_are_refused(self):
        self.promised("A file that calls another operator is refused (exit status 7), with the place and the reason, until you pass "
                      "`--trust`.")
        self.refused(7, r"aten::from_file, which .*\(code/.*, line \d+\).*--trust", "analyze", models / "reads.pt", "--input", "2x2")
        self.assertEqual(self.run_cli("analyze", models / "reads.pt", "--input", "2x2", "--trust").returncode, 4)  # there is no such file

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_ordinary_models_need_no_trust(self):
        self.promised("Some operators that models need check too little, among them batch normalization in `.pt2` files, torchvision's "
                      "pooling of boxes, products of weights packed to 4 or 8 bits and of 8-bit floats, and fake quantization with an "
                      "observer. Rooflight compares their sizes and indices before each call;",
                      "A sparse tensor that a file contains or creates gets its own copy of its indices, and Rooflight compares them with "
                      "the sizes of the tensor:")
        from ordinary_models import MODELS

        files = sorted(models.glob("ordinary_*"))
        self.assertGreater(len(files), len(MODELS))
        for file in files:
            _, shape, macs = MODELS[file.stem.removeprefix("ordinary_")]
            run = self.run_cli("analyze", file, "--input", "x".join(map(str, shape)), "--json", "--quiet")
            self.assertEqual(run.returncode, 0, f"{file.name}: {run.stderr}")
            self.assertEqual(json.loads(run.stdout)["totals"]["macs"], macs, file.name)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_a_run_has_an_end(self):
        self.promised("It is ended after ten minutes, or after `--timeout SECONDS`, together with every process that "
                      "it started.")
        run = self.run_cli("analyze", models / "endless.pt", "--input", "2x2", "--timeout", 2)
        self.assertEqual(run.returncode, 6, run.stderr)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_memory_has_an_end(self):
        self.promised("On a CPU, `--memory-limit` limits the address space of the process, on top of what the program itself has already "
                      "mapped.", "An allocation beyond it fails inside the model, and the message says so.")
        self.refused(5, "ran out of memory", "analyze", models / "large.pt", "--input", "2x2", "--memory-limit", 2)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_what_a_model_prints(self):
        self.promised("What a model prints goes to stderr: the first 64 KiB immediately, the last 16 KiB at the end, with a note on "
                      "how much was left out.", "Control characters and changes of writing direction become `�`, in JSON escapes (`\\u202e`).")
        run = self.run_cli("analyze", models / "prints.pt", "--input", "2x2", "--json", "--quiet")
        self.assertEqual(run.returncode, 0, run.stderr)
        json.loads(run.stdout)
        numbers = [int(number) - 10000 for number in re.findall(r"^line (\d+) ", run.stderr, re.MULTILINE)]
        gaps = [(before, after) for before, after in zip(numbers, numbers[1:]) if after != before + 1]
        self.assertEqual(len(gaps), 1, gaps)
        self.assertAlmostEqual(gaps[0][0] * 64, 64 * 1024, delta=256)  # lines of 64 bytes
        self.assertAlmostEqual((numbers[-1] - gaps[0][1]) * 64, 16 * 1024, delta=256)
        self.assertNotRegex(run.stderr, "[\x1b\u202e]")
        self.assertIn("\ufffd", run.stderr)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_cells_have_a_width(self):
        self.promised("A cell is at most 200 columns wide, in CSV 4096.")
        table = self.folder / "layers.csv"
        run = self.run_cli("analyze", models / "long.pt", "--input", "2x2", "--csv", table, "--width", 0)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertLessEqual(max(len(word) for word in re.findall("[^ \n─]+", run.stdout)), 200)
        self.assertLessEqual(max(map(len, table.read_text(encoding="utf-8").replace("\n", ",").split(","))), 4096)
        self.assertIn("a" * 1000, table.read_text(encoding="utf-8"))

    def test_files_have_bounds(self):
        self.promised("| session (`.ridge`) | 128 MiB | 32 levels in a record |", "| roofs (`--roofs`) | 64 MiB | 64 levels |",
                      "| plan of a matrix | 1 MiB | 16 levels, 32 dots in a line outside of strings |", "| formulas (`--formulas`) | 1 MiB |")
        large = self.folder / "large"
        for most, status, arguments in ((128, 3, ["show"]), (64, 3, ["show", SAMPLE, "--roofs"]),
                                        (1, 2, ["matrix", "--out", self.folder / "cells"]),
                                        (1, 2, ["analyze", self.folder / "no.pt", "--formulas"])):
            large.write_bytes(b"")
            os.truncate(large, most * MIB + 1)
            self.refused(status, rf"larger than {most} MiB", *arguments, large)
        first = SAMPLE.read_text(encoding="utf-8").splitlines()[0]
        for deep, status in ((33, 3), (31, 0)):
            record = '{"type": "notice", "request": 1, "text": "x", "more": ' + "[" * (deep - 1) + "]" * (deep - 1) + "}\n"
            run = self.run_cli("show", self.written("deep.ridge", f"{first}\n{record}" + '{"type": "done", "request": 1}\n'))
            self.assertEqual(run.returncode, status, run.stderr)
        roofs = self.written("roofs.json", "[" * 65 + "]" * 65)
        self.refused(3, "nested", "show", SAMPLE, "--roofs", roofs)

    def test_errors_of_a_session_are_quoted(self):
        self.promised("and for the errors and notices of a saved session, which are quoted (`the file says: \"...\"`).",
                      "The error of a session ends `show` with one of the [statuses](../reference/command_line.md#exit-status) of errors.")
        first = SAMPLE.read_text(encoding="utf-8").splitlines()[0]
        session = self.written("said.ridge", first + '\n{"type": "notice", "request": 1, "text": "All is well."}\n'
                               '{"type": "error", "request": 1, "code": "model_failed", "text": "Run \\u001b[2Jsudo rm.", "hint": ""}\n')
        run = self.run_cli("show", session)
        self.assertEqual(run.returncode, 4, run.stderr)
        self.assertRegex(run.stderr, r'the file says: "[^"]*sudo rm')
        self.assertNotIn("\x1b", run.stdout + run.stderr)


class ConfinementTest(PromiseTest):
    page = "reference/confinement.md"

    def test_all_that_is_tried_is_refused(self):
        self.page = "how/trust_and_safety.md"
        self.promised("`rooflight-cli confinement` tries more than a hundred of these actions from inside such a process, from its main "
                      "thread and from another thread, and prints which ones were refused.",
                      "| open a socket of any family, including local sockets | the filter |",
                      "| change or leave its control group, or create another | Landlock |",
                      "If the kernel lacks or refuses Landlock or the filter, no model runs (exit status 7) unless you pass "
                      "`--unconfined`.")
        run = self.run_cli("confinement", "--json")
        if run.returncode == 7:
            self.skipTest("this kernel confines nothing")
        attempts = json.loads(run.stdout)["attempts"]
        self.assertGreater(len(attempts), 100)
        self.assertLessEqual({"files", "sockets", "processes", "terminal", "memory", "kernel"}, {row["group"] for row in attempts})
        allowed = [row for row in attempts if {row["main_thread"], row["other_thread"]} - {"refused", "beyond"}]
        self.assertLessEqual({row["name"] for row in allowed}, {"move another to a CPU"})  # where no PID namespace can be made

    @unittest.skipUnless(has_torch and sys.platform == "linux", "torch is not installed")
    def test_rules_of_a_running_job(self):
        self.promised("the rest, `NVIDIA_API_KEY` for example, is wiped from memory", "| descriptors | 256 | 1024 |",
                      "| file size | at most 64 MiB, files in memory included;",
                      "| address space (`RLIMIT_AS`) | `--memory-limit`, or nine tenths of the available memory, on top of what the program "
                      "has already mapped |")
        command = [cli, "latency", str(models / "endless.pt"), "--input", "2x2", "--memory-limit", "3", "--timeout", "60", "--quiet"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "NVIDIA_API_KEY": "a secret", "OMP_NUM_THREADS": "1"})
        try:
            job = self.confined_child(process.pid)
            limits = {line[:26].strip(): line[26:].split() for line in (job / "limits").read_text().splitlines()[1:]}
            status = dict(line.split(":\t", 1) for line in (job / "status").read_text().splitlines() if ":\t" in line)
            environment = (job / "environ").read_bytes()
        finally:
            process.kill()
            process.wait()
        self.assertEqual(limits["Max open files"][0], "256")
        self.assertEqual(limits["Max file size"][0], str(64 * MIB))
        self.assertEqual(limits["Max core file size"][0], "0")
        self.assertTrue(3 * 10**9 < int(limits["Max address space"][0]) < 4 * 10**9, limits["Max address space"])
        self.assertEqual((status["CapEff"], status["NoNewPrivs"], status["Seccomp"]), ("0" * 16, "1", "2"))
        self.assertNotIn(b"a secret", environment)

    def confined_child(self, pid):
        """Of the processes below, the one that a filter of system calls holds, once it works."""
        for _ in range(300):
            time.sleep(0.1)
            below, waiting = [], [str(pid)]
            while waiting:
                for task in pathlib.Path("/proc", waiting.pop(), "task").glob("*/children"):
                    try:
                        found = task.read_text().split()
                    except OSError:
                        continue
                    below += found
                    waiting += found
            for one in below:
                try:
                    status = pathlib.Path("/proc", one, "status").read_text()
                    ticks = int(pathlib.Path("/proc", one, "stat").read_text().rpartition(")")[2].split()[11])
                except OSError:
                    continue
                if "Seccomp:\t2" in status and ticks > 30:
                    return pathlib.Path("/proc", one)
        self.skipTest("no process is confined here")
        return None


class TutorialTest(PromiseTest):
    page = "how/tutorial.md"

    def test_sample_says_so(self):
        shown = self.run_cli("show", DOCS.parent / "resources" / "samples" / "resnet18_sample.ridge")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        text = " ".join((DOCS / self.page).read_text(encoding="utf-8").replace("\n> ", "\n").split())
        self.assertIn(shown.stdout.splitlines()[0], text)
        first = next(line.split() for line in shown.stdout.splitlines() if line.startswith("maxpool "))
        self.promised(f"begins with `maxpool`: it could save {first[10]} ms of {shown.stdout.split()[0]} ms")
        bounds = re.search(r"(\d+ %) compute-bound, (\d+ %) underutilized", shown.stdout)
        self.promised("{} is *compute-bound*, {} *underutilized*".format(*bounds.groups()))
        self.promised("{} GFLOP/s here".format(re.search(r"Compute roof +(\d+) GFLOP/s", shown.stdout)[1]))


class PlanTest(PromiseTest):
    page = "reference/plan_file.md"

    def plan(self, text):
        return ["matrix", self.written("plan.toml", text), "--out", self.folder / "cells"]

    def test_mistakes_are_named(self):
        self.promised("Any key that is not in these tables is an error (status 2), and so are a value that the command line refuses and "
                      "a control character in a text; the message names the line.",
                      "Names become parts of file names: up to 60 letters, digits, `.`, `_`, `+` and `-`, of which the first is neither "
                      "`.` nor `-`.")
        self.refused(2, "line 3.*colour|colour.*line 3", *self.plan('[[model]]\nfile = "m.pt"\ncolour = "red"\n'))
        self.refused(2, "line 2|m.pt", *self.plan('[[model]]\nfile = "m.pt\\u0000"\n'))
        self.refused(2, "from 1 up", *self.plan('[[model]]\nfile = "m.pt"\n[[input]]\nbatch = -1\n'))
        self.refused(2, "a/b", *self.plan('[[model]]\nfile = "m.pt"\nname = "a/b"\n'))

    def test_plans_have_bounds(self):
        self.promised("A plan may have at most 1 MiB, 16 nested brackets, and 32 dots in a line outside of strings. A larger plan is not "
                      "read (status 2).")
        begin = '[[model]]\nfile = "m.pt"\n'
        for beyond in (begin + "#" * MIB, begin + "x = " + "[" * 17 + "]" * 17, begin + ".".join("a" * 34) + " = 1"):
            self.refused(2, "Cannot read the plan .* (larger than 1 MiB|nested too deep)", *self.plan(beyond))
        for within in (begin + "x = " + "[" * 16 + "]" * 16, begin + ".".join("a" * 33) + " = 1"):
            self.refused(2, "line 3", *self.plan(within))  # read, and the key is not known

    def test_what_runs_programs_needs_trust(self):
        self.promised("Rooflight refuses it (status 7) and names the line if it has `worker`, `program` or `options` of Slurm, `trust`, "
                      "`unconfined`, `libraries`, or a file outside its folder, also through a symbolic link. `--trust-plan` allows all of "
                      "these.")
        os.symlink("/etc/hostname", self.folder / "link.pt")
        model = '[[model]]\nfile = "m.pt"\n'
        for text in (model + '[[target]]\nworker = "sh -c x"\n', model + '[[target]]\n[target.slurm]\nprogram = "x"\n',
                     model + '[[target]]\n[target.slurm]\noptions = ["--x"]\n', model + "trust = true\n",
                     "[options]\nunconfined = true\n" + model, model + 'libraries = ["x.so"]\n', '[[model]]\nfile = "../m.pt"\n',
                     '[[model]]\nfile = "link.pt"\n', '[[model]]\nfile = "/etc/hostname"\n'):
            self.refused(7, r"line \d", *self.plan(text))
        self.assertNotEqual(self.run_cli(*self.plan(model + "trust = true\n"), "--trust-plan").returncode, 7)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_files_of_the_folder(self):
        self.promised("| `MODEL__INPUT__EXECUTION__TARGET.ridge` | the session of a cell, complete or absent |",
                      "| `matrix.json` | the same, and the plan's SHA-256")
        (self.folder / "net.pt").write_bytes((models / "plain.pt").read_bytes())
        arguments = self.plan('[options]\ncommand = "analyze"\n[[model]]\nfile = "net.pt"\n[[input]]\nspecs = ["2x2"]\n')
        run = self.run_cli(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        cells = self.folder / "cells"
        self.assertLessEqual({"net__default__default__local.ridge", "net__default__default__local.log", "matrix.csv", "matrix.json"},
                             set(os.listdir(cells)))
        self.assertIn(hashlib.sha256(arguments[1].read_bytes()).hexdigest(), (cells / "matrix.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    cli = os.path.abspath(sys.argv[1])
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
