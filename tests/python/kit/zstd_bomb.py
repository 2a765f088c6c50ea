"""A few bytes that are many when unpacked by zstd, made by hand: each block says `so many times this byte`."""

BLOCK = 128 * 1024  # as much as a block may hold


def zstd_bomb(size):
    """A frame of about `size` bytes of spaces: magic number, no options, a window of one block, then blocks (RFC 8878)."""
    count = size // BLOCK
    blocks = [(BLOCK << 3 | 1 << 1 | (number == count - 1)).to_bytes(3, "little") + b" " for number in range(count)]
    return b"\x28\xb5\x2f\xfd\x00\x38" + b"".join(blocks)
