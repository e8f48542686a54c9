#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that a build with tests needs. It installs only missing packages. If none is
# missing, it fetches nothing and needs no rights.
# --browser: also what the explorer's tests need: Chromium, Node.js and npm. Debian's Chromium without windows is enough,
# and takes two thirds of the processor time; Ubuntu has no package of either.
# --packaging: also what the tests of installations need: the shells that have completions, a formatter of manual
# pages, and what makes Debian packages and Python wheels; and what the notebook of examples draws with.
# --site: also what the test of examples/site needs: nginx, Caddy, curl and openssl.
# --lintian: also what the test of the Debian packages' form needs.
# --attack: also what scripts/attack.sh needs: Python, and the programs that make name spaces and file systems.
# --cross: also what ./test.sh --cross needs: an emulator, compilers for arm64, s390x and i386, and what builds zstd.
# --windows: also what a build for Windows needs: MinGW, Wine to run it, and what builds zstd.
# --wasm: also what the WebAssembly module needs: clang for it, its C and C++ libraries, and what unpacks the sources
# of zstd.
# --mpi: also what dameotb-mpi needs: Open MPI.
# --clang: also the newest clang of Debian 12, its sanitizers and fuzzer, and its OpenMP library.
set -euo pipefail

packages=(cmake ninja-build g++ pkg-config libzstd-dev libxxhash-dev libcli11-dev nlohmann-json3-dev libfmt-dev
    libboost-dev catch2 libbenchmark-dev)

fail() {
    echo "install-packages: $*" >&2
    exit 1
}

if [[ ${1-} == --browser ]]; then
    command -v node >/dev/null || packages+=(nodejs)
    command -v npm >/dev/null || packages+=(npm)
    if command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null; then
        :
    elif grep -qx ID=debian /etc/os-release; then
        packages+=(chromium-headless-shell)
    else
        echo "install-packages: the explorer is tested where there is a program chromium; here there is none" >&2
    fi
elif [[ ${1-} == --site ]]; then
    packages+=(nginx-light caddy curl openssl)
elif [[ ${1-} == --lintian ]]; then
    packages+=(lintian)
elif [[ ${1-} == --cross ]]; then
    packages+=(qemu-user g++-aarch64-linux-gnu g++-s390x-linux-gnu g++-i686-linux-gnu make xz-utils)
elif [[ ${1-} == --windows ]]; then
    packages+=(g++-mingw-w64-x86-64-posix wine64 make xz-utils)
elif [[ ${1-} == --clang ]]; then
    packages+=(clang-19 libclang-rt-19-dev libomp-19-dev)
elif [[ ${1-} == --mpi ]]; then
    packages+=(libopenmpi-dev openmpi-bin)
elif [[ ${1-} == --wasm ]]; then
    packages+=(clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 wasi-libc libclang-rt-19-dev-wasm32 xz-utils)
elif [[ ${1-} == --packaging ]]; then
    packages+=(zsh fish groff-base dpkg-dev file)
    packages+=(python3-matplotlib python3-numpy python3-pip python3-setuptools python3-venv python3-wheel)
elif [[ ${1-} == --attack ]]; then
    command -v python3 >/dev/null || packages+=(python3-minimal libpython3-stdlib)
    command -v unshare >/dev/null || packages+=(util-linux)
    command -v mount >/dev/null || packages+=(mount)
fi

command -v dpkg-query >/dev/null || fail "this is no Debian or Ubuntu; install the equivalents of: ${packages[*]}"

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null || true)
    grep -qx installed <<<"$status" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

echo "installing: ${missing[*]}"
as_root=()
if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || fail "neither root nor sudo; as root run: $0 $* (installs ${missing[*]})"
    as_root=(sudo)
fi
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@"
}
install() {
    apt install -y --no-install-recommends "${missing[@]}" >/dev/null
}
# The package lists may be missing or too old; they are fetched only if it does not work without.
install 2>/dev/null || {
    apt update || fail "apt-get update failed (no network?); still missing: ${missing[*]}"
    install || fail "apt-get install failed; still missing: ${missing[*]}"
}
