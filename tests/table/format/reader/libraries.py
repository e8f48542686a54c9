"""Checksums and zstd frames, through the C libraries that Debian's libxxhash0 and libzstd1 bring."""
import ctypes
import ctypes.util


class Refused(ValueError):
    """Says why a file is no table: what the documents say "a reader refuses"."""


def load(name):
    """Returns the shared library, or None if the system has none of that name."""
    path = ctypes.util.find_library(name)
    return ctypes.CDLL(path) if path else None


class Hash128(ctypes.Structure):
    """XXH128_hash_t."""
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


xxhash = load("xxhash")
zstd = load("zstd")

if xxhash:
    xxhash.XXH3_64bits_withSeed.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
    xxhash.XXH3_64bits_withSeed.restype = ctypes.c_uint64
    xxhash.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    xxhash.XXH3_128bits.restype = Hash128

if zstd:
    zstd.ZSTD_getFrameContentSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    zstd.ZSTD_getFrameContentSize.restype = ctypes.c_uint64
    zstd.ZSTD_findFrameCompressedSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    zstd.ZSTD_findFrameCompressedSize.restype = ctypes.c_size_t
    zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    zstd.ZSTD_decompress.restype = ctypes.c_size_t


def checksum(data, seed=0):
    """Returns the checksum of docs/format.md: XXH3 of 64 bits; seeds are taken modulo 2^64."""
    return xxhash.XXH3_64bits_withSeed(data, len(data), seed % 2**64)


def check_sum(what, data, seed, expected):
    """Refuses data whose checksum does not match. Without libxxhash nothing is checked."""
    if xxhash and checksum(data, seed) != expected:
        raise Refused(f"the checksum of {what} does not match")


def digest(values):
    """Returns XXH3 of 128 bits in its canonical form, high half first ("Manifest")."""
    result = xxhash.XXH3_128bits(values, len(values))
    return result.high.to_bytes(8, "big") + result.low.to_bytes(8, "big")


def decode_frame(data, size):
    """Returns what the one zstd frame decodes to, which is `size` bytes as it says ("Blocks")."""
    if data[:4] != b"\x28\xb5\x2f\xfd" or data[4] & 3:
        raise Refused("a block is not a zstd frame without a dictionary")
    if zstd.ZSTD_getFrameContentSize(data, len(data)) != size:
        raise Refused("a zstd frame does not state the block's size")
    if zstd.ZSTD_findFrameCompressedSize(data, len(data)) != len(data):
        raise Refused("a block is not exactly one zstd frame")
    decoded = ctypes.create_string_buffer(size)
    if zstd.ZSTD_decompress(decoded, size, data, len(data)) != size:
        raise Refused("a zstd frame does not decode")
    return decoded.raw
