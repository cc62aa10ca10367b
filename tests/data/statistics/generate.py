# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes expected.json: what NumPy and SciPy say of sample sets that tests/core/statistics rebuilds by the same rules.

Samples are made by integer arithmetic, division, multiplication and square root alone, which IEEE 754 rounds alike in
every language; so the sets themselves need not be stored.
"""

import json
import math
import pathlib

import numpy
import scipy
from scipy import stats

PERCENTS = [1, 5, 10, 25, 75, 90, 95, 99, 99.9]
MAXIMUM_BARS = 200


def uniforms(count):
    state = 12345
    values = []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        values.append(((state >> 33) + 0.5) / 2**31)
    return values


def samples(kind, count):
    if kind == "equal":
        return [1250000.0] * count
    if kind == "uniform":
        return [1e6 * (1 + u) for u in uniforms(count)]
    if kind == "heavy_tail":
        return [1e6 / math.sqrt(u) for u in uniforms(count)]
    if kind == "mostly_equal":
        return [1e6 * (1 + u) if i % 10 == 0 else 1e6 for i, u in enumerate(uniforms(count))]
    raise ValueError(kind)


def interval(ordered, fraction):
    count = len(ordered)
    lower = int(stats.binom.ppf(0.025, count, fraction))
    upper = int(stats.binom.ppf(0.975, count, fraction))
    return [float(ordered[max(lower - 1, 0)]), float(ordered[min(upper, count - 1)])]


def bars(data):
    lowest, highest = data.min(), data.max()
    if lowest == highest:
        return [len(data)]
    rule = "fd" if stats.iqr(data) > 0 else "sturges"
    count = len(numpy.histogram_bin_edges(data, bins=rule)) - 1
    counts, _ = numpy.histogram(data, bins=min(count, MAXIMUM_BARS), range=(lowest, highest))
    return counts.tolist()


def bootstrap_mean_interval(data):
    """The resampling that core/statistics/sample_set.h documents."""
    count = len(data)
    if count < 2:
        return None
    resamples = min(max(2_000_000 // count, 200), 2000)
    state = 12345
    means = numpy.empty(resamples)
    indices = numpy.empty(count, dtype=numpy.int64)
    for resample in range(resamples):
        for i in range(count):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            indices[i] = ((state >> 33) * count) >> 31
        means[resample] = data[indices].mean()
    return numpy.percentile(means, [2.5, 97.5]).tolist()


def expected(kind, count):
    data = numpy.array(samples(kind, count))
    exact = data.astype(numpy.longdouble)
    ordered = numpy.sort(data)
    first, third = numpy.percentile(data, [25, 75])
    fence = 1.5 * (third - first)
    return {
        "kind": kind,
        "count": count,
        "first": data[0],
        "last": data[-1],
        "mean": float(exact.mean()),
        "std": float(exact.std(ddof=1)) if count > 1 else 0.0,
        "min": data.min(),
        "max": data.max(),
        "median": numpy.median(data),
        "percentiles": [[p, numpy.percentile(data, p)] for p in PERCENTS],
        "iqr": stats.iqr(data),
        "mad": stats.median_abs_deviation(data),
        "median_interval": interval(ordered, 0.5),
        "plateau_interval": interval(ordered, 0.875),
        "outliers": int(numpy.sum((data < first - fence) | (data > third + fence))),
        "bars": bars(data),
        "bootstrap_mean_interval": bootstrap_mean_interval(data),
    }


SETS = [
    ("uniform", 1),
    ("uniform", 2),
    ("uniform", 3),
    ("uniform", 10),
    ("uniform", 1000),
    ("uniform", 100000),
    ("equal", 3),
    ("equal", 1000),
    ("heavy_tail", 10),
    ("heavy_tail", 1000),
    ("heavy_tail", 100000),
    ("mostly_equal", 1000),
]

document = {
    "made_by": f"generate.py with NumPy {numpy.__version__} and SciPy {scipy.__version__}",
    "sets": [expected(kind, count) for kind, count in SETS],
}
target = pathlib.Path(__file__).with_name("expected.json")
target.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
