"""Malformed requests at the server. Each must be refused with a message, or be answered as the whole request is. The
server must live, and a healthy client of another address must get its answers meanwhile."""
import json
import re
import socket

from server import HOSTILE_ADDRESS, Server
from trying import require

PROBE = b"/api/v1/probe?fen=W:WKa7:BKa1"
TARGETS = (PROBE, b"/api/v1/line?fen=W:WKa7,Kh8:BKa1", b"/api/v1/classes", b"/api/v1/stats/KvK", b"/", b"/health",
           b"/api/v1/openapi.json", b"/api/v1/stats/KKKKKKKvK", b"/api/v1/probe?fen=" + b"%" * 50, b"/../../etc/passwd",
           b"/%2e%2e/%2e%2e/etc/passwd", b"//host/a", b"http://other/api/v1/classes", b"*", b"/api/v1/stats/../classes",
           b"/api/v1/probe?fen=W:W" + b"Ka1," * 500, b"/api/v1/probe?fen=%00%ff%zz",
           b"/api/v1/probe?fen=W:WKa1:Ba2&fen=")
METHODS = (b"GET",) * 8 + (b"HEAD", b"POST", b"PUT", b"OPTIONS", b"DELETE", b"CONNECT", b"PRI", b"get", b"")
VERSIONS = (b"HTTP/1.1",) * 6 + (b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9.9", b"", b"HTTP/1.1 x", b"http/1.1")
HEADERS = (b"Content-Length: 5\r\n\r\nhello", b"Content-Length: -1", b"Content-Length: 99999999999999999999",
           b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", b"Range: bytes=0-",
           b"Range: bytes=5-2,1-,-9", b"Expect: 100-continue", b"Connection: close", b"Connection: keep-alive, x",
           b"Accept-Encoding: br, gzip", b"If-None-Match: *", b"If-None-Match: " + b'"x",' * 500, b"X: " + b"x" * 9000,
           b"Host: other", b": empty", b"no colon", b"X\0: y", b"X: a\n b", b"Upgrade: h2c", b"Cookie: " + b"a=b;" * 99)
INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n"  # comes before the answer, or alone if the body then ends too early
STATUSES = {200, 202, 204, 304, 400, 403, 404, 405, 408, 411, 413, 414, 415, 416, 417, 421, 422, 429, 431, 501, 503, 505}
HEALTHY_EVERY = 20


def request(random, port):
    """Returns the bytes of a request that is wrong in some way, or right for all that."""
    if random.random() < 0.05:
        return random.randbytes(random.choice([1, 20, 3000, 20000]))
    host = b"Host: 127.0.0.1:%d" % port
    lines = [b" ".join([random.choice(METHODS), random.choice(TARGETS), random.choice(VERSIONS)]), host]
    lines += random.choices(HEADERS, k=random.choice([0, 0, 1, 2]))
    if random.random() < 0.1:
        lines += [b"X-%d: y" % i for i in range(random.choice([50, 500, 3000]))]
    end = random.choice([b"\r\n"] * 8 + [b"\n", b"\r", b"\r\r\n"])
    whole = end.join(lines) + end + end
    for _ in range(random.choice([0, 0, 1, 2, 8])):
        at = random.randrange(len(whole) + 1)
        kind = random.randrange(4)
        if kind == 0:
            whole = whole[:at] + random.randbytes(random.randint(1, 4)) + whole[at:]
        elif kind == 1:
            whole = whole[:at] + whole[at + random.randint(1, 8):]
        elif kind == 2:
            whole = whole[:at] + random.choice([b"\0", b"%", b"\r\n", b"\xff", b" ", b"?", b"#"]) + whole[at + 1:]
        elif random.random() < 0.3:
            whole = whole[:at]
    return whole * random.choice([1] * 9 + [3])


def send(port, data, waits):
    """Sends it and returns the answer, all of it if `waits`, else none."""
    reply = b""
    try:
        with socket.create_connection(("127.0.0.1", port), 5, source_address=(HOSTILE_ADDRESS, 0)) as connection:
            connection.sendall(data)
            if waits:
                connection.shutdown(socket.SHUT_WR)
                connection.settimeout(15)
                while more := connection.recv(65536):
                    reply += more
    except OSError:
        pass  # refused or cut off: whether the server lives is asked by others
    return reply.removeprefix(INTERIM)


def require_reply(data, reply):
    """Requires a status that can be, and JSON where it is said to be."""
    shown = f"after {data[:300]!r} ({len(data)} bytes): {reply[:300]!r}"
    match = re.match(rb"HTTP/1\.[01] (\d{3}) [^\r\n]*\r\n", reply)
    require(match, f"no HTTP answer {shown}")
    require(int(match[1]) in STATUSES, f"status {int(match[1])} {shown}")
    require(b"root:" not in reply, f"a file of the machine {shown}")
    head, _, body = reply.partition(b"\r\n\r\n")
    if b"application/json" in head and body.count(b"HTTP/1.1 ") == 0 and body and b"chunked" not in head.lower():
        try:
            json.loads(body)
        except ValueError:
            require(data.startswith(b"HEAD"), f"no JSON {shown}")


def require_host_rules(server):
    """Requires that what a web page could have a browser ask for, by a name of its own, is refused."""
    address = b"127.0.0.1:%d" % server.port
    for head, allowed in ((b"GET / HTTP/1.1\r\n\r\n", False), (b"GET / HTTP/1.1\r\nHost: other.example\r\n\r\n", False),
                          (b"GET / HTTP/1.1\r\nHost: " + address + b"\r\nConnection: close\r\n\r\n", True)):
        reply = send(server.port, head, waits=True)
        require(reply.startswith(b"HTTP/1.1 200") == allowed, f"{head!r} is answered {reply[:60]!r}")


def healthy_questions(server):
    """Returns {path: body} as the server answers before anything bad has happened."""
    paths = ("/api/v1/probe?fen=W:WKa7:Bd4", "/api/v1/line?fen=B:WKb2:BKa1", "/api/v1/classes")
    return {path: server.get(path, 20)[1] for path in paths}


def requests(try_):
    random = try_.random
    sanitized = random.random() < 0.3
    with Server(try_, try_.setting.reference.tables(try_.pieces), sanitized) as server:
        expected = healthy_questions(server)
        if random.random() < 0.2:
            require_host_rules(server)
        for number in range(40 if try_.small else 200):
            data = request(random, server.port)
            waits = random.random() < 0.85
            reply = send(server.port, data, waits)
            if reply:
                require_reply(data, reply)
            if number % HEALTHY_EVERY == 0:
                server.ask_healthily(expected)
                server.require_bounds()
        server.ask_healthily(expected)
        server.require_bounds()
