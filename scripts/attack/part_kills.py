"""Commands that write files are killed at random moments. What has a final name must be complete, and the next run must
end the work. A full disk counts as such a moment too."""
import os
import resource
import signal
import subprocess
import time

import jobs
import running
from reference import contents
from trying import Finding, require, require_calm

JOB_SECONDS = 300


def kill_once(try_, job, place, leftovers_allowed):
    """Kills the job, unless it ends before, and looks at what is there. Returns whether something may be left over."""
    number = try_.random.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    delay = try_.random.uniform(0, 1.1 * job.seconds)
    try_.note(f"{number.name} after {delay:.3f} of about {job.seconds:.3f} s")
    process = try_.start(job.words(place))
    time.sleep(delay)
    sent = time.monotonic()
    was_ended = process.has_ended()
    process.send(number)
    run = process.wait(JOB_SECONDS)
    took = time.monotonic() - sent
    if number == signal.SIGKILL and not was_ended and run.status == -number:
        leftovers_allowed = True
    elif run.status == 0:
        job.require_finished(place, run)
    else:
        early = run.status == -number  # before the command has taken the signal over
        require(early or run.status == 128 + number, "a status that it may not have", run)
    if number != signal.SIGKILL:
        bound = try_.setting.stop_seconds * try_.setting.patience
        require(was_ended or took <= bound, f"{number.name} takes {took:.2f} s, more than {bound:.1f} s", run)
    job.require_whole(place, run, leftovers_allowed)
    return leftovers_allowed


def complete(try_, job, place):
    run = try_.start(job.words(place)).wait(JOB_SECONDS)
    require_calm(run, statuses=(0,))
    job.require_finished(place, run)


def killed(try_):
    job = jobs.any_job(try_, large_share=0.0 if try_.small else 0.25)
    place = jobs.fresh(try_, job)
    leftovers_allowed = False
    for _ in range(try_.random.randint(1, 3)):
        leftovers_allowed = kill_once(try_, job, place, leftovers_allowed)
    complete(try_, job, place)


def full_disk(try_):
    """Runs a job where there is too little room: none of a file beyond some size, or a file system that fills up. Or a
    command whose standard output has too little room."""
    if try_.random.random() < 0.3:
        full_output(try_)
        return
    job = jobs.any_job(try_, sites=True)
    sizes = sorted(len(data) for data in job.after.values())
    if try_.random.random() < 0.5 and may_mount():
        small_file_system(try_, job, try_.random.randrange(4096, max(2 * sum(sizes), 8192)))
        return
    place = jobs.fresh(try_, job)
    room = try_.random.randrange(sizes[-1] + 64)
    try_.note(f"files of at most {room} bytes")
    run = try_.start(job.words(place), limits={resource.RLIMIT_FSIZE: room},
                     ignore_signals=[signal.SIGXFSZ]).wait(JOB_SECONDS)
    require_calm(run, statuses=(0, 1))
    job.require_whole(place, run, leftovers_allowed=False)
    complete(try_, job, place)


CLAIMS = b"""source "s"
claim "c"
""" + b"    position W:WKa7:BKh8: draw\n" * 100
GAME = b'[FEN "W:WKa7:BKh8"]\n1. a7-b7 h8-g8 *\n\n'
OUTPUTS = (["manifest"], ["stats"], ["stats", "--json"], ["find", "--result", "win"], ["claims"],
           ["annotate"], ["probe"], ["probe", "--json"], ["line"], ["moves"])
NO_TABLES = ("moves",)
LEAST_OUTPUT_BYTES = 512  # so that the reason, on standard error, is never too long

# $1 the mounted directory, $2 its bytes, $3 where the output is copied to, then the command.
MOUNTED_OUTPUT = """
mounted=$1 bytes=$2 copy=$3
shift 3
mount -t tmpfs -o size="$bytes" none "$mounted" || exit 77
"$@" >"$mounted/out"
status=$?
cp "$mounted/out" "$copy"
exit $status
"""


def full_output(try_):
    """Requires that a command whose output finds too little room says so, and that what is there is its beginning."""
    words = try_.random.choice(OUTPUTS)
    stdin = GAME * 100 if words[0] == "annotate" else b"W:WKa7:BKh8\n" * 200
    if words[0] == "claims":
        claims = try_.directory / "all.claims"
        claims.write_bytes(CLAIMS)
        words = [*words, claims]
    tables = [] if words[0] in NO_TABLES else ["--dir", try_.setting.reference.tables(try_.pieces)]
    whole = try_.run([*words, *tables], stdin=stdin)
    if len(whole.out) <= LEAST_OUTPUT_BYTES:
        return
    room = try_.random.randrange(LEAST_OUTPUT_BYTES, len(whole.out))
    try_.note(f"{' '.join(map(str, words))}: {len(whole.out)} bytes of output")
    if room >= 4096 and may_mount():
        room -= room % 4096  # a whole number of pages
        mounted, copy = try_.directory / "mounted", try_.directory / "out"
        mounted.mkdir()
        run = running.run([*mounting(), "sh", "-c", MOUNTED_OUTPUT, "sh", mounted, room, copy, try_.setting.command,
                           *words, *tables], JOB_SECONDS, stdin=stdin)
        run.out = copy.read_bytes() if copy.exists() else b""
    else:
        run = try_.start([*words, *tables], limits={resource.RLIMIT_FSIZE: room}, stdin=stdin,
                         ignore_signals=[signal.SIGXFSZ]).wait(JOB_SECONDS)
    try_.note(f"room for {room}")
    require_calm(run, statuses=(1,))
    require(b"standard output: cannot be written" in run.err, "it does not say that its output is not written", run)
    require(whole.out.startswith(run.out), "what it has written is not the beginning of its output", run)


# $1 the mounted directory, $2 its bytes, $3 what is in it first, $4 and $5 where it is copied to, then the command.
# The copy that is in it first may need more than $2 bytes: the room is for what the command adds.
MOUNTED = """
mounted=$1 bytes=$2 first=$3 between=$4 after=$5
shift 5
mount -t tmpfs -o size=1g none "$mounted" || exit 77
cp -a "$first/." "$mounted"
mount -o remount,size=$(($(du -s -B 1 "$mounted" | cut -f 1) + bytes)) "$mounted"
"$@"
status=$?
cp -a "$mounted/." "$between"
mount -o remount,size=1g "$mounted"
"$@" >/dev/null 2>&1 || status=78
cp -a "$mounted/." "$after"
exit $status
"""


def mounting():
    """The words before a command that may mount in a name space of its own."""
    return ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]


def may_mount():
    test = [*mounting(), "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return subprocess.run(test, stderr=subprocess.DEVNULL).returncode == 0


def small_file_system(try_, job, room):
    try_.note(f"a file system with {room} bytes left")
    first = jobs.fresh(try_, job)
    mounted, between, after = (try_.directory / name for name in ("mounted", "between", "after"))
    for directory in (mounted, between, after):
        directory.mkdir()
    command = [try_.setting.command, *job.words(mounted)]
    run = running.run([*mounting(), "sh", "-c", MOUNTED, "sh", mounted, room, first, between, after, *command],
                      2 * JOB_SECONDS)
    if run.status in (77, 78):
        raise Finding(f"it does not go on when there is room: {run.describe()}")
    require_calm(run, statuses=(0, 1))
    job.require_whole(between, run, leftovers_allowed=False)
    job.require_whole(after, run, leftovers_allowed=False)
    job.require_finished(after, run)
