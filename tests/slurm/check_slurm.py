#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""`matrix --engine slurm` on a real Slurm: a controller and two nodes as daemons on this machine.

Usage: check_slurm.py ROOFLIGHT_CLI MODELS [FOLDER]

Needs root and Debian's packages slurm-wlm and munge; touches no configuration of the system, and ends what it started. A
plan of 6 models, 3 executions and 2 targets is cut off by Ctrl+C and called again; meanwhile one node dies and a job is
cancelled from outside, one model raises and one runs out of time. Every other cell must be done and every failure named.
Minutes on a small machine.
"""

import csv
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

GOOD = ["nested_sequential", "shared_module", "functional", "two_inputs"]
EXECUTIONS = {"loaded": [], "channels_last": ['memory_format = "channels_last"'], "tf32": ['tf32 = "allowed"']}
SECONDS_A_CELL = 12  # for the model that never ends

CONFIGURATION = """ClusterName=rooflight
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmctldPort=17000
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
StateSaveLocation={folder}/state
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmdLogFile={folder}/slurmd-%n.log
SlurmdSpoolDir={folder}/spool-%n
SlurmdParameters=config_overrides
SlurmdTimeout=10
ReturnToService=2
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port=17001 CPUs=1 RealMemory=8000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port=17002 CPUs=1 RealMemory=8000
PartitionName=first Nodes=n1 Default=YES MaxTime=INFINITE State=UP
PartitionName=second Nodes=n2 MaxTime=INFINITE State=UP
"""


class Slurm:
    """The daemons, each the leader of a session of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}
        self.daemons = {}
        for name in ("state", "spool-n1", "spool-n2"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        key = folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        (folder / "slurm.conf").write_text(CONFIGURATION.format(folder=folder, host=socket.gethostname().split(".")[0]))

    def start(self, name, *command):
        log = open(self.folder / f"{name}.out", "ab")
        self.daemons[name] = subprocess.Popen(
            command, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
        )

    def start_node(self, name):
        self.start(name, "slurmd", "-D", "-N", name, "-f", str(self.folder / "slurm.conf"))

    def start_all(self):
        folder = self.folder
        self.start(
            "munged", "munged", "--foreground", "--force", f"--key-file={folder}/munge.key",
            f"--socket={folder}/munge.socket", f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log",
            f"--seed-file={folder}/munged.seed",
        )
        wait_until(lambda: (folder / "munge.socket").exists(), "munged")
        self.start("slurmctld", "slurmctld", "-D", "-f", str(folder / "slurm.conf"))
        for node in ("n1", "n2"):
            self.start_node(node)
        wait_until(lambda: set(self.run("sinfo", "-h", "-N", "-t", "idle", "-o", "%N").split()) == {"n1", "n2"}, "two idle nodes")

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, encoding="utf-8", check=False).stdout

    def kill_node(self, name):
        """As a power cut: the daemon and what it runs."""
        daemon = self.daemons.pop(name)
        steps = [int(word) for word in self.run("pgrep", "-f", f"slurmstepd.*{self.folder}").split()]
        spool = str(self.folder / f"spool-{name}")
        for step in [daemon.pid, *steps]:
            try:
                mine = step == daemon.pid or spool in os.readlink(f"/proc/{step}/cwd") or is_step_of(step, daemon.pid)
                if mine:
                    os.kill(step, signal.SIGKILL)
            except OSError:
                pass
        daemon.wait()

    def stop(self):
        for daemon in reversed(list(self.daemons.values())):
            daemon.terminate()
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()


def is_step_of(process, parent):
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return False
    return f"PPid:\t{parent}\n" in status


def wait_until(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"check_slurm.py: {what} did not come within {seconds} s")
        time.sleep(0.2)


def write_plan(folder, models, cli):
    plan = ['[options]', 'command = "analyze"', f"timeout = {SECONDS_A_CELL}"]
    for model in [*GOOD, "raises", "endless_loop"]:
        plan += ["[[model]]", f'file = "{models}/{model}.pt"']
    # Given, so that they come to run.
    plan += ["[[input]]", 'specs = ["1x4"]', 'models = ["raises", "endless_loop"]']
    plan += ["[[input]]", 'name = "own"', f"models = {json.dumps(GOOD)}"]
    for name, keys in EXECUTIONS.items():
        plan += ["[[execution]]", f'name = "{name}"', *keys]
    for target in ("first", "second"):
        plan += ["[[target]]", f'name = "{target}"', "[target.slurm]", f'program = "{cli}"', f'partition = "{target}"']
    path = folder / "plan.toml"
    path.write_text("\n".join(plan) + "\n", encoding="utf-8")
    return path


