"""Values of blocks and of positions: docs/format.md, "Blocks", "Values", "Finding a value" and "Manifest"."""
from functools import cached_property, lru_cache
from pathlib import Path

from .libraries import Refused, decode_frame, digest
from .neighbours import NO_CODE, decode_block, read_models
from .numbering import Material, index_of, stored_form
from .rules import must_capture, successors
from .table_file import DTM, DTZ, METRICS, NEIGHBOURS, WDL, ZSTD, TableFile, need

LOSS, DRAW, WIN = 0, 1, 2  # of WDL
LOST_IN_0, WON_IN_1 = 1, 2  # of DTM and DTZ
LOST_IN_1 = 3  # of DTZ
LOST_BEYOND, WON_BEYOND = 249, 250  # of DTZ


def result_of(dtm):
    """Returns the WDL value of a DTM value: "Values"."""
    return DRAW if dtm == 0 else LOSS if dtm % 2 else WIN


def under_rule(dtz):
    """Returns the result and z of a DTZ value: "Values"."""
    return (DRAW, 0) if dtz in (LOST_BEYOND, WON_BEYOND) else (result_of(dtz), dtz // 2)


def is_reset(before, after):
    """Says whether a move to another position was a capture or a man's move."""
    return before.men != after.men or before.kings[after.mover] != after.kings[after.mover]


def best_under_rule(rule, position, values):
    """Returns the DTZ value of a position, 0 for any draw, from those of the positions after its moves: "Backing up"."""
    moves = []
    for after, value in values.items():
        result, z = under_rule(value)
        if result == DRAW or (z == rule and not is_reset(position, after)):
            moves.append(0)
        elif is_reset(position, after):
            moves.append(WON_IN_1 if result == LOSS else LOST_IN_1)
        else:
            moves.append(2 * (z + 1) if result == LOSS else 2 * (z + 1) + 1)
    wins = [value for value in moves if result_of(value) == WIN]
    if wins:
        return min(wins)
    return 0 if 0 in moves else max(moves, default=LOST_IN_0)


def best(metric, values):
    """Returns the value of a side to move, from those of the positions that its moves lead to: "Backing up"."""
    if metric == WDL:
        return max((2 - value for value in values), default=LOSS)
    wins = [value + 1 for value in values if value % 2]
    if wins:
        return min(wins)
    return 0 if 0 in values else max((value + 1 for value in values), default=LOST_IN_0)


class Tables:
    """The tables of a directory."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.file = lru_cache(maxsize=None)(self.file)
        self.models = lru_cache(maxsize=None)(self.models)
        self.values_of_block = lru_cache(maxsize=256)(self.values_of_block)
        self.placements = lru_cache(maxsize=16)(self.placements)

    def file(self, material, metric):
        """Opens the table of a class; a .dtm or .dtz takes its .wdl beside it: "Header"."""
        name = f"{material.name}.{METRICS[metric]}"
        table = TableFile((self.directory / name).read_bytes(), name)
        if metric != WDL:
            wdl = self.file(material, WDL).header
            need(table.header.wdl_digest == wdl.digest, f"{name} belongs to another .wdl")
            same_blocks = wdl.encoding == NEIGHBOURS and wdl.block_positions == table.header.block_positions
            need(table.header.encoding == ZSTD or same_blocks, f"the blocks of {name} are not those of its .wdl")
        return table

    @cached_property
    def rule(self):
        """Returns the plies of the draw rule, which all .dtz files have in their headers."""
        rules = {TableFile(path.read_bytes(), path.name).header.rule for path in self.directory.glob("*.dtz")}
        need(len(rules) == 1, "no draw rule, or several")
        return rules.pop()

    def models(self, material, metric):
        """Returns the models of a file, by the side to move."""
        table = self.file(material, metric)
        data = table.models()
        if table.header.encoding == ZSTD:
            return {}
        movers = [mover for mover in (0, 1) if table.header.stores(mover)]
        return dict(zip(movers, read_models(data, metric != WDL, len(movers))))

    def placements(self, material, mover, first, count):
        """Returns the positions of positions next to each other, and whether each is quiet."""
        index = index_of(material)
        positions = [index.position(first + i, mover) for i in range(count)]
        return positions, [not must_capture(position) for position in positions]

    def values_of_block(self, material, metric, block_index):
        """Returns the values of a block's positions; those that are not quiet mean nothing: "Blocks"."""
        table = self.file(material, metric)
        mover, first, count = table.header.side_and_positions(block_index)
        models = self.models(material, metric)
        data = table.block(block_index)
        if table.header.encoding == ZSTD:
            return zstd_values(data, count)
        results = self.stored_values(material, WDL, mover, first, count) if metric != WDL else None
        return decode_block(*self.placements(material, mover, first, count), data, models[mover], results)

    def stored_values(self, material, metric, mover, first, count):
        """Returns the values of positions next to each other, from as many blocks as these lie in."""
        header = self.file(material, metric).header
        values = bytearray()
        while len(values) < count:
            number = first + len(values)
            begin = number % header.block_positions
            values += self.values_of_block(material, metric, header.block_index(number, mover))[begin:][:count - len(values)]
        return bytes(values)

    def value(self, metric, position):
        """Returns the value of a position: "Finding a value"."""
        mover = position.mover
        if not position.pieces(mover):
            return LOSS if metric == WDL else LOST_IN_0
        if successors(position) and position.pieces(1 - mover) and not must_capture(position):
            position = stored_form(position)
            header = self.file(Material.of(position), metric).header
            if header.stores(position.mover):
                return self.stored_value(metric, position)
        return self.by_moves(metric, position)

    def by_moves(self, metric, position):
        """Returns the value of a position from those after its moves: "Backing up"."""
        values = {successor: self.value(metric, successor) for successor in successors(position)}
        if metric != DTZ:
            return best(metric, values.values())
        value = best_under_rule(self.rule, position, values)
        return (LOST_BEYOND, 0, WON_BEYOND)[self.value(WDL, position)] if value == 0 else value

    def stored_value(self, metric, position):
        """Returns the value of a quiet position in stored form: steps 2 to 5."""
        material = Material.of(position)
        header = self.file(material, metric).header
        number = index_of(material).number(position)
        values = self.values_of_block(material, metric, header.block_index(number, position.mover))
        return checked(header, values[number % header.block_positions])

    def all_values(self, material, metric):
        """Returns the values of all positions, 0 where the side to move must capture: "Manifest"."""
        header = self.file(material, metric).header
        values = bytearray()
        for mover in range(header.sides):
            positions, quiet = self.placements(material, mover, 0, header.positions)
            if header.stores(mover):
                stored = self.stored_values(material, metric, mover, 0, header.positions)
                values += bytes(checked(header, value) if is_quiet else 0 for value, is_quiet in zip(stored, quiet))
            else:
                values += bytes(self.value(metric, position) if is_quiet else 0
                                for position, is_quiet in zip(positions, quiet))
        return bytes(values)

    def manifest_line(self, material, metric):
        """Returns what the manifest says of a table; refuses it if its header says another digest: "Manifest"."""
        values = self.all_values(material, metric)
        if digest(values) != self.file(material, metric).header.digest:
            raise Refused("the header says another digest")
        return f"{material.name} {METRICS[metric]} {len(values)} {digest(values).hex()}"


def checked(header, value):
    """Returns the value of a quiet position; refuses one that is not allowed: "Values"."""
    if header.metric == DTZ:
        allowed = value <= 2 * header.rule + 1 or value in (LOST_BEYOND, WON_BEYOND)
    else:
        allowed = value <= (252 if header.metric == DTM else 2)
    if not allowed:
        raise Refused("a value that is not allowed")
    return value


def zstd_values(data, count):
    """Returns the values of a block of the encoding zstd: "Blocks"."""
    if len(data) == count:
        return data
    if not data:
        return bytes([NO_CODE]) * count
    if len(data) == 1:
        return data * count
    return decode_frame(data, count)
