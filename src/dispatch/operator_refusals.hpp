// The refusals of operators and types: with them no device takes a call, whatever its operands are
// and wherever.
#pragma once

namespace grb::operator_refusals {

inline constexpr char no_source[] = "no source for the GPU",
                      does_not_compile[] = "its source does not compile for the GPU",
                      complex_source[] = "a source over complex numbers",
                      narrow_source[] = "a source over narrow numbers",
                      unknown[] = "an operator that GPUs do not have",
                      wide_type[] = "type of more than 64 bytes",
                      wide_theta[] = "theta of more than 64 bytes",
                      unknown_monoid[] = "no monoid of the catalogue";

/// True for the refusals above, which are compared by address; false for null.
bool is_one(const char *refusal) noexcept;

} // namespace grb::operator_refusals
