"""Many connections of one address or a few, slow and busy ones. Meanwhile a client of another address must be answered
in time, also if it asks for what takes long."""
import random as random_module
import select
import socket
import threading
import time

from part_costs import MANY_CHAINS, filled, games
from part_requests import healthy_questions
from server import HOSTILE_ADDRESS, Server, descriptors

SECONDS = 6
KINDS = ("silent", "slow", "slow", "readers", "busy", "statistics", "hasty", "unread", "unread", "bodies", "costly",
         "costly")
LONG_ANSWER = games("1. c3-c4 * " * 2900)  # just below the bound on an answer
COSTLY = games(filled(f'[FEN "{MANY_CHAINS[0]}"]\n1. a1a2', " (a1a2)"))


def connect(port, address=HOSTILE_ADDRESS):
    connection = socket.socket()
    connection.setblocking(False)
    connection.bind((address, 0))
    connection.connect_ex(("127.0.0.1", port))
    return connection


class Crowd:
    """Connections that are kept up, in a thread, until the block ends."""

    def __init__(self, port, kind, size, seed):
        self._port, self._kind, self._size = port, kind, size
        self._random = random_module.Random(seed)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._keep_up)
        self.opened = threading.Event()

    def __enter__(self):
        self._thread.start()
        self.opened.wait(10)
        return self

    def __exit__(self, *_):
        self._stopping.set()
        self._thread.join()

    def _keep_up(self):
        connections = [self._connect(place) for place in range(self._size)]
        try:
            while not self._stopping.is_set():
                for place, connection in enumerate(connections):
                    if not self._go_on(connection):
                        connection.close()
                        connections[place] = self._connect(place)
                self.opened.set()
                self._stopping.wait(0 if self._kind in ("busy", "statistics", "hasty") else 0.5)
        finally:
            self.opened.set()
            for connection in connections:
                connection.close()

    def _connect(self, place):
        """One address would have its answers made one by one."""
        addresses = 8 if self._kind in ("unread", "bodies") else 1
        return connect(self._port, f"127.0.0.{int(HOSTILE_ADDRESS.rsplit('.', 1)[1]) + place % addresses}")

    def _go_on(self, connection):
        """Does one more bad thing. False if the connection has ended."""
        try:
            return self._send(connection)
        except BlockingIOError:
            return True
        except OSError:
            return False

    def _send(self, connection):
        if self._kind == "silent":
            return self._is_open(connection)
        if self._kind == "slow":
            connection.send(b"GET /api/v1/probe?fen=W:W"[self._random.randrange(25):][:1])
            return self._is_open(connection)
        if self._kind == "readers":
            connection.send(self._request("/") * 20)  # answers that nobody takes
            return True
        if self._kind == "unread":
            connection.send(LONG_ANSWER)
            return True
        if self._kind == "bodies":
            connection.send(COSTLY[:-1])
            return self._is_open(connection)
        if self._kind == "costly":
            connection.send(COSTLY)
            return self._drain(connection)
        if self._kind == "statistics":
            connection.send(self._request(f"/api/v1/stats/{self._random.choice(['KKvM', 'KMvM', 'KMvK', 'MMvM'])}"))
            return self._drain(connection)
        piece = self._random.choice("abcdefgh") + self._random.choice("1234567")
        connection.send(self._request(f"/api/v1/probe?fen=W:WK{piece},Kh8:BKa1"))
        return self._drain(connection) and self._kind == "busy"

    def _request(self, path):
        return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode()

    @staticmethod
    def _is_open(connection):
        return not select_readable(connection) or connection.recv(4096) != b""

    @staticmethod
    def _drain(connection):
        while select_readable(connection):
            if not connection.recv(65536):
                return False
        return True


def select_readable(connection):
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(0))


def crowd(try_):
    random = try_.random
    kind = random.choice(KINDS)
    size = min(random.choice([70, 300, 600, 1000, 2500]), descriptors())
    try_.note(f"{size} connections, {kind}")
    with Server(try_, try_.setting.reference.tables(try_.pieces)) as server:
        expected = healthy_questions(server)
        # This takes a turn. In tables of a few pieces nothing else does.
        long_question = f"/dameo?fen={MANY_CHAINS[0]}"
        expected[long_question] = server.get(long_question, 20)[1]
        with Crowd(server.port, kind, size, try_.seed()):
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                server.ask_healthily(expected)
                server.require_bounds()
                time.sleep(0.1)
        server.ask_healthily(expected)
        server.require_bounds()
