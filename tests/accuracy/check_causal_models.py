#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Counts every kind of model that transformers' AutoModelForCausalLM knows, in its default configuration with few blocks, and
compares its multiply-adds with PyTorch's FlopCounterMode at two sizes, prefill and decode.

Usage: check_causal_models.py --cli ROOFLIGHT_CLI [--only KIND...] [--quick] [--least NUMBER]

The module runs on the device meta, where nothing is computed. What FlopCounterMode does not know is counted by hand: products of
experts, rows x columns x inner size, and triangular systems, which an export solves as a product: n x n x right sides. A kind that is not counted is listed with its sentence. The exit status is 1 where a
count differs, a sentence is missing, or of a hundred kinds fewer than NUMBER (90) count.
"""

import argparse
import inspect
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))
SKIPPED = 77
SIZES = [(1, 24), (2, 40)]  # sequences, tokens
QUICK = ["gpt2", "llama", "qwen3_next", "mamba", "jamba", "bert"]
# Blocks: two where all are of a kind, else enough for one of each.
BLOCKS = {"bailing_hybrid": 8, "bamba": 4, "cohere_compass_text": 4, "gemma3n": 15, "gemma3n_text": 15, "granitemoehybrid": 4, "jamba": 6,
          "kimi_linear": 4, "lfm2": 4, "lfm2_moe": 4, "lfm3": 4, "nemotron_h": 6, "olmo_hybrid": 4, "qwen3_5": 4, "qwen3_5_moe": 4,
          "qwen3_5_moe_text": 4, "qwen3_5_text": 4, "qwen3_next": 4, "qwen4_exp": 4, "qwen4_exp_text": 4, "recurrent_gemma": 3, "zamba": 8,
          "zamba2": 8}
# What the default configuration leaves out, though no model of it runs without.
COMPLETE = {"bamba": {"attn_layer_indices": [1]}, "deepseek_v2": {"topk_method": "greedy", "num_experts_per_tok": 6},
            "granitemoehybrid": {"layer_types": ["mamba", "attention", "mamba", "mamba"]}, "hunyuan_v1_dense": {"head_dim": 128},
            "hunyuan_v1_moe": {"head_dim": 128}, "ministral": {"head_dim": 128}, "nemotron": {"num_key_value_heads": 8},
            "reformer": {"is_decoder": True}}


# Kinds whose blocks differ, in a number that is counted by some of them.
MIXED = {"gemma3_text": 12, "jamba": 16, "lfm2": 9, "mamba2": 4, "qwen3_next": 8}


def configuration(transformers, kind, blocks=None):
    """The default one with few blocks. None where that is of no causal model."""
    config = transformers.CONFIG_MAPPING[kind]().get_text_config(decoder=True)
    if type(config) not in transformers.MODEL_FOR_CAUSAL_LM_MAPPING:
        return None
    made = type(config)
    names = {"num_hidden_layers", made.attribute_map.get("num_hidden_layers"), "num_layers", "decoder_layers", "encoder_layers"}
    few = {name: blocks or BLOCKS.get(kind, 2) for name in names if name and type(getattr(config, name, None)) is int}
    try:
        return made(**{**few, **COMPLETE.get(kind, {})})
    except Exception:  # noqa: BLE001: it has lists with an entry a block
        return made()


def grouped_products(given, weights, *rest, out_shape=None, **named):
    if len(given) == 2 and len(weights) == 3:  # rows sorted by expert
        return 2 * given[0] * given[1] * weights[2]
    raise ValueError(f"a grouped product of {given} and {weights}")


def triangular_system(matrix, right, *rest, out_shape=None, **named):
    count = 2 * matrix[-1] * right[-1]
    for size in out_shape[:-1]:
        count *= size
    return count


def expected(transformers, model, sequences, length):
    """Multiply-adds of the prefill, and of the step behind it."""
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    by_hand = {torch.ops.aten._grouped_mm: grouped_products, torch.ops.aten.linalg_solve_triangular: triangular_system}
    macs = {}
    with torch.no_grad(), torch.device("meta"):
        ids = torch.zeros(sequences, length, dtype=torch.int64)
        known = inspect.signature(type(model).forward).parameters
        options = {name: value for name, value in (("logits_to_keep", 1), ("use_cache", True)) if name in known}
        with FlopCounterMode(display=False, custom_mapping=by_hand) as counter:
            found = model(input_ids=ids, **options)
        macs["prefill"] = counter.get_total_flops() // 2
        kept = [name for name in ("past_key_values", "cache", "state", "mems", "past_buckets_states")
                if found.get(name) is not None and name in known]
        if kept:
            with FlopCounterMode(display=False, custom_mapping=by_hand) as counter:
                model(input_ids=ids[:, :1], **{kept[0]: found[kept[0]]}, **options)
            macs["decode"] = counter.get_total_flops() // 2
    return macs


def counted(cli, model, sequences, length, scratch):
    from rooflight import _workloads

    macs = {}
    for workload in _workloads.workloads(model, sequences, length):
        file = os.path.join(scratch, workload.name + ".pt2")
        _workloads.export(workload, file)
        run = subprocess.run([cli, "tokens", file, "--predict", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode != 0:
            raise ValueError(run.stderr.strip().splitlines()[-1])
        macs[workload.name] = json.loads(run.stdout)["workloads"][0]["macs"]
    return macs


def folder_of(transformers, config, scratch):
    from rooflight import _folder

    architecture = transformers.MODEL_FOR_CAUSAL_LM_MAPPING[type(config)].__name__
    stated = {**config.to_dict(), "model_type": config.model_type, "architectures": [architecture]}
    return _folder.Folder(scratch, (stated, False), transformers)


def wrong_sum(transformers, kind, scratch):
    """A sentence where models of some blocks do not add up to that of all, as FlopCounterMode counts both."""
    from rooflight import _blocks

    model = folder_of(transformers, configuration(transformers, kind, MIXED[kind]), scratch).build("meta")
    whole, total = expected(transformers, model, *SIZES[0]), {}
    depths = _blocks.depths(model)
    for depth in depths:
        with _blocks.with_blocks(model, depth.blocks) as part:
            for name, macs in expected(transformers, part, *SIZES[0]).items():
                total[name] = total.get(name, 0) + depth.times * macs
    text = f"{kind}: {whole} of {MIXED[kind]} blocks, {({name: int(macs) for name, macs in total.items()})} of {[depth.blocks for depth in depths]}"
    print(text, flush=True)
    return text if whole != total or any(depth.blocks is None for depth in depths) else None


def looked_at(transformers, cli, kind, scratch):
    """A sentence on what went wrong, and whether that is a wrong count; None and False where all is right."""
    import torch
    from rooflight import _folder

    try:
        config = configuration(transformers, kind)
    except Exception as reason:  # noqa: BLE001: transformers raises what it likes
        return f"it has no default configuration: {' '.join(str(reason).split())[:160]}", None
    try:
        if config is None:
            return "its text model is no causal one of its own", None
        model = folder_of(transformers, config, scratch).build("meta")
        for sequences, length in SIZES:
            found = counted(cli, model, sequences, length, scratch)
            try:
                by_torch = expected(transformers, model, sequences, length)
            except (RuntimeError, NotImplementedError) as reason:
                return f"counts, but not on the device meta: {str(reason).splitlines()[0][:120]}", None
            if found != by_torch:
                return f"{sequences} x {length}: {found}, FlopCounterMode {by_torch}", True
        wrong = wrong_sum(transformers, kind, scratch) if kind in MIXED else None
        return wrong or f"{found}", bool(wrong)
    except (_folder.FolderError, ValueError) as sentence:
        return str(sentence), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--least", type=int, default=90)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    try:
        import torch
        import transformers
    except ImportError as missing:
        print(f"skipped: {missing}")
        return SKIPPED
    torch.set_num_threads(1)
    transformers.logging.set_verbosity(50)
    # Questions about values, which the device meta has not: no token is padding.
    transformers.masking_utils.fast_all = lambda mask: True
    transformers.PreTrainedModel.warn_if_padding_and_no_attention_mask = lambda *ignored: None
    kinds = options.only or (QUICK if options.quick else list(transformers.models.auto.modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES))
    right, wrong, others = [], [], []
    for kind in kinds:
        with tempfile.TemporaryDirectory(prefix="rooflight-causal-") as scratch:
            said, is_wrong = looked_at(transformers, options.cli, kind, scratch)
        (others if is_wrong is None else wrong if is_wrong else right).append(kind)
        print(f"{'other' if is_wrong is None else 'WRONG' if is_wrong else 'right'} {kind}: {said}", flush=True)
    print(f"{len(right)} of {len(kinds)} kinds count as FlopCounterMode does, {len(wrong)} do not, {len(others)} are not counted or compared")
    return 1 if wrong or (len(right) < options.least * len(kinds) / 100 and not options.only) else 0


if __name__ == "__main__":
    sys.exit(main())
