"""The clock of the day jumps years back and forth, and files have times in the future or long ago. Runs must finish,
also those that go on after a kill, with the same files and no absurd times; the server must answer as always."""
import os
import re
import signal
import time

import jobs
from part_kills import JOB_SECONDS
from server import Server
from trying import require, require_calm

PATHS = ("/api/v1/probe?fen=W:WKa7:BKh8", "/api/v1/stats/KvK", "/api/v1/classes")
DATE = re.compile(rb"\w{3}, \d\d \w{3} -?\d{4,} \d\d:\d\d:\d\d GMT")
ABSURD = re.compile(rb"-\d[\d.]* ?(s|min|h)\b|\d{6,}(\.\d+)? ?(s|min|h)\b|\d{5,} (days|h)\b|\bnan\b|\binf\b")


def jumping(try_):
    """Returns the words before a command whose clock jumps."""
    shim = try_.setting.programs / "libattack_clock.so"
    return ["env", f"LD_PRELOAD={shim}", f"DAMEOTB_CLOCK_SEED={try_.seed()}"]


def spread_times(try_, place):
    """Gives the files times between long ago and far ahead."""
    for path in place.rglob("*"):
        os.utime(path, ns=(0, int((time.time() + try_.random.uniform(-30, 30) * 365 * 86400) * 1e9)))


def serve(try_):
    tables = try_.setting.reference.copy(try_.directory / "tables", try_.pieces)
    with Server(try_, tables) as server:
        expected = {path: server.get(path, 20 * server.patience)[1] for path in PATHS}
    spread_times(try_, tables)
    with Server(try_, tables, prefix=jumping(try_)) as server:
        for _ in range(8):
            server.ask_healthily(expected)
        server.require_bounds()


def run_job(try_):
    job = jobs.any_job(try_)
    place = jobs.fresh(try_, job)
    spread_times(try_, place)
    if try_.random.random() < 0.5:
        process = try_.start(job.words(place), prefix=jumping(try_))
        time.sleep(try_.random.uniform(0, job.seconds))
        process.send(signal.SIGKILL)
        process.wait(JOB_SECONDS)
        spread_times(try_, place)
    run = try_.start(job.words(place), prefix=jumping(try_)).wait(JOB_SECONDS)
    require_calm(run, statuses=(0,))
    absurd = ABSURD.search(run.out + run.err)
    require(not absurd, f"an absurd time, {absurd and absurd[0]!r}", run)
    job.require_finished(place, run)


def clock(try_):
    serve(try_) if try_.random.random() < 0.4 else run_job(try_)
