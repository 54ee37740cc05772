/// s = ⊕ of all entries: fixed chunks of 64 Ki entries, then the chunks in order, so that the
/// result does not depend on the number of threads. Stops at a terminal value. Floating-point sums
/// and products run in 512 lanes, which the processor adds side by side and then by halves; all
/// others in order.
/// A in any format (bitmaps are read through their bits, no conversion); s a full 1×1, or empty.
/// Work O(entries), O(m·n) for bitmaps, O(log entries) for iso values; scratch one value per chunk,
/// 128 bytes at least.
/// Refused: reduction to a vector.
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/repeated_sum.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/chunks.hpp"
#include "storage/iso.hpp"

#include <atomic>
#include <cstring>

namespace grb {

namespace {

constexpr std::uint64_t chunk_entries = std::uint64_t{1} << 16;
constexpr std::size_t block_entries = 512;
/// Distance between the sums of chunks: each block writes its thread's sum, and caches move lines
/// in pairs.
constexpr std::size_t sum_distance = 128;

const char *refuses(const ReduceProblem &problem) {
    return problem.to_scalar ? nullptr : "to a vector";
}

const HostCoefficient order_operations{
    "reduce_order_operations", "1",
    "batch operations for each value whose least or largest is kept", 0.15};

/// Sums are added many at a time; comparisons wait for each other.
double value_operations(const BinaryOp &op) noexcept {
    switch (op.code) {
    case BinaryCode::user:
        return rates().operations_batch / rates().operations_user;
    case BinaryCode::min:
    case BinaryCode::max:
        return order_operations;
    default:
        return 0;
    }
}

Cost cost(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    if (A.is_iso()) return {rates().call_seconds};
    const double entries =
        static_cast<double>(is_dense(A) ? A.nrows() * A.ncols() : A.most_nvals());
    const double computed =
        entries * value_operations(*problem.monoid->op) / rates().operations_batch;
    return {rates().call_seconds +
            pass_on_threads(computed, entries * static_cast<double>(A.type()->size))};
}

/// The values: n slots, present where their bit is set.
struct Values {
    const unsigned char *data = nullptr;
    const std::uint64_t *bits = nullptr;
    std::uint64_t slots = 0;
    const Type *type = nullptr;
    /// Most entries of a block.
    std::size_t block() const noexcept { return std::min<std::uint64_t>(slots, block_entries); }

    explicit Values(const Snapshot &A) : type(A.type()) {
        if (A.format() == Format::bitmap || A.format() == Format::full) {
            const DenseView view = A.dense();
            data = static_cast<const unsigned char *>(view.values);
            bits = view.bits;
            slots = view.nrows * view.ncols;
        } else {
            const SparseView view = A.rows_in_any_order();
            data = static_cast<const unsigned char *>(view.values);
            slots = view.nvals;
        }
    }
};

/// Adds four blocks to the lanes with one read and write of the lanes. The order of additions
/// stays.
template <class T>
void add_four_blocks(void *lanes, const void *values) noexcept {
    T *const sums = static_cast<T *>(lanes);
    const T *const x = static_cast<const T *>(values);
    for (std::size_t k = 0; k < block_entries; k++)
        sums[k] = sums[k] + x[k] + x[k + block_entries] + x[k + 2 * block_entries] +
                  x[k + 3 * block_entries];
}

/// Running sum of one chunk.
class Sum {
public:
    /// Writes to `sum`. Has no lanes for a single block, which would be added in the order of its
    /// entries anyway.
    Sum(const Monoid *monoid, const Values &values, void *sum)
        : monoid_(monoid), values_(values),
          raw_(values.bits != nullptr ? values.block() * values.type->size : 0),
          cast_(values.type != monoid->type() ? values.block() * monoid->type()->size : 0),
          sum_(sum), has_lanes_(values.slots > block_entries && is_floating(monoid->type()) &&
                                !monoid->has_terminal && monoid->op->traits.is_commutative) {
        if (!has_lanes_ || values.bits != nullptr || values.type != monoid->type() ||
            monoid->op->code != BinaryCode::plus)
            return;
        add_four_blocks_ = values.type->code == TypeCode::fp32 ? &add_four_blocks<float>
                                                               : &add_four_blocks<double>;
    }

