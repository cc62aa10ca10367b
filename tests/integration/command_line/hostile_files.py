#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Gives every command a hostile file of each kind that it reads.

Formats by what is wrong with them: too large, nested too deep, with a NUL, no UTF-8, with markup, with escapes, with
numbers out of range, within themselves. A command has to end with one of its statuses, neither by a signal nor as a
defect of the program, with no more than a gigabyte; what it prints, or writes as a page or a table, holds no character that a
terminal obeys, no markup of the file, and the sentences of a file only as a quotation. Folders of a model are given to
python -m rooflight, with links in place of config.json as well, and the index of a matrix to the window's program, which writes
it as a page, a table and a picture. With --table it prints an answer a line.
"""

import argparse
import io
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
KINDS = ("large", "deep", "nul", "utf8", "markup", "escapes", "range", "recursive")
STATUSES = {0, 1, 2, 3, 4, 5, 6, 7}
MOST_KIB = 1 << 20
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
WORDS = "Run sh evil.sh now"
MARKUP = "<img src=x onerror=alert(1)>"
ESCAPES = "\x1b[2J\u009b1m\u202egpj\x07"
SPARSE = 200 << 20
DEEP = 100_000


def repacked(source, edit):
    """A zip like \\p source whose records \\p edit changes; each as PyTorch stores them."""
    out = io.BytesIO()
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(out, "w") as made:
        for name in archive.namelist():
            made.writestr(name, edit(name, archive.read(name)))
    return out.getvalue()


def renamed(source, old, new):
    return repacked(source, lambda name, content: content.replace(old, new))


def lists_in_lists():
    """Opcodes of a pickle whose lists are filled after they were put into others."""
    return b"\x80\x02]q\x00" + b"]q\x01a0h\x01q\x00" * DEEP + b"."


class Files:
    def __init__(self, data, folder):
        self.data = pathlib.Path(data)
        self.folder = folder
        self.session = self.data.parent / "core" / "record" / "golden.jsonl"
        self.model = self.data / "torchscript" / "small_script.pt"

    def write(self, name, content, kind):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        if kind == "large":
            os.truncate(path, max(SPARSE, len(content)))
        return path

    def text(self, kind, deep):
        """Words for a text of the format."""
        return {"nul": "a\0b", "utf8": "a\udcffb", "markup": MARKUP, "escapes": ESCAPES,
                "large": "x", "range": "x", "recursive": "x", "deep": deep}[kind]

    def pt(self, kind):
        edits = {"deep": ("data.pkl", lambda _: lists_in_lists()),
                 "recursive": ("data.pkl", lambda _: b"\x80\x02]q\x00h\x00a."),
                 "range": ("data.pkl", lambda content: content.replace(b"K\x01", b"\x8a\x08" + b"\xff" * 7 + b"\x7f")),
                 "nul": (".py", lambda content: content.replace(b"def", b"d\0ef")),
                 "utf8": (".py", lambda content: content + b"# \xff\xfe\n"),
                 "markup": (".py", lambda content: content.replace(b"Tensor", MARKUP.encode())),
                 "escapes": (".py", lambda content: content.replace(b"return", ESCAPES.encode() + b"return"))}
        end, edit = edits.get(kind, ("none", None))
        return self.write("a.pt", repacked(self.model, lambda name, content: edit(content) if name.endswith(end) else content),
                          kind)

    def pt2(self, kind):
        source = self.data / "export" / "torch_2_15.pt2"
        old, new = {"deep": (b'"graph":', b'"more":' + b"[" * DEEP + b"]" * DEEP + b',"graph":'),
                    "nul": (b"linear", b"lin\\u0000ear"), "utf8": (b"linear", b"lin\xffear"),
                    "markup": (b"linear", b"<img src=x onerror=alert(1)>"),
                    "escapes": (b"linear", b"\\u001b[2J\\u009b\\u202e"), "range": (b'"as_int": ', b'"as_int": 9' + b"9" * 400),
                    "recursive": (b'"nodes":', b'"nodes": [],"nodes":')}.get(kind, (b"\0none", b""))
        return self.write("a.pt2", renamed(source, old, new), kind)

    def trace(self, kind):
        trace = (self.data / "profiler" / "small.json").read_bytes()
        old, new = {"deep": (b'"traceEvents":', b'"more":' + b"[" * DEEP + b"]" * DEEP + b',"traceEvents":'),
                    "nul": (b"aten::relu_", b"aten::re\\u0000lu_"), "utf8": (b"aten::relu_", b"aten::\xffrelu_"),
                    "markup": (b"aten::relu_", b"own::" + MARKUP.encode()),
                    "escapes": (b"aten::relu_", b"own::\\u001b[2J\\u009b\\u202e"),
                    "range": (b"[2,8,15,15]", b"[9223372036854775807,-1,1e400,15]"),
                    "recursive": (b'"tid":1', b'"tid":{"tid":{"tid":1}}')}.get(kind, (b"\0none", b""))
        return self.write("trace.json", trace.replace(old, new), kind)

    def ridge(self, kind):
        records = [json.loads(line) for line in self.session.read_text(encoding="utf-8").splitlines()]
        words = self.text(kind, "x")
        for record in records:
            if record["type"] == "analysis":
                for layer in record["layers"]:
                    layer["path"] += words
                record["model"]["path"] = "/models/" + words
                if kind == "range":
                    record["totals"]["macs"] = 10 ** 400
                if kind == "recursive":
                    for layer in record["layers"]:
                        layer["parent"] = layer["id"]
            if record["type"] == "notice":
                record["text"] = WORDS + words
            if record["type"] == "error":
                record.update(text=WORDS + words, status=256)
        records[1:1] = [{"type": "later", "x": 0}] if kind != "deep" else []
        lines = [json.dumps(record, ensure_ascii=kind != "utf8").encode("utf-8", "surrogateescape") for record in records]
        if kind == "deep":
            lines.insert(1, b'{"type":"later","x":' + b"[" * DEEP + b"]" * DEEP + b"}")
        return self.write("a.ridge", b"\n".join(lines) + b"\n", kind)

    def roofs(self, kind):
        peaks = {"format": "rooflight.peaks", "version": 1, "device": {"kind": "cpu", "name": self.text(kind, "x")},
                 "roofs": [{"kind": "compute", "name": "FP32" + self.text(kind, "x"), "precision": "fp32", "unit": "vector",
                            "value": 1e400 if kind == "range" else 1e12, "value_unit": "FLOP/s", "interval": [9e11, 1.1e12]}]}
        text = json.dumps(peaks, ensure_ascii=kind != "utf8").encode("utf-8", "surrogateescape")
        if kind in ("deep", "recursive"):
            text = text[:-1] + b',"more":' + b"[" * DEEP + b"]" * DEEP + b"}"
        return self.write("roofs.json", text, kind)

    def plan(self, kind):
        text = {"nul": b'[[model]]\nfile = "m.pt\\u0000/../../other.pt"\n', "utf8": b'[[model]]\nfile = "\xff.pt"\n',
                "markup": b'[[model]]\nfile = "' + MARKUP.encode() + b'.pt"\n',
                "escapes": b'[[model]]\nfile = "\\u001b[2J\\u202e.pt"\n', "deep": b"a." * DEEP + b"b = 1\n",
                "range": b"[options]\nseconds = 1e999\nruns = 9223372036854775808\n", "large": b"",
                "recursive": b"x = " + b"[" * DEEP + b"]" * DEEP}[kind]
        return self.write("plan.toml", text, kind)

    def formulas(self, kind):
        text = {"nul": b"[a::b]\nmacs = \0 1\n", "utf8": b"[a::b]\nmacs = \xff\n", "markup": b"[" + MARKUP.encode() + b"]\n",
                "escapes": b"[" + ESCAPES.encode() + b"]\n", "deep": b"[a::b]\nmacs = " + b"(" * DEEP + b"\n", "large": b"",
                "range": b"[a::b]\nmacs = 9" + b"9" * 400 + b"\n", "recursive": b"[a::b]\nmacs = macs\n"}[kind]
        return self.write("own.txt", text, kind)

    def matrix(self, kind):
        words = self.text(kind, "x")
        number = {"range": 10 ** 400}.get(kind, 1000.0)
        row = {"name": words, "model": words, "input": words, "target": words, "execution": words, "status": "done",
               "median_ns": number, "interval_low_ns": -1, "interval_high_ns": number, "throughput_per_second": number,
               "time_at_roof_ns": 0, "roof_share": number, "peak_memory_bytes": number if kind == "range" else 1,
               "macs": number if kind == "range" else 1, "session": "../" + words, "reason": "", "sparkline_ns": [1, number],
               "disturbed_by": [words]}
        failed = {**row, "name": words + "2", "status": "failed", "reason": words}
        index = {"format": "rooflight.matrix", "version": 1, "plan_sha256": words, "cells": [row, failed]}
        text = json.dumps(index, ensure_ascii=kind != "utf8").encode("utf-8", "surrogateescape")
        if kind == "deep":
            text = text[:-1] + b',"more":' + b"[" * DEEP + b"]" * DEEP + b"}"
        if kind == "recursive":
            text = text.replace(b'"cells": [', b'"cells": [{"cells": [{"cells": []}]}, ')
        return self.write("matrix.json", text, kind)

    def folders(self, kind):
        """Folders whose config.json is hostile, as many as there are ways."""
        words = self.text(kind, "x")
        llama = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "num_hidden_layers": 2}
        inside = llama
        for _ in range(100):
            inside = {"model_type": "llava", "text_config": inside, "vision_config": inside}
            if len(json.dumps(inside)) > 1 << 20:
                break
        configs = {"deep": [b'{"model_type":"llama","more":' + b"[" * DEEP + b"]" * DEEP + b"}", b'{"a":' * DEEP],
                   "range": [{**llama, key: value} for key, value in (
                       ("hidden_size", 10 ** 400), ("hidden_size", -4), ("num_attention_heads", 0), ("vocab_size", 1e400),
                       ("num_hidden_layers", 10 ** 9), ("rms_norm_eps", [1] * 1000), ("intermediate_size", 2 ** 62))],
                   "recursive": [inside]}.get(kind, [
                       {"model_type": words}, {**llama, "architectures": [words], "rope_parameters": {"rope_type": words}},
                       {**llama, "hidden_act": words}, {**llama, words + "_layers": 10 ** 6}])
        for number, config in enumerate(configs):
            folder = os.path.join(self.folder, f"{kind}{number}")
            os.makedirs(folder)
            text = config if isinstance(config, bytes) else \
                json.dumps(config, ensure_ascii=kind != "utf8").encode("utf-8", "surrogateescape")
            self.write(os.path.join(folder, "config.json"), text, kind)
            yield folder
        for name, target in (("link", "/etc/passwd"), ("loop", "config.json"), ("zeros", "/dev/zero"), ("outside", "../..")):
            if kind == "recursive":
                folder = os.path.join(self.folder, name)
                os.makedirs(folder)
                os.symlink(target, os.path.join(folder, "config.json"))
                yield folder

    def tensor(self, kind):
        return self.pt(kind)

    def requests(self, kind):
        line = {"deep": b'{"type":"inspect","request":1,"model":' + b"[" * DEEP + b"]" * DEEP + b"}",
                "range": b'{"type":"inspect","request":1e400,"model":"x"}', "large": b"x" * (8 << 20),
                "utf8": b'{"type":"inspect","request":1,"model":"\xff"}'}.get(
                    kind, json.dumps({"type": "inspect", "request": 1, "model": "/no/" + self.text(kind, "x")}).encode())
        return line + b"\n"


def commands(files, kind, out):
    """Name of the format, and the words of rooflight-cli with what it is given on stdin."""
    session, model = str(files.session), str(files.model)
    path = files.pt(kind)
    yield ".pt", ["inspect", path], b""
    yield ".pt", ["inspect", path, "--json"], b""
    yield ".pt", ["analyze", path, "--input", "1x3x8x8"], b""
    yield "@tensor", ["analyze", model, "--input", "@" + files.tensor(kind)], b""
    path = files.pt2(kind)
    yield ".pt2", ["inspect", path], b""
    yield ".pt2", ["analyze", path, "--json"], b""
    path = files.trace(kind)
    yield "trace", ["import", path, "--quiet", "--effort", "quick"], b""
    path = files.ridge(kind)
    for options in ([], ["--json"], ["--csv", "-"], ["--html", "-"], ["--trace", "-"]):
        yield ".ridge", ["show", path, *options], b""
    for options in ([], ["--bmf", "-"], ["--markdown", "-"], ["--junit", "-"], ["--json"]):
        yield ".ridge", ["compare", path, session, "--fail-on", "slower", *options], b""
    yield "roofs", ["show", session, "--roofs", files.roofs(kind)], b""
    yield "plan", ["matrix", files.plan(kind), "--out", out], b""
    yield "formulas", ["analyze", model, "--formulas", files.formulas(kind)], b""
    yield "requests", ["serve"], files.requests(kind)


def all_commands(programs, files, kind, out):
    """The same with whole lines: the name of the format, the line, what it is given, and the file that it writes."""
    for form, words, given in commands(files, kind, out):
        yield form, [programs.program, *words], given, None
    if programs.window:
        path = files.matrix(kind)
        for ending in ("html", "csv", "png"):
            target = os.path.join(files.folder, f"{kind}-matrix.{ending}")
            yield "matrix", [programs.window, "--export", target, path], b"", target
    for folder in files.folders(kind):
        # Without the programs: a folder that were taken for sound would fail, too.
        yield "folder", [sys.executable, "-B", "-m", "rooflight", "tokens", folder], b"y\n", None


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def problem_of(run, arguments, written):
    if run.returncode not in STATUSES:
        return f"status {run.returncode}"
    streams = [("stdout", run.stdout), ("stderr", run.stderr)]
    if written and not written.endswith("png") and os.path.exists(written):
        streams.append((written, pathlib.Path(written).read_bytes()))
    for name, stream in streams:
        text = stream.decode("utf-8", "surrogateescape")
        try:
            stream.decode("utf-8")
        except UnicodeDecodeError:
            return f"{name} is no UTF-8"
        csv = ("--csv" in arguments and name == "stdout") or name.endswith(".csv")
        found = HARMFUL.search(text.replace("\r\n", "\n") if csv else text)
        if found:
            return f"{name} holds {found.group()!r}"
        for place in re.finditer(re.escape(WORDS), text):
            before = text[max(0, place.start() - 60):place.start()]
            if not re.search(r'says: (\\?"|&quot;)[^"]*$', before) and "--json" not in arguments and not csv:
                return f"{name} says {text[max(0, place.start() - 40):place.end()]!r}"
        is_page = name.endswith("html") or (name == "stdout" and ("--html" in arguments or "--markdown" in arguments))
        if is_page and MARKUP in text:
            return "markup of the file is in force"
        if "Traceback" in text:
            return f"{name} holds a traceback"
    if "-m" in arguments and (run.returncode != 2 or run.stderr.count(b"\n") != 1):
        return f"status {run.returncode}, {run.stderr[-300:]!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="rooflight-cli")
    parser.add_argument("data", help="tests/data")
    parser.add_argument("--window", help="rooflight")
    parser.add_argument("--roofs", help="a cache with roofs of this machine, whose arrays would count as memory of import")
    parser.add_argument("--only", nargs="*", help="formats")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    problems, runs = [], 0
    with tempfile.TemporaryDirectory(prefix="rooflight-hostile-") as folder:
        environment = dict(os.environ, XDG_CACHE_HOME=folder, COLUMNS="100", OMP_NUM_THREADS="1", QT_QPA_PLATFORM="offscreen",
                           ROOFLIGHT_CLI=shutil.which("false"), PYTHONPATH=str(ROOT / "app" / "python"))
        if options.roofs:
            shutil.copytree(options.roofs, folder, dirs_exist_ok=True)
        files = Files(options.data, folder)
        for kind in KINDS:
            for form, arguments, given, written in all_commands(options, files, kind, os.path.join(folder, "out-" + kind)):
                if options.only and form not in options.only:
                    continue
                start = time.monotonic()
                run = subprocess.run(arguments, input=given, capture_output=True, env=environment, timeout=120, check=False,
                                     preexec_fn=limit)
                seconds = time.monotonic() - start
                runs += 1
                problem = problem_of(run, arguments, written)
                most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
                if not problem and most > MOST_KIB:
                    problem = f"{most >> 10} MiB"
                said = (run.stderr.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
                if options.table:
                    print(f"{form:9} {kind:9} {' '.join(arguments[1:2]):8} {run.returncode} {seconds:4.1f} s  {said[:150]}", flush=True)
                if problem:
                    problems.append(f"{form}, {kind}: {' '.join(arguments)}: {problem}\n    {said[:300]}")
    print(f"{runs} commands, {len(problems)} problems")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
