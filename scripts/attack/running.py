"""Runs programs under bounds, and tells what they printed, how they ended, how long they took and how much memory they
used.

A program that exceeds a bound is killed, and its run says so. Each program leads a process group of its own, so that
the processes it started end with it.
"""
import os
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

MIB = 1 << 20
SANITIZER_STATUS = 99
POLL_SECONDS = 0.005
GROUP_SECONDS = 5
WAITING_FACTOR = 6  # a busy machine may let a program wait so much longer than it is allowed to compute


@dataclass
class Run:
    arguments: list
    status: int  # exit status, or minus the number of the signal that ended it
    out: bytes
    err: bytes
    seconds: float
    most_bytes: int
    processor_seconds: float = 0.0
    passed: str = ""  # "time" or "memory": the bound that it passed, and was killed for

    def describe(self):
        """Returns the command and its last words, for a finding."""
        words = self.err.decode(errors="replace").strip().splitlines()
        shown = [line for line in words if "ERROR" in line or "error" in line][:2] + words[-2:]
        return (f"{' '.join(map(str, self.arguments))}: status {self.status}, {self.seconds:.1f} s, "
                f"{self.processor_seconds:.1f} s of them computing, {self.most_bytes >> 20} MiB" +
                "".join(f"\n      {line[:300]}" for line in dict.fromkeys(shown)))


class Process:
    """A program that runs. `stdin`: bytes, or pieces of them; `limits`: resource.RLIMIT_... to a number; `prefix`: a
    program that runs it."""

    def __init__(self, arguments, stdin=b"", limits=None, prefix=(), ignore_signals=()):
        self.arguments = [str(argument) for argument in arguments]
        self._out, self._err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self._in = tempfile.TemporaryFile()
        self._in.writelines([stdin] if isinstance(stdin, bytes) else stdin)
        self._in.seek(0)

        def prepare():
            for number, value in (limits or {}).items():
                resource.setrlimit(number, (value, value))
            # In the background, or under nohup, this program has some that are ignored, and would pass that on.
            for number in (signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            for number in ignore_signals:
                signal.signal(number, signal.SIG_IGN)

        self._own_kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self._begin = time.monotonic()
        self._process = subprocess.Popen(
            [*prefix, *self.arguments], stdin=self._in, stdout=self._out, stderr=self._err, start_new_session=True,
            preexec_fn=prepare, env=environment())
        self.pid = self._process.pid

    def send(self, number):
        """Sends a signal; does nothing if the program has ended."""
        if self._process.returncode is None:
            os.kill(self.pid, number)

    def most_resident_bytes(self):
        """Returns the most memory that it has had resident so far; 0 if it has ended."""
        try:
            with open(f"/proc/{self.pid}/status", "rb") as file:
                return next((int(line.split()[1]) * 1024 for line in file if line.startswith(b"VmHWM:")), 0)
        except OSError:
            return 0

    def spent_seconds(self):
        """Returns the processor time that it has taken so far; 0 if it has ended."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as file:
                user, system = file.read().rpartition(b")")[2].split()[11:13]
                return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0

    def said(self):
        """Returns what it has written to standard output so far."""
        return os.pread(self._out.fileno(), 1 << 20, 0)

    def has_ended(self):
        return self._process.returncode is not None or os.waitid(
            os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def wait(self, seconds, most_bytes=0):
        """Waits for its end, and returns the Run. It may take so much processor time, WAITING_FACTOR times as long by
        the clock, and so much memory (0: any)."""
        begin = time.monotonic()
        passed, peak = "", 0
        while True:
            pid, code, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                break
            peak = max(peak, self.most_resident_bytes())
            passed = passed or ("memory" if most_bytes and peak > most_bytes else
                                "time" if self._is_late(time.monotonic() - begin, seconds) else "")
            if passed:
                self._kill_group()
            time.sleep(POLL_SECONDS)
        self._process.returncode = os.waitstatus_to_exitcode(code)
        self._end_group()
        self._out.seek(0)
        self._err.seek(0)
        run = Run(self.arguments, self._process.returncode, self._out.read(), self._err.read(),
                  time.monotonic() - self._begin, max(peak, self._most_bytes_of(usage)),
                  usage.ru_utime + usage.ru_stime, passed)
        for file in (self._in, self._out, self._err):
            file.close()
        if most_bytes and not passed and run.most_bytes > most_bytes:
            run.passed = "memory"
        return run

    def _is_late(self, waited, seconds):
        return waited > seconds and (waited > WAITING_FACTOR * seconds or self.spent_seconds() > seconds)

    def _most_bytes_of(self, usage):
        """The system counts what this process had when it began the other one; if that is the most, it says nothing."""
        return usage.ru_maxrss * 1024 if usage.ru_maxrss > self._own_kilobytes else 0

    def _kill_group(self):
        """Returns whether there was anything left to kill."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
            return True
        except ProcessLookupError:
            return False

    def _end_group(self):
        """Waits until all that it started has ended: what is still dying holds its files, and its locks."""
        end = time.monotonic() + GROUP_SECONDS
        while self._kill_group() and time.monotonic() < end:
            time.sleep(POLL_SECONDS)


def environment():
    """Returns this program's environment, with sanitizers that end a program with a status of their own."""
    options = f"exitcode={SANITIZER_STATUS}:abort_on_error=0"
    return {**os.environ, "LC_ALL": "C", "UBSAN_OPTIONS": options + ":print_stacktrace=1",
            "ASAN_OPTIONS": options + ":quarantine_size_mb=16:allocator_may_return_null=1:detect_leaks=0"}


def run(arguments, seconds, most_bytes=0, **options):
    return Process(arguments, **options).wait(seconds, most_bytes)
