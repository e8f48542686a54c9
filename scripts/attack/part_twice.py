"""Two runs with one output at once. Each is process 1 of a name space of its own, as in two containers. The files must
be complete and right, whichever run wins. A run that does not work must say why in one line."""
import signal
import subprocess
import time

import jobs
from part_kills import JOB_SECONDS, complete
from trying import require, require_calm

SPACE = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
_permitted = []


def name_space():
    """Returns the words before a command that is to be process 1; none where that is not permitted."""
    if not _permitted:
        for words in (SPACE, ("unshare", "--user", "--map-root-user", *SPACE[1:])):
            if subprocess.run([*words, "true"], stderr=subprocess.DEVNULL).returncode == 0:
                _permitted.append(words)
                break
        else:
            print("twice: name spaces are not permitted here, so the runs are ordinary processes", flush=True)
            _permitted.append(())
    return _permitted[0]


def two_runs(try_):
    job = jobs.any_job(try_, large_share=0.0 if try_.small else 0.1)
    place = jobs.fresh(try_, job)
    space = name_space()
    starts = sorted([0.0, try_.random.choice([0.0, try_.random.uniform(0, job.seconds)])])
    processes = []
    for start in starts:
        time.sleep(start)
        processes.append(try_.start(job.words(place), prefix=space))
    is_killed = try_.random.random() < 0.3
    if is_killed:
        time.sleep(try_.random.uniform(0, job.seconds))
        try_.random.choice(processes).send(signal.SIGKILL)
    try_.note(f"started {starts[1]:.3f} s apart, {'one killed' if is_killed else 'none killed'}")
    runs = [process.wait(JOB_SECONDS) for process in processes]
    for run in runs:
        if run.status != -signal.SIGKILL:
            require_calm(run, statuses=(0, 1))
            errors = [line for line in run.err.decode().splitlines() if not line.startswith("dameotb: ")
                      or run.status == 1]
            require(run.status == 0 or len(errors) == 1, "more than one line, or none, of why it ended", run)
        job.require_whole(place, run, leftovers_allowed=is_killed)
    if is_killed:
        complete(try_, job, place)
    require(is_killed or any(run.status == 0 for run in runs), f"no run of two has finished, {runs[0].describe()}",
            runs[1])
    job.require_finished(place, runs[0])
