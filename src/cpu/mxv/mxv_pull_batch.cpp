// Pull kernels of the batch tier (any types and operators) and of the pattern tier (no values).
#include "cpu/mxv/mxv_products.hpp"
#include "cpu/mxv/mxv_pull.hpp"

namespace grb {

namespace {

/// Collects entries of rows that have a partner in u, multiplies them by the batch and reduces them
/// row by row. Adds in the order of the columns.
template <class I>
class BatchRows {
public:
    explicit BatchRows(const PullInput &input)
        : input_(input), products_(input.binding), columns_(products_.capacity() * sizeof(I)),
          positions_(products_.capacity() * sizeof(std::uint64_t)),
          runs_(products_.capacity() * sizeof(Run)) {}

    /// Adds up entries [begin, end) of a row; *target is complete after flush(). Returns false when
    /// u has none of them.
    bool add_row(std::uint64_t begin, std::uint64_t end, unsigned char *target) {
        const I *columns = static_cast<const I *>(input_.A.column_indices);
        bool has_begun = false;
        std::size_t first = count_;
        for (std::uint64_t p = begin; p < end;) {
            if (count_ == products_.capacity()) {
                close_run(first, target, has_begun);
                has_begun = has_begun || count_ > first;
                flush();
                first = 0;
            }
            p = input_.u.bits == nullptr ? take(columns, p, end) : take_present(columns, p, end);
        }
        close_run(first, target, has_begun);
        return has_begun || count_ > first;
    }

    void flush() {
        if (count_ == 0) return;
        const MxvBinding &binding = input_.binding;
        if (products_.needs_a() && input_.u.bits != nullptr) {
            gather_values(products_.a(), binding.a_values.values, positions_.data(), 8, count_,
                          products_.a_size());
        }
        if (products_.needs_u()) {
            gather_values(products_.u(), binding.u_values.values, columns_.data(), sizeof(I),
                          count_, products_.u_size());
        }
        const unsigned char *product = products_.compute(count_);
        const BinaryOp &add = *binding.add->op;
        const Run *runs = runs_.template as<Run>();
        for (std::size_t r = 0; r < run_count_; r++) {
            const std::size_t end = r + 1 < run_count_ ? runs[r + 1].first : count_;
            std::size_t k = runs[r].first;
            if (!runs[r].continues) {
                std::memcpy(runs[r].target, product + k * binding.size, binding.size);
                k++;
            }
            if (k < end) add.reduce(&add, runs[r].target, product + k * binding.size, end - k);
        }
        count_ = run_count_ = 0;
    }

private:
    struct Run {
        unsigned char *target;
        std::size_t first; // in the batch
        bool continues;    // *target holds the sum of earlier batches
    };
    /// Takes entries until the batch is full; returns the next one.
    std::uint64_t take(const I *columns, std::uint64_t p, std::uint64_t end) {
        const std::uint64_t n = std::min<std::uint64_t>(end - p, products_.capacity() - count_);
        if (products_.needs_a()) {
            std::memcpy(products_.a(count_),
                        static_cast<const unsigned char *>(input_.A.values) +
                            p * products_.a_size(),
                        n * products_.a_size());
        }
        if (products_.needs_u())
            std::memcpy(columns_.template as<I>() + count_, columns + p, n * sizeof(I));
        count_ += n;
        return p + n;
    }
    std::uint64_t take_present(const I *columns, std::uint64_t p, std::uint64_t end) {
        I *collected = columns_.template as<I>();
        std::uint64_t *positions = positions_.template as<std::uint64_t>();
        std::size_t count = count_;
        const std::uint64_t stop = std::min<std::uint64_t>(end, p + (products_.capacity() - count));
        for (; p < stop; p++) {
            const std::uint64_t j = columns[p];
            collected[count] = columns[p];
            positions[count] = p;
            count += input_.u.bits[j / 64] >> (j % 64) & 1;
        }
        count_ = count;
        return p;
    }
    void close_run(std::size_t first, unsigned char *target, bool continues) noexcept {
        if (count_ > first) runs_.template as<Run>()[run_count_++] = {target, first, continues};
    }

    const PullInput &input_;
    ProductBatch products_;
    Array columns_, positions_, runs_;
    std::size_t count_ = 0, run_count_ = 0;
};

/// Keeps one product of each row, the first or the last.
template <class I>
class OneProduct {
public:
    explicit OneProduct(const PullInput &input)
        : input_(input), products_(input.binding), columns_(products_.capacity() * sizeof(I)),
          positions_(products_.capacity() * sizeof(std::uint64_t)),
          targets_(products_.capacity() * sizeof(std::uint64_t)) {}

