#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Faults of the device, counted by allocations, launches or calls: each ends a command with status 5 and one sentence."""

import random
import unittest

from emulated import NO_DEVICE_OR_MEMORY, EmulatedTest, model

RUNS = ("--warmup", 1, "--runs", 5)
SHAPE = ("--input", "16x1024")
# Of each command its arguments and the launches and calls that it makes at least.
COMMANDS = {
    "analyze": ((model("mixed"),), 10, 100),
    "latency": ((model("mixed"), *RUNS), 60, 800),
    "layers": ((model("mixed"), *RUNS), 60, 800),
    "methods": ((model("mixed"), *RUNS), 60, 800),
    "sweep": ((model("one_product"), *RUNS, "--max-batch", 4), 40, 400),
    "pipeline": ((model("one_product"), model("one_product"), *SHAPE, *RUNS), 40, 800),
}
PLACES = 10  # of errors that stick, and of lost devices, in each command


def places(command, most):
    """Random, and the same each time."""
    return sorted(random.Random(command).sample(range(1, most), min(PLACES, most - 1)))


class FaultsTest(EmulatedTest):
    def check_one_sentence(self, answer):
        self.assertEqual(answer.status, NO_DEVICE_OR_MEMORY, answer.errors)
        self.assertEqual(len(answer.messages), 1, answer.errors)
        self.assertTrue(answer.messages[0].startswith("ridgepoint-cli: "), answer.errors)
        self.assertTrue(answer.messages[0].endswith("."), answer.errors)

    def fault(self, command, fault):
        with self.subTest(command=command, fault=fault):
            answer = self.run_program(command, *COMMANDS[command][0], settings={"FAULT": fault})
            self.check_one_sentence(answer)
            return answer.errors
        return ""

    def test_out_of_memory_at_the_first_allocation(self):
        for command in COMMANDS:
            self.assertIn("memory", self.fault(command, "allocation:1"))

    def test_device_too_small_for_the_model(self):
        answer = self.run_program("latency", model("one_product"), *RUNS, settings={"MEMORY_BYTES": 1 << 20})
        self.check_one_sentence(answer)
        self.assertIn("memory", answer.errors)

    def sticky_errors(self, command):
        for place in places(command, COMMANDS[command][1]):
            self.fault(command, f"launch:{place}")

    def lost_device(self, command):
        for place in places(command, COMMANDS[command][2]):
            self.fault(command, f"call:{place}:46")


def add_tests():
    for command in COMMANDS:
        setattr(FaultsTest, f"test_sticky_error_in_{command}", lambda self, name=command: self.sticky_errors(name))
        setattr(FaultsTest, f"test_lost_device_in_{command}", lambda self, name=command: self.lost_device(name))


add_tests()

if __name__ == "__main__":
    unittest.main()
