# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Has a process of its own make the model of a folder: what it says becomes a sentence, and what it takes has an end."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, Dict, Iterator, List, NoReturn, Optional

from ._foreign import all_lines, harmless, parse_json
from ._numbers import quantity

Message = Dict[str, Any]

_SECONDS = 600.0  # for a message
_MOST_OF_MEMORY = 0.4  # of what is free: the module, its file and the program that runs it


class FolderError(RuntimeError):
    """A folder that cannot be opened as a model, with what to do."""


class Maker:
    """A `with` block with the process that makes the model of a folder. `wanted` are the arguments of _made()."""

    def __init__(self, folder: str, scratch: str, **wanted: Any) -> None:
        self._folder = folder
        self._scratch = scratch
        self._wanted = wanted

    def __enter__(self) -> "Maker":
        self._said = tempfile.TemporaryFile()
        self._process = self._started(json.dumps({
            **self._wanted, "folder": os.path.abspath(self._folder), "scratch": self._scratch, "free": _free_memory()}))
        return self

    def _started(self, request: str) -> Any:
        """The process, which reads the request and writes to self._said what libraries print."""
        # -I: neither the working directory nor a variable adds to sys.path, which is that of this process.
        package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        places = list(dict.fromkeys(place for place in (*sys.path, package) if os.path.isabs(place)))
        code = "import json, sys; sys.path[:] = json.loads(sys.argv[2]); from rooflight._maker import main; main(sys.argv[1])"
        own_variables = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "OMP_NUM_THREADS": "1", "TMPDIR": self._scratch,
                         "HF_HOME": self._scratch, "TORCHINDUCTOR_CACHE_DIR": self._scratch}
        return subprocess.Popen(
            [sys.executable, "-I", "-B", "-c", code, request, json.dumps(places)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._said, cwd=self._scratch, env={**os.environ, **own_variables}, start_new_session=True,
        )

    def __exit__(self, *_: Any) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._said):
            try:
                file.close()  # type: ignore[union-attr]
            except OSError:
                pass

    def messages(self) -> Iterator[Message]:
        """Each while the process waits, until it ends. Raises FolderError with its sentence, or with one on its end."""
        while True:
            message = self._message()
            if "error" in message:
                raise FolderError(message["error"])
            if "end" in message:
                return
            yield message
            assert self._process.stdin
            try:
                os.write(self._process.stdin.fileno(), b"\n")
            except BrokenPipeError:
                pass  # its end is read next

    def _message(self) -> Message:
        assert self._process.stdout
        read = b""
        end = time.monotonic() + _SECONDS
        descriptor = self._process.stdout.fileno()
        while not read.endswith(b"\n"):
            if not select.select([descriptor], [], [], max(0.0, end - time.monotonic()))[0]:
                raise FolderError(f"{self._folder} takes more than {_SECONDS / 60:.0f} minutes to build: use a smaller "
                                  "--length, if the sizes in its config.json are right.")
            part = os.read(descriptor, 65536)
            if not part:
                raise FolderError(self._why_it_ended())
            read += part
        return dict(parse_json(read.decode("utf-8", "replace")))

    def _why_it_ended(self) -> str:
        status = self._process.wait()
        limits = "it may be that the sizes in its config.json are too large for the memory or the time that building it may take"
        if status < 0:
            return f"{self._folder} cannot be built: the process that builds it ended with {signal.Signals(-status).name}; {limits}."
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - 4096))
        lines = self._said.read().decode("utf-8", "replace").splitlines()
        last = harmless(lines[-1]) if lines else f"it ended with status {status}"
        return f"{self._folder} cannot be built: {last}"


def _free_memory() -> Optional[int]:
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return None


# What follows runs in the process that makes the model.


def _made(request: Message) -> Iterator[Message]:
    from . import _confined, _folder

    free = request["free"]
    _confined.limit(int(free * 0.9) if free else 2**62)
    path, scratch = request["folder"], request["scratch"]
    stated = _folder.read(path)
    transformers = _folder.load_transformers()
    _confined.confine(path, scratch)  # config.json was read
    folder = _folder.Folder(path, stated, transformers)
    length = request["length"] or folder.usual_length
    try:
        yield from _files(folder, folder.build("meta"), length, request)
    except FolderError:
        if folder.longest and length > folder.longest:
            raise FolderError(f"{folder.name} was made for {folder.longest} tokens, and cannot take {length}: use --length "
                              f"{folder.longest} or less.") from None
        raise


