# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models of transformers by what a config.json says, in the process that _maker.py starts."""

from __future__ import annotations

import copy
import functools
import os
import warnings
from typing import Any, Dict, List, Optional, Tuple

from ._foreign import all_lines, one_line, read_config
from ._maker import FolderError
from ._quantized import storage_of

_LENGTH = 512
Stated = Tuple[Dict[str, Any], bool]  # of read_config()


def load_transformers() -> Any:
    try:
        import transformers  # where it is missing nothing waits for torch
        import torch  # noqa: F401
    except ImportError as missing:
        raise FolderError(f"A folder with config.json needs torch and transformers: pip install torch 'transformers>=5' "
                          f"({all_lines(missing)}).") from None
    if int(transformers.__version__.split(".")[0]) < 5:
        raise FolderError(f"transformers {transformers.__version__} is too old: pip install 'transformers>=5'.")
    transformers.logging.set_verbosity_error()
    return transformers


def read(path: str) -> Stated:
    try:
        return read_config(path)
    except ValueError as reason:
        raise FolderError(str(reason)) from None


def _named_classes(transformers: Any, stated: Dict[str, Any]) -> List[Any]:
    """The models of transformers that `architectures` names."""
    names = stated.get("architectures")
    found = [getattr(transformers, name, None) for name in (names if isinstance(names, list) else [names]) if isinstance(name, str)]
    return [one for one in found if isinstance(one, type) and issubclass(one, transformers.PreTrainedModel)]


def _config_of(transformers: Any, stated: Dict[str, Any], named: List[Any]) -> Any:
    """The configuration as transformers has it. Raises ValueError with a sentence."""
    kind = stated.get("model_type")
    if kind is None and named:  # as old files are
        return named[0].config_class.from_dict(stated)
    if not isinstance(kind, str) or kind not in transformers.CONFIG_MAPPING:
        raise ValueError(f"transformers {transformers.__version__} has no model_type {one_line(kind)[:80]!r}" if kind else
                         "it has no model_type, and no architectures that transformers knows")
    return transformers.CONFIG_MAPPING[kind].from_dict({key: value for key, value in stated.items() if key != "model_type"})


