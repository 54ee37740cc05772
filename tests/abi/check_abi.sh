#!/bin/sh
# The ABI of a built libgraphblast.so or libgraphblast_algorithms.so against the description in this folder (docs/internals/abi.md):
#   check_abi.sh LIBRARY           fails on every difference, additions too, and shows it
#   check_abi.sh --write LIBRARY   shows the difference and makes the description anew, after an intended change
set -eu

here=$(cd "$(dirname "$0")" && pwd)
write=no
[ "${1-}" != --write ] || { write=yes; shift; }
[ $# = 1 ] || { sed -n '2,4s/^# *//p' "$0" >&2; exit 1; }

described=graphblast
case ${1##*/} in libgraphblast_algorithms.*) described=graphblast_algorithms ;; esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The first description of a library has no other to compare with.
if [ $write = no ] || [ -e "$here/$described.abi.xz" ]; then
    xz -dc "$here/$described.abi.xz" >"$folder/described.abi"
fi
# Only what the public header shows; what the handles point to is not part of the ABI.
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --no-parameter-names \
    --no-write-default-sizes --exported-interfaces-only --type-id-style hash \
    --headers-dir include --drop-private-types --out-file "$folder/built.abi" "$1"
# A library without debug information would have nothing to compare.
functions=$(grep -c '<function-decl' "$folder/built.abi" || true)
symbols=$(nm -D --defined-only "$1" | grep -c ' T ')
if [ "$functions" -ne "$symbols" ]; then
    echo "check_abi.sh: $1 exports $symbols functions, $functions of them with debug information" >&2
    exit 1
fi
is_described=yes
[ ! -e "$folder/described.abi" ] || abidiff --impacted-interfaces "$folder/described.abi" "$folder/built.abi" || is_described=no
if [ $write = yes ]; then
    xz -9e -c "$folder/built.abi" >"$folder/built.abi.xz"
    mv "$folder/built.abi.xz" "$here/$described.abi.xz"
elif [ $is_described = no ]; then
    echo "check_abi.sh: the ABI differs from tests/abi/$described.abi.xz. Intended: run it with --write;" \
        "docs/internals/abi.md says what may change." >&2
    exit 1
fi
echo "$functions functions as described in tests/abi/$described.abi.xz"
