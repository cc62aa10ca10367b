# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The roofline of a model in fifty lines, as people write it: FLOPs and times of PyTorch's profiler, peaks of a table.

It runs, and is wrong: docs/how/the_fifty_line_script.md says where.
"""

import time

import torch
from torch.profiler import ProfilerActivity, profile

PEAK_FLOPS = 2.0e12  # "a server CPU has 2 TFLOP/s"
PEAK_BANDWIDTH = 100e9  # "and 100 GB/s"
RUNS = 20


class Block(torch.nn.Module):
    """One block of a vision transformer."""

    def __init__(self, width=768, heads=12):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
        self.qkv, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)

    def forward(self, x):
        batch, tokens, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, tokens, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mixed = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, tokens, width))
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm2(x))))


def main():
    torch.manual_seed(0)
    model, x = Block().eval(), torch.rand(1, 197, 768)
    with torch.inference_mode():
        model(x)
        with profile(activities=[ProfilerActivity.CPU], with_flops=True, record_shapes=True) as profiler:
            for _ in range(RUNS):
                model(x)
        start = time.perf_counter()
        for _ in range(RUNS):
            model(x)
        bare = (time.perf_counter() - start) / RUNS
    total = sum(event.flops for event in profiler.key_averages()) / RUNS
    for event in sorted(profiler.key_averages(), key=lambda event: -event.self_cpu_time_total)[:8]:
        seconds = event.self_cpu_time_total / RUNS / 1e6
        print(f"{event.key:45} {event.flops / RUNS:14.0f} FLOP {seconds * 1e6:9.1f} us"
              f" {event.flops / RUNS / seconds / PEAK_FLOPS:7.1%} of peak")
    profiled = sum(event.self_cpu_time_total for event in profiler.key_averages()) / RUNS / 1e6
    print(f"total {total:.0f} FLOP, profiled {profiled * 1e6:.0f} us, bare {bare * 1e6:.0f} us,"
          f" {total / profiled / PEAK_FLOPS:.1%} of peak, ridge {PEAK_FLOPS / PEAK_BANDWIDTH:.0f} FLOP/byte")


if __name__ == "__main__":
    main()
