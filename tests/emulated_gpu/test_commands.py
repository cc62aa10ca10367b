#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Every command on one emulated device, confined as by default."""

import unittest
import zipfile

from emulated import COMPILED_MODEL, FILE_UNREADABLE, WRONG_COMMAND_LINE, EmulatedTest, model

SHAPE = ("--input", "64x1024")
ATTEMPTS = 3
ROUNDS = 6  # with fewer nothing is decided


def is_doubtful(control):
    """Whether two equal processes say that nothing follows from their rounds."""
    low, high = control["interval"]
    holds = 0.8 <= control["ratio"] <= 1.25 and low >= 0.65 and high <= 1.55
    return control["other_load"] or control["rounds"] < ROUNDS or not holds


class CommandsTest(EmulatedTest):
    def check_device(self, answer):
        self.assertEqual(answer["device"]["kind"], "cuda")
        self.assertEqual(answer["device"]["name"], "Emulated GPU")
        self.assertEqual(answer["device"]["uuid"], "GPU-454d554c-4154-4544-0000-000000000000")

    def test_analyze(self):
        self.check_device(self.succeed("analyze", model("mixed")))

    def test_latency(self):
        answer = self.succeed("latency", model("mixed"), "--runs", 20)
        self.check_device(answer)
        self.assertEqual(answer["method"], "events")
        self.assertEqual(answer["statistics"]["count"], 20)

    def test_layers(self):
        answer = self.succeed("layers", model("mixed"), "--runs", 20)
        self.check_device(answer)
        self.assertEqual(answer["method"], "events")

    def test_remedies(self):
        for _ in range(ATTEMPTS):
            answer = self.succeed("remedies", model("mixed"), "--seconds", 2, "--only",
                                  "tf32,cuda_graph,bfloat16,keep_memory", settings={"LAUNCH_US": 100})
            self.check_device(answer)
            remedies = {remedy["id"]: remedy for remedy in answer["remedies"]}
            self.assertEqual(remedies["keep_memory"]["obstacle"], "only_on_cpu")
            for name in ("tf32", "cuda_graph", "bfloat16"):
                self.assertTrue(remedies[name]["applies"], remedies[name]["reason"])
                if is_doubtful(remedies[name]["control"]):
                    self.assertEqual(remedies[name]["verdict"], "unsure")
            graph = remedies["cuda_graph"]
            if graph["verdict"] == "faster":
                self.assertLess(graph["ratio"], 1)  # six launches become one
                break
            self.assertEqual(graph["verdict"], "unsure")
        else:  # the host is timed, which other programs slow down
            self.assertTrue(is_doubtful(graph["control"]) or graph["interval"][1] >= 1, graph)
            self.skipTest("the host was too busy to decide")
        self.assertIn("cuda_graph", answer["best"]["ids"])

    def compiled(self, device, *other_records):
        """A package as AOTInductor writes it, of a library that adds an element of its second input to its first."""
        path = self.folder / f"{device}{len(other_records)}.pt2"
        folder = "net/data/aotinductor/model/"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("net/archive_format", "pt2")
            archive.write(COMPILED_MODEL, f"{folder}net.wrapper.so")
            archive.writestr(f"{folder}net.wrapper_metadata.json", f'{{"AOTI_DEVICE_KEY": "{device}"}}')
            for name in other_records:
                archive.writestr(folder + name, "")
        return path

    def test_compiled_package(self):
        answer = self.succeed("latency", self.compiled("cuda"), "--trust", "--input", "2x3", "--input", "4", "--runs", 10)
        self.check_device(answer)
        self.assertEqual(answer["method"], "events")

    def test_compiled_package_for_another_device(self):
        self.fail_with(WRONG_COMMAND_LINE, "compiled for a CPU", "latency", self.compiled("cpu"), "--trust", "--input", "2x3")

    def test_compiled_package_with_kernels_outside(self):
        self.fail_with(FILE_UNREADABLE, "embed_kernel_binary", "latency", self.compiled("cuda", "triton.cubin"), "--trust")

    def test_export_of_a_cpu(self):
        """Where data lie otherwise than on the CPU of the export, a view of them copies."""
        exported = model("attention_view").with_suffix(".pt2")
        answer = self.succeed("analyze", exported, "--operators")
        self.check_device(answer)
        self.assertIn("aten::reshape", [operator["name"] for operator in answer["operators"]])

    def test_methods(self):
        answer = self.succeed("methods", model("mixed"), "--runs", 20)
        self.check_device(answer)
        names = [method["method"] for method in answer["methods"]]
        self.assertEqual(names, ["naive", "synchronized", "throughput", "events", "events_held", "graph_replay",
                                 "kernel_sum"])

    def test_sweep(self):
        answer = self.succeed("sweep", model("one_product"), "--max-batch", 8, "--runs", 10)
        self.check_device(answer)

    def test_pipeline(self):
        answer = self.succeed("pipeline", model("one_product"), model("three_products"), *SHAPE, "--runs", 20)
        self.check_device(answer)
        self.assertEqual([mode["mode"] for mode in answer["modes"]], ["synchronized", "events"])

    def test_report_keeps_a_session(self):
        session = self.folder / "mixed.ridge"
        answer = self.run_program("report", model("mixed"), "--runs", 20, "--save", session)
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertGreater(session.stat().st_size, 0)

    def test_frozen_and_half_precision(self):
        self.check_device(self.succeed("latency", model("mixed"), "--runs", 20, "--executor", "frozen", "--precision",
                                       "float16"))

    def test_interleaved(self):
        self.succeed("latency", model("mixed"), "--runs", 20, "--interleave", "executor=frozen")

    def test_cold_caches(self):
        self.check_device(self.succeed("latency", model("mixed"), "--runs", 10, "--caches", "cold"))

    def test_counted_bytes(self):
        """A product of 64 by 1024 with 1024 by 1024 reads two matrices and writes one."""
        answer = self.succeed("analyze", model("one_product"), *SHAPE, "--count-bytes")
        self.assertEqual(answer["counted"], {"bytes_read": 4 * (64 * 1024 + 1024 * 1024), "bytes_written": 4 * 64 * 1024})

    def test_nothing_is_written_beside_the_answer(self):
        """LibTorch's profiler would say when it begins and ends."""
        for command in ("layers", "methods"):
            answer = self.run_program(command, model("mixed"), "--runs", 10)
            self.assertEqual((answer.status, answer.errors), (0, ""))

    def test_devices_of_a_trace_follow_the_model(self):
        """The trace was made on a CPU and says so in its code."""
        for command in ("latency", "layers"):
            answer = self.run_program(command, model("arange"), "--runs", 10)
            self.assertEqual(answer.status, 0, answer.errors)
            self.assertEqual(len(answer.messages), 1, answer.errors)
            self.assertIn("names another device than the one it was loaded on (\"cpu in", answer.errors)
            self.assertIn("all were set to cuda:0.", answer.errors)

    def test_model_that_cannot_be_captured_is_timed_all_the_same(self):
        methods = {method["method"]: method for method in
                   self.succeed("methods", model("waits"), "--input", "4x4", "--runs", 10)["methods"]}
        self.assertIn("No CUDA graph can be made", methods["graph_replay"]["unavailable"])
        for name in ("synchronized", "throughput", "events", "kernel_sum"):
            self.assertEqual(methods[name]["unavailable"], "", name)

    def test_sizes_of_a_trace_are_numbers_of_the_host(self):
        """A kernel for them would give zero here, and no graph could be made anywhere."""
        for name in ("sizes", "size_as_factor"):
            self.succeed("analyze", model(name))
        methods = self.succeed("methods", model("sizes"), "--runs", 10)["methods"]
        graph = next(method for method in methods if method["method"] == "graph_replay")
        self.assertEqual(graph["unavailable"], "")

    def test_devices_of_a_trace_follow_the_model_to_the_second_device(self):
        answer = self.run_program("latency", model("arange"), "--runs", 10, device="cuda:1", settings={"DEVICES": 2})
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertIn("all were set to cuda:1.", answer.errors)


if __name__ == "__main__":
    unittest.main()
