#!/usr/bin/env bash
# Builds and runs the default tests, then the fast ones once more under the address sanitizer and the cheaper half of
# the undefined-behaviour sanitizer. With --slow the tests labelled slow run too, the fast ones a third time, under all
# of the latter, and those of the probe library under the thread sanitizer. The last line is the sum: `N passed, N
# failed`; with sanitizers an executable counts as one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

selection=(-LE slow)
sanitized=(asan)
case "${1-}" in
    "") ;;
    --slow)
        selection=()
        sanitized=(asan ubsan tsan)
        ;;
    *)
        echo "usage: ./test.sh [--slow]" >&2
        exit 2
        ;;
esac

passed=0
failed=0

# run_tests BUILD_DIR ctest-option...: runs and adds up; a failed test does not end the script.
run_tests() {
    local build=$1 results=$1/test-results.xml
    shift
    rm -f "$results"
    ctest --test-dir "$build" --output-on-failure --no-tests=error --output-junit test-results.xml "$@" || true
    local tests failures
    tests=$(sed -n 's/^[[:space:]]*tests="\([0-9]*\)".*/\1/p' "$results" | head -n 1)
    failures=$(sed -n 's/^[[:space:]]*failures="\([0-9]*\)".*/\1/p' "$results" | head -n 1)
    failed=$((failed + failures))
    passed=$((passed + tests - failures))
}

scripts/install-packages.sh --browser
cmake --preset release >/dev/null
cmake --build build
for preset in "${sanitized[@]}"; do
    cmake --preset "$preset" >/dev/null
    cmake --build "build-$preset"
done

run_tests build -j "$(nproc)" "${selection[@]}"
for preset in "${sanitized[@]}"; do
    run_tests "build-$preset" -j "$(nproc)" -LE slow
done

echo
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
