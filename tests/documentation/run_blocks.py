#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""Runs every code block of README.md and docs/how as it is printed, page by page, each page in a folder of its own.

Usage: run_blocks.py --programs FOLDER --python PYTHON [--cache FOLDER] [--page NAME]... [--keep FOLDER]

FOLDER holds rooflight and rooflight-cli, PYTHON has torch, torchvision and pandas. --cache keeps measured roofs and what
the scripts install. Left out is what needs a host behind ssh, a cluster, a service for tests or root, each with its reason;
on a machine without a GPU the blocks that need one must say so (status 5). Ends with 1 where a block fails.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import blocks

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 900  # s, of a block
WINDOW = 10  # s that a window must stay open

# By page: what begins or names a block, and why it is not run. Every entry must be met.
LEFT_OUT = {
    "README.md": {"scripts/run [MODEL": "the forms of a command, no call"},
    "docs/how/ask_a_folder.md": {"path/to/folder": "scripts/test --folders asks six", "llama-70b, decode": "what a command prints"},
    "docs/how/install.md": {"LIBTORCH_ROOT=": "builds for another torch",
                            "cpack": "installs a package as root: tests/package does so",
                            "scripts/wheels": "tests/python/check_programs installs the wheel"},
    "docs/how/measure_many_models.md": {"--engine slurm": "Slurm", 'worker = "ssh': "ssh", "partition =": "Slurm"},
    "docs/how/measure_on_a_gpu.md": {"scripts/run --cuda": "builds what measures GPUs"},
    "docs/how/open_an_export.md": {"Size             s77": "what a command prints"},
    "docs/how/performance_as_a_test.md": {"on: pull_request": "GitHub Actions", "rules:": "GitLab"},
    "docs/how/the_fifty_line_script.md": {"fifty_lines.py": "python.fifty_lines among the tests runs it"},
    "docs/how/time_a_model_fairly.md": {"energy_uj": "opens a counter of the machine to all users",
                                        "python serve.py": "a service of the reader's own"},
    "docs/how/work_without_a_window.md": {'--worker "ssh': "ssh"},
}

# By page: files, by their makers in page_files.py. A part of a block before it: made before that block, else at first.
FILES = {
    "docs/how/count_your_own_operators.md": {"": {"build/libmyops.so": "operator_library", "detector.pt": "detector"}},
    "docs/how/estimate_before_measuring.md": {"": {"resnet18.pt": "torchvision_trace", "model.pt2": "decoder_export"}},
    "docs/how/find_out_why.md": {"": {
        name: "torchvision_trace" for name in ("resnet18.pt", "resnet50.pt", "mobilenet_v3_large.pt")}},
    "docs/how/find_the_best_batch.md": {"": {"model.pt": "bounded"}},
    "docs/how/find_what_limits_a_model.md": {"": {"resnet18.pt": "trace"}},
    "docs/how/give_inputs.md": {"": {
        "model.pt": "any_type", "bert.pt": "bert", "pair.pt": "pair", "dict.pt": "dictionary", "tensor.pt": "tensor"}},
    "docs/how/install.md": {"": {"model.pt": "trace"}},
    "docs/how/load_operator_libraries.md": {"": {"build/libmyops.so": "operator_library", "detector.pt": "detector"}},
    "docs/how/make_a_model_faster.md": {"": {"resnet18.pt": "trace", "resnet18.pt2": "batch_export"}},
    "docs/how/measure_many_models.md": {"": {"resnet18.pt2": "batch_export", "encoder.pt2": "batch_export"}},
    "docs/how/measure_on_a_gpu.md": {"": {"model.pt": "trace"}},
    "docs/how/open_an_export.md": {
        "llama.pt2": {"llama.pt2": "decoder_export"},
        "sweep model.pt2": {"model.pt2": "sequence_export"},
        "tokens model.pt2": {name: "decoder_export" for name in ("model.pt2", "prefill.pt2", "decode.pt2")},
        "compiled.pt2": {"compiled.pt2": "compiled_package"}},
    "docs/how/performance_as_a_test.md": {"": {
        name: "batch_export" for name in ("before.pt2", "after.pt2", "model.pt2")}},
    "docs/how/see_the_timeline.md": {"": {"model.pt": "trace"}},
    "docs/how/show_a_colleague.md": {"": {"resnet18.pt": "trace"}},
    "docs/how/time_a_model_fairly.md": {"": {"model.pt": "trace", "smaller.pt": "smaller_trace"}},
    "docs/how/time_a_pipeline.md": {"": {"detector.pt": "trace", "classifier.pt": "trace"}},
    "docs/how/what_to_do_about_it.md": {"": {"squeezenet1_1.pt": "trace"}},
    "docs/how/work_without_a_window.md": {"": {"model.pt": "trace"}},
}

