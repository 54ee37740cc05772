#!/usr/bin/env python3
"""The C example in README.md must be the program that is compiled and run: example.c, word for word."""

import re
import sys


def main():
    readme_path, example_path = sys.argv[1:3]
    with open(readme_path, encoding="utf-8") as readme:
        blocks = re.findall(r"^```c\n(.*?)^```$", readme.read(), re.MULTILINE | re.DOTALL)
    with open(example_path, encoding="utf-8") as example:
        program = example.read()
    if blocks != [program]:
        print(f"{readme_path}: expected one C block, equal to {example_path}; found {len(blocks)}")
        return 1
    print(f"{readme_path}: the example equals {example_path} ({program.count(chr(10))} lines)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
