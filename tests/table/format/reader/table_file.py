"""A table file: docs/format.md, "Header" to "Block groups"."""
import struct
from typing import NamedTuple

from .libraries import Refused, check_sum
from .numbering import Material, index_of

HEADER_BYTES = 128
ENTRIES = 1020  # of an index block
WDL, DTM, DTZ = 0, 1, 2
METRICS = ("wdl", "dtm", "dtz")
ZSTD, NEIGHBOURS = 1, 2
WHITE, BLACK, BOTH = 1, 2, 3  # sides to move that are stored


class Header(NamedTuple):
    """The fields of "Header", in their order."""
    magic: bytes
    format_version: int
    rules_version: int
    metric: int
    encoding: int
    sides: int
    stored: int
    white_kings: int
    white_men: int
    black_kings: int
    black_men: int
    block_positions: int
    group_blocks: int
    model_bytes: int
    positions: int
    file_bytes: int
    models_checksum: int
    seed: int
    digest: bytes
    wdl_digest: bytes
    rule: int
    reserved: bytes
    checksum: int

    @property
    def side_blocks(self):
        """Returns the blocks of a side: "Blocks and block groups by number"."""
        return up(self.positions, self.block_positions)

    @property
    def blocks(self):
        """Returns the blocks of the file: "Blocks and block groups by number"."""
        return self.side_blocks * (2 if self.stored == BOTH else 1)

    @property
    def groups(self):
        """Returns the block groups of the file: "Blocks and block groups by number"."""
        return up(self.blocks, self.group_blocks)

    @property
    def index_begin(self):
        """Returns where the index begins: "Index"."""
        return HEADER_BYTES + self.model_bytes

    @property
    def index_blocks(self):
        """Returns how many index blocks there are: "Index"."""
        return up(self.groups, ENTRIES)

    @property
    def index_end(self):
        """Returns where the first block group begins: "Index"."""
        return self.index_begin + 16 * self.index_blocks + 4 * self.groups

    def stores(self, mover):
        """Says whether positions of that side to move are stored: "Header", byte 15."""
        return bool(self.stored >> mover & 1)

    def block_index(self, number, mover):
        """Returns the block that has a position."""
        before = self.side_blocks if mover == 1 and self.stored == BOTH else 0
        return number // self.block_positions + before

    def side_and_positions(self, block_index):
        """Returns the side to move of a block, its first placement number, and how many positions it has."""
        mover = block_index // self.side_blocks if self.stored == BOTH else self.stored - 1
        begin = block_index % self.side_blocks * self.block_positions
        return mover, begin, min(self.block_positions, self.positions - begin)

    def blocks_of_group(self, group):
        """Returns the blocks of a block group: "Blocks and block groups by number"."""
        return min(self.group_blocks, self.blocks - group * self.group_blocks)

    def most_group_bytes(self, group):
        """Returns the most bytes a block group can have: "Block groups"."""
        blocks = self.blocks_of_group(group)
        return 9 + up(17 * blocks, 8) + blocks * self.block_positions


LEAST_GROUP_BYTES = 9


