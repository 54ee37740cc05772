#!/usr/bin/env bash
# Usage: check_fresh.sh [debian|ubuntu] [demo|check]... (default: debian, both commands).
# Runs the commands of bootstrap.sh in a fresh system that holds git and a shell, on a clone of this
# repository's HEAD. Needs root, debootstrap and the network; leaves nothing behind.
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

git clone --quiet "file://$repository" "$root/root/graphblast"
for command in "${commands[@]}"; do
    start=$SECONDS
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        /bin/sh -c "cd /root/graphblast && ./bootstrap.sh $command"
    echo "check_fresh.sh: ./bootstrap.sh $command passed on $system $release in $((SECONDS - start)) s"
done
