# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The commands of `python -m rooflight`."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import shutil
import sys
import tempfile
from typing import Callable, List, NoReturn, Optional, Sequence, Tuple

from . import _tokens
from ._export import ExportFailed
from ._foreign import one_line
from ._maker import FolderError, Maker
from ._model import Model, is_model, model_of, needs_inputs
from ._program import ProgramError, ProgramMissing, become, call_program
from ._session import check_output

_USAGE = """\
python -m rooflight open|report|explain|remedies|tokens|save MODEL [OPTION...]

MODEL is a file (.pt, .pt2, .ridge), a folder with the config.json of a model of transformers, or module:factory, which
returns a module, or a module and a tuple of its inputs. Neither weights nor code of a folder are read.

  open      shows it in the window
  report    measures it as rooflight-cli report does; of a folder the model with random weights
  explain   says why single operators take their time, by experiments
  remedies  tries what makes it faster
  tokens    what each token costs, and how many a second the roofs of this machine allow
  save      writes the file of torch.export that the others measure: --output FILE.pt2

Options of a folder: --batch N, --length N (tokens of the prompt, 512), and of its tokens --json and --estimate, which
times it, or a part of its blocks, and says what to expect. All other options are those of rooflight-cli.
"""
_CANCELLED = 6  # as rooflight-cli has it
_COMMANDS = ("open", "report", "explain", "remedies", "tokens", "save")


class _Failure(Exception):
    """One sentence for people."""


def main(arguments: Sequence[str]) -> int:
    """The exit status."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_USAGE, end="")
        return 0 if arguments else 2
    command, rest = arguments[0], list(arguments[1:])
    if command not in _COMMANDS or not rest or rest[0].startswith("-"):
        print(_USAGE, end="", file=sys.stderr)
        return 2
    try:
        return _run(command, rest[0], rest[1:])
    except KeyboardInterrupt:
        return _CANCELLED
    except (_Failure, FolderError, ProgramMissing, ProgramError) as failed:
        print(f"rooflight: {one_line(failed)}", file=sys.stderr)
        return failed.status if isinstance(failed, ProgramError) else 2


def _run(command: str, model: str, options: List[str]) -> int:
    if os.path.isdir(model):
        return _run_folder(command, model, options)
    if not os.path.exists(model) and ":" in model:
        output = _output(options) if command == "save" else None
        made = made_by(model)
        with tempfile.TemporaryDirectory(prefix="rooflight-") as scratch:
            try:
                file = made.file(scratch)
            except (ExportFailed, TypeError, ValueError) as failed:
                raise _Failure(str(failed)) from None
            return _run_made(command, model, file, options, output)
    if command == "save":
        raise _Failure(f"{model} is already a file, or does not exist: save takes a folder or module:factory.")
    return _run_file(command, model, options, wait=False)


def _output(options: List[str]) -> str:
    """Where save writes, before anything is made."""
    parser = _Parser("save")
    parser.add_argument("--output")
    output = parser.parse_args(options).output
    if not output:
        raise _Failure("save needs --output FILE.pt2.")
    try:
        check_output(output, replaces=True)
    except OSError as reason:
        raise _Failure(str(reason)) from None
    return str(output)


def _run_made(command: str, model: str, path: str, options: List[str], output: Optional[str]) -> int:
    """Of a file in a scratch folder. `output` is where save moves it."""
    if output is None:
        if command == "remedies":
            _say(f"{path} is deleted when this ends: for commands that name it, python -m rooflight save {model} --output "
                 f"{os.path.basename(path)} writes one that stays.")
        return _run_file(command, path, options, wait=True)
    kinds = {".pt": "TorchScript", ".pt2": "an export"}
    given, made = (os.path.splitext(one)[1] for one in (output, path))
    if given in kinds and given != made:
        better = output[: -len(given)] + made
        raise _Failure(f"{model} becomes {kinds[made]} and not {kinds[given]}: name the file {better}.")
    try:
        shutil.move(path, output)
    except OSError as reason:
        raise _Failure(f"{output} cannot be written: {reason.strerror or reason}.") from None
    return 0


def _run_file(command: str, path: str, options: List[str], wait: bool) -> int:
    program, words = ("rooflight", []) if command == "open" else ("rooflight-cli", [command])
    arguments = [*words, *([] if command == "open" else [path]), *options, *([path] if command == "open" else [])]
    if not wait:
        become(program, arguments)
    return call_program(program, arguments)


def made_by(name: str) -> Model:
    """What `module:factory` makes: a module and its inputs.

    >>> made_by("math:pi")
    Traceback (most recent call last):
        ...
    rooflight._commands._Failure: math:pi makes no module: name a function that returns one, or one and a tuple of its inputs.
    """
    module_name, _, factory_name = name.partition(":")
    if not getattr(sys.flags, "safe_path", False):  # as Python has it; __main__.py took it away
        sys.path.insert(0, os.getcwd())
    try:
        made = getattr(importlib.import_module(module_name), factory_name)
    except (ImportError, AttributeError, ValueError) as reason:
        raise _Failure(f"{name} is neither a file nor module:factory: {reason}") from None
    found = made() if callable(made) and not is_model(made) else made
    module, inputs = found if isinstance(found, tuple) and len(found) == 2 else (found, ())
    if not is_model(module):
        raise _Failure(f"{name} makes no module: name a function that returns one, or one and a tuple of its inputs.")
    if isinstance(inputs, tuple) and not inputs and needs_inputs(module):
        raise _Failure(f"{name} makes a module without its inputs: name a function that returns one and a tuple of its inputs.")
    return model_of(module, inputs)


class _Parser(argparse.ArgumentParser):
    """Whose errors are sentences."""

    def __init__(self, command: str) -> None:
        super().__init__(prog=f"python -m rooflight {command}", add_help=False, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise _Failure(f"{self.prog}: {message}. See python -m rooflight --help.")


def _folder_options(command: str, options: List[str]) -> Tuple[argparse.Namespace, List[str]]:
    parser = _Parser(command)
    parser.add_argument("--batch", type=_positive, default=1)
    parser.add_argument("--length", type=_positive)
    if command != "tokens":
        return parser.parse_known_args(options)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--estimate", action="store_true")
    return parser.parse_args(options), []


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def _run_folder(command: str, path: str, options: List[str]) -> int:
    if not os.path.isfile(os.path.join(path, "config.json")):
        raise _Failure(f"{path} has no config.json: name the folder of a model of transformers, or a file.")
    chosen, rest = _folder_options(command, options)
    output = _output(rest) if command == "save" else None
    say = _say if command != "save" else _print  # all that save has to say
    purpose = "measure" if command != "tokens" else "estimate" if chosen.estimate else "count"
    with tempfile.TemporaryDirectory(prefix="rooflight-") as scratch:
        with Maker(path, scratch, purpose=purpose, sequences=chosen.batch, length=chosen.length) as maker:
            if command == "tokens":
                name, found, status = _tokens.tokens_of_folder(maker, _say)
                print(json.dumps(found, indent=2) if chosen.json else _tokens.tokens_text(found, one_line(name)))
                return status
            file = _made_file(maker, say)
        return _run_made(command, path, file, rest, output)


def _made_file(maker: Maker, say: Callable[[str], None]) -> str:
    """The file of its prefill, with random weights."""
    file = ""
    for message in maker.messages():
        for note in message.get("notes", ()):
            say(note)
        file = message.get("file", file)
    say("Its weights are random: times do not depend on them, results do.")
    return file


def _print(sentence: str) -> None:
    print(one_line(sentence))


def _say(sentence: str) -> None:
    print(one_line(sentence), file=sys.stderr)
