#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Counts every kind of model that transformers' AutoModelForCausalLM knows, in its default configuration with few blocks, and
compares its multiply-adds with PyTorch's FlopCounterMode at two sizes, prefill and decode: those of all of its blocks, and those of
a model of more blocks, of which some are counted and the rest follows.

Usage: check_causal_models.py --cli ROOFLIGHT_CLI [--only KIND...] [--quick] [--least NUMBER] [--results FILE [--seconds NUMBER]]

Of each kind a folder is written and counted as `python -m rooflight tokens` counts it, in a process that is forked where torch and
transformers are loaded. The module itself runs on the device meta, where nothing is computed, or with random weights. At the end
a table says which kinds agree, which get a sentence, which differ, and which no counter of PyTorch runs.

With --results each kind's line goes into a file, and kinds that it has are not counted again unless --only names them: a run that
was stopped, or that ends after --seconds, goes on where it was. The exit status is 1 where a count differs, a kind ends in anything
but counts or one sentence, or fewer than NUMBER (90) of a hundred kinds agree.
"""

import argparse
import json
import os
import pathlib
import signal
import sys
import tempfile
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app" / "python"))

from causal_models import as_stated, configuration, expected_anywhere, more_blocks  # noqa: E402
from rooflight import _maker, _program, _tokens  # noqa: E402

SKIPPED = 77
SIZES = [(1, 24), (2, 40)]  # sequences, tokens; the second one of a model with more blocks
QUICK = ["gpt2", "llama", "qwen3_next", "mamba", "jamba", "bert"]
SECONDS = 3600  # for a message or a process, on a machine that does other things
VERDICTS = {"agrees": "agree with FlopCounterMode", "sentence": "get a sentence", "differs": "DIFFER", "broken": "END OTHERWISE",
            "uncompared": "count, and FlopCounterMode cannot run them", "none": "have no default configuration"}


class Fork:
    """A process that runs a function and ends, with pipes for what it reads and writes, as Popen has them."""

    def __init__(self, function, errors):
        read_in, write_in = os.pipe()
        read_out, write_out = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            for end, descriptor in ((read_in, 0), (write_out, 1), (errors, 2)):
                os.dup2(end, descriptor)
            for end in (read_in, write_in, read_out, write_out):
                os.close(end)
            try:
                function()
            finally:
                os._exit(1)
        os.close(read_in)
        os.close(write_out)
        self.stdin, self.stdout = open(write_in, "wb", 0), open(read_out, "rb", 0)
        self._status = None

    def poll(self):
        return self._status

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def wait(self):
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status


class ForkedMaker(_maker.Maker):
    """The process has what this one has loaded."""

    def _started(self, request):
        def made():
            os.environ.update(HF_HUB_OFFLINE="1", TMPDIR=self._scratch, HF_HOME=self._scratch)
            os.chdir(self._scratch)
            tempfile.tempdir = None
            _maker.main(request)

        return Fork(made, self._said.fileno())


def prepared(kind, folder, blocks, size):
    """Writes config.json into the folder, and gives what FlopCounterMode counts, in a process of its own: {"macs": ...} or, with a
    sentence, {"none": ...}, {"refused": ...} where the product's own words say why, {"uncompared": ...} or {"broken": ...}."""

    def answer():
        import transformers
        from rooflight import _folder

        try:
            config = configuration(transformers, kind, blocks)
        except Exception as reason:  # noqa: BLE001: transformers raises what it likes
            return {"none": " ".join(str(reason).split())[:160]}
        stated = as_stated(transformers, config)
        pathlib.Path(folder, "config.json").write_text(json.dumps(stated, default=str), encoding="utf-8")
        try:
            made = _folder.Folder(folder, _folder.read(folder), transformers)
            return {"macs": expected_anywhere(transformers, made, *size)}
        except _folder.FolderError as reason:
            return {"refused": str(reason)}
        except ValueError as reason:
            return {"uncompared": str(reason)}

    def run():
        signal.alarm(SECONDS)
        try:
            found = answer()
        except Exception as reason:  # noqa: BLE001: as above
            found = {"broken": f"{type(reason).__name__}: {' '.join(str(reason).split())[:160]}"}
        os.write(1, json.dumps(found).encode())

    with tempfile.TemporaryFile() as errors:
        process = Fork(run, errors.fileno())
        said = process.stdout.read()
        status = process.wait()
    return json.loads(said) if said else {"uncompared": f"FlopCounterMode's process ended with {status}"}


