#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Times whose exact figures the cost model gives."""

import unittest

from emulated import SHORTEST_NS, EmulatedTest, model, product_ns

ROWS = 8192
SHAPE = ("--input", f"{ROWS}x1024")
ONE_NS = product_ns(ROWS, 1024, 1024)  # 1,717,987 ns
SLOW_NS = 10e6  # of a product where WAVE_US says so: far longer than a host takes to launch it
SLOWER = 20  # how many times its time a product takes where LIES says so


def median(block):
    return block["statistics"]["median_ns"]


class TimesTest(EmulatedTest):
    def methods(self, *arguments, **options):
        answer = self.succeed("methods", model("three_products"), *SHAPE, "--runs", 20, *arguments, **options)
        return {method["method"]: method for method in answer["methods"]}, answer

    def test_held_events_are_exact(self):
        methods, answer = self.methods()
        self.assertEqual(answer["reference"], "events_held")
        # An event's time is a float of milliseconds.
        self.assertAlmostEqual(median(methods["events_held"]), 3 * ONE_NS, delta=2)

    def test_held_events_leave_out_the_host(self):
        """It takes longer to launch each of 2,000 kernels than the device to run it."""
        answer = self.succeed("methods", model("launches"), "--input", "4", "--runs", 3)
        methods = {method["method"]: method for method in answer["methods"]}
        self.assertAlmostEqual(median(methods["events_held"]), 2000 * SHORTEST_NS, delta=1000)

    def test_naive_clock_deceives(self):
        methods, answer = self.methods("--warmup", 1, settings={"WAVE_US": round(SLOW_NS / 1000)})
        self.assertGreaterEqual(median(methods["events_held"]), 3 * SLOW_NS - 2)
        self.assertLess(median(methods["naive"]), SLOW_NS)
        self.assertIn("queueing_only", [finding["code"] for finding in answer["findings"]])

    def test_no_method_is_shorter_than_the_device(self):
        methods, _ = self.methods()
        for name in ("synchronized", "throughput", "events"):
            self.assertGreaterEqual(median(methods[name]), 3 * ONE_NS - 2, name)

    def test_events_begin_with_the_first_kernel_at_the_latest(self):
        """Between the events lies the work and the queueing of the first kernel, no more."""
        latency = self.succeed("latency", model("three_products"), *SHAPE, "--runs", 20)
        smallest = latency["statistics"]["min_ns"]
        self.assertGreaterEqual(smallest, 3 * ONE_NS - 2)
        self.assertLess(smallest, 4 * ONE_NS)

    def test_pipeline_of_two_models(self):
        answer = self.succeed("pipeline", model("three_products"), model("one_product"), *SHAPE, "--runs", 20)
        modes = {mode["mode"]: mode for mode in answer["modes"]}
        self.assertGreaterEqual(modes["events"]["end_to_end"]["statistics"]["min_ns"], 4 * ONE_NS - 2)
        # The device works on the first model while the second one is queued: behind it nothing is waited for.
        second = modes["events"]["stages"][1]
        self.assertAlmostEqual(second["statistics"]["min_ns"], ONE_NS, delta=0.05 * ONE_NS)
        self.assertGreaterEqual(modes["synchronized"]["stages"][1]["statistics"]["min_ns"], ONE_NS - 2)
        # Of the shortest runs: the host may be busy in others.
        shortest = {mode: modes[mode]["end_to_end"]["statistics"]["min_ns"] for mode in modes}
        self.assertGreater(shortest["synchronized"], shortest["events"])
        self.assertGreater(answer["synchronization_cost_interval_ns"][1], 0)

    def test_sweep_up_to_the_largest_batch(self):
        answer = self.succeed("sweep", model("one_product"), "--max-batch", 4096, "--runs", 10,
                              settings={"LIES": f"emulated_cublas_gemm:{SLOWER}"})
        points = {point["batch"]: point for point in answer["batches"]}
        for batch, point in points.items():
            self.assertGreaterEqual(point["statistics"]["min_ns"], SLOWER * (product_ns(batch, 1024, 1024) - 1), batch)
        wanted = SLOWER * product_ns(4096, 1024, 1024)  # 17 ms, of which the host's part may be one
        self.assertAlmostEqual(points[4096]["statistics"]["min_ns"], wanted, delta=0.05 * wanted)

    def test_more_launches_than_a_held_stream_takes(self):
        """5,000 kernels of 2 us; 4,088 entries fit. Held timings are given up with a reason, others are right."""
        answer = self.succeed("methods", model("many_launches"), "--input", "4", "--runs", 3)
        methods = {method["method"]: method for method in answer["methods"]}
        self.assertNotEqual(methods["events_held"]["unavailable"], "")
        for name in ("synchronized", "events"):
            self.assertGreaterEqual(methods[name]["statistics"]["min_ns"], 5000 * SHORTEST_NS)
        # Neither waits for the host between its kernels; a graph is launched behind the event that begins it.
        self.assertAlmostEqual(methods["kernel_sum"]["statistics"]["min_ns"], 5000 * SHORTEST_NS, delta=50 * SHORTEST_NS)
        replay = methods["graph_replay"]["statistics"]["min_ns"]
        self.assertTrue(5000 * SHORTEST_NS - 2 <= replay < 1.5 * 5000 * SHORTEST_NS, replay)


if __name__ == "__main__":
    unittest.main()
