#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Holds what `python -m rooflight tokens` says of folders of transformers against the eager module and counts by hand.

Usage: check_folders.py --cli ROOFLIGHT_CLI [--only NAME...] [--large] [--timed]

Multiply-adds: half of what PyTorch's FlopCounterMode counts of the module as it runs, its attention as products, at two sizes;
of a model of six blocks, counted by models of one or two. Bytes of the cache: a product of its sizes. --large: a folder of the
shape of Llama 3 70B, in under 2 GB, and one of Llama 2 7B in 4 bits. --timed: the rate of four small decoders of 12 blocks, of
GPT-2, and of a larger one of
24, measured whole, is below the ceiling and within 15 % of the estimate, which times the larger one by some of its blocks.
Kinds that people reported to fail elsewhere are asked as well: each counts with the workloads that it has, or gets one sentence. The
exit status is 1 when a figure is wrong.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
SIZES = [(1, 96), (2, 300)]  # sequences, tokens: below and above the window of the shapes that have one
TOLERANCE = 0.15

DECODER = {"vocab_size": 1000, "hidden_size": 64, "intermediate_size": 160, "num_hidden_layers": 6, "num_attention_heads": 8,
           "num_key_value_heads": 2, "head_dim": 16, "max_position_embeddings": 4096, "dtype": "bfloat16"}
LAYERS, KEY_HEADS, HEAD_WIDTH, ITEM = 6, 2, 16, 2
WINDOW = 128
WINDOWED = 4  # of the six layers of Gemma

FOLDERS = {
    "llama": {**DECODER, "model_type": "llama", "architectures": ["LlamaForCausalLM"]},
    "qwen3": {**DECODER, "model_type": "qwen3", "architectures": ["Qwen3ForCausalLM"]},
    "mixtral": {**DECODER, "model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "num_local_experts": 4,
                "num_experts_per_tok": 2},
    "gemma": {**DECODER, "model_type": "gemma3_text", "architectures": ["Gemma3ForCausalLM"], "sliding_window": WINDOW,
              "layer_types": ["sliding_attention", "sliding_attention", "full_attention"] * 2},
    "phi": {**DECODER, "model_type": "phi3", "architectures": ["Phi3ForCausalLM"], "hidden_size": 128, "pad_token_id": 0,
            "bos_token_id": 1, "eos_token_id": 2},
    "bert": {"vocab_size": 1000, "hidden_size": 64, "intermediate_size": 160, "num_hidden_layers": 6, "num_attention_heads": 8,
             "max_position_embeddings": 512, "model_type": "bert", "architectures": ["BertForMaskedLM"]},
}
QUANTIZED = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 32000, "hidden_size": 4096,
             "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 32,
             "max_position_embeddings": 4096, "dtype": "float16",
             "quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128}}
LARGE = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 128256, "hidden_size": 8192,
         "intermediate_size": 28672, "num_hidden_layers": 80, "num_attention_heads": 64, "num_key_value_heads": 8,
         "max_position_embeddings": 131072, "dtype": "bfloat16"}
# "The Llama 3 Herd of Models", table 3, and the sum of its sizes.
LARGE_PARAMETERS = 80 * (2 * 8192**2 + 2 * 8192 * 1024 + 3 * 8192 * 28672 + 2 * 8192) + 2 * 128256 * 8192 + 8192
TIMED = {"hidden_size": 512, "intermediate_size": 1408, "num_hidden_layers": 12, "num_attention_heads": 8,
         "num_key_value_heads": 4, "head_dim": 64, "vocab_size": 8000, "dtype": "float32"}
