#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Roofs of emulated devices, which are the figures of the cost model, and the commands that judge by them."""

import json
import unittest

from emulated import NO_DEVICE_OR_MEMORY, EmulatedTest, model, product_ns

MULTIPROCESSORS, CLOCK_HZ = 100, 1.5e9
PRODUCTS, DRAM, L2, SHARED = 10e12, 1e12, 2e12, 4e12
EXPONENTIALS = 2e12
SHORTEST = 2e-6
WANTED = {
    **{f"{name} FMA (vector)": PRODUCTS for name in ("FP64", "FP32", "FP16", "BF16")},
    **{f"{name} (tensor)": PRODUCTS for name in ("FP64", "TF32", "FP16", "BF16", "FP8", "INT8")},
    **{f"DRAM {name}": DRAM for name in ("read", "write", "copy", "triad")},
    "FP32 exp2 (special functions)": EXPONENTIALS,
    "L2 read": L2,
    "Shared memory read": SHARED,
}
# Those that the host has a part in: the device cannot be faster than so.
LAUNCHES = ("Launch, in a graph", "Launch, back to back", "Launch, between events", "Operator (LibTorch)")
OTHERS = {"PCIe to device", "PCIe from device", *LAUNCHES}
TOLERANCE = 0.02
ROUNDING = 5e-4
QUICK = ("--effort", "quick")
RUNS = ("--warmup", 1, "--runs", 10)
MEMORY_ALLOCATION = 2
GRAPH_LAUNCHES = 500  # of empty kernels, in each repetition
PRODUCT_BYTES = 0.6e9


