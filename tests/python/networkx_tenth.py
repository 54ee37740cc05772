"""A plugin of pytest for networkx' own tests: takes a tenth of them, and counts what the backend ran and what fell back.

GRAPHBLAST_TEST_TENTH: 0 to 9; the ten are the whole, which an empty one takes.
"""

import collections
import logging
import os
import zlib

import pytest

ran, left = collections.Counter(), collections.Counter()


class _Counts(logging.Handler):
    def emit(self, record):
        # The arguments are not spelled: some print whole graphs.
        given = record.args if isinstance(record.args, tuple) else ()
        words = [str(one) for one in given[:2] if isinstance(one, str)]
        if record.msg.startswith("Using backend '%s' for call") and words[:1] == ["graphblast"]:
            ran[words[1]] += 1
        elif record.msg.startswith("Backend '%s' raised when calling") and words[:1] == ["graphblast"]:
            left[words[1]] += 1
            ran[words[1]] -= 1
        elif record.msg.startswith("Falling back to use 'networkx' instead of '%s'") and words[:1] == ["graphblast"]:
            left[words[1]] += 1


def pytest_configure(config):
    logger = logging.getLogger("networkx.utils.backends")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(_Counts())


def pytest_collection_modifyitems(config, items):
    tenth = os.environ.get("GRAPHBLAST_TEST_TENTH")
    if tenth:
        chosen = [item for item in items if zlib.crc32(item.nodeid.encode()) % 10 == int(tenth) % 10]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter):
    from graphblast.networkx.registry import entries

    known = {name: count for name, count in left.items() if name in entries}
    write = terminalreporter.write_line
    write(f"the backend ran {sum(ran.values())} calls of {len(+ran)} functions; {sum(known.values())} calls of {len(known)} of "
          f"its functions were left to networkx:")
    write(", ".join(f"{name} {count}" for name, count in sorted(known.items())) or "none")


def pytest_sessionfinish(session):
    if session.testscollected and len(+ran) < 20:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED  # the tests did not come to the backend
