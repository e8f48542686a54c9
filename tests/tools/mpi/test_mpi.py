"""dameotb-mpi makes the files that `dameotb gen` makes, whatever the number of processes, and whoever is killed. It
verifies them as `dameotb verify` does.

More than a test waits for: DAMEOTB_PIECES=5 DAMEOTB_MEMORY=500 DAMEOTB_KILLS=20 test_mpi.py Kills
"""
import contextlib
import filecmp
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from typing import NamedTuple

COMMAND = os.environ["DAMEOTB_COMMAND"]
MPI = os.environ["DAMEOTB_MPI"]
KILLS = int(os.environ.get("DAMEOTB_KILLS", "2"))
SEED = int(os.environ.get("DAMEOTB_SEED", "20261123"))
PIECES = os.environ.get("DAMEOTB_PIECES")
HANG_SECONDS = 3600 if PIECES else 100
ALONE_SECONDS = 10  # that mpirun may take when its processes have ended
TRIES = 3  # until mpirun tells its status
PATIENCE = 3  # a factor on bounds of time, for machines that have other things to do
# A bound in MiB that the processes would exceed otherwise: small classes take less than the least one.
MEMORY = int(os.environ.get("DAMEOTB_MEMORY", "0"))
BOUND = ["--memory", f"{MEMORY}M"] if MEMORY else []
# Large enough to be cut into batches; KMvKM is symmetric, and does where the class does not matter.
ONE = "KMvKM"
TWO = ONE if os.environ.get("DAMEOTB_SANITIZED") else "KMvKM,KKMvM"

# Several processes share a core, and all are this user's.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl_base_warn_component_unused": "0"}


def differences(left: Path, right: Path) -> list[str]:
    """Returns the names that only one folder has, or whose bytes differ."""
    names = [{path.name for path in folder.iterdir()} for folder in (left, right)]
    _, different, unread = filecmp.cmpfiles(left, right, names[0] & names[1], shallow=False)
    return sorted(names[0] ^ names[1]) + different + unread


def processes_of(program: subprocess.Popen) -> list[int]:
    """Returns the processes of dameotb-mpi, the manager first."""
    found = subprocess.run(["pgrep", "-P", str(program.pid)], capture_output=True, text=True)
    return sorted(map(int, found.stdout.split()))


def most_memory_of(process: int) -> int:
    """Returns the most bytes that a process has had in memory; 0 if it is gone."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(found[1]) * 1024 if found else 0


def is_at_work(process: int) -> bool:
    """Returns whether it has not ended, be it that its parent does not know yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class End(NamedTuple):
    """What mpirun has said, and its status, or None if it had to be killed."""
    out: str
    err: str
    status: int | None


def end_of(program: subprocess.Popen) -> End:
    """Waits for the end of mpirun, which must come.

    mpirun of Open MPI 4.1.4 with PMIx 4.2.2 does not always end when all of its processes have: after MPI_Abort two of
    its threads may wait for each other in PMIx_server_finalize. It is killed then. In the same place it may end by
    SIGSEGV. Either way it has no status; a process of ours that ends by a signal makes mpirun end with a status.
    """
    begun = time.monotonic()
    alone_since = None
    is_killed = False
    while True:
        try:
            out, err = program.communicate(timeout=0.5)
            return End(out, err, None if is_killed or program.returncode == -signal.SIGSEGV else program.returncode)
        except subprocess.TimeoutExpired:
            now = time.monotonic()
            processes = [process for process in processes_of(program) if is_at_work(process)]
            alone_since = None if processes else alone_since or now
            if alone_since and now - alone_since > ALONE_SECONDS:
                program.kill()
                is_killed = True
            elif now - begun > HANG_SECONDS:
                for process in [program.pid, *processes]:
                    os.kill(process, signal.SIGKILL)
                raise AssertionError(f"it hangs: {program.communicate()}")


