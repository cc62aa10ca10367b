#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Faults of the device at random places of every command: each ends it with the right status and one sentence.

CUDA_EMULATED_PLACES is how many places of each command and fault there are, where it is not the few of every run.
"""

import os
import random
import unittest
from dataclasses import dataclass

from emulated import NO_DEVICE_OR_MEMORY, EmulatedTest, model

PLACES = int(os.environ.get("CUDA_EMULATED_PLACES", "2"))
CELL_FAILED = 1
RUNS = ("--warmup", 1, "--runs", 5)
QUICK = (*RUNS, "--effort", "quick")
SHAPE = ("--input", "16x1024")
PLAN = f"""[options]
runs = 5
warmup = 1
effort = "quick"
[[model]]
file = "mixed.pt"
[[target]]
device = "cuda:0"
"""
# What is said of the readings where roofs are measured, and where there are none.
READINGS = ("rooflight-cli: While the roofs were measured: ",
            "rooflight-cli: Clocks, power and temperature of the GPU are not known: ")


@dataclass
class Command:
    """What one process of it does at least: launches, calls, allocations, readings of NVML."""

    arguments: tuple
    launch: int
    call: int
    allocation: int
    nvml: int


COMMANDS = {
    "analyze": Command((model("mixed"),), 10, 100, 2, 10),
    "latency": Command((model("mixed"), *RUNS), 60, 550, 2, 10),
    "layers": Command((model("mixed"), *RUNS), 120, 2300, 2, 10),
    "methods": Command((model("mixed"), *RUNS), 500, 7000, 2, 10),
    "sweep": Command((model("one_product"), *RUNS, "--max-batch", 4), 60, 650, 4, 10),
    "pipeline": Command((model("one_product"), model("one_product"), *SHAPE, *RUNS), 40, 1000, 4, 10),
    "peaks": Command(("--effort", "quick"), 2000, 2500, 2, 60),
    "report": Command((model("mixed"), *QUICK), 2000, 2500, 2, 60),
    "tokens": Command((model("language"), model("language"), *QUICK), 2000, 2500, 2, 60),
    "matrix": Command((), 2000, 2500, 2, 60),
}


@dataclass
class Fault:
    """What it counts, the status of CUDA that it gives, and what the sentence has to say."""

    step: str
    status: str
    words: str


FAULTS = {
    "sticky_error": Fault("launch", "", "an illegal memory access was encountered"),
    "lost_device": Fault("call", ":46", "CUDA-capable device(s) is/are busy or unavailable"),
    "no_memory": Fault("allocation", "", "memory"),
}


def places(command, step):
    """Random, and the same each time."""
    most = getattr(COMMANDS[command], step)
    return sorted(random.Random(command + step).sample(range(1, most + 1), min(PLACES, most)))


class FaultsTest(EmulatedTest):
    def run_with(self, command, fault):
        """Status and sentences of a command with a fault, but for those about readings of NVML."""
        arguments = COMMANDS[command].arguments
        device = "cuda:0"
        if command == "matrix":
            plan = self.folder / "plan.toml"
            plan.write_text(PLAN)
            (self.folder / "mixed.pt").symlink_to(model("mixed"))
            arguments = (plan, "--trust-plan", "--out", self.folder / "cells")
            device = None
        answer = self.run_program(command, *arguments, device=device, settings={"FAULT": fault})
        return answer.status, [line for line in answer.messages if not line.startswith(READINGS)]

    def ends_with_one_sentence(self, command, fault):
        for place in places(command, fault.step):
            with self.subTest(command=command, fault=fault, place=place):
                self.setUp()
                status, sentences = self.run_with(command, f"{fault.step}:{place}{fault.status}")
                self.assertEqual(status, CELL_FAILED if command == "matrix" else NO_DEVICE_OR_MEMORY, sentences)
                self.assertEqual(len(sentences), 1, sentences)
                self.assertTrue(sentences[0].startswith("rooflight-cli: "), sentences)
                self.assertTrue(sentences[0].endswith("."), sentences)
                self.assertIn(fault.words, sentences[0])

    def goes_on_without_readings(self, command):
        for place in places(command, "nvml"):
            with self.subTest(command=command, place=place):
                self.setUp()
                self.assertEqual(self.run_with(command, f"nvml:{place}"), (0, []))

    def test_device_too_small_for_the_model(self):
        answer = self.run_program("latency", model("one_product"), *RUNS, settings={"MEMORY_BYTES": 1 << 20})
        self.assertEqual((answer.status, len(answer.messages)), (NO_DEVICE_OR_MEMORY, 1), answer.errors)
        self.assertIn("memory", answer.errors)

    def test_roofs_that_memory_does_not_hold_are_named_together(self):
        answer = self.run_program("peaks", "--effort", "quick", settings={"FAULT": "allocation:4"})
        self.assertEqual(answer.status, 0, answer.errors)
        sentences = [line for line in answer.messages if "out of memory" in line]
        self.assertEqual(len(sentences), 1, answer.errors)
        for roof in ("fp64 (tensor)", "int8 (tensor)", "PCIe"):
            self.assertIn(f'"{roof}"', sentences[0])


def add_tests():
    for command in COMMANDS:
        for name, fault in FAULTS.items():
            setattr(FaultsTest, f"test_{name}_in_{command}",
                    lambda self, one=command, which=fault: self.ends_with_one_sentence(one, which))
        setattr(FaultsTest, f"test_lost_readings_in_{command}", lambda self, one=command: self.goes_on_without_readings(one))


add_tests()

if __name__ == "__main__":
    unittest.main()
