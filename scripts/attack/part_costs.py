"""Requests that are meant to take as much as they can: each kind is made worse step by step, by what the last one took
of a processor. No request may take more than 0.3 s of it, or get more than 1 MB."""
import json
import socket
from pathlib import Path

from server import HOSTILE_ADDRESS, Server
from trying import require

MOST_SECONDS = 0.3
MOST_BYTES = 1_010_000  # with headers
BODY_BYTES = 128 << 10

SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
# Of these, the first has 98,738 chains of captures, the second a few less than most that have more than 100,000.
MANY_CHAINS = [
    "W:WKa1:BKf4,Kf7,Ke6,Kd6,Kb8,Ke1,Kg3,Kg5,Kb1,Kh7,Kh4,Kb4,Kf2,Kf8,Ka6,Kc7,Kc3,Kb2",
    "W:WKh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8",
]
# Of 8 pieces, whose captures probes follow, with many captures one after the other.
EIGHT = ["W:WKa1,Kd4,Kg7:BKb2,Kd6,Kf4,Kb4,Ke7", "W:WKd1,Kh8:BKd3,Kb4,Kf6,Kg3,Kc6,Ke2"]


class Board:
    """Kings and men on squares; a FEN that can be changed a little."""

    def __init__(self, fen):
        side, *armies = fen.split(":")
        self.side = side
        self.pieces = {}  # square: (colour, king)
        for army in armies:
            for word in filter(None, army[1:].split(",")):
                self.pieces[word[-2:]] = (army[0], word[0] == "K")

    def fen(self, marks={}):
        """`marks`: other letters than that of a king, by squares."""
        def army(colour):
            return ",".join(marks.get(square, "K" if king else "") + square
                            for square, (of, king) in sorted(self.pieces.items()) if of == colour)
        return f"{self.side}:W{army('W')}:B{army('B')}"

    def fen_under_way(self):
        """Returns the same while one of its captures is under way, which has taken one piece."""
        marks = {}
        for is_own, letters in ((True, "AB"), (False, "GP")):
            squares = sorted(square for square, (of, _) in self.pieces.items() if (of == self.side) == is_own)
            if squares:
                square = squares[0 if is_own else -1]
                marks[square] = letters[self.pieces[square][1]]
        return self.fen(marks)

    def changed(self, random, most_pieces):
        new = Board(self.fen())
        for _ in range(random.choice([1, 1, 2, 4])):
            kind = random.randrange(4)
            vacant = [square for square in SQUARES if square not in new.pieces]
            if kind == 0 and len(new.pieces) < most_pieces:
                new.pieces[random.choice(vacant)] = (random.choice("WBB"), True)
            elif kind == 1 and len(new.pieces) > 2:
                del new.pieces[random.choice(sorted(new.pieces))]
            else:
                piece = new.pieces.pop(random.choice(sorted(new.pieces)))
                new.pieces[random.choice(vacant)] = piece
        return new

    def first_move(self):
        """Returns a move that may be legal: to know it would take a program of its own."""
        own = sorted(square for square, (colour, _) in self.pieces.items() if colour == self.side)
        return f"{own[0]}{own[0][0]}{min(int(own[0][1]) + 1, 8)}" if own else "a1a2"