TIMED_BY_BLOCKS = {**TIMED, "hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24, "head_dim": 128}  # 1.5 GB


SMALL = {"vocab_size": 200, "hidden_size": 64, "num_hidden_layers": 4}
BART = {"model_type": "bart", "d_model": 64, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
        "decoder_attention_heads": 4, "encoder_ffn_dim": 128, "decoder_ffn_dim": 128, "vocab_size": 200, "max_position_embeddings": 64,
        "is_encoder_decoder": True}
MIXTURE = {**SMALL, "model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "intermediate_size": 96, "num_attention_heads": 4,
           "num_key_value_heads": 2, "num_local_experts": 4, "num_experts_per_tok": 2}
BOTH = "It has an encoder and a decoder"
ALONE = "its prefill alone is counted"
# The configuration, the workloads, or none where it is refused, and what is said.
REPORTED = {
    "gpt2": ({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_embd": 768, "n_head": 12, "n_layer": 12,
              "n_positions": 1024, "vocab_size": 50257}, {"prefill", "decode"}, ""),
    "mamba": ({**SMALL, "model_type": "mamba", "architectures": ["MambaForCausalLM"], "state_size": 8}, {"prefill", "decode"}, ""),
    "mamba2": ({**SMALL, "model_type": "mamba2", "architectures": ["Mamba2ForCausalLM"], "num_heads": 4, "head_dim": 32, "expand": 2,
                "n_groups": 1, "state_size": 8}, {"prefill", "decode"}, ""),
    "recurrent_gemma": ({**SMALL, "model_type": "recurrent_gemma", "architectures": ["RecurrentGemmaForCausalLM"],
                         "num_hidden_layers": 6, "num_attention_heads": 4, "lru_width": 64, "intermediate_size": 128},
                        {"prefill"}, ALONE),
    "bart": ({**BART, "architectures": ["BartForConditionalGeneration"]}, {"prefill", "decode"}, BOTH),
    "t5": ({"model_type": "t5", "architectures": ["T5ForConditionalGeneration"], "d_model": 64, "d_ff": 96, "d_kv": 16, "num_heads": 4,
            "num_layers": 2, "vocab_size": 200}, {"prefill", "decode"}, BOTH),
    "whisper": ({"model_type": "whisper", "architectures": ["WhisperForConditionalGeneration"], "d_model": 64, "encoder_layers": 2,
                 "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 128,
                 "decoder_ffn_dim": 128, "vocab_size": 200, "pad_token_id": 1, "bos_token_id": 1, "eos_token_id": 1,
                 "decoder_start_token_id": 2, "suppress_tokens": [], "begin_suppress_tokens": [], "is_encoder_decoder": True},
                {"prefill", "decode"}, BOTH),
    "mixture_float16": ({**MIXTURE, "dtype": "float16"}, {"prefill", "decode"}, ""),
    "mixture_float32": ({**MIXTURE, "dtype": "float32"}, {"prefill", "decode"}, ""),
    "vit": ({"model_type": "vit", "architectures": ["ViTForImageClassification"], "hidden_size": 64, "num_hidden_layers": 3,
             "num_attention_heads": 4, "intermediate_size": 128, "image_size": 32, "patch_size": 8}, set(), "takes pixel_values and no tokens"),
}
# "Language Models are Unsupervised Multitask Learners" and the checkpoint: 124,439,808 parameters. In float32, with 512 tokens of
# keys and values in 12 layers of 768 numbers.
GPT2_CACHE = 12 * 2 * 768 * 512 * 4
GPT2_BYTES = 124_439_808 * 4 + GPT2_CACHE


def write(folder, config):
    os.makedirs(folder, exist_ok=True)
    pathlib.Path(folder, "config.json").write_text(json.dumps(config), encoding="utf-8")
    return str(folder)


def asked(folder, sequences, length, *options):
    """What the command prints, its seconds, and the most memory of any of its processes in GB."""
    start = time.monotonic()
    line = [sys.executable, "-m", "rooflight", "tokens", folder, "--batch", str(sequences), "--length", str(length), "--json"]
    with subprocess.Popen([*line, *options], stdout=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "app" / "python")}) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, line)
    found = {workload["workload"]: workload for workload in json.loads(printed)["workloads"]}
    return found, time.monotonic() - start, usage.ru_maxrss / 1e6


