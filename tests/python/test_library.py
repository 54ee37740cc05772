"""Which files the package opens."""

import os
import pathlib
import shutil
import subprocess
import sys

import graphblast as gb
from graphblast._library import library_path


def test_plugin_of_the_working_directory_is_not_opened(tmp_path):
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    shutil.copy(library_path, own / "libgraphblast.so.0")
    (other / "libgraphblast-cuda.so").write_text("not a library")
    program = f"import os, graphblast as gb; os.chdir({str(other)!r}); print(gb.settings.why_no_gpu)"
    environment = dict(os.environ, GRAPHBLAST_LIBRARY="./libgraphblast.so.0",
                       PYTHONPATH=str(pathlib.Path(gb.__file__).parent.parent))
    environment.pop("GRAPHBLAST_CUDA", None)
    said = subprocess.run([sys.executable, "-c", program], cwd=own, env=environment, check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    assert "is not installed" in said
