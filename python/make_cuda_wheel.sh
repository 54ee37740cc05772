#!/usr/bin/env bash
# Makes the wheel graphblast-cuda, the part for NVIDIA GPUs, of a build that has it: what the extra `cuda` of graphblast asks for.
#   python/make_cuda_wheel.sh BUILD_DIR FOLDER [PYTHON...]
# BUILD_DIR: as build/release. The wheel goes to FOLDER. Each PYTHON installs it and the wheel graphblast that is there,
# which must be of the same sources, in a clean environment. The plugin and its kernels come to lie beside the library.
set -euo pipefail

[[ $# -ge 2 ]] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 1; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
libraries=$(cd "$1" && pwd)/lib
folder=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2
most_bytes=15000000 # installed
for part in libgraphblast-cuda.so libgraphblast-cuda.pack; do
    [[ -e $libraries/$part ]] || { echo "$libraries has no $part: build with GRAPHBLAST_CUDA=ON" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -nE 's/^ +VERSION ([0-9.]+)$/\1/p' "$root/CMakeLists.txt")
# The oldest C library that has all the names that the plugin takes from it.
glibc=$(objdump -T "$libraries/libgraphblast-cuda.so" | grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -n 1)
tag=py3-none-manylinux_${glibc#GLIBC_}
tag=${tag/2./2_}_$(uname -m)

mkdir -p "$work/wheel/graphblast" "$work/wheel/graphblast_cuda-$version.dist-info/licenses"
strip --strip-unneeded -o "$work/wheel/graphblast/libgraphblast-cuda.so" "$libraries/libgraphblast-cuda.so"
cp "$libraries/libgraphblast-cuda.pack" "$work/wheel/graphblast/"
cp "$root/LICENSE" "$root/NOTICE" "$work/wheel/graphblast_cuda-$version.dist-info/licenses/"
cat >"$work/wheel/graphblast_cuda-$version.dist-info/METADATA" <<END
Metadata-Version: 2.4
Name: graphblast-cuda
Version: $version
Summary: The part of graphblast for NVIDIA GPUs of compute capability 8.0 and newer
Author: The GraphBLAST authors
License-Expression: Apache-2.0
License-File: LICENSE
License-File: NOTICE
Requires-Python: >=3.11
Requires-Dist: graphblast==$version
END
cat >"$work/wheel/graphblast_cuda-$version.dist-info/WHEEL" <<END
Wheel-Version: 1.0
Generator: make_cuda_wheel.sh
Root-Is-Purelib: false
Tag: $tag
END
python3 -m venv "$work/environment"
"$work/environment/bin/pip" install --quiet wheel
"$work/environment/bin/python" -m wheel pack "$work/wheel" --dest-dir "$folder" >/dev/null
wheel=$(find "$folder" -name "graphblast_cuda-$version-*.whl" -newer "$work/environment/pyvenv.cfg")
bytes=$(stat -c %s "$work"/wheel/graphblast/* | awk '{sum += $1} END {print sum}')
echo "$wheel: $bytes bytes when installed"
((bytes <= most_bytes)) || { echo "what the wheel installs has more than $most_bytes bytes" >&2; exit 1; }

# says TEXT: `python -m graphblast` has this in what it says of the GPU.
says() {
    local said
    said=$(cd "$work" && "$work/test/bin/python" -m graphblast)
    echo "$said"
    [[ $said == *"$1"* ]] || { echo "'$1' was expected" >&2; exit 1; }
}
for python in "$@"; do
    echo "=== $("$python" --version)"
    rm -rf "$work/test"
    "$python" -m venv "$work/test"
    "$work/test/bin/pip" install --quiet --find-links "$folder" "graphblast==$version"
    says "GPU: none: the part for GPUs is not installed: python/make_cuda_wheel.sh of a checkout makes its wheel"
    "$work/test/bin/pip" install --quiet --find-links "$folder" "graphblast[cuda]==$version"
    if [[ -e /dev/nvidiactl ]]; then
        says "GPU: NVIDIA"
    else
        says "GPU: none: there is no NVIDIA driver"
    fi
    # What the GPU would take runs, there or not, with the plugin open.
    (cd "$work" && GRAPHBLAST_CUDA=always "$work/test/bin/python" -c '
import ctypes, pathlib
import graphblast as gb
A = gb.Matrix.from_coo([0, 1, 2], [1, 2, 0], [1.0, 2.0, 3.0])
assert A.mxm(A).reduce("plus") == 11.0
ctypes.CDLL(str(pathlib.Path(gb.__file__).parent / "libgraphblast-cuda.so"))')
done
