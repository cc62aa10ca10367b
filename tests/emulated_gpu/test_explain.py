#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Experiments on operators of a GPU: what they prove follows from the cost model."""

import unittest

from emulated import SHORTEST_NS, EmulatedTest, model, product_ns

SECONDS = 1
SQUARE = 4096  # of the second matrix: 67 MB, read in 67 us
WAVE_US = 2000
LAUNCH_US = 100
ATTEMPTS = 3
DOUBT = "other programs used the CPUs meanwhile|two identical processes "  # were not timed often enough, or differ


class ExplainTest(EmulatedTest):
    def explain(self, name, *arguments, **options):
        """What was found of the operator with most to gain, and its experiments by name. Launches are timed on the host,
        which other programs slow down: without them nothing is proven."""
        for _ in range(ATTEMPTS):
            answer = self.succeed("explain", model(name), *arguments, "--top", 1, "--seconds", SECONDS, "--effort", "quick",
                                  **options)
            self.assertEqual(answer["device"]["kind"], "cuda")
            found = answer["layers"][0]
            self.assertEqual(found["failure"], "")
            failures = {failed["id"]: failed["failure"] for failed in found["failed"]}
            if "cuda_graph" not in failures:
                return found, {test["id"]: test for test in found["tests"]}
            self.assertRegex(failures["cuda_graph"], DOUBT)
            self.assertIsNot(found["proven"], True)
        self.skipTest(failures["cuda_graph"])

    def product_of_rows(self, rows):
        """With a matrix that is read whole, however many rows are multiplied with it."""
        return self.explain("product", "--input", f"{rows}x{SQUARE}", "--input", f"{SQUARE}x{SQUARE}")

    def check_control(self, found, tests):
        self.assertAlmostEqual(tests["control"]["ratio"], 1, delta=0.01)
        self.assertEqual(found["doubt"], "none")

    def test_compute(self):
        found, tests = self.explain("one_product", "--input", "8192x1024")
        self.check_control(found, tests)
        self.assertAlmostEqual(found["median_ns"], product_ns(8192, 1024, 1024), delta=2000)
        self.assertEqual((found["bound"], found["proven"]), ("compute", True))
        self.assertEqual(found["causes"], [])
        self.assertLess(tests["copied_bytes"]["ratio"], 0.1)
        for name in ("tf32", "float16", "bfloat16", "larger_batch"):  # which the cost model does not tell apart
            self.assertAlmostEqual(tests[name]["ratio"], 1, delta=0.03, msg=name)

    def test_memory(self):
        found, tests = self.product_of_rows(2)
        self.check_control(found, tests)
        self.assertEqual((found["bound"], found["proven"]), ("bandwidth", True))
        self.assertAlmostEqual(tests["copied_bytes"]["ratio"], 1, delta=0.03)
        self.assertAlmostEqual(tests["float16"]["ratio"], 0.5, delta=0.02)
        # Its matrix is read once for eight times the rows, which is no sign of an idle GPU.
        self.assertLess(tests["larger_batch"]["ratio"], 0.2)
        self.assertNotIn("small_grid", [cause["id"] for cause in found["causes"]])

    def test_undecided(self):
        """Arithmetic and memory take equally long: half of the bytes make no difference, and a copy takes as long."""
        found, tests = self.product_of_rows(20)
        self.check_control(found, tests)
        self.assertIsNone(found["proven"])
        self.assertEqual(found["causes"], [])
        self.assertAlmostEqual(tests["copied_bytes"]["ratio"], 1, delta=0.03)
        self.assertAlmostEqual(tests["float16"]["ratio"], 1, delta=0.03)

    def test_launch(self):
        """Kernels of 2 us, each of which the host needs 100 us to launch."""
        found, tests = self.explain("sines", "--input", "4", settings={"LAUNCH_US": LAUNCH_US})
        self.assertEqual((found["bound"], found["proven"]), ("launch", True))
        self.assertAlmostEqual(found["median_ns"], SHORTEST_NS, delta=100)
        self.assertLess(tests["cuda_graph"]["ratio"], 0.2)
        self.assertIn("launch", [cause["id"] for cause in found["causes"]])
        self.assertNotIn("copied_bytes", tests)  # a copy of 16 bytes says nothing of memory

    def test_tail(self):
        """A product of 268 us that takes a whole wave of 2 ms; eight of them take two."""
        found, tests = self.explain("one_product", "--input", "1280x1024", settings={"WAVE_US": WAVE_US})
        self.check_control(found, tests)
        self.assertAlmostEqual(found["median_ns"], 1e3 * WAVE_US, delta=100)
        self.assertEqual((found["bound"], found["proven"]), ("underutilized", True))
        self.assertAlmostEqual(tests["larger_batch"]["ratio"], 2 / 8, delta=0.01)
        self.assertEqual([cause["id"] for cause in found["causes"]], ["small_grid"])

    def test_convolutions(self):
        """The network has three channels at first: they can be padded, and cuDNN can choose."""
        found, tests = self.explain("mixed", "--layer", "first")
        self.assertEqual(found["operator"], "aten::_convolution")
        for name in ("memory_format", "no_tf32", "float16", "padding", "larger_batch", "cudnn_benchmark"):
            self.assertIn(name, tests)

    def test_operator_that_waits(self):
        """It can be neither held back nor recorded, but called again."""
        found, tests = self.explain("repeats", "--input", "64:int64:0")
        self.assertNotIn("cuda_graph", tests)
        self.assertNotIn("larger_batch", tests)
        self.assertIn("control", tests)
        self.assertGreater(found["median_ns"], SHORTEST_NS)

    def test_session_has_the_same(self):
        session, table = self.folder / "product.ridge", self.folder / "product.csv"
        for _ in range(ATTEMPTS):
            answer = self.run_program("explain", model("one_product"), "--input", "8192x1024", "--seconds", SECONDS,
                                      "--effort", "quick", "--save", session, "--csv", table)
            self.assertEqual(answer.status, 0, answer.errors)
            if ",cuda_graph," in table.read_text():
                break
        else:
            self.assertRegex(answer.output, DOUBT)
            self.skipTest("the launches have no control")
        self.assertIn("a copy of as many bytes instead", answer.output)
        self.assertIn(",compute,true,copied_bytes,", table.read_text())
        shown = self.run_program("show", session, device=None)
        self.assertEqual(shown.status, 0, shown.errors)
        self.assertIn("compute-bound, proven", shown.output)


if __name__ == "__main__":
    unittest.main()