def _files(folder: Any, model: Any, length: int, request: Message) -> Iterator[Message]:
    from . import _blocks, _confined, _folder, _quantized, _workloads

    sequences, scratch, free, needed = request["sequences"], request["scratch"], request["free"], _folder.bytes_of(model)
    if request["purpose"] != "measure" and "input_ids" not in _workloads.takes(model) and \
            "decoder_input_ids" not in _workloads.takes(model):
        raise FolderError(f"{folder.name} is not a language model: {type(model).__name__} takes {model.main_input_name} and no tokens. "
                          f"python -m rooflight report {folder.path} measures it.")
    if folder.storage and any(value.dim() == 3 for value in model.parameters()):
        folder.notes.append("Weights of its experts are counted as they are without quantization.")
    yield {"notes": folder.notes, "name": folder.name, "weights": needed - _quantized.saved(model, folder.storage)}
    if request["purpose"] == "measure":
        if free is not None and needed > _MOST_OF_MEMORY * free:
            raise FolderError(
                f"{folder.name} has {quantity(needed, 'B')} of weights, too much for the {quantity(free, 'B')} of available memory: "
                f"python -m rooflight tokens {folder.path} counts it without them."
            )
        _confined.allow_weights()
        workload = next(_workloads.workloads(_folder.with_random_weights(model), sequences, length))
        file = os.path.join(scratch, folder.name + ".pt2")
        _workloads.export(workload, file)
        yield {"file": file}
        return
    yield from _parts(model, folder.storage, _blocks.depths(model), sequences, length, scratch, "counted")
    if request["purpose"] == "estimate":
        _confined.allow_weights()
        yield from _parts(model, folder.storage, _blocks.timed_depths(model), sequences, length, scratch, "timed")


def _parts(
    model: Any, storage: Any, depths: List[Any], sequences: int, length: int, scratch: str, purpose: str
) -> Iterator[Message]:
    """The export of each workload of models of few blocks, and a note where there is a prefill and no decode."""
    from . import _blocks, _folder, _quantized, _workloads

    names = set()
    for depth in depths:
        with _blocks.with_blocks(model, depth.blocks) as part:
            built = _folder.with_random_weights(part) if purpose == "timed" else part
            for workload in _workloads.workloads(built, sequences, length):
                names.add(workload.name)
                file = os.path.join(scratch, workload.name + ".pt2")
                read = _workloads.export(workload, file)
                yield {"file": file, "purpose": purpose, "workload": workload.name, "times": str(depth.times),
                       "saved": _quantized.saved(part, storage, read),
                       "blocks": len(depth.blocks) if depth.blocks else None, "context": workload.context,
                       "state_bytes": workload.state_bytes}
    if purpose == "counted" and "decode" not in names:
        yield {"notes": ["It gives back nothing that the next token could go on from: its prefill alone is counted."]}


def _answer(request: Message) -> Iterator[Message]:
    """What _made() yields, and how it ends."""
    try:
        yield from _made(request)
        yield {"end": True}
    except FolderError as failed:
        yield {"error": str(failed)}
    except MemoryError:
        yield {"error": f"{request['folder']} cannot be built: its sizes need more memory than building a model may take."}
    except RecursionError:
        yield {"error": f"{request['folder']} cannot be built: its config.json is nested too deeply."}
    except Exception as reason:  # noqa: BLE001: transformers and torch raise what they like
        yield {"error": f"{request['folder']} cannot be built: {all_lines(reason)}."}


def main(request: str) -> NoReturn:
    """Writes a message a line, and goes on when a line comes back."""
    out, back = os.dup(1), os.dup(0)
    os.dup2(2, 1)  # libraries print
    with open(os.devnull, encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    status = 0
    for message in _answer(json.loads(request)):
        os.write(out, json.dumps(message).encode() + b"\n")
        status = 2 if "error" in message else 0
        if not message.keys() & {"end", "error"} and not os.read(back, 1):
            break
    sys.stdout.flush()
    os._exit(status)  # nothing is torn down
