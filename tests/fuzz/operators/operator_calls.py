#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Calls operators of LibTorch with random shapes, indices, strides and sizes, and tells which die of a signal.

Calls are written from LibTorch's own schemas, for some operators as nearly_right.py has them. They run in processes of their own, with memory of tensors that ends at a
page that cannot be touched, and other memory with marks behind it (SIGABRT when they changed). Operators are those that
docs/reference/known_operators.md allows, or those of --operators. With --sandbox, the module call_sandbox of a build, the
processes are confined as those of models are, and Rooflight's checks stand before the operators; without it those are
left out that only these checks make safe. A line for each overload that died: its signal, how often, and the --replay
that does it again. The exit status is 1 when one died, and 77 where Python has no PyTorch.
"""

import argparse
import collections
import ctypes
import importlib.util
import mmap
import os
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile

import nearly_right

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "../../../docs/reference/known_operators.md")
BATCH = 2000
SKIPPED = 77  # what CTest takes for "skipped"
SECONDS = 3  # a call
MEMORY = 4 << 30  # of a confined process
OUTCOMES = ("ran", "refused", "unwritten")

# Rooflight checks these before each call: core/torchscript/load/language_guards.cpp, and operator_guards.cpp for what
# they call. It checks element types, layouts and memory formats of all of them, so all that are tried here are some.
GUARDED = {"aten::remainder", "aten::remainder.int", "aten::floordiv", "aten::floordiv.int", "aten::divmod.int",
           "aten::__round_to_zero_floordiv.int", "aten::gcd.int", "aten::to.prim_Device", "aten::to.prim_dtype",
           "aten::range", "aten::range.step", "aten::_weight_norm", "aten::div.Tensor_mode", "aten::div_.Tensor_mode"}

# Small ones often, as most checks compare sizes; some far beyond every tensor.
SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 5, 8, 17)
NUMBERS = (-1, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 8, -2, -7, 100, 5000, 1 << 20, 1 << 33, -(1 << 33), (1 << 63) - 1)
WORDS = ("mean", "none", "sum", "max", "min", "amax", "prod", "bilinear", "reflect", "constant", "same", "valid", "tanh",
         "linear", "floor", "trunc", "gelu", "left", "L", "relu", "")


def preload(folder):
    library = os.path.join(folder, "guarded_memory.so")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "guarded_memory.c")], check=True)
    return library


class Maker:
    """Values for the arguments of one call."""

    def __init__(self, torch, seed):
        self.torch = torch
        self.random = random.Random(seed)
        torch.manual_seed(seed)
        self.shape = [self.random.choice(SIZES) for _ in range(self.random.choice((0, 1, 1, 2, 2, 3, 3, 4, 4, 5)))]
        t = torch
        self.dtype = self.random.choice((t.float32,) * 6 + (t.float64, t.bfloat16, t.float16, t.int64, t.int64, t.int32,
                                                            t.uint8, t.int8, t.bool, t.complex64))

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def sizes(self):
        shape = list(self.shape)
        if shape and self.one_in(3):
            shape[self.random.randrange(len(shape))] = self.random.choice(SIZES)
        if self.one_in(4):
            shape = [self.random.choice(SIZES) for _ in range(self.random.choice((0, 1, 1, 1, 2, 3, 4, 5)))]
        if shape and self.one_in(4):
            shape = [self.random.choice(shape)]
        return shape

    def tensor(self):
        t = self.torch
        shape = self.sizes()
        dtype = self.dtype if not self.one_in(3) else self.random.choice((t.int64, t.int64, t.int32, t.float32, t.bool))
        if dtype in (t.int64, t.int32):
            largest = self.random.choice((1, 2, 3, 8, 100, 1 << 20, (1 << 31) - 1))
            value = t.randint(0 if self.one_in(2) else -largest, largest, shape, dtype=dtype)
        elif dtype in (t.uint8, t.int8, t.bool):
            value = t.randint(0, 2, shape).to(dtype)
        else:
            value = t.randn(shape, dtype=t.complex64 if dtype.is_complex else t.float32).to(dtype)
        if self.one_in(12) and dtype == t.float32:
            value = t.quantize_per_tensor(value, 0.1, 3, self.random.choice((t.quint8, t.qint8)))
        if self.one_in(25) and value.numel() and not value.is_quantized:
            return value.to_sparse_csr() if value.dim() == 2 and self.one_in(2) else value.to_sparse()
        if len(shape) > 1 and self.one_in(5):
            value = value.transpose(0, len(shape) - 1)
        if shape and self.one_in(8):
            value = value[:0] if self.one_in(2) else value.expand(shape) if 1 not in shape else value
        return value

    def number(self):
        return self.random.choice(NUMBERS)

    def scalar(self):
        return self.random.choice((0, 1, -1, 0.5, 2.0, 1e30, float("nan"), True, 3, self.number()))

    def value(self, kind):
        kind = str(kind)
        if kind.startswith("Optional["):
            return None if self.one_in(2) else self.value(kind[9:-1])
        if kind.startswith("List["):
            length = self.random.choice((0, 1, 2, 2, 3, 4))
            if kind == "List[int]" and self.one_in(2):
                return [max(0, size) for size in self.sizes()]
            return [self.value(kind[5:-1]) for _ in range(length)]
        if kind in ("Tensor", "t", "t1", "Any"):
            return self.tensor()
        if kind == "int":
            return self.number()
        if kind in ("number", "Scalar"):
            return self.scalar()
        if kind == "float":
            return self.random.choice((0.0, 1.0, 0.5, -1.0, 1e-5, 1e30, float("nan"), 1e9))
        if kind == "bool":
            return self.one_in(2)
        if kind == "str":
            return self.random.choice(WORDS)
        if kind == "complex":
            return complex(1, -1)
        if kind == "Device":
            return "cpu"
        raise NotImplementedError(kind)

    def like(self, value):
        """Another of its kind."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self.number()
        if isinstance(value, list):
            return [self.like(entry) for entry in value][:self.random.randrange(4)]
        return self.tensor() if isinstance(value, self.torch.Tensor) or value is None else value

    def arguments(self, schema):
        full = f"{schema.name}.{schema.overload_name}" if schema.overload_name else schema.name
        near = nearly_right.arguments_of(self.torch, self.random, full, self.like) if self.one_in(2) else None
        if near is not None:
            return near, {}
        positional, named = [], {}
        for argument in schema.arguments:
            given = not argument.has_default_value() or self.one_in(2)
            name, kind = argument.name, str(argument.type)
            if not given or name in ("generator", "device", "names", "layout", "pin_memory", "memory_format"):
                if not argument.has_default_value() and not kind.startswith("Optional["):
                    raise NotImplementedError(kind)
                value = argument.default_value if argument.has_default_value() else None
            elif name in ("dtype", "out_dtype", "output_dtype"):
                value = self.random.choice((None, self.torch.float32, self.torch.int64, self.dtype))
                if value is None and not kind.startswith("Optional["):
                    value = self.torch.float32
            else:
                value = self.value(kind)
            if argument.kwarg_only:
                named[name] = value
            else:
                positional.append(value)
        return positional, named