def eager_macs(folder, sequences, length):
    """Of the prefill, and of the step behind it."""
    import torch
    import transformers
    from torch.utils.flop_counter import FlopCounterMode

    config = transformers.AutoConfig.from_pretrained(folder)
    make = getattr(transformers, config.architectures[0])
    # Experts one by one: their number of calls depends on data, the sum of their work does not.
    experts = {"experts_implementation": "eager"} if hasattr(config, "num_local_experts") else {}
    model = make._from_config(config, attn_implementation="eager", **experts).eval()
    ids = torch.randint(0, 1000, (sequences, length))
    macs = {}
    with torch.no_grad():
        with FlopCounterMode(display=False) as counter:
            decodes = "CausalLM" in config.architectures[0]
            found = model(input_ids=ids, **({"use_cache": True, "logits_to_keep": 1} if decodes else {}))
        macs["prefill"] = counter.get_total_flops() // 2
        if decodes:
            with FlopCounterMode(display=False) as counter:
                model(input_ids=ids[:, :1], past_key_values=found.past_key_values, use_cache=True, logits_to_keep=1)
            macs["decode"] = counter.get_total_flops() // 2
    return macs


def cache_bytes(name, sequences, length):
    windowed = WINDOWED if name == "gemma" else 0
    tokens = (LAYERS - windowed) * length + windowed * min(length, WINDOW - 1)
    return 2 * sequences * tokens * KEY_HEADS * HEAD_WIDTH * ITEM


def wrong_counts(name, folder):
    for sequences, length in SIZES:
        found, _, _ = asked(folder, sequences, length)
        expected = eager_macs(folder, sequences, length)
        if set(found) != set(expected):
            yield f"{name}: workloads {sorted(found)}, expected {sorted(expected)}"
            continue
        for workload, macs in expected.items():
            print(f"{name} {sequences} x {length} {workload}: {found[workload]['macs']} multiply-adds, eager {macs}")
            if found[workload]["macs"] != macs:
                yield f"{name} {sequences} x {length} {workload}: {found[workload]['macs']} multiply-adds, eager {macs}"
        wanted = cache_bytes(name, sequences, length)
        if "decode" in found and found["decode"]["cache_bytes"] != wanted:
            yield f"{name} {sequences} x {length}: {found['decode']['cache_bytes']} bytes of cache, by hand {wanted}"


def wrong_large(folder):
    found, seconds, gigabytes = asked(folder, 1, 4096)
    print(f"70b: {seconds:.1f} s, {gigabytes:.2f} GB, ceiling of the decode {found['decode']['ceiling_tokens_per_second']}")
    wanted = 2 * LARGE_PARAMETERS + found["decode"]["cache_bytes"]
    # Beside the parameters: rates of the rotation.
    if not 0 <= found["decode"]["memory_bytes"] - wanted < 1000:
        yield f"70b: needs {found['decode']['memory_bytes']} bytes, by hand {wanted}"
    if gigabytes >= 2:
        yield f"70b: {gigabytes:.2f} GB"


def wrong_quantized(folder):
    """gptq_model-4bit-128g.safetensors of Llama 2 7B is a file of 3.90 GB."""
    found, _, _ = asked(folder, 1, 16)
    weights = (found["decode"]["memory_bytes"] - found["decode"]["cache_bytes"]) / 1e9
    print(f"7b of 4 bits: {weights:.3f} GB of weights, published 3.90 GB")
    if abs(weights - 3.90) > 0.01:
        yield f"7b of 4 bits: {weights:.3f} GB of weights, published 3.90 GB"


def wrong_answers(name, folder):
    _, workloads, sentence = REPORTED[name]
    length = 512 if name == "gpt2" else 32
    run = subprocess.run([sys.executable, "-m", "rooflight", "tokens", folder, "--length", str(length), "--json"], capture_output=True,
                         text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "app" / "python")})
    if "Traceback" in run.stderr or (run.returncode == 0) != bool(workloads) or sentence not in run.stderr:
        yield f"{name}: status {run.returncode}, {run.stderr!r}"
        return
    found = {workload["workload"]: workload for workload in json.loads(run.stdout)["workloads"]} if workloads else {}
    print(f"{name}: {', '.join(sorted(found)) or run.stderr.strip()}")
    if set(found) != workloads:
        yield f"{name}: workloads {sorted(found)}, expected {sorted(workloads)}"
    elif (ALONE in run.stderr) != (workloads == {"prefill"}):
        yield f"{name}: {run.stderr!r}"
    elif name == "gpt2" and (found["decode"]["memory_bytes"], found["decode"]["cache_bytes"]) != (GPT2_BYTES, GPT2_CACHE):
        yield f"{name}: {found['decode']['memory_bytes']} bytes, {found['decode']['cache_bytes']} of cache, published {GPT2_BYTES}, {GPT2_CACHE}"


