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
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))

import rooflight  # noqa: E402
from rooflight import (  # noqa: E402
    __main__ as entry, _blocks, _commands, _comparison, _compiled, _confined, _folder, _foreign, _frames, _maker, _measure, _model,
    _notebook, _plot, _program, _quantized, _session, _state, _tokens, _workloads,
)

MODULES = (
    entry, _blocks, _commands, _comparison, _compiled, _confined, _folder, _foreign, _frames, _maker, _measure, _model, _notebook,
    _plot, _program, _session, _state, _tokens, _workloads,
)

GOLDEN = ROOT / "tests" / "core" / "record" / "golden.jsonl"
has_pandas = importlib.util.find_spec("pandas") is not None
has_torch = importlib.util.find_spec("torch") is not None
has_transformers = importlib.util.find_spec("transformers") is not None
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
            with self.assertRaisesRegex(ValueError, "model.pt is no session"):
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
            with self.assertRaisesRegex(ValueError, "^a�.2J.ridge is no session"):
                rooflight.read(path)

    def test_sessions_have_bounds(self):
        first, *others = GOLDEN.read_text(encoding="utf-8").splitlines()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.ridge")
            for deep in ('{"type": "notice", "text": ' + "[" * 10**5 + "]" * 10**5 + "}", "[" * 10**6):
                path.write_text("\n".join([first, deep]), encoding="utf-8")
                with self.assertRaisesRegex(ValueError, "a.ridge is no session of Rooflight: line 2 is nested too deeply."):
                    rooflight.read(path)
            path.write_text('{"type": "hello", "version": "9"}\n', encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "a.ridge is of version 9"):
                rooflight.read(path)
            path.write_text("", encoding="utf-8")
            os.truncate(path, 2**30 + 1)
            with mock.patch.object(_session, "_MOST_BYTES", 2**20), self.assertRaisesRegex(ValueError, "it is larger than 1 MiB"):
                rooflight.read(path)
            with self.assertRaisesRegex(ValueError, "it is no plain file"):
                rooflight.read("/dev/zero")

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

    @unittest.skipUnless(has_pandas, "pandas is not installed")
    def test_remedies_are_a_frame(self):
        def saved(program, arguments):
            self.assertEqual(arguments[:2], ["remedies", "a.pt"])
            pathlib.Path(arguments[arguments.index("--save") + 1]).write_text(GOLDEN.read_text(encoding="utf-8"))

        with mock.patch.object(_measure, "run_program", saved):
            table = rooflight.remedies("a.pt", only="bfloat16,tf32")
        self.assertEqual(list(table["id"]), ["bfloat16", "tf32"])
        self.assertEqual((table["ratio"][0], table["verdict"][0]), (0.5, "faster"))
        self.assertEqual(table["reason"][1], "only on a GPU")
        self.assertIn("torch.bfloat16", table["python"][0])
        self.assertEqual(table.attrs["best"]["ids"], ["bfloat16"])

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

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_what_cannot_be_compiled_is_named(self):
        import torch

        class Branch(torch.nn.Module):
            def forward(self, x):
                return x if x.sum() > 0 else -x

        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(rooflight.CompileFailed, "cannot compile Branch: "):
            _compiled.compile_package(_model.model_of(Branch(), torch.rand(2)), folder)

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

    def test_folder_without_configuration(self):
        self.assertEqual(_commands.main(["tokens", self.folder]), 2)
        self.assertIn("has no config.json", self.said.getvalue())

    @unittest.skipIf(has_transformers, "transformers is there")
    def test_folder_needs_transformers(self):
        pathlib.Path(self.folder, "config.json").write_text("{}", encoding="utf-8")
        with mock.patch.dict(os.environ, {"ROOFLIGHT_CLI": shutil.which("true")}):
            self.assertEqual(_commands.main(["tokens", self.folder]), 2)
        self.assertIn("pip install torch 'transformers>=5'", self.said.getvalue())

    def asked_in_the_folder(self, config, *before):
        """python -m rooflight tokens . in a folder with modules of its own by the names of Python's."""
        ran = pathlib.Path(self.folder, "ran")
        pathlib.Path(self.folder, "config.json").write_bytes(config if isinstance(config, bytes) else json.dumps(config).encode())
        for name in ("argparse", "fractions", "tempfile", "inspect", "json", "typing", "subprocess", "select", "ctypes", "resource",
                     "torch", "transformers", "theirs"):
            pathlib.Path(self.folder, name + ".py").write_text(f"open({str(ran)!r}, 'a').write({name!r})", encoding="utf-8")
        run = subprocess.run([sys.executable, "-B", *before, "-m", "rooflight", "tokens", "."], cwd=self.folder, capture_output=True,
                             text=True, input="y\ny\ny\n", env={**os.environ, "ROOFLIGHT_CLI": shutil.which("true"),
                                                                "PYTHONPATH": str(ROOT / "app" / "python")})
        self.assertFalse(ran.exists(), ran.read_text(encoding="utf-8") if ran.exists() else "")
        self.assertNotRegex(run.stderr, "Traceback|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")
        self.assertEqual((run.returncode, run.stderr.count("\n"), run.stderr[:11]), (2, 1, "rooflight: "), run.stderr)
        return run.stderr

    def test_code_of_a_folder_is_not_run(self):
        code = {"AutoConfig": "theirs.C", "AutoModelForCausalLM": "theirs.M"}
        for config in ({"model_type": "theirs", "auto_map": code},
                       {"model_type": "llava", "text_config": {"model_type": "theirs", "auto_map": code}}):
            self.assertRegex(self.asked_in_the_folder(config), "code of the folder is never run|pip install torch 'transformers>=5'")
        if hasattr(sys.flags, "safe_path"):
            self.asked_in_the_folder({}, "-P")

    def test_what_is_no_configuration_gets_one_sentence(self):
        layers = {"model_type": "llama", "num_hidden_layers": 10**9}
        for config, sentence in ((layers, "num_hidden_layers is 1000000000, and more than 10,000 are not made"),
                                 ({"model_type": "llava", "text_config": layers}, "num_hidden_layers is 1000000000"),
                                 ({"model_type": "llama", "\x1b[2J_layers": 20000}, "�\\[2J_layers is 20000"),
                                 (b"[" * 10**6, "it is nested too deeply"), (b'{"a":' * 10**5, "it is nested too deeply"),
                                 (b'{"model_type": "\xff"}', "can't decode byte 0xff"), (b"7", "it is no object of JSON"),
                                 (b"{" + b" " * (16 * 2**20) + b"}", "it is larger than 16 MiB"), (b"", "Expecting value"),
                                 (b'{"a": ' + b"9" * 5000 + b"}", "Exceeds the limit")):
            pathlib.Path(self.folder, "config.json").write_bytes(config if isinstance(config, bytes) else json.dumps(config).encode())
            with self.assertRaisesRegex(ValueError, f"config.json cannot be read: .*{sentence}"):
                _foreign.read_config(self.folder)
        self.assertRegex(self.asked_in_the_folder(layers), "num_hidden_layers is 1000000000")
        os.remove(os.path.join(self.folder, "config.json"))
        os.mkfifo(os.path.join(self.folder, "config.json"))
        self.assertEqual(_commands.main(["tokens", self.folder]), 2)
        with self.assertRaisesRegex(ValueError, "it is no plain file"):
            _foreign.read_config(self.folder)

    def test_the_process_that_makes_a_model_reaches_nothing_else(self):
        theirs = pathlib.Path(self.folder, "model.safetensors")
        theirs.touch()
        outside = tempfile.NamedTemporaryFile(dir=pathlib.Path.home())
        self.addCleanup(outside.close)
        scratch = self.enterContext(tempfile.TemporaryDirectory())
        code = f"""if True:
            import ctypes, os, socket, subprocess, sys
            sys.path.append({str(ROOT / "app" / "python")!r})
            from rooflight import _confined
            open({outside.name!r}).close()
            _confined.confine({self.folder!r}, {scratch!r})
            open({scratch + "/made"!r}, "w").close()
            for attempt in (lambda: open({str(theirs)!r}), lambda: os.open({str(theirs)!r}, os.O_RDONLY),
                            lambda: subprocess.run(["true"]), lambda: os.system("true"),
                            lambda: socket.create_connection(("127.0.0.1", 9))):
                try:
                    attempt()
                    sys.exit("it went on")
                except PermissionError:
                    pass
            libc = ctypes.CDLL(None, use_errno=True)  # past Python
            kernel = libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1)) > 0
            for name, flags in (({str(theirs)!r}, 0), ({outside.name!r}, 0), ({self.folder + "/new"!r}, os.O_CREAT | os.O_WRONLY)):
                if kernel and libc.open(name.encode(), flags, 0o600) >= 0:
                    sys.exit("the kernel let it open " + name)
        """
        run = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertTrue(os.path.exists(os.path.join(scratch, "made")))

    def test_a_process_that_dies_is_named(self):
        with tempfile.TemporaryDirectory() as scratch, _maker.Maker(self.folder, scratch, purpose="count") as maker:
            maker._process.kill()
            with self.assertRaisesRegex(_maker.FolderError, "ended with SIGKILL; it may be that the sizes in its config.json"):
                next(maker.messages())
        with mock.patch.object(_maker, "_SECONDS", 0), tempfile.TemporaryDirectory() as scratch, \
                _maker.Maker(self.folder, scratch, purpose="count") as maker, self.assertRaisesRegex(_maker.FolderError, "minutes"):
            next(maker.messages())

    def test_memory_has_an_end(self):
        code = f"import sys; sys.path.append({str(ROOT / 'app' / 'python')!r}); from rooflight import _confined; " \
            "_confined.limit(2**40); made = [bytearray(2**20) for _ in range(3000)]"
        run = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True)
        self.assertIn("MemoryError", run.stderr)

    def test_a_module_of_the_working_directory_is_asked_for(self):
        places = ["", self.folder, "/usr/lib"]
        self.assertEqual(entry.without(places, [os.path.join(self.folder, ".")]), ["/usr/lib"])

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_module_of_a_factory(self):
        pathlib.Path(self.folder, "made_here.py").write_text(
            "import torch\ndef net():\n    return torch.nn.Linear(8, 4).eval(), (torch.rand(2, 8),)\n", encoding="utf-8")
        session = os.path.join(self.folder, "net.ridge")
        with mock.patch.object(sys, "path", [self.folder, *sys.path]):
            self.assertEqual(_commands.main(["report", "made_here:net", "--effort", "quick", "--runs", "30", "--quiet",
                                             "--save", session]), 0)
            self.assertEqual(_commands.main(["report", "made_here:none"]), 2)
            saved = os.path.join(self.folder, "saved.pt2")
            self.assertEqual(_commands.main(["save", "made_here:net", "--output", saved]), 0)
            self.assertTrue(zipfile.is_zipfile(saved))
            self.assertEqual(_commands.main(["save", saved, "--output", saved]), 2)
        self.assertEqual(rooflight.read(session).records["analysis"]["totals"]["macs"], 2 * 8 * 4)
        self.assertIn("made_here:none is neither a file", self.said.getvalue())

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_one_tensor_by_two_names_stays_one(self):
        import torch

        class Tied(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = torch.nn.ModuleDict({"words": torch.nn.Embedding(10, 4), "norm": torch.nn.BatchNorm1d(4)})
                self.head = torch.nn.Linear(4, 10, bias=False)
                self.head.weight = self.inner["words"].weight
                self.register_buffer("mean", self.inner["norm"].running_mean)

            def _init_weights(self, module):
                if isinstance(module, torch.nn.Embedding):
                    module.weight.fill_(1)

        with torch.device("meta"):
            model = Tied()
        made = _folder.with_random_weights(model)
        self.assertIs(made.head.weight, made.inner["words"].weight)
        self.assertIs(made.mean, made.inner["norm"].running_mean)
        self.assertEqual(sum(value.numel() for value in made.parameters()), 10 * 4 + 2 * 4)
        self.assertEqual((made.head.weight.device.type, made.head.weight.sum().item()), ("cpu", 40))

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_weights_in_fewer_bits(self):
        import torch

        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.words = torch.nn.Embedding(100, 256)
                self.first, self.gate = torch.nn.Linear(256, 64), torch.nn.Linear(64, 8)
                self.head = torch.nn.Linear(64, 100)

            def get_output_embeddings(self):
                return self.head

        net = Net().to(torch.bfloat16)
        weights = {"first": 64 * 256 * 2, "gate": 8 * 64 * 2}
        # By hand: half a byte each; by row and group a scale of 2 bytes and a zero of half a byte; by column 4 bytes of order.
        gptq = {"quant_method": "gptq", "bits": 4, "group_size": 128}
        stored = {"first": 64 * 256 / 2 + 64 * 2 * 2.5 + 256 * 4, "gate": 8 * 64 / 2 + 8 * 1 * 2.5 + 64 * 4}
        self.assertEqual(_quantized.saved(net, _quantized.storage_of(gptq)), sum(weights.values()) - sum(stored.values()))
        first_alone = weights["first"] - stored["first"]
        self.assertEqual(_quantized.saved(net, _quantized.storage_of({**gptq, "modules_to_not_convert": ["gate"]})), first_alone)
        self.assertEqual(_quantized.saved(net, _quantized.storage_of(gptq), ["first.weight", "words.weight"]), first_alone)
        torchao = {"quant_method": "torchao", "quant_type": {"default": {"_type": "Int4WeightOnlyConfig", "_data": {"group_size": 32}}}}
        for said, size in ((torchao, 64 * 256 / 2 + 64 * 8 * 4), ({"quant_method": "awq"}, 64 * 256 / 2 + 64 * 2 * 2.5),
                           ({"quant_method": "bitsandbytes", "load_in_8bit": True}, 64 * 256 + 64 * 4),
                           ({"quant_method": "fp8", "weight_block_size": [128, 128]}, 64 * 256 + 2 * 4),
                           ({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights": {
                               "num_bits": 4, "group_size": 64}}}}, 64 * 256 / 2 + 64 * 4 * 2)):
            self.assertEqual(_quantized.storage_of(said).bytes_of(64, 256), size, said)
        for said in (7, {}, {"quant_method": "\x1b"}, {"quant_method": "gptq", "bits": 10**9}, {"quant_method": ["gptq"]},
                     {"quant_method": "compressed-tensors", "config_groups": [1]}, {"quant_method": "torchao", "quant_type": {}}):
            self.assertIsNone(_quantized.storage_of(said), said)
        self.assertEqual(_quantized.saved(net, None), 0)

    def test_figures_of_blocks_add_up(self):
        base = {"sequences": 2, "tokens": 1, "context": 10, "macs": 100, "flops": 210, "weight_bytes": 50, "cache_bytes": 40,
                "memory_bound_ns": 9.0, "arithmetic_bound_ns": None, "memory_bound_interval_ns": [8.0, 10.0],
                "arithmetic_bound_interval_ns": None}
        more = {**base, "macs": 130, "flops": 270, "weight_bytes": 60, "cache_bytes": 80, "memory_bound_ns": 14.0,
                "memory_bound_interval_ns": [13.0, 16.0]}
        whole = _tokens.combined([more, base], [3, -2])  # base and three blocks more
        self.assertEqual((whole["macs"], whole["flops"], whole["weight_bytes"], whole["cache_bytes"]), (190, 390, 80, 160))
        self.assertEqual((whole["memory_bound_ns"], whole["arithmetic_bound_ns"]), (24.0, None))
        self.assertEqual((whole["flops_per_token"], whole["cache_bytes_per_token"]), (195.0, 8.0))
        self.assertEqual(whole["ceiling_tokens_per_second"], [2e9 / 28, 2e9 / 23])


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
        self.assertEqual(run.returncode, 70)
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
