#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Memory of the device, and graphs, of confined models: both need the program's own module for CUDA."""

import unittest

from emulated import NO_DEVICE_OR_MEMORY, EmulatedTest, model, product_ns

SHAPE = ("--input", "8192x1024")


class MemoryTest(EmulatedTest):
    def outcomes(self, *arguments, **options):
        answer = self.succeed("sweep", model("one_product"), "--runs", 5, *arguments, **options)
        return {point["batch"]: point["outcome"] for point in answer["batches"]}, answer

    def test_sweep_ends_where_the_device_does(self):
        outcomes, answer = self.outcomes(settings={"MEMORY_BYTES": 1 << 30})
        self.assertIn("out_of_memory", outcomes.values())
        self.assertEqual(answer["end"], "memory")
        # Inputs and outputs of 4 KiB an item, both in use at once, beside 4 MiB of weights.
        self.assertLess(answer["largest"], (1 << 30) / 8192)
        self.assertGreater(answer["largest"], (1 << 30) / 8192 / 4)

    def test_sweep_ends_at_the_limit(self):
        outcomes, answer = self.outcomes("--memory-limit", 0.5)
        self.assertIn("out_of_memory", outcomes.values())
        self.assertEqual(answer["end"], "memory")
        self.assertLess(answer["largest"], 0.5e9 / 8192)

    def test_limit_holds_for_one_run(self):
        self.fail_with(NO_DEVICE_OR_MEMORY, "memory", "latency", model("one_product"), *SHAPE, "--runs", 5,
                       "--memory-limit", 0.02)

    def test_limit_holds_on_the_second_device(self):
        self.fail_with(NO_DEVICE_OR_MEMORY, "memory", "latency", model("one_product"), *SHAPE, "--runs", 5,
                       "--memory-limit", 0.02, device="cuda:1", settings={"DEVICES": 2})

    def test_limit_that_is_enough(self):
        self.succeed("latency", model("one_product"), *SHAPE, "--runs", 5, "--memory-limit", 1)


class GraphTest(EmulatedTest):
    def check_captures(self, captures, *arguments):
        """All are ended, none begins while the device works, and no graph is left."""
        counts = self.counts_of(*arguments)
        self.assertEqual(sum(own["captures_begun"] for own in counts), captures)
        for own in counts:
            self.assertEqual(own["captures_ended"], own["captures_begun"])
            self.assertEqual([own[name] for name in ("captures_while_busy", "graphs", "events")], [0] * 3)

    def test_captures(self):
        self.check_captures(2, "methods", model("three_products"), *SHAPE, "--runs", 5)

    def test_capture_that_the_model_prevents_is_ended(self):
        self.check_captures(1, "layers", model("waits"), "--input", "4x4", "--runs", 5)

    def test_graph_replay_takes_the_time_of_its_kernels(self):
        answer = self.succeed("methods", model("three_products"), *SHAPE, "--runs", 20)
        replay = next(method for method in answer["methods"] if method["method"] == "graph_replay")
        self.assertEqual(replay["unavailable"], "")
        wanted = 3 * product_ns(8192, 1024, 1024)
        self.assertGreaterEqual(replay["statistics"]["min_ns"], wanted - 2)
        self.assertLess(replay["statistics"]["min_ns"], 1.5 * wanted)  # with the launch of the graph

    def test_layers_as_a_graph(self):
        answer = self.succeed("layers", model("three_products"), *SHAPE, "--runs", 10)
        self.assertFalse(answer.get("no_graph_replay"))

    def test_graph_on_the_second_device(self):
        answer = self.succeed("methods", model("mixed"), "--runs", 10, device="cuda:1", settings={"DEVICES": 2})
        replay = next(method for method in answer["methods"] if method["method"] == "graph_replay")
        self.assertEqual(replay["unavailable"], "")


if __name__ == "__main__":
    unittest.main()
