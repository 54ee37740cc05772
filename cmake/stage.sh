#!/bin/sh
# Collects what a machine with a GPU needs to run the tests and benchmarks of a build made elsewhere:
#   cmake/stage.sh BUILD FOLDER
# Binaries are stripped; the shared libraries that a bare system may lack lie beside them. There:
#   LD_LIBRARY_PATH=FOLDER FOLDER/test_differential
set -eu

[ $# = 2 ] || { sed -n '2,5s/^# *//p' "$0" >&2; exit 1; }
build=$1 stage=$2
rm -rf "$stage"
mkdir -p "$stage"
cp -P "$build"/lib/libgraphblast* "$stage/"
for program in tests/test_differential tests/test_cuda tests/test_unit tests/test_api \
    tests/test_algorithms tests/test_threads tests/test_faults \
    tools/graphblast tools/device_spmv tools/device_spmm tools/device_ssd \
    tools/device_mxm tools/device_spgemm tools/device_frontiers tools/device_schedules; do
    [ ! -x "$build/$program" ] || cp "$build/$program" "$stage/"
done
bench=$(dirname "$0")/../tools/bench
cp "$bench/gnn_graphs.tsv" "$bench/spmm_table" "$bench/gcn_versus_torch.py" "$stage/"
strip "$stage"/*.so* "$stage"/test_* "$stage"/graphblast "$stage"/device_[a-z]* 2>/dev/null || true
for file in "$stage"/*; do
    ldd "$file" 2>/dev/null
done | awk '$3 ~ /lib(gomp|zstd|lz4|bz2|fmt|z|stdc\+\+|gcc_s)\.so/ {print $3}' | sort -u |
    xargs -r -I{} cp -L {} "$stage/"
du -sh "$stage"
