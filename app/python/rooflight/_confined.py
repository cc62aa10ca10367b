# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What processes may reach that make a model of what others wrote: the one for folders twice, by Python and, where it can, by the
kernel; the one that compiles a file by the kernel.

The first has read config.json of the folder by then. It reads what Python, torch and transformers are made of, writes into one
scratch folder, starts no program and opens no connection. Python's own rule holds for Python code, Landlock for all of the process.
The second may also start the programs of a compiler.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import Any, List, Sequence

_SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/passwd", "/etc/localtime",
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system", "/dev/urandom",
)
_REFUSED = (
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "pty.spawn",
    "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname",
)
_MODEL_BYTES = 2 * 2**30  # of a model without weights, which takes a few hundred MB beside torch
_SECONDS_OF_CPU = 600


def limit(most_bytes: int) -> None:
    """Ends this process with the one that started it, and bounds its time and what it writes to memory: at _MODEL_BYTES, and at
    `most_bytes` once allow_weights() was called."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_CPU, _SECONDS_OF_CPU, _SECONDS_OF_CPU)
    _lower(resource.RLIMIT_DATA, _MODEL_BYTES, max(most_bytes, _MODEL_BYTES))


def _lower(kind: int, soft: int, hard: int) -> None:
    at_most = [value for value in (hard, resource.getrlimit(kind)[1]) if value != resource.RLIM_INFINITY]
    resource.setrlimit(kind, (min(soft, *at_most), min(at_most)))


def allow_weights() -> None:
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def _within(path: str, places: Sequence[str]) -> bool:
    return any(path == place or path.startswith(place.rstrip("/") + "/") for place in places)


def confine(folder: str, scratch: str) -> None:
    """From now on this process opens nothing of the folder, and writes into the scratch folder alone."""
    _refuse_in_python(os.path.realpath(folder))
    places = (*_SYSTEM, *sys.path, sys.prefix, sys.base_prefix, *_library_folders())
    _refuse_in_kernel(places, [scratch, "/dev/null"])


def confine_compiler(model: str, scratch: str, programs: Sequence[str]) -> bool:
    """From now on this process, and what it starts, reads the model, writes into the scratch folder alone, and starts programs of
    these folders and of the system. False, with nothing changed, where the kernel cannot do it."""
    runnable = ["/usr", "/bin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store", sys.prefix, sys.base_prefix, *programs]
    places = (*_SYSTEM, "/bin", *sys.path, sys.prefix, sys.base_prefix, *_library_folders(), *programs, model)
    return _refuse_in_kernel(places, [scratch, "/dev/null"], runnable)


def _library_folders() -> List[str]:
    """Of what is loaded, and what the loader was given."""
    found = [place for place in os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep) if place]
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
            found += {os.path.dirname(line.split(None, 5)[5].rstrip("\n")) for line in maps if " /" in line and ".so" in line}
    except OSError:
        pass
    return found


def _refuse_in_python(folder: str) -> None:
    own = [place for place in (*sys.path, sys.prefix) if _within(os.path.realpath(place), [folder])]  # an environment in the folder

    def look(event: str, values: Any) -> None:
        if event == "open" and isinstance(values[0], (str, bytes)):
            path = os.path.abspath(os.fsdecode(values[0]))
            if _within(os.path.realpath(path), [folder]) and not _within(path, own):
                raise PermissionError("a file of the folder other than config.json is not opened")
        elif event in _REFUSED:
            raise PermissionError(f"no program is started and no connection opened ({event})")

    sys.addaudithook(look)


# Of linux/landlock.h.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_RUN, _READ_FILE, _READ_DIR, _FILE_RIGHTS = 1, 1 << 2, 1 << 3, 0b111 | 1 << 14 | 1 << 15
_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF}  # by version; from 5 on with ioctl


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def _refuse_in_kernel(readable: Sequence[str], writable: Sequence[str], runnable: Sequence[str] = ()) -> bool:
    """Landlock; false where the kernel has none."""
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return False
    rights = _RIGHTS.get(version, 0xFFFF)
    ruleset = _Ruleset(rights, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = libc.syscall(_CREATE, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if rules < 0:
        return False
    try:
        for paths, wanted in ((readable, _READ_FILE | _READ_DIR), (writable, rights & ~_RUN), (runnable, _READ_FILE | _RUN)):
            for path in filter(os.path.isabs, dict.fromkeys(paths)):  # no working folder
                _allow(libc, rules, path, wanted)
        libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
        return bool(libc.syscall(_RESTRICT, rules, ctypes.c_uint32(0)) == 0)
    finally:
        os.close(rules)


def _allow(libc: Any, rules: int, path: str, wanted: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rule = _Beneath(wanted if os.path.isdir(path) else wanted & _FILE_RIGHTS, place)
        libc.syscall(_ADD, rules, 1, ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(place)
