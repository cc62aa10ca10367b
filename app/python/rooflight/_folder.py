# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models of transformers by what a config.json says, in the process that _maker.py starts."""

from __future__ import annotations

import copy
import functools
import inspect
import os
import warnings
from fractions import Fraction
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from ._foreign import all_lines, one_line, read_config
from ._maker import FolderError


_LENGTH = 512
Stated = Tuple[Dict[str, Any], bool]  # of read_config()


def load_transformers() -> Any:
    try:
        import torch  # noqa: F401
        import transformers
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
        named = _named_classes(transformers, said)
        try:
            config = _config_of(transformers, said, named)
        except Exception as reason:  # noqa: BLE001: transformers raises what it likes
            why = all_lines(reason) + (", and code of the folder is never run" if own_code else "")
            raise FolderError(f"{path}/config.json is no configuration that transformers knows: {why}.") from None
        if own_code:
            self.notes.append("It comes with code of its own, which is not run: transformers' own model is counted.")
        self.config, self.model_class = self._model_of(transformers, config, named)
        if getattr(self.config, "quantization_config", None) is not None:
            self.notes.append("Its quantization is not applied: weights are counted as they are without.")
            del self.config.quantization_config
        self.dtype = self._dtype()

    def _model_of(self, transformers: Any, config: Any, named: List[Any]) -> Tuple[Any, Any]:
        architecture = named[0].__name__ if named else ""
        text = config.get_text_config(decoder=True)
        for candidate in [config] if text is config else [config, text]:
            if type(candidate) in transformers.MODEL_FOR_CAUSAL_LM_MAPPING and "MaskedLM" not in architecture \
                    and not architecture.endswith(("Classification", "QuestionAnswering")):
                if candidate is not config:
                    self.notes.append("Its text model alone is counted.")
                return candidate, transformers.AutoModelForCausalLM
        return config, named[0] if named else transformers.AutoModel

    def _dtype(self) -> Any:
        import torch

        stated = getattr(self.config, "dtype", None)
        if isinstance(stated, str):
            stated = getattr(torch, stated, None)
        return stated if stated in (torch.float32, torch.float16, torch.bfloat16) else torch.float32

    @property
    def decodes(self) -> bool:
        """Whether it makes one token after another, with a cache of keys and values."""
        return self.model_class.__name__ == "AutoModelForCausalLM" or "CausalLM" in self.model_class.__name__

    @property
    def usual_length(self) -> int:
        """Tokens where no number was asked for."""
        longest = getattr(self.config, "max_position_embeddings", None)
        return min(_LENGTH, longest) if isinstance(longest, int) and longest > 0 else _LENGTH

    def workloads(self, model: Any, sequences: int, length: int) -> Iterator["Workload"]:
        return workloads(model, self.decodes, sequences, length)

    def build(self, device: str) -> Any:
        """The model, with random weights or, on the device meta, none. Raises FolderError."""
        import torch

        make = getattr(self.model_class, "_from_config", None) or functools.partial(
            self.model_class.from_config, trust_remote_code=False)
        config = copy.deepcopy(self.config)
        for attention in ("sdpa", "eager"):  # never one that the configuration would have fetched
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


def tokens_of(sequences: int, length: int, device: str) -> Any:
    import torch

    return torch.zeros(sequences, length, dtype=torch.int64, device=device)


def _step_class() -> Any:
    import torch

    class Step(torch.nn.Module):
        """One run of the model with tokens and the keys and values of those before them, `seen` in number."""

        def __init__(self, model: Any, seen: int, decodes: bool) -> None:
            super().__init__()
            self.model = model
            self.seen = seen
            self.decodes = decodes
            # Its name before transformers 5.24, and since.
            known = inspect.signature(type(model).forward).parameters
            self.cache_name = "cache" if "cache" in known else "past_key_values"

        def forward(self, input_ids: Any, past: Any = None) -> Any:
            if not self.decodes:
                return tuple(value for value in self.model(input_ids=input_ids, return_dict=False) if value is not None)
            cache = None if past is None else filled_cache(self.model.config, past, self.seen)
            found = self.model(input_ids=input_ids, use_cache=True, logits_to_keep=1, **{self.cache_name: cache})
            return found.logits, cache_tensors(found[self.cache_name])

    return Step


def filled_cache(config: Any, past: Any, seen: int) -> Any:
    """A cache that holds these keys and values, without the copies that adding them would make."""
    from transformers import DynamicCache

    cache = DynamicCache(config=config)
    for layer, (keys, values) in zip(cache.layers, past):
        layer.lazy_initialization(keys, values)
        layer.keys, layer.values = keys, values
        if hasattr(layer, "cumulative_length"):  # of a window: it holds the last ones alone
            layer.cumulative_length = seen
    return cache


def cache_tensors(cache: Any) -> List[Tuple[Any, Any]]:
    """Raises FolderError for a cache of something else than keys and values."""
    import torch

    found = []
    for layer in cache.layers:
        keys, values = getattr(layer, "keys", None), getattr(layer, "values", None)
        if not isinstance(keys, torch.Tensor) or not isinstance(values, torch.Tensor) or keys.dim() != 4:
            raise FolderError("It keeps a state that is no cache of keys and values: only its prefill can be counted.")
        found.append((keys, values))
    return found