# The same of commands: sessions that a page takes for granted.
COMMANDS = {
    "docs/how/open_an_export.md": {"tokens prefill.ridge": [
        "rooflight-cli analyze prefill.pt2 --predict --save prefill.ridge --quiet",
        "rooflight-cli analyze decode.pt2 --predict --save decode.ridge --quiet"]},
    "docs/how/performance_as_a_test.md": {"": [
        "rooflight-cli report before.pt2 --save before.ridge --quiet",
        "rooflight-cli report after.pt2 --save after.ridge --quiet",
        "mkdir baselines"]},
    "docs/how/show_a_colleague.md": {"": [
        "rooflight-cli report resnet18.pt --save resnet18.ridge --quiet",
        "rooflight-cli sweep resnet18.pt --max-batch 4 --save sweep.ridge --quiet",
        "cp resnet18.ridge before.ridge; cp resnet18.ridge after.ridge"]},
}

# By page: a part of a block, and a command that fails where the block did something else than its page says.
CHECKS = {
    "docs/how/measure_many_models.md": {
        "matrix plan.toml": """python -c '
import pandas
macs = pandas.read_csv("measured/matrix.csv").pivot_table(index="model", columns="input", values="macs")
assert (macs.b8 == 8 * macs.b1).all(), macs'"""},
}

# What a program in Python takes for granted.
PREAMBLE = {
    "docs/how/import_a_trace.md": "import torch\nmodel = torch.nn.Linear(64, 64).eval()\n"
                                  "batches = [torch.rand(8, 64) for _ in range(13)]\n",
    "docs/how/what_to_do_about_it.md": "import torch\nmodel = torch.nn.Conv2d(3, 8, 3)\nx = torch.rand(1, 3, 8, 8)\n",
}

# A gate on times may close on a busy machine: then it ends with 1.
MAY_FAIL = {"docs/how/performance_as_a_test.md": "--fail-on slower"}


def matching(table, block):
    """What a table of parts of blocks holds for this one; the empty part is of the first block of a page."""
    return [value for part, value in table.get(block.page, {}).items() if part and part in block.text]


