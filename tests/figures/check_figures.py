"""Checks the figures of benchmark pages against the raw files of benchmarks/raw.

    check_figures.py [--write] [PAGE...]

Each page has a script here, page_NAME.py, with PAGE, its path, and check(page), which says what every table and
the sentences with figures have to be, computed from the raw files. A page of docs/benchmarks without such a script
fails, as do a table that its script does not mention, and a raw file that does not say how it was made, or of what
commit (commits.py).
--write puts the computed rows into the tables.
"""
import argparse
import importlib
import pathlib
import sys

import commits
import figures

HERE = pathlib.Path(__file__).resolve().parent


def scripts():
    return [importlib.import_module(path.stem) for path in sorted(HERE.glob("page_*.py"))]


def without_script(root, known):
    for path in sorted((root / "docs/benchmarks").glob("*.md")):
        name = path.relative_to(root).as_posix()
        if name not in known:
            yield f"{name}: no script in tests/figures checks it"


def unused_files(root, used):
    for path in sorted((root / figures.RAW).iterdir()):
        if path.name not in used:
            yield f"{path.relative_to(root).as_posix()}: no page uses it"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("pages", nargs="*", help="default: all")
    parser.add_argument("--write", action="store_true", help="put the computed rows into the tables")
    given = parser.parse_args()
    modules = scripts()
    known = [module.PAGE for module in modules]
    found, runs = list(without_script(figures.ROOT, known)), {}
    for module in modules:
        if given.pages and module.PAGE not in given.pages:
            continue
        page = figures.Page(module.PAGE)
        module.check(page)
        commits.check_sentences(page)
        problems = [f"{module.PAGE}: {problem}" for problem in page.finish()]
        if not page.checked:
            problems.append(f"{module.PAGE}: no figure was checked")
        found += problems
        print(f"{module.PAGE}: {page.checked} figures checked, {len(problems)} wrong")
        if given.write:
            page.write()
        runs.update({name: raw.runs for name, raw in page.raw_files.items()})
    if not given.pages:
        found += unused_files(figures.ROOT, set(runs))
        found += commits.gone(runs)
    of_history = commits.history(figures.ROOT)
    if of_history is None:
        print("no history here: commits of raw files are not looked up")
    else:
        found += commits.problems(runs, of_history)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
