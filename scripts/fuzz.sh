#!/usr/bin/env bash
# Runs every fuzz target with libFuzzer under the address and undefined-behaviour sanitizers, for SECONDS each (default
# 60). Needs clang-19 (scripts/install-packages.sh --clang), or the compiler that CXX names. Inputs found on the way are
# kept in build-fuzz/fuzz/found/ for the next run. An input that breaks something is named and left in
# build-fuzz/fuzz/broken/, and the exit status is 1.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1-60}
if [[ $# -gt 1 || ! $seconds =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: scripts/fuzz.sh [SECONDS]" >&2
    exit 2
fi

targets=(fen moves pdn file index group model block claims query)
cmake -S . -B build-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER="${CXX:-clang++-19}" \
    -DDAMEOTB_FUZZ=ON -DDAMEOTB_TOOLS=OFF -DDAMEOTB_EXAMPLES=OFF -DDAMEOTB_INSTALL=OFF >/dev/null
cmake --build build-fuzz --target "${targets[@]/#/fuzz_}"

mkdir -p build-fuzz/fuzz/broken
status=0
for target in "${targets[@]}"; do
    log=build-fuzz/fuzz/$target.log
    if build-fuzz/fuzz/fuzz_"$target" -max_total_time="$seconds" -timeout=10 -artifact_prefix=build-fuzz/fuzz/broken/ \
        build-fuzz/fuzz/found/"$target" tests/fuzz/corpus/"$target" >"$log" 2>&1; then
        echo "$target: $(tail -n 1 "$log")"
    else
        status=1
        echo "$target: BROKEN, see $log" >&2
    fi
done
exit "$status"
