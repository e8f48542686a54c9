#!/usr/bin/env bash
# Attacks the command and the probe library for MINUTES: damaged and lying files, kills, full disks, two runs at once,
# files of the user around outputs, little memory, random bitboards, malformed requests, crowds of connections. SEED,
# which is printed, repeats a run; a finding prints how to repeat it alone, is kept in build-attack/found/, and makes
# the exit status 1. Builds what it needs first, for which it takes no time off MINUTES: the presets release and asan.
# docs/reliability.md describes the parts; scripts/attack.sh --help the options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run() {
    exec python3 -B scripts/attack/main.py "$@"
}
case "${1-}" in
    "" | -h | --help) run "${1---help}" ;;
esac

scripts/install-packages.sh --attack
targets=(dameotb attack_probe attack_boards)
cmake --preset release >/dev/null
cmake --build build --target "${targets[@]}" attack_mutate
cmake --preset asan >/dev/null
cmake --build build-asan --target "${targets[@]}"
run "$@" --sanitized build-asan