def writes_into_named(schema):
    """Whether it takes the tensors for its results by name: such overloads are on no list."""
    return any(argument.kwarg_only and argument.alias_info is not None and argument.alias_info.is_write
               for argument in schema.arguments)


class Sandbox:
    """Nothing where no module is given."""

    def __init__(self, path):
        self.module = ctypes.CDLL(path) if path else None
        if self.module:
            self.module.rooflight_confine.argtypes = ctypes.c_char_p, ctypes.c_int64
            self.module.rooflight_confine.restype = ctypes.c_char_p
            self.module.rooflight_guard()

    def enter(self):
        if not self.module:
            return
        folders = {os.path.realpath(folder) for folder in (sys.prefix, sys.base_prefix, *sys.path) if folder}
        problem = self.module.rooflight_confine("".join(f"{folder}\n" for folder in sorted(folders)).encode(), MEMORY)
        if problem:
            sys.exit(f"not confined: {problem.decode()}")
        for name, attempt in (("a socket", socket.socket), ("a process", os.fork),
                              ("a file", lambda: os.open("written", os.O_WRONLY | os.O_CREAT))):
            try:
                attempt()
            except OSError:
                continue
            sys.exit(f"not confined: it could make {name}")


def overloads_of(torch, names, guarded):
    """(name, operator, schema) of each overload, by name."""
    found = []
    wanted = set(names)
    for schema in torch._C._jit_get_all_schemas():
        base = schema.name
        twin = base[:-1] if base.endswith("_") else base
        if (base not in wanted and twin not in wanted) or writes_into_named(schema):
            continue
        space, name = base.split("::")
        try:
            packet = getattr(getattr(torch.ops, space), name)
            operator = getattr(packet, schema.overload_name or "default")
        except (AttributeError, RuntimeError):
            continue  # not of the dispatcher: on lists, texts and numbers
        full = f"{base}.{schema.overload_name}" if schema.overload_name else base
        if guarded or full not in GUARDED:
            found.append((full, operator, schema))
    return sorted(found, key=lambda entry: entry[0])


