// Values of merged entries: computed in blocks of entries with the same origin, through batches.
#pragma once

#include "cpu/elementwise/merge.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

/// Computes the values of result entries from their origins, a block at a time.
class ValueAssembler {
public:
    static constexpr std::size_t block_entries = 256;

    ValueAssembler(const SparseView &A, const SparseView &B, const MergeValues &values,
                   unsigned char *out, std::size_t most_entries)
        : A_(A), B_(B), values_(values), out_(out) {
        if (values.op != nullptr) op_ = BoundBinary(values.op, values.z, values.a, values.b);
        const std::size_t capacity = std::min(block_entries, most_entries);
        const std::size_t widest =
            std::max(values.z->size, std::max(values.a->size, values.b->size));
        const std::size_t stride = (capacity * widest + 15) / 16 * 16; // any type stays aligned
        buffer_.resize(3 * stride);
        x_ = buffer_.data();
        y_ = x_ + stride;
        z_ = y_ + stride;
    }

    void add(Take take, std::uint64_t a, std::uint64_t b) {
        const int k = static_cast<int>(take) - 1;
        Group &group = groups_[k];
        const std::size_t slot = counts_[k]++;
        group.to[slot] = pending_++;
        group.a[slot] = a;
        group.b[slot] = b;
        if (pending_ >= block_entries) flush();
    }
    /// Adds the values of `n` entries of A from `first` on, as add() does one by one.
    void add_run_of_a(std::uint64_t first, std::uint64_t n) {
        if (A_.is_iso || values_.a != values_.z) {
            for (std::uint64_t k = 0; k < n; k++) add(Take::a, first + k, 0);
            return;
        }
        const std::size_t size = values_.z->size;
        std::memcpy(out_ + pending_ * size,
                    static_cast<const unsigned char *>(A_.values) + first * size, n * size);
        pending_ += n;
        if (pending_ >= block_entries) flush();
    }

    void flush() {
        take_from(groups_[0], counts_[0], A_, values_.a, groups_[0].a);
        take_from(groups_[1], counts_[1], B_, values_.b, groups_[1].b);
        const Group &both = groups_[2];
        if (const std::size_t n = counts_[2]; n != 0) {
            fetch(x_, A_, both.a, n);
            fetch(y_, B_, both.b, n);
            op_(z_, x_, y_, n);
            scatter_values(out_, both.to, 8, z_, n, values_.z->size);
        }
        for (std::size_t &count : counts_) count = 0;
        out_ += pending_ * values_.z->size;
        pending_ = 0;
    }

private:
    /// Uninitialised: a merge of few entries touches few slots.
    struct Group {
        std::uint64_t to[block_entries], a[block_entries], b[block_entries];
    };

    static void fetch(void *to, const SparseView &from, const std::uint64_t *positions,
                      std::size_t n) {
        if (from.is_iso) {
            fill_values(to, from.values, n, from.type->size);
        } else {
            gather_values(to, from.values, positions, 8, n, from.type->size);
        }
    }

    void take_from(const Group &group, std::size_t count, const SparseView &from, const Type *type,
                   const std::uint64_t *positions) {
        if (count == 0) return;
        fetch(x_, from, positions, count);
        const unsigned char *cast = x_;
        if (type != values_.z) {
            cast_values(z_, values_.z, x_, type, count);
            cast = z_;
        }
        scatter_values(out_, group.to, 8, cast, count, values_.z->size);
    }

    const SparseView &A_, &B_;
    const MergeValues &values_;
    BoundBinary op_;
    unsigned char *out_;
    std::size_t pending_ = 0, counts_[3] = {};
    Group groups_[3];
    HostVector<unsigned char> buffer_;
    unsigned char *x_, *y_, *z_;
};

} // namespace grb