def rows_of(folder):
    with open(folder / "matrix.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def count(rows, status):
    return sum(row["status"] == status for row in rows)


class Checks:
    def __init__(self):
        self.failed = False

    def check(self, what, holds, more=""):
        print(f"{'ok  ' if holds else 'FAIL'} {what} {more}", flush=True)
        self.failed = self.failed or not holds


def check(cli, models, folder):
    slurm = Slurm(folder)
    checks = Checks()
    matrix = [cli, "matrix", str(write_plan(folder, models, cli)), "--out", str(folder / "out"), "--engine", "slurm", "--trust-plan"]

    def sessions():
        return {path.name: path.stat().st_mtime_ns for path in (folder / "out").glob("*.ridge")}

    try:
        slurm.start_all()
        first = subprocess.Popen(matrix, env=slurm.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_until(lambda: len(sessions()) >= 2, "the first sessions", 120)
        first.send_signal(signal.SIGINT)
        said = first.communicate(timeout=60)[1].decode()
        checks.check("Ctrl+C is status 6", first.returncode == 6, f"({first.returncode})")
        wait_until(lambda: not slurm.run("squeue", "-h").strip(), "an empty queue")
        checks.check("Ctrl+C cancels the jobs and says what is missing", "the same call continues" in said)
        before = sessions()

        second = subprocess.Popen(matrix, env=slurm.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_until(lambda: len(sessions()) >= len(before) + 2, "more sessions", 120)
        running = []
        while not running:
            running = slurm.run("squeue", "-h", "-r", "-t", "RUNNING", "-p", "second", "-o", "%F_%K").split()
        slurm.kill_node("n2")
        pending = slurm.run("squeue", "-h", "-r", "-t", "PENDING", "-p", "first", "-o", "%F_%K").split()
        slurm.run("scancel", pending[-1])
        time.sleep(15)  # the controller notices after SlurmdTimeout
        slurm.start_node("n2")
        said = second.communicate(timeout=900)[1].decode()
        rows = rows_of(folder / "out")
        failed = [row for row in rows if row["status"] == "failed"]
        cancelled = [row for row in failed if "cancelled its job" in row["reason"]]
        checks.check("a node died while it ran a cell", bool(running), str(running))
        checks.check("some failed is status 1", second.returncode == 1, f"({second.returncode})")
        checks.check("36 cells", len(rows) == 36)
        checks.check("the cancelled job is named", len(cancelled) == 1, cancelled[0]["model"] if cancelled else "")
        others = [row for row in failed if row not in cancelled]
        checks.check("those that raise and never end fail, and no others",
                     {row["model"] for row in others} <= {"raises", "endless_loop"} and len(failed) in (12, 13),
                     f"({len(failed)} failed)")
        checks.check("each has a reason", all(row["reason"] for row in failed),
                     str(sorted({row["reason"][:70] for row in failed})))
        ran_out = [row for row in others if row["model"] == "endless_loop"]
        checks.check("one that never ends ran out of time", all("time" in row["reason"] for row in ran_out) and ran_out)
        checks.check("every failure is named on stderr", all(said.count(row["model"]) for row in failed))
        checks.check("what was there was not measured again", all(sessions()[name] == at for name, at in before.items()))
        before = sessions()
        third = subprocess.run(matrix, env=slurm.environment, capture_output=True, check=False)
        rows = rows_of(folder / "out")
        checks.check("a third call measures what was cancelled", count(rows, "done") == 24 and third.returncode == 1,
                     f"({count(rows, 'done')} done)")
        checks.check("and nothing that was there", all(sessions()[name] == at for name, at in before.items()))
    finally:
        slurm.stop()

    local = folder / "local"
    subprocess.run([*matrix[:3], "--out", str(local)], env=slurm.environment, capture_output=True, check=False)
    by_slurm = {cell["name"]: cell["macs"] for cell in json.loads((folder / "out" / "matrix.json").read_text())["cells"]}
    by_local = {cell["name"]: cell["macs"] for cell in json.loads((local / "matrix.json").read_text())["cells"]}
    checks.check("the local engine counts the same", by_slurm == by_local)
    return 1 if checks.failed else 0


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    missing = [program for program in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(program)]
    if missing or os.geteuid() != 0:
        print(f"skipped: {', '.join(missing) + ' missing (slurm-wlm, munge)' if missing else 'this needs root'}")
        sys.exit(77)
    cli, models = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    if len(sys.argv) > 3:
        folder = pathlib.Path(sys.argv[3]).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        sys.exit(check(cli, models, folder))
    with tempfile.TemporaryDirectory(prefix="rooflight-slurm-") as folder:
        sys.exit(check(cli, models, pathlib.Path(folder)))


main()
