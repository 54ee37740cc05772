#!/usr/bin/env bash
# Usage: check_aarch64.sh BUILD_DIR [CMAKE_OPTION...]
# Builds the library for aarch64 with Debian's cross compiler, and runs small programs against it under qemu: two of
# tests/downstream and the samples of the reference. Needs Debian 12, root and the network for what is missing.
# CXXFLAGS=-O0 takes a third of the time.
set -euo pipefail

[[ $# -ge 1 ]] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 1; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$root"
. cmake/need_packages.sh
need_packages g++-aarch64-linux-gnu qemu-user-static cmake ninja-build pkg-config

export GRAPHBLAST_SYSROOT=$build/sysroot
packages=(libzstd-dev libzstd1 liblz4-dev liblz4-1 libgomp1 libstdc++6 libgcc-s1)
if [[ ! -e $GRAPHBLAST_SYSROOT/done ]]; then
    dpkg --add-architecture arm64
    apt-get update -qq
    mkdir -p "$build/debs"
    (cd "$build/debs" && apt-get download -qq "${packages[@]/%/:arm64}")
    for package in "$build"/debs/*.deb; do dpkg -x "$package" "$GRAPHBLAST_SYSROOT"; done
    touch "$GRAPHBLAST_SYSROOT/done"
fi

cmake -S . -B "$build/library" -G Ninja --toolchain cmake/aarch64.cmake -DCMAKE_BUILD_TYPE=Release -DGRAPHBLAST_BUILD_TESTS=OFF \
    -DGRAPHBLAST_BUILD_TOOLS=OFF -DGRAPHBLAST_CUDA=OFF -DGRAPHBLAST_FORTRAN=OFF -DGRAPHBLAST_BLAS=OFF "$@"
cmake --build "$build/library" --target graphblast

library=$build/library/lib
libraries=$library:$GRAPHBLAST_SYSROOT/usr/lib/aarch64-linux-gnu:$GRAPHBLAST_SYSROOT/lib/aarch64-linux-gnu
failed=0
# run NAME COMPILER SOURCE...: compiles it, runs it, and keeps what it prints.
run() {
    local name=$1
    shift
    "$@" -Iinclude -Itests/downstream -L"$library" -Wl,-rpath-link,"$libraries" -lgraphblast -lm -o "$build/$name" &&
        qemu-aarch64-static -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH="$libraries" "$build/$name" >"$build/$name.out" &&
        echo "aarch64: $name passed" && return
    echo "aarch64: $name FAILED"
    failed=1
}
c=(aarch64-linux-gnu-gcc -std=c11)
run example "${c[@]}" tests/downstream/example.c
diff "$build/example.out" tests/downstream/expected.txt || failed=1
run plain "${c[@]}" tests/downstream/plain.c
for sample in docs/samples/*.c; do
    run "$(basename "$sample" .c)" "${c[@]}" "$sample"
done
file "$library/libgraphblast.so.0.1.0" | grep -o 'ARM aarch64' || failed=1
exit $failed
