"""A pytest plugin: writes each test's outcome to a file as soon as it is known, so that a crash loses one test only.

Environment: CLIENTS_OUTCOMES, the file of the outcomes ("NAME<tab>OUTCOME"); CLIENTS_DONE, a file with the names of
tests that are not to be run. A test that began and has no outcome ended the process.
"""
import os

import pytest

# python-graphblas draws these at random unless they are given, and its package lacks the file that declares them.
OPTIONS = {"--backend": "suitesparse", "--blocking": True, "--record": False, "--mapnumpy": False, "--randomly": False}


def pytest_addoption(parser):
    for name, default in OPTIONS.items():
        parser.addoption(name, default=default)
    parser.addoption("--runslow", action="store_true")


def write(line):
    with open(os.environ["CLIENTS_OUTCOMES"], "a", encoding="utf-8") as file:
        file.write(line + "\n")


def name_of(nodeid):
    """The name without the folders in which the package lies."""
    path, _, test = nodeid.partition("::")
    return os.path.basename(path) + "::" + test


def pytest_collection_modifyitems(items):
    done_file = os.environ.get("CLIENTS_DONE")
    done = set()
    if done_file:
        with open(done_file, encoding="utf-8") as file:
            done = set(file.read().split("\n"))
    items[:] = [item for item in items if name_of(item.nodeid) not in done]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart(nodeid):
    write(f"{name_of(nodeid)}\tbegan")


def pytest_runtest_logreport(report):
    # A failure in the setup or the teardown is the test's failure.
    if report.when == "call" or report.outcome != "passed":
        write(f"{name_of(report.nodeid)}\t{report.outcome}")
