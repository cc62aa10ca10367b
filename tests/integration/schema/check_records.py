#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Holds the schemas of docs/reference/schema against records, requests and --json objects that the library writes.

Usage: check_records.py PRINT_SAMPLES
"""

import copy
import subprocess
import sys
import unittest

import schemas

GOLDEN = schemas.FOLDER.parents[2] / "tests/core/record/golden.jsonl"

# Keys that docs/reference/schema lets a record leave out; a verdict's own are of sessions that were measured.
OPTIONAL = {
    "p1_ns", "p5_ns", "p10_ns", "p25_ns", "p75_ns", "p90_ns", "p95_ns", "p99_ns", "p999_ns", "mean_interval_ns",
    "torchstat", "torchstat_totals", "reuse", "sources", "constant", "written", "time", "instances", "execution", "kernels",
    "coverage", "symbols", "graph_replay_median_ns", "no_graph_replay", "predicted", "axes", "measured_at", "points",
    "smallest_allowed", "largest_allowed", "throughput_unit", "swept_layers", "timing", "kept_roofs", "notes", "sparkline_ns",
    "not_held", "allocated_bytes", "reserved_bytes", "counted", "counted_differs", "disturbed_by", "group_estimate",
    "name_parts", "reason_parts", "batch_reason_parts", "parts", "times_lost",
    "curves", "processor", "cpus", "stolen_share", "throttled_share", "at_least", "changes_inputs", "control", "model_method",
    "other_load", "training_mode", "unwatched_interval_ns", "contents_sha256", "compiled", "compiled_frozen", "compile_seconds",
    "fpmath_bfloat16", "dynamic_int8", "pins_threads", "benchmarks_cudnn", "jemalloc", "tcmalloc",
    "energy", "joules_per_item", "joules_per_run", "blocks_per_multiprocessor",
    "called", "failed", "tensors", "integers", "numbers", "range", "node",
    "macs", "bias_adds", "elementwise", "transcendental", "reduction", "comparison", "avoidable_macs",
}  # fmt: skip
OF_VERDICTS = {"fused_arithmetic_intensity", "self_time_share", "kernels_ns", "between_kernels_ns", "cause_times_ns",
               "footprint_bytes", "footprint_byte_per_second"}
# What the Python package adds to an object of the command line.
OF_PYTHON = {"memory_bytes", "estimate_tokens_per_second", "estimate_interval"}
# What no record holds: check_command_line.py and the tests of sessions have the programs print it.
OF_COMMANDS = {
    "verdicts.schema.json", "item_facts.schema.json", "comparison.schema.json", "matrix.schema.json", "scene.schema.json",
    "confinement.schema.json",
}  # fmt: skip


def objects_in(value, path=()):
    """All objects inside a value, with their paths."""
    if isinstance(value, dict):
        yield path, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from objects_in(member, (*path, key))


def with_change(value, path, change):
    """A copy in which the object at the path is changed."""
    changed = copy.deepcopy(value)
    target = changed
    for key in path:
        target = target[key]
    change(target)
    return changed


def of_another_type(value):
    return 7 if isinstance(value, (str, list, dict, bool)) else "seven"


def without_share_of_time(value):
    """Random times may be below zero, and their shares with them."""
    if value["format"] != "rooflight.session":
        return value
    return {**value, "coverage": {key: share for key, share in value["coverage"].items() if key != "time"}}


class SchemaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.documents = schemas.read_schemas()
        cls.strict = schemas.Schemas(schemas.strict(cls.documents, known_names=False))
        cls.published = schemas.Schemas(cls.documents)
        printed = subprocess.run(sys.argv[1:2], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
        cls.samples = schemas.read_json(printed)
        cls.golden = [schemas.read_json(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]

    def expect_valid(self, name, values, validator=None):
        for value in values:
            self.assertIsNone((validator or self.strict).problem(name, value))

    def expect_wrong(self, name, value, what):
        self.assertFalse(self.strict.is_valid(name, value), f"{what} passes for a {name}")

    def test_schemas_are_schemas(self):
        self.published.check_themselves()

    def test_golden_records_are_valid(self):
        self.expect_valid("record", self.golden)

    def test_random_values_are_valid(self):
        self.assertGreater(len(self.samples["records"]), 100)
        self.expect_valid("record", self.samples["records"])
        self.expect_valid("request", self.samples["requests"])
        self.expect_valid("object", map(without_share_of_time, self.samples["objects"]))

    def test_names_are_those_of_the_program(self):
        tables = {
            name: schema.get("enum", schema.get("examples"))
            for name, schema in self.documents["names.schema.json"]["$defs"].items()
        }
        self.assertEqual(tables, self.samples["names"])

    def test_record_types_are_those_of_the_program(self):
        """The last golden record stands for an unknown type."""
        types = [record["type"] for record in self.golden[:-1]]
        self.assertEqual(list(self.documents["record.schema.json"]["$defs"]), types)

    def test_no_key_is_of_the_past(self):
        """A key that is required is missed when the program leaves it out; the others must be written by somebody."""
        written = set()
        for value in (*self.samples["records"], *self.samples["objects"], *self.samples["requests"]):
            written.update(key for _, members in objects_in(value) for key in members)
        for file, document in self.documents.items():
            for path, node in objects_in(document):
                if "properties" in node and file not in OF_COMMANDS:
                    with self.subTest(file=file, path=path):
                        self.assertLessEqual(set(node["properties"]), written | OF_PYTHON)

    def test_optional_keys_are_those_of_the_documentation(self):
        optional = set()
        for file, document in self.documents.items():
            for _, node in objects_in(document):
                if isinstance(node.get("properties"), dict) and file != "request.schema.json":
                    optional |= set(node["properties"]) - set(node.get("required", node["properties"]))
        self.assertLessEqual(optional, OPTIONAL | OF_VERDICTS | OF_PYTHON)

    def test_unknown_keys_are_wrong(self):
        for record in self.golden[:-1]:
            for path, _ in objects_in(record):
                wrong = with_change(record, path, lambda members: members.update(no_such_key=1))
                self.expect_wrong("record", wrong, f"another key in {record['type']} {path}")
                self.expect_valid("record", [wrong], self.published)

    def test_missing_keys_are_wrong(self):
        for record in self.golden[:-1]:
            for path, members in objects_in(record):
                for key in members.keys() - OPTIONAL:
                    wrong = with_change(record, path, lambda members, key=key: members.pop(key))
                    self.expect_wrong("record", wrong, f"{record['type']} {path} without {key}")
        for key in ("type", "request", "model"):
            request = {"type": "report", "request": 1, "model": "net.pt"}
            self.expect_valid("request", [request])
            del request[key]
            self.expect_wrong("request", request, f"no {key}")
        self.expect_valid("request", [{"type": "peaks", "request": 1}, {"type": "cancel", "request": 1}])

    def test_wrong_types_are_wrong(self):
        for record in self.golden[:-1]:
            for path, members in objects_in(record):
                for key, value in members.items():
                    other = of_another_type(value)
                    wrong = with_change(record, path, lambda members, key=key, other=other: members.update({key: other}))
                    if (record["type"], key) != ("hello", "type"):
                        self.expect_wrong("record", wrong, f"{other!r} as {record['type']} {path} {key}")

    def test_wrong_values_are_wrong(self):
        golden = {record["type"]: record for record in self.golden}
        for kind, path, key, value in (
            ("analysis", ("totals",), "macs", -1),
            ("analysis", ("totals",), "macs", 2**61 + 1),
            ("analysis", ("model",), "parameters", 5.0),
            ("analysis", ("layers", 0), "parent", -2),
            ("analysis", ("coverage",), "bytes", 1.5),
            ("latency", (), "executor", "as_written"),
            ("latency", ("statistics",), "median_interval_ns", [1.0]),
            ("latency", (), "samples_ns", [None]),
            ("latency", (), "batch_source", None),
            ("layers", ("items", 0), "kind", "module"),
            ("peaks", ("roofs", 0), "value_unit", "FLOP/s"),
            ("peaks", ("roofs", 0), "precision", "fp32"),
            ("sweep", (), "search", "linear"),
            ("hello", (), "version", 2),
        ):
            with self.subTest(kind=kind, key=key, value=value):
                wrong = with_change(golden[kind], path, lambda members, key=key, value=value: members.update({key: value}))
                self.expect_wrong("record", wrong, f"{value} as {key}")

    def test_wrong_requests_are_wrong(self):
        for key, value in (("batch", -1), ("step", 0), ("margin", 1), ("effort", "much"), ("model", ""), ("trust", 1)):
            request = {"type": "sweep", "request": 1, "model": "net.pt", key: value}
            self.expect_wrong("request", request, f"{value!r} as {key}")

    def test_what_is_no_object_is_wrong(self):
        for name in ("record", "request", "object", "session", "comparison", "matrix", "tokens", "verdicts"):
            for value in (None, "text", 7, [], {}):
                self.expect_wrong(name, value, repr(value))

    def test_names_of_newer_versions_are_valid(self):
        known = schemas.Schemas(schemas.strict(self.documents, known_names=True))
        newer = copy.deepcopy(next(record for record in self.golden if record["type"] == "analysis"))
        newer["layers"][0]["dtype"] = "float3"
        self.expect_valid("record", [newer])
        self.assertFalse(known.is_valid("record", newer))

    def test_other_formats_are_wrong(self):
        for value in self.samples["objects"][:20]:
            self.expect_wrong("object", {**value, "format": "rooflight.other"}, "another format")
            self.expect_wrong("object", {**value, "version": 2}, "another version")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    unittest.main(argv=sys.argv[:1])
