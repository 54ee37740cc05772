"""Settings and facts of the library."""

from __future__ import annotations

import os
import pathlib

from . import _indices
from ._library import call, ffi, lib, library_path


def _number(field: int) -> int:
    out = ffi.new("int32_t *")
    call(lib.GrB_Global_get_INT32, lib.GrB_GLOBAL, out, field)
    return out[0]


def _text(field: int) -> str:
    size = ffi.new("size_t *")
    call(lib.GrB_Global_get_SIZE, lib.GrB_GLOBAL, size, field)
    text = ffi.new("char[]", size[0])
    call(lib.GrB_Global_get_String, lib.GrB_GLOBAL, text, field)
    return ffi.string(text).decode()


class Settings:
    """`graphblast.settings`: what the library says of itself, and what can be set."""

    @property
    def version(self) -> str:
        """The version of the library."""
        fields = (lib.GrB_LIBRARY_VER_MAJOR, lib.GrB_LIBRARY_VER_MINOR, lib.GrB_LIBRARY_VER_PATCH)
        return ".".join(str(_number(field)) for field in fields)

    @property
    def threads(self) -> int:
        """The threads that a call may use."""
        return _number(lib.GxB_NTHREADS)

    @threads.setter
    def threads(self, count: int) -> None:
        count = _indices.integer("threads", count, 1, 2**31 - 1)
        call(lib.GrB_Global_set_INT32, lib.GrB_GLOBAL, count, lib.GxB_NTHREADS)

    @property
    def last_variant(self) -> str:
        """The kernel that carried out this thread's last operation."""
        return _text(lib.GrX_LAST_VARIANT)

    @property
    def gpu(self) -> str | None:
        """The GPU that is in use, or None."""
        count = ffi.new("GrB_Index *")
        call(lib.GrX_Device_count, count)
        return _text(lib.GrX_DEVICE_NAME) if count[0] else None

    @property
    def why_no_gpu(self) -> str | None:
        """Why no GPU is in use; None when one is."""
        if self.gpu is not None:
            return None
        if os.environ.get("GRAPHBLAST_CUDA") == "0":
            return "switched off by GRAPHBLAST_CUDA=0"
        # Not absolute: the loader found the library by a bare name, in a folder that is not known here.
        plugin = pathlib.Path(library_path).parent / "libgraphblast-cuda.so"
        if plugin.is_absolute() and not plugin.exists():
            return "the part for GPUs is not installed: python/make_cuda_wheel.sh of a checkout makes its wheel"
        for needed in ("/proc/driver/nvidia/version", "/dev/nvidiactl"):
            if not os.path.exists(needed):
                return f"there is no NVIDIA driver ({needed})"
        try:
            if plugin.is_absolute():
                ffi.dlopen(str(plugin))
        except OSError as error:
            return str(error)
        return "the part for GPUs finds none that it can use: set GRAPHBLAST_LOG=pick before the program starts to see why"
