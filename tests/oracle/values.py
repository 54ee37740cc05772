"""Values as oracle_calls prints them, and the casts of the C API.

A value is an int, or a float for FP32 and FP64; the others' texts (users' types) are kept as they are.
"""
import math
import struct

# Bits of the integers; the signed ones.
BITS = {"INT8": 8, "INT16": 16, "INT32": 32, "INT64": 64, "UINT8": 8, "UINT16": 16, "UINT32": 32, "UINT64": 64}
TYPES = {"BOOL", "FP32", "FP64", *BITS}


def parse(text, type_name):
    """The value of an entry, without the error that it may have."""
    text = text.split("~")[0]
    if type_name in ("FP32", "FP64"):
        return float.fromhex(text)
    return int(text) if type_name in TYPES else text


def is_same(x, y):
    """Equal to the bit, but that all NaN are the same."""
    if isinstance(x, float) and isinstance(y, float):
        return math.isnan(x) if math.isnan(y) else x == y and math.copysign(1, x) == math.copysign(1, y)
    return x == y


def rounded(number, bits):
    """An integer rounded to so many bits, to even."""
    dropped = abs(number).bit_length() - bits
    if dropped <= 0:
        return number
    quotient, rest = divmod(abs(number), 1 << dropped)
    half = 1 << (dropped - 1)
    quotient += rest > half or (rest == half and quotient % 2 == 1)
    return math.copysign(1, number) * float(quotient << dropped)


def to_fp32(x):
    if isinstance(x, int):
        return float(rounded(x, 24))
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def to_integer(x, type_name):
    bits, is_signed = BITS[type_name], type_name[0] == "I"
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed else (0, (1 << bits) - 1)
    if isinstance(x, float):
        if math.isnan(x):
            return 0
        return least if x <= least else most if x >= most else int(x)
    return (x - least) % (1 << bits) + least


def cast(x, type_name):
    """The value in a type; one of a user's type is returned as it is."""
    if isinstance(x, str) or type_name not in TYPES:
        return x
    if type_name == "BOOL":
        return int(x != 0)
    if type_name == "FP32":
        return to_fp32(x)
    return float(x) if type_name == "FP64" else to_integer(x, type_name)
