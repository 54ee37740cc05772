#!/usr/bin/env bash
# Usage: run.sh BUILD_DIR. Installs the build to a temporary prefix, moves the prefix (the package
# must not remember where it was), then builds and runs programs against it.
set -euo pipefail

build=$(cd "$1" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# expect NAME COMMAND...: the command succeeds.
expect() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "downstream: $name failed:"
        sed 's/^/    /' "$work/log"
    fi
}

# prints_levels PROGRAM: it runs and prints the expected levels.
prints_levels() { "$1" | diff - "$here/expected.txt"; }

cmake --install "$build" --prefix "$work/first" >"$work/log"
prefix="$work/moved here"
mv "$work/first" "$prefix"
libdir=$(dirname "$(find "$prefix" -name libgraphblast.so)")

links_right() {
    [[ $(readlink "$libdir/libgraphblast.so") == libgraphblast.so.0 &&
        $(readlink "$libdir/libgraphblast.so.0") == libgraphblast.so.0.1.0 &&
        -f "$libdir/libgraphblast.so.0.1.0" && ! -L "$libdir/libgraphblast.so.0.1.0" &&
        -f "$prefix/include/GraphBLAS.h" ]]
}
expect "names of the installed files" links_right
expect "exported symbols" python3 "$here/../symbols/check_symbols.py" \
    "$prefix/include/GraphBLAS.h" "$libdir/libgraphblast.so"
if [[ -e "$build/tools/graphblast" ]]; then
    expect "bin/graphblast info" "$prefix/bin/graphblast" info
fi

# pkg-config escapes the space in the prefix, as a shell would read it back.
flags() { PKG_CONFIG_PATH="$libdir/pkgconfig" pkg-config "$@" graphblast; }
compile_flags=() link_flags=()
eval "compile_flags=($(flags --cflags)) link_flags=($(flags --libs))"
link_flags+=("-Wl,-rpath,$libdir")
warnings=(-Wall -Wextra -pedantic -Werror)

expect "C with pkg-config" "${CC:-cc}" -std=c11 "${warnings[@]}" "${compile_flags[@]}" \
    "$here/example.c" -o "$work/example" "${link_flags[@]}"
expect "C program" prints_levels "$work/example"
expect "C++ with pkg-config" "${CXX:-c++}" -std=c++17 "${warnings[@]}" "${compile_flags[@]}" \
    "$here/levels.cpp" -o "$work/levels" "${link_flags[@]}"
expect "C++ program" prints_levels "$work/levels"

if command -v gfortran >/dev/null; then
    expect "Fortran with pkg-config" gfortran -J "$work" -Wall -Werror "$here/levels.f90" \
        -o "$work/levels_fortran" "${link_flags[@]}"
    expect "Fortran program" prints_levels "$work/levels_fortran"
else
    echo "downstream: no gfortran, Fortran left out"
fi

expect "CMake configures" cmake -S "$here" -B "$work/cmake" -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_PREFIX_PATH=$prefix"
expect "CMake builds" cmake --build "$work/cmake"
expect "CMake C program" prints_levels "$work/cmake/example"
expect "CMake C++ program" prints_levels "$work/cmake/levels"

echo "downstream: $passed passed, $failed failed"
[[ $failed == 0 ]]
