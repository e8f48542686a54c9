"""`dameotb serve` while it runs, and a well-behaved client with an address of its own."""
import http.client
import re
import resource
import signal
import time

import running
from trying import Finding, require

HEALTHY_ADDRESS = "127.0.0.2"
HOSTILE_ADDRESS = "127.0.0.3"
STARTING_SECONDS = 20


class Server:
    """Serves `tables` on a free port until the block ends, and then has to end as SIGINT asks it to."""

    def __init__(self, try_, tables, sanitized=False, limits=None, prefix=()):
        setting = try_.setting
        self._setting = setting
        self.patience = setting.patience
        self._most_bytes = 2 * setting.sanitized_bytes if sanitized else setting.served_bytes
        command = setting.sanitized if sanitized else setting.command
        self.process = running.Process([command, "serve", "--dir", tables, "--port", "0"], limits=limits,
                                       prefix=prefix)
        self.port = 0
        self.most_bytes = 0

    def __enter__(self):
        end = time.monotonic() + STARTING_SECONDS * self._setting.patience
        while not self.port:
            found = re.search(rb"http://127\.0\.0\.1:(\d+)/", self.process.said())
            if found:
                self.port = int(found[1])
            elif time.monotonic() > end or self.process.has_ended():
                self.process.send(signal.SIGKILL)
                raise Finding(f"the server does not start: {self.process.wait(5).describe()}")
            else:
                time.sleep(0.01)
        return self

    def __exit__(self, kind, error, trace):
        if self.process.has_ended():
            run = self.process.wait(5)
            raise Finding(f"the server has ended by itself: {run.describe()}") from error
        self.look_at_memory()
        begin = time.monotonic()
        self.process.send(signal.SIGINT)
        run = self.process.wait(15 * self._setting.patience)
        took = time.monotonic() - begin
        if error is None:
            require(run.status in (0, 130), "the server does not end as it should", run)
            require(not run.passed, f"the server takes {took:.1f} s to end", run)

    def look_at_memory(self):
        self.most_bytes = max(self.most_bytes, self.process.most_resident_bytes())

    def require_bounds(self):
        self.look_at_memory()
        require(not self.process.has_ended(), "the server has ended by itself")
        require(self.most_bytes <= self._most_bytes,
                f"the server has {self.most_bytes >> 20} MiB, {self._most_bytes >> 20} at most are allowed")

    def get(self, path, seconds, address=HEALTHY_ADDRESS, headers=None):
        """Returns (status, body, seconds that it took). Raises OSError or HTTPException where there is no answer."""
        begin = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds, source_address=(address, 0))
        try:
            connection.request("GET", path, headers=headers or {})
            response = connection.getresponse()
            return response.status, response.read(), time.monotonic() - begin
        finally:
            connection.close()

    def ask_healthily(self, questions):
        """Asks {path: body that is right} and requires right answers within the bound."""
        bound = self._setting.served_seconds * self._setting.patience
        for path, expected in questions.items():
            try:
                status, body, took = self.get(path, seconds=40)
            except (OSError, http.client.HTTPException) as error:
                raise Finding(f"a healthy client's {path} is not answered: {error!r}") from error
            require((status, body) == (200, expected), f"a healthy client's {path} is answered {status} {body[:200]!r}")
            require(took <= bound, f"a healthy client waits {took:.1f} s for {path}, more than {bound:.1f} s")


def descriptors():
    """Returns how many connections this process may hold."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 64

