"""Reads tables in plain Python, as docs/format.md, docs/codec.md and docs/rules.md say: the proof that these pages say
what a table file is. Slow, and for tests only.

It was written from the documents before the code that they describe was looked at, and read all tables of up to 3
pieces at the first try. Afterwards, with the code at hand, two things were changed here and in the documents together:
which .wdl a .dtm with models takes, and that classes without men or without kings have no models.

    libraries   zstd and XXH3, from the shared libraries of the system
    rules       positions, moves, forced captures         docs/rules.md
    numbering   the index of a placement, and back        docs/format.md, "The offset of a position"
    table_file  header, index, block groups, blocks' bytes docs/format.md, "Header" to "Block groups"
    neighbours  the bytes of a block of encoding 2         docs/codec.md
    tables      values of blocks and of positions          docs/format.md, "Blocks" to "Finding a value", "Manifest"
    certificates what a proof rests on                     docs/certificates.md
"""
