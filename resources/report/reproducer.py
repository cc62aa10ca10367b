# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Repeats one call of an operator that Rooflight measured, and prints its time beside that of the session.

Needs PyTorch alone. Sizes, strides, types and scalar arguments are those of the run; the numbers are random.
"""

import ctypes
import math
import os
import statistics
import subprocess
import sys
import time

import torch

SECONDS = 3  # of sampling, for each variant
FLUSH_BYTES = 128 << 20  # more than the caches hold
CHANGES = {
    "channels_last": "with images in channels last",
    "contiguous": "with contiguous arguments",
    "keep_memory": "with a malloc that gives no memory back",
    "huge_pages": "with huge pages",
    "flush_denormals": "with denormals that count as 0",
    "all_instructions": "without variables that cap the instruction set",
    "half_threads": "with half of the threads",
    "all_threads": "with one thread per CPU",
    "warm_caches": "with warm caches",
}
CAPS = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS")


def tensor(shape, strides, dtype, least=-1.0, most=1.0, offset=0, denormals=0.0):
    count = offset + (1 + sum((size - 1) * stride for size, stride in zip(shape, strides)) if all(shape) else 0)
    if dtype == torch.bool:
        memory = torch.rand(count) < 0.5
    elif dtype.is_complex:
        memory = torch.randn(count, dtype=dtype)
    elif dtype.is_floating_point:
        memory = torch.empty(count).uniform_(least, most).to(dtype)
        if denormals:
            memory[torch.rand(count) < denormals] = torch.finfo(dtype).tiny / 2
    else:
        memory = torch.randint(least, min(most, 2**63 - 2) + 1, (count,)).to(dtype)
    return memory.as_strided(shape, strides, offset)


# CALL


def is_dense(value):
    expected = 1
    for stride, size in sorted(zip(value.stride(), value.shape)):
        if size > 1 and stride != expected:
            return False
        expected *= size
    return True


def changed(given, change):
    """The arguments with another layout."""
    tensors = [value for value in given if isinstance(value, torch.Tensor)]
    mixed = any(each.shape == tensors[0].shape and each.stride() != tensors[0].stride() for each in tensors)

    def other(value):
        if isinstance(value, list):
            return [other(each) for each in value]
        if not isinstance(value, torch.Tensor):
            return value
        if change == "channels_last":
            return value.contiguous(memory_format=torch.channels_last) if value.dim() == 4 else value
        return value if is_dense(value) and not mixed else value.contiguous()

    return [other(value) for value in given]


def medians_us(variants, cold):
    """Of a call with each of these arguments, sampled in turns. As in the session, whose other processes used the caches
    between samples, the first call behind that does not count, unless caches are to be cold."""
    flush = torch.empty(FLUSH_BYTES, dtype=torch.uint8)

    def seconds_of(given, named, calls):
        if cold:
            flush.fill_(1)
        begin = time.perf_counter()
        for _ in range(calls):
            OPERATOR(*given, **named)
        return time.perf_counter() - begin

    calls = []
    for given, named in variants:
        once = [seconds_of(given, named, 1) for _ in range(3)]
        end = time.perf_counter() + 0.5
        while time.perf_counter() < end:
            once.append(seconds_of(given, named, 1))
        seconds = statistics.median(once)
        calls.append(1 if cold or seconds >= 50e-6 else math.ceil(250e-6 / seconds))
    samples = [[] for _ in variants]
    end = time.perf_counter() + SECONDS * len(variants)
    while time.perf_counter() < end or len(samples[0]) < 12:
        for (given, named), count, taken in zip(variants, calls, samples):
            if not cold:
                flush.fill_(2)
                seconds_of(given, named, 1)
            taken.append(seconds_of(given, named, count) / count)
    return [statistics.median(taken) * 1e6 for taken in samples]


def prepare(change):
    """What holds for the whole process."""
    threads = {"half_threads": max(1, THREADS // 2), "all_threads": len(os.sched_getaffinity(0))}
    torch.set_num_threads(threads.get(change, THREADS))
    if PAGE_FAULTS < 1:
        torch.empty(31 << 20, dtype=torch.uint8)  # malloc keeps more memory behind it, as behind the weights of a model
    if change == "keep_memory":
        libc = ctypes.CDLL(None)
        libc.mallopt(-4, 0)  # M_MMAP_MAX
        libc.mallopt(-1, -1)  # M_TRIM_THRESHOLD: never
    if change == "flush_denormals":
        torch.set_flush_denormal(True)


def measured(change):
    prepare(change)
    with torch.inference_mode():
        torch.manual_seed(0)
        given, named = arguments()
        variants = [(given, named)]
        if change in ("channels_last", "contiguous"):
            variants.append((changed(given, change), named))
        return medians_us(variants, COLD and change != "warm_caches")


def measured_elsewhere(change):
    """In a process of its own, which the change is for as a whole."""
    environment = {key: value for key, value in os.environ.items() if change != "all_instructions" or key not in CAPS}
    if change == "huge_pages":
        environment["THP_MEM_ALLOC_ENABLE"] = "1"
    said = subprocess.run([sys.executable, __file__, change], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return float(said.stdout)


def main():
    if len(sys.argv) > 1:
        print(measured(sys.argv[1])[0])
        return
    times = measured(CHANGE) if CHANGE in ("channels_last", "contiguous") else measured(None)
    in_model = f", {MODEL_US:.6g} us as part of the model" if MODEL_US else ""
    print(f"{OPERATOR}: measured {times[0]:.6g} us; the session had {SESSION_US:.6g} us{in_model}")
    if CHANGE:
        time_us = times[1] if len(times) > 1 else measured_elsewhere(CHANGE)
        print(f"{CHANGES[CHANGE]}: measured {time_us:.6g} us ({time_us / times[0] - 1:+.0%}); "
              f"the session had {SESSION_US * RATIO:.6g} us ({RATIO - 1:+.0%})")


if __name__ == "__main__":
    main()
