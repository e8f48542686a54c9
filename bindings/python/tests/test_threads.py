"""One Tablebase in many threads, and closed while they probe."""

import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import dameotb
import support


def answer(tables, fen):
    try:
        return tables.probe(fen), tables.probe_wdl(fen), tables.moves(fen)
    except dameotb.MissingTable as missing:
        return missing.missing_class


class Threads(unittest.TestCase):
    def test_same_answers_as_in_one(self):
        fens = support.random_fens(seed=22, count=100)
        with dameotb.Tablebase(support.TABLES) as tables:
            expected = [answer(tables, fen) for fen in fens]
        for cache_bytes in (None, 1):
            with dameotb.Tablebase(support.TABLES, cache_bytes=cache_bytes) as tables:
                with ThreadPoolExecutor(8) as threads:
                    rounds = [threads.submit(lambda: [answer(tables, fen) for fen in fens]) for _ in range(8)]
                for done in rounds:
                    self.assertEqual(done.result(), expected)

    def test_close_while_others_probe(self):
        fens = support.random_fens(seed=23, count=30)
        for _ in range(20):
            tables = dameotb.Tablebase(support.TABLES, cache_bytes=1)
            start = threading.Barrier(5)
            ended = []

            def probe_until_closed():
                start.wait()
                try:
                    while True:
                        for fen in fens:
                            answer(tables, fen)
                except ValueError as closed:
                    ended.append(str(closed))

            threads = [threading.Thread(target=probe_until_closed) for _ in range(4)]
            for thread in threads:
                thread.start()
            start.wait()
            tables.close()
            for thread in threads:
                thread.join()
            self.assertEqual(ended, ["the tablebase is closed"] * 4)


if __name__ == "__main__":
    unittest.main()