def call(torch, overload, seed):
    maker = Maker(torch, seed)
    try:
        positional, named = maker.arguments(overload[2])
        result = overload[1](*positional, **named)
        for value in result if isinstance(result, (tuple, list)) else (result,):
            if isinstance(value, torch.Tensor) and value.layout != torch.strided:
                value = value.to_dense()  # reads and writes where indices point to
            if isinstance(value, torch.Tensor) and value.layout == torch.strided and not value.is_quantized \
                    and value.device.type == "cpu":
                value.to(torch.float64 if not value.is_complex() else torch.complex128).sum().item()
    except NotImplementedError:
        return "unwritten"
    except (RuntimeError, TypeError, ValueError, IndexError, MemoryError, OverflowError, AssertionError):
        return "refused"
    return "ran"


def child(torch, overloads, first, last, seed, state, sandbox):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sandbox.enter()
    silent = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # some print
        os.dup2(silent, stream)
    torch.set_num_threads(1)
    inference = torch.inference_mode()  # as models run; the checks are before calls without gradients
    inference.__enter__()
    outcomes = collections.Counter()
    for index in range(first, last):
        state[0:8] = index.to_bytes(8, "little")
        signal.alarm(SECONDS)
        outcomes[call(torch, overloads[index % len(overloads)], seed + index)] += 1
        signal.alarm(0)
        for place, outcome in enumerate(OUTCOMES):  # each time: the next call may end the process
            state[8 + 8 * place:16 + 8 * place] = outcomes[outcome].to_bytes(8, "little")
    state[0:8] = last.to_bytes(8, "little")
    os._exit(0)


def run(options, names):
    import torch
    if options.sandbox:
        import torchvision  # noqa: F401 # the checks stand before its operators, too
    sandbox = Sandbox(options.sandbox)
    overloads = overloads_of(torch, names, guarded=bool(options.sandbox))
    state = mmap.mmap(-1, 64)
    deaths = collections.defaultdict(list)
    outcomes = collections.Counter()
    index = options.replay if options.replay is not None else 0
    end = index + 1 if options.replay is not None else options.calls
    print(f"{len(overloads)} overloads of {len(names)} operators, {'' if options.sandbox else 'not '}confined", flush=True)
    while index < end:
        last = min(index + BATCH, end)
        state[0:32] = bytes(32)
        pid = os.fork()
        if pid == 0:
            child(torch, overloads, index, last, options.seed, state, sandbox)
        _, status = os.waitpid(pid, 0)
        reached = int.from_bytes(state[0:8], "little")
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            outcomes["slow" if number == signal.SIGALRM else "died"] += 1
            if number != signal.SIGALRM:
                deaths[(overloads[reached % len(overloads)][0], signal.Signals(number).name)].append(reached)
            index = reached + 1
        elif reached != last:
            sys.exit("a process ended before its calls did")
        else:
            index = last
        for place, outcome in enumerate(OUTCOMES):
            outcomes[outcome] += int.from_bytes(state[8 + 8 * place:16 + 8 * place], "little")
    print(", ".join(f"{count} {outcome}" for outcome, count in outcomes.items()))
    for (name, died_of), calls in sorted(deaths.items()):
        print(f"{name}: {died_of}, {len(calls)} times, --seed {options.seed} --replay {calls[0]}")
    return 1 if deaths else 0


def names_of_page(guarded):
    with open(PAGE, encoding="utf-8") as page:
        rows = [line for line in page.read().split("## Refused")[0].splitlines() if line.startswith("| ")]
        return re.findall(r"`(\w+::\w+)`", "".join(rows if guarded else rows[:-1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", type=int, metavar="CALL", help="only this call")
    parser.add_argument("--operators", metavar="FILE", help="a name a line, instead of those that the page lists")
    parser.add_argument("--sandbox", metavar="MODULE", help="confine the processes: build/tests/fuzz/libcall_sandbox.so")
    options = parser.parse_args()
    if not all(importlib.util.find_spec(name) for name in ("torch", "torchvision")):
        print(f"skipped: {sys.executable} has no torch and torchvision")
        sys.exit(SKIPPED)
    if options.sandbox:
        options.sandbox = sys.argv[sys.argv.index("--sandbox") + 1] = os.path.abspath(options.sandbox)
    if options.operators:
        options.operators = sys.argv[sys.argv.index("--operators") + 1] = os.path.abspath(options.operators)
        with open(options.operators, encoding="utf-8") as lines:
            names = lines.read().split()
    else:
        names = names_of_page(guarded=bool(options.sandbox))
    if "guarded_memory" not in os.environ.get("LD_PRELOAD", ""):
        with tempfile.TemporaryDirectory(prefix="rooflight-fuzz-") as folder:
            environment = dict(os.environ, LD_PRELOAD=preload(folder), OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
            command = [sys.executable, os.path.abspath(__file__), *sys.argv[1:]]
            # There, as some operators write files.
            sys.exit(subprocess.run(command, env=environment, cwd=folder, check=False).returncode)
    sys.exit(run(options, names))


if __name__ == "__main__":
    main()
