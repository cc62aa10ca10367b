# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What python -m rooflight makes of a folder with config.json, and what that folder cannot do; without transformers.

Usage: test_folders.py ROOFLIGHT_CLI [TEST...]
"""

import importlib.util
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "app" / "python"), str(ROOT / "tests" / "documentation")]

from promises import Promises  # noqa: E402
from rooflight import __main__ as entry  # noqa: E402
from rooflight import _commands, _confined, _folder, _foreign, _maker, _program, _quantized, _tokens  # noqa: E402

has_torch = importlib.util.find_spec("torch") is not None
has_transformers = importlib.util.find_spec("transformers") is not None


class FolderTest(Promises, unittest.TestCase):
    page = "how/ask_a_folder.md"

    def setUp(self):
        self.enterContext(mock.patch.dict(os.environ, {"ROOFLIGHT_CLI": cli}))
        self.said = self.enterContext(mock.patch("sys.stderr", io.StringIO()))
        self.printed = self.enterContext(mock.patch("sys.stdout", io.StringIO()))
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

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
        self.promised("Code of the folder is never run. Only its `config.json` is opened. Nothing is downloaded, and you are asked "
                      "nothing.")
        self.promised("Rooflight removes it before it imports anything else")
        code = {"AutoConfig": "theirs.C", "AutoModelForCausalLM": "theirs.M"}
        for config in ({"model_type": "theirs", "auto_map": code},
                       {"model_type": "llava", "text_config": {"model_type": "theirs", "auto_map": code}}):
            self.assertRegex(self.asked_in_the_folder(config), "code of the folder is never run|pip install torch 'transformers>=5'")
        if hasattr(sys.flags, "safe_path"):
            self.asked_in_the_folder({}, "-P")

    def test_what_is_no_configuration_gets_one_sentence(self):
        self.promised("A `config.json` of more than 16 MiB, or with more than 10,000 blocks, is refused.")
        self.promised("Control characters in its names and reasons become `�`. Every refusal is one sentence.")
        layers = {"model_type": "llama", "num_hidden_layers": 10**9}
        for config, sentence in ((layers, "num_hidden_layers is 1000000000, and more than 10,000 are not made"),
                                 ({"model_type": "llava", "text_config": layers}, "num_hidden_layers is 1000000000"),
                                 ({"model_type": "llama", "\x1b[2J_layers": 20000}, "�\\[2J_layers is 20000"),
                                 (b"[" * 10**6, "it is nested too deeply"), (b'{"a":' * 10**5, "it is nested too deeply"),
                                 (b'{"model_type": "\xff"}', "can't decode byte 0xff"), (b"7", "it is not a JSON object"),
                                 (b"{" + b" " * (16 * 2**20) + b"}", "it is larger than 16 MiB"), (b"", "Expecting value"),
                                 (b'{"a": ' + b"9" * 5000 + b"}", "Exceeds the limit")):
            pathlib.Path(self.folder, "config.json").write_bytes(config if isinstance(config, bytes) else json.dumps(config).encode())
            with self.assertRaisesRegex(ValueError, f"config.json cannot be read: .*{sentence}"):
                _foreign.read_config(self.folder)
        self.assertRegex(self.asked_in_the_folder(layers), "num_hidden_layers is 1000000000")
        os.remove(os.path.join(self.folder, "config.json"))
        os.mkfifo(os.path.join(self.folder, "config.json"))
        self.assertEqual(_commands.main(["tokens", self.folder]), 2)
        with self.assertRaisesRegex(ValueError, "it is not a regular file"):
            _foreign.read_config(self.folder)

    def test_the_process_that_makes_a_model_reaches_nothing_else(self):
        self.promised("The process that builds the model opens no other file of the folder, writes only into a scratch folder, starts "
                      "no program and opens no connection: Python refuses that, and so does Linux with Landlock.")
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

    def test_an_interrupt_is_no_failure(self):
        pathlib.Path(self.folder, "config.json").write_text("{}", encoding="utf-8")
        with mock.patch.object(_commands, "Maker", side_effect=KeyboardInterrupt):
            self.assertEqual(_commands.main(["save", self.folder, "--output", "a.pt2"]), 6)
        self.assertEqual(self.said.getvalue(), "")

    def test_the_longest_prompt_may_be_said_of_the_text_alone(self):
        folder = _folder.Folder.__new__(_folder.Folder)
        folder.config = mock.Mock(spec=["get_text_config"])
        folder.config.get_text_config.return_value = mock.Mock(spec=["max_position_embeddings"], max_position_embeddings=77)
        self.assertEqual((folder.longest, folder.usual_length), (77, 77))
        folder.config = mock.Mock(spec=["max_position_embeddings"], max_position_embeddings=4096)
        self.assertEqual((folder.longest, folder.usual_length), (4096, 512))

    def test_making_has_an_end(self):
        self.promised("Building the model takes at most 2 GB of memory and ten minutes; with random weights, at most nine "
                      "tenths of the available memory.")
        self.assertEqual((_confined._MODEL_BYTES, _confined._SECONDS_OF_CPU, _maker._SECONDS), (2 * 2**30, 600, 600))
        code = f"import sys; sys.path.append({str(ROOT / 'app' / 'python')!r}); from rooflight import _confined; " \
            "_confined.limit(2**40); made = [bytearray(2**20) for _ in range(3000)]"
        run = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True)
        self.assertIn("MemoryError", run.stderr)

    def test_a_module_of_the_working_directory_is_asked_for(self):
        places = ["", self.folder, "/usr/lib"]
        self.assertEqual(entry.without(places, [os.path.join(self.folder, ".")]), ["/usr/lib"])

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

        self.promised("(GPTQ, AWQ, torchao, bitsandbytes, fp8, compressed-tensors) count by their stored bytes")

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

    def test_a_part_that_is_not_counted_is_named_without_its_file(self):
        failed = _program.ProgramError("rooflight-cli: /s/decode.pt2 cannot be predicted: u0 depends on data. Run it: leave out "
                                       "--predict.", 4)
        message = {"file": "/s/decode.pt2", "workload": "decode", "times": "1"}
        with mock.patch.object(_tokens, "run_program", side_effect=failed), self.assertRaises(_program.ProgramError) as caught:
            _tokens._counted(message, self.folder, 0)
        self.assertEqual(str(caught.exception), "Its decode cannot be predicted: u0 depends on data.")
        self.assertEqual(caught.exception.status, 4)

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_what_has_a_prefill_alone_says_so(self):
        import contextlib

        import torch

        self.promised("A model with only an encoder, or whose state stays inside it, has only a prefill, and a message says so.")

        class Net(torch.nn.Module):
            main_input_name = "input_ids"
            config = mock.Mock(spec=["is_encoder_decoder"], is_encoder_decoder=False)

            def __init__(self, gives):
                super().__init__()
                self.words = torch.nn.Embedding(10, 4)
                self.gives = gives

            def forward(self, input_ids, past=None):
                found = {"logits": self.words(input_ids)}
                return {**found, "past": [found["logits"]]} if self.gives else found

        depth = mock.Mock(blocks=None, times=Fraction(1))
        for gives, workloads in ((True, ["prefill", "decode"]), (False, ["prefill"])):
            model = Net(gives).eval()
            with mock.patch("rooflight._blocks.with_blocks", lambda whole, blocks: contextlib.nullcontext(whole)):
                messages = list(_maker._parts(model, None, [depth], 1, 8, self.folder, "counted"))
            self.assertEqual([message["workload"] for message in messages if "file" in message], workloads)
            notes = [note for message in messages for note in message.get("notes", ())]
            self.assertEqual(notes, [] if gives else ["It gives back nothing that the next token could go on from: its prefill alone is "
                                                      "counted."])
        about = {"notes": ["First."], "name": "net", "weights": 160}
        maker = mock.Mock(**{"messages.return_value": [about, {**messages[0], "state_bytes": 0, "context": 0}, messages[-1]]})
        said = []
        with mock.patch.object(_tokens, "run_program"), mock.patch.object(_tokens, "_counted", return_value="part"), \
                mock.patch.object(_tokens, "whole_model", return_value={"workloads": [{"cache_bytes": 0}], "disturbed_by": []}):
            name, found, _ = _tokens.tokens_of_folder(maker, said.append)
        self.assertEqual((name, found["workloads"][0]["memory_bytes"]), ("net", 160))
        self.assertEqual((said[0], said[-1]), ("First.", notes[0]))

    @unittest.skipUnless(has_torch, "torch is not installed")
    def test_parts_are_added_up_by_the_command_line(self):
        import torch

        def counted(blocks):
            words = [torch.nn.Embedding(50, 16), *(torch.nn.Linear(16, 16) for _ in range(blocks)), torch.nn.Linear(16, 50)]
            file, session = os.path.join(self.folder, "net.pt2"), os.path.join(self.folder, f"{blocks}.ridge")
            torch.export.save(torch.export.export(torch.nn.Sequential(*words).eval(), (torch.zeros(2, 8, dtype=torch.int64),)), file)
            found = _tokens._run_tokens([file, "--predict", "--save", session], str)["workloads"][0]
            kept = {"context": 0, "state_bytes": 0, "saved": 0}
            return found, session, kept

        (one, first, kept), (two, second, _), (nine, _, _) = counted(1), counted(2), counted(9)
        whole = _tokens.whole_model([_tokens.Part(second, Fraction(8), kept), _tokens.Part(first, Fraction(-7), kept)])["workloads"][0]
        # By hand: 16 rows, nine products by 16 x 16 and one by 16 x 50.
        self.assertEqual(whole["macs"], 16 * (9 * 16 * 16 + 16 * 50))
        for key in ("macs", "flops", "weight_bytes", "sequences", "tokens"):
            self.assertEqual(whole[key], nine[key], key)
        part = {**kept, "saved": 64}
        less = _tokens.whole_model([_tokens.Part(first, Fraction(3, 2), part), _tokens.Part(first, Fraction(-1, 2), part)])["workloads"][0]
        self.assertEqual(less["weight_bytes"], one["weight_bytes"] - 64)
        for words, status in ((["no.ridge", "1", "0", "0", "0"], 3), ([first, "1/0", "0", "0", "0"], 2), ([first, "x", "0", "0", "0"], 2),
                              ([first, "1", "0", "-1", "0"], 2), ([first, "1000001", "0", "0", "0"], 2)):
            with self.assertRaises(_program.ProgramError) as caught:
                _tokens._run_tokens(["--part", *words], str)
            self.assertEqual(caught.exception.status, status, words)

    def test_an_estimate_says_what_disturbed_its_runs(self):
        statistics = {"median_ns": 5e8, "median_interval_ns": [4e8, 6e8]}
        printed = mock.Mock(stdout=json.dumps({"statistics": statistics, "flags": ["few_samples", "other_load"]}))
        part = {"file": "a.pt2", "workload": "decode", "blocks": 1, "times": "1"}
        maker = mock.Mock(**{"messages.return_value": [
            {"name": "net", "weights": 160}, {**part, "purpose": "counted"}, {**part, "purpose": "timed"}]})
        whole = {"sequences": 1, "tokens": 1, "context": 0, "cache_bytes": 0, "flops_per_token": 1, "macs": 1, "weight_bytes": 1,
                 "ceiling_tokens_per_second": None}
        with mock.patch.object(_tokens, "run_program", return_value=printed), mock.patch.object(_tokens, "_counted"), \
                mock.patch.object(_tokens, "whole_model", return_value={"workloads": [whole], "disturbed_by": ["hot"]}):
            name, found, status = _tokens.tokens_of_folder(maker, lambda said: None)
        self.assertEqual(status, 0)
        self.assertEqual(found["workloads"][0]["estimate_tokens_per_second"], 2)
        self.assertEqual(sorted(found["disturbed_by"]), ["hot", "other_load"])
        self.assertIn("disturbed (other work, throttled by temperature)", _tokens.tokens_text(found, name))

    def test_counts_outlive_a_run_that_fails(self):
        failed = _program.ProgramError("rooflight-cli: /s/a.pt2 needs more memory.", 5)
        printed = mock.Mock(stdout=json.dumps({"statistics": {"median_ns": 5e8, "median_interval_ns": [4e8, 6e8]}, "flags": []}))
        parts = [{"file": "/s/a.pt2", "workload": name, "blocks": 1, "times": "1", "purpose": purpose}
                 for name in ("prefill", "decode") for purpose in ("counted", "timed", "timed")]
        maker = mock.Mock(**{"messages.return_value": [{"name": "net", "weights": 160}, *parts]})
        whole = {"sequences": 1, "tokens": 1, "context": 0, "cache_bytes": 0}
        said = []
        with mock.patch.object(_tokens, "run_program", side_effect=[printed, failed, printed, printed]) as run, \
                mock.patch.object(_tokens, "_counted"), \
                mock.patch.object(_tokens, "whole_model", return_value={"workloads": [whole], "disturbed_by": []}):
            _, found, status = _tokens.tokens_of_folder(maker, said.append)
        self.assertEqual(run.call_count, 4)  # the roofs, one part of the prefill, both of the decode
        self.assertEqual(status, 5)
        self.assertEqual([figures["workload"] for figures in found["workloads"]], ["prefill", "decode"])
        self.assertNotIn("estimate_tokens_per_second", found["workloads"][0])
        self.assertEqual(found["workloads"][1]["estimate_tokens_per_second"], 1)
        self.assertIn("Nothing is estimated of the prefill: it needs more memory.", said)

    def test_runs_that_ended_early_are_no_estimate(self):
        failed = mock.Mock(returncode=5, stdout='{"statistics": {"median_ns": null}}', stderr="rooflight-cli: No memory.\n")
        with mock.patch.object(_program.subprocess, "run", return_value=failed), \
                mock.patch.object(_program, "find_program", return_value="rooflight-cli"), \
                self.assertRaises(_program.ProgramError) as caught:
            _tokens._timed("a.pt2")
        self.assertEqual(caught.exception.status, 5)

    def test_the_command_line_adds_parts_up(self):
        part = {"context": 10, "state_bytes": 80, "saved": 3}
        printed = mock.Mock(stdout=json.dumps({"workloads": [{}]}))
        with mock.patch.object(_tokens, "run_program", return_value=printed) as run:
            _tokens.whole_model([_tokens.Part("a.ridge", Fraction(9, 4), part), _tokens.Part("b.ridge", Fraction(-2), part)])
        words = ["tokens", "--part", "a.ridge", "9/4", "10", "80", "3", "--part", "b.ridge", "-2", "10", "80", "3", "--json"]
        run.assert_called_once_with("rooflight-cli", words, prints=True)


if __name__ == "__main__":
    cli = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
