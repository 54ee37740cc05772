#!/usr/bin/env python3
"""The C example of a page must be a program that is compiled and run, word for word.

    check_readme.py PAGE PROGRAM.c [--prints FILE EXECUTABLE]

With --prints the executable is run, too, and prints the file.
"""

import argparse
import pathlib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--prints", nargs=2, metavar=("FILE", "EXECUTABLE"))
    arguments = parser.parse_args()

    blocks = re.findall(r"^```c\n(.*?)^```$", arguments.page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    program = arguments.program.read_text(encoding="utf-8")
    if blocks != [program]:
        print(f"{arguments.page}: expected one C block, equal to {arguments.program}; found {len(blocks)}")
        return 1
    print(f"{arguments.page}: the example equals {arguments.program} ({program.count(chr(10))} lines)")
    if arguments.prints:
        expected = pathlib.Path(arguments.prints[0]).read_text(encoding="utf-8")
        run = subprocess.run([arguments.prints[1]], stdout=subprocess.PIPE, text=True, check=False)
        if run.returncode != 0 or run.stdout != expected:
            print(f"{arguments.prints[1]}: exit status {run.returncode}, expected 0; prints\n{run.stdout}, expected\n{expected}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