def measured_rates(folder, length):
    """Tokens a second of the whole model."""
    import torch

    sys.path.insert(0, str(ROOT / "app" / "python"))
    import rooflight
    from rooflight import _folder, _workloads

    made = _folder.Folder(folder, _folder.read(folder), _folder.load_transformers())
    model = _folder.with_random_weights(made.build("meta"))
    rates = {}
    with tempfile.TemporaryDirectory() as scratch:
        for workload in _workloads.workloads(model, 1, length):
            path = os.path.join(scratch, workload.name + ".pt2")
            _workloads.export(workload, path)
            run = subprocess.run([os.environ["ROOFLIGHT_CLI"], "latency", path, "--json", "--quiet"], stdout=subprocess.PIPE, check=True)
            tokens = length if workload.name == "prefill" else 1
            rates[workload.name] = tokens * 1e9 / json.loads(run.stdout)["statistics"]["median_ns"]
    return rates


def wrong_rates(name, folder, length=256):
    found, _, _ = asked(folder, 1, length, "--estimate")
    for workload, rate in measured_rates(folder, length).items():
        ceiling, estimate = found[workload]["ceiling_tokens_per_second"], found[workload]["estimate_tokens_per_second"]
        text = (f"{name} {workload}: measured {rate:.4g} tokens/s, estimate {estimate:.4g} ({estimate / rate - 1:+.1%}), "
                f"ceiling {ceiling[0]:.4g} to {ceiling[1]:.4g}")
        print(text)
        if rate > ceiling[1] or abs(estimate / rate - 1) > TOLERANCE:
            yield text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--only", nargs="*", choices=[*FOLDERS, *REPORTED], default=[*FOLDERS, *REPORTED])
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--timed", action="store_true")
    options = parser.parse_args()
    try:
        import transformers  # noqa: F401
    except ImportError as missing:
        print(f"skipped: {missing}")
        return SKIPPED
    os.environ["ROOFLIGHT_CLI"] = os.path.abspath(options.cli)
    # From now on in the cache: measuring roofs takes more memory than counting a model.
    subprocess.run([options.cli, "peaks", "--quiet"], stdout=subprocess.DEVNULL, check=True)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="rooflight-folders-") as scratch:
        for name in options.only:
            if name in FOLDERS:
                wrong += wrong_counts(name, write(os.path.join(scratch, name), FOLDERS[name]))
            else:
                wrong += wrong_answers(name, write(os.path.join(scratch, name), REPORTED[name][0]))
        if options.large:
            wrong += wrong_large(write(os.path.join(scratch, "70b"), LARGE))
            wrong += wrong_quantized(write(os.path.join(scratch, "7b"), QUANTIZED))
        for name in ("llama", "qwen3", "gemma", "phi") if options.timed else ():
            wrong += wrong_rates(name, write(os.path.join(scratch, "timed-" + name), {**FOLDERS[name], **TIMED,
                                 **({"layer_types": FOLDERS[name]["layer_types"] * 2} if name == "gemma" else {})}))
        if options.timed:
            wrong += wrong_rates("gpt2", write(os.path.join(scratch, "timed-gpt2"), REPORTED["gpt2"][0]))
            wrong += wrong_rates("large llama", write(os.path.join(scratch, "by-blocks"), {**FOLDERS["llama"], **TIMED_BY_BLOCKS}))
    for text in wrong:
        print("WRONG " + text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
