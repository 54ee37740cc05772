// Questions and constants that choosing and running the device variants of push share.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/mxv_operands.hpp"

namespace grb::device {

/// Results up to this many entries return as a list at once.
inline constexpr unsigned list_capacity = 2048;
/// A result with more entries than one in this many elements stays a bitmap.
inline constexpr std::uint64_t sparse_from = 32;

/// Returns true when all products are one value, and adding it to itself changes nothing; see
/// Tier::pattern.
bool is_pattern(const MxvProblem &problem) noexcept;
/// The value of all entries of the result of such a product.
Array one_product(const MxvProblem &problem);
/// The form of A that push walks, if it is present.
const LazyForm<SparseForm> &columns_form(const MxvProblem &problem) noexcept;
/// Entries that push visits: counted by the call that made u; else sampled when that copies nothing
/// from the device, else the mean.
double push_edges(const MxvProblem &problem);
/// Returns true when the device lists the entries of u, from its bits there.
bool lists_on_device(const Snapshot &u) noexcept;

const char *refuses_push(const MxvProblem &problem, PushVariant variant);
Cost push_cost(const MxvProblem &problem, PushVariant variant);

} // namespace grb::device
