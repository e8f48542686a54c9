#!/usr/bin/env bash
# Probes a second that `dameotb serve` answers on one core, under load from another: tables of up to 3 pieces, 16
# connections, the requests of serve_load.lua. Fails if anything is answered otherwise than with 200. Needs wrk
# (Debian's package wrk).
# usage: bench/serve_load.sh [COMMAND [SECONDS]]
set -euo pipefail
command=${1:-build/dameotb}
seconds=${2:-10}
here=$(dirname "${BASH_SOURCE[0]}")
wrk=$(command -v wrk) || { echo "serve_load: needs wrk (apt-get install wrk)" >&2; exit 1; }

work=$(mktemp -d)
touch "$work/out"
server=
cleanup() {
    [[ -z $server ]] || kill "$server" || true
    rm -rf "$work"
}
trap cleanup EXIT

"$command" gen --dir "$work/tables" --pieces 3 >/dev/null
taskset -c 0 "$command" serve --dir "$work/tables" --port 0 >"$work/out" 2>/dev/null &
server=$!
until address=$(grep -o 'http://[0-9.:]*' "$work/out" | head -n 1) && [[ -n $address ]]; do
    sleep 0.1
done
taskset -c 1 "$wrk" -t1 -c16 -d"${seconds}s" --latency -s "$here/serve_load.lua" "$address" |
    tee "$work/report" | grep -E '^ +(50|99)%|^probes'
awk -v ticks="$(getconf CLK_TCK)" -v requests="$(awk '/requests in/ { print $1 }' "$work/report")" \
    '{ printf "processor time of the server a probe: %.0f us\n", ($14 + $15) / ticks / requests * 1e6 }' "/proc/$server/stat"
grep -q 'errors: 0$' "$work/report"
