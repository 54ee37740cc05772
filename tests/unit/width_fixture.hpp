// One object with arrays of every width, as entries beyond 2^32 need them.
#pragma once

#include "mxv_fixture.hpp"

#include "base/parallel.hpp"
#include "cpu/mxv/curated.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"

#include <gtest/gtest.h>

#include <string>

namespace width_test {

using mxv_test::Bytes;
using mxv_test::Entries;
using mxv_test::Random;
using mxv_test::Storage;

struct Width {
    int offsets, indices;
    const char *name;
};
/// The widths that dispatch_widths() distinguishes. The second is a matrix of 2^32 entries or more.
inline constexpr Width widths[] = {{4, 4, "4 bytes"}, {8, 4, "8-byte offsets"}, {8, 8, "8 bytes"}};

inline grb::SparseForm form_of(const grb::SparseView &view, const Width &width, bool is_hyper) {
    const grb::SparseForm sized = grb::with_width(view, width.offsets, width.indices);
    const grb::SparseView again = grb::view_of(sized, view.type, view.nrows, view.ncols);
    return is_hyper ? grb::to_hyper(again) : grb::to_standard(again);
}
inline grb::Ref<grb::Snapshot> by_rows(const grb::Snapshot &source, const Width &width,
                                       bool is_hyper) {
    return grb::Snapshot::of_rows(source.type(), source.nrows(), source.ncols(),
                                  form_of(source.rows(), width, is_hyper));
}
inline grb::Ref<grb::Snapshot> by_columns(const grb::Snapshot &source, const Width &width,
                                          bool is_hyper) {
    return grb::Snapshot::of_columns(source.type(), source.nrows(), source.ncols(),
                                     form_of(source.columns(), width, is_hyper));
}

/// Returns the entries in every width, by rows and by columns, standard and hypersparse.
inline std::vector<std::pair<std::string, grb::Ref<grb::Snapshot>>>
in_all_widths(const grb::Snapshot &source) {
    std::vector<std::pair<std::string, grb::Ref<grb::Snapshot>>> all;
    for (const Width &width : widths) {
        for (const bool is_hyper : {false, true}) {
            const std::string name = width.name + std::string(is_hyper ? ", hypersparse" : "");
            all.emplace_back(name, by_rows(source, width, is_hyper));
            all.emplace_back(name + ", by column", by_columns(source, width, is_hyper));
        }
    }
    return all;
}

inline Entries random_entries(Random &random, std::uint64_t nrows, std::uint64_t ncols, int percent,
                              const grb::Type *type) {
    Entries entries;
    for (std::uint64_t i = 0; i < nrows; i++) {
        for (std::uint64_t j = 0; j < ncols; j++) {
            if (random.below(100) < percent) entries[{i, j}] = random.value(type);
        }
    }
    return entries;
}

inline grb::Ref<grb::Snapshot> random_matrix(Random &random, std::uint64_t nrows,
                                             std::uint64_t ncols, int percent,
                                             const grb::Type *type) {
    return mxv_test::make_matrix(type, nrows, ncols,
                                 random_entries(random, nrows, ncols, percent, type), {});
}

/// Sets the number of threads as long as a test runs.
struct WithThreads {
    explicit WithThreads(int threads) { grb::set_max_threads(threads); }
    ~WithThreads() { grb::set_max_threads(0); }
};

} // namespace width_test
