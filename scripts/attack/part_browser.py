"""The explorer in a browser that nobody sees: addresses, games and tables that mean harm.

What is done and what must hold is in tests/web/explorer/hostile.test.mjs, of which this runs the tests with a seed.
"""
import shutil

import running
from trying import require_calm

BROWSERS = ("chromium-headless-shell", "chromium")
ROUNDS = 2
THINGS = ("addresses", "games", "a site with tables")  # that mean harm, in the names of the tests
SECONDS = 120


def found_browser():
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def lacks_browser(setting):
    """Returns what is missing here, in words."""
    if not found_browser() or not shutil.which("node"):
        return "there is no chromium or no node (scripts/install-packages.sh --browser)"
    if not (tests_of(setting) / "node_modules").exists():
        return "npm's modules are missing (ctest --test-dir build -R 'modules for tests in a browser')"
    return ""


def tests_of(setting):
    return setting.build / "tests" / "web" / "explorer" / "run"


def browser(try_):
    setting = try_.setting
    # The pages of `dameotb site` need the WebAssembly module, which not every build has.
    sources = ["server", "files", "files"] if (setting.build / "js" / "src" / "dameotb.wasm").exists() else ["server"]
    source = try_.random.choice(sources)
    thing = try_.random.choice(THINGS if source == "files" else THINGS[:2])
    environment = {
        "EXPLORER_SOURCE": source, "EXPLORER_BROWSER": found_browser(),
        "EXPLORER_COMMAND": setting.command, "EXPLORER_TABLES": setting.reference.tables("three"),
        "EXPLORER_MUTATE": setting.programs / "attack_mutate", "DAMEOTB_SEED": try_.random.randrange(1 << 32),
        "HOSTILE_ROUNDS": 1 if try_.small else ROUNDS, "TMPDIR": try_.directory}
    try_.note(f"{thing}, EXPLORER_SOURCE={source}, DAMEOTB_SEED={environment['DAMEOTB_SEED']}")
    run = running.run([shutil.which("node"), "--test", f"--test-name-pattern=^{thing} that mean harm", "hostile.test.mjs"],
                      SECONDS * setting.patience,
                      prefix=["env", "-C", tests_of(setting), *(f"{name}={value}" for name, value in environment.items())])
    run.err = run.err or run.out[-3000:]  # node tells of failures on standard output
    require_calm(run, statuses=(0,))
