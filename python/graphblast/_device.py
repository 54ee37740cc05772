"""Arrays on the GPU: somebody's, which the library reads, and the library's, which others read. Both by DLPack.

Memory is shared, so nobody may write: the library never does.
"""

from __future__ import annotations

import ctypes
import math
import os
from typing import Any

import numpy as np

from . import types
from ._library import NULL, call, device_arrays, ffi, lib

CUDA, CUDA_MANAGED = 2, 13
_LEGACY_STREAM = 1  # the library waits for the whole GPU: any stream will do
_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_LETTERS = {code: letter for letter, code in _CODES.items()}
_BFLOAT = 4


def _dtype_of(code: int, bits: int) -> np.dtype | None:
    """NumPy's type for one of DLPack's."""
    if code == _BFLOAT and bits == 16:
        return types.from_code(lib.GrX_BF16_CODE)
    return np.dtype(f"{_LETTERS[code]}{max(1, bits // 8)}") if code in _LETTERS else None


_NAME = b"dltensor"

_python = ctypes.pythonapi
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
# The same functions for a capsule that is being destroyed, which is no object any more.
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _python))
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _destroy(capsule: int) -> None:
    """Of a capsule that nobody took: who takes one renames it."""
    if _is_valid(capsule, _NAME):
        device_arrays.release_tensor(ffi.cast("void *", _pointer_of(capsule, _NAME)))


def is_on_device(array: Any) -> bool:
    """DLPack says that the array is on a GPU."""
    where = getattr(array, "__dlpack_device__", None)
    return where is not None and not isinstance(array, np.ndarray) and where()[0] in (CUDA, CUDA_MANAGED)


class DeviceArray:
    """An array on the GPU, to be read only: `torch.from_dlpack(array)`, `cupy.from_dlpack(array)`."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.address, self.shape, self.dtype = address, shape, dtype

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.address, True), "version": 3}

    def __repr__(self) -> str:
        return f"<DeviceArray {' x '.join(map(str, self.shape))} of {self.dtype} at {self.address:#x}>"


class ForeignArray(DeviceArray):
    """An array of another library, which stays as long as this object lives."""

    def __init__(self, source: Any) -> None:
        # Not taken over: when this object goes, the capsule tells the owner.
        self._source, self._capsule = source, source.__dlpack__(stream=_LEGACY_STREAM)
        managed = ffi.cast("DLManagedTensor *", _python.PyCapsule_GetPointer(self._capsule, _NAME))
        tensor = managed.tensor
        shape = tuple(tensor.shape[k] for k in range(tensor.ndim))
        dtype = _dtype_of(tensor.dtype.code, tensor.dtype.bits)
        if dtype is None or tensor.dtype.lanes != 1:
            raise TypeError("an array on the GPU of a type that matrices do not have here")
        if tensor.strides != NULL and not _follow_each_other(shape, tensor.strides):
            raise ValueError("an array on the GPU whose rows do not follow each other; its contiguous copy is taken")
        super().__init__(int(ffi.cast("uintptr_t", tensor.data)) + tensor.byte_offset, shape, dtype)
        if self.address % 256 and self.size:
            raise ValueError(f"an array on the GPU at {self.address:#x}, no multiple of 256; a copy of it is taken")

    def __dlpack__(self, **options: Any) -> Any:
        return self._source.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._source.__dlpack_device__()


def _follow_each_other(shape: tuple[int, ...], strides: Any) -> bool:
    step = 1
    for k in range(len(shape) - 1, -1, -1):
        if shape[k] != 1 and strides[k] != step:
            return math.prod(shape) == 0
        step *= shape[k]
    return True


class OwnArray(DeviceArray):
    """Memory that the library handed out, and frees when nobody reads it."""

    def __init__(self, pointer: Any, nbytes: int, shape: tuple[int, ...], dtype: np.dtype) -> None:
        super().__init__(int(ffi.cast("uintptr_t", pointer)), shape, dtype)
        made = device_arrays.device_memory(pointer, nbytes)
        if made == NULL:
            raise MemoryError("no memory for an array on the GPU")
        self._memory = ffi.gc(made, device_arrays.release_device_memory)

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None,
                   copy: bool | None = None) -> Any:
        if copy or (dl_device is not None and dl_device != self.__dlpack_device__()):
            raise BufferError("the array is shared as it is: copy it by the library that reads it")
        kind = {"code": _BFLOAT if types.domain(self.dtype) == "BF16" else _CODES[self.dtype.kind], "bits": 8 * self.dtype.itemsize, "lanes": 1}
        tensor = device_arrays.device_tensor(self._memory, len(self.shape), list(self.shape), ffi.new("DLDataType *", kind)[0],
                                          device_number())
        if tensor == NULL:
            raise MemoryError("no memory for a tensor of DLPack")
        return _python.PyCapsule_New(int(ffi.cast("uintptr_t", tensor)), _NAME, ctypes.cast(_destroy, ctypes.c_void_p))

    def __dlpack_device__(self) -> tuple[int, int]:
        return (CUDA, device_number())


def device_number() -> int:
    """Which GPU the library has, as CUDA counts them."""
    given = os.environ.get("GRAPHBLAST_CUDA_DEVICE", "").split(",")[0]
    return int(given) if given.isdigit() else 0


def open_device() -> None:
    """Opens the GPU where there is one: only then does the library take its memory."""
    call(lib.GrX_Device_count, ffi.new("GrB_Index *"))


def export(kind: str, box: Any, shape: tuple[int, ...], dtype: np.dtype) -> OwnArray:
    """The values of a full matrix or vector, which is freed. Without a copy where they are its own, on the GPU."""
    pointer, nbytes = ffi.new("void **"), ffi.new("GrB_Index *")
    call(getattr(lib, f"GrX_{kind}_export_device"), box, pointer, nbytes, NULL)
    return OwnArray(pointer[0], nbytes[0], shape, dtype)
