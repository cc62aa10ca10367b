#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Times `rooflight-cli analyze` as a whole process against plain_run, the least that a program on LibTorch pays.

Usage: compare.py BUILD_DIR MODEL.pt [ROUNDS]     (a model that takes 1x3x224x224)
"""

import statistics
import sys

from pairs import analyze, plain_run, ratio, timed_in_turn

SHAPE = (1, 3, 224, 224)


def main(build, model, rounds=9):
    plain, ours = timed_in_turn([plain_run(build, model, SHAPE), analyze(build, model, SHAPE)], int(rounds))
    print(f"plain run: {statistics.median(plain):.3f} s")
    print(f"analyze:   {statistics.median(ours):.3f} s")
    print(f"ratio:     {ratio(ours, plain):.2f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
