#!/usr/bin/env python3
"""Reads tables with the reader that was made from the documents, and compares what they say with the manifest and the
command. Run by ctest, which has the tables made; by hand:

    DAMEOTB_TEST_COMMAND=build/dameotb DAMEOTB_TEST_TABLES=tables tests/table/format/test_reader.py --blocks 1000

with tables of all classes of up to 4 pieces. That decodes a thousand blocks, in a minute or two. A part by its name:
`test_reader.py Values.test_blocks`."""
import argparse
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest
from json import loads
from pathlib import Path

from reader import certificates, libraries, neighbours, numbering, rules
from reader.libraries import Refused, checksum
from reader.numbering import Material, index_of
from reader.rules import parse, to_fen
from reader.table_file import BLACK, DTM, DTZ, METRICS, NEIGHBOURS, WDL, TableFile
from reader.tables import DRAW, LOST_BEYOND, WON_BEYOND, Tables, best, result_of, under_rule

ROOT = Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("DAMEOTB_TEST_COMMAND", "dameotb")
DIRECTORY = Path(os.environ.get("DAMEOTB_TEST_TABLES", "tables"))
ANY_BLOCKS = os.environ.get("DAMEOTB_TEST_ANY_BLOCKS", "any_blocks")
RESULTS = ("loss", "draw", "win")
OPTIONS = None  # of the command line


def files():
    """Returns the names of all tables."""
    return sorted(path.name for path in DIRECTORY.iterdir() if path.suffix in (".wdl", ".dtm"))


def class_and_metric(name):
    class_name, extension = name.split(".")
    return Material.parse(class_name), METRICS.index(extension)


def pieces(name):
    return len(name.split(".")[0]) - 1


def read_all(table):
    """Reads all bytes of a file. Returns those of its blocks."""
    table.models()
    return [block for group in range(table.header.groups) for block in table.group(group)]


def probe(positions):
    """Returns what the command says: results and plies."""
    lines = "".join(to_fen(position) + "\n" for position in positions)
    done = subprocess.run([COMMAND, "probe", "--dir", DIRECTORY], input=lines, stdout=subprocess.PIPE, text=True)
    return [tuple(line.split("\t")[1:]) for line in done.stdout.splitlines()]


def said(metric, value):
    """Returns what the command should say; plies "-" if a value of that metric does not tell."""
    if metric == WDL:
        return RESULTS[value], "-"
    return RESULTS[result_of(value)], str(max(value - 1, 0))


def document(name):
    return (ROOT / "docs" / name).read_text()


class Case(unittest.TestCase):
    longMessage = True

    @classmethod
    def setUpClass(cls):
        cls.tables = Tables(DIRECTORY)
        cls.random = random.Random(OPTIONS.seed)

    def compare(self, metric, positions, values):
        """Compares values with the command's."""
        answers = probe(positions)
        self.assertEqual(len(answers), len(positions))
        for position, value, (result, plies) in zip(positions, values, answers):
            expected = said(metric, value)
            self.assertEqual((result, plies if metric == DTM else "-"), expected, to_fen(position))


class Rules(Case):
    def test_successors(self):
        for line in (ROOT / "tests/data/succ_vectors.jsonl").read_text().splitlines():
            vector = loads(line)
            found = rules.successors(parse(vector["fen"]))
            self.assertEqual(found, {parse(fen) for fen in vector["succ"]}, vector["fen"])
            self.assertEqual(rules.must_capture(parse(vector["fen"])), vector["captured"] > 0, vector["fen"])


# Without tables: with men, and kings alone, of which Black's lead.
MORE_CLASSES = {"KKMMvKM", "KMMvKMM", "MMMMvKK", "KKKMMMvM", "KKKKKKvK", "KKKKKvKK", "KKKKvKKK"}


