/// Relaxes the edges that leave a list of vertices: T = u ⊕.⊗ A where that is better than d, and d
/// has it, too. Each product is compared with its element of d, which is improved in place; few are
/// better. No product is stored, and no sum made of those that are not.
/// A by rows (or columns) with 32-bit indices, u a list or bitmap, d full and not shared; T and the
/// vector of true at its positions are lists, or bitmaps where they have many entries. Work
/// O(u + edges), and O(m / 64) with many edges; scratch O(u), m bits, and a position and a value
/// for each edge, at most m. Threads take equal shares of the edges; they compare and swap. The
/// result is that of any order: MIN and MAX. When memory is short, nothing has been written.
/// Source: delta-stepping of Beamer et al. 2015; differs: a batch of products is tested without a
/// branch, and improved elements are marked by bits.
#include "base/bit_count.hpp"
#include "base/listed_bits.hpp"
#include "costs/rates.hpp"
#include "cpu/common/masked_entries.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/workspace.hpp"
#include "cpu/mxv/frontier_edges.hpp"
#include "cpu/mxv/marked_sums.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_push_entries.hpp"
#include "cpu/mxv/relax_kernels.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/chain.hpp"

#include <atomic>
#include <cstring>
#include <utility>

namespace grb {

namespace {

/// Passes the edges of columns on to a kernel.
class Edges {
public:
    explicit Edges(const PushInput &input)
        : binding_(input.binding),
          positions_(static_cast<const std::uint32_t *>(input.A.column_indices)),
          ignores_a_(binding_.multiply.ignores_x()),
          is_sum_(binding_.multiply.op()->code == BinaryCode::plus &&
                  binding_.a_values.type == binding_.type &&
                  binding_.u_values.type == binding_.type &&
                  binding_.multiply.op()->ztype == binding_.type) {}
    /// The edges [begin, end) of A with entry q of u.
    template <class Kernel>
    void pass(Kernel kernel, Relaxing &relaxing, std::uint64_t q, std::uint64_t begin,
              std::uint64_t end) const {
        RelaxEdges edges{positions_ + begin, a(begin), u(q), binding_.a_values.is_iso, end - begin};
        if (is_sum_) return kernel(relaxing, edges);
        alignas(8) unsigned char products[Relaxing::capacity * 8];
        edges.a = products;
        edges.u = nullptr;
        edges.is_a_iso |= ignores_a_;
        for (; begin < end; begin += edges.n) {
            edges.positions = positions_ + begin;
            edges.n = std::min<std::uint64_t>(end - begin, Relaxing::capacity);
            binding_.multiply(products, a(begin), u(q), edges.is_a_iso ? 1 : edges.n, Broadcast::y);
            kernel(relaxing, edges);
        }
    }

private:
    static const void *at(const OperandValues &values, std::uint64_t k) noexcept {
        return static_cast<const unsigned char *>(values.values) +
               (values.is_iso ? 0 : k * values.type->size);
    }
    const void *a(std::uint64_t p) const noexcept {
        return ignores_a_ ? binding_.a_values.values : at(binding_.a_values, p);
    }
    const void *u(std::uint64_t q) const noexcept { return at(binding_.u_values, q); }

    const MxvBinding &binding_;
    const std::uint32_t *const positions_;
    const bool ignores_a_;
    const bool is_sum_; // the kernels add
};

constexpr double edge_steps = 3;
constexpr std::uint64_t positions_per_listed_edge = 64;
/// Above this density results are bitmaps, as the engine prefers for vectors.
constexpr std::uint64_t positions_per_bitmap_entry = 8;

class Relaxation {
public:
    explicit Relaxation(const ChainProblem &problem);
    ChainResults run();

private:
    void reserve();
    void relax();
    void list_marked();
    bool make_bitmaps(std::uint64_t nvals);
    /// Sets the values of entries [begin, end).
    void gather(std::uint64_t begin, std::uint64_t end) const {
        gather_values(values_ + begin * size_, improved_.values, positions_ + begin, 4, end - begin,
                      size_);
    }
    void finish_lists(std::uint64_t nvals);
    SparseForm &form(RelaxationStage stage) { return results_.of[stage]->rows_form().get(); }

