# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""faults.py --cli ROOFLIGHT-CLI --model MODEL.pt [--window ROOFLIGHT] [--command report|layers] [--moments N]
[--seed N] [FAULT...]

Lets things go wrong at random moments of real runs: nothing that was measured and acknowledged may be lost, the exit
status and one sentence say what happened, and no process or temporary file may be left. Prints a line a fault, and each
problem with its moment. Exit status 1 when there is one.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

from runs import Place, leaf_of, problems_of_end, session_of

# Stages that begin only when the results of the one before have arrived: text on standard error -> key of the session.
ARRIVED_BEFORE = {
    "report": {"Timing the model": "analysis", "Timing each layer": "latency"},
    "layers": {"Timing each layer": "analysis"},
}


SECONDS_OF_ROOFS = 5  # --effort quick
# What the window has been sent for so long must have been kept.
SECONDS_TO_KEEP = 1.0
SECONDS_OF_WINDOW_START = 30.0


def kill(process, number=signal.SIGKILL):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


class Faults:
    def __init__(self, cli, model, command, seed, window=None):
        self.command, self.window = command, window
        self.cli, self.model = cli, str(pathlib.Path(model).resolve())
        self.random = random.Random(seed)
        self.windows_with_results = 0
        self.shared = Place(cli)
        # Roofs are measured once and kept, in a cache that all runs share.
        self.old = self.shared.out / "old.ridge"
        if command == "report":
            self.shared.run("peaks", "--effort", "quick")
        start = time.monotonic()
        status, _, errors = self.shared.run(command, self.model, "--save", self.old, *self.short())
        self.seconds = time.monotonic() - start
        if status != 0:
            raise SystemExit(f"the model cannot be measured: {errors}")

    @staticmethod
    def short():
        return ["--warmup", "2", "--runs", "20"]

    def place(self):
        return Place(self.cli, roofs=self.shared.cache)

    def wait(self, most=1.05):
        time.sleep(self.random.random() * self.seconds * most)

    def report(self, place, *options):
        session = place.out / "s.ridge"
        if self.random.random() < 0.5:
            shutil.copy(self.old, session)
        return session, place.start(self.command, self.model, *self.short(), "--save", session, *options)

    def session_problems(self, place, session, errors, must_exist=True):
        if not session.exists():
            return ["no session was saved"] if must_exist else []
        shown = session_of(place, session)
        if isinstance(shown, str):
            return [shown]
        return [
            f"{key} had arrived and is not in the session"
            for text, key in ARRIVED_BEFORE[self.command].items()
            if text in errors and shown[key] is None
        ]

    # Each fault: what went wrong with it, a list of texts.

    def kill_job(self):
        """SIGKILL to the process of the model, or to the first one of its namespace."""
        place = self.place()
        session, process = self.report(place)
        self.wait()
        if jobs := place.jobs_of(process.pid):
            kill(self.random.choice(jobs))
        errors = process.communicate()[1].decode(errors="replace")
        problems = problems_of_end(process.returncode, errors, {0, 3, 4, 70})
        return problems + self.session_problems(place, session, errors) + place.left_over({"s.ridge"})

    def kill_roofs(self):
        """SIGKILL while the roofs are measured, or to what runs before and after that."""
        if self.command != "report":
            return []
        place = Place(self.cli)
        session, process = self.report(place, "--effort", "quick")
        time.sleep(self.random.random() * (self.seconds + SECONDS_OF_ROOFS))
        if (job := leaf_of(place.jobs_of(process.pid))) is not None:
            kill(job)
        errors = process.communicate()[1].decode(errors="replace")
        problems = problems_of_end(process.returncode, errors, {0, 3, 4, 70})
        return problems + self.session_problems(place, session, errors) + place.left_over({"s.ridge"})

    def kill_command(self):
        """SIGKILL to rooflight-cli itself: what was saved before stays whole."""
        place = self.place()
        session, process = self.report(place)
        had = session.exists()
        self.wait(1.2)
        process.kill()
        process.communicate()
        return self.session_problems(place, session, "", must_exist=had) + place.left_over({"s.ridge"})

    def stop_job(self):
        """SIGSTOP to the job: the time limit ends it."""
        place = self.place()
        limit = self.seconds + 1
        session, process = self.report(place, "--timeout", f"{limit:.1f}")
        started = time.monotonic()
        self.wait(0.9)
        stopped = leaf_of(place.jobs_of(process.pid))
        if stopped is not None:
            kill(stopped, signal.SIGSTOP)
        errors = process.communicate()[1].decode(errors="replace")
        problems = problems_of_end(process.returncode, errors, {0, 6})
        if time.monotonic() - started > limit + 10:  # two seconds of grace, and a machine that is busy
            problems.append(f"ended {time.monotonic() - started - limit:.1f} s after its time")
        return problems + self.session_problems(place, session, errors) + place.left_over({"s.ridge"})

    def stop_command(self):
        """SIGSTOP to rooflight-cli, and SIGCONT: as if nothing had been."""
        place = self.place()
        session, process = self.report(place)
        self.wait()
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.2)
        process.send_signal(signal.SIGCONT)
        errors = process.communicate()[1].decode(errors="replace")
        problems = problems_of_end(process.returncode, errors, {0})
        return problems + self.session_problems(place, session, errors) + place.left_over({"s.ridge"})

    def full_disk(self):
        """A disk with too little room, for outputs or for the cache."""
        place = self.place()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", place.out], check=True)
        try:
            session = place.out / "s.ridge"
            had = self.random.random() < 0.5
            size = self.old.stat().st_size
            if had and size < 200_000:
                shutil.copy(self.old, session)
            had = session.exists()
            room = os.statvfs(place.out)
            free = room.f_bavail * room.f_bsize
            (place.out / "filler").write_bytes(bytes(self.random.randrange(max(1, free))))
            status, _, errors = place.run(
                "show", self.old, "--save", session, "--csv", place.out / "s.csv", "--html", place.out / "s.html"
            )
            sentences = errors.count("rooflight-cli: ")
            missing = [name for name in ("s.csv", "s.html") if not (place.out / name).exists()]
            problems = [] if status in (0, 2) else [f"status {status}: {errors}"]
            if status == 2 and not 1 <= sentences <= 3 or status == 0 and missing:
                problems.append(f"status {status}, {sentences} sentences, missing {missing}")
            if session.exists() or had:
                problems += self.session_problems(place, session, "")
            return problems + place.left_over({"s.ridge", "s.csv", "s.html", "filler"})
        finally:
            subprocess.run(["umount", place.out], check=True)

    def closed_pipe(self):
        """A reader of the result that goes away."""
        place = self.place()
        session, process = self.report(place, "--json")
        if self.random.random() < 0.5:
            self.wait()
        else:
            process.stdout.read(self.random.randrange(1, 100_000))
        process.stdout.close()
        errors = process.stderr.read().decode(errors="replace")
        process.wait()
        problems = problems_of_end(process.returncode, errors, {0, 2})
        return problems + self.session_problems(place, session, errors) + place.left_over({"s.ridge"})

    def records_problems(self, place, received):
        # What a client has received is a session, whatever its end.
        path = place.out / "received.ridge"
        path.write_bytes(received)
        if b"\n" not in received:
            return []
        shown = session_of(place, path)
        if isinstance(shown, str):
            return [shown]
        lines = [json.loads(line) for line in received.split(b"\n")[:-1]]
        return [
            f"{kind} was received and is not in the session"
            for kind in ("analysis", "latency", "layers")
            if any(line["type"] == kind for line in lines) and shown[kind] is None
        ]

    def served(self, place, program=None):
        request = {"type": self.command, "request": 1, "model": self.model, "warmup": 2, "runs": 20}
        process = place.start("serve", program=program, stdin=subprocess.PIPE)
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass
        return process

    def kill_worker(self):
        """SIGKILL to a worker."""
        place = self.place()
        process = self.served(place)
        self.wait()
        process.kill()
        received = process.communicate(timeout=60)[0]
        return self.records_problems(place, received) + place.left_over({"received.ridge"})

    def cut_connection(self):
        """The connection to a worker on another machine: stand_in_for_ssh runs the command behind two relays."""
        place = self.place()
        stand_in = pathlib.Path(__file__).with_name("stand_in_for_ssh")
        process = self.served(place, program=[stand_in, "-T", "far.example", place.cli])
        self.wait()
        process.send_signal(signal.SIGUSR1)  # the connection is gone
        received, errors = process.communicate(timeout=60)
        started = received or process.returncode != -signal.SIGUSR1  # else there was no connection yet
        allowed = (0, 255) if started else (-signal.SIGUSR1,)
        problems = [] if process.returncode in allowed else [f"the stand-in ends with {process.returncode}"]
        if process.returncode == 255 and b"closed by remote host" not in errors:
            problems.append("the words of the connection are lost")
        return problems + self.records_problems(place, received) + place.left_over({"received.ridge"})

    def kill_window(self):
        """SIGKILL to the window: what it had been sent is offered at the next start, and its worker ends."""
        if not self.window:
            return []
        place = self.place()
        sent = place.root / "sent"
        sent.touch()
        recorder = pathlib.Path(__file__).with_name("record_worker")
        worker = f'"{recorder}" "{sent}" "{place.cli}" serve'
        process = place.start("--worker", worker, self.model, program=[str(pathlib.Path(self.window).resolve())])
        deadline = time.monotonic() + SECONDS_OF_WINDOW_START
        while self.random.random() < 0.98 and b'"analysis"' not in sent.read_bytes() and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(self.random.random() * self.seconds)
        results = [line for line in sent.read_bytes().split(b"\n")[:-1] if is_result(line)]
        time.sleep(SECONDS_TO_KEEP)
        process.kill()
        process.communicate()
        kept = list(place.root.glob("data/*/*/unsaved/*/*.ridge"))
        problems = place.left_over()
        if not any(json.loads(line)["type"] == "analysis" for line in results):
            return problems
        self.windows_with_results += 1
        if len(kept) != 1:
            return problems + [f"{len(kept)} sessions were kept"]
        lines = kept[0].read_bytes().split(b"\n")
        problems += [f"{json.loads(line)['type']} had arrived and was not kept" for line in results if line not in lines]
        shown = session_of(place, kept[0])
        return problems + ([shown] if isinstance(shown, str) else [])


def is_result(line):
    """A record that is part of a session."""
    return json.loads(line)["type"] not in ("hello", "progress")


FAULTS = [name for name in vars(Faults) if getattr(vars(Faults)[name], "__doc__", None)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--window", help="the program with the window, for kill_window")
    parser.add_argument("--command", default="report", choices=["report", "layers"])
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=", ".join(FAULTS))
    options = parser.parse_args()
    faults = Faults(options.cli, options.model, options.command, options.seed, options.window)
    print(f"one run takes {faults.seconds:.1f} s", flush=True)
    failed = 0
    for name in options.faults or FAULTS:
        bad = 0
        for moment in range(options.moments):
            problems = getattr(faults, name)()
            bad += bool(problems)
            for problem in problems:
                print(f"  {name} {moment}: {problem}", flush=True)
        print(f"{name}: {options.moments} moments, {bad} with a problem", flush=True)
        failed += bad
    if faults.windows_with_results:
        print(f"{faults.windows_with_results} windows had results when they were killed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
