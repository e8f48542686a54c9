#!/usr/bin/env bash
# Builds and runs the default tests, then those that read what others may have written once more under the address
# sanitizer and the cheaper half of the undefined-behaviour sanitizer. With --slow the tests labelled slow run too, with
# these sanitizers those of the generator; all a third time under the undefined-behaviour sanitizer as a whole, those of
# the probe library under the thread sanitizer, and the fast ones again with clang. --cross does none of this: it builds
# the libraries for arm64 (a char is unsigned), s390x (big-endian) and, without the generator, i386 (32 bits) and Windows,
# and runs their fast tests under qemu-user and Wine. The last line is the sum: `N passed, N failed, N skipped`; with
# sanitizers or an emulator an executable counts as one, and a test that could not be started as failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

selection=(-LE slow)
presets=(release asan)
more_packages=(--browser --packaging --wasm --mpi --windows)
case "${1-}" in
    "") ;;
    --slow)
        selection=()
        presets=(release asan ubsan tsan clang)
        more_packages+=(--clang --site --lintian)
        ;;
    --cross)
        presets=(cross-arm64 cross-s390x cross-i386 cross-windows)
        more_packages=(--cross --windows)
        ;;
    *)
        echo "usage: ./test.sh [--slow | --cross]" >&2
        exit 2
        ;;
esac

passed=0
failed=0
skipped=0
has_failed=
# Of each piece of memory the address sanitizer notes who asked for it: with two callers instead of thirty, tests take up
# to a quarter less time. What it finds stays the same.
export ASAN_OPTIONS=${ASAN_OPTIONS:-malloc_context_size=2}
# More threads than processors run here, and what OpenMP's threads spin while they wait for others is taken from these:
# a quarter to a third of the processor time of the generator's tests.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}

# count FILE PATTERN: prints how many lines match.
count() {
    grep -c "$2" "$1" || true
}

# run_tests BUILD_DIR ctest-option...: runs and adds up; a failed test does not end the script.
run_tests() {
    local build=$1 results=$1/test-results.xml
    shift
    rm -f "$results"
    # ctest can fail where none of its results has, for example if there is no test at all.
    ctest --test-dir "$build" --output-on-failure --no-tests=error --output-junit test-results.xml "$@" || has_failed=1
    [[ -e $results ]] || { echo "ctest has left no results in $build" >&2 && exit 1; }
    local not_run left_out disabled
    # A test whose program or fixture is missing is "notrun", too.
    not_run=$(count "$results" '^[[:space:]]*<testcase .* status="notrun">')
    left_out=$(count "$results" '^[[:space:]]*<skipped message="SKIP_')
    disabled=$(count "$results" '^[[:space:]]*<testcase .* status="disabled">')
    passed=$((passed + $(count "$results" '^[[:space:]]*<testcase .* status="run">')))
    failed=$((failed + $(count "$results" '^[[:space:]]*<testcase .* status="fail">') + not_run - left_out))
    skipped=$((skipped + left_out + disabled))
}

# build_dir PRESET
build_dir() {
    [[ $1 == release ]] && echo build || echo "build-$1"
}

for packages in "${more_packages[@]}"; do
    scripts/install-packages.sh "$packages"
done
for preset in "${presets[@]}"; do
    options=()
    [[ $preset == release ]] && options=(-DDAMEOTB_WASM=ON -DDAMEOTB_MPI=ON)
    [[ $preset == asan && ${1-} == --slow ]] && options=(-DDAMEOTB_MPI=ON)
    cmake --preset "$preset" "${options[@]}" >/dev/null
done
cmake --build "$(build_dir "${presets[0]}")"
# While tests wait for browsers and disks, the next build takes what they leave of the processors. It is ninja itself, as
# that takes its compilers along when it is ended. Browsers have sessions of their own, and Linux shares out processors
# by session, so it needs one as well, which comes last.
log=$(mktemp)
building=
trap '[[ -z $building ]] || kill "$building" 2>/dev/null || true; rm -f "$log"' EXIT
for i in "${!presets[@]}"; do
    next=${presets[i + 1]-}
    if [[ -n $next ]]; then
        setsid bash -c 'echo 19 2>/dev/null >/proc/self/autogroup; exec nice -n 19 ninja -C "$1"' - \
            "$(build_dir "$next")" >"$log" 2>&1 &
        building=$!
    fi
    [[ ${presets[i]} == clang ]] && selection=(-LE slow)
    # One more than there are processors: tests in browsers and of processes wait a part of their time.
    run_tests "$(build_dir "${presets[i]}")" -j $(($(nproc) + 1)) "${selection[@]}"
    if [[ -n $building ]]; then
        echo "building $(build_dir "$next")"
        wait "$building" || { cat "$log" >&2 && exit 1; }
        building=
    fi
done

echo
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 && -z $has_failed ]]
