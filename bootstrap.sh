#!/bin/sh
# From a fresh clone to a result, on Debian 12 or Ubuntu 24.04:
#   ./bootstrap.sh demo     installs what is missing, builds, runs the algorithms on two graphs, trains a network
#   ./bootstrap.sh check    installs what is missing, builds, runs the test suite
set -eu

cd "$(dirname "$0")"
. cmake/need_packages.sh
. cmake/list_skips.sh

usage() {
    echo "usage: ./bootstrap.sh demo|check" >&2
    exit 1
}

build_packages="cmake g++ ninja-build ccache pkg-config python3
    libcli11-dev libfmt-dev nlohmann-json3-dev libzstd-dev liblz4-dev zlib1g-dev libbz2-dev
    libopenblas-dev"
# libgraphblas-dev: the peer of the oracle tests and of tools/bench/versus. gfortran: the module `graphblas`.
# Open MPI: the tests of process groups.
# python3-venv: what tests of the Python package and of the site install their packages with.
test_packages="libgtest-dev libgraphblas-dev gfortran python3-venv libopenmpi-dev openmpi-bin"

# configure_and_build TARGET TESTS CUDA [OPTION]: the release preset with tests ON or OFF and the part for GPUs AUTO or OFF,
# in build/release.
configure_and_build() {
    cmake --preset release "-DGRAPHBLAST_BUILD_TESTS=$2" "-DGRAPHBLAST_CUDA=$3" \
        "-DGRAPHBLAST_WERROR=${GRAPHBLAST_WERROR:-OFF}" ${4:+"$4"}
    cmake --build --preset release --target "$1"
}

has_driver() {
    [ -e /dev/nvidiactl ]
}

demo() {
    # shellcheck disable=SC2086 # lists of words
    need_packages $build_packages
    # Kernels for GPUs take longer to compile than all else, and without a driver none would run.
    if has_driver; then
        configure_and_build demo OFF AUTO
    else
        echo "No NVIDIA driver: built for the CPU alone"
        configure_and_build demo OFF OFF
    fi
    for graph in tests/data/karate.mtx kron:16; do
        echo
        build/release/tools/graphblast run bfs,sssp,pagerank,tc,cc --graph "$graph"
    done
    echo
    build/release/tools/graphblast run gcn --graph tests/data/community.mtx \
        --features tests/data/community_features.mtx --labels tests/data/community_labels.tsv \
        --epochs 100
}

check() {
    # shellcheck disable=SC2086 # lists of words
    need_packages $build_packages $test_packages
    if has_driver; then
        configure_and_build all ON AUTO
    else
        # No kernel will run: that they compile for one architecture shows as much in a third of the time.
        configure_and_build all ON AUTO -DGRAPHBLAST_CUDA_ARCHITECTURES=90-real
    fi
    status=0
    ctest --preset release || status=$?
    list_skips build/release
    return $status
}

[ $# = 1 ] || usage
case $1 in
demo) demo ;;
check) check ;;
*) usage ;;
esac
