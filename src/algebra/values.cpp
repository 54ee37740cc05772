// Moves values by their size alone. With a constant size, memcpy is one load and one store, for any
// type and alignment.
#include "algebra/batch.hpp"

#include <cstring>

namespace grb {

namespace {

template <std::size_t size>
struct ConstantSize {
    static constexpr bool is_constant = true;
    static constexpr std::size_t get() noexcept { return size; }
};
struct RunTimeSize {
    static constexpr bool is_constant = false;
    std::size_t size;
    std::size_t get() const noexcept { return size; }
};

/// Calls f(size) with the usual sizes as constants.
template <class F>
void for_value_size(std::size_t size, F &&f) {
    switch (size) {
    case 1:
        return f(ConstantSize<1>{});
    case 2:
        return f(ConstantSize<2>{});
    case 4:
        return f(ConstantSize<4>{});
    case 8:
        return f(ConstantSize<8>{});
    case 16:
        return f(ConstantSize<16>{});
    default:
        return f(RunTimeSize{size});
    }
}

template <class F>
void dispatch_index(const void *index, int index_width, F &&f) {
    if (index_width == 4) return f(static_cast<const std::uint32_t *>(index));
    f(static_cast<const std::uint64_t *>(index));
}

} // namespace

void gather_values(void *z, const void *x, const void *index, int index_width, std::size_t n,
                   std::size_t size) noexcept {
    auto *target = static_cast<char *>(z);
    const auto *source = static_cast<const char *>(x);
    for_value_size(size, [&](auto bytes) {
        dispatch_index(index, index_width, [&](const auto *positions) {
            for (std::size_t k = 0; k < n; k++) {
                std::memcpy(target + k * bytes.get(), source + positions[k] * bytes.get(),
                            bytes.get());
            }
        });
    });
}

void scatter_values(void *z, const void *index, int index_width, const void *x, std::size_t n,
                    std::size_t size) noexcept {
    auto *target = static_cast<char *>(z);
    const auto *source = static_cast<const char *>(x);
    for_value_size(size, [&](auto bytes) {
        dispatch_index(index, index_width, [&](const auto *positions) {
            for (std::size_t k = 0; k < n; k++) {
                std::memcpy(target + positions[k] * bytes.get(), source + k * bytes.get(),
                            bytes.get());
            }
        });
    });
}

void fill_values(void *z, const void *x, std::size_t n, std::size_t size) noexcept {
    auto *target = static_cast<char *>(z);
    if (n == 0) return;
    if (size == 1) {
        std::memset(z, *static_cast<const unsigned char *>(x), n);
        return;
    }
    for_value_size(size, [&](auto bytes) {
        if constexpr (decltype(bytes)::is_constant) {
            unsigned char value[decltype(bytes)::get()]; // x may lie in z
            std::memcpy(value, x, sizeof value);
            for (std::size_t k = 0; k < n; k++) {
                std::memcpy(target + k * sizeof value, value, sizeof value);
            }
        } else {
            for (std::size_t k = 0; k < n; k++) {
                if (target + k * size != x) std::memcpy(target + k * size, x, size);
            }
        }
    });
}

} // namespace grb
