#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Gives every command a hostile file of each kind that it reads.

Formats by what is wrong with them: too large, nested too deep, with a NUL, no UTF-8, with markup, with escapes, with
numbers out of range, within themselves. A command has to end with one of its statuses, neither by a signal nor as a
defect of the program, with no more than a gigabyte; what it prints holds no character that a terminal obeys, no markup of
the file, and the sentences of a file only as a quotation. With --table it prints an answer a line.
"""

import argparse
import io
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import zipfile

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

    def tensor(self, kind):
        return self.pt(kind)

    def requests(self, kind):
        line = {"deep": b'{"type":"inspect","request":1,"model":' + b"[" * DEEP + b"]" * DEEP + b"}",
                "range": b'{"type":"inspect","request":1e400,"model":"x"}', "large": b"x" * (8 << 20),
                "utf8": b'{"type":"inspect","request":1,"model":"\xff"}'}.get(
                    kind, json.dumps({"type": "inspect", "request": 1, "model": "/no/" + self.text(kind, "x")}).encode())
        return line + b"\n"


def commands(files, kind, out):
    """Name of the format, and the command's words with what it is given on stdin."""
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


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def problem_of(run, arguments):
    if run.returncode not in STATUSES:
        return f"status {run.returncode}"
    for name, stream in (("stdout", run.stdout), ("stderr", run.stderr)):
        text = stream.decode("utf-8", "surrogateescape")
        try:
            stream.decode("utf-8")
        except UnicodeDecodeError:
            return f"{name} is no UTF-8"
        csv = "--csv" in arguments and name == "stdout"
        found = HARMFUL.search(text.replace("\r\n", "\n") if csv else text)
        if found:
            return f"{name} holds {found.group()!r}"
        for place in re.finditer(re.escape(WORDS), text):
            before = text[max(0, place.start() - 60):place.start()]
            if not re.search(r'says: (\\?"|&quot;)[^"]*$', before) and "--json" not in arguments:
                return f"{name} says {text[max(0, place.start() - 40):place.end()]!r}"
    if ("--html" in arguments or "--markdown" in arguments) and MARKUP.encode() in run.stdout:
        return "markup of the file is in force"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="rooflight-cli")
    parser.add_argument("data", help="tests/data")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    problems, runs = [], 0
    with tempfile.TemporaryDirectory(prefix="rooflight-hostile-") as folder:
        environment = dict(os.environ, XDG_CACHE_HOME=folder, COLUMNS="100", OMP_NUM_THREADS="1")
        files = Files(options.data, folder)
        for kind in KINDS:
            for form, arguments, given in commands(files, kind, os.path.join(folder, "out-" + kind)):
                run = subprocess.run([options.program, *arguments], input=given, capture_output=True, env=environment,
                                     timeout=120, check=False, preexec_fn=limit)
                runs += 1
                problem = problem_of(run, arguments)
                most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
                if not problem and most > MOST_KIB:
                    problem = f"{most >> 10} MiB"
                said = (run.stderr.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
                if options.table:
                    print(f"{form:9} {kind:9} {arguments[0]:8} {run.returncode}  {said[:150]}", flush=True)
                if problem:
                    problems.append(f"{form}, {kind}: {' '.join(arguments)}: {problem}\n    {said[:300]}")
    print(f"{runs} commands, {len(problems)} problems")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
