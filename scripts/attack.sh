#!/usr/bin/env bash
# Attacks the command and the probe library for MINUTES: with damaged and lying files, kills, full disks, two runs at
# once, files of the user around outputs, little memory, random bitboards, malformed requests, crowds of connections and
# costly requests; and, where they are installed (scripts/install-packages.sh), calls that fail under dameotb-mpi, the
# Python package and the explorer in a browser.
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
targets=(dameotb attack_probe attack_boards attack_changing)
more_targets=(attack_mutate attack_clock dameotb_shared)
options=()
if command -v mpirun >/dev/null && command -v mpicc >/dev/null; then
    more_targets+=(dameotb-mpi attack_fault_shim)
    options+=(-DDAMEOTB_MPI=ON)
fi
cmake --preset release "${options[@]}" >/dev/null
cmake --build build --target "${targets[@]}" "${more_targets[@]}"
ctest --test-dir build -R '^modules for tests in a browser$' >/dev/null || true # what lacks is named
cmake --preset asan >/dev/null
cmake --build build-asan --target "${targets[@]}"
run "$@" --sanitized build-asan
