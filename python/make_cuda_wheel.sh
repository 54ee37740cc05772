#!/usr/bin/env bash
# Makes the wheel graphblast-cuda, the part for NVIDIA GPUs, of a build that has it: what `pip install graphblast[cuda]` adds.
#   python/make_cuda_wheel.sh BUILD_DIR FOLDER     as build/release; the wheel goes to FOLDER
# It puts the plugin and its kernels beside the library of the wheel graphblast, which must be of the same sources.
set -euo pipefail

[[ $# == 2 ]] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 1; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
libraries=$(cd "$1" && pwd)/lib
folder=$(mkdir -p "$2" && cd "$2" && pwd)
most_bytes=20000000
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
cp "$root/LICENSE" "$work/wheel/graphblast_cuda-$version.dist-info/licenses/"
cat >"$work/wheel/graphblast_cuda-$version.dist-info/METADATA" <<END
Metadata-Version: 2.4
Name: graphblast-cuda
Version: $version
Summary: The part of graphblast for NVIDIA GPUs of compute capability 8.0 and newer
License-Expression: Apache-2.0
License-File: LICENSE
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
bytes=$(stat -c %s "$wheel")
echo "$wheel: $bytes bytes"
((bytes <= most_bytes)) || { echo "the wheel has more than $most_bytes bytes" >&2; exit 1; }
