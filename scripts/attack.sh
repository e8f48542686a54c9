#!/usr/bin/env bash
# Attacks the command and the probe library for MINUTES: with damaged and lying files, kills, full disks, two runs at
# once, files of the user around outputs, little memory, random bitboards, malformed requests and crowds of connections.
# It prints SEED, which repeats a run. For a finding it prints how to repeat that finding alone, keeps it in
# build-attack/found/, and makes the exit status 1. First it builds the presets release and asan; the build does not
# count towards MINUTES. docs/reliability.md describes the parts, and scripts/attack.sh --help the options.
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
