#!/usr/bin/env bash
# Usage: check_fresh.sh [debian|ubuntu|sid] [demo|check|FOLDER|WHEEL]... (default: debian, both commands).
# Runs the commands of bootstrap.sh in a fresh system that holds git and a shell, on a clone of this
# repository's HEAD. FOLDER: installs its Debian packages there, and compiles README's example with them.
# WHEEL: installs it for the system's Python, and runs the Python package's tests. sid has the newest Python.
# Needs root, debootstrap and the network; leaves nothing behind.
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
system=debian
if [[ ${1:-} =~ ^(debian|ubuntu|sid)$ ]]; then
    system=$1
    shift
fi
commands=("$@")
[[ $# -gt 0 ]] || commands=(demo check)
[[ $(id -u) == 0 ]] || { echo "check_fresh.sh: needs root for debootstrap and chroot" >&2; exit 1; }

case $system in
debian | sid)
    release=$([[ $system == sid ]] && echo sid || echo bookworm)
    mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
    components=main
    script=$release
    ;;
ubuntu)
    release=noble
    mirror=${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
    components=main,universe
    script=gutsy # what every later Ubuntu is installed with; Debian's debootstrap may not know noble
    ;;
esac

root=$(mktemp -d)
clean_up() {
    if mountpoint -q "$root/proc"; then umount "$root/proc" || return; fi
    rm -rf --one-file-system "$root"
}
trap clean_up EXIT

echo "check_fresh.sh: $system $release in $root"
debootstrap --variant=minbase --components="$components" --include=git \
    "$release" "$root" "$mirror" "$script" >"$root/debootstrap.log" 2>&1 ||
    { tail -n 20 "$root/debootstrap.log" >&2; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"

# inside COMMAND: runs it in the fresh system, in the clone.
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive /bin/sh -ec "cd /root/graphblast; $1"
}

# install PACKAGES: by apt. The mirror may be a snapshot of sid, whose lists are valid for a week.
install() {
    inside "apt-get update -qq -o Acquire::Check-Valid-Until=false
        apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 $1 >/dev/null"
}

# packages FOLDER: what README says of linking, with what apt installs of the folder.
packages() {
    mkdir -p "$root/root/packages"
    cp "$1"/*.deb "$root/root/packages/"
    install '/root/packages/*.deb gcc libc6-dev pkg-config'
    # shellcheck disable=SC2016 # the other system's shell expands these
    inside 'graphblast run bfs,cc --graph tests/data/karate.mtx
        cc -std=c11 tests/downstream/example.c $(pkg-config --cflags --libs graphblast) -o /root/example
        /root/example | diff - tests/downstream/expected.txt
        apt-get remove -y -qq -o Dpkg::Use-Pty=0 libgraphblast0 >/dev/null
        test -z "$(ls -d /usr/lib/*/libgraphblast* /usr/include/graphblast /usr/bin/graphblast 2>/dev/null)"'
}

# wheel FILE: in a virtual environment, away from the checkout's own package.
wheel() {
    mkdir -p "$root/root/wheels"
    cp "$1" "$root/root/wheels/"
    install 'python3-venv ca-certificates'
    # Those that pip trusts here: a proxy's may be among them.
    [[ -z ${PIP_CERT:-} ]] || cp "$PIP_CERT" "$root/etc/ssl/certs/ca-certificates.crt"
    # shellcheck disable=SC2016
    inside 'python3 --version
        python3 -m venv /root/python
        export PIP_CERT=/etc/ssl/certs/ca-certificates.crt
        /root/python/bin/pip install -q --disable-pip-version-check "$(echo /root/wheels/*.whl)[test]"
        cd /
        /root/python/bin/python -m pytest -q -p no:cacheprovider /root/graphblast/tests/python'
}

git clone --quiet "file://$repository" "$root/root/graphblast"
for command in "${commands[@]}"; do
    start=$SECONDS
    if [[ -d $command ]]; then
        packages "$command"
    elif [[ $command == *.whl ]]; then
        wheel "$command"
    else
        inside "./bootstrap.sh $command"
    fi
    echo "check_fresh.sh: $command passed on $system $release in $((SECONDS - start)) s"
done