class Folder:
    """What config.json says. `notes` are sentences on what is not counted as it says."""

    def __init__(self, path: str, stated: Stated, transformers: Any) -> None:
        self.path = path
        self.name = os.path.basename(os.path.realpath(path)) or "model"
        self.notes: List[str] = []
        said, own_code = stated
        quantization = said.get("quantization_config")
        said = {key: value for key, value in said.items() if key != "quantization_config"}
        named = _named_classes(transformers, said)
        try:
            config = _config_of(transformers, said, named)
        except Exception as reason:  # noqa: BLE001: transformers raises what it likes
            why = all_lines(reason) + (", and code of the folder is never run" if own_code else "")
            raise FolderError(f"{path}/config.json is not a configuration that transformers knows: {why}.") from None
        if own_code:
            self.notes.append("It contains its own code, which is not run: the model of transformers is counted instead.")
        self.config, self.model_class = self._model_of(transformers, config, named)
        self.storage = storage_of(quantization)
        if self.storage:
            self.notes.append(f"Its quantization ({self.storage.method}, {self.storage.bits} bits) is applied to the bytes of its linear "
                              "layers except the last: the work is that of the unquantized model.")
        elif quantization is not None:
            self.notes.append("Its quantization is not applied: weights are counted without it.")
        self.dtype = self._dtype()

    def _model_of(self, transformers: Any, config: Any, named: List[Any]) -> Tuple[Any, Any]:
        architecture = named[0].__name__ if named else ""
        if getattr(config, "is_encoder_decoder", False) and "CausalLM" not in architecture:
            self.notes.append("It has an encoder and a decoder: its prefill is a run of both, its decode is a run of the decoder alone.")
            known = (transformers.AutoModelForSeq2SeqLM, transformers.MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING), \
                (transformers.AutoModelForSpeechSeq2Seq, transformers.MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING)
            usual = next((made for made, mapping in known if type(config) in mapping), transformers.AutoModel)
            return config, named[0] if named else usual
        text = config.get_text_config(decoder=True)
        for candidate in [config] if text is config else [config, text]:
            encodes = type(candidate) in transformers.MODEL_FOR_MASKED_LM_MAPPING and not getattr(candidate, "is_decoder", False) \
                and "CausalLM" not in architecture and "LMHead" not in architecture
            if type(candidate) in transformers.MODEL_FOR_CAUSAL_LM_MAPPING and not encodes \
                    and not architecture.endswith(("Classification", "QuestionAnswering")):
                if candidate is not config:
                    self.notes.append("Only its text model is counted.")
                return candidate, transformers.AutoModelForCausalLM
        return config, named[0] if named else transformers.AutoModel

    def _dtype(self) -> Any:
        import torch

        stated = getattr(self.config, "dtype", None)
        if isinstance(stated, str):
            stated = getattr(torch, stated, None)
        return stated if stated in (torch.float32, torch.float16, torch.bfloat16) else torch.float32

    @property
    def longest(self) -> Optional[int]:
        """Tokens that it was made for."""
        of_text = getattr(self.config, "get_text_config", lambda: self.config)()  # beside that of images or sound
        for config in (self.config, of_text):
            for key in ("max_target_positions", "max_position_embeddings"):
                found = getattr(config, key, None)
                if type(found) is int and found > 0:
                    return found
        return None

    @property
    def usual_length(self) -> int:
        """Tokens where no number was asked for."""
        return min(_LENGTH, self.longest or _LENGTH)

    def build(self, device: str) -> Any:
        """The model, with random weights or, on the device meta, none. Raises FolderError."""
        import torch

        make = getattr(self.model_class, "_from_config", None) or functools.partial(
            self.model_class.from_config, trust_remote_code=False)
        config = copy.deepcopy(self.config)
        # Never one that the configuration would have fetched. Of latent attention values are narrower than keys: a CPU has no kernel for
        # these that would do all at once.
        for attention in ("eager", "sdpa") if getattr(config, "kv_lora_rank", None) else ("sdpa", "eager"):
            try:
                with torch.device(device), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    model = make(config, dtype=self.dtype, attn_implementation=attention)
                return model.eval()
            except Exception as raised:  # noqa: BLE001: as above
                reason = raised
        raise FolderError(f"{self.path} cannot be built: {all_lines(reason)}.")


def with_random_weights(model: Any) -> Any:
    """A copy of a model of the device meta on the CPU. What is one tensor by several names stays one."""
    import torch

    copied = copy.deepcopy(model)
    tied = _tied(copied)
    copied.to_empty(device="cpu")  # makes a tensor for each name
    for first, *others in tied:
        for name in others:
            _put(copied, name, _held(copied, first))
    with torch.no_grad():
        for value in [*copied.parameters(), *copied.buffers()]:
            value.zero_()
        copied.apply(copied._init_weights)  # what is computed, such as the rates of rotary positions, too
    return copied.eval()


def _tied(model: Any) -> List[List[str]]:
    """The names of each parameter and buffer that has several."""
    names: Dict[int, List[str]] = {}
    for name, value in [*model.named_parameters(remove_duplicate=False), *model.named_buffers(remove_duplicate=False)]:
        names.setdefault(id(value), []).append(name)
    return [found for found in names.values() if len(found) > 1]


def _held(model: Any, name: str) -> Any:
    owner, _, own = name.rpartition(".")
    return getattr(model.get_submodule(owner), own)


def _put(model: Any, name: str, value: Any) -> None:
    owner, _, own = name.rpartition(".")
    setattr(model.get_submodule(owner), own, value)


def bytes_of(model: Any) -> int:
    """Of its parameters and buffers."""
    return sum(value.numel() * value.element_size() for value in [*model.parameters(), *model.buffers()])
