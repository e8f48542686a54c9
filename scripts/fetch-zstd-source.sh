#!/usr/bin/env bash
# Puts the sources of Debian's zstd into DIR, for the WebAssembly module, which needs its decoder. apt checks Debian's
# signature. Needs no rights, and leaves apt's own lists as they are.
set -euo pipefail
[[ $# -eq 1 ]] || { echo "usage: scripts/fetch-zstd-source.sh DIR" >&2; exit 2; }
mkdir -p "$1"
target=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p lists/partial cache/archives/partial
cat >deb.sources <<'LIST'
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
LIST
options=(-qq -o "Dir::Etc::sourcelist=$work/deb.sources" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=)
apt-get "${options[@]}" update
apt-get "${options[@]}" source --download-only libzstd
tar -xf libzstd_*.orig.tar.?z -C "$target" --strip-components=1
[[ -f $target/lib/zstd.h ]] || { echo "fetch-zstd-source: no lib/zstd.h in what came" >&2; exit 1; }
