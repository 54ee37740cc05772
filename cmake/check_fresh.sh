#!/usr/bin/env bash
# Usage: check_fresh.sh [debian|ubuntu] [demo|check|FOLDER]... (default: debian, both commands).
# Runs the commands of bootstrap.sh in a fresh system that holds git and a shell, on a clone of this
# repository's HEAD. FOLDER: installs its Debian packages there, and compiles README's example with them.
# Needs root, debootstrap and the network; leaves nothing behind.
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
system=debian
if [[ ${1:-} == debian || ${1:-} == ubuntu ]]; then
    system=$1
    shift
fi
commands=("$@")
[[ $# -gt 0 ]] || commands=(demo check)
[[ $(id -u) == 0 ]] || { echo "check_fresh.sh: needs root for debootstrap and chroot" >&2; exit 1; }

case $system in
debian)
    release=bookworm
    mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
    components=main
    script=bookworm
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
        DEBIAN_FRONTEND=noninteractive /bin/sh -ec "cd /root/graphblast && $1"
}

# packages FOLDER: what README says of linking, with what apt installs of the folder.
packages() {
    mkdir -p "$root/root/packages"
    cp "$1"/*.deb "$root/root/packages/"
    inside 'apt-get update -qq && apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 /root/packages/*.deb gcc libc6-dev pkg-config >/dev/null
        graphblast run bfs,cc --graph tests/data/karate.mtx
        cc -std=c11 tests/downstream/example.c $(pkg-config --cflags --libs graphblast) -o /root/example
        /root/example | diff - tests/downstream/expected.txt
        apt-get remove -y -qq -o Dpkg::Use-Pty=0 libgraphblast0 >/dev/null
        ! ls /usr/lib/*/libgraphblast* /usr/include/graphblast /usr/bin/graphblast 2>/dev/null'
}

git clone --quiet "file://$repository" "$root/root/graphblast"
for command in "${commands[@]}"; do
    start=$SECONDS
    if [[ -d $command ]]; then
        packages "$command"
    else
        inside "./bootstrap.sh $command"
    fi
    echo "check_fresh.sh: $command passed on $system $release in $((SECONDS - start)) s"
done