    const PushInput input_;
    const FrontierEdges frontier_;
    const std::uint64_t m_, edges_;
    const int threads_;
    const bool is_listed_; // what is improved: no word of marks is looked at in vain
    const std::size_t size_;
    const RelaxKernels &kernels_;
    Snapshot &output_;
    BorrowedAccumulator scratch_;
    Improved improved_;
    const std::uint64_t shares_; // of edges, and of marks
    // Nothing that may fail follows the relaxation.
    MarkParts parts_;
    HostVector<std::uint64_t> groups_;
    ChainResults results_;
    std::uint32_t *positions_ = nullptr; // of the results
    unsigned char *values_ = nullptr;
};

Relaxation::Relaxation(const ChainProblem &problem)
    : input_(*problem.product), frontier_(input_), m_(problem.product->m()),
      edges_(frontier_.count()), threads_(threads_for(edge_steps * static_cast<double>(edges_))),
      is_listed_(threads_ == 1 &&
                 (edges_ <= touched_sorted_directly || edges_ < m_ / positions_per_listed_edge)),
      size_(input_.binding.size), kernels_(*find_relax_kernels(*input_.binding.add->op)),
      output_(problem.stages[relaxed_output].output->unshared_for_writing()),
      shares_(threads_ == 1 ? 1 : 4 * static_cast<std::uint64_t>(threads_)),
      parts_((m_ + 63) / 64, (m_ + 63) / 64 / shares_ + 1) {
    reserve();
}

void Relaxation::reserve() {
    const std::uint64_t most = std::min(edges_, m_);
    SparseForm values = vector_list(Array::of<std::uint32_t>(most + listed_at_once), 0, 4),
               flags = vector_list(Array(), 0, 4);
    values.values = Array(most * size_);
    positions_ = values.column_indices.as<std::uint32_t>();
    values_ = values.values.as<unsigned char>();
    flags.is_iso = true;
    flags.values = Array::zeroed(1);
    *flags.values.as<unsigned char>() = 1;
    results_.of[relaxed_values] = Snapshot::of_rows(input_.binding.type, 1, m_, std::move(values));
    results_.of[relaxed_flags] =
        Snapshot::of_rows(builtin_type(TypeCode::boolean), 1, m_, std::move(flags));
    if (is_listed_ && edges_ > touched_sorted_directly) groups_.resize(touched_groups(m_));
    scratch_->reserve(m_, 0, 0);
    scratch_.set_clean(); // again when this object ends: nothing throws while there are marks
    improved_.marks = scratch_->marks();
    improved_.values = output_.dense_form().get().values.data();
    improved_.flip = flip_of(*input_.binding.add->op);
    improved_.is_shared = threads_ > 1;
    if (is_listed_) improved_.touched = positions_;
}

void Relaxation::relax() {
    const Edges edges(input_);
    std::atomic<bool> has_zero{false};
    const auto walk = [&](auto kernel) {
        parallel_tasks(static_cast<std::int64_t>(shares_), threads_, [&](std::int64_t task) {
            Relaxing relaxing;
            relaxing.improved = improved_;
            frontier_.walk(static_cast<std::uint64_t>(task), shares_,
                           [&](std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
                               edges.pass(kernel, relaxing, q, begin, end);
                           });
            kernels_.flush(relaxing);
            if (relaxing.improved.has_zero) has_zero.store(true, std::memory_order_relaxed);
            if (is_listed_) improved_.touched_count = relaxing.improved.touched_count;
        });
    };
    walk(kernels_.relax);
    if (has_zero) walk(kernels_.sign_zeros);
}

/// Lists the marked positions, or makes bitmaps of the marks.
void Relaxation::list_marked() {
    std::uint64_t nvals = 0;
    std::uint64_t *const marks = improved_.marks;
    const auto each_part = [&](auto &&f) {
        parallel_tasks(static_cast<std::int64_t>(parts_.count()), threads_, [&](std::int64_t task) {
            const auto part = static_cast<std::uint64_t>(task);
            f(parts_.marks[part], parts_.begin(part), parts_.begin(part + 1));
        });
    };
    each_part([&](std::uint64_t &count, std::uint64_t begin, std::uint64_t end) {
        count = count_bits(marks + begin, end - begin);
    });
    for (std::uint64_t &count : parts_.marks) nvals += std::exchange(count, nvals);
    const bool is_dense = nvals > m_ / positions_per_bitmap_entry && make_bitmaps(nvals);
    each_part([&](std::uint64_t first, std::uint64_t begin, std::uint64_t end) {
        std::uint64_t next = first;
        for (std::uint64_t w = begin; w < end; w++) {
            for (std::uint64_t rest = is_dense ? 0 : marks[w]; rest != 0; rest &= rest - 1)
                positions_[next++] = static_cast<std::uint32_t>(
                    w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(rest)));
            marks[w] = 0;
        }
        if (!is_dense) gather(first, next);
    });
    if (!is_dense) finish_lists(nvals);
}

/// Makes the results of the marks. Returns false when memory is short.
bool Relaxation::make_bitmaps(std::uint64_t nvals) {
    try {
        DenseForm values, flags;
        values.nvals = flags.nvals = nvals;
        if (nvals != m_)
            values.bits = flags.bits = Array::copy_of(improved_.marks, (m_ + 63) / 64 * 8);
        values.values = Array(m_ * size_);
        unsigned char *const to = values.values.as<unsigned char>();
        const auto *const from = static_cast<const unsigned char *>(improved_.values);
        flags.values = form(relaxed_flags).values;
        flags.is_iso = true;
        Ref<Snapshot> made = Snapshot::of_dense(input_.binding.type, 1, m_, std::move(values));
        results_.of[relaxed_flags] =
            Snapshot::of_dense(builtin_type(TypeCode::boolean), 1, m_, std::move(flags));
        results_.of[relaxed_values] = std::move(made);
        parallel_ranges(m_, 1, [&](std::uint64_t begin, std::uint64_t end) {
            std::memcpy(to + begin * size_, from + begin * size_, (end - begin) * size_);
        });
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

void Relaxation::finish_lists(std::uint64_t nvals) {
    SparseForm &values = form(relaxed_values), &flags = form(relaxed_flags);
    values.column_indices.shrink(nvals * sizeof(std::uint32_t));
    values.values.shrink(nvals * size_);
    flags.column_indices = values.column_indices;
    for (SparseForm *const list : {&values, &flags}) {
        list->nvals = nvals;
        list->row_offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(nvals);
    }
}

ChainResults Relaxation::run() {
    relax();
    if (is_listed_) {
        const std::uint64_t nvals = improved_.touched_count;
        sort_touched(improved_.marks, m_, positions_, nvals, groups_.data());
        gather(0, nvals);
        finish_lists(nvals);
    } else {
        list_marked();
    }
    output_.keep_dense_alone();
    return std::move(results_);
}

const char *refuses(const ChainProblem &problem) {
    return problem.product == nullptr ? "no product" : nullptr;
}

Cost cost(const ChainProblem &problem) {
    const double edges = push_entries(*problem.product);
    return {rates().call_seconds + on_threads(edges / rates().gathers_memory)};
}

ChainResults run(const ChainProblem &problem) {
    return Relaxation(problem).run();
}

} // namespace

// It writes an output in place: it must not run a second time to be compared.
extern const Variant<ChainProblem> relax_edges = {
    "cpu/relax_edges", {.writes_output = true}, refuses, cost, run};

} // namespace grb
