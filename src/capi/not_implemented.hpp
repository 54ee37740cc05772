#pragma once

namespace grb {

/// For a field that the running function does not carry out: GrB_NOT_IMPLEMENTED when it is in
/// not_implemented.def, else GrB_INVALID_VALUE: `object` ("a vector") has no such field of `kind`.
[[noreturn]] void throw_absent_field(const char *object, const char *kind, int field);

} // namespace grb
