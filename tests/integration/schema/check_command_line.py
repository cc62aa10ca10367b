#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Holds the schemas of docs/reference/schema against what rooflight-cli prints, saves and answers.

Usage: check_command_line.py ROOFLIGHT_CLI MODELS SAMPLE_OPERATORS CACHE

MODELS is the folder that tests/data/models fills, SAMPLE_OPERATORS the library of its custom operators, CACHE the folder
in which tests/data/roofs keeps measured roofs.
"""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import schemas

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
CONVENTIONS = ("fma2", "matrix", "mac", "torchstat", "thop", "fvcore")
SHORT = ("--warmup", "1", "--runs", "3")
SHORT_REQUEST = {"warmup": 1, "runs": 3, "timeout_seconds": 60}


class CommandLineTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not os.path.exists(os.path.join(cls.models, "made")):
            print("skipped: the models were not made")
            sys.exit(schemas.SKIPPED)
        cls.schemas = schemas.Schemas(schemas.strict(schemas.read_schemas(), known_names=True))
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.environment = os.environ | {"XDG_CACHE_HOME": cls.cache}
        cls.session = cls.path("session.ridge")
        cls.peaks = cls.print_json("peaks", "--effort", "quick")
        model = cls.model("nested_sequential")
        cls.report = cls.print_json("report", model, "--effort", "quick", *SHORT, "--save", cls.session)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def model(cls, name):
        return os.path.join(cls.models, name + ".pt")

    @classmethod
    def run_cli(cls, arguments, given=""):
        run = subprocess.run(
            [cls.cli, *arguments], input=given, capture_output=True, encoding="utf-8", env=cls.environment, check=False
        )
        if run.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)} ended with {run.returncode}: {run.stderr[-1000:]}")
        return run.stdout

    @classmethod
    def print_json(cls, *arguments):
        return schemas.read_json(cls.run_cli([*arguments, "--json"]))

    def expect_valid(self, name, value):
        self.assertIsNone(self.schemas.problem(name, value))

    def expect_object(self, kind, value):
        self.assertEqual(value["format"], f"rooflight.{kind}")
        self.expect_valid("object", value)

    def serve(self, requests):
        """The records that answer the requests, each of which is valid itself."""
        lines = []
        for number, request in enumerate(requests, 1):
            lines.append(json.dumps({"request": number, **request}))
            self.expect_valid("request", schemas.read_json(lines[-1]))
        records = [schemas.read_json(line) for line in self.run_cli(["serve"], "\n".join(lines) + "\n").splitlines()]
        for record in records:
            self.expect_valid("record", record)
        return records

    def test_report(self):
        self.expect_object("session", self.report)
        self.expect_valid("session", self.report)
        for part in ("inspection", "analysis", "peaks", "latency", "layers", "coverage", "verdicts"):
            self.assertTrue(self.report[part], part)
        self.assertTrue(self.report["peaks"]["cached"])

    def test_measured_layers_have_all_keys(self):
        """The schema lets a verdict leave these out, which the record tests see no verdict for."""
        keys = {key for layer in self.report["verdicts"]["layers"] for key in layer}
        self.assertLessEqual({"fused_arithmetic_intensity", "self_time_share"}, keys)

    def test_changed_report_is_wrong(self):
        for path in ((), ("hello",), ("analysis",), ("coverage",), ("verdicts",), ("verdicts", "layers", 0)):
            for change in (lambda part: part.update(no_such_key=1), lambda part: part.pop(next(iter(part)))):
                changed = copy.deepcopy(self.report)
                part = changed
                for key in path:
                    part = part[key]
                change(part)
                with self.subTest(path=path, keys=list(part)):
                    self.assertFalse(self.schemas.is_valid("session", changed))

    def test_show(self):
        shown = self.print_json("show", self.session)
        self.expect_object("session", shown)
        self.assertEqual(shown["verdicts"], self.report["verdicts"])

    def test_session_file(self):
        lines = pathlib.Path(self.session).read_text(encoding="utf-8").splitlines()
        records = [schemas.read_json(line) for line in lines]
        for record in records:
            self.expect_valid("record", record)
        types = [record["type"] for record in records]
        self.assertEqual(types[0], "hello")
        self.assertLessEqual({"inspection", "analysis", "peaks", "layers", "latency"}, set(types))

    def test_trace(self):
        """The convolutions of the session take as long in the trace, to half a nanosecond each."""
        trace = schemas.read_json(self.run_cli(["show", self.session, "--trace", "-"]))
        self.assertEqual(trace["displayTimeUnit"], "ns")
        slices = [event for event in trace["traceEvents"] if event["ph"] == "X" and event["pid"] == 1]
        drawn = [event for event in slices if event.get("cat") == "operator,convolution"]
        family = {op["id"]: op["family"] for op in self.report["analysis"]["operators"]}
        timed = [
            item["statistics"]["median_ns"]
            for item in self.report["layers"]["items"]
            if item["kind"] == "operator" and family[item["id"]] == "convolution"
        ]
        self.assertEqual(len(drawn), 3)  # of nested_sequential
        self.assertAlmostEqual(sum(event["dur"] for event in drawn) * 1000, sum(timed), delta=len(timed) / 2)
        verdicts = {verdict["id"]: verdict for verdict in self.report["verdicts"]["operators"]}
        for arguments in (event["args"] for event in drawn):
            concluded = {key: value for key, value in verdicts[arguments["id"]].items() if value not in (None, "", [], False)}
            self.assertIn("bound", concluded)
            self.assertEqual({key: arguments.get(key) for key in concluded}, concluded)

    def test_matrix(self):
        plan = pathlib.Path(self.path("plan.toml"))
        models = "".join(f'[[model]]\nfile = "{self.model(name)}"\n' for name in ("nested_sequential", "raises"))
        plan.write_text('[options]\ncommand = "analyze"\n' + models, encoding="utf-8")
        run = subprocess.run(
            [self.cli, "matrix", plan, "--out", self.path("matrix"), "--trust-plan", "--json"],
            capture_output=True, encoding="utf-8", env=self.environment, check=False,
        )
        self.assertEqual(run.returncode, 1, run.stderr)
        index = schemas.read_json(run.stdout)
        self.expect_object("matrix", index)
        self.assertEqual(index, schemas.read_json(pathlib.Path(self.path("matrix"), "matrix.json").read_text("utf-8")))
        self.assertEqual([cell["status"] for cell in index["cells"]], ["done", "failed"])
        self.assertEqual(index["cells"][0]["macs"], self.report["analysis"]["totals"]["macs"])

    def test_peaks(self):
        self.expect_object("peaks", self.peaks)
        launches = [roof for roof in self.peaks["roofs"] if roof["kind"] == "launch" and roof["pattern"] == "operator"]
        self.assertEqual(len(launches), 1)
        self.assertGreater(launches[0]["value"], 0)

    def test_other_commands(self):
        model, other = self.model("nested_sequential"), self.model("embedding")
        for kind, arguments in (
            ("inspection", ("inspect", model)),
            ("analysis", ("analyze", model, "--convention", "torchstat")),
            ("latency", ("latency", model, *SHORT)),
            ("interleaved", ("latency", model, "--interleave", "executor=frozen", *SHORT)),
            ("layers", ("layers", model, *SHORT)),
            ("methods", ("methods", model, *SHORT)),
            ("sweep", ("sweep", model, "--max-batch", "2", *SHORT)),
            ("pipeline", ("pipeline", model, other, "--host-work", "copy", *SHORT)),
            ("remedies", ("remedies", model, "--seconds", "1", "--only", "frozen,keep_memory,tf32")),
            ("explanation", ("explain", model, "--seconds", "0.2", "--top", "2", "--effort", "quick")),
            ("estimate", ("estimate", model, "--batch", "2", "--effort", "quick")),
            ("estimate", ("estimate", model, "--what-if", "H100 SXM", "--effort", "quick")),
            ("comparison", ("compare", self.session, self.session)),
            ("confinement", ("confinement",)),
        ):
            with self.subTest(command=arguments[0], kind=kind):
                self.expect_object(kind, self.print_json(*arguments))

    def test_sizes_and_tokens(self):
        export, session = str(DATA / "export/nested.pt2"), self.path("prefill.ridge")
        self.run_cli(["analyze", export, "--predict", "--save", session])
        for kind, arguments in (
            ("sweep", ("sweep", export, "--axis", "ids.1=3,6", "--predict", "--measure", "ids.1=6", *SHORT)),
            ("tokens", ("tokens", session)),
        ):
            with self.subTest(kind=kind):
                self.expect_object(kind, self.print_json(*arguments))

    def test_sizes_stand_under_the_roofs_that_are_kept(self):
        export, session = str(DATA / "export/nested.pt2"), self.path("sizes.ridge")
        self.run_cli(["sweep", export, "--axis", "ids.1=3,6", "--predict", "--save", session])
        shown = self.print_json("show", session)
        self.expect_object("session", shown)
        self.assertEqual(shown["peaks"]["roofs"], self.peaks["roofs"])
        self.assertTrue(shown["peaks"]["cached"])

    def test_predictions_measure_no_roofs(self):
        export = str(DATA / "export/nested.pt2")
        with tempfile.TemporaryDirectory() as cache:
            environment = {**self.environment, "XDG_CACHE_HOME": cache}
            for arguments in (
                ("tokens", export, "--predict", "--json"),
                ("sweep", export, "--axis", "ids.1=3,6", "--predict", "--json"),
            ):
                run = subprocess.run(
                    [self.cli, *arguments], capture_output=True, encoding="utf-8", env=environment, check=True
                )
                kept = [path.name for path in pathlib.Path(cache).rglob("*") if "peaks" in str(path) and path.is_file()]
                self.assertEqual([name for name in kept if not name.endswith(".lock")], [])
                for part in schemas.read_json(run.stdout).get("workloads", []):
                    self.assertIsNone(part["memory_bound_ns"])

    def test_workloads_of_a_session(self):
        """Of tests/accuracy/export_models.py: two sequences, each of whose tokens takes 2 x 8 x 8 and 8 x 10 products."""
        export, session = str(DATA / "export/nested.pt2"), self.path("workloads.ridge")
        sizes = ("--dim", "ids.0=2", "--prefill", "ids.1=7", "--decode", "ids.1=3")
        printed = self.print_json("tokens", export, "--predict", *sizes, "--save", session)
        self.expect_object("tokens", printed)
        self.assertEqual([(part["workload"], part["macs"]) for part in printed["workloads"]],
                         [("prefill", 2 * 7 * 208), ("decode", 2 * 3 * 208)])
        self.assertTrue(all(part["read_byte_per_second"] for part in printed["workloads"]))
        self.assertEqual(self.print_json("tokens", session), printed)
        shown = self.print_json("show", session)
        self.expect_object("session", shown)
        self.assertEqual(shown["analysis"]["totals"]["macs"], 2 * 3 * 208)
        for line in pathlib.Path(session).read_text(encoding="utf-8").splitlines():
            self.expect_valid("record", schemas.read_json(line))

    def test_stream_of_every_record(self):
        model, other = self.model("nested_sequential"), self.model("embedding")
        timed = {"model": model, **SHORT_REQUEST}
        records = self.serve(
            [
                {"type": "report", **timed, "effort": "quick"},
                {"type": "latency", **timed, "interleave": ["executor=frozen"]},
                {"type": "methods", **timed},
                {"type": "sweep", **timed, "maximum_batch": 2},
                {"type": "pipeline", **timed, "models": [other], "host_work": ["copy"]},
                {"type": "remedies", **timed, "seconds": 1, "remedies": ["frozen", "tf32"]},
                {"type": "explain", **timed, "seconds": 0.1, "operators": [0, 1]},
                {"type": "layers", **timed, "replay": True},
                {"type": "inspect", "model": self.path("missing.pt")},
                {"type": "analyze", "model": self.model("raises")},
                {"type": "cancel"},
            ]
        )
        every = set(schemas.read_schemas()["record.schema.json"]["$defs"])
        self.assertLessEqual(every - {"notes", "notice", "workload"}, {record["type"] for record in records})

    def test_models_of_every_form(self):
        stored = {path.stem: str(path) for path in (DATA / "torchscript").glob("*.pt") if path.stem != "empty"}
        inputs = {"two_inputs": [], "dict_input": [], "only_unknown": ["1x4"], "custom_operators": []}
        made = {name: self.model(name) for name in (*inputs, "saves_at_load")}
        inspected = [{"type": "inspect", "model": model} for model in (stored | made).values()]
        analyzed = [
            {"type": "analyze", "model": made[name], "inputs": specs, "libraries": [self.operators]}
            for name, specs in inputs.items()
        ] + [{"type": "analyze", "model": stored[name]} for name in ("small_trace", "small_frozen", "quantized")]
        records = self.serve([*inspected, *analyzed])
        inspections = {pathlib.Path(r["model"]["path"]).stem: r for r in records if r["type"] == "inspection"}
        self.assertEqual(set(inspections), set(stored | made))
        self.assertEqual({r["model"]["form"] for r in inspections.values()}, {"script", "trace", "frozen"})
        self.assertTrue(inspections["saves_at_load"]["findings"])
        self.assertTrue(inspections["custom_operators"]["libraries"])
        self.assertTrue(inspections["small_trace"]["arguments"][0]["traced"])
        analyses = {pathlib.Path(r["model"]["path"]).stem: r for r in records if r["type"] == "analysis"}
        self.assertEqual(len(analyses), len(analyzed))
        self.assertTrue(analyses["only_unknown"]["unknown"])
        self.assertIn("notice", {record["type"] for record in records})

    def test_conventions(self):
        model = self.model("nested_sequential")
        records = self.serve([{"type": "analyze", "model": model, "convention": name} for name in CONVENTIONS])
        analyses = [record for record in records if record["type"] == "analysis"]
        self.assertEqual([analysis["convention"] for analysis in analyses], list(CONVENTIONS))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    CommandLineTest.cli, CommandLineTest.models, CommandLineTest.operators, CommandLineTest.cache = sys.argv[1:5]
    unittest.main(argv=sys.argv[:1])
