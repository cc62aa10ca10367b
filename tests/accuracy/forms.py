# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes a model as a TorchScript file, in each of the forms that files come in."""

import os

import torch


class Files:
    """The files of one model, in a folder. The model is built once, and scripted and traced at most once."""

    def __init__(self, case, folder):
        self.case = case
        self.folder = folder
        self.model = case.build().eval()
        self.modules = {}

    def module(self, form):
        """The ScriptModule. Raises whatever torch.jit and the model raise."""
        if form not in self.modules:
            self.modules[form] = self._make(form)
        return self.modules[form]

    def _make(self, form):
        if form == "script":
            return torch.jit.script(self.model)
        if form == "trace":
            inputs = (self.case.trace_inputs or self.case.inputs)()
            return torch.jit.trace(self.model, inputs, check_trace=False, strict=False)
        return torch.jit.freeze(self.module(form.removeprefix("frozen_")))

    def save(self, form):
        path = os.path.join(self.folder, f"{form}.pt")
        self.module(form).save(path)
        return path
