"""Runs the examples of pages where nothing is installed but what the package asks for.

    first_contact.py PAGE...

Fails where an example fails, where a page has none, and where SciPy or networkx could have helped.
"""

import doctest
import importlib.util
import sys


def main() -> int:
    extras = [name for name in ("scipy", "networkx") if importlib.util.find_spec(name) is not None]
    if extras:
        print(f"first_contact: {' and '.join(extras)} are here, which the package does not bring")
        return 1
    for page in sys.argv[1:]:
        result = doctest.testfile(page, module_relative=False)
        print(f"{page}: {result.attempted} examples, {result.failed} failed")
        if result.failed or not result.attempted:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
