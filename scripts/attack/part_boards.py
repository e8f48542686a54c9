"""Random bitboards at the C interface, under sanitizers. The program in tests/attack compares the answers."""
import running
from trying import require, require_calm


def boards(try_):
    setting = try_.setting
    pieces = try_.pieces if try_.small else try_.random.choice(["three", "three", "four"])
    tables = setting.reference.tables(pieces)
    count = 2000 if try_.small else 20000
    run = running.run([setting.sanitized_programs / "attack_boards", tables, try_.seed(), count],
                      setting.command_seconds * setting.patience, setting.sanitized_bytes)
    require(b"WRONG" not in run.out, run.out.decode().strip(), run)
    require_calm(run, statuses=(0,))