class Runner:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.programs = pathlib.Path(options.programs).resolve()
        self.has_gpu = shutil.which("nvidia-smi") is not None
        shims = folder / "programs"
        shims.mkdir()
        # A window stays open until somebody closes it.
        (shims / "rooflight").write_text(
            "#!/usr/bin/env bash\n"
            f'[[ " $* " == *" --export "* ]] && exec "{self.programs}/rooflight" "$@"\n'
            f'timeout {WINDOW} "{self.programs}/rooflight" "$@"; (($? == 124))\n', "utf-8")
        (shims / "rooflight").chmod(0o755)
        python = pathlib.Path(options.python).absolute().parent
        self.environment = {
            key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH")
        } | {
            "PATH": os.pathsep.join(map(str, (shims, self.programs, python, os.environ["PATH"]))),
            "HOME": str(folder / "home"), "XDG_CACHE_HOME": options.cache, "QT_QPA_PLATFORM": "offscreen",
            "TORCH_HOME": str(folder / "torch"), "ROOFLIGHT_BUILD_DIR": str(self.programs.parent),
            "ROOFLIGHT_PYTHON": str(options.python), "MPLBACKEND": "agg",
        }
        self.make({"checkpoints": "pretrained"}, folder / "torch/hub")

    def make(self, files, folder):
        folder.mkdir(parents=True, exist_ok=True)
        wanted = [f"{name}={maker}" for name, maker in files.items()]
        script = pathlib.Path(__file__).with_name("page_files.py")
        subprocess.run([self.options.python, script, folder, *wanted], check=True, env=self.environment,
                       stdout=subprocess.DEVNULL)

    def folder_of(self, page):
        folder = self.folder / pathlib.Path(page).stem
        if folder.exists():
            return folder
        folder.mkdir()
        for name in ("scripts", "docs", "tests"):
            (folder / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "app/python", folder / "app/python")  # pip builds in it
        if page == "docs/how/install.md":
            (folder / "build").symlink_to(self.programs.parent)
        if page in FILES and "" in FILES[page]:
            self.make(FILES[page][""], folder)
        for command in COMMANDS.get(page, {}).get("", []):
            self.check(command, folder)
        return folder

    def check(self, command, folder):
        subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def statuses(self, block):
        """Those that are right."""
        if "cuda" in block.text and not self.has_gpu:
            return {5}
        return {0, 1} if MAY_FAIL.get(block.page, "\0") in block.text else {0}

    def run(self, block):
        """What is wrong with it; None where nothing is."""
        folder = self.folder_of(block.page)
        for files in matching(FILES, block):
            self.make(files, folder)
        for commands in matching(COMMANDS, block):
            for command in commands:
                self.check(command, folder)
        if block.file:
            (folder / block.file).write_text(block.text, "utf-8")
            return None
        if block.is_python:
            command = [self.options.python, "-c", PREAMBLE.get(block.page, "") + block.text]
        else:
            command = ["bash", "-euo", "pipefail", "-c", block.text]
        run = subprocess.run(command, cwd=folder, env=self.environment, capture_output=True, encoding="utf-8",
                             timeout=TIMEOUT, check=False)
        if run.returncode in self.statuses(block):
            for command in matching(CHECKS, block):
                self.check(command, folder)
            return None
        return f"status {run.returncode}\n{run.stdout[-1000:]}{run.stderr[-3000:]}"


def reason_to_leave(block):
    reasons = matching(LEFT_OUT, block)
    if reasons:
        return reasons[0]
    if not (block.file or block.is_python or block.is_shell):
        return "UNKNOWN: neither commands, nor Python, nor a file that its first line names"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--programs", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--cache", default=os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")))
    parser.add_argument("--page", action="append", help="a part of the path of a page; repeat for more")
    parser.add_argument("--keep", help="an empty folder for what the blocks leave")
    options = parser.parse_args()
    # A page calls scripts/run, which configures the folder of the programs for this repository and builds there.
    cache = pathlib.Path(options.programs).resolve().parent / "CMakeCache.txt"
    if cache.exists() and f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" not in cache.read_text("utf-8"):
        sys.exit(f"run_blocks.py: {cache.parent} is a build of another folder, which scripts/run would change")
    found = blocks.all_blocks(ROOT)
    for page, parts in LEFT_OUT.items():
        for part in parts:
            if not any(block.page == page and part in block.text for block in found):
                sys.exit(f"run_blocks.py: no block of {page} holds {part!r}: correct LEFT_OUT")
    if options.page:
        found = [block for block in found if any(page in block.page for page in options.page)]
    failed = 0
    with contextlib.ExitStack() as stack:
        kept = options.keep or stack.enter_context(tempfile.TemporaryDirectory())
        runner = Runner(options, pathlib.Path(kept).resolve())
        for block in found:
            first = block.text.strip().splitlines()[0]
            title = f"{block.page}: {first[:80]}"
            if reason := reason_to_leave(block):
                print(f"left out  {title}  ({reason})", flush=True)
                failed += reason.startswith("UNKNOWN")
                continue
            begin = time.monotonic()
            try:
                problem = runner.run(block)
            except (subprocess.SubprocessError, OSError) as error:
                problem = str(error)
            seconds = time.monotonic() - begin
            print(f"{'FAILED' if problem else 'ran'} {seconds:5.0f} s  {title}", flush=True)
            if problem:
                failed += 1
                print(problem, flush=True)
    print(f"{len(found)} blocks, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