class Tables(unittest.TestCase):
    names = ONE

    @classmethod
    def classes(cls) -> list[str]:
        return ["--pieces", PIECES] if PIECES else ["--class", cls.names]

    @classmethod
    def mpirun(cls, ranks: int, *arguments: str, before: str = "", does: str = "gen") -> list[str]:
        """`before`: what a shell does in each process before it becomes dameotb-mpi."""
        program = ["sh", "-c", before + ' exec "$0" "$@"', MPI] if before else [MPI]
        return [os.environ["DAMEOTB_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-n", str(ranks), *program, does,
                *(cls.classes() if does == "gen" else []), *arguments]

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name)
        cls.expected = cls.work / "expected"
        subprocess.run([COMMAND, "gen", "--dir", cls.expected, *cls.classes()], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def fails(self, program: list[str], words: str, status: int = 1, **options):
        for _ in range(TRIES):
            end = end_of(subprocess.Popen(program, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                          text=True, **options))
            own = [line for line in end.err.splitlines() if line.startswith("dameotb-mpi: ")]
            self.assertEqual(len(own), 1, end.err)
            self.assertRegex(own[0], words)
            if end.status is not None:
                break
        self.assertEqual(end.status, status, end.err)

    def run_all(self, ranks: int, directory: Path, *arguments: str) -> str:
        running = subprocess.Popen(self.mpirun(ranks, "--dir", str(directory), *arguments), env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out, err, status = end_of(running)
        self.assertEqual(status, 0, out + err)
        self.assertEqual(err, "")
        self.assertEqual(differences(self.expected, directory), [])
        return out


class Ranks(Tables):
    names = TWO

    def test_the_files_do_not_depend_on_ranks_and_threads(self):
        for ranks, threads in [(2, 1), (4, 2), (5, 1)]:
            with self.subTest(ranks=ranks, threads=threads):
                said = self.run_all(ranks, self.work / f"{ranks}-{threads}", "--threads", str(threads))
                self.assertRegex(said, rf"made in .* by {ranks - 1} processes")

    def test_messages_are_small_and_memory_is_bounded(self):
        said = self.run_all(3, self.work / "bounded", "--memory", "200M")
        tasks, messages, size, memory = map(int, re.search(
            r"(\d+) tasks, (\d+) messages of at most (\d+) bytes, .* at most (\d+)M of memory", said).groups())
        self.assertLess(size, 1024)
        self.assertEqual(messages, 2 * tasks)
        self.assertLessEqual(memory, 200)

    def test_a_rank_that_is_slow_delays_nobody_for_long(self):
        program = subprocess.Popen(self.mpirun(4, "--dir", str(self.work / "slow")), env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, text=True)
        while program.poll() is None:  # the last one works a tenth of the time
            for process in processes_of(program)[-1:]:
                try:
                    os.kill(process, signal.SIGSTOP)
                    time.sleep(0.09)
                    os.kill(process, signal.SIGCONT)
                except ProcessLookupError:
                    pass
            time.sleep(0.01)
        self.assertEqual(program.returncode, 0)
        program.stdout.close()
        self.assertEqual(differences(self.expected, self.work / "slow"), [])

    def test_tables_that_are_there_are_kept(self):
        directory = self.work / "kept"
        self.run_all(3, directory)
        kept = (directory / "KvK.dtm").stat().st_mtime_ns
        (directory / "KMvKM.wdl").unlink()
        said = self.run_all(3, directory)
        self.assertIn(" 1 made in ", said)
        self.assertEqual((directory / "KvK.dtm").stat().st_mtime_ns, kept)


class Rule(Tables):
    plies = 5
    options = ["--metrics", "wdl,dtm,dtz", "--plies", str(plies)]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.without = cls.work / "without"
        shutil.copytree(cls.expected, cls.without)
        subprocess.run([COMMAND, "gen", "--dir", cls.expected, *cls.classes(), *cls.options], check=True,
                       capture_output=True)

    def test_the_dtz_files_do_not_depend_on_ranks_and_threads(self):
        for ranks, threads in [(2, 1), (4, 2)]:
            with self.subTest(ranks=ranks, threads=threads):
                said = self.run_all(ranks, self.work / f"{ranks}-{threads}", *self.options, "--threads", str(threads))
                self.assertRegex(said, r"(?m)^KMvKM +[0-9]+ positions")
                self.assertRegex(said, r"(?m)^KMvKM\.dtz +[0-9]+ positions")

    def test_the_same_command_goes_on_after_a_process_was_killed_that_made_dtz_files(self):
        directory = self.work / "killed"
        shutil.copytree(self.without, directory)
        command = self.mpirun(3, "--dir", str(directory), *self.options)
        of_class = directory / f".dameotb-run/KMvKM.dtz-{self.plies}"
        program = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not any(of_class.glob("0*")):  # a batch
            self.assertIsNone(program.poll(), "it has ended, and no batch was seen")
            time.sleep(0.001)
        os.kill(processes_of(program)[-1], signal.SIGKILL)
        end_of(program)
        self.assertTrue((of_class / "parts").exists())
        self.assertFalse((directory / "KMvKM.dtz").exists())
        self.fails(self.mpirun(2, "--dir", str(directory), "--metrics", "dtz", "--plies", "6"),
                   r"KvK\.dtz: has a draw rule of 5 plies, not of 6")
        program = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        is_kept = True
        while program.poll() is None:  # what is shared stays until the table is there
            is_kept &= (of_class / "parts").exists() or (directory / "KMvKM.dtz").exists()
            time.sleep(0.001)
        _, err, status = end_of(program)
        self.assertEqual(status, 0, err)
        self.assertTrue(is_kept)
        self.assertEqual(differences(self.expected, directory), [])

    def test_dtz_files_alone_need_those_with_the_results(self):
        directory = self.work / "alone"
        self.fails(self.mpirun(2, "--dir", str(directory), "--metrics", "dtz"), "no table KvK.wdl in ")
        shutil.rmtree(directory)
        shutil.copytree(self.without, directory)
        self.run_all(3, directory, "--metrics", "dtz", "--plies", str(self.plies))


class Kills(Tables):
    def test_the_same_command_goes_on_after_any_process_was_killed(self):
        random.seed(SEED)
        print("seed", SEED)
        begun = time.monotonic()
        self.run_all(3, self.work / "whole", *BOUND)
        seconds = time.monotonic() - begun
        directory = self.work / "killed"
        kills = []
        most_memory = 0
        while len(kills) < KILLS:
            program = subprocess.Popen(self.mpirun(3, "--dir", str(directory), *BOUND), env=ENVIRONMENT,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # With each kill something is done, so later ones come early to come at all.
            time.sleep(0.3 + random.random() * 2 * seconds / (KILLS + 1))
            processes = processes_of(program)
            if not processes:
                end_of(program)
                for path in list(directory.glob("K*"))[:2]:
                    path.unlink()  # all was done: something is to be done again
                continue
            most_memory = max([most_memory, *map(most_memory_of, processes)])
            which = random.randrange(len(processes))
            try:
                os.kill(processes[which], signal.SIGKILL)
                kills.append("manager" if which == 0 else "worker")
            except ProcessLookupError:
                pass
            end_of(program)
        print(kills.count("manager"), "managers and", kills.count("worker"), "workers killed; no process had more than",
              most_memory // 2**20, "MiB")
        self.assertGreater(most_memory, 0)
        said = self.run_all(3, directory, *BOUND)
        if MEMORY:
            self.assertLessEqual(most_memory, MEMORY * 2**20)
            self.assertLessEqual(int(re.search(r"at most (\d+)M of memory", said)[1]), MEMORY)


class Stops(Tables):
    # mpirun waits a second before it tells its processes to end: the run must take longer, on fast machines too.
    names = "KKMMvK"

    def stopped(self, directory: Path, number: signal.Signals) -> str:
        """Sends a signal to mpirun in the middle of a run, and returns what it wrote. All of its processes end."""
        program = subprocess.Popen(self.mpirun(3, "--dir", str(directory)), env=ENVIRONMENT,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not any(directory.glob(".dameotb-run/*/parts")):
            self.assertIsNone(program.poll(), "it has ended, and no class was seen to be cut into parts")
            time.sleep(0.001)
        processes = processes_of(program)
        program.send_signal(number)
        begun = time.monotonic()
        while any(map(is_at_work, processes)):
            self.assertLess(time.monotonic() - begun, 5 * PATIENCE)
            time.sleep(0.01)
        _, err, status = end_of(program)
        self.assertNotEqual(status, 0)
        return err

    def test_the_same_command_goes_on_after_mpirun_was_stopped_or_killed(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with self.subTest(signal=number.name):
                # On a busy machine mpirun can end before it has passed on what its processes wrote: nothing, then.
                for attempt in range(5):
                    directory = self.work / f"{number.name}-{attempt}"
                    err = self.stopped(directory, number)
                    if err or number == signal.SIGKILL:
                        break
                if number != signal.SIGKILL:
                    self.assertIn("dameotb-mpi: stopped: finished classes are kept in ", err)
                    self.assertIn("the same command resumes from there", err)
                    self.assertTrue((directory / ".dameotb-run").exists())
                self.run_all(3, directory)


class Leftovers(Tables):
    @classmethod
    def setUpClass(cls):
        """Kills a run when all kinds of files of a class are there that several processes make."""
        super().setUpClass()
        cls.left = cls.work / "left"
        while not any(cls.left.glob(".dameotb-run/*/plan")):
            shutil.rmtree(cls.left, ignore_errors=True)
            program = subprocess.Popen(cls.mpirun(3, "--dir", str(cls.left)), env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            while program.poll() is None and not any(cls.left.glob(".dameotb-run/*/plan")):
                time.sleep(0.001)
            for process in processes_of(program)[:1]:
                os.kill(process, signal.SIGKILL)
            end_of(program)

    def damaged(self, kind: str, name: str, how) -> Path:
        """Returns such a file in a copy of the directory, whose bytes `how` has changed."""
        directory = self.work / f"{kind}-{name}"
        shutil.copytree(self.left, directory)
        path = next(directory.glob(".dameotb-run/*/plan")).with_name(name)
        path.write_bytes(how(path.read_bytes()))
        return path

    def test_a_file_that_is_cut_off_is_made_again(self):
        for kind, how in [("empty", lambda data: b""), ("cut", lambda data: data[:-5])]:
            for name in ("plan", "parts"):
                with self.subTest(kind=kind, name=name):
                    self.run_all(3, self.damaged(kind, name, how).parents[2])

    def test_a_file_that_is_damaged_is_named(self):
        for name in ("plan", "parts"):
            with self.subTest(name=name):
                path = self.damaged("wrong", name, lambda data: data[:8] + bytes([data[8] ^ 1]) + data[9:])
                self.fails(self.mpirun(3, "--dir", str(path.parents[2])), f"^dameotb-mpi: {path}: is damaged$")
                path.unlink()
                self.run_all(3, path.parents[2])

    def test_files_and_records_of_others_are_made_again_or_named(self):
        shared = next(self.left.glob(".dameotb-run/*/plan")).parent
        batches = sorted(path.name for path in shared.glob("0*-*"))
        for to, of in [(batches[0], batches[-1]), (batches[-1], "plan"), ("plan", "parts"), ("parts", batches[0])]:
            with self.subTest(to=to, of=of):
                other = (shared / of).read_bytes()
                self.run_all(3, self.damaged(f"other-{of}", to, lambda data: other).parents[2])
                # The end of a file says what it is.
                path = self.damaged(f"begin-{of}", to,
                                    lambda data: other[:len(data) - 40].ljust(len(data) - 40) + data[-40:])
                directory = path.parents[2]
                end = end_of(subprocess.Popen(self.mpirun(3, "--dir", str(directory)), env=ENVIRONMENT, text=True,
                                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
                if end.status == 0:  # nobody needed it
                    self.assertEqual(differences(self.expected, directory), [])
                else:
                    self.assertRegex(end.err, rf"(?m)^dameotb-mpi: (\S+: )?{path}: is damaged$")

    def test_what_is_of_the_user_stays(self):
        directory = self.work / "user"
        shutil.copytree(self.left, directory)
        notes = directory / ".dameotb-run" / "notes.txt"
        notes.write_text("mine")
        program = subprocess.Popen(self.mpirun(3, "--dir", str(directory)), env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.assertEqual(end_of(program).status, 0)
        self.assertEqual(differences(self.expected, directory), [".dameotb-run"])
        self.assertEqual([path.name for path in notes.parent.iterdir()], ["notes.txt"])
        self.fails(self.mpirun(3, "--dir", str(directory)), rf"^dameotb-mpi: {notes.parent}: was not made by ")
        self.assertEqual(notes.read_text(), "mine")


class Verification(Tables):
    names = TWO

    def verifies(self, ranks: int, *arguments: str) -> str:
        done = subprocess.run(self.mpirun(ranks, "--dir", str(self.expected), *arguments, does="verify"), env=ENVIRONMENT,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_right_tables_pass_and_nothing_is_left(self):
        before = sorted(path.name for path in self.expected.iterdir())
        for ranks, arguments in [(2, ["--threads", "2"]), (4, ["--memory", "200M"])]:
            said = self.verifies(ranks, *arguments)
            classes = len(list(self.expected.glob("*.dtm")))
            self.assertRegex(said, rf"{classes} classes in .*: {classes} verified in .* by {ranks - 1} processes")
            self.assertRegex(said, "KMvKM +[0-9]+ positions")
            self.assertEqual(sorted(path.name for path in self.expected.iterdir()), before)

    def test_a_wrong_value_is_named(self):
        directory = self.work / "wrong"
        shutil.copytree(self.expected, directory)
        subprocess.run([os.environ["DAMEOTB_FALSIFY"], directory, "KKMvM"], check=True)
        self.fails(self.mpirun(3, "--dir", str(directory), does="verify"),
                   r"KKMvM\.dtm: [WB]:W\S+:B\S+: stored .*, expected ")
        alone = subprocess.run([COMMAND, "verify", "--dir", directory, "KKMvM"], capture_output=True, text=True)
        self.assertRegex(alone.stderr, r"KKMvM\.dtm: .*: stored .*, expected ")

    def test_a_missing_table_is_named(self):
        directory = self.work / "lacking"
        shutil.copytree(self.expected, directory)
        (directory / "KvM.wdl").unlink()
        self.fails(self.mpirun(2, "--dir", str(directory), does="verify"), "no table KvM.wdl in ")

    def test_a_directory_without_tables_is_refused(self):
        (self.work / "empty").mkdir()
        self.fails(self.mpirun(2, "--dir", str(self.work / "empty"), does="verify"), "empty: there are no tables")
        self.assertEqual(list((self.work / "empty").iterdir()), [])

    def test_it_goes_on_after_a_process_was_killed(self):
        random.seed(SEED)
        marks = self.expected / ".dameotb-verify"
        while not any(marks.glob("*.verified")):
            program = subprocess.Popen(self.mpirun(3, "--dir", str(self.expected), does="verify"), env=ENVIRONMENT,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.5 + random.random())
            for process in processes_of(program)[-1:]:
                with contextlib.suppress(ProcessLookupError):  # it has ended: another try
                    os.kill(process, signal.SIGKILL)
            end_of(program)
        done = len(list(marks.glob("*.verified")))
        classes = len(list(self.expected.glob("*.dtm")))
        self.assertRegex(self.verifies(3), f" {classes - done} verified in ")


class Failures(Tables):
    def test_a_full_disk_ends_the_run_with_one_line_and_nothing_is_lost(self):
        directory = self.work / "full"
        # A file of more than 64 KB cannot be written, as on a disk that is full.
        self.fails(self.mpirun(3, "--dir", str(directory), before="trap '' XFSZ; ulimit -f 128;"), r"\.dameotb-run/.*: File too large")
        check = subprocess.run([COMMAND, "check", "--dir", directory], capture_output=True, text=True)
        self.assertRegex(check.stdout, r"\d+ bytes in .*full/\.dameotb-run, of an unfinished run of several processes")
        self.run_all(3, directory)
        check = subprocess.run([COMMAND, "check", "--dir", directory], capture_output=True, text=True)
        self.assertNotIn("dameotb-run", check.stdout)

    @unittest.skipUnless(os.environ.get("DAMEOTB_STEP_SHIM"), "the system cannot be told how full its disks are")
    def test_a_disk_that_is_far_too_small_is_refused_and_a_doubtful_one_is_named(self):
        told = 'export LD_PRELOAD="$DAMEOTB_STEP_SHIM" DAMEOTB_SHIM_FREE_BYTES={};'.format
        self.fails(self.mpirun(2, "--dir", str(self.work / "small"), before=told(20_000)),
                   "small: about .*K of disk space is needed, .* and 20K is free")
        self.assertEqual(sorted(path.suffix for path in (self.work / "small").rglob("K*")), [])
        doubtful = subprocess.run(self.mpirun(2, "--dir", str(self.work / "doubtful"), before=told(2_200_000)),
                                  env=ENVIRONMENT, capture_output=True, text=True)
        self.assertEqual(doubtful.returncode, 0)
        self.assertRegex(doubtful.stderr, r"dameotb-mpi: .* \(the estimate may be too high by a factor of two\)")
        self.assertEqual(differences(self.expected, self.work / "doubtful"), [])

    def test_a_directory_that_is_not_shared_is_refused(self):
        # The second process sees another directory under the same name.
        (self.work / "here").mkdir()
        (self.work / "there").mkdir()
        before = 'test "$OMPI_COMM_WORLD_RANK" = 0 && cd here || cd there;'
        done = subprocess.run(self.mpirun(2, "--dir", "tables", before=before), env=ENVIRONMENT, capture_output=True,
                              text=True, cwd=self.work)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "dameotb-mpi: .*tables/.dameotb-run is not the manager's: it must lie in a file "
                                      "system that all machines share")

    def test_what_only_a_worker_finds_wrong_at_the_start_ends_the_run(self):
        # The second process sees a directory without tables under the same name.
        (self.work / "with").mkdir()
        (self.work / "with/tables").symlink_to(self.expected)
        (self.work / "without/tables").mkdir(parents=True)
        before = 'test "$OMPI_COMM_WORLD_RANK" = 0 && cd with || cd without;'
        self.fails(self.mpirun(2, "--dir", "tables", before=before, does="verify"), "tables: there are no tables",
                   cwd=self.work)

    def test_a_worker_that_does_not_answer_keeps_nobody(self):
        for number in range(TRIES):
            status = self.status_with_a_silent_worker(self.work / f"silent-{number}")
            if status is not None:
                break
        self.assertEqual(status, 128 + signal.SIGHUP)

    def status_with_a_silent_worker(self, directory: Path) -> int | None:
        program = subprocess.Popen(self.mpirun(3, "--dir", str(directory)), env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        while not any(directory.glob(".dameotb-run/*/parts")):
            self.assertIsNone(program.poll(), "it has ended, and no class was seen to be cut into parts")
            time.sleep(0.001)
        manager, *workers = processes_of(program)
        os.kill(workers[-1], signal.SIGSTOP)
        os.kill(manager, signal.SIGHUP)
        begun = time.monotonic()
        while any(map(is_at_work, [manager, *workers])) and time.monotonic() - begun < HANG_SECONDS:
            time.sleep(0.01)
        self.assertLess(time.monotonic() - begun, 5 * PATIENCE)
        _, err, status = end_of(program)
        self.assertIn("dameotb-mpi: stopped: ", err)
        self.run_all(3, directory)
        return status

    def test_too_little_memory_is_refused(self):
        self.fails(self.mpirun(2, "--dir", str(self.work / "little"), "--memory", "20M"),
                   r"needs \d+M of memory, and a process may have 20M")

    def test_options_are_those_of_gen(self):
        self.fails(self.mpirun(2, "--dir", str(self.work / "odd"), "--sides", "three"), "--sides: write one or two, not 'three'", 2)
        self.fails(self.mpirun(2, "--dir", str(self.work / "odd"), "--metrics", "dtm"), "--metrics: must be wdl,dtm or wdl,dtm,dtz or dtz", 2)
        self.fails(self.mpirun(2, "--dir", str(self.work / "odd"), "--metrics", "dtz", "--plies", "0"), "--plies: write a whole number from 1 to 120, not '0'", 2)
        self.fails(self.mpirun(2, "--dir", str(self.work / "odd"), "--memory", "much"), "--memory: write a number of bytes, as in 8G or 500M, not 'much'", 2)

    def test_one_process_is_too_few(self):
        self.fails(self.mpirun(1, "--dir", str(self.work / "alone")), "at least two processes are needed", 2)

    def test_a_second_run_in_the_directory_is_refused(self):
        directory = self.work / "twice"
        first = subprocess.Popen(self.mpirun(2, "--dir", str(directory)), env=ENVIRONMENT, stdout=subprocess.DEVNULL)
        while not (directory / ".dameotb-lock").exists():
            self.assertIsNone(first.poll(), "it has ended, and was not seen to have a lock")
            time.sleep(0.01)
        self.fails(self.mpirun(2, "--dir", str(directory)), "another run")
        self.assertEqual(end_of(first).status, 0)
        self.assertEqual(differences(self.expected, directory), [])


if __name__ == "__main__":
    unittest.main()