def up(amount, step):
    """Returns amount / step, rounded up."""
    return -(-amount // step)


def need(is_so, what):
    """Refuses a file for which something does not hold."""
    if not is_so:
        raise Refused(what)


def read_header(data, name):
    """Returns the header of a file with that name, checked: "Header"."""
    need(len(data) >= 12, "the file is shorter than a header")
    magic, format_version, rules_version = struct.unpack_from("<8sHH", data)
    need(magic == b"DAMEOTB\x1a", "not a table file")
    need(format_version == 2 and rules_version == 1, f"format version {format_version}, rules version {rules_version}")
    need(len(data) >= HEADER_BYTES, "the file is shorter than a header")
    header = Header(*struct.unpack_from("<8sHH8B3I4Q16s16sB23sQ", data))
    check_sum("the header", data[:120], 0, header.checksum)
    check_fields(header)
    check_class(header, name)
    check_size(header, len(data))
    return header


def check_fields(header):
    """Refuses fields out of their range: "Header", column "allowed"."""
    need(header.metric in (WDL, DTM, DTZ), "unknown metric")
    need(header.encoding in (ZSTD, NEIGHBOURS), "unknown encoding")
    need(header.sides in (1, 2), "sides in the index")
    stored = (WHITE,) if header.sides == 1 else (BOTH,) if header.metric == WDL else (WHITE, BLACK, BOTH)
    need(header.stored in stored, "sides that are stored")
    need(1 <= header.block_positions <= (65536 if header.encoding == ZSTD else 8192), "positions in a block")
    need(1 <= header.group_blocks <= 64, "blocks in a block group")
    need(header.model_bytes == 0 if header.encoding == ZSTD else 1 <= header.model_bytes <= 2**24, "models")
    need(1 <= header.positions <= 2**56, "positions for each side")
    need(header.blocks <= 65536 or header.block_positions >= 2048, "many blocks of few positions")
    need(header.groups <= 16384 or header.group_blocks * header.block_positions >= 16384, "many block groups of few positions")
    need(header.metric != WDL or not any(header.wdl_digest), "a .wdl with the digest of another table")
    need(1 <= header.rule <= 120 if header.metric == DTZ else header.rule == 0, "plies of a draw rule")
    need(not any(header.reserved), "reserved bytes")


def check_class(header, name):
    """Refuses a file that is not what its name says."""
    class_name, extension = name.split(".")
    material = Material.parse(class_name)
    need(header.metric == METRICS.index(extension), "another metric than in the name")
    need(header[7:11] == material, "another class than in the name")
    need(header.sides == material.sides, "sides of another class")
    need(header.positions == index_of(material).size, "positions of another class")
    has_rows = material.men > 0 and sum(material) > material.men
    need(header.encoding == ZSTD or has_rows, "neighbours in a class without men or kings")


def check_size(header, size):
    """Refuses a file of a size that these fields cannot have."""
    need(header.file_bytes == size, "another size than the header says")
    groups = size - header.index_end
    most = sum(header.most_group_bytes(group) for group in (0, header.groups - 1))
    if header.groups > 1:
        most += (header.groups - 2) * header.most_group_bytes(0)
    need(LEAST_GROUP_BYTES * header.groups <= groups <= most, "a size that no such file has")


class TableFile:
    """The bytes of blocks of one file. Checks what it reads."""

    def __init__(self, data, name):
        self.data = data
        self.name = name
        self.material = Material.parse(name.split(".")[0])
        self.header = read_header(data, name)

    def models(self):
        """Returns the bytes of the models."""
        data = self.data[HEADER_BYTES:self.header.index_begin]
        check_sum("the models", data, self.header.seed, self.header.models_checksum)
        return data

    def index_block(self, number):
        """Returns where the block groups of an index block begin, and where the last ends: "Index"."""
        header = self.header
        count = min(ENTRIES, header.groups - number * ENTRIES)
        begin = header.index_begin + 4096 * number
        data = self.data[begin:begin + 8 + 4 * count]
        expected, = struct.unpack_from("<Q", self.data, begin + len(data))
        check_sum(f"index block {number}", data, header.seed - 1 - number, expected)
        first, *ends = struct.unpack(f"<Q{count}I", data)
        bounds = [first] + [first + end for end in ends]
        need(number > 0 or first == header.index_end, "the first block group is not behind the index")
        need(number < header.index_blocks - 1 or bounds[-1] == header.file_bytes, "the last block group does not end the file")
        return bounds

    def group(self, number):
        """Returns the bytes of each block of a block group: "Block groups"."""
        header = self.header
        begin, end = self.index_block(number // ENTRIES)[number % ENTRIES:][:2]
        need(LEAST_GROUP_BYTES <= end - begin <= header.most_group_bytes(number), "a block group of such a size cannot be")
        need(header.index_end <= begin and end <= header.file_bytes, "a block group outside the file's block groups")
        data = self.data[begin:end]
        check_sum(f"block group {number}", data[:-8], header.seed + number, int.from_bytes(data[-8:], "little"))
        return self.cut(data[:-8], number)

    def cut(self, data, number):
        """Cuts a block group without its checksum into the bytes of its blocks."""
        blocks = self.header.blocks_of_group(number)
        width = data[0] if data else 18
        need(width <= 17, "a size of more than 17 bits")
        begin = 1 + up(blocks * width, 8)
        bits = int.from_bytes(data[1:begin], "little")
        sizes = [bits >> i * width & ((1 << width) - 1) for i in range(blocks)]
        need(bits >> blocks * width == 0, "a bit left over that is not 0")
        need(begin + sum(sizes) == len(data), "a block group of another length than its sizes say")
        parts = []
        for i, size in enumerate(sizes):
            positions = self.header.side_and_positions(number * self.header.group_blocks + i)[2]
            need(size <= positions, "a block of more bytes than positions")
            parts.append(data[begin:begin + size])
            begin += size
        return parts

    def block(self, block_index):
        """Returns the bytes of a block."""
        group, i = divmod(block_index, self.header.group_blocks)
        return self.group(group)[i]
