"""Checks that the library opens plugins of its own folder alone.

Usage: check_folder.py LIBRARY MARKED_PLUGIN

The library is opened in several ways, most of them by relative paths; then the working directory changes to a folder
where the same paths lead to other files. A plugin that is opened leaves a mark. Each case runs twice: with plugins in
that folder alone, where no mark may be left, and with plugins in the library's folder alone, where one has to be.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NAME = "libgraphblast.so.0"
PLUGINS = {"cuda": "libgraphblast-cuda.so", "mpi": "libgraphblast-mpi-openmpi.so"}

# Opens LIBRARY, goes to the folder OTHER, and asks for a plugin.
PROGRAM = """
import ctypes, os, sys
library, other, plugin = sys.argv[1:]
LM_ID_NEWLM, RTLD_NOW = -1, 2
if library.startswith("new namespace "):
    dlmopen = ctypes.CDLL(None).dlmopen
    dlmopen.restype = ctypes.c_void_p
    handle = dlmopen(ctypes.c_long(LM_ID_NEWLM), library.split()[-1].encode(), RTLD_NOW)
    lib = ctypes.CDLL(None, handle=handle)
else:
    lib = ctypes.CDLL(library)
os.chdir(other)
if plugin == "mpi":
    lib.GrX_init_team.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p]
    assert lib.GrX_init_team(0, ctypes.addressof(ctypes.c_long(0)), b"openmpi") == -8 # GrB_NOT_IMPLEMENTED
    sys.exit()
assert lib.GrB_init(0) == 0
A = ctypes.c_void_p()
lib.GrB_Matrix_new.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
assert lib.GrB_Matrix_new(ctypes.byref(A), ctypes.c_void_p.in_dll(lib, "GrB_BOOL"), 2, 2) == 0
lib.GrB_Matrix_setElement_BOOL.argtypes = [ctypes.c_void_p, ctypes.c_bool, ctypes.c_uint64, ctypes.c_uint64]
assert lib.GrB_Matrix_setElement_BOOL(A, True, 0, 1) == 0
lib.GrB_mxm.argtypes = [ctypes.c_void_p] * 7
semiring = ctypes.c_void_p.in_dll(lib, "GrB_LOR_LAND_SEMIRING_BOOL")
assert lib.GrB_mxm(A, None, None, semiring, A, A, None) == 0
assert lib.GrB_Matrix_wait(A, 1) == 0
"""


def cases(folder):
    """Name: (library as the program opens it, working directory, LD_LIBRARY_PATH)."""
    links = folder.parent / "links"
    return {
        "ctypes.CDLL by a relative path": (f"./{NAME}", folder, None),
        "ctypes.CDLL by the path of another folder": (f"{folder.name}/{NAME}", folder.parent, None),
        "LD_LIBRARY_PATH=.": (NAME, folder, "."),
        "an empty LD_LIBRARY_PATH entry": (NAME, folder, ":/nowhere"),
        "a link in a relative folder": ("links/libother.so", folder.parent, None),
        "a link, the plugins beside it": ("./libother.so", links, None),
        "/proc/self/cwd": (f"/proc/self/cwd/{NAME}", folder, None),
        "an absolute path": (str(folder / NAME), folder.parent, None),
        "dlmopen": (f"new namespace ./{NAME}", folder, None),
    }


def is_opened(work, library, start, search, plugin):
    """Whether a plugin was opened."""
    mark = work / "mark"
    mark.unlink(missing_ok=True)
    environment = dict(os.environ, MARK=str(mark), GRAPHBLAST_CUDA="always")
    environment.pop("LD_LIBRARY_PATH", None)
    if search is not None:
        environment["LD_LIBRARY_PATH"] = search
    for setting in ("GRAPHBLAST_MPI", "GRAPHBLAST_CUDA_PLUGIN"):
        environment.pop(setting, None)
    subprocess.run([sys.executable, "-c", PROGRAM, library, str(work / "other"), plugin],
                   cwd=start, env=environment, check=True, stderr=subprocess.DEVNULL)
    return mark.exists()


def main(library, marked):
    """The exit status."""
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name).resolve()
        own, links, other = (work / folder for folder in ("own", "links", "other"))
        elsewhere = [other, other / own.name, other / links.name]
        for folder in (own, links, *elsewhere):
            folder.mkdir()
        shutil.copy(library, own / NAME)
        (links / "libother.so").symlink_to(own / NAME)
        for folder in elsewhere:
            for file in (NAME, "libother.so"):
                shutil.copy(marked, folder / file)
        for plugin, file in PLUGINS.items():
            for case, (path, start, search) in cases(own).items():
                beside = links if "beside it" in case else own
                for places, expected in ((elsewhere, False), ([beside], True)):
                    for place in places:
                        shutil.copy(marked, place / file)
                    if is_opened(work, path, start, search, plugin) != expected:
                        failures += 1
                        print(f"{plugin}, {case}: the plugin in {places[0].name}/ was {'not ' if expected else ''}opened")
                    for place in places:
                        (place / file).unlink()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