    /// Returns false when the sum has reached the terminal value.
    bool add_slots(std::uint64_t begin, std::uint64_t end) {
        const std::size_t size = values_.type->size;
        for (std::uint64_t at = begin; at < end; at += block_entries) {
            while (add_four_blocks_ != nullptr && used_lanes_ == block_entries &&
                   end - at >= 4 * block_entries) {
                add_four_blocks_(lanes_.data(), values_.data + at * size);
                at += 4 * block_entries;
            }
            if (at == end) break;
            const std::uint64_t stop = std::min(end, at + block_entries);
            const unsigned char *x = values_.data + at * size;
            std::size_t n = stop - at;
            if (values_.bits != nullptr) {
                n = pack(at, stop);
                x = raw_.data();
            }
            if (n != 0 && !add(x, n)) return false;
        }
        return true;
    }
    /// Adds up the lanes; afterwards the sum, if any, is complete.
    void finish() {
        constexpr std::size_t small_size = 16;
        const std::size_t size = monoid_->type()->size;
        std::size_t n = used_lanes_;
        while (n > small_size) { // adds the upper half to the lower
            const std::size_t half = n / 2;
            unsigned char *const lanes = lanes_.data();
            n -= half;
            monoid_->op->batch(monoid_->op, lanes, lanes, lanes + n * size, half, Broadcast::none);
        }
        if (n != 0) add_in_order(lanes_.data(), n);
    }
    bool has_value() const noexcept { return has_value_; }

private:
    static bool is_floating(const Type *type) noexcept {
        return type->code == TypeCode::fp32 || type->code == TypeCode::fp64;
    }
    std::size_t pack(std::uint64_t begin, std::uint64_t end) {
        // Blocks begin at words.
        std::size_t n = 0;
        dispatch_size(values_.type->size, [&](auto plain) {
            for (std::uint64_t word = begin / 64; word * 64 < end; word++) {
                const unsigned char *const from = values_.data + word * 64 * values_.type->size;
                for (std::uint64_t bits = values_.bits[word]; bits != 0; bits &= bits - 1)
                    move(plain, n++, from, static_cast<std::size_t>(__builtin_ctzll(bits)));
            }
        });
        return n;
    }
    template <class V>
    void move(V, std::size_t to, const unsigned char *from, std::size_t at) noexcept {
        if constexpr (std::is_same_v<V, AnySize>) {
            const std::size_t size = values_.type->size;
            std::memcpy(raw_.data() + to * size, from + at * size, size);
        } else {
            reinterpret_cast<V *>(raw_.data())[to] = reinterpret_cast<const V *>(from)[at];
        }
    }
    bool add(const unsigned char *x, std::size_t n) {
        const Type *own = monoid_->type();
        if (values_.type != own) {
            cast_values(cast_.data(), own, x, values_.type, n);
            x = cast_.data();
        }
        if (has_lanes_) {
            lanes_.resize(values_.block() * own->size);
            const std::size_t common = std::min(n, used_lanes_);
            monoid_->op->batch(monoid_->op, lanes_.data(), lanes_.data(), x, common,
                               Broadcast::none);
            std::memcpy(lanes_.data() + common * own->size, x + common * own->size,
                        (n - common) * own->size);
            used_lanes_ = std::max(used_lanes_, n);
            return true;
        }
        return add_in_order(x, n);
    }
    bool add_in_order(const unsigned char *x, std::size_t n) {
        const Type *own = monoid_->type();
        if (!has_value_) {
            std::memcpy(sum_, x, own->size);
            has_value_ = true;
            x += own->size;
            n--;
        }
        monoid_->op->reduce(monoid_->op, sum_, x, n);
        return !monoid_->is_complete(sum_);
    }

    const Monoid *monoid_;
    const Values &values_;
    HostVector<unsigned char> raw_, cast_, lanes_;
    void *sum_;
    bool has_lanes_, has_value_ = false;
    void (*add_four_blocks_)(void *lanes, const void *values) noexcept = nullptr;
    std::size_t used_lanes_ = 0;
};

Ref<Snapshot> run(const ReduceProblem &problem) {
    const Type *type = problem.monoid->type();
    const std::size_t size = type->size;
    if (problem.A->nvals() == 0) return Snapshot::empty(type, 1, 1);
    DenseForm form;
    form.nvals = 1;
    form.values = Array(size);
    if (problem.A->is_iso()) {
        RepeatedSum(problem.monoid, value_of_iso(*problem.A),
                    problem.A->type())(form.values.data(), problem.A->nvals());
        return Snapshot::of_dense(type, 1, 1, std::move(form));
    }
    const Values values(*problem.A);
    const std::uint64_t chunks = (values.slots + chunk_entries - 1) / chunk_entries;
    if (chunks == 1) {
        Sum sum(problem.monoid, values, form.values.data());
        sum.add_slots(0, values.slots);
        sum.finish();
        return Snapshot::of_dense(type, 1, 1, std::move(form));
    }
    const std::size_t step = (size / sum_distance + 1) * sum_distance;
    HostVector<unsigned char> sums(chunks * step), filled(chunks, 0);
    std::atomic<bool> is_decided{false};
    // ANY takes the first entry: the same result for any number of threads.
    const int threads =
        problem.monoid->is_any() ? 1 : threads_for(static_cast<double>(values.slots) * 1.5);
    parallel_tasks(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t task) {
        if (is_decided.load(std::memory_order_relaxed)) return;
        const auto chunk = static_cast<std::uint64_t>(task);
        Sum sum(problem.monoid, values, sums.data() + chunk * step);
        const std::uint64_t begin = chunk * chunk_entries;
        if (!sum.add_slots(begin, std::min(values.slots, begin + chunk_entries))) is_decided = true;
        sum.finish();
        filled[chunk] = sum.has_value();
    });
    bool has_value = false;
    for (std::uint64_t chunk = 0; chunk < chunks; chunk++) {
        if (filled[chunk] == 0) continue;
        if (has_value) {
            problem.monoid->op->reduce(problem.monoid->op, form.values.data(),
                                       sums.data() + chunk * step, 1);
        } else {
            std::memcpy(form.values.data(), sums.data() + chunk * step, size);
            has_value = true;
        }
    }
    return Snapshot::of_dense(type, 1, 1, std::move(form));
}

} // namespace

extern const Variant<ReduceProblem> reduce_scalar = {"cpu/reduce_scalar", {}, refuses, cost, run};

} // namespace grb
