#!/bin/sh
# The ABI of a built libgraphblast.so against the description in this folder (docs/internals/abi.md):
#   check_abi.sh LIBRARY           fails on every difference, additions too, and shows it
#   check_abi.sh --write LIBRARY   makes the description anew, after an intended change
set -eu

here=$(cd "$(dirname "$0")" && pwd)
description=$here/graphblast.abi

# Only what the public header shows; what the handles point to is not part of the ABI.
describe() {
    abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --no-parameter-names \
        --no-write-default-sizes --exported-interfaces-only --type-id-style hash \
        --headers-dir include --drop-private-types --out-file "$1" "$2"
}

case $# in
1) ;;
2) [ "$1" = --write ] && describe "$description" "$2" && exit 0 ;;
esac
[ $# = 1 ] || { sed -n '2,4s/^# *//p' "$0" >&2; exit 1; }

built=$(mktemp)
trap 'rm -f "$built"' EXIT
describe "$built" "$1"
# A library without debug information would have nothing to compare.
functions=$(grep -c '<function-decl' "$built" || true)
symbols=$(nm -D --defined-only "$1" | grep -c ' T ')
if [ "$functions" -ne "$symbols" ]; then
    echo "check_abi.sh: $1 exports $symbols functions, $functions of them with debug information" >&2
    exit 1
fi
if ! abidiff --impacted-interfaces "$description" "$built"; then
    echo "check_abi.sh: the ABI differs from tests/abi/graphblast.abi. Intended: run it with --write;" \
        "docs/internals/abi.md says what may change." >&2
    exit 1
fi
echo "$functions functions as described in tests/abi/graphblast.abi"
