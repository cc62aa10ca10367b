# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What a model does, as modules to export: the prefill, and the step behind it with what the prefill left."""

from __future__ import annotations

import contextlib
import inspect
import warnings
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from ._export import exported as exported_program
from ._foreign import all_lines
from ._maker import FolderError
from ._state import State

Inputs = Dict[str, Any]

# Outputs that are no state, though a forward may take them.
_NO_STATE = {"logits", "loss", "hidden_states", "attentions", "encoder_last_hidden_state", "router_logits", "aux_loss"}
_ENCODED = "encoder_last_hidden_state"


class Workload(NamedTuple):
    name: str
    module: Any
    inputs: Tuple[Any, ...]
    state_bytes: int = 0  # of keys, values and states that it is given
    context: int = 0  # tokens that these stand for


def takes(model: Any) -> List[str]:
    """The parameters of its forward."""
    return list(inspect.signature(type(model).forward).parameters)


def _state_name(model: Any, found: Any) -> Optional[str]:
    """The output that its forward takes back."""
    known = takes(model)
    return next((name for name, value in found.items() if name in known and name not in _NO_STATE and value is not None), None)


class _Left:
    """What the last run left: the name of its state, the state and the encoder's output."""

    name: Optional[str] = None
    state: Optional[State] = None
    encoded: Any = None
    ran = False


def _step_class() -> Any:
    import torch

    class Step(torch.nn.Module):
        """One run of the model, with the state that the run before it left, if any."""

        def __init__(self, model: Any, name: Optional[str] = None, state: Optional[State] = None) -> None:
            super().__init__()
            self.model = model
            self._name = name
            self._state = state
            self.left = _Left()
            wanted = {"use_cache": True, "return_dict": True, "logits_to_keep": 1}
            self._options = {key: value for key, value in wanted.items() if key in takes(model)}

        def forward(self, inputs: Inputs, tensors: Sequence[Any] = ()) -> Any:
            given = {**self._options, **inputs}
            if _ENCODED in given:
                from transformers.modeling_outputs import BaseModelOutput

                given["encoder_outputs"] = BaseModelOutput(last_hidden_state=given.pop(_ENCODED))
            if self._state is not None:
                given[self._name] = self._state.filled(tensors)
            found = self.model(**given)
            left = self.left
            left.ran, left.name, left.encoded = True, _state_name(self.model, found), found.get(_ENCODED)
            left.state = State(found[left.name]) if left.name else None
            return _tensors_in(found, left)

    return Step


def _tensors_in(found: Any, left: _Left) -> Tuple[List[Any], List[Any]]:
    import torch

    own = [value for key, value in found.items() if isinstance(value, torch.Tensor) and key != left.name]
    return own, left.state.tensors if left.state else []


def workloads(model: Any, sequences: int, length: int) -> Iterator[Workload]:
    """The prefill of `length` tokens and, where it leaves a state, the step that follows it."""
    import torch

    device = next(model.parameters()).device.type
    step = _step_class()
    with torch.device(device):
        inputs = example_inputs(model, sequences, length)
    prefill = step(model)
    yield Workload("prefill", prefill, (inputs,))
    decoder_ids = "decoder_input_ids" if "decoder_input_ids" in inputs else "input_ids"
    with torch.device(device):
        last = {decoder_ids: _tokens(sequences, 1)}
        before = {**inputs, decoder_ids: _tokens(sequences, length)}
    if decoder_ids != "input_ids" or not prefill.left.ran:
        exported(Workload("prefill", prefill, (before,)))
    left = prefill.left
    if not left.name or not left.state:
        return
    tensors = [torch.zeros(value.shape, dtype=value.dtype, device=device) for value in left.state.tensors]
    if left.encoded is not None:
        last[_ENCODED] = torch.zeros(left.encoded.shape, dtype=left.encoded.dtype, device=device)
    bytes_of_state = sum(value.numel() * value.element_size() for value in tensors if value.is_floating_point())
    yield Workload("decode", step(model, left.name, left.state), (last, tensors), bytes_of_state, length)


def _tokens(sequences: int, length: int) -> Any:
    import torch

    return torch.zeros(sequences, length, dtype=torch.int64)


def example_inputs(model: Any, sequences: int, length: int) -> Inputs:
    """Raises FolderError for a model that takes something else than tokens, images and sound."""
    import torch

    known = takes(model)
    config = model.config
    decodes = {"decoder_input_ids": _tokens(sequences, 1)} if getattr(config, "is_encoder_decoder", False) and \
        "decoder_input_ids" in known else {}
    main = model.main_input_name
    if main == "input_ids":
        images = {"pixel_values": _images(config, sequences)} if hasattr(model, "logit_scale") and "pixel_values" in known else {}
        return {"input_ids": _tokens(sequences, length), **decodes, **images}
    if main == "pixel_values":
        return {**decodes, main: _images(config, sequences)}
    if main == "input_features" and hasattr(config, "num_mel_bins") and hasattr(config, "max_source_positions"):
        sound = torch.zeros(sequences, config.num_mel_bins, 2 * config.max_source_positions)
        return {**({"decoder_input_ids": _tokens(sequences, length)} if decodes else {}), main: sound}
    if main == "input_values":
        return {**decodes, main: torch.zeros(sequences, 16000)}
    raise FolderError(f"{type(model).__name__} takes {main}, whose sizes are unknown here: make the module and its inputs in "
                      "Python and name them as module:factory.")


def _images(config: Any, sequences: int) -> Any:
    import torch

    about = getattr(config, "vision_config", None) or config
    size = getattr(about, "image_size", None) or 224
    height, width = (size["height"], size["width"]) if isinstance(size, dict) else size if isinstance(size, (list, tuple)) else (size, size)
    return torch.zeros(sequences, getattr(about, "num_channels", None) or 3, height, width)


def exported(workload: Workload) -> Any:
    """Raises FolderError with why it cannot be exported."""
    import torch

    device = next(workload.module.parameters()).device.type
    failed: Optional[BaseException] = None
    # Tensors that a model makes lie on its device. One that says so itself has PyTorch run in circles on the device meta.
    for context in (torch.device(device), contextlib.nullcontext()):
        try:
            with context, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return exported_program(workload.module, workload.inputs, {})
        except FolderError:
            raise
        except Exception as reason:  # noqa: BLE001: export raises what it likes
            failed = failed or reason
    raise FolderError(f"torch.export cannot export its {workload.name}: {all_lines(failed or Exception())}.") from None


def export(workload: Workload, path: str) -> List[str]:
    """Writes it, and gives the names of the model's parameters that it reads."""
    import torch

    program = exported(workload)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.export.save(program, path)
    names = program.graph_signature.inputs_to_parameters
    used = [node.name for node in program.graph.nodes if node.op == "placeholder" and node.users]
    return [names[name].partition(".")[2] for name in used if name in names]
