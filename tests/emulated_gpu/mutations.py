#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Breaks the code for GPUs in small ways, and shows that a test of the emulated GPU notices each.

mutations.py BUILD_DIR [NAME...]: writes each breakage into the sources of the build (a work tree without changes, which
no one else uses meanwhile), builds the program, runs the tests that should fail, and takes it back. An hour on two cores.

"no wait before a capture" is not noticed: the device has no work whenever the program makes a graph.

Exit status: 0 at least nine of ten are caught, 1 fewer are.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MODULE = "core/roofs/cuda/module"
TIMING = "core/timing/cuda"


@dataclass
class Mutation:
    file: str
    old: str
    new: str
    tests: str  # "file Class.test ..." of tests/emulated_gpu


ROOFS = "test_roofs.py RoofsTest.test_roofs_are_those_of_the_cost_model RoofsTest.test_everything_is_given_back"
SECOND_ROOFS = "test_roofs.py RoofsTest.test_roofs_of_the_second_device"
GRAPHS = "test_memory.py GraphTest"
MEMORY = "test_memory.py MemoryTest"
KERNELS = "test_attribution.py"
HELD = "test_times.py TimesTest.test_held_events_leave_out_the_host"

MUTATIONS = {
    "swapped events": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "m_start.get(), m_end.get()), \"to", "m_end.get(), m_start.get()), \"to", ROOFS),
    "end recorded on another stream": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "cudaEventRecord(m_end.get(), stream)", "cudaEventRecord(m_end.get(), nullptr)", ROOFS),
    "no wait for the end": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "checked(cudaEventSynchronize(m_end.get()),", "checked(cudaSuccess,", ROOFS),
    "one launch of 500 missing": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "i < launches && launched", "i + 1 < launches && launched", ROOFS),
    "one product missing": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "int i = 0; i < products", "int i = 1; i < products", ROOFS),
    "arrays never freed": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "        array.reset();", "        static_cast<void>(array.release());", ROOFS),
    "arrays freed too late": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "        array.reset();", "        static_cast<void>(array);", ROOFS),
    "locked memory never freed": Mutation(
        f"{MODULE}/handles.h", "static_cast<void>(cudaFreeHost(memory))", "static_cast<void>(memory)", ROOFS),
    "graphs never destroyed": Mutation(
        f"{MODULE}/handles.h", "static_cast<void>(cudaGraphExecDestroy(graph))", "static_cast<void>(graph)", ROOFS),
    "events never destroyed": Mutation(
        f"{MODULE}/handles.h", "static_cast<void>(cudaEventDestroy(event))", "static_cast<void>(event)", ROOFS),
    "always the first device": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "checked(cudaSetDevice(index)", "checked(cudaSetDevice(0)", SECOND_ROOFS),
    "copies in the other direction": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "direction == CopyDirection::ToDevice", "direction != CopyDirection::ToDevice", ROOFS),
    "cycles of all kernels together": Mutation(
        f"{MODULE}/cuda_gpu.cpp", "checked(kernels::resetSpans(spans)", "checked(spans ? cudaSuccess : cudaErrorUnknown",
        ROOFS),
    "captured without a stream of its own": Mutation(
        f"{TIMING}/module.cpp", "guard(c10::cuda::getStreamFromPool())", "guard(c10::cuda::getDefaultCUDAStream())",
        GRAPHS),
    "no wait before a capture": Mutation(f"{TIMING}/module.cpp", "    c10::cuda::device_synchronize();\n", "", GRAPHS),
    "capture not ended after an exception": Mutation(
        f"{TIMING}/module.cpp", "            graph->capture_end();\n        } catch", "        } catch", GRAPHS),
    "graph replayed twice": Mutation(
        f"{TIMING}/module.cpp", "graph->replay(); }", "graph->replay(); graph->replay(); }", GRAPHS),
    "graph kept for ever": Mutation(
        f"{TIMING}/module.cpp", "return [graph] {", "static const auto kept = graph;\n    return [graph] {", GRAPHS),
    "memory limit not set": Mutation(
        f"{TIMING}/module.cpp", "setMemoryFraction(fraction,", "setMemoryFraction(fraction > 0 ? 1.0 : 1.0,", MEMORY),
    "memory limit of the first device": Mutation(
        f"{TIMING}/module.cpp", "static_cast<c10::DeviceIndex>(device)", "static_cast<c10::DeviceIndex>(0 * device)", MEMORY),
    "stream not held": Mutation(
        f"{TIMING}/stream_hold.cpp", "m_state->released = false;", "m_state->released = true;", HELD),
    "kernels of the operator before": Mutation(
        f"{TIMING}/kernel_lists.cpp", "span.beginNs + (span.endNs - span.beginNs) / 2)", "span.beginNs - 1000000)", KERNELS),
    "bytes of all runs together": Mutation(
        f"{TIMING}/memory_counters.cpp", "std::llround(bytes[0] / runs)", "std::llround(bytes[0] + runs)",
        "test_commands.py CommandsTest.test_counted_bytes"),
}


class Tree:
    """The sources of a build, and what is built of them."""

    def __init__(self, build):
        self.build = build
        cache = (build / "CMakeCache.txt").read_text().splitlines()
        self.source = Path(next(line for line in cache if line.startswith("CMAKE_HOME_DIRECTORY")).split("=")[1])
        self.tests = self.source / "tests" / "emulated_gpu"
        folder = build / "tests" / "emulated_gpu"
        self.environment = os.environ | {
            "CUDA_EMULATED_PROGRAM": str(folder / "program" / "rooflight-cli"),
            "CUDA_EMULATED_LIBRARIES": str(folder / "libraries"),
            "CUDA_EMULATED_MODELS": str(folder / "models"),
        }

    def make(self):
        done = subprocess.run(["ninja", "-C", self.build, "emulated_gpu_program"], capture_output=True, text=True,
                              check=False)
        return None if done.returncode == 0 else done.stdout[-2000:]

    def run(self, tests):
        """What the tests said, where they failed."""
        file, *names = tests.split()
        done = subprocess.run([sys.executable, "-B", self.tests / file, *names], env=self.environment,
                              capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return None
        failed = [line.split()[1] for line in done.stderr.splitlines() if line.startswith(("FAIL:", "ERROR:"))]
        return ", ".join(dict.fromkeys(failed)) or "the tests did not run"

    def with_mutation(self, mutation):
        """Whether it is caught, and by what."""
        file = self.source / mutation.file
        text = file.read_text()
        if text.count(mutation.old) != 1:
            return False, f"\"{mutation.old}\" stands {text.count(mutation.old)} times in {mutation.file}"
        file.write_text(text.replace(mutation.old, mutation.new))
        try:
            if unbuilt := self.make():
                return False, f"does not build: {unbuilt}"
            failed = self.run(mutation.tests)
        finally:
            file.write_text(text)
        return failed is not None, failed or f"not noticed by {mutation.tests}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tree = Tree(Path(sys.argv[1]).resolve())
    if subprocess.run(["git", "-C", tree.source, "diff", "--quiet"], check=False).returncode != 0:
        sys.exit(f"error: {tree.source} has changes: commit them, or take a work tree of its own")
    if unbuilt := tree.make():
        sys.exit(f"error: the build fails without a breakage: {unbuilt}")
    caught = 0
    names = sys.argv[2:] or list(MUTATIONS)
    for name in names:
        noticed, text = tree.with_mutation(MUTATIONS[name])
        caught += noticed
        print(f"{'caught' if noticed else 'MISSED':6} {name}: {text}", flush=True)
    tree.make()
    print(f"{caught} of {len(names)} caught")
    return 0 if caught >= 0.9 * len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
