# shellcheck shell=sh
# Sourced: need_packages PACKAGE... installs those that are missing (Debian 12, Ubuntu 24.04), as root
# or with sudo; without either it names them and returns 1. Nothing is touched when none is missing.

missing_packages() {
    for package in "$@"; do
        state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || state=none
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

need_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "No apt on this system. The Debian names of what the build needs: $*" >&2
        return 1
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0

    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        as_root=sudo
    else
        echo "Packages are missing, and neither root nor sudo is there to install them:" >&2
        echo "    apt-get install $missing" >&2
        return 1
    fi
    echo "Installing: $missing"
    # $missing and $as_root are lists of words.
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends $missing </dev/null >/dev/null && return 0
    echo "apt-get failed; these packages are needed: $missing" >&2
    return 1
}