class Positions(Case):
    def test_numbers_come_back(self):
        for name in sorted({name.split(".")[0] for name in files()} | MORE_CLASSES):
            material = Material.parse(name)
            index = index_of(material)
            for _ in range(100):
                number, mover = self.random.randrange(index.size), self.random.randrange(material.sides)
                position = index.position(number, mover)
                self.assertEqual(Material.of(position), material)
                mirrored = rules.Position(mover, *(tuple(map(numbering.mirror, both)) for both in position[1:]))
                for one in (position, numbering.swap_colours(position), mirrored):
                    men_are_symmetric = one.men == position.men and material.men
                    if one is not mirrored or not men_are_symmetric:
                        stored = numbering.stored_form(one)
                        self.assertEqual((stored.mover, index.number(stored)), (mover, number), to_fen(one))

    def test_indices_of_kings(self):
        """test_document.cpp compares the same vectors with the C++ index."""
        lines = (ROOT / "tests/data/placement_indices.jsonl").read_text().splitlines()
        self.assertEqual(len(lines), 120)
        for vector in map(loads, lines):
            stored = numbering.stored_form(parse(vector["fen"]))
            self.assertEqual(index_of(Material.of(stored)).number(stored), vector["index"], vector["fen"])


class Files(Case):
    def test_all_bytes(self):
        manifest = set((ROOT / "data/manifests/le5.txt").read_text().splitlines())
        for name in files():
            material, metric = class_and_metric(name)
            table = self.tables.file(material, metric)
            header = table.header
            self.assertEqual(len(read_all(table)), header.blocks, name)
            line = f"{material.name} {METRICS[metric]} {header.sides * header.positions} {header.digest.hex()}"
            self.assertIn(line, manifest)
            seed = checksum(table.data[12:40] + header.digest + header.wdl_digest + table.models())
            self.assertEqual(header.seed, seed, name)

    def refuse(self, name, data):
        with self.assertRaises(Refused):
            read_all(TableFile(data, name))

    def test_damage(self):
        for name, count in (("KvM.dtm", 10**9), ("MMvM.wdl", 100), ("KKKvM.wdl", 100), ("KMMvM.dtm", 100)):
            data = (DIRECTORY / name).read_bytes()
            for at in self.random.sample(range(len(data)), min(count, len(data))):
                changed = bytearray(data)
                changed[at] ^= 1 << self.random.randrange(8)
                self.refuse(name, bytes(changed))
            for size in (0, 11, 12, 127, 128, len(data) - 1):
                self.refuse(name, data[:size])
            self.refuse(name, data + b"\0")
        self.refuse("KMvM.dtm", (DIRECTORY / "KvM.dtm").read_bytes())
        self.refuse("KvM.wdl", (DIRECTORY / "KvM.dtm").read_bytes())

    def test_one_side(self):
        """A .dtm that stores Black to move alone, written here, has the same values; the command says so or refuses."""
        with tempfile.TemporaryDirectory() as directory:
            for path in DIRECTORY.glob("*"):
                if len(path.stem) == 3:
                    Path(directory, path.name).write_bytes(path.read_bytes())
            path = Path(directory, "KvM.dtm")
            path.write_bytes(with_black_alone(TableFile(path.read_bytes(), path.name)))
            line = self.tables.manifest_line(Material.parse("KvM"), DTM)
            self.assertEqual(Tables(directory).file(Material.parse("KvM"), DTM).header.stored, BLACK)
            self.assertEqual(Tables(directory).manifest_line(Material.parse("KvM"), DTM), line)
            check = subprocess.run([COMMAND, "check", "--dir", directory], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
            self.assertTrue(check.returncode == 0 or "stores one side to move" in check.stderr, check.stderr)


def with_black_alone(table):
    """Returns a file with the blocks of Black to move, one a block group, written as docs/format.md says."""
    header = table.header
    blocks = read_all(table)[header.side_blocks:]
    header = header._replace(stored=BLACK, group_blocks=1)
    fields = packed(header)
    seed = checksum(fields[12:40] + fields[64:96])
    header = header._replace(seed=seed, models_checksum=checksum(b"", seed))
    groups = []
    for number, block in enumerate(blocks):
        group = bytes([17]) + len(block).to_bytes(3, "little") + block
        groups.append(group + checksum(group, header.seed + number).to_bytes(8, "little"))
    ends = [sum(map(len, groups[:i + 1])) for i in range(len(groups))]
    index = struct.pack(f"<Q{len(ends)}I", header.index_end, *ends)
    index += checksum(index, header.seed - 1).to_bytes(8, "little")
    body = index + b"".join(groups)
    header = header._replace(file_bytes=128 + len(body))
    front = packed(header)
    return front + checksum(front).to_bytes(8, "little") + body


def packed(header):
    """Returns the bytes of a header before its checksum."""
    return struct.pack("<8sHH8B3I4Q16s16sB23s", *header[:-1])


class Values(Case):
    def test_whole_tables(self):
        manifest = set((ROOT / "data/manifests/le5.txt").read_text().splitlines())
        names = [name for name in files() if pieces(name) <= 3]
        self.assertEqual(len(names), 18)
        for name in names:
            self.assertIn(self.tables.manifest_line(*class_and_metric(name)), manifest)

    def check_block(self, material, metric, block_index, count):
        """Decodes a block; compares some of its positions with the command. Returns how many positions are quiet."""
        values = self.tables.values_of_block(material, metric, block_index)
        mover, first, positions_ = self.tables.file(material, metric).header.side_and_positions(block_index)
        positions, quiet = self.tables.placements(material, mover, first, positions_)
        for value, is_quiet in zip(values, quiet):
            self.assertEqual(value == neighbours.NO_CODE, not is_quiet)
        asked = [i for i in range(positions_) if quiet[i]]
        asked = self.random.sample(asked, min(count, len(asked)))
        self.compare(metric, [positions[i] for i in asked], [values[i] for i in asked])
        return sum(quiet)

    def test_blocks(self):
        with_models = [name for name in files()
                       if self.tables.file(*class_and_metric(name)).header.encoding == NEIGHBOURS]
        self.assertGreaterEqual(len(with_models), 18)
        quiet = 0
        for i in range(OPTIONS.blocks):
            material, metric = class_and_metric(with_models[i % len(with_models)])
            block_index = self.random.randrange(self.tables.file(material, metric).header.blocks)
            with self.subTest(material.name, metric=metric, block_index=block_index):
                quiet += self.check_block(material, metric, block_index, 200)
        print(f"{OPTIONS.blocks} blocks with models, {quiet} quiet positions")

    def test_blocks_where_men_change_positions(self):
        """In these a slice in which a white and a black man have changed places would be near, if it counted."""
        material = Material.parse("KMMvM")
        for number in (949 * 2048, 1042 * 2048):
            block_index = self.tables.file(material, DTM).header.block_index(number, 0)
            for metric in (WDL, DTM):
                self.check_block(material, metric, block_index, 2048)

    def test_any_positions(self):
        """Values of positions as they come: forced captures, the other colours, classes without kings or men."""
        for name in sorted({name.split(".")[0] for name in files() if OPTIONS.all or pieces(name) < 4}
                           | {"KKKvK", "KKvKK", "KKMvK", "MMvMM", "MMMvK"}):
            material = Material.parse(name)
            index = index_of(material)
            positions = []
            while len(positions) < 30:
                position = index.position(self.random.randrange(index.size), self.random.randrange(2))
                # Of 4 pieces forced captures alone, which need other tables; and few others, which need one block each.
                if sum(material) < 4 or len(positions) < 2 or rules.must_capture(position):
                    positions.append(numbering.swap_colours(position) if self.random.randrange(2) else position)
            for metric in (WDL, DTM):
                self.compare(metric, positions, [self.tables.value(metric, position) for position in positions])

    def test_values_fit_moves(self):
        """A value is what the values after the moves make it: how a side that is not stored is read."""
        for name in ("KMvK", "MMvM", "KKvM"):
            index = index_of(Material.parse(name))
            for _ in range(100):
                position = index.position(self.random.randrange(index.size), self.random.randrange(2))
                for metric in (WDL, DTM):
                    after = [self.tables.value(metric, successor) for successor in rules.successors(position)]
                    self.assertEqual(self.tables.value(metric, position), best(metric, after), to_fen(position))

    def test_without_tables(self):
        for fen, value in (("W:WKa1:B", 2), ("W:W:BKa1", 1), ("B:Wa1,a3,a4,b1,c6:Ba2", 1)):
            self.assertEqual(self.tables.value(DTM, parse(fen)), value)
            self.compare(DTM, [parse(fen)], [value])


class Certificates(Case):
    """Proofs of positions of more pieces than the tables have."""
    FENS = ("W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7", "W:WKa1,Kb2,Kg7:BKd8,Kh5", "W:WKb1,Kf3,e2:BKg8,c7",
            "W:WKc6,Kc4:Ba3,Ke7,Kf2", "W:Wa5,Kf6:BKd1,Kd8,h4")

    def certificate(self, fen):
        """Returns what the command proves in short time, least and most, and the certificate of it."""
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "proof"
            done = subprocess.run([COMMAND, "prove", "--dir", DIRECTORY, "--time", "5", "--json", "--certificate", file,
                                   fen], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            answer = loads(done.stdout)
            bounds = tuple(RESULTS.index(answer[bound]["result"] if answer[bound] else extreme)
                           for bound, extreme in (("at_least", "loss"), ("at_most", "win")))
            return bounds, file.read_bytes() if done.returncode == 0 else None

    def test_hold(self):
        results = set()
        for fen in self.FENS:
            bounds, data = self.certificate(fen)
            self.assertIsNotNone(data, fen)
            self.assertEqual(certificates.read(data)[0], parse(fen))
            self.assertEqual(certificates.check(self.tables, data), bounds, fen)
            results.add(bounds)
        self.assertGreater(len(results), 1)

    def test_changed(self):
        """Without its last position, which is that of the certificate, a win does not follow; nor is a circle one."""
        root, ((side, wins, positions),) = certificates.read(self.certificate(self.FENS[0])[1])
        self.assertTrue(wins)
        certificates.check_claim(self.tables, root, side, wins, positions)
        for changed in (positions[:-1], positions[::-1]):
            with self.assertRaises(Refused):
                certificates.check_claim(self.tables, root, side, wins, changed)
        with self.assertRaises(Refused):
            certificates.check_claim(self.tables, root, side, False, positions)


class DrawRule(Case):
    """The .dtz files of two draw rules, made here: one of sites, and one of so few plies that it changes results."""

    def with_tables(self, rule, classes):
        """Returns the tables of these classes, and of those that they need, under a rule."""
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        names = [argument for name in classes for argument in ("--class", name)]
        subprocess.run([COMMAND, "gen", "--dir", directory.name, "--metrics", "wdl,dtm,dtz", "--plies", str(rule), *names],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return Tables(directory.name)

    def compare_under(self, tables, positions):
        """Compares values with the command's, each with a counter. Returns how many results the counter changes."""
        changed = 0
        counters = [self.random.randrange(tables.rule + 1) for _ in positions]
        lines = "".join(f"{to_fen(position)}:H{h}\n" for position, h in zip(positions, counters))
        done = subprocess.run([COMMAND, "probe", "--dir", tables.directory, "--rule", str(tables.rule)], input=lines,
                              stdout=subprocess.PIPE, text=True)
        answers = [tuple(line.split("\t")[1:]) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(positions))
        for position, h, answer in zip(positions, counters, answers):
            result, z = under_rule(tables.value(DTZ, position))
            holds = h + z <= tables.rule
            changed += result != DRAW and not holds
            self.assertEqual(answer, (RESULTS[result], str(z)) if holds else ("draw", "0"), f"{to_fen(position)}:H{h}")
        return changed

    def some_positions(self, name, count):
        """Returns positions of a class, of both sides to move, some of them with the colours swapped."""
        index = index_of(Material.parse(name))
        positions = [index.position(self.random.randrange(index.size), self.random.randrange(2)) for _ in range(count)]
        return [numbering.swap_colours(position) if self.random.randrange(2) else position for position in positions]

    def check(self, rule, blocks):
        tables = self.with_tables(rule, ("KKvM", "KMvM", *blocks))
        self.assertEqual(tables.rule, rule)
        manifest = subprocess.run([COMMAND, "manifest", "--dir", tables.directory], stdout=subprocess.PIPE, text=True)
        beyond = changed = 0
        for name in ("KvK", "MvM", "KKvK", "KKvM"):
            values = tables.all_values(Material.parse(name), DTZ)
            self.assertIn(f"{name} dtz {len(values)} {libraries.digest(values).hex()}\n", manifest.stdout)
            beyond += sum(value in (LOST_BEYOND, WON_BEYOND) for value in values)
        for name in ("KvK", "KvM", "KKvK", "KMvK", "KKvM", "KMvM"):
            changed += self.compare_under(tables, self.some_positions(name, 300))
            self.values_fit_moves(tables, self.some_positions(name, 50))
        for name in blocks:
            material = Material.parse(name)
            header = tables.file(material, DTZ).header
            self.assertEqual(header.encoding, NEIGHBOURS)
            self.assertEqual(len(read_all(tables.file(material, DTZ))), header.blocks)
            for _ in range(3):
                block_index = self.random.randrange(header.blocks)
                mover, first, count = header.side_and_positions(block_index)
                positions, quiet = tables.placements(material, mover, first, count)
                quiet = [position for position, is_quiet in zip(positions, quiet) if is_quiet]
                changed += self.compare_under(tables, self.random.sample(quiet, min(200, len(quiet))))
                values = tables.values_of_block(material, DTZ, block_index)
                beyond += sum(value in (LOST_BEYOND, WON_BEYOND) for value in values)
        self.assertGreater(changed, 0)
        return beyond

    def values_fit_moves(self, tables, positions):
        """A value is what the values after the moves make it: how a side that is not stored is read."""
        for position in positions:
            self.assertEqual(tables.value(DTZ, position), tables.by_moves(DTZ, position), to_fen(position))

    def test_rule_of_sites(self):
        self.assertEqual(self.check(50, ()), 0)

    def test_rule_of_few_plies(self):
        self.assertGreater(self.check(3, ("KKKvM", "MMMvK")), 0)

    def test_headers(self):
        tables = self.with_tables(5, ("KvM",))
        data = bytearray((tables.directory / "KvM.dtz").read_bytes())
        for rule, is_refused in ((5, False), (1, False), (120, False), (0, True), (121, True)):
            data[96] = rule
            data[120:128] = checksum(bytes(data[:120])).to_bytes(8, "little")
            if is_refused:
                self.assertRaises(Refused, TableFile, bytes(data), "KvM.dtz")
            else:
                self.assertEqual(TableFile(bytes(data), "KvM.dtz").header.rule, rule)
        # A value of more plies than the rule has is refused where it is read.
        data[96] = 1
        data[120:128] = checksum(bytes(data[:120])).to_bytes(8, "little")
        (tables.directory / "KvM.dtz").write_bytes(data)
        with self.assertRaises(Refused):
            Tables(tables.directory).all_values(Material.parse("KvM"), DTZ)


class FormatDocument(Case):
    """The examples of docs/format.md."""

    def section(self, heading):
        text = document("format.md")
        begin = text.index(f"\n### {heading}\n")
        return text[begin:re.compile("\n##").search(text, begin + 4).start()]

    def dump(self, name):
        return bytes.fromhex("".join(re.findall("^    [0-9a-f]{8}  (.*)$", self.section(name), re.M)))

    def test_files(self):
        for name in ("KvK.dtm", "KvM.dtm"):
            data = self.dump(name)
            shown = re.findall(r"^\| (\d+) \| (`[0-9a-f `,]*`) \|", self.section(name), re.M)
            self.assertGreaterEqual(len(shown), 8)
            for offset, hex_bytes in shown:
                expected = bytes.fromhex(re.sub("[`,]", "", hex_bytes))
                self.assertEqual(data[int(offset):][:len(expected)], expected, (name, offset))
            with tempfile.TemporaryDirectory() as directory:
                wdl = name.replace("dtm", "wdl")
                Path(directory, name).write_bytes(data)
                Path(directory, wdl).write_bytes((DIRECTORY / wdl).read_bytes())
                self.assertEqual(*(tables.manifest_line(*class_and_metric(name))
                                   for tables in (Tables(directory), self.tables)))

    def test_your_reader(self):
        """The section "Test your reader": which files have models, and single blocks of them."""
        encodings = {name: self.tables.file(*class_and_metric(name)).header.encoding for name in files()}
        self.assertEqual([name for name in files() if pieces(name) <= 3 and encodings[name] == NEIGHBOURS], [])
        with_models = {name.split(".")[0] for name in files() if encodings[name] == NEIGHBOURS}
        by_size = sorted(with_models, key=lambda name: index_of(Material.parse(name)).size)
        self.assertEqual(by_size[:2], ["MMMvK", "KKKvM"])
        text = document("format.md")
        text = text[text.index("\n## Test your reader\n"):]
        small = [Material.parse(name) for name in {name.split(".")[0] for name in files() if pieces(name) <= 3}]
        most = max(material.sides * index_of(material).size for material in small if 0 < material.men < sum(material))
        self.assertEqual((len(small), most), (9, 218736))
        self.assertIn(f"KMvK, has {most:,}.", text)
        numbers = 3 * r" (\d+) \|"
        rows = re.findall(rf"^   \| (\w+\.\w+) \| (\d+) \| (White|Black) \|{numbers} `(.*)` \|$", text, re.M)
        self.assertEqual(len(rows), 6)
        for name, block_index, mover, first, count, quiet_count, digest in rows:
            material, metric = class_and_metric(name)
            offset = ("White", "Black").index(mover), int(first), int(count)
            self.assertEqual(self.tables.file(material, metric).header.side_and_positions(int(block_index)), offset, name)
            _, quiet = self.tables.placements(material, *offset)
            self.assertEqual(sum(quiet), int(quiet_count), name)
            values = self.tables.values_of_block(material, metric, int(block_index))
            values = bytes(value if is_quiet else 0 for value, is_quiet in zip(values, quiet))
            self.assertEqual(libraries.digest(values).hex(), digest, name)

    def test_position(self):
        table = TableFile(self.dump("KvM.dtm"), "KvM.dtm")
        position = parse("B:WKa6:Bg4")
        self.assertEqual(numbering.stored_form(position), position)
        number = index_of(table.material).number(position)
        block_index = table.header.block_index(number, 1)
        group, block = divmod(block_index, table.header.group_blocks)
        begin, end = table.index_block(0)[group:]
        first = table.header.index_end
        data = table.block(block_index)
        value = libraries.decode_frame(data, 1764)[number]
        text = self.section("KvM.dtm")
        for line in (
            f"placement index   {number // 63} x 63 + {number % 63} = {number}",
            f"block index       0 + 1 = {block_index}, position {number % table.header.block_positions} of the block",
            f"block group       {group}, block {block} in it",
            f"block group {group}     at {first} + {begin - first} = {begin}, "
            f"{end - first} - {begin - first} = {end - begin} bytes",
            f"block             at {begin} + 1 + 1 = {begin + 2}, {len(data)} bytes",
            f"value             {value}\n\nThe value 7 is odd: Black loses in 7 - 1 = 6 plies.",
        ):
            self.assertIn(f"    {line}\n", text)


class CodecDocument(Case):
    """The examples of docs/codec.md: models and blocks of KvM, blocks of noise, and what decisions they take."""

    def noting(self, made):
        """Returns what notes decisions, as the document writes them."""
        listed = lambda values: " ".join("-" if value == neighbours.UNKNOWN else str(value) for value in values)

        def note(block, question, votes, p, yes):
            what, number, *candidate = question
            around = ""
            if candidate:
                number = f"{number}: {candidate[0]}"
                around = ", guesses {}, hints {}".format(*map(listed, block.around))
            made.append(f"    position {block.at}, {what} {number}{around}, sum {sum(vote for _, vote in votes)}, "
                        f"{p} / 65536: {'yes' if yes else 'no'}\n        "
                        + ", ".join(f"{context:016x}: {vote}" for context, vote in votes) + "\n")
        return note

    def check(self, heading, metric, mover):
        text = document("codec.md")
        begin = text.index(f"\n### {heading}\n")
        text = text[begin:text.find("\n### ", begin + 4)]
        model, block = (bytes.fromhex(lines) for lines in re.findall("(?<=\n\n)((?:    [0-9a-f]+\n)+)", text))
        material = Material.parse("KvM")
        size = index_of(material).size
        positions, quiet = self.tables.placements(material, mover, 0, size)
        results, codes = (self.tables.stored_values(material, metric_, mover, 0, size) for metric_ in (WDL, metric))
        models = neighbours.read_models(model, metric == DTM, 1)
        made = []
        decoded = neighbours.BlockReader(positions, quiet, block, models[0], results, self.noting(made)).decode()
        self.assertEqual(decoded, bytes(code if is_quiet else 255 for code, is_quiet in zip(codes, quiet)))
        self.assertIn(f"{len(made)} decisions in all make {len(block)} bytes.", text)
        shown = self.shown(text)
        self.assertGreaterEqual(len(shown), 5)
        for decision in shown:
            self.assertIn(decision, made)

    def shown(self, text):
        """Returns the decisions that a text shows."""
        return re.findall(r"    position .*\n        [0-9a-f]{16}: .*\n", text)

    def test_wdl(self):
        self.check("KvM.wdl, White to move", WDL, 0)

    def test_dtm(self):
        self.check("KvM.dtm, Black to move", DTM, 1)

    def test_noise(self):
        text = document("codec.md")
        models = [neighbours.Model(bytes.fromhex(lines), metric == DTM) for metric, lines in
                  enumerate(re.findall("The model, .*:\n\n((?:    [0-9a-f]+\n)+)", text))]
        text = text[text.index("\n### Blocks of noise\n"):]
        columns = 4 * r" (\d+) \|"
        rows = re.findall(rf"^\| (\w+)\.(wdl|dtm) \| (White|Black) \|{columns} `(.*)` \|$", text, re.M)
        self.assertEqual(len(rows), 10)
        shown = 0
        for name, extension, mover, *numbers, digest in rows:
            first, count, quiet_count, decisions = map(int, numbers)
            positions, quiet = self.tables.placements(Material.parse(name), mover == "Black", first, count)
            noise = bytes(((i + 1) ** 2 * 0x9E3779B1) % 2**32 >> 24 for i in range(count - 1))
            results = codes if extension == "dtm" else None
            made = []
            block = neighbours.BlockReader(positions, quiet, noise, models[METRICS.index(extension)], results,
                                         self.noting(made))
            codes = block.decode()
            self.assertEqual((sum(quiet), len(made), libraries.digest(codes).hex()), (quiet_count, decisions, digest),
                             (name, extension))
            # Of a position that it looks at, the document shows all decisions.
            for at, fen in re.findall(rf"^At position (\d+) of {name}\.{extension}, `(.*?)`", text, re.M):
                self.assertEqual(to_fen(positions[int(at)]), fen)
                of_position = [decision for decision in made if decision.startswith(f"    position {at},")]
                self.assertIn("\n\n" + "".join(of_position), text)
                shown += len(of_position)
        self.assertEqual(shown, len(self.shown(text)))
        self.assertGreaterEqual(shown, 15)

    def test_any_blocks(self):
        """Blocks under models that no sample would teach, which the codec has decoded or refused."""
        done = subprocess.run([ANY_BLOCKS, str(OPTIONS.seed)], stdout=subprocess.PIPE, text=True, check=True)
        refused = 0
        for line in map(loads, done.stdout.splitlines()):
            with self.subTest(**line):
                data, results, codes = (bytes.fromhex(line[name]) for name in ("block", "results", "codes"))
                material = Material.parse(line["class"])
                placements = self.tables.placements(material, line["mover"], line["first"], line["count"])
                model = neighbours.Model(bytes.fromhex(line["model"]), line["metric"] == DTM)
                try:
                    found = neighbours.decode_block(*placements, data, model, results)
                except Refused:
                    found = b""
                    refused += 1
                self.assertEqual(found, codes)
        self.assertGreater(refused, 0)


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=18 if "CI" in os.environ else 54,
                        help="how many blocks with models to decode, of one table after the other; default: %(default)s")
    parser.add_argument("--all", action="store_true", help="ask for positions of all classes of 4 pieces")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6),
                        help="of the samples; default: any")
    OPTIONS, rest = parser.parse_known_args()
    if not libraries.xxhash or not libraries.zstd:
        print("skipped: the reader needs the shared libraries of xxhash and zstd")
        return 77
    print("seed", OPTIONS.seed, flush=True)
    return 0 if unittest.main(argv=[sys.argv[0], *rest], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
