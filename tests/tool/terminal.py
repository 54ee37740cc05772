"""The tool on a terminal: the line that shows progress, and Ctrl-C.

    python3 terminal.py TOOL
"""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

TOOL = sys.argv.pop(1)
# Labels on a star swap for ever.
ENDLESS = ["run", "labels", "--graph", "star:300", "--iterations", "1000000"]
PATIENCE = 60.0


class Terminal:
    """The tool with a pseudo terminal for its streams."""

    def __init__(self, arguments: list[str], columns: int, streams: str = "out err") -> None:
        self.number, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

        def lead() -> None:
            os.setsid()
            fcntl.ioctl(inner, termios.TIOCSCTTY, 0)  # where Ctrl-C is typed

        given = {f"std{name}": inner if name in streams.split() else subprocess.PIPE for name in ("out", "err")}
        self.process = subprocess.Popen([TOOL, *arguments], stdin=inner, preexec_fn=lead, pass_fds=[inner], **given)
        os.close(inner)
        self.text = ""

    def read(self, seconds: float) -> bool:
        """Adds what comes to the text; false at the end."""
        if not select.select([self.number], [], [], seconds)[0]:
            return True
        try:
            found = os.read(self.number, 65536)
        except OSError:  # Linux: no process has the terminal any longer
            found = b""
        self.text += found.decode()
        return found != b""

    def wait_for(self, pattern: str) -> None:
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            if time.monotonic() > end or not self.read(1):
                raise AssertionError(f"no {pattern!r} in {self.text!r}")

    def finish(self) -> int:
        """The exit status."""
        end = time.monotonic() + PATIENCE
        while self.read(1):
            if time.monotonic() > end:
                self.process.kill()
        status = self.process.wait()
        os.close(self.number)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status

    def type(self, key: bytes) -> None:
        os.write(self.number, key)


def screen(text: str, columns: int) -> list[str]:
    """The lines of a terminal after a text of letters, returns and line ends."""
    lines, column = [""], 0
    for letter in text:
        if letter == "\r":
            column = 0
        elif letter == "\n":
            lines.append("")
            column = 0
        else:
            if column == columns:  # wrapped
                lines.append("")
                column = 0
            lines[-1] = (lines[-1][:column].ljust(column) + letter + lines[-1][column + 1:])
            column += 1
    return [line.rstrip() for line in lines]


class ProgressLine(unittest.TestCase):
    def test_rounds(self) -> None:
        for columns in (80, 30, 12):
            terminal = Terminal(ENDLESS, columns)
            terminal.wait_for("\rlabel_propa[^\r]*\rlabel_propa")
            terminal.process.terminate()
            self.assertEqual(terminal.finish(), -signal.SIGTERM)
            lines = [part for part in re.split("[\r\n]+", terminal.text) if part.startswith("label_")]
            self.assertGreater(len(lines), 1)
            for line in lines:
                self.assertLess(len(line), columns)
                self.assertTrue(re.match(r"label_propagation: round \d+, \d+%, [1-9]\d* s *$", line) or columns < 80, line)
            shown = screen(terminal.text, columns)
            self.assertFalse([line for line in shown if line.startswith("label_")], shown)

    def test_time_limit(self) -> None:
        terminal = Terminal([*ENDLESS, "--timeout", "2.5"], 80)
        self.assertEqual(terminal.finish(), 124)
        shown = screen(terminal.text, 80)
        self.assertFalse([line for line in shown if line.startswith("label_")], shown)
        self.assertIn("graphblast:stoppedafter2.5s", "".join("".join(shown).split()))

    def test_nothing_within_a_second(self) -> None:
        terminal = Terminal(["run", "bfs", "--graph", "path:50"], 80)
        self.assertEqual(terminal.finish(), 0)
        self.assertNotIn("round", terminal.text)

    def test_nothing_elsewhere(self) -> None:
        """Standard error is a pipe, standard output the terminal."""
        terminal = Terminal([*ENDLESS, "--timeout", "1.5"], 80, "out")
        errors = terminal.process.stderr.read().decode()
        self.assertEqual(terminal.finish(), 124)
        self.assertNotIn("label_propagation: round", terminal.text + errors)
        self.assertTrue(re.fullmatch(r"graphblast: stopped after 1\.5 s, the time limit.*\n", errors), errors)


class CtrlC(unittest.TestCase):
    def test_while_computing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "labels.csv")
            out.write_text("old\n")
            terminal = Terminal([*ENDLESS, "--out", str(out), "--json", str(pathlib.Path(folder, "report.json"))], 80)
            terminal.wait_for("\rlabel_propagation: round")
            self.assertGreater(len(list(pathlib.Path(folder).iterdir())), 1)
            terminal.type(b"\x03")
            self.assertEqual(terminal.finish(), -signal.SIGINT)
            self.assertFalse([line for line in screen(terminal.text, 80) if "round" in line], terminal.text)
            self.assertEqual([path.name for path in pathlib.Path(folder).iterdir()], ["labels.csv"])
            self.assertEqual(out.read_text(), "old\n")

    def test_again_and_again(self) -> None:
        terminal = Terminal(ENDLESS, 80)
        terminal.wait_for("star:300")
        for _ in range(3):
            terminal.type(b"\x03")
        self.assertEqual(terminal.finish(), -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
