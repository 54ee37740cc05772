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
        -f "$prefix/include/graphblast/GraphBLAS.h" && ! -e "$prefix/include/GraphBLAS.h" ]]
}
expect "names of the installed files" links_right
expect "exported symbols" python3 "$here/../symbols/check_symbols.py" \
    --also "$prefix/include/graphblast/graphblast/grx_team.h" \
    --also "$prefix/include/graphblast/graphblast/grx_narrow.h" "$prefix/include/suitesparse/GraphBLAS.h" "$libdir/libgraphblast.so"
if [[ -e "$build/tools/graphblast" ]]; then
    expect "bin/graphblast info" "$prefix/bin/graphblast" info
    expect "manual page" test -s "$prefix/share/man/man1/graphblast.1"
    expect "completion" test -s "$prefix/share/bash-completion/completions/graphblast"
fi

expect "symbols of the algorithms" python3 "$here/../symbols/check_algorithms.py" \
    --include "$prefix/include/graphblast" "$libdir/libgraphblast_algorithms.so"

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

# The library of algorithms, which finds the other one beside itself.
prints_algorithms() { "$1" | diff - "$here/algorithms.txt"; }
algorithm_flags=()
eval "algorithm_flags=($(PKG_CONFIG_PATH="$libdir/pkgconfig" pkg-config --cflags --libs graphblast_algorithms))"
for standard in c99 c11 c++17; do
    expect "algorithms in $standard with pkg-config" "${CC:-cc}" -x "${standard%%[19]*}" "-std=$standard" "${warnings[@]}" \
        "$here/algorithms.c" -x none -o "$work/algorithms" "${algorithm_flags[@]}" "-Wl,-rpath,$libdir"
    expect "its program" prints_algorithms "$work/algorithms"
done

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
expect "CMake program with algorithms" prints_algorithms "$work/cmake/algorithms"
if [[ $fortran == ON ]]; then
    expect "CMake Fortran program" prints_levels "$work/cmake/levels_fortran"
    expect "CMake Fortran arguments" "$work/cmake/arguments_fortran"
    # The programs above run either way where GNU ld links; with other linkers they would not.
    expect "CMake target without the module's object" lacks_module_object "$work/cmake/levels_fortran"
fi

# The names of SuiteSparse:GraphBLAS beside our own. GRAPHBLAST_SUITESPARSE_VERSION says which one is meant without a number.
default=$(sed -n 's/^GRAPHBLAST_SUITESPARSE_VERSION:STRING=//p' "$build/CMakeCache.txt")
suitesparse_links_right() {
    [[ $(readlink "$libdir/libgraphblas.so.10") == libgraphblas.so.10.5.1 &&
        $(readlink "$libdir/libgraphblas.so.9") == libgraphblas.so.9.3.1 &&
        $(readlink "$libdir/libgraphblas.so.7") == libgraphblas.so.7.4.0 &&
        -f "$libdir/cmake/GraphBLAS/GraphBLASConfig.cmake" ]]
}
prints_entries() { diff <("$@") <(printf '0 1 0\n1 2 1\n2 0 2\n'); }
# needs PROGRAM LIBRARY: the program was linked to that name.
needs() { readelf -d "$1" | grep -q "NEEDED.*\[$2\]"; }
expect "names of SuiteSparse's files" suitesparse_links_right
flags() { PKG_CONFIG_PATH="$libdir/pkgconfig" pkg-config "$@" GraphBLAS; }
eval "compile_flags=($(flags --cflags)) link_flags=($(flags --libs))"
expect "pkg-config GraphBLAS" "${CC:-cc}" -std=c11 "${warnings[@]}" "${compile_flags[@]}" \
    "$here/suitesparse.c" -o "$work/suitesparse" "${link_flags[@]}" "-Wl,-rpath,$libdir"
expect "its program" prints_entries "$work/suitesparse"
expect "its library" needs "$work/suitesparse" "libgraphblas.so.$default"
# The include path and the name of the library as the Python binding's build gives them: PREFIX/include comes first.
expect "-lgraphblas alone" "${CC:-cc}" -std=c11 "${warnings[@]}" -I"$prefix/include" -I"$prefix/include/suitesparse" \
    "$here/suitesparse.c" -o "$work/suitesparse" -L"$libdir" -lgraphblas "-Wl,-rpath,$libdir"
expect "its program" prints_entries "$work/suitesparse"
for version in 9 10; do
    expect "find_package(GraphBLAS $version)" cmake -S "$here/suitesparse" -B "$work/cmake_$version" \
        "-DCMAKE_PREFIX_PATH=$prefix" "-DWANTED_VERSION=$version"
    expect "CMake builds with it" cmake --build "$work/cmake_$version"
    expect "CMake program with it" prints_entries "$work/cmake_$version/suitesparse"
    expect "its library" needs "$work/cmake_$version/suitesparse" "libgraphblas.so.$version"
    # The second program names nothing that the small library has; compilers of some distributions ask for --as-needed.
    expect "CMake with --as-needed" cmake -S "$here/suitesparse" -B "$work/as_needed_$version" \
        "-DCMAKE_PREFIX_PATH=$prefix" "-DWANTED_VERSION=$version" "-DCMAKE_EXE_LINKER_FLAGS=-Wl,--as-needed"
    expect "CMake builds with --as-needed" cmake --build "$work/as_needed_$version"
    expect "CMake program with --as-needed" prints_entries "$work/as_needed_$version/suitesparse"
    expect "plain program with --as-needed" "$work/as_needed_$version/plain"
    expect "--as-needed keeps its library" needs "$work/as_needed_$version/plain" "libgraphblas.so.$version"
