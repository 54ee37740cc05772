"""python-graphblas' library switched to this one and back, on a copy of a wheel's folders."""

import pathlib
import sys

import graphblast.suitesparse as switch
import pytest


@pytest.fixture
def site(tmp_path, monkeypatch):
    (tmp_path / "suitesparse_graphblas").mkdir()
    (tmp_path / "suitesparse_graphblas" / "__init__.py").touch()
    (tmp_path / "suitesparse_graphblas.libs").mkdir()
    ours = tmp_path / "graphblast"
    ours.mkdir()
    for name in ("libgraphblas.so.10", "libgraphblast.so.0"):
        (ours / name).write_text(f"our {name}")
    monkeypatch.setattr(switch, "_HERE", ours)
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("suitesparse_graphblas", None)
    return tmp_path / "suitesparse_graphblas.libs"


def test_there_and_back(site, capsys):
    library = site / "libgraphblas-0123abcd.so.10.5.1"
    library.write_text("theirs")
    for _ in range(2):
        assert switch.main(["on"]) == 0
        assert library.read_text() == "our libgraphblas.so.10"
        assert (site / "libgraphblast.so.0").read_text() == "our libgraphblast.so.0"
        assert "GraphBLAST" in capsys.readouterr().out
    assert switch.main([]) == 0 and "GraphBLAST" in capsys.readouterr().out
    for _ in range(2):
        assert switch.main(["off"]) == 0
        assert library.read_text() == "theirs"
    assert [file.name for file in site.iterdir()] == [library.name]
    assert "SuiteSparse" in capsys.readouterr().out


@pytest.mark.parametrize("names, text", [([], "0 files"), (["libgraphblas-1.so.9.1", "libgraphblas-2.so.9.1"], "2 files"),
                                         (["libgraphblas-1.so.8.0"], "libgraphblas.so.10")])
def test_what_is_refused(site, capsys, names, text):
    for name in names:
        (site / name).touch()
    assert switch.main(["on"]) == 1
    assert text in capsys.readouterr().err
    assert sorted(file.name for file in site.iterdir()) == sorted(names)


def test_without_the_package(monkeypatch, capsys):
    monkeypatch.setattr(switch.importlib.util, "find_spec", lambda name: None)
    assert switch.main(["on"]) == 1
    assert "pip install" in capsys.readouterr().err
    assert pathlib.Path(switch.__file__).exists()