    /// Computes the product of target k from the entries [begin, end) of a row. Returns false when
    /// u has none of them.
    bool add_row(std::uint64_t k, std::uint64_t begin, std::uint64_t end, unsigned char *values) {
        const I *const columns = static_cast<const I *>(input_.A.column_indices);
        const std::uint64_t *const bits = input_.u.bits;
        std::uint64_t p = begin;
        if (input_.takes_last) {
            p = bits == nullptr ? end - 1 : last_present(columns, bits, begin, end);
        } else if (bits != nullptr) {
            p = first_present(columns, bits, begin, end, input_.lookups);
        }
        if (p == end) return false;
        if (count_ == products_.capacity()) flush(values);
        columns_.template as<I>()[count_] = columns[p];
        positions_.template as<std::uint64_t>()[count_] = p;
        targets_.template as<std::uint64_t>()[count_++] = k;
        return true;
    }

    void flush(unsigned char *values) {
        const MxvBinding &binding = input_.binding;
        if (products_.needs_a()) {
            gather_values(products_.a(), binding.a_values.values, positions_.data(), 8, count_,
                          products_.a_size());
        }
        if (products_.needs_u()) {
            gather_values(products_.u(), binding.u_values.values, columns_.data(), sizeof(I),
                          count_, products_.u_size());
        }
        scatter_values(values, targets_.data(), 8, products_.compute(count_), count_, binding.size);
        count_ = 0;
    }

private:
    /// Returns the last entry whose column is present; `end`: none.
    static std::uint64_t last_present(const I *columns, const std::uint64_t *bits,
                                      std::uint64_t begin, std::uint64_t end) noexcept {
        for (std::uint64_t p = end; p-- > begin;) {
            const std::uint64_t j = columns[p];
            if ((bits[j / 64] >> (j % 64) & 1) != 0) return p;
        }
        return end;
    }

    const PullInput &input_;
    ProductBatch products_;
    Array columns_, positions_, targets_;
    std::size_t count_ = 0;
};

template <class I>
void one_product_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                      const PullTarget &target) {
    OneProduct<I> rows(input);
    for_allowed_rows(input, begin, end, target,
                     [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                         return rows.add_row(k, first, last, target.values);
                     });
    rows.flush(target.values);
}

template <class I>
bool one_product_segment(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                         void *value) {
    if (begin == end) return false;
    OneProduct<I> rows(input);
    auto *const target = static_cast<unsigned char *>(value);
    const bool found = rows.add_row(0, begin, end, target);
    rows.flush(target);
    return found;
}

template <class I>
void batch_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                const PullTarget &target) {
    BatchRows<I> rows(input);
    for_allowed_rows(input, begin, end, target,
                     [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                         return rows.add_row(first, last, target.values + k * input.binding.size);
                     });
    rows.flush();
}

template <class I>
bool batch_segment(const PullInput &input, std::uint64_t begin, std::uint64_t end, void *value) {
    BatchRows<I> rows(input);
    const bool found = rows.add_row(begin, end, static_cast<unsigned char *>(value));
    rows.flush();
    return found;
}

/// Returns true when u has one of the entries.
template <class I>
bool intersects(const PullInput &input, std::uint64_t begin, std::uint64_t end) noexcept {
    if (input.u.bits == nullptr || begin == end) return begin != end;
    const I *const columns = static_cast<const I *>(input.A.column_indices);
    return first_present(columns, input.u.bits, begin, end, input.lookups) != end;
}

template <class I>
void pattern_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                  const PullTarget &target) {
    for_allowed_rows(input, begin, end, target,
                     [&](std::uint64_t, std::uint64_t first, std::uint64_t last) {
                         return intersects<I>(input, first, last);
                     });
}

template <class I>
bool pattern_segment(const PullInput &input, std::uint64_t begin, std::uint64_t end, void *value) {
    if (!intersects<I>(input, begin, end)) return false;
    std::memcpy(value, input.binding.product.data(), input.binding.size);
    return true;
}

} // namespace

constexpr PullKernel pattern_pull_kernel = {&pattern_rows<std::uint32_t>,
                                            &pattern_segment<std::uint32_t>};
constexpr PullKernel wide_pattern_pull_kernel = {&pattern_rows<std::uint64_t>,
                                                 &pattern_segment<std::uint64_t>};
constexpr PullKernel one_pull_kernel = {&one_product_rows<std::uint32_t>,
                                        &one_product_segment<std::uint32_t>};
constexpr PullKernel wide_one_pull_kernel = {&one_product_rows<std::uint64_t>,
                                             &one_product_segment<std::uint64_t>};
constexpr PullKernel batch_pull_kernel = {&batch_rows<std::uint32_t>,
                                          &batch_segment<std::uint32_t>};
constexpr PullKernel wide_batch_pull_kernel = {&batch_rows<std::uint64_t>,
                                               &batch_segment<std::uint64_t>};

} // namespace grb
