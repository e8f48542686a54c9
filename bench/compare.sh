#!/usr/bin/env bash
# Compares the solver of two commits by processor time. Both are built (Release) and run in turn, A B A B ..., so that
# whatever else the machine does falls on both alike; what counts is the ratio of the two runs of a round.
set -euo pipefail

usage() {
    cat >&2 <<'EOF'
usage: bench/compare.sh A B [PIECES]

A, B      a commit, or a directory with a source tree (`.` for the working tree)
PIECES    solve all classes of up to so many pieces (default 4)

Environment: ROUNDS (default 3, at least 3), THREADS (default 1).
EOF
    exit 2
}

fail() {
    echo "compare: $*" >&2
    exit 1
}

[[ $# -eq 2 || $# -eq 3 ]] || usage
pieces=${3:-4} rounds=${ROUNDS:-3} threads=${THREADS:-1}
[[ $pieces =~ ^[2-6]$ ]] || fail "PIECES is a number from 2 to 6, not '$pieces'"
[[ $rounds =~ ^[0-9]+$ && $rounds -ge 3 ]] || fail "ROUNDS is a number, at least 3, not '$rounds'"
[[ $threads =~ ^[1-9][0-9]*$ ]] || fail "THREADS is a number, at least 1, not '$threads'"

repository=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=$(mktemp -d)
worktrees=()
clean_up() {
    for worktree in "${worktrees[@]}"; do
        git -C "$repository" worktree remove --force "$worktree" || true
    done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# prepare LABEL NAME: builds $work/LABEL/solve_classes from the commit or directory NAME.
prepare() {
    local label=$1 name=$2 source what
    if [[ -d $name ]]; then
        source=$(cd "$name" && pwd)
        what="directory $source"
    else
        local commit
        commit=$(git -C "$repository" rev-parse --verify --quiet "$name^{commit}") ||
            fail "'$name' is neither a commit of $repository nor a directory"
        source=$work/source-$label
        what="commit $(git -C "$repository" log -1 --format='%h %s' "$commit")"
        git -C "$repository" worktree add --quiet --detach "$source" "$commit"
        worktrees+=("$source")
    fi
    [[ -f $source/bench/solve_classes.cpp ]] ||
        fail "$label ($what) has no bench/solve_classes.cpp, and so cannot be compared"
    echo "$label: $what"
    local log=$work/build-$label.log
    { cmake -S "$source" -B "$work/$label" -G Ninja -DCMAKE_BUILD_TYPE=Release -DDAMEOTB_BENCH=ON \
        -DDAMEOTB_TESTS=OFF -DDAMEOTB_TOOLS=OFF && cmake --build "$work/$label" --target solve_classes; } \
        >"$log" 2>&1 || {
        tail -n 30 "$log" >&2
        fail "$label ($what) does not build"
    }
}

prepare A "$1"
prepare B "$2"

echo
echo "processor seconds, all classes of up to $pieces pieces, $threads thread(s), load $(cut -d ' ' -f 1-3 /proc/loadavg)"
printf '%-6s %10s %10s %8s\n' round A B B/A
for ((round = 1; round <= rounds; ++round)); do
    for label in A B; do
        "$work/$label/solve_classes" "$pieces" "$threads" >"$work/$label.$round" || fail "$label does not run"
    done
    awk -v round="$round" '$1 == "total" { cpu[FILENAME] = $3; last = FILENAME; first = first ? first : FILENAME }
        END { printf "%-6d %10.3f %10.3f %8.3f\n", round, cpu[first], cpu[last], cpu[last] / cpu[first] }' \
        "$work/A.$round" "$work/B.$round"
done

# Ratios are taken round by round, and their median counts. Classes of less than 10 ms say nothing.
paste -d ' ' <(cat "$work"/A.[0-9]*) <(cat "$work"/B.[0-9]*) | awk '
    function median(of,    n, values, i, j, swap) {
        n = split(of, values, " ")
        for (i = 2; i <= n; ++i) {
            for (j = i; j > 1 && values[j] + 0 < values[j - 1] + 0; --j) {
                swap = values[j]; values[j] = values[j - 1]; values[j - 1] = swap
            }
        }
        return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    $1 == "class" { next }
    $1 != $6 { print "compare: the two solve different classes: " $1 ", " $6 > "/dev/stderr"; exit 1 }
    {
        if (!($1 in ratios)) names[++count] = $1
        a[$1] = a[$1] " " $3
        b[$1] = b[$1] " " $8
        if ($3 > 0) ratios[$1] = ratios[$1] " " $8 / $3
    }
    END {
        printf "median %10.3f %10.3f %8.3f\n\n", median(a["total"]), median(b["total"]), median(ratios["total"])
        print "classes of at least 10 ms whose ratio differs from 1 by more than 5 %:"
        for (i = 1; i <= count; ++i) {
            name = names[i]
            ratio = median(ratios[name])
            if (name != "total" && median(a[name]) >= 0.01 && (ratio > 1.05 || ratio < 0.95)) {
                printf "%-10s %10.3f %10.3f %8.3f\n", name, median(a[name]), median(b[name]), ratio
                ++shown
            }
        }
        if (!shown) print "none"
    }'
