"""Reads tables in plain Python, as docs/format.md, docs/codec.md and docs/rules.md say: the proof that these pages say
what a table file is. Slow, and for tests only.

It was written from the pages before the code that they describe was looked at, and read all tables of up to 3 pieces
at the first try. Afterwards, with the code at hand, two things were changed here and in the pages together: which .wdl a
.dtm with models takes, and that classes without men or without kings have no models.

    libraries   zstd and XXH3, from the shared libraries of the system
    rules       positions, moves, forced captures         docs/rules.md
    places      the number of a placement, and back       docs/format.md, "The place of a position"
    table_file  header, index, pages, bytes of a unit     docs/format.md, "Header" to "Pages"
    neighbours  the bytes of a unit of encoding 2         docs/codec.md
    tables      values of units and of positions          docs/format.md, "Units" to "Finding a value", "Manifest"
"""
