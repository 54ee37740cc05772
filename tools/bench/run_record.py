"""How a measurement was made, and the raw files of benchmarks/raw, which begin with that. The scripts' part of record/."""
import datetime
import json
import os
import re
import shlex
import subprocess
import sys

UNKNOWN = "not recorded"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def commit():
    try:
        done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
                              capture_output=True, text=True, check=False)
    except OSError:
        return UNKNOWN
    return done.stdout.strip() if done.returncode == 0 and done.stdout.strip() else UNKNOWN


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*: (.+)$", file.read(), re.MULTILINE)
    except OSError:
        found = None
    return f"{os.cpu_count()} x {found[1]}" if found else UNKNOWN


def run_record():
    """Of a measurement on the processor; the commit is the script's."""
    return {"commit": commit(), "device": processor(), "driver": "none",
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "command": shlex.join([os.path.relpath(sys.argv[0], ROOT), *sys.argv[1:]])}


def text_of(lines):
    """One object a line."""
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def write_records(path, run, records, **of_all):
    """A raw file: how it was made and what holds for all records, then each record."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of([{"run": run, **of_all}, *records]))
