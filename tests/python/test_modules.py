# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What the Python package makes of modules and functions, and leaves as it was.

Usage: test_modules.py ROOFLIGHT_CLI [TEST...]
"""

import functools
import importlib.util
import io
import json
import logging
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import types
import unittest
from typing import List, Optional
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))

import rooflight  # noqa: E402
from rooflight import (  # noqa: E402
    _commands, _compile_file, _compiled, _export, _functions, _maker, _measure, _model, _program, _training,
)

has_torch = importlib.util.find_spec("torch") is not None


class Files:
    """Writes files of models."""

    def setUp(self):
        self.enterContext(mock.patch.dict(os.environ, {"ROOFLIGHT_CLI": cli}))
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def file(self, module, inputs=None):
        return _model.model_of(module, inputs).file(self.folder)


@unittest.skipUnless(has_torch, "torch is not installed")
class NameTest(Files, unittest.TestCase):
    """Names of files."""

    def test_any_name_of_a_class_gives_a_file(self):
        import torch

        for name in ("a/b", "..", "L" * 300, "\u00fc" * 300):
            file = self.file(type(name, (torch.nn.Module,), {"forward": lambda self, x: x * 2})().eval(), torch.rand(3))
            self.assertEqual(os.path.dirname(file), self.folder)
            self.assertTrue(os.path.isfile(file))


class FailureTest(unittest.TestCase):
    """Exceptions."""

    def test_exceptions_reach_another_process(self):
        kinds = [rooflight.CompileFailed, rooflight.ExportFailed, rooflight.ProgramMissing, _maker.FolderError]
        others = [rooflight.ProgramError("no.", 3), _compile_file.NotCompiled("failed", "no.")]
        for raised in [*others, *(kind("no.") for kind in kinds)]:
            again = pickle.loads(pickle.dumps(raised))
            self.assertEqual((type(again), again.args, vars(again)), (type(raised), raised.args, vars(raised)))

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_export_and_trace_say_why(self):
        import torch

        def branch(x):
            return torch.from_numpy(None) if x.sum() > 0 else x

        with tempfile.TemporaryDirectory() as folder, \
                self.assertRaisesRegex(rooflight.ExportFailed, "nor traced: .*data-dependent.* Its trace: expected"):
            _model.model_of(branch, torch.ones(3)).file(folder)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_what_cannot_be_compiled_is_named(self):
        import torch

        class Branch(torch.nn.Module):
            def forward(self, x):
                return x if x.sum() > 0 else -x

        with tempfile.TemporaryDirectory() as folder, \
                self.assertRaisesRegex(rooflight.CompileFailed, "cannot compile Branch: "):
            _compiled.compile_package(_model.model_of(Branch(), torch.rand(2)), folder)


@unittest.skipUnless(has_torch, "torch is not installed")
class ProcessTest(Files, unittest.TestCase):
    """What the process keeps."""

    def test_threads_that_export_leave_the_streams(self):
        import torch

        streams = self.enterContext(mock.patch("sys.stdout", io.StringIO())), sys.stderr
        failed = []

        def export(layers):
            try:
                for _ in range(2):
                    net = torch.nn.Sequential(*[torch.nn.Linear(8, 8) for _ in range(layers)]).eval()
                    with tempfile.TemporaryDirectory() as folder:
                        self.assertTrue(_model.model_of(net, torch.rand(2, 8)).file(folder).endswith(".pt2"))
            except Exception as reason:
                failed.append(reason)

        threads = [threading.Thread(target=export, args=(layers,)) for layers in (20, 1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])
        self.assertEqual((sys.stdout, sys.stderr), streams)
        self.assertEqual(logging.root.manager.disable, logging.NOTSET)

    def test_other_threads_print_while_one_is_silent(self):
        with mock.patch("sys.stdout", io.StringIO()) as printed:
            with _export._silent():
                print("own")
                other = threading.Thread(target=print, args=("of another",))
                other.start()
                other.join()
        self.assertEqual(printed.getvalue(), "of another\n")

    def test_a_trace_leaves_the_module_and_its_inputs(self):
        import torch

        class Changing(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = torch.nn.Parameter(torch.ones(3))
                for name in ("added", "replaced"):
                    self.register_buffer(name, torch.zeros(3))
                self.calls, self.seen, self.last = 0, [], None

            def forward(self, x):
                self.calls += 1
                self.seen.append(x)
                self.weight.data.mul_(2)
                self.added += 1
                self.replaced = self.replaced + 1
                self.last = x.mul_(3)
                self.new = torch.rand(3)
                return x * self.weight + self.added if x.sum() > 0 else x

        net, x, random = Changing().eval(), torch.ones(3), torch.get_rng_state()
        replaced = net.replaced
        with self.assertWarnsRegex(UserWarning, "cannot be exported, so it is traced") as warned:
            rooflight.report(net, x, effort="quick", runs=3)
        self.assertEqual(warned.filename, __file__)
        for value in (x, net.weight, net.added + 1, net.replaced + 1):
            self.assertTrue(torch.equal(value, torch.ones(3)))
        self.assertIs(net.replaced, replaced)
        self.assertEqual((net.calls, net.seen, net.last, hasattr(net, "new")), (0, [], None, False))
        self.assertTrue(torch.equal(torch.get_rng_state(), random))

    def test_an_export_leaves_the_module(self):
        import torch

        class Counting(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.calls, self.seen = 0, {}

            def forward(self, x):
                self.calls += 1
                self.seen[self.calls] = x * 2
                return x + 1

        net = Counting().eval()
        self.assertTrue(self.file(net, torch.rand(3)).endswith(".pt2"))
        self.assertEqual((net.calls, net.seen), (0, {}))

    def test_a_lazy_module_is_as_lazy_as_before(self):
        import torch

        net = torch.nn.LazyLinear(4).eval()
        with self.assertRaisesRegex(rooflight.ExportFailed, "uninitialized"):
            self.file(net, torch.rand(2, 8))
        self.assertEqual(net(torch.rand(2, 8)).shape, (2, 4))


class MeasureTest(Files, unittest.TestCase):
    """What is asked of rooflight-cli."""

    def test_report_says_at_once_where_it_cannot_write(self):
        with mock.patch.object(_measure, "run_program", side_effect=AssertionError):
            for place in (self.folder, pathlib.Path("/no/such/a.ridge")):
                with self.assertRaisesRegex(OSError, "cannot be written: it is a folder, or in none that exists"):
                    rooflight.report("a.pt", save=place)
            with mock.patch("os.access", return_value=False), self.assertRaisesRegex(OSError, "permission denied"):
                rooflight.report("a.pt", save="a.ridge")

    def test_a_file_with_a_dash_is_no_option(self):
        with mock.patch.object(_measure, "run_program", side_effect=InterruptedError) as run:
            for command in (rooflight.report, rooflight.explain, rooflight.remedies):
                self.assertRaises(InterruptedError, command, "-dash.pt2")
                self.assertEqual(run.call_args.args[1][1], "./-dash.pt2")
        with mock.patch.object(_measure, "start_program") as start, mock.patch.object(_measure, "find_program"):
            rooflight.open_window("-dash.ridge")
        start.assert_called_once_with("rooflight", ["./-dash.ridge"])

    def test_a_window_that_does_not_open_leaves_nothing(self):
        session = rooflight.read(ROOT / "tests" / "core" / "record" / "golden.jsonl")
        for name, left in (("false", 0), ("yes", 1)):
            program = shutil.which(name)
            with mock.patch.dict(os.environ, {"ROOFLIGHT_WINDOW": program}), \
                    mock.patch("tempfile.tempdir", self.folder), \
                    mock.patch("subprocess.Popen", functools.partial(subprocess.Popen, stdout=subprocess.DEVNULL)):
                window = rooflight.open_window(session)
            self.assertEqual(len(os.listdir(self.folder)), left)
            window.kill()
            window.wait()

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_devices_of_torch_are_taken(self):
        import torch

        net, x, device = torch.nn.Linear(64, 64).eval(), torch.rand(8, 64), torch.device("cpu")
        session = rooflight.report(net, x, device=device, effort="quick", runs=3)
        self.assertEqual(session.records["analysis"]["totals"]["macs"], 8 * 64 * 64)
        with mock.patch.object(_measure, "run_program", side_effect=InterruptedError) as run:
            device = torch.device("cuda", 1)
            for call in (lambda: rooflight.roofs(device), lambda: rooflight.explain("a.pt", device=device),
                         lambda: rooflight.remedies("a.pt", device=device)):
                self.assertRaises(InterruptedError, call)
                arguments = run.call_args.args[1]
                self.assertEqual(arguments[arguments.index("--device") + 1], "cuda:1")

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_inputs_of_a_script_are_what_python_has(self):
        import torch

        class Script(torch.nn.Module):
            def forward(self, x: List[torch.Tensor], times: int, twice: bool, scale: Optional[torch.Tensor] = None):
                y = x[0]
                for _ in range(times):
                    y = y @ x[1]
                return y if twice or scale is not None else y * 2

        x, net = [torch.rand(2, 3), torch.rand(3, 3)], torch.jit.script(Script())
        for inputs in ([x, 2, True, None], {"x": x, "times": 2, "twice": False}):
            session = rooflight.report(net, inputs, effort="quick", runs=3)
            self.assertEqual(session.records["analysis"]["totals"]["macs"], 2 * 2 * 3 * 3)
        for odd in (object(), [object()]):
            with self.assertRaisesRegex(TypeError, "is neither a tensor nor a SPEC: object"):
                rooflight.report(net, [odd, 2, True])

    def test_saved_files_have_the_name_of_their_kind(self):
        def save(made, name):
            def write(scratch):
                path = os.path.join(scratch, made)
                pathlib.Path(path).write_bytes(b"PK")
                return path

            output = os.path.join(self.folder, name)
            with mock.patch.object(_commands, "made_by", return_value=mock.Mock(file=write)), \
                    mock.patch("sys.stderr", io.StringIO()) as said:
                status = _commands.main(["save", "nets:make", "--output", output])
            self.assertEqual(os.path.exists(output), status == 0)
            return status, said.getvalue().replace(output[: output.rindex(".")], "net")

        self.assertEqual(save("Net.pt", "a.pt2"), (
            2, "rooflight: nets:make becomes TorchScript and not an export: name the file net.pt.\n"))
        self.assertEqual(save("Net.pt2", "b.pt"), (
            2, "rooflight: nets:make becomes an export and not TorchScript: name the file net.pt2.\n"))
        for made, name in (("Net.pt", "c.pt"), ("Net.pt2", "d.pt2"), ("Net.pt", "e.model")):
            self.assertEqual(save(made, name), (0, ""))


@unittest.skipUnless(has_torch, "torch is not installed")
class TraceTest(Files, unittest.TestCase):
    """Modules that torch.export refuses or the programs cannot run as it exports them."""

    def test_a_traced_module_may_return_a_dict(self):
        import torch

        class Branch(torch.nn.Module):
            def forward(self, x):
                return {"logits": x * 2 if x.sum() > 0 else x}

        x = torch.ones(3)
        with self.assertWarnsRegex(UserWarning, "so it is traced"):
            again = torch.jit.load(self.file(Branch().eval(), x))
        self.assertTrue(torch.equal(again(x)["logits"], x * 2))

    def test_autocast_inside_of_a_module_is_traced(self):
        import torch

        class Cast(torch.nn.Module):
            def __init__(self, enabled):
                super().__init__()
                self.inner, self.enabled = torch.nn.Linear(8, 8), enabled

            def forward(self, x):
                with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.enabled):
                    return self.inner(x)

        with self.assertWarnsRegex(UserWarning, "so it is traced: its export has torch.autocast inside"):
            session = rooflight.report(Cast(True).eval(), torch.rand(2, 8), effort="quick", runs=3)
        linear = next(row for row in session.rows("operators") if row["name"] == "aten::linear")
        self.assertEqual((linear["macs"], linear["dtype"]), (2 * 8 * 8, "bfloat16"))
        self.assertTrue(self.file(Cast(False).eval(), torch.rand(2, 8)).endswith(".pt2"))


@unittest.skipUnless(has_torch, "torch is not installed")
class FunctionTest(Files, unittest.TestCase):
    """Modules that a function uses are those of its model."""

    def used(self, function):
        return _functions.modules_used(function)

    def test_layers_and_parameters_of_a_closure_are_counted(self):
        import torch

        net = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU()).eval()
        for function in (lambda x: net(x), functools.partial(lambda model, x: model(x), net)):
            file = self.file(function, torch.rand(2, 8))
            run = _program.run_program("rooflight-cli", ["analyze", file, "--predict", "--json"])
            analysis = json.loads(run.stdout)
            self.assertEqual(analysis["model"]["parameters"], 8 * 4 + 4)
            self.assertEqual([row["type"] for row in analysis["layers"] if row["path"].endswith(".0")], ["Linear"])
            self.assertFalse(_model.model_of(function).module.training)

    def test_modules_are_found_wherever_a_function_has_them(self):
        import torch

        net, other = torch.nn.Sequential(torch.nn.Linear(8, 4)), torch.nn.Linear(8, 4)
        nets, by_name, holder = [net, other], {"a b": net, 3: other}, types.SimpleNamespace(first=net, second=other)

        class Runner:
            def __init__(self):
                self.net, self.unused = net, other

            def __call__(self, x):
                return self.net(x)

        self.assertEqual(self.used(lambda x: [one(x) for one in nets]), {"nets_0": net, "nets_1": other})
        self.assertEqual(self.used(lambda x: by_name), {"by_name_a_b": net, "by_name_3": other})
        self.assertEqual(self.used(lambda x: holder.first(x)), {"first": net})
        self.assertEqual(self.used(lambda x, half=net: half(x)), {"default": net})
        self.assertEqual(self.used(lambda x, *, half=net: half(x)), {"half_": net})
        self.assertEqual(self.used(functools.partial(net, 3)), {"module": net})
        self.assertEqual(self.used(lambda x: net[0](x) + net(x)), {"net": net})
        for runner in (Runner(), Runner().__call__):
            self.assertEqual(self.used(runner), {"net": net})
        self.assertEqual(self.used(net.forward), {"owner": net})

    def test_odd_closures_do_no_harm(self):
        import torch

        class Odd:
            @property
            def __dict__(self):
                raise RuntimeError

        odd, loop = Odd(), []
        loop.append(loop)
        self.assertEqual(self.used(lambda x: (odd, loop, missing, later)), {})
        whole = torch.nn.Linear(2, 2)
        self.assertEqual(list(self.used(lambda x: (odd, whole)).values()), [whole])
        self.assertEqual([self.used(one) for one in (torch.relu, len, torch.nn.functional.linear)], [{}, {}, {}])
        later = 3
        del later


@unittest.skipUnless(has_torch, "torch is not installed")
class TrainingTest(Files, unittest.TestCase):
    """The warning of training mode is said where it helps."""

    def test_what_would_differ_is_named(self):
        import torch

        class Leaf(torch.nn.Module):
            def forward(self, x):
                return torch.nn.functional.dropout(x, 0.5, self.training)

        class Plain(torch.nn.Module):
            def forward(self, x):
                return x * 2

        child = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Dropout()).eval()
        child[1].train()
        net = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.BatchNorm1d(8))
        for module in (Leaf(), torch.nn.LSTM(8, 8, 2, dropout=0.5), net, _model.model_of(lambda x: net(x)).module):
            self.assertRegex(_training.advice(module), "^The module is in training mode: call eval")
        self.assertRegex(_training.advice(child), "^Module 1 in it is in training mode: call eval")
        for module in (Leaf().eval(), Plain(), torch.nn.Sequential(torch.nn.Linear(8, 8)), torch.nn.LSTM(8, 8)):
            self.assertIsNone(_training.advice(module))
        with self.assertWarnsRegex(UserWarning, "is in training mode") as warned:
            rooflight.report(Leaf(), torch.rand(3), effort="quick", runs=3)
        self.assertEqual(warned.filename, __file__)

    def test_an_export_says_to_export_again(self):
        import torch

        net, x = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Dropout()), torch.rand(2, 8)
        sentence = "^The module was exported in training mode: call eval.. before the export"
        self.assertRegex(_training.advice(torch.export.export(net, (x,)).module()), sentence)
        self.assertIsNone(_training.advice(torch.export.export(net.eval(), (x,)).module()))


if __name__ == "__main__":
    cli = sys.argv.pop(1)
    unittest.main(verbosity=2)  # says which were skipped, and why