class RoofsTest(EmulatedTest):
    def peaks(self, **options):
        """Roofs by their names, and the whole answer."""
        answer = self.succeed("peaks", *QUICK, **options)
        return {roof["name"]: roof for roof in answer["roofs"]}, answer

    def check_value(self, value, wanted, what):
        self.assertLess(abs(value / wanted - 1), TOLERANCE, f"{what}: {value} for {wanted}")

    def test_roofs_are_those_of_the_cost_model(self):
        roofs, answer = self.peaks()
        self.assertEqual(answer["device"]["name"], "Emulated GPU")
        self.assertEqual(set(roofs), set(WANTED) | OTHERS)
        for name, wanted in WANTED.items():
            self.check_value(roofs[name]["value"], wanted, name)
            self.assertNotIn("above_theory", roofs[name]["flags"])
            # Nothing is faster than the device, but for what an event rounds.
            self.assertLess(roofs[name]["value"] / wanted, 1 + ROUNDING, name)
        for name in ("FP32 FMA (vector)", "FP32 exp2 (special functions)"):
            self.check_value(roofs[name]["per_cycle"], WANTED[name] / MULTIPROCESSORS / CLOCK_HZ, f"{name}, per cycle")
        for name in LAUNCHES:
            self.assertGreaterEqual(roofs[name]["value"], 0.999 * SHORTEST, name)

    def test_roofs_of_the_second_device(self):
        """Nothing of them takes memory of the first, which has none to give."""
        roofs, answer = self.peaks(device="cuda:1", settings={"DEVICES": 2, "MEMORY_BYTES": f"1024,{80 << 30}"})
        self.assertEqual(answer["device"]["uuid"], "GPU-454d554c-4154-4544-0000-000000000001")
        for name in ("BF16 (tensor)", "DRAM read", "L2 read"):
            self.check_value(roofs[name]["value"], WANTED[name], name)
        self.assertGreaterEqual(roofs["Launch, in a graph"]["value"], 0.999 * SHORTEST)

    def test_slow_readings_leave_the_roofs_as_they_are(self):
        """NVML is read beside the measurement."""
        roofs, _ = self.peaks(settings={"NVML_MS": 20})
        for name in ("FP32 FMA (vector)", "BF16 (tensor)", "DRAM read"):
            self.check_value(roofs[name]["value"], WANTED[name], name)

    def test_small_device_has_small_arrays(self):
        roofs, _ = self.peaks(settings={"MEMORY_BYTES": 1 << 30})
        self.check_value(roofs["DRAM read"]["value"], DRAM, "DRAM read")
        self.assertIn("small_arrays", roofs["DRAM read"]["flags"])

    def test_memory_of_the_host_that_cannot_be_locked(self):
        """It is the host that lacks something, and all other roofs are there."""
        answer = self.run_program("peaks", *QUICK, "--json", settings={"HOST_MEMORY_STATUS": MEMORY_ALLOCATION})
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertIn('There is no roof "PCIe": The host cannot lock 16 MiB of its memory', answer.errors)
        self.assertNotIn("out of memory", answer.errors)
        self.assertEqual({roof["name"] for roof in answer.json["roofs"]}, (set(WANTED) | OTHERS)
                         - {"PCIe to device", "PCIe from device"})

    def test_everything_is_given_back(self):
        """But for the one allocation that LibTorch keeps for its operator."""
        counts = self.counts_of("peaks", *QUICK)
        for own in counts:
            self.assertEqual([own[name] for name in ("host_allocations", "events", "streams", "graphs")], [0] * 4)
            self.assertLessEqual(own["device_allocations"], 1)
            self.assertEqual(own["captures_begun"], own["captures_ended"])
            self.assertEqual(own["graph_kernels"], GRAPH_LAUNCHES * own["graph_launches"])
            # The arrays of the roofs of memory are gone: two operands, a product, and what cuBLASLt works in.
            self.assertLess(own["other_bytes"], PRODUCT_BYTES)
        self.assertGreater(sum(own["graph_launches"] for own in counts), 0)

    def test_devices_that_are_not_there_have_no_roofs(self):
        for device, settings, words in (("cuda:1", {}, "cuda:1 does not exist"), ("cuda:0", {"INIT_STATUS": 35}, "driver"),
                                        ("cuda:0", {"INIT_STATUS": 46}, "busy or unavailable")):
            with self.subTest(words=words):
                self.fail_with(NO_DEVICE_OR_MEMORY, words, "peaks", *QUICK, device=device, settings=settings)

    def test_roofs_are_kept(self):
        self.peaks()
        answer = self.run_program("peaks", *QUICK, "--json", settings={"FAULT": "launch:100"})
        self.assertEqual(answer.status, 0, answer.errors)

    def test_report_judges_by_them(self):
        """A product of 8192 rows at 10 TFLOP/s is at its roof. It takes so long that what the host adds does not bind it."""
        report = self.succeed("report", model("one_product"), *QUICK, *RUNS, "--input", "8192x1024")
        verdict = report["verdicts"]["operators"][0]
        self.check_value(verdict["kernels_ns"], product_ns(8192, 1024, 1024), "kernel of the product")
        self.check_value(verdict["kernels_ns"] / verdict["time_at_roof_ns"], 1, "share of the roof")
        self.assertGreaterEqual(verdict["time_ns"], verdict["kernels_ns"])
        self.assertAlmostEqual(verdict["time_ns"] * verdict["roof_fraction"] / verdict["time_at_roof_ns"], 1)
        self.assertEqual(verdict["bound"], "compute")

    def test_estimate_of_another_batch(self):
        """Its runs take the kernel, whose time is exact, and what the host adds, which is as long as it likes."""
        estimate = self.succeed("estimate", model("one_product"), *QUICK, "--batch", 2048)
        there, kernel_ns = estimate["there"], product_ns(2048, 1024, 1024)
        self.assertEqual((estimate["method"], there["flops"]), ("replayed", 2 * 2048 * 1024 * 1024))
        self.check_value(there["limit_ns"], kernel_ns, "limit")
        self.assertGreaterEqual(there["median_ns"], kernel_ns - 2)
        low, high = there["interval"]
        self.assertTrue(there["limit_ns"] <= low <= there["median_ns"] <= high, there)
        self.assertEqual(estimate["layers"][0]["median_ns"], there["median_ns"])
        self.assertTrue(all(0 < layer["limit_ns"] <= layer["median_ns"] for layer in estimate["layers"]), estimate["layers"])

    def test_tokens_stand_under_them(self):
        """Two sequences of 16 tokens: products of 32 by 100, at the roofs of arithmetic and of the cache that holds the weights."""
        answer = self.succeed("tokens", model("language"), model("language"), *QUICK, *RUNS)
        self.assertEqual([workload["workload"] for workload in answer["workloads"]], ["prefill", "decode"])
        for workload in answer["workloads"]:
            self.assertEqual(workload["flops"], 2 * 32 * 32 * 100)
            self.check_value(workload["arithmetic_bound_ns"], 1e9 * workload["flops"] / PRODUCTS, "arithmetic")
            self.check_value(workload["read_byte_per_second"], L2, "memory")
            self.check_value(workload["memory_bound_ns"], 1e9 * workload["weight_bytes"] / L2, "bound of memory")

    def test_matrix_on_two_devices(self):
        plan = self.folder / "plan.toml"
        (self.folder / "mixed.pt").write_bytes(model("mixed").read_bytes())
        targets = "".join(f'[[target]]\nname = "gpu{i}"\ndevice = "cuda:{i}"\n' for i in range(2))
        plan.write_text(f'[options]\nruns = 10\nwarmup = 1\neffort = "quick"\n[[model]]\nfile = "mixed.pt"\n{targets}')
        out = self.folder / "cells"
        answer = self.run_program("matrix", plan, "--out", out, device=None, settings={"DEVICES": 2})
        self.assertEqual((answer.status, answer.errors), (0, ""))
        cells = json.loads((out / "matrix.json").read_text())["cells"]
        self.assertEqual([cell["status"] for cell in cells], ["done", "done"])
        for i in range(2):
            self.assertTrue((out / f"mixed__default__default__gpu{i}.ridge").exists())


if __name__ == "__main__":
    unittest.main()
