// Push kernels of the batch tier (any types and operators) and of the pattern tier (no values).
#include "cpu/common/shared_sums.hpp"
#include "cpu/mxv/mxv_products.hpp"
#include "cpu/mxv/mxv_push_entries.hpp"

namespace grb {

namespace {

/// Multiplies and scatters a batch of entries at a time. A destination gets its products in order
/// of the frontier: first touches are written before the rest of the batch is added.
class BatchScatter {
public:
    BatchScatter(const PushInput &input, PushTarget &target)
        : binding_(input.binding), target_(target), products_(input.binding),
          destinations_(products_.capacity() * sizeof(std::uint32_t)),
          a_positions_(products_.capacity() * sizeof(std::uint64_t)),
          u_positions_(products_.capacity() * sizeof(std::uint64_t)),
          chosen_(2 * products_.capacity() * sizeof(std::uint32_t)),
          moved_(products_.capacity() * binding_.size) {}

    void add(std::uint64_t i, std::uint64_t p, std::uint64_t q) {
        if (count_ == products_.capacity()) flush();
        destinations_.as<std::uint32_t>()[count_] = static_cast<std::uint32_t>(i);
        a_positions_.as<std::uint64_t>()[count_] = p;
        u_positions_.as<std::uint64_t>()[count_] = q;
        count_++;
    }

    void flush() {
        if (count_ == 0) return;
        if (products_.needs_a()) {
            gather_values(products_.a(), binding_.a_values.values, a_positions_.data(), 8, count_,
                          products_.a_size());
        }
        if (products_.needs_u()) {
            gather_values(products_.u(), binding_.u_values.values, u_positions_.data(), 8, count_,
                          products_.u_size());
        }
        const unsigned char *product = products_.compute(count_);
        // First touches go to the front of the lists, the others beyond `capacity`.
        std::uint32_t *destinations = destinations_.as<std::uint32_t>();
        std::uint32_t *first = chosen_.as<std::uint32_t>(), *later = first + products_.capacity();
        std::size_t first_count = 0, later_count = 0;
        for (std::size_t k = 0; k < count_; k++) {
            const auto position = static_cast<std::uint32_t>(k);
            if (mark_first(target_, destinations[k])) {
                first[first_count++] = position;
            } else {
                later[later_count++] = position;
            }
        }
        move(first, first_count, product,
             [&](const std::uint32_t *index, const void *values, std::size_t n) {
                 scatter_values(target_.values, index, 4, values, n, binding_.size);
             });
        const BinaryOp &op = *binding_.add->op;
        move(later, later_count, product,
             [&](const std::uint32_t *index, const void *values, std::size_t n) {
                 op.scatter(&op, target_.values, index, 4, values, n);
             });
        count_ = 0;
    }

private:
    /// Scatters the products and destinations at `positions`; overwrites the positions.
    template <class Scatter>
    void move(std::uint32_t *positions, std::size_t n, const unsigned char *product,
              Scatter &&scatter) {
        if (n == 0) return;
        gather_values(moved_.data(), product, positions, 4, n, binding_.size);
        const std::uint32_t *destinations = destinations_.as<std::uint32_t>();
        for (std::size_t k = 0; k < n; k++) positions[k] = destinations[positions[k]];
        scatter(positions, moved_.data(), n);
    }

    const MxvBinding &binding_;
    PushTarget &target_;
    ProductBatch products_;
    Array destinations_, a_positions_, u_positions_, chosen_, moved_;
    std::size_t count_ = 0;
};

void push_batch(const PushInput &input, PushTarget &target) {
    BatchScatter batch(input, target);
    dispatch_widths(input.A, [&](const auto &A) {
        for_each_target(input, A, target, [&](std::uint64_t i, std::uint64_t p, std::uint64_t q) {
            batch.add(i, p, q);
        });
    });
    batch.flush();
}

void push_pattern(const PushInput &input, PushTarget &target) {
    if (target.spans != nullptr) {
        PushEntries entries(input, target, 0, 0);
        while (entries.next() != 0) {
        }
        return;
    }
    dispatch_widths(input.A, [&](const auto &A) {
        for_each_target(input, A, target,
                        [marks = target.marks](std::uint64_t i, std::uint64_t, std::uint64_t) {
                            marks[i / 64] |= std::uint64_t{1} << (i % 64);
                        });
    });
}

} // namespace

PushInput::PushInput(const MxvProblem &problem)
    : A(problem.push_columns()), u(problem.u->rows()),
      binding(problem, {A.values, A.type, A.is_iso}, {u.values, u.type, u.is_iso || u.nvals == 1}) {
}

std::uint64_t PushInput::count_entries() const noexcept {
    std::uint64_t entries = 0;
    dispatch_widths(A, [&](const auto &columns) {
        for_each_column(
            *this, columns, 0, u.nvals,
            [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) { entries += end - begin; });
    });
    return entries;
}

bool adds_in_any_order(const BinaryOp &add, Tier tier) noexcept {
    // Curated kernels compute MIN, or LOR, for ANY.
    return tier == Tier::pattern || has_fold(add) ||
           (add.code == BinaryCode::any && tier == Tier::curated) ||
           (add.code == BinaryCode::plus && is_integer_code(add.ztype->code));
}

PushKernel push_kernel(const MxvBinding &binding) noexcept {
    if (binding.tier == Tier::pattern) return &push_pattern;
    if (binding.tier == Tier::batch) return &push_batch;
    return curated_push_kernel(binding.curated);
}

} // namespace grb
