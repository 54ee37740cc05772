// A product on ordered maps, and functions that run every variant of mxm on one problem.
#pragma once

#include "base/parallel.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace grb::mxm_test {

using Position = std::pair<std::uint64_t, std::uint64_t>;

/// Replaces bool by a type that vectors hold contiguously.
template <class T>
struct Stored {
    using type = T;
};
template <>
struct Stored<bool> {
    using type = unsigned char;
};

template <class T>
struct Entries {
    std::uint64_t nrows = 0, ncols = 0;
    std::map<Position, T> at;

    Entries transposed() const {
        Entries result{ncols, nrows, {}};
        for (const auto &[position, value] : at)
            result.at[{position.second, position.first}] = value;
        return result;
    }
    bool is_full() const { return at.size() == nrows * ncols; }
};

template <class T, class Draw>
Entries<T> random_entries(std::mt19937_64 &random, std::uint64_t nrows, std::uint64_t ncols,
                          std::size_t n, Draw &&draw) {
    Entries<T> entries{nrows, ncols, {}};
    if (nrows == 0 || ncols == 0) return entries;
    for (std::size_t k = 0; k < n; k++)
        entries.at[{random() % nrows, random() % ncols}] = draw(random);
    return entries;
}

template <class T, class Draw>
Entries<T> full_entries(std::mt19937_64 &random, std::uint64_t nrows, std::uint64_t ncols,
                        Draw &&draw) {
    Entries<T> entries{nrows, ncols, {}};
    for (std::uint64_t i = 0; i < nrows; i++) {
        for (std::uint64_t j = 0; j < ncols; j++) entries.at[{i, j}] = draw(random);
    }
    return entries;
}

/// Makes a matrix; with is_iso the first entry's value applies to all.
template <class T>
Ref<Snapshot> snapshot_of(const Entries<T> &entries, const Type *type, bool is_iso = false) {
    std::vector<std::uint64_t> rows, columns;
    std::vector<typename Stored<T>::type> values;
    for (const auto &[position, value] : entries.at) {
        rows.push_back(position.first);
        columns.push_back(position.second);
        values.push_back(value);
    }
    if (values.empty()) return Snapshot::empty(type, entries.nrows, entries.ncols);
    return build_snapshot(type, entries.nrows, entries.ncols, rows.data(), columns.data(),
                          values.data(), type, is_iso, rows.size(), nullptr);
}

template <class T>
Entries<T> entries_of(const Snapshot &snapshot, const Type *type) {
    const std::size_t n = snapshot.nvals();
    std::vector<std::uint64_t> rows(n), columns(n);
    std::vector<typename Stored<T>::type> values(n);
    extract_tuples(snapshot, rows.data(), columns.data(), values.data(), type);
    Entries<T> entries{snapshot.nrows(), snapshot.ncols(), {}};
    for (std::size_t k = 0; k < n; k++) {
        EXPECT_TRUE(entries.at.emplace(Position{rows[k], columns[k]}, values[k]).second)
            << "entry twice";
    }
    return entries;
}

/// Copies the entries with 8-byte offsets and indices.
inline Ref<Snapshot> widened(const Ref<Snapshot> &snapshot) {
    if (snapshot->nvals() == 0) return snapshot;
    return Snapshot::of_rows(snapshot->type(), snapshot->nrows(), snapshot->ncols(),
                             with_width(snapshot->rows(), 8, 8));
}

/// Every form of storage that can hold these entries at test sizes.
inline std::vector<std::pair<std::string, Ref<Snapshot>>> forms_of(const Ref<Snapshot> &snapshot) {
    std::vector<std::pair<std::string, Ref<Snapshot>>> forms{{"given", snapshot}};
    forms.emplace_back("wide", widened(snapshot));
    forms.emplace_back("hypersparse", converted(*snapshot, Format::hypersparse));
    if (snapshot->nrows() < 4096 && snapshot->ncols() < 4096 && snapshot->nvals() != 0) {
        forms.emplace_back("dense", converted(*snapshot, Format::full));
    }
    return forms;
}

template <class A, class B, class C>
Entries<C> product_of(const Entries<A> &a, const Entries<B> &b, const std::function<C(C, C)> &add,
                      const std::function<C(A, B)> &multiply) {
    Entries<C> result{a.nrows, b.ncols, {}};
    for (const auto &[ik, x] : a.at) {
        for (auto kj = b.at.lower_bound({ik.second, 0});
             kj != b.at.end() && kj->first.first == ik.second; ++kj) {
            const C product = multiply(x, kj->second);
            const auto [entry, is_new] =
                result.at.emplace(Position{ik.first, kj->first.second}, product);
            if (!is_new) entry->second = add(entry->second, product);
        }
    }
    return result;
}

inline bool passes(const MaskInput &mask, const Entries<bool> &entries, const Position &position) {
    if (mask.kind == MaskKind::none) return true;
    const auto found = entries.at.find(position);
    const bool is_true =
        found != entries.at.end() && (mask.kind == MaskKind::structure || found->second);
    return is_true != mask.is_complemented;
}

/// Runs every variant that accepts the problem, compares with `expected` where the mask allows, and
/// returns how many ran.
template <class C>
int check_variants(const MxmProblem &problem, const Entries<C> &expected,
                   const Entries<bool> &mask) {
    int runs = 0;
    for (const auto *variant : variants<MxmProblem>()) {
        if (variant->refuses(problem) != nullptr) continue;
        SCOPED_TRACE(variant->name);
        runs++;
        EXPECT_GT(variant->cost(problem).seconds, 0);
        const Ref<Snapshot> result = variant->run(problem);
        EXPECT_EQ(result->type(), problem.result_type());
        EXPECT_EQ(result->nrows(), problem.m());
        EXPECT_EQ(result->ncols(), problem.n());
        const Entries<C> actual = entries_of<C>(*result, problem.result_type());
        std::size_t matched = 0;
        for (const auto &[position, value] : actual.at) {
            if (!passes(problem.mask, mask, position)) {
                EXPECT_FALSE(variant->capabilities.fuses_mask)
                    << "entry (" << position.first << ", " << position.second << ") is masked out";
                continue;
            }
            const auto found = expected.at.find(position);
            if (found == expected.at.end()) {
                ADD_FAILURE() << "no entry belongs at (" << position.first << ", "
                              << position.second << ")";
                return runs;
            }
            if (!(found->second == value)) {
                ADD_FAILURE() << "wrong value at (" << position.first << ", " << position.second
                              << ")";
                return runs;
            }
            matched++;
        }
        std::size_t wanted = 0;
        for (const auto &[position, value] : expected.at)
            wanted += passes(problem.mask, mask, position);
        EXPECT_EQ(matched, wanted);
        if (variant->capabilities.sorts_output && result->has_rows()) {
            EXPECT_FALSE(result->rows_in_any_order().is_jumbled);
        }
    }
    return runs;
}

/// Makes a semiring over predefined or user operators.
inline Semiring semiring_of(const Monoid *add, const BinaryOp *multiply) {
    return Semiring{{}, {Magic::semiring}, add, multiply, ""};
}

/// Sets the number of threads as long as a test runs.
class WithThreads {
public:
    explicit WithThreads(int threads) { set_max_threads(threads); }
    ~WithThreads() { set_max_threads(0); }
};

} // namespace grb::mxm_test
