// A pull kernel that counts the entries of rows: the sum of ONEB by PLUS when u is full.
#include "cpu/mxv/mxv_pull.hpp"

namespace grb {

namespace {

void count_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                const PullTarget &target) {
    const MxvBinding &binding = input.binding;
    for_words(begin, end, target, [&](std::uint64_t first, std::uint64_t last) {
        const std::uint64_t w = first / 64, n = last - first;
        const AllowedBits &allowed = target.allowed;
        const std::uint64_t todo = (allowed.words != nullptr ? allowed.words[w] : 0) ^ allowed.flip;
        std::uint64_t counts[64], found = 0;
        for (std::uint64_t k = 0; k < n; k++) {
            counts[k] = input.offset(first + k + 1) - input.offset(first + k);
            found |= static_cast<std::uint64_t>(counts[k] != 0) << (first + k) % 64;
        }
        cast_values(target.values + first * binding.size, binding.type, counts,
                    builtin_type(TypeCode::uint64), n);
        return found & todo;
    });
}

bool count_segment(const PullInput &input, std::uint64_t begin, std::uint64_t end, void *value) {
    const std::uint64_t count = end - begin;
    cast_values(value, input.binding.type, &count, builtin_type(TypeCode::uint64), 1);
    return count != 0;
}

} // namespace

constexpr PullKernel count_pull_kernel = {&count_rows, &count_segment};

} // namespace grb