done
# refuses VERSION: there is none of that major number, or none as new.
refuses() {
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(p NONE)\nfind_package(GraphBLAS %s CONFIG REQUIRED)\n' "$1" \
        >"$work/refused/CMakeLists.txt"
    ! cmake -S "$work/refused" -B "$work/refused/build" "-DCMAKE_PREFIX_PATH=$prefix"
}
for version in 9 10; do
    expect "C++ of version $version" "${CXX:-c++}" -std=c++17 "${warnings[@]}" "-I$prefix/include/suitesparse" \
        "-DGRAPHBLAST_SUITESPARSE_VERSION=$version" "$here/numbers.cpp" -o "$work/numbers" \
        -L"$libdir" -lgraphblas -lgraphblast "-Wl,-rpath,$libdir"
    expect "C++ of version $version runs" "$work/numbers"
done
mkdir "$work/refused"
for version in 8.0 9.4 10.6 11; do
    expect "version $version is refused" refuses "$version"
done

# Results where SuiteSparse and the C API differ: SuiteSparse's for its header and for its names, the C API's else.
of_the_standard=$(printf 'twice: -3, 0\nrow first: no\nexported: 2 0 5\ndiagonal: 5 5')
of_suitesparse=$(printf 'twice: 0, 7\nrow first: yes\nexported: 0 2 5\ndiagonal: -1 -1')
# results NAME INCLUDE_DIR EXPECTED LINK_FLAGS...
results() {
    local name=$1 include=$2 expected=$3
    shift 3
    expect "results $name" "${CC:-cc}" -std=c11 "${warnings[@]}" "-I$include" "$here/results.c" -o "$work/results" \
        -L"$libdir" "$@" -lgraphblast "-Wl,-rpath,$libdir"
    expect "results $name are right" diff <("$work/results") <(echo "$expected")
}
results "of GraphBLAS.h" "$prefix/include/graphblast" "$of_the_standard"
results "of SuiteSparse's header" "$prefix/include/suitesparse" "$of_suitesparse"
for version in 7 9 10; do
    results "of libgraphblas.so.$version" "$prefix/include/graphblast" "$of_suitesparse" "-l:libgraphblas.so.$version"
done

# Programs of a version: numbers and layouts that moved.
entries=$(printf '0 2 1.5\n2 1 2.5')
# prints_versions VERSION COMMAND...: header and library are of that version, and the entries are found.
prints_versions() {
    local expected=$1
    shift
    diff <("$@" | sed 's/ of .*//') <(printf '%s, %s\n%s\n' "$expected" "$expected" "$entries")
}
for each in 9.3.1 10.5.1; do
    version=${each%%.*}
    expect "program of version $version" "${CC:-cc}" -std=c11 "${warnings[@]}" "-I$prefix/include/suitesparse" \
        "-DGRAPHBLAST_SUITESPARSE_VERSION=$version" "-DLAYOUT_$version" "$here/versions.c" -o "$work/versions" \
        -L"$libdir" "-l:libgraphblas.so.$version" -lgraphblast "-Wl,-rpath,$libdir"
    expect "program of version $version runs" prints_versions "$each" "$work/versions"
done

# Programs that were compiled and linked against Debian's SuiteSparse:GraphBLAS run with this library.
if [[ -e /usr/include/GraphBLAS.h && -n $(ldconfig -p | grep -m1 'libgraphblas\.so\.7') ]]; then
    with_ours() { LD_LIBRARY_PATH="$libdir" "$@"; }
    loads_ours() { with_ours ldd "$1" | grep 'libgraphblas\.so\.7' | grep -qF "$libdir"; }
    for program in example versions results; do
        expect "C against Debian's library" "${CC:-cc}" -std=c11 -isystem /usr/include \
            "$here/$program.c" -o "$work/debian_$program" -l:libgraphblas.so.7
        expect "it needs that library" needs "$work/debian_$program" libgraphblas.so.7
        expect "the loader takes ours" loads_ours "$work/debian_$program"
    done
    runs_with_ours() { with_ours "$work/debian_example" | diff - "$here/expected.txt"; }
    expect "Debian's example runs with ours" runs_with_ours
    expect "Debian's constants mean the same" prints_versions 7.4.0 with_ours "$work/debian_versions"
    same_results() { diff <("$work/debian_results") <(with_ours "$work/debian_results"); }
    expect "Debian's results are ours" same_results
else
    echo "downstream: no libgraphblas-dev, its binaries left out"
fi

# Opened by the name of a link in another folder, the library looks for its plugin beside itself.
if [[ -e $libdir/libgraphblast-cuda.so ]]; then
    mkdir "$work/links"
    ln -s "$libdir/libgraphblast.so.0" "$work/links/libother.so.1"
    opens_the_plugin() {
        LD_PRELOAD="$work/links/libother.so.1" LD_LIBRARY_PATH="$libdir" GRAPHBLAST_CUDA=always LD_DEBUG=files \
            "$work/example" 2>&1 | grep -F "file=$libdir/libgraphblast-cuda.so"
    }
    expect "the plugin is found through a link" opens_the_plugin
else
    echo "downstream: no GPU plugin, its place left out"
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
