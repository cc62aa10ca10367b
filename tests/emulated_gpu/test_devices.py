#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Two emulated devices, and drivers that show none."""

import unittest

from emulated import NO_DEVICE_OR_MEMORY, EmulatedTest, model

TWO = {"DEVICES": 2}
FIRST = "GPU-454d554c-4154-4544-0000-000000000000"
SECOND = "GPU-454d554c-4154-4544-0000-000000000001"


class DevicesTest(EmulatedTest):
    def uuid(self, device, settings):
        return self.succeed("latency", model("mixed"), "--runs", 10, device=device, settings=settings)["device"]["uuid"]

    def test_second_device(self):
        self.assertEqual(self.uuid("cuda:1", TWO), SECOND)

    def test_layers_on_the_second_device(self):
        answer = self.succeed("layers", model("mixed"), "--runs", 20, device="cuda:1", settings=TWO)
        self.assertEqual(answer["device"]["uuid"], SECOND)
        self.assertFalse(answer.get("no_kernels"))

    def test_methods_on_the_second_device(self):
        answer = self.succeed("methods", model("mixed"), "--runs", 20, device="cuda:1", settings=TWO)
        held = next(method for method in answer["methods"] if method["method"] == "events_held")
        self.assertFalse(held["unavailable"])

    def test_pipeline_on_the_second_device(self):
        answer = self.succeed("pipeline", model("one_product"), model("one_product"), "--input", "64x1024", "--runs", 10,
                              device="cuda:1", settings=TWO)
        self.assertEqual(answer["device"]["uuid"], SECOND)

    def test_sweep_on_the_second_device(self):
        answer = self.succeed("sweep", model("one_product"), "--max-batch", 4, "--runs", 10, device="cuda:1", settings=TWO)
        self.assertEqual(answer["device"]["uuid"], SECOND)

    def test_visible_devices_by_index(self):
        self.assertEqual(self.uuid("cuda:0", TWO | {"CUDA_VISIBLE_DEVICES": "1"}), SECOND)

    def test_visible_devices_by_uuid(self):
        self.assertEqual(self.uuid("cuda:0", TWO | {"CUDA_VISIBLE_DEVICES": SECOND}), SECOND)

    def test_visible_devices_in_another_order(self):
        self.assertEqual(self.uuid("cuda:1", TWO | {"CUDA_VISIBLE_DEVICES": "1,0"}), FIRST)

    def test_no_visible_device(self):
        self.fail_with(NO_DEVICE_OR_MEMORY, "LibTorch sees 0 CUDA devices", "latency", model("mixed"),
                       settings={"CUDA_VISIBLE_DEVICES": ""})

    def test_device_that_is_not_there(self):
        self.fail_with(NO_DEVICE_OR_MEMORY, "cuda:2 does not exist", "latency", model("mixed"), device="cuda:2", settings=TWO)

    def test_driver_that_does_not_start(self):
        for status in (3, 46, 100, 802):
            with self.subTest(status=status):
                self.fail_with(NO_DEVICE_OR_MEMORY, "cuda:0", "latency", model("mixed"), settings={"INIT_STATUS": status})

    def test_slow_driver(self):
        self.succeed("latency", model("mixed"), "--runs", 10, settings={"INIT_MS": 1500})

    def test_driver_is_told_what_it_needs_before_it_starts(self):
        for name in ("CUDA_CACHE_DISABLE", "CUDA_SCALE_LAUNCH_QUEUES"):
            with self.subTest(name=name):
                self.succeed("latency", model("mixed"), "--runs", 10, settings={"INIT_NEEDS": name})

    def test_slow_nvml(self):
        self.succeed("latency", model("mixed"), "--runs", 10, settings={"NVML_MS": 50})


if __name__ == "__main__":
    unittest.main()
