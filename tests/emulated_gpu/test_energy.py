#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Joules whose exact figures the cost model and the device's power give."""

import unittest

from emulated import EmulatedTest, model, product_ns

ROWS = 8192
SHAPE = ("--input", f"{ROWS}x1024")
RUN_SECONDS = 3e-9 * product_ns(ROWS, 1024, 1024)  # 5.15 ms
WATTS = 350
IDLE = 1
LONG_ENOUGH = ("--seconds", 3)  # for three windows of a hundred updates, also where the host sees each tenth update


class EnergyTest(EmulatedTest):
    def energy(self, *arguments, command="latency", **settings):
        answer = self.succeed(command, model("three_products"), *SHAPE, *arguments,
                              settings={"IDLE_MILLIWATTS": 1000 * IDLE, **settings})
        return answer["energy"], answer

    def test_joules_of_a_run_are_exact(self):
        """Its kernels at full power; between runs, as long as the throughput says, the device is idle."""
        energy, answer = self.energy(*LONG_ENOUGH)
        self.assertEqual(energy["reason"], "")
        self.assertEqual(energy["source"], "nvml")
        between = answer["batch"] / answer["statistics"]["throughput_per_second"] - RUN_SECONDS
        exact = WATTS * RUN_SECONDS + IDLE * between
        self.assertAlmostEqual(energy["joules_per_run"], exact, delta=5e-4 * exact)
        low, high = energy["interval"]
        self.assertLessEqual(low, exact)
        self.assertGreaterEqual(high, exact)
        self.assertLess(high - low, 0.05 * exact)
        self.assertAlmostEqual(energy["idle_watts"], IDLE, delta=0.02 * IDLE)

    def test_joules_of_an_item(self):
        energy, answer = self.energy(*LONG_ENOUGH, "--batch-dim", "0")
        self.assertEqual(answer["batch"], ROWS)
        self.assertAlmostEqual(answer["joules_per_item"], energy["joules_per_run"] / ROWS)

    def test_text_and_csv_have_it(self):
        file = self.folder / "runs.csv"
        answer = self.run_program("latency", model("three_products"), *SHAPE, *LONG_ENOUGH, "--csv", file)
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertRegex(answer.output, r"Energy +1\.\d+ J a run \(95 % interval 1\.\d+ J to 1\.\d+ J\)")
        self.assertRegex(answer.output, r"Energy of +the GPU \(NVML\)")
        self.assertRegex(answer.output, r"Idle power +\d+\.\d+ W")
        rows = file.read_text().split()
        self.assertEqual(rows[0], "iteration,phase,calls,latency_ns,joules_per_run")
        self.assertTrue(rows[1].endswith(","), rows[1])
        self.assertGreater(float(rows[-1].rsplit(",", 1)[1]), WATTS * RUN_SECONDS)

    def test_report_has_it(self):
        answer = self.succeed("report", model("three_products"), *SHAPE, "--effort", "quick", *LONG_ENOUGH)
        self.assertGreater(answer["latency"]["energy"]["joules_per_run"], WATTS * RUN_SECONDS)

    def test_few_runs_are_too_few_updates(self):
        energy, _ = self.energy("--runs", 2)  # which end two windows at most
        self.assertIsNone(energy["joules_per_run"])
        self.assertIsNone(energy["interval"])
        self.assertIn("too few updates of its counter", energy["reason"])
        self.assertEqual(energy["source"], "nvml")

    def test_lost_library_has_no_counter(self):
        energy, _ = self.energy("--runs", 10, FAULT="nvml:1")
        self.assertIsNone(energy["joules_per_run"])
        self.assertIsNone(energy["source"])
        self.assertEqual(energy["reason"], "this GPU has no counter")

    def test_cold_caches_have_none(self):
        energy, _ = self.energy("--runs", 10, "--caches", "cold")
        self.assertIsNone(energy["joules_per_run"])
        self.assertIn("flushing", energy["reason"])


if __name__ == "__main__":
    unittest.main()
