#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Kernels of operators: the emulated libraries know which they start."""

import unittest

from emulated import SHORTEST_NS, EmulatedTest, model


# Operators in their order, and a part of the names of their kernels.
WANTED = [
    ("aten::_convolution", "emulated_cudnn_convolution"),
    ("aten::relu", "launch_clamp_scalar"),
    ("aten::_convolution", "emulated_cudnn_convolution"),
    ("aten::relu", "launch_clamp_scalar"),
    ("aten::mean", "MeanOps"),
    ("aten::linear", "emulated_cublas_gemm"),
]


class AttributionTest(EmulatedTest):
    def layers(self, **options):
        return self.succeed("layers", model("mixed"), "--runs", 20, **options)

    def kernels_of_operators(self, **options):
        return [item["kernels"] for item in self.layers(**options)["items"] if item["kind"] == "operator"]

    def test_each_operator_has_its_own_kernels(self):
        operators = self.succeed("analyze", model("mixed"))["operators"]
        self.assertEqual([operator["name"] for operator in operators], [name for name, _ in WANTED])
        kernels = self.kernels_of_operators()
        self.assertEqual(len(kernels), len(WANTED))
        for own, (operator, name) in zip(kernels, WANTED):
            self.assertEqual([kernel["launches"] for kernel in own], [1], operator)
            self.assertIn(name, own[0]["name"], operator)

    def test_kernels_have_the_time_of_the_cost_model(self):
        for own in self.kernels_of_operators():
            self.assertAlmostEqual(own[0]["time_ns"], SHORTEST_NS, delta=20)

    def test_attribution_unconfined(self):
        answer = self.succeed("layers", model("mixed"), "--runs", 20, "--unconfined")
        self.assertFalse(answer["no_kernels"])

    def test_refused_cupti_says_so(self):
        """35: insufficient privileges."""
        answer = self.layers(settings={"CUPTI_STATUS": 35})
        self.assertIn("CUPTI noted no kernel", answer["no_kernels"])

    def test_sum_of_kernels_says_why_there_is_none(self):
        answer = self.succeed("methods", model("mixed"), "--runs", 10, settings={"CUPTI_STATUS": 35})
        method = next(method for method in answer["methods"] if method["method"] == "kernel_sum")
        self.assertIn("CUPTI noted no kernel", method["unavailable"])

    def test_refused_counters_say_so(self):
        answer = self.run_program("analyze", model("mixed"), "--count-bytes", settings={"CUPTI_STATUS": 35})
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertIn("administrators", answer.errors)


if __name__ == "__main__":
    unittest.main()
