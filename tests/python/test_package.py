# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The Python package on a session of known content, its examples, and the real rooflight-cli.

Usage: test_package.py ROOFLIGHT_CLI [TEST...]
"""

import doctest
import importlib.util
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))

import rooflight  # noqa: E402
from rooflight import (  # noqa: E402
    __main__ as entry, _blocks, _commands, _comparison, _compiled, _confined, _export, _folder, _foreign, _frames,
    _functions, _kept, _maker, _measure, _model, _notebook, _numbers, _plot, _program, _quantized, _session, _state,
    _tokens, _training, _workloads,
)

MODULES = (
    entry, _blocks, _commands, _comparison, _compiled, _confined, _export, _folder, _foreign, _frames, _functions,
    _kept, _maker, _measure, _model, _notebook, _numbers, _plot, _program, _quantized, _session, _state, _tokens,
    _training, _workloads,
)

GOLDEN = ROOT / "tests" / "core" / "record" / "golden.jsonl"
has_pandas = importlib.util.find_spec("pandas") is not None
has_torch = importlib.util.find_spec("torch") is not None
has_matplotlib = importlib.util.find_spec("matplotlib") is not None


class Examples(doctest.DocTestFinder):
    """Those that this Python can run."""

    def find(self, *arguments, **options):
        return [test for test in super().find(*arguments, **options) if has_torch or "import torch" not in test.docstring]


def load_tests(loader, tests, pattern):
    for module in MODULES:
        tests.addTests(doctest.DocTestSuite(module, test_finder=Examples()))
    return tests


class ReadTest(unittest.TestCase):
    """golden.jsonl: a model of one linear layer of 4 multiply-adds."""

    @classmethod
    def setUpClass(cls):
        cls.session = rooflight.read(GOLDEN)
        cls.enterClassContext(mock.patch.dict(os.environ, {"ROOFLIGHT_CLI": "/no/such/program"}))

    def test_layers(self):
        with self.assertWarnsRegex(UserWarning, "ROOFLIGHT_CLI names /no/such/program"):
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

    def test_energy(self):
        self.assertEqual(self.session.energy["joules_per_run"], 0.5)
        self.assertEqual(self.session.energy["interval"], [0.25, 0.75])
        lines = GOLDEN.read_text(encoding="utf-8").splitlines()
        without = "\n".join(line for line in lines if '"type":"latency"' not in line)
        self.assertIsNone(rooflight.Session(without).energy)

    def test_missing_program_says_what_to_install(self):
        with mock.patch.dict(os.environ, {"PATH": ""}):
            del os.environ["ROOFLIGHT_CLI"]
            with self.assertRaisesRegex(rooflight.ProgramMissing, "Install Rooflight"):
                self.session.verdicts
            self.assertEqual(self.session.headline, "")
            self.assertIn("<table>", self.session._repr_html_())
            os.environ["ROOFLIGHT_CLI"] = "/no/such/program"

    def test_other_files_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.pt")
            path.write_bytes(b"PK\x03\x04\xff")
            with self.assertRaisesRegex(ValueError, "model.pt is not a session"):
                rooflight.read(path)
            lines = GOLDEN.read_text(encoding="utf-8").splitlines()
            path.write_text("\n".join(lines[:3]) + "\n" + lines[3][:40], encoding="utf-8")
            self.assertIsNotNone(rooflight.read(path).records["hello"])

    def test_what_a_session_holds_reaches_no_terminal_raw(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a\x1b[2J.ridge")
            hostile = "\x1b]0;x\x07\u202e\x9b<img src=x>"
            lines = GOLDEN.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines):
                record = json.loads(line)
                if record["type"] == "analysis":
                    record["model"]["path"] = record["layers"][0]["path"] = record["layers"][0]["type"] = hostile
                    lines[number] = json.dumps(record, ensure_ascii=number % 2 == 0)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            with self.assertWarns(UserWarning):
                session = rooflight.read(path)
                shown = [repr(session), str(session.rows("layers")), session._repr_html_()]
            self.assertIn("<img src=x>", shown[0])
            self.assertIn("�]0;x��", shown[1])
            for text in shown:
                self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")
            self.assertNotIn("<img src=x>", shown[2])
            path.write_bytes(b"PK")
            with self.assertRaisesRegex(ValueError, "^a�.2J.ridge is not a session"):
                rooflight.read(path)

    def test_sessions_have_bounds(self):
        first, *others = GOLDEN.read_text(encoding="utf-8").splitlines()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.ridge")
            for deep in ('{"type": "notice", "text": ' + "[" * 10**5 + "]" * 10**5 + "}", "[" * 10**6):
                path.write_text("\n".join([first, deep]), encoding="utf-8")
                with self.assertRaisesRegex(ValueError, "a.ridge is not a session of Rooflight: line 2 is nested too deeply."):
                    rooflight.read(path)
            path.write_text('{"type": "hello", "version": "9"}\n', encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "a.ridge is of version 9"):
                rooflight.read(path)
            path.write_text("", encoding="utf-8")
            os.truncate(path, 2**30 + 1)
            with mock.patch.object(_session, "_MOST_BYTES", 2**20), self.assertRaisesRegex(ValueError, "it is larger than 1 MiB"):
                rooflight.read(path)
            with self.assertRaisesRegex(ValueError, "it is not a regular file"):
                rooflight.read("/dev/zero")

    def test_numbers_for_people_have_no_exponent(self):
        for exponent in range(-9, 21):
            for digits in (1.0, 1.05, 1.684, 9.996):
                value = digits * 10.0**exponent
                for text in (_numbers.rounded(value), _numbers.quantity(value, "B"), _numbers.duration(value), _numbers.percentage(value)):
                    self.assertNotRegex(text, "[0-9]e")
                self.assertLess(abs(float(_numbers.rounded(value).replace(",", "")) / value - 1), 0.005)
        for module in MODULES:
            self.assertNotRegex(pathlib.Path(module.__file__).read_text(encoding="utf-8"), r"\{[^{}\n]*:[^{}\n]*[0-9][geGE]\}", module.__name__)

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
        cls.enterClassContext(mock.patch.dict(os.environ, {"ROOFLIGHT_CLI": cli}))

    def test_verdicts_and_comparison(self):
        session = rooflight.read(GOLDEN)
        bounds = {"compute", "bandwidth", "launch", "balanced", "underutilized", "none"}
        self.assertIn(session.rows("layers")[0]["bound"], bounds)
        comparison = rooflight.compare(session, GOLDEN, fail_on="more-flops,more-bytes")
        self.assertFalse(comparison.failed)
        self.assertEqual(comparison.records["layers"][0]["flops_after"], 8)

    @unittest.skipUnless(has_pandas and has_torch, "pandas or torch is not installed")
    def test_commands_of_remedies_name_no_scratch_file(self):
        import torch

        def saved(program, arguments):
            lines = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
            for line in lines:
                for row in [*line.get("remedies", ()), *([line["best"]] if line["type"] == "remedies" else [])]:
                    row["how"]["command_line"] = f"rooflight-cli latency {arguments[1]} --threads 1"
            text = "".join(json.dumps(line) + "\n" for line in lines)
            pathlib.Path(arguments[arguments.index("--save") + 1]).write_text(text, encoding="utf-8")

        with mock.patch.object(_measure, "run_program", saved):
            made = rooflight.remedies(torch.nn.Linear(2, 2).eval(), inputs=torch.rand(1, 2))
            given = rooflight.remedies("/a/b.pt")
        for command in (made["command_line"][0], made.attrs["best"]["how"]["command_line"]):
            self.assertEqual(command, "rooflight-cli latency Linear.pt2 --threads 1")
        self.assertEqual(given["command_line"][0], "rooflight-cli latency /a/b.pt --threads 1")
        said = io.StringIO()
        with mock.patch.object(_commands, "made_by") as make, mock.patch.object(_commands, "call_program", return_value=0), \
                mock.patch("sys.stderr", said):
            make.return_value.file = lambda scratch: scratch + "/Net.pt2"
            self.assertEqual(_commands.main(["remedies", "nets:make"]), 0)
        self.assertRegex(said.getvalue(), "/Net.pt2 is deleted when this ends: .* python -m rooflight save nets:make --output Net.pt2 writes one")

    @unittest.skipUnless(has_pandas, "pandas is not installed")
    def test_remedies_are_a_frame(self):
        doubtful = GOLDEN.read_text(encoding="utf-8").replace('"disturbed_by":[]', '"disturbed_by":["no_control"]', 1)

        def saved(program, arguments):
            self.assertEqual(arguments[:2], ["remedies", "a.pt"])
            pathlib.Path(arguments[arguments.index("--save") + 1]).write_text(doubtful)

        with mock.patch.object(_measure, "run_program", saved):
            table = rooflight.remedies("a.pt", only="bfloat16,tf32")
        self.assertEqual(list(table["id"]), ["bfloat16", "tf32"])
        self.assertEqual((table["ratio"][0], table["verdict"][0]), (0.5, "faster"))
        self.assertEqual(table["reason"][1], "only on a GPU")
        self.assertEqual(table["joules_per_run"][0], 0.5)
        self.assertIn("torch.bfloat16", table["python"][0])
        self.assertEqual(table.attrs["best"]["ids"], ["bfloat16"])
        self.assertEqual(table.attrs["disturbed_by"], ["no_control"])
        self.assertFalse(table.attrs["partial"])

    @unittest.skipUnless(has_pandas, "pandas is not installed")
    def test_explanations_are_a_frame(self):
        cause = {"id": "memory_format", "text": "not in channels last", "ratio": 0.08, "interval": [0.05, 0.09], "remedy": "convert"}
        operators = [
            {"id": 3, "path": "pool", "operator": "aten::max_pool2d", "bound": "underutilized", "proven": True, "median_ns": 9.0,
             "causes": [cause], "tests": []},
            {"id": 5, "path": "fc", "operator": "aten::linear", "bound": "bandwidth", "proven": None, "median_ns": 4.0,
             "causes": [], "tests": []},
        ]
        printed = json.dumps({"format": "rooflight.explanation", "layers": operators, "flags": ["other_load"], "partial": False})

        def explained(program, arguments):
            self.assertEqual(arguments[:2], ["explain", "a.pt"])
            for words in (["--layer", "pool", "--layer", "fc"], ["--top", "2"]):
                self.assertIn(" ".join(words), " ".join(arguments))
            return mock.Mock(stdout=printed)

        with mock.patch.object(_measure, "run_program", explained):
            table = rooflight.explain("a.pt", layer=["pool", "fc"], top=2)
        self.assertEqual(list(table["path"]), ["pool", "fc"])
        self.assertEqual((table["ratio"][0], table["low"][0], table["high"][0], table["remedy"][0]), (0.08, 0.05, 0.09, "convert"))
        self.assertTrue(table["cause"].isna()[1] and table["ratio"].isna()[1])
        self.assertEqual(table.attrs["flags"], ["other_load"])

    @unittest.skipUnless(has_torch and has_pandas, "torch or pandas is not installed")
    def test_operators_of_a_module_are_explained(self):
        import torch

        with tempfile.TemporaryDirectory() as cache, mock.patch.dict(os.environ, {"XDG_CACHE_HOME": cache}):
            table = rooflight.explain(torch.nn.Linear(64, 64).eval(), inputs=torch.rand(8, 64), effort="quick", threads=1, seconds=1)
        self.assertEqual(list(table["operator"]), ["aten::linear"])
        self.assertGreater(table["median_ns"][0], 0)
        self.assertTrue(table["tests"][0])

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_node_data_names_the_nodes(self):
        import torch

        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"XDG_CACHE_HOME": folder}):
            session = rooflight.report(
                torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU()).eval(), inputs=[torch.rand(8, 64)], effort="quick",
                threads=1, seconds=0.5)
            out = pathlib.Path(folder, "out.json")
            results = session.node_data(out)["graph"]["results"]
            self.assertEqual(sorted(results), ["linear", "relu"])
            self.assertTrue(all(node["value"] > 0 for node in results.values()))
            self.assertTrue(out.with_name("out.share.json").exists())
            with self.assertRaisesRegex(rooflight.ProgramError, "not of a torch.export file"):
                rooflight.read(ROOT / "docs" / "sessions" / "resnet50_h100.ridge").node_data(out)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_compiled_takes_turns_with_the_module(self):
        import torch

        called = []

        def saved(program, arguments):
            called.append(arguments)
            pathlib.Path(arguments[arguments.index("--save") + 1]).write_text(GOLDEN.read_text(encoding="utf-8"))

        with mock.patch.object(_measure, "run_program", saved), \
                mock.patch.object(_compiled, "compile_package", return_value="/a/Linear-compiled.pt2"):
            session = rooflight.report(torch.nn.Linear(2, 2).eval(), inputs=[torch.rand(1, 2)], compile=True, threads=1)
        self.assertEqual([arguments[0] for arguments in called], ["report", "latency"])
        for words in (["--interleave", "/a/Linear-compiled.pt2"], ["--trust"], ["--threads", "1"]):
            self.assertLessEqual(set(words), set(called[1]))
        self.assertEqual(called[1].count("--input"), 1)  # a compiled package holds none
        kinds = [json.loads(line)["type"] for line in session._text.splitlines()]
        self.assertEqual((kinds.count("interleaved"), kinds[-1]), (1, "done"))
        rows = _compiled.rows(session.records, session.verdicts)
        self.assertEqual(rows[0]["ratio"], 1)
        with self.assertRaisesRegex(ValueError, "a file cannot be compiled"):
            rooflight.report("model.pt", compile=True)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_whatever_python_has_for_a_model_is_counted(self):
        import torch

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = torch.nn.Linear(8, 4)

            def forward(self, x, scale=None):
                return self.inner(x) if scale is None else self.inner(x) @ scale

            def encode(self, x):
                return self.inner(self.inner.weight.T @ self.inner(x).T @ x)

        net, x, scale = Net().eval(), torch.rand(2, 8), torch.rand(4, 16)

        def attention(q, k):
            return q @ k.T

        plain, scaled = 2 * 8 * 4, 2 * 8 * 4 + 2 * 4 * 16
        encoded = 2 * 8 * 4 + 8 * 4 * 2 + 8 * 2 * 8 + 8 * 8 * 4
        exported = torch.export.export(net, (x,), {"scale": scale})
        for model, inputs, macs in ((net, x, plain), (net, {"scale": scale, "x": x}, scaled), (exported, None, scaled),
                                    (attention, [x, x], 2 * 8 * 2), (net.encode, x, encoded)):
            given = _model.model_of(model, inputs)
            with tempfile.TemporaryDirectory() as folder:
                self.assertTrue(given.file(folder).endswith(".pt2"))
                run = _program.run_program("rooflight-cli", ["analyze", given.file(folder), "--predict", "--json"])
            self.assertEqual(json.loads(run.stdout)["totals"]["macs"], macs, given.name)
        self.assertEqual([value.shape for value in _model.model_of(net, {"scale": scale, "x": x}).inputs()], [x.shape, scale.shape])
        self.assertEqual((_model.model_of(attention, x).name, _model.model_of(net.encode, x).name), ("attention", "encode"))
        traced = torch.jit.trace(net, (x,))
        with tempfile.TemporaryDirectory() as folder:
            (spec,) = _model.Model("a.pt", (), {"x": x}).specs(folder)
            self.assertRegex(spec, "^x:@.*inputx.pt$")
            self.assertTrue(_model.model_of(traced, x).file(folder).endswith(".pt"))
            with self.assertRaisesRegex(ValueError, "A module needs its inputs"):
                _model.model_of(net).file(folder)
            for wrong in ({"y": x}, [x, scale, x]):
                for module in (net, torch.jit.script(net)):
                    with self.assertRaisesRegex(TypeError, r"The inputs do not fit \w+\(x, scale=None\): (missing|too many)"):
                        _model.model_of(module, wrong).file(folder)
            with self.assertRaisesRegex(rooflight.ExportFailed, "^Net can neither be exported nor traced: .*cannot be multiplied"):
                _model.model_of(net, torch.rand(2, 9)).file(folder)
            with self.assertRaisesRegex(rooflight.ExportFailed, "must be Tensor, not str. Inputs of a module are tensors"):
                _model.model_of(net, ["2x8"]).file(folder)
        # An export that is given other inputs is measured with these.
        sizes = ({0: torch.export.Dim("batch", min=2, max=64)},)
        with mock.patch.object(_measure, "_run") as run:
            rooflight.report(torch.export.export(net, (x,), dynamic_shapes=sizes), torch.rand(32, 8))
            rooflight.report(exported, {"scale": scale, "x": x})
            rooflight.report(net, x)
        self.assertEqual([[spec.partition("@")[0] for spec in call.args[2]] for call in run.call_args_list], [[""], ["scale:", "x:"], []])

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_keywords_that_leave_a_gap_are_traced_by_their_names(self):
        import torch

        class Branch(torch.nn.Module):  # which torch.export refuses
            def forward(self, x, scale=None, *, bias=None):
                x = x * 2 if x.sum() > 0 else x
                return (x if scale is None else x * scale) + bias

        x, bias = torch.rand(2, 8), torch.rand(8)
        given = _model.model_of(Branch(), {"bias": bias, "x": x})
        with tempfile.TemporaryDirectory() as folder, self.assertWarnsRegex(UserWarning, "cannot be exported, so it is traced"):
            again = torch.jit.load(given.file(folder))
        self.assertTrue(torch.equal(again(*given.inputs()), x * 2 + bias))

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_what_only_python_runs_is_taken_out_of_an_export(self):
        import torch

        library = torch.library.Library("rooflight_own", "DEF")
        library.define("twice(Tensor x) -> Tensor")
        library.impl("twice", lambda x: x * 2, "CompositeImplicitAutograd")

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.w = torch.nn.Parameter(torch.rand(8, 4))
                self.norm = torch.nn.LayerNorm(4)

            def forward(self, x):
                return self.norm(torch.ops.rooflight_own.twice(torch.vmap(lambda row: row @ self.w)(x)))

        with tempfile.TemporaryDirectory() as folder:
            file = _model.model_of(Net().eval(), torch.rand(3, 8)).file(folder)
            run = _program.run_program("rooflight-cli", ["analyze", file, "--predict", "--json"])
        analysis = json.loads(run.stdout)
        self.assertEqual(analysis["totals"]["macs"], 3 * 8 * 4)
        self.assertIn("aten::layer_norm", [one["name"] for one in analysis["operators"]])

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_weights_that_are_no_plain_tensors_are_named(self):
        import torch
        from torch.testing._internal.two_tensor import TwoTensor

        net = torch.nn.Linear(8, 4).eval()
        net.weight = torch.nn.Parameter(TwoTensor(torch.rand(4, 8), torch.rand(4, 8)))
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(ValueError, r"not plain tensors \(weight is of .*TwoTensor\): give it plain ones first.$"):
                _model.model_of(net, torch.rand(2, 8)).file(folder)
            with mock.patch.object(TwoTensor, "__module__", "torchao.quantization"), \
                    self.assertRaisesRegex(ValueError, r"call torchao.utils.unwrap_tensor_subclass\(module\) first"):
                _model.model_of(net, torch.rand(2, 8)).file(folder)

    def test_failure_is_the_program_s_sentence(self):
        with self.assertRaisesRegex(rooflight.ProgramError, "nothing.pt") as raised:
            rooflight.report("/no/such/nothing.pt")
        self.assertEqual(raised.exception.status, 3)


class CommandTest(unittest.TestCase):
    """python -m rooflight."""

    def setUp(self):
        self.enterContext(mock.patch.dict(os.environ, {"ROOFLIGHT_CLI": cli}))
        self.said = self.enterContext(mock.patch("sys.stderr", io.StringIO()))
        self.printed = self.enterContext(mock.patch("sys.stdout", io.StringIO()))
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def test_what_is_no_command_is_refused(self):
        for words in ([], ["measure", "a.pt"], ["report"], ["report", "--quiet"]):
            self.assertEqual(_commands.main(words), 2)
            self.assertIn("python -m rooflight open|report", self.said.getvalue() + self.printed.getvalue())
        self.assertEqual(_commands.main(["--help"]), 0)

    def test_files_go_to_the_programs(self):
        with mock.patch.object(_commands, "become") as become:
            for words in (["report", "a.pt", "--effort", "quick"], ["tokens", "a.pt2", "--predict"], ["open", "a.ridge"]):
                _commands.main(words)
        called = [call.args for call in become.call_args_list]
        self.assertEqual(called, [
            ("rooflight-cli", ["report", "a.pt", "--effort", "quick"]), ("rooflight-cli", ["tokens", "a.pt2", "--predict"]),
            ("rooflight", ["a.ridge"]),
        ])

    def test_save_says_at_once_where_it_cannot_write(self):
        pathlib.Path(self.folder, "config.json").write_text("{}", encoding="utf-8")
        with mock.patch.object(_commands, "Maker", side_effect=AssertionError), \
                mock.patch.object(_commands, "made_by", side_effect=AssertionError):
            for model in (self.folder, "made_here:net"):
                for options, sentence in (([], "save needs --output FILE.pt2."), (["--output"], "expected one argument"),
                                          (["--output", self.folder], "cannot be written: it is a folder"),
                                          (["--output", "/no/such/a.pt2"], "or in none that exists")):
                    self.assertEqual(_commands.main(["save", model, *options]), 2)
                    self.assertIn(sentence, self.said.getvalue().splitlines()[-1])

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_module_of_a_factory(self):
        pathlib.Path(self.folder, "made_here.py").write_text(
            "import torch\ndef net():\n    return torch.nn.Linear(8, 4).eval(), (torch.rand(2, 8),)\n", encoding="utf-8")
        pathlib.Path(self.folder, "alone_here.py").write_text(
            "import torch\ndef net():\n    return torch.nn.Linear(8, 4)\ndef wrong():\n    return net(), (torch.rand(2, 9),)\n",
            encoding="utf-8")
        session = os.path.join(self.folder, "net.ridge")
        with mock.patch.object(sys, "path", [self.folder, *sys.path]):
            self.assertEqual(_commands.main(["report", "made_here:net", "--effort", "quick", "--runs", "30", "--quiet",
                                             "--save", session]), 0)
            self.assertEqual(_commands.main(["report", "made_here:none"]), 2)
            saved = os.path.join(self.folder, "saved.pt2")
            self.assertEqual(_commands.main(["save", "made_here:net", "--output", saved]), 0)
            self.assertTrue(zipfile.is_zipfile(saved))
            self.assertEqual(_commands.main(["save", saved, "--output", saved]), 2)
            for words, sentence in ((["report", "alone_here:net"], "makes a module without its inputs"),
                                    (["report", "alone_here:wrong"], "Linear can neither be exported nor traced: "),
                                    (["save", "made_here:net", "--out", saved], "unrecognized arguments: --out")):
                self.assertEqual(_commands.main(words), 2)
                self.assertIn(sentence, self.said.getvalue().splitlines()[-1])
        self.assertEqual(rooflight.read(session).records["analysis"]["totals"]["macs"], 2 * 8 * 4)
        self.assertIn("made_here:none is neither a file", self.said.getvalue())


if __name__ == "__main__":
    cli = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)  # says which were skipped, and why
