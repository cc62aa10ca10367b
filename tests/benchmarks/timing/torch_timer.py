#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Compares the median of `rooflight-cli latency` with that of torch.utils.benchmark, on the same file, threads and
settings. In each pair both programs live at once and take turns of some calls, one stopped by a signal while the other
runs: a machine whose speed drifts between two measurements would otherwise be all that is seen. Pairs take turns in
who begins. Both keep the memory that they free: how glibc lays out its heap differs from one process to the next, and
where it hands memory back at every call, page faults cost up to a tenth of a call, in either program.

Usage: torch_timer.py BUILD_DIR MODEL.pt [PAIRS [SECONDS [SHAPE]]]
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import time

CALLS_PER_TURN = 25
KEEP_MEMORY = "glibc.malloc.trim_threshold=8000000000:glibc.malloc.mmap_threshold=8000000000"
LOADING_SECONDS = 3  # until our program has loaded its model and warmed up

PEER = """
import sys, time, torch, torch.utils.benchmark
path, threads, seconds, shape = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
torch.set_num_threads(threads)
model = torch.jit.load(path).eval()
torch.manual_seed(1)
x = torch.randn([int(size) for size in shape.split("x")])
with torch.inference_mode():
    for _ in range(10):
        model(x)
    begin = time.perf_counter()
    model(x)
    print(time.perf_counter() - begin, flush=True)
    timer = torch.utils.benchmark.Timer("model(x)", globals={"model": model, "x": x}, num_threads=threads)
    print(timer.blocked_autorange(min_run_time=seconds).median)
"""


def start(command):
    environment = os.environ | {"GLIBC_TUNABLES": KEEP_MEMORY}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )


def family(pid):
    """A process and all that it started: our model runs in a worker."""
    pids = [pid]
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as children:
                for child in children.read().split():
                    pids += family(int(child))
    except OSError:
        pass  # it has ended
    return pids


def send(process, number):
    for pid in family(process.pid):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def take_turns(first, second, seconds):
    """Runs both to their ends, one at a time."""
    turn = 0
    while first.poll() is None and second.poll() is None:
        process = (first, second)[turn % 2]
        send(process, signal.SIGCONT)
        time.sleep(seconds)
        send(process, signal.SIGSTOP)
        turn += 1
    send(first, signal.SIGCONT)
    send(second, signal.SIGCONT)


def pair(build, model, threads, seconds, shape, ours_first):
    """Medians in seconds: ours, the peer's."""
    peer = start([sys.executable, "-c", PEER, model, str(threads), str(seconds), shape])
    call_seconds = float(peer.stdout.readline())
    send(peer, signal.SIGSTOP)
    ours = start(
        [os.path.join(build, "bin/rooflight-cli"), "latency", model, "--json", "--quiet", "--input", shape]
        + ["--threads", str(threads), "--seconds", str(seconds), "--warmup", "10"]
    )
    time.sleep(LOADING_SECONDS)
    send(ours, signal.SIGSTOP)
    take_turns(*((ours, peer) if ours_first else (peer, ours)), max(1, CALLS_PER_TURN * call_seconds))
    our_text, peer_text = ours.communicate()[0], peer.communicate()[0]
    return json.loads(our_text)["statistics"]["median_ns"] / 1e9, float(peer_text)


def main(build, model, pairs=5, seconds=25, shape="1x3x224x224"):
    threads = len(os.sched_getaffinity(0))
    ratios = []
    for number in range(int(pairs)):
        ours, peer = pair(build, model, threads, float(seconds), shape, number % 2 == 0)
        ratios.append(ours / peer)
        print(f"rooflight {ours * 1e3:.3f} ms, torch.utils.benchmark {peer * 1e3:.3f} ms, ratio {ratios[-1]:.4f}")
    print(f"{os.path.basename(model)}: median ratio of {pairs} pairs {statistics.median(ratios):.4f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