def filled(first, again, last=""):
    """Returns a text of `first`, as many of `again` as fit into a body, and `last`."""
    room = BODY_BYTES - 200 - len(json.dumps({"pdn": first + last}))
    return first + again * (room // len(json.dumps(again)[1:-1])) + last


def post(path, body):
    data = json.dumps(body).encode()
    return b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (
        path.encode(), len(data)) + data


def get(target):
    return f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def games(text):
    return post("/api/v1/games", {"pdn": text})


# Kinds of requests, from one position or several.
def variations(boards, random):
    move = boards[0].first_move()
    return games(filled(f'[FEN "{boards[0].fen()}"]\n1. {move}', f" ({move})"))


def many_games(boards, random):
    return games(filled("", "".join(f'[FEN "{board.fen()}"]\n1. {board.first_move()} *\n' for board in boards)))


def deep_game(boards, random):
    opening = "c3-c4 c6-c5 "
    return games(filled(f'[FEN "{boards[0].fen()}"]\n1. {boards[0].first_move()} ', "(" * 30 + opening + ")" * 30))


def words(boards, random):
    again = random.choice(["* ", '[a ""]', "{}", "()", "1.", "$1 ", "; \n", '[FEN "x"]', "(", "\x01", "é", '[a "\x02"] ',
                           "a1-a2? ", "1. c3-c4 "])
    return games(filled(random.choice(["", "1. c3-c4 ", '[b "c"]\n']), again))


def tags(boards, random):
    text = "".join(f'[{i:x} ""]' for i in range(9000))
    return games(text)


def batch(boards, random):
    fens = [board.fen() for board in boards]
    return post("/api/v1/probe", {"fens": [fens[i % len(fens)] for i in range(1000)]})


def different_batch(boards, random):
    fens = [boards[i % len(boards)].changed(random, 8).fen() for i in range(1000)]
    return post("/api/v1/probe", {"fens": fens})


def json_junk(boards, random):
    inner = random.choice(["[]", "{}", "0", '""', '{"a":0}', "[[[[]]]]", "1e999", '"\\ud800"'])
    text = '{"fens":[' + ",".join([inner] * ((BODY_BYTES - 300) // (len(inner) + 1))) + "]}"
    if random.random() < 0.3:
        text = "[" * (BODY_BYTES - 300)
    data = text.encode()
    return b"POST /api/v1/probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" \
           b"Content-Length: %d\r\n\r\n" % len(data) + data


def probe(boards, random):
    return get(f"/api/v1/probe?fen={boards[0].fen()}")


def lila(boards, random):
    return get(f"/dameo?fen={boards[0].fen()}")


def lila_mainline(boards, random):
    return get(f"/dameo/mainline?fen={boards[0].fen()}")


def playstrategy(boards, random):
    return get(f"/playstrategy/dameo?fen={boards[0].fen()}")


def under_way(boards, random):
    return get(f"/playstrategy/dameo?fen={boards[0].fen_under_way()}")


def line(boards, random):
    return get(f"/api/v1/line?fen={boards[0].fen()}")


def prove(boards, random):
    return get(f"/api/v1/prove?fen={boards[0].fen()}")


def random_position(boards, random):
    name = random.choice(["KKvKM", "KMvKM", "KMMvM", "MMvMM", "KKvK", "KMvK", "KvMM", "KKvM"])
    wish = random.choice(["&result=win&plies=1", "&plies=99-", "&result=loss&plies=60-", "&plies=13", "&plies=41-"])
    return get(f"/api/v1/random?class={name}{wish}&seed={random.randrange(1000)}")


KINDS = {variations: 24, many_games: 24, deep_game: 24, words: 0, tags: 0, batch: 8, different_batch: 8, json_junk: 0,
         probe: 40, lila: 40, playstrategy: 40, under_way: 40, line: 8, lila_mainline: 8,
         prove: 40, random_position: 0}


def processor_seconds(process):
    """Returns what all threads of a process have taken so far, to the nanosecond."""
    tasks = Path(f"/proc/{process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def answered(port, request):
    """Returns the bytes of the answer."""
    with socket.create_connection(("127.0.0.1", port), 30, source_address=(HOSTILE_ADDRESS, 0)) as connection:
        connection.sendall(request)
        reply = b""
        while b"\r\n\r\n" not in reply:
            more = connection.recv(65536)
            if not more:
                return reply
            reply += more
        head, _, body = reply.partition(b"\r\n\r\n")
        length = int(next(line for line in head.split(b"\r\n") if line.startswith(b"Content-Length:")).split(b":")[1])
        while len(body) < length:
            body += connection.recv(1 << 20)
        return head + b"\r\n\r\n" + body


def taken(server, request):
    """Returns (seconds of a processor, answer)."""
    before = processor_seconds(server.process)
    reply = answered(server.port, request)
    return processor_seconds(server.process) - before, reply


def costs(try_):
    random = try_.random
    kind = random.choice(list(KINDS))
    try_.note(kind.__name__)
    pieces = KINDS[kind]
    pool = [Board(fen) for fen in (EIGHT if pieces == 8 else MANY_CHAINS + EIGHT)]
    with Server(try_, try_.setting.reference.tables("two" if try_.small else "four")) as server:
        server.get("/api/v1/classes", 20)
        worst, boards = 0.0, [random.choice(pool)]
        for step in range(6 if try_.small else 60):
            new = boards
            if pieces and step:
                new = [board.changed(random, pieces) for board in boards[:random.randint(1, 4)]]
                new += random.sample(boards, k=min(len(boards), random.randint(0, 3)))
            request = kind(new, random)
            seconds, reply = taken(server, request)
            what = f"{kind.__name__} {[board.fen() for board in new]}: {request[:300]!r}"
            require(len(reply) <= MOST_BYTES, f"an answer of {len(reply)} bytes to {what}")
            if seconds > MOST_SECONDS * try_.setting.patience:  # a processor that others use takes longer now and then
                seconds = min(seconds, *(taken(server, request)[0] for _ in range(2)))
                require(seconds <= MOST_SECONDS * try_.setting.patience, f"{seconds:.2f} s of a processor for {what}")
            if seconds >= worst:
                worst, boards = seconds, new
        try_.note(f"{worst * 1000:.0f} ms at most")
        server.require_bounds()
