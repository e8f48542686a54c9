"""A table file: docs/format.md, "Header" to "Pages"."""
import struct
from typing import NamedTuple

from .libraries import Refused, check_sum
from .places import Material, index_of

HEADER_BYTES = 128
ENTRIES = 1020  # of an index page
WDL, DTM = 0, 1
METRICS = ("wdl", "dtm")
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
    unit_places: int
    page_units: int
    model_bytes: int
    places: int
    file_bytes: int
    models_checksum: int
    seed: int
    digest: bytes
    wdl_digest: bytes
    reserved: bytes
    checksum: int

    @property
    def side_units(self):
        """Returns the units of a side: "Units and pages by number"."""
        return up(self.places, self.unit_places)

    @property
    def units(self):
        """Returns the units of the file: "Units and pages by number"."""
        return self.side_units * (2 if self.stored == BOTH else 1)

    @property
    def pages(self):
        """Returns the pages of the file: "Units and pages by number"."""
        return up(self.units, self.page_units)

    @property
    def index_begin(self):
        """Returns where the index begins: "Index"."""
        return HEADER_BYTES + self.model_bytes

    @property
    def index_pages(self):
        """Returns how many index pages there are: "Index"."""
        return up(self.pages, ENTRIES)

    @property
    def index_end(self):
        """Returns where the first page begins: "Index"."""
        return self.index_begin + 16 * self.index_pages + 4 * self.pages

    def stores(self, mover):
        """Says whether places of that side to move are stored: "Header", byte 15."""
        return bool(self.stored >> mover & 1)

    def ordinal(self, number, mover):
        """Returns the unit that has a place."""
        before = self.side_units if mover == 1 and self.stored == BOTH else 0
        return number // self.unit_places + before

    def side_and_places(self, ordinal):
        """Returns the side to move of a unit, its first placement number, and how many places it has."""
        mover = ordinal // self.side_units if self.stored == BOTH else self.stored - 1
        begin = ordinal % self.side_units * self.unit_places
        return mover, begin, min(self.unit_places, self.places - begin)

    def units_of_page(self, page):
        """Returns the units of a page: "Units and pages by number"."""
        return min(self.page_units, self.units - page * self.page_units)

    def most_page_bytes(self, page):
        """Returns the most bytes a page can have: "Pages"."""
        units = self.units_of_page(page)
        return 9 + up(17 * units, 8) + units * self.unit_places


LEAST_PAGE_BYTES = 9


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
    header = Header(*struct.unpack_from("<8sHH8B3I4Q16s16s24sQ", data))
    check_sum("the header", data[:120], 0, header.checksum)
    check_fields(header)
    check_class(header, name)
    check_size(header, len(data))
    return header


def check_fields(header):
    """Refuses fields out of their range: "Header", column "allowed"."""
    need(header.metric in (WDL, DTM), "unknown metric")
    need(header.encoding in (ZSTD, NEIGHBOURS), "unknown encoding")
    need(header.sides in (1, 2), "sides in the index")
    stored = (WHITE,) if header.sides == 1 else (BOTH,) if header.metric == WDL else (WHITE, BLACK, BOTH)
    need(header.stored in stored, "sides that are stored")
    need(1 <= header.unit_places <= (65536 if header.encoding == ZSTD else 8192), "places in a unit")
    need(1 <= header.page_units <= 64, "units in a page")
    need(header.model_bytes == 0 if header.encoding == ZSTD else 1 <= header.model_bytes <= 2**24, "models")
    need(1 <= header.places <= 2**56, "places for each side")
    need(header.units <= 65536 or header.unit_places >= 2048, "many units of few places")
    need(header.pages <= 16384 or header.page_units * header.unit_places >= 16384, "many pages of few places")
    need(header.metric == DTM or not any(header.wdl_digest), "a .wdl with the digest of another")
    need(not any(header.reserved), "reserved bytes")


def check_class(header, name):
    """Refuses a file that is not what its name says."""
    class_name, extension = name.split(".")
    material = Material.parse(class_name)
    need(header.metric == METRICS.index(extension), "another metric than in the name")
    need(header[7:11] == material, "another class than in the name")
    need(header.sides == material.sides, "sides of another class")
    need(header.places == index_of(material).size, "places of another class")
    has_rows = material.men > 0 and sum(material) > material.men
    need(header.encoding == ZSTD or has_rows, "neighbours in a class without men or kings")


def check_size(header, size):
    """Refuses a file of a size that these fields cannot have."""
    need(header.file_bytes == size, "another size than the header says")
    pages = size - header.index_end
    most = sum(header.most_page_bytes(page) for page in (0, header.pages - 1))
    if header.pages > 1:
        most += (header.pages - 2) * header.most_page_bytes(0)
    need(LEAST_PAGE_BYTES * header.pages <= pages <= most, "a size that no such file has")


class TableFile:
    """The bytes of units of one file. Checks what it reads."""

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

    def index_page(self, number):
        """Returns where the pages of an index page begin, and where the last ends: "Index"."""
        header = self.header
        count = min(ENTRIES, header.pages - number * ENTRIES)
        begin = header.index_begin + 4096 * number
        data = self.data[begin:begin + 8 + 4 * count]
        expected, = struct.unpack_from("<Q", self.data, begin + len(data))
        check_sum(f"index page {number}", data, header.seed - 1 - number, expected)
        first, *ends = struct.unpack(f"<Q{count}I", data)
        bounds = [first] + [first + end for end in ends]
        need(number > 0 or first == header.index_end, "the first page is not behind the index")
        need(number < header.index_pages - 1 or bounds[-1] == header.file_bytes, "the last page does not end the file")
        return bounds

    def page(self, number):
        """Returns the bytes of each unit of a page: "Pages"."""
        header = self.header
        begin, end = self.index_page(number // ENTRIES)[number % ENTRIES:][:2]
        need(LEAST_PAGE_BYTES <= end - begin <= header.most_page_bytes(number), "a page of such a size cannot be")
        need(header.index_end <= begin and end <= header.file_bytes, "a page outside the file's pages")
        data = self.data[begin:end]
        check_sum(f"page {number}", data[:-8], header.seed + number, int.from_bytes(data[-8:], "little"))
        return self.cut(data[:-8], number)

    def cut(self, data, number):
        """Cuts a page without its checksum into the bytes of its units."""
        units = self.header.units_of_page(number)
        width = data[0] if data else 18
        need(width <= 17, "a size of more than 17 bits")
        begin = 1 + up(units * width, 8)
        bits = int.from_bytes(data[1:begin], "little")
        sizes = [bits >> i * width & ((1 << width) - 1) for i in range(units)]
        need(bits >> units * width == 0, "a bit left over that is not 0")
        need(begin + sum(sizes) == len(data), "a page of another length than its sizes say")
        parts = []
        for i, size in enumerate(sizes):
            places = self.header.side_and_places(number * self.header.page_units + i)[2]
            need(size <= places, "a unit of more bytes than places")
            parts.append(data[begin:begin + size])
            begin += size
        return parts

    def unit(self, ordinal):
        """Returns the bytes of a unit."""
        page, i = divmod(ordinal, self.header.page_units)
        return self.page(page)[i]
