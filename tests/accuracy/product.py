# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""Runs ridgepoint-cli as a user would, and reads what it says."""

import json
import os
import subprocess

import torch


class ProductError(Exception):
    pass


def _value(value, folder, counter):
    """The SPEC of one argument: tensors go through files, so that both sides see the same numbers."""
    if isinstance(value, torch.Tensor):
        path = os.path.join(folder, f"input{len(counter)}.pt")
        counter.append(path)
        torch.save(value, path)
        return "@" + path
    if isinstance(value, (list, tuple)):
        return [_value(item, folder, counter) for item in value]
    if isinstance(value, dict):
        return {key: _value(item, folder, counter) for key, item in value.items()}
    return value


def input_options(inputs, folder):
    options, counter = [], []
    for value in inputs:
        spec = _value(value, folder, counter)
        if value is None:
            spec = "none"
        options += ["--input", spec if isinstance(spec, str) else json.dumps(spec)]
    return options


def analyze(cli, file, inputs, folder, threads=1):
    command = [cli, "analyze", file, "--json", "--quiet", "--timeout", "0", "--threads", str(threads)]
    done = subprocess.run(command + input_options(inputs, folder), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ProductError(f"exit status {done.returncode}: {done.stderr.strip()[-300:]}")
    return json.loads(done.stdout)


def unknown_operators(analysis):
    return {entry["name"]: entry["count"] for entry in analysis["unknown"]}
