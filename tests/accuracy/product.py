# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Asks rooflight-cli for analyses, as the window does: one `serve` for all of them, a process of its own for each."""

import itertools
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


def input_specs(inputs, folder):
    counter = []
    specs = ["none" if value is None else _value(value, folder, counter) for value in inputs]
    return [spec if isinstance(spec, str) else json.dumps(spec) for spec in specs]


class Product:
    """A context: the worker ends with it."""

    def __init__(self, cli):
        self.command = [os.path.abspath(cli), "serve"]
        self.numbers = itertools.count(1)
        self.worker = None

    def __enter__(self):
        # What LibTorch and the models print does not matter; errors are records.
        self.worker = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        return self

    def __exit__(self, *_):
        self.worker.communicate()

    def analyze(self, file, inputs, folder, threads=1, dimensions=(), predict=False):
        """The record of the analysis, of an observed run or of none. Raises ProductError."""
        return self._ask({"type": "analyze", "model": file, "inputs": input_specs(inputs, folder), "threads": threads,
                          "dimensions": list(dimensions), "predict": predict})

    def inspect(self, file):
        """The record of the inspection. Raises ProductError."""
        return self._ask({"type": "inspect", "model": file})

    def _ask(self, request):
        request["request"] = next(self.numbers)
        try:
            print(json.dumps(request), file=self.worker.stdin, flush=True)
        except BrokenPipeError:
            raise ProductError("the worker has ended") from None
        return self._answer(request["request"], {"analyze": "analysis", "inspect": "inspection"}[request["type"]])

    def _answer(self, number, wanted):
        answer = None
        for line in self.worker.stdout:
            record = json.loads(line)
            if record["request"] != number:
                continue
            if record["type"] == "error":
                raise ProductError(f"{record['code']}: {record['text']}")
            if record["type"] == wanted:
                answer = record
            if record["type"] == "done" and answer:
                return answer
        raise ProductError(f"the worker ended with status {self.worker.wait()}")


def unknown_operators(analysis):
    return {entry["name"]: entry["count"] for entry in analysis["unknown"]}
