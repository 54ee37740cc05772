#!/usr/bin/env bash
# Usage: archive.sh FOLDER [CMAKE_OPTION...]
# Builds the library as an archive (BUILD_SHARED_LIBS=OFF) in FOLDER, installs it, and links programs with it: in C by
# pkg-config and by CMake, in C++. They must run without libgraphblast.so, and see no names but the API's.
# CMAKE_BUILD_TYPE=Debug takes a third of the time.
set -euo pipefail

[[ $# -ge 1 ]] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 1; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift

cmake -S "$root" -B "$folder/build" -G Ninja -DBUILD_SHARED_LIBS=OFF -DGRAPHBLAST_BUILD_TESTS=OFF -DGRAPHBLAST_BUILD_TOOLS=OFF \
    -DGRAPHBLAST_FORTRAN=OFF -DGRAPHBLAST_CUDA=OFF -DGRAPHBLAST_MPI=OFF "$@" >"$folder/configure.log"
cmake --build "$folder/build"
rm -rf "$folder/prefix"
cmake --install "$folder/build" --prefix "$folder/prefix" >/dev/null
archive=$(find "$folder/prefix" -name libgraphblast.a)
libraries=$(dirname "$archive")
[[ -z $(find "$folder/prefix" -name '*.so*') ]] || { echo "archive: a shared library was installed" >&2; exit 1; }

others=$(nm -g --defined-only "$archive" | awk 'NF == 3 && $3 !~ /^G(rB|rX|xB|B)_/ {print $3}')
[[ -z $others ]] || { echo "archive: names that are not the API's: $others" >&2; exit 1; }

export PKG_CONFIG_PATH=$libraries/pkgconfig
# example NAME COMMAND...: compiles into $folder/NAME, runs it.
example() {
    local name=$1
    shift
    "$@" -o "$folder/$name"
    ! ldd "$folder/$name" | grep -q libgraphblast || { echo "archive: $name needs the shared library" >&2; exit 1; }
    "$folder/$name" >"$folder/$name.out"
}
read -ra flags < <(pkg-config --cflags --libs graphblast)
example example "${CC:-cc}" -std=c11 "$here/example.c" "${flags[@]}"
diff "$folder/example.out" "$here/expected.txt"
example levels "${CXX:-c++}" -std=c++17 "$here/levels.cpp" "${flags[@]}"
diff "$folder/levels.out" "$here/expected.txt"

read -ra flags < <(pkg-config --cflags --libs graphblast_algorithms)
example algorithms "${CC:-cc}" -std=c11 "$here/algorithms.c" "${flags[@]}"
diff "$folder/algorithms.out" "$here/algorithms.txt"

mkdir -p "$folder/project"
cat >"$folder/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(archive LANGUAGES C CXX)
find_package(GraphBLAST REQUIRED)
add_executable(example "$here/example.c")
target_link_libraries(example PRIVATE GraphBLAST::GraphBLAST)
add_executable(algorithms "$here/algorithms.c")
target_link_libraries(algorithms PRIVATE GraphBLAST::algorithms)
END
cmake -S "$folder/project" -B "$folder/project/build" -DCMAKE_PREFIX_PATH="$folder/prefix" >/dev/null
cmake --build "$folder/project/build" >/dev/null
"$folder/project/build/example" | diff - "$here/expected.txt"
"$folder/project/build/algorithms" | diff - "$here/algorithms.txt"
echo "archive: $(stat -c %s "$archive") bytes; three programs by pkg-config and two by CMake passed"
