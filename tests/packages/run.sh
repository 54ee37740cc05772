#!/usr/bin/env bash
# Usage: run.sh BUILD_DIR. Makes the Debian packages of a build, unpacks them beside each other, and compiles and runs a program
# with what is in them. Status 77: a tool of dpkg is missing.
set -euo pipefail

build=$(cd "$1" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for command in cpack dpkg-deb dpkg-shlibdeps file; do
    command -v "$command" >/dev/null || { echo "skipped: no $command"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cpack --config "$build/CPackConfig.cmake" -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=none -B "$work/packages" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
cd "$work"
failed=0
fail() { echo "packages: $*" >&2; failed=1; }

# in_package NAME PATTERN: one of its files has this path.
in_package() { dpkg-deb -c packages/"$1"_*.deb | awk '{print $6}' | grep -Eq "^\./usr/$2$" || fail "$1 has no $2"; }
not_in_package() { ! dpkg-deb -c packages/"$1"_*.deb | awk '{print $6}' | grep -Eq "^\./usr/$2$" || fail "$1 has $2"; }
depends() { dpkg-deb -f packages/"$1"_*.deb Depends | grep -q "$2" || fail "$1 does not depend on $2"; }

in_package libgraphblast0 'lib(/[^/]+)?/libgraphblast\.so\.0'
in_package libgraphblast0 'lib(/[^/]+)?/libgraphblast_algorithms\.so\.0'
in_package libgraphblast0 'share/doc/.*/LICENSE'
in_package libgraphblast0 'share/doc/.*/NOTICE'
depends libgraphblast0 libzstd1
depends libgraphblast0 libc6
# The library that is opened by name is in each package that is recommended, as far as they are installed here.
opened=$(grep -aoF libopenblas.so.0 "$build/lib/libgraphblast.so" | uniq || true)
recommended=$(dpkg-deb -f packages/libgraphblast0_*.deb Recommends)
[[ -z $opened || -n $recommended ]] || fail "libgraphblast0 opens $opened and recommends nothing"
[[ -n $opened || -z $recommended ]] || fail "libgraphblast0 recommends $recommended and opens none of it"
for package in ${recommended//|/}; do
    contents=$(dpkg -L "$package" 2>/dev/null) || continue
    grep -q "/$opened\$" <<<"$contents" || fail "$package, which is recommended, has no $opened"
done
for package in packages/*.deb; do
    ! dpkg-deb -f "$package" Maintainer | grep -q '@.*\.invalid' || fail "$package: its maintainer's address is none"
done
not_in_package libgraphblast0 '.*\.h'
not_in_package libgraphblast0 'lib(/[^/]+)?/libgraphblast\.so'
in_package libgraphblast-dev 'lib(/[^/]+)?/libgraphblast\.so'
in_package libgraphblast-dev include/graphblast/GraphBLAS.h
in_package libgraphblast-dev 'lib(/[^/]+)?/libgraphblast_algorithms\.so'
in_package libgraphblast-dev include/graphblast/graphblast/algorithms.h
in_package libgraphblast-dev include/graphblast/graphblast/gba_paths.h
in_package libgraphblast-dev 'lib(/[^/]+)?/pkgconfig/graphblast.pc'
in_package libgraphblast-dev 'lib(/[^/]+)?/pkgconfig/graphblast_algorithms.pc'
in_package libgraphblast-dev 'lib(/[^/]+)?/cmake/GraphBLAST/GraphBLASTConfig.cmake'
depends libgraphblast-dev 'libgraphblast0 (= '
# In /usr these are another package's.
for package in libgraphblast0 libgraphblast-dev; do
    not_in_package "$package" '.*/libgraphblas\.so.*'
    not_in_package "$package" include/GraphBLAS.h
    not_in_package "$package" include/suitesparse/GraphBLAS.h
done
if [[ -e $build/tools/graphblast ]]; then
    in_package graphblast-tools bin/graphblast
    depends graphblast-tools 'libgraphblast0 (= '
fi

mkdir root
for package in packages/*.deb; do dpkg-deb -x "$package" root; done
libraries=$(dirname "$(find root -name 'libgraphblast.so.0')")
# at_most BYTES FILE...: the files together have no more.
at_most() {
    local bytes
    bytes=$(stat -L -c %s "${@:2}" | awk '{sum += $1} END {print sum}')
    echo "${2##*/}: $bytes bytes of $1"
    ((bytes <= $1)) || fail "${*:2}: $bytes bytes, more than $1"
}
if grep -q '^CMAKE_BUILD_TYPE:STRING=Release$' "$build/CMakeCache.txt"; then
    at_most 8000000 "$libraries/libgraphblast.so.0"
    [[ ! -e $libraries/libgraphblast-cuda.so ]] || at_most 15000000 "$libraries"/libgraphblast-cuda.*
fi
example=("$here/../downstream/example.c" -o example)
flags=$(PKG_CONFIG_PATH="$libraries/pkgconfig" pkg-config --cflags --libs graphblast)
# shellcheck disable=SC2086 # a list of words, without spaces in them: the folder is ours
"${CC:-cc}" -std=c11 "${example[@]}" $flags
LD_LIBRARY_PATH="$libraries" ./example | diff - "$here/../downstream/expected.txt" || fail "the example prints something else"
flags=$(PKG_CONFIG_PATH="$libraries/pkgconfig" pkg-config --cflags --libs graphblast_algorithms)
# shellcheck disable=SC2086 # as above
"${CC:-cc}" -std=c11 "$here/../downstream/algorithms.c" -o algorithms $flags
LD_LIBRARY_PATH="$libraries" ./algorithms | diff - "$here/../downstream/algorithms.txt" || fail "the example of algorithms prints something else"
[[ ! -x root/usr/bin/graphblast ]] || root/usr/bin/graphblast info >/dev/null || fail "graphblast info fails"
exit $failed
