#!/usr/bin/env bash
# From a fresh clone to an answer: installs what is missing, builds, makes all tables of up to 4 pieces, asks them, and
# says what to do next.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

scripts/install-packages.sh
cmake --preset release >/dev/null
cmake --build build --target dameotb dameotb_shared  # all that cmake --install installs

echo
echo "All endings of up to 4 pieces:"
build/dameotb gen --dir tables --pieces 4

echo
echo "Two kings against one, a win of Freeling's: position, result for the side to move, plies; then best play:"
build/dameotb probe --dir tables W:WKa7,Kh8:BKa1
build/dameotb line --dir tables W:WKa7,Kh8:BKa1

echo
echo "Do two kings always beat one? The counts over all placements say:"
counts=$(build/dameotb stats --dir tables KKvK)
echo "$counts"
awk '$1 == "KKvK" && $2 == "w" {
    printf "Two kings against one, the two kings to move: %d of %d placements are drawn; longest win %d plies.\n",
           $5, $3, $7
}' <<<"$counts"

cat <<'END'

What next?
  1. See endings on a board, set up your own, and play:
         build/dameotb serve --dir tables --open       or without --open, then open the address that it prints
  2. Make all tables of up to 5 pieces (a minute or two):
         build/dameotb gen --dir tables --pieces 5
  3. Put all of it on the web, as files that need no program on the server (docs/static-site.md):
         scripts/install-packages.sh --wasm && cmake --preset release -DDAMEOTB_WASM=ON
         cmake --build build --target dameotb && build/dameotb site --dir tables --out site
END
