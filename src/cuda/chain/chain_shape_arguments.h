// Sizes of the chains of calls, and where operands come from: for kernels, plugin and library.
#pragma once

namespace grb::device {

inline constexpr int chain_threads = 256, chain_per_thread = 4,
                     chain_tile = chain_threads * chain_per_thread, longest_chain = 8;
/// A chain makes no more lists, and counts the entries of no more bitmaps.
inline constexpr int most_chain_counts = 2;

/// An operand of a stage: the result of an earlier stage (its number), or one of these.
enum ChainFrom : int { from_base = longest_chain, from_elements, from_list, from_nothing };

} // namespace grb::device