def counted(folder, sequences, length):
    """Multiply-adds by workload, and of how many blocks each model was."""
    said = []
    with tempfile.TemporaryDirectory() as scratch, \
            ForkedMaker(folder, scratch, purpose="count", sequences=sequences, length=length) as maker:
        _, found = _tokens.tokens_of_folder(maker, said.append)
    parts = {line.split()[-2] for line in said if line.startswith("Counting") and line.endswith("blocks")}
    return {workload["workload"]: workload["macs"] for workload in found["workloads"]}, sorted(parts)


def looked_at(kind):
    """A verdict, and what there is to say."""
    said = []
    for blocks, size in zip((None, more_blocks(kind)), SIZES):
        with tempfile.TemporaryDirectory(prefix="rooflight-causal-") as folder:
            known = prepared(kind, folder, blocks, size)
            if "none" in known:
                return "none", known["none"]
            try:
                macs, parts = counted(folder, *size)
            except (_maker.FolderError, _program.ProgramError) as sentence:
                text = str(sentence)
                is_one = "\n" not in text and "Traceback" not in text and text.endswith((".", ")"))
                return "sentence" if is_one else "broken", text.replace(folder, "FOLDER")
        if "macs" not in known:
            return "uncompared", next(iter(known.values()))
        if macs != known["macs"]:
            return "differs", f"{blocks or 'few'} blocks, counted by {parts}: {macs}, FlopCounterMode {known['macs']}"
        said.append(f"{macs} by {'/'.join(parts)} blocks")
    return "agrees", "; ".join(said)


def table(results, least):
    """Printed, and whether it is as it should be."""
    for verdict, words in VERDICTS.items():
        kinds = [kind for kind, (found, _) in results.items() if found == verdict]
        if kinds:
            print(f"{len(kinds):4} {words}: {' '.join(kinds)}")
    for kind, (verdict, said) in results.items():
        if verdict != "agrees":
            print(f"     {verdict:10} {kind}: {said}")
    agreed = sum(verdict == "agrees" for verdict, _ in results.values())
    bad = any(verdict in ("differs", "broken") for verdict, _ in results.values())
    of = sum(verdict != "none" for verdict, _ in results.values())
    print(f"{agreed} of {of} kinds with a default configuration agree")
    return not bad and agreed >= least * of / 100


def load():
    """What each process would load, once: an export imports most of it."""
    import torch
    import transformers
    import transformers.masking_utils  # noqa: F401
    import transformers.modeling_utils  # noqa: F401
    import transformers.models.auto.modeling_auto as auto

    torch.set_num_threads(1)
    transformers.logging.set_verbosity(50)
    with torch.device("meta"):
        torch.export.export(torch.nn.Linear(1, 1), (torch.zeros(1, 1),))
    return list(auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--least", type=int, default=90)
    parser.add_argument("--results")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    try:
        kinds = load()
    except ImportError as missing:
        print(f"skipped: {missing}")
        return SKIPPED
    os.environ["ROOFLIGHT_CLI"] = options.cli
    _maker._SECONDS = SECONDS
    results = {}
    if options.results and os.path.exists(options.results):
        for line in pathlib.Path(options.results).read_text(encoding="utf-8").splitlines():
            kind, verdict, said = json.loads(line)
            results[kind] = verdict, said
    chosen = options.only or (QUICK if options.quick else [kind for kind in kinds if kind not in results])
    begin = time.monotonic()
    for kind in chosen:
        if time.monotonic() - begin > options.seconds:
            break
        start = time.monotonic()
        verdict, said = results[kind] = looked_at(kind)
        print(f"{verdict:10} {kind} ({time.monotonic() - start:.0f} s): {said}", flush=True)
        if options.results:
            with open(options.results, "a", encoding="utf-8") as file:
                print(json.dumps([kind, verdict, said]), file=file)
    return 0 if table(results, 0 if options.only else options.least) else 1


if __name__ == "__main__":
    sys.exit(main())
