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
    "$prefix/include/suitesparse/GraphBLAS.h" "$libdir/libgraphblast.so"
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

# lacks_module_object PROGRAM: what only the object of the Fortran module defines is not in it.
lacks_module_object() { nm "$1" >"$work/symbols" && ! grep __graphblas_MOD_ "$work/symbols"; }

# The module is in the package of every build that found a Fortran compiler and was not told otherwise.
fortran=OFF
if ! command -v gfortran >/dev/null; then
    echo "downstream: no gfortran, Fortran left out"
elif grep -q '^GRAPHBLAST_FORTRAN:STRING=OFF' "$build/CMakeCache.txt"; then
    echo "downstream: built with GRAPHBLAST_FORTRAN=OFF, Fortran left out"
else
    fortran=ON
    mkdir "$work/modules"
    expect "Fortran module" gfortran -fsyntax-only -J "$work/modules" -Wall -Werror \
        "$prefix/share/graphblast/fortran/graphblas.f90"
    for program in levels arguments; do
        expect "Fortran $program with pkg-config" gfortran -I "$work/modules" -J "$work" "${warnings[@]}" \
            -std=f2018 "$here/$program.f90" -o "$work/${program}_fortran" "${link_flags[@]}"
    done
    expect "Fortran program" prints_levels "$work/levels_fortran"
    expect "Fortran arguments" "$work/arguments_fortran"
    awk '/^```/ { inside = /fortran$/; next } inside' "$here/../../docs/guide/fortran.md" >"$work/edges.f90"
    expect "example of docs/guide/fortran.md" gfortran -I "$work/modules" -J "$work" "${warnings[@]}" \
        -std=f2018 "$work/edges.f90" -o "$work/edges" "${link_flags[@]}"
    expect "its output" diff <("$work/edges") <(echo 2)
    # Nobody has to link the module's object; GNU ld takes the library's objects all the same.
    expect "Fortran in one command" gfortran -J "$work" \
        "$prefix/share/graphblast/fortran/graphblas.f90" "$here/levels.f90" \
        -o "$work/levels_fortran" "${link_flags[@]}"
    expect "Fortran program, module linked" prints_levels "$work/levels_fortran"
    expect "symbols tell that it is" grep -q __graphblas_MOD_ <(nm "$work/levels_fortran")
fi

expect "CMake configures" cmake -S "$here" -B "$work/cmake" -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_PREFIX_PATH=$prefix" -DDOWNSTREAM_FORTRAN=$fortran
expect "CMake builds" cmake --build "$work/cmake"
expect "CMake C program" prints_levels "$work/cmake/example"
expect "CMake C++ program" prints_levels "$work/cmake/levels"
if [[ $fortran == ON ]]; then
    expect "CMake Fortran program" prints_levels "$work/cmake/levels_fortran"
    expect "CMake Fortran arguments" "$work/cmake/arguments_fortran"
    # The programs above run either way where GNU ld links; with other linkers they would not.
    expect "CMake target without the module's object" lacks_module_object "$work/cmake/levels_fortran"
fi

# The names of SuiteSparse:GraphBLAS beside our own.
suitesparse_links_right() {
    [[ $(readlink "$libdir/libgraphblas.so") == libgraphblas.so.9 &&
        $(readlink "$libdir/libgraphblas.so.9") == libgraphblast.so.0.1.0 &&
        -f "$libdir/cmake/GraphBLAS/GraphBLASConfig.cmake" ]]
}
prints_entries() { diff <("$@") <(printf '0 1 0\n1 2 1\n2 0 2\n'); }
expect "names of SuiteSparse's files" suitesparse_links_right
flags() { PKG_CONFIG_PATH="$libdir/pkgconfig" pkg-config "$@" GraphBLAS; }
eval "compile_flags=($(flags --cflags)) link_flags=($(flags --libs))"
expect "pkg-config GraphBLAS" "${CC:-cc}" -std=c11 "${warnings[@]}" "${compile_flags[@]}" \
    "$here/suitesparse.c" -o "$work/suitesparse" "${link_flags[@]}" "-Wl,-rpath,$libdir"
expect "its program" prints_entries "$work/suitesparse"
expect "find_package(GraphBLAS 9)" cmake -S "$here/suitesparse" -B "$work/cmake_suitesparse" \
    "-DCMAKE_PREFIX_PATH=$prefix"
expect "CMake builds with it" cmake --build "$work/cmake_suitesparse"
expect "CMake program with it" prints_entries "$work/cmake_suitesparse/suitesparse"
# refuses VERSION: another major version is not what is asked for.
refuses() {
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(p NONE)\nfind_package(GraphBLAS %s CONFIG REQUIRED)\n' "$1" \
        >"$work/refused/CMakeLists.txt"
    ! cmake -S "$work/refused" -B "$work/refused/build" "-DCMAKE_PREFIX_PATH=$prefix"
}
mkdir "$work/refused"
expect "version 10 is refused" refuses 10.0

# A program that was compiled and linked against Debian's SuiteSparse:GraphBLAS runs with this library.
if [[ -e /usr/include/GraphBLAS.h && -n $(ldconfig -p | grep -m1 'libgraphblas\.so\.7') ]]; then
    mkdir "$work/as_debian"
    ln -s "$libdir/libgraphblast.so.0.1.0" "$work/as_debian/libgraphblas.so.7"
    expect "C against Debian's library" "${CC:-cc}" -std=c11 -isystem /usr/include \
        "$here/example.c" -o "$work/debian" -l:libgraphblas.so.7
    expect "it needs that library" grep -q 'libgraphblas\.so\.7' <(readelf -d "$work/debian")
    with_ours() { LD_LIBRARY_PATH="$work/as_debian" "$@"; }
    runs_with_ours() { with_ours "$work/debian" | diff - "$here/expected.txt"; }
    loads_ours() { with_ours ldd "$work/debian" | grep -q as_debian/libgraphblas.so.7; }
    expect "the loader takes ours" loads_ours
    expect "it runs with ours" runs_with_ours
else
    echo "downstream: no libgraphblas-dev, its binary left out"
fi

# Under /usr they might take the place of the system's own.
stays_out_of_usr() {
    DESTDIR="$work/staged" cmake --install "$build" --prefix /usr &&
        [[ ! -e $work/staged/usr/include/suitesparse ]] &&
        [[ -z $(find "$work/staged" -name 'libgraphblas.so*') ]]
}
expect "nothing of it under /usr" stays_out_of_usr

echo "downstream: $passed passed, $failed failed"
[[ $failed == 0 ]]
