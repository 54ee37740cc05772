# shellcheck shell=sh
# Sourced: list_skips FOLDER says what the last ctest in a build folder skipped and why, whole tests and cases within
# them, by their reasons. The reasons say how to have it.
list_skips() {
    log=$1/Testing/Temporary/LastTest.log
    [ -f "$log" ] || return 0
    sed -nE 's/^skipped: //p; /: Skipped$/{n;s/^([0-9]+: )?$/(no reason given)/;s/^[0-9]+: //;p}' "$log" | sort |
        uniq -c | sort -rn | sed 's/^/skipped:/'
}