class Workload(NamedTuple):
    name: str
    module: Any
    inputs: Tuple[Any, ...]


def workloads(model: Any, decodes: bool, sequences: int, length: int) -> Iterator[Workload]:
    """The prefill of `length` tokens and, where it decodes, the step that follows it: modules to export, with inputs."""
    import torch

    device = next(model.parameters()).device.type
    step = _step_class()
    ids = tokens_of(sequences, length, device)
    yield Workload("prefill", step(model, 0, decodes), (ids,))
    if decodes:
        with torch.no_grad(), torch.device(device):
            past = step(model, 0, True)(ids)[1]
        past = [(torch.zeros_like(keys), torch.zeros_like(values)) for keys, values in past]
        yield Workload("decode", step(model, length, True), (tokens_of(sequences, 1, device), past))


def export(workload: Workload, path: str) -> None:
    """Raises FolderError with why it cannot be exported."""
    import torch

    device = next(workload.module.parameters()).device.type
    try:
        with torch.no_grad(), torch.device(device), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.export.save(torch.export.export(workload.module, workload.inputs), path)
    except FolderError:
        raise
    except Exception as reason:  # noqa: BLE001: export raises what it likes
        raise FolderError(f"torch.export cannot export its {workload.name}: {all_lines(reason)}.") from None


def _blocks_of(model: Any) -> Optional[Any]:
    """The list of its blocks; none where it is not sure which that is."""
    import torch

    count = getattr(model.config, "num_hidden_layers", 0)
    lists = [module for module in model.modules() if isinstance(module, torch.nn.ModuleList) and len(module) == count]
    shares = getattr(model.config, "num_kv_shared_layers", 0)
    return lists[0] if len(lists) == 1 and count > 1 and not shares else None


def _kind_of(block: Any, layer_type: Optional[str]) -> Any:
    """Equal for blocks that do the same work."""

    def simple(module: Any) -> List[Tuple[str, Any]]:
        return sorted((key, repr(value)) for key, value in vars(module).items()
                      if key != "layer_idx" and isinstance(value, (bool, int, float, str, type(None))))

    modules = tuple((name, type(module), tuple(simple(module))) for name, module in block.named_modules())
    sizes = tuple((name, tuple(value.shape), value.dtype) for name, value in block.named_parameters())
    return layer_type, modules, sizes


class Depth(NamedTuple):
    """A model of some of the blocks, and how many times its work is part of that of the whole one."""

    blocks: Optional[List[int]]  # None: all
    times: Fraction


def depths(model: Any, more: int = 1) -> List[Depth]:
    """Models of few blocks whose work adds up to that of the model: one with a block of each kind, and for each kind one
    with `more` further blocks of it, where there are so many.
    """
    blocks = _blocks_of(model)
    if blocks is None:
        return [Depth(None, Fraction(1))]
    types = getattr(model.config, "layer_types", None) or [None] * len(blocks)
    kinds: Dict[Any, List[int]] = {}
    for index, block in enumerate(blocks):
        kinds.setdefault(_kind_of(block, types[index]), []).append(index)
    first = sorted(indices[0] for indices in kinds.values())
    if len(first) + more >= len(blocks):
        return [Depth(None, Fraction(1))]
    found = []
    for indices in kinds.values():
        further = indices[1:1 + more]
        if further:
            found.append(Depth(sorted([*first, *further]), Fraction(len(indices) - 1, len(further))))
    return [*found, Depth(first, 1 - sum(depth.times for depth in found))]


# Weights of a model that is timed: beyond the caches of most machines, and made in a few seconds.
TIMED_BYTES = 10**9


def timed_depths(model: Any) -> List[Depth]:
    """The whole model where it is small, else models of as many blocks as TIMED_BYTES hold: few blocks would stay in a cache
    that all of them pass by."""
    blocks = _blocks_of(model)
    if blocks is None or bytes_of(model) <= TIMED_BYTES:
        return [Depth(None, Fraction(1))]
    return depths(model, max(4, TIMED_BYTES // max(bytes_of(block) for block in blocks)))


class with_blocks:
    """A `with` block in which the model has these of its blocks alone."""

    def __init__(self, model: Any, blocks: Optional[Sequence[int]]) -> None:
        self._model = model
        self._chosen = blocks

    def __enter__(self) -> Any:
        if self._chosen is None:
            return self._model
        self._list = _blocks_of(self._model)
        config = self._model.config
        self._all = list(self._list)
        self._before = {key: getattr(config, key) for key in ("num_hidden_layers", "layer_types") if hasattr(config, key)}
        self._set([self._all[index] for index in self._chosen])
        types = self._before.get("layer_types")
        if types:
            config.layer_types = [types[index] for index in self._chosen]
        config.num_hidden_layers = len(self._chosen)
        return self._model

    def __exit__(self, *_: Any) -> None:
        if self._chosen is None:
            return
        self._set(self._all)
        for key, value in self._before.items():
            setattr(self._model.config, key, value)

    def _set(self, blocks: Sequence[Any]) -> None:
        self._list._modules.clear()
        for index, block in enumerate(blocks):
            self._list.append(block)
            for module in block.modules():
                if hasattr(module, "layer_idx"):
                    module.layer_idx = index
