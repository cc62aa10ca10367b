#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Runs every committed session through every output, and holds them against each other.

Usage: check_sessions.py ROOFLIGHT_CLI ROOFLIGHT
"""

import pathlib
import re
import struct
import sys
import tempfile
import unittest

import identities
import mutations
import outputs

FOLDERS = (outputs.ROOT / "docs/sessions", outputs.ROOT / "tests/data/sessions")
MOST_BYTES = 3_000_000  # of all of them
# A session of one layer or two says little of folding, of a chart and of a headline.
MUTATED = "virtual"


def all_sessions():
    return {path.stem: path for folder in FOLDERS for path in sorted(folder.glob("*.ridge"))}


class SessionsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="rooflight-sessions-")
        cls.addClassCleanup(folder.cleanup)
        cls.programs = outputs.Programs(cls.cli, cls.window, folder.name)
        cls.paths = all_sessions()
        cls.outputs = {name: outputs.outputs_of(cls.programs, path) for name, path in cls.paths.items()}

    def test_there_are_sessions_of_every_kind(self):
        self.assertGreaterEqual(len(self.paths), 10)
        self.assertLessEqual(sum(path.stat().st_size for path in self.paths.values()), MOST_BYTES)
        shown = [output["json"] for output in self.outputs.values()]
        kinds = {layers["device"]["kind"] for one in shown if (layers := one["layers"])}
        self.assertEqual(kinds, {"cpu", "cuda"})
        forms = {analysis["model"]["form"] for one in shown if (analysis := one["analysis"])}
        self.assertLessEqual({"trace", "export"}, forms)
        types = {op["dtype"] for one in shown if (analysis := one["analysis"]) for op in analysis["operators"]}
        self.assertLessEqual({"float32", "bfloat16", "quint8"}, types)
        sweeps = [sweep for one in shown if (sweep := one["sweep"])]
        self.assertTrue(any(sweep["batches"] for sweep in sweeps) and any(sweep.get("axes") for sweep in sweeps))
        self.assertTrue(any(op.get("kernels_ns") for one in shown for op in (one.get("verdicts") or {}).get("operators", [])))

    def test_identities(self):
        for name, output in self.outputs.items():
            for identity in identities.ALL:
                with self.subTest(session=name, identity=identity.__name__):
                    problems = list(identity(output))
                    self.assertEqual(problems[:5], [], f"{len(problems)} in all")

    def test_second_homes_are_noticed(self):
        """Each figure that one output alone has otherwise is said by an identity that says nothing without it."""
        output = self.outputs[MUTATED]
        for mutation in mutations.ALL:
            with self.subTest(mutation=mutation.__name__):
                changed = mutations.mutated(output, mutation)
                noticed = [identity.__name__ for identity in identities.ALL
                           if set(identity(changed)) - set(identity(output))]
                self.assertTrue(noticed)

    def test_second_homes_of_kernels_are_noticed(self):
        for name in ("resnet50_h100", "emulated_gpu"):
            for mutation in mutations.OF_KERNELS:
                with self.subTest(session=name, mutation=mutation.__name__):
                    changed = mutations.mutated(self.outputs[name], mutation)
                    noticed = [identity.__name__ for identity in identities.ALL if list(identity(changed))]
                    self.assertTrue(noticed)

    def test_intervals_of_gpus_are_those_of_what_sets_the_pace(self):
        """That of the H100 did nothing else, and its work was timed by its own events; the emulated one waits for its host."""
        for name, least, most in (("resnet50_h100", 0.02, 0.04), ("emulated_gpu", 0.08, 2)):
            model = self.outputs[name]["json"]["verdicts"]["model"]
            low, high = model["time_at_named_roofs_interval"]
            with self.subTest(session=name):
                self.assertTrue(least < (high - low) / 2 / model["time_at_named_roofs_ns"] < most, (low, high))

    def test_the_page_on_gpus_has_the_figures_of_its_session(self):
        page = " ".join((outputs.ROOT / "docs/how/measure_on_a_gpu.md").read_text("utf-8").split())
        model = self.outputs["resnet50_h100"]["json"]["verdicts"]["model"]
        promise = re.search(r"at its roof: (.*?), −", model["headline"]).group(1)
        self.assertIn(f"With conv1 at its roof, it would take {promise})", page)
        self.assertIn(f"a run takes {model['median_ns'] / 1e6:.2f} ms", page)
        self.assertIn(f"of which {model['between_kernels_ns'] / 1e6:.2f} ms lie between kernels", page)

    def test_two_sessions_are_compared_by_the_times_of_their_tables(self):
        before, after = self.paths["float32"], self.paths["bfloat16"]
        comparison = outputs.json.loads(self.programs.run(self.cli, "compare", before, after, "--json"))
        for side, name in (("before_ns", "float32"), ("after_ns", "bfloat16")):
            other = {"after_ns": "before_ns", "before_ns": "after_ns"}[side]
            one_sided = {**comparison, "model": {**comparison["model"], other: comparison["model"][side]},
                         "layers": [{**row, other: row[side]} for row in comparison["layers"]]}
            problems = list(identities.comparison_has_the_times_of_the_table({**self.outputs[name], "comparison": one_sided}))
            self.assertEqual(problems[:5], [])

    def test_pictures_are_written(self):
        for name, path in self.paths.items():
            if not self.outputs[name]["json"].get("verdicts"):
                continue
            with self.subTest(session=name):
                picture = self.programs.export(f"{name}.png", "--size", "900x700", path).read_bytes()
                self.assertEqual(struct.unpack(">II", picture[16:24]), (900, 700))

    def test_several_sessions_are_one_chart(self):
        both = [self.paths["float32"], self.paths["bfloat16"]]
        scene = outputs.json.loads(self.programs.export("both.json", "--figure", "chart", *both).read_text("utf-8"))
        self.assertEqual(scene["sessions"], ["float32", "bfloat16"])
        alone = {name: self.outputs[name]["scene"]["points"] for name in scene["sessions"]}
        for name, points in alone.items():
            places = {(point["kind"], point["id"]): (point["x"], point["y"]) for point in points}
            among = {(point["kind"], point["id"]): (point["x"], point["y"]) for point in scene["points"]
                     if point["session"] == name}
            self.assertEqual(among, places)

    def test_scenes_are_valid(self):
        sys.path.insert(0, str(outputs.ROOT / "tests/integration/schema"))
        try:
            import jsonschema  # noqa: F401
        except ImportError:
            self.skipTest("Python has no jsonschema")
        import schemas

        validator = schemas.Schemas(schemas.strict(schemas.read_schemas(), known_names=True))
        for name, output in self.outputs.items():
            if "scene" in output:
                with self.subTest(session=name):
                    self.assertIsNone(validator.problem("object", output["scene"]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    SessionsTest.cli, SessionsTest.window = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:])
    unittest.main(argv=sys.argv[:1])
