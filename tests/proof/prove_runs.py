#!/usr/bin/env python3
"""Proves that runs of `dameotb gen` keep their bound of memory and outlast kills, on runs that are too long for a test.

    tests/proof/prove_runs.py --command build/dameotb --work /big/disk --pieces 5 --memory 1G 2G 8G --kills 20

Makes the tables without a bound first, or takes those of --reference. Then it makes them with each --memory, and reads
the resident memory of the process, as the system counts it, a hundred times a second. Last it makes them with the first
--memory and kills that run (SIGKILL) at random moments. All files must be the same, and nothing else may be left.
"""
import argparse
import filecmp
import random
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

MIB = 1 << 20
UNITS = {"M": MIB, "G": 1 << 30}


def bytes_of(size: str) -> int:
    return int(size[:-1]) * UNITS[size[-1]]


def resident_bytes(process: int) -> tuple[int, int]:
    """Returns the resident memory now and its greatest so far; zeros if the process has ended."""
    now = most = 0
    try:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                now = int(line.split()[1]) * 1024
            if line.startswith("VmHWM:"):
                most = int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return now, most


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def differences(left: Path, right: Path) -> list[str]:
    """Returns the names that only one folder has, or whose bytes differ. The lock of a run is no table."""

    def names(folder: Path) -> set[str]:
        return {path.name for path in folder.iterdir()} - {".dameotb-lock"}

    both = names(left) & names(right)
    _, different, unread = filecmp.cmpfiles(left, right, both, shallow=False)
    return sorted(names(left) ^ names(right)) + different + unread


class Prover:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.failures = 0
        self.reference = options.reference or self.fresh("reference")

    def fresh(self, name: str) -> Path:
        folder = self.options.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def start(self, folder: Path, memory: str | None) -> subprocess.Popen:
        bound = ["--memory", memory] if memory else []
        return subprocess.Popen(
            [self.options.command, "gen", "--dir", folder, "--pieces", str(self.options.pieces)]
            + ["--threads", str(self.options.threads), *bound],
            stdout=subprocess.DEVNULL,
        )

    def report(self, what: str, good: bool) -> None:
        print(("ok   " if good else "BAD  ") + what, flush=True)
        self.failures += 0 if good else 1

    def run(self, folder: Path, memory: str | None) -> None:
        """Makes all tables once, and compares them unless they are the reference."""
        processor_before = processor_seconds()
        begin = time.monotonic()
        process = self.start(folder, memory)
        samples = sampled = most = 0
        while process.poll() is None:
            now, most_now = resident_bytes(process.pid)
            samples += 1
            sampled = max(sampled, now)
            most = max(most, most_now)
            time.sleep(0.01)
        took = f"{time.monotonic() - begin:.0f} s, {processor_seconds() - processor_before:.0f} s of processor time"
        good = process.returncode == 0
        if folder != self.reference:
            different = differences(folder, self.reference)
            good = good and not different and (memory is None or max(sampled, most) < bytes_of(memory))
            took += f", {len(different)} files differ" if different else ", the same files"
        bound = f"--memory {memory}" if memory else "no bound"
        self.report(
            f"{bound}: {took}; resident at most {most // MIB} MiB, {sampled // MIB} MiB in {samples} samples", good
        )

    def kill(self, memory: str) -> None:
        """Makes the tables in runs that are killed, each after up to a tenth of the time of a whole one."""
        folder = self.fresh("killed")
        randomly = random.Random(self.options.seed)
        kills = 0
        while True:
            process = self.start(folder, memory)
            if kills == self.options.kills:
                status = process.wait()
                break
            try:
                status = process.wait(randomly.uniform(0, self.options.seconds))
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
        different = differences(folder, self.reference)
        self.report(
            f"{kills} kills, seed {self.options.seed}: "
            + (f"these differ: {', '.join(different)}" if different else "the same files, and nothing left over"),
            status == 0 and not different and kills == self.options.kills,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", type=Path, required=True, help="the dameotb command")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the tables; what is there of a former run goes")
    parser.add_argument("--reference", type=Path, help="tables of a run without a bound, by the same program")
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", nargs="*", default=["1G", "2G", "8G"], help="bounds, in M or G")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=16, help="the longest time before a kill")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    prover = Prover(options)
    if not options.reference:
        prover.run(prover.reference, None)
    for memory in options.memory:
        prover.run(prover.fresh(f"memory-{memory}"), memory)
    if options.kills and options.memory:
        prover.kill(options.memory[0])
    return 1 if prover.failures else 0


if __name__ == "__main__":
    sys.exit(main())
