// Builds a sparse result row by row when only upper bounds of the rows' lengths are known.
#pragma once

#include "storage/convert.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

/// An entry of the result and the position of its source.
struct Origin {
    std::uint64_t column, source;
};

/// Rows in order; each row's origins are appended, then the values gathered at once at the end.
class RowBuilder {
public:
    RowBuilder(std::uint64_t nrows, std::uint64_t ncols) : nrows_(nrows), ncols_(ncols) {}

    void append(std::uint64_t column, std::uint64_t source) {
        origins_.push_back({column, source});
    }
    /// Ends a row; rows must come ascending. Sorts it when needed; of equal columns the one with
    /// the last source stays.
    void end_row(std::uint64_t row, bool is_sorted) {
        if (!is_sorted) {
            const auto first = origins_.begin() + static_cast<std::ptrdiff_t>(row_begin_);
            std::sort(first, origins_.end(), [](const Origin &x, const Origin &y) {
                return x.column != y.column ? x.column < y.column : x.source < y.source;
            });
            auto to = first;
            for (auto from = first; from != origins_.end(); ++from) {
                if (from + 1 != origins_.end() && (from + 1)->column == from->column) continue;
                *to++ = *from;
            }
            origins_.erase(to, origins_.end());
        }
        if (origins_.size() == row_begin_) return;
        row_begin_ = origins_.size();
        rows_.push_back(row);
        ends_.push_back(row_begin_);
    }

    /// Returns the result, with values from `values` (iso when is_iso) by source.
    Ref<Snapshot> finish(const Type *type, const void *values, bool is_iso) const {
        SparseForm form;
        form.nvals = origins_.size();
        form.index_width = index_width_for(nrows_, ncols_);
        form.offset_width = offset_width_for(form.index_width, form.nvals);
        form.is_hyper = nrows_ != 1 && should_be_hyper(nrows_, rows_.size());
        form.stored_rows = form.is_hyper ? rows_.size() : nrows_;
        form.is_iso = is_iso;
        form.values = is_iso ? Array::copy_of(values, type->size) : Array(form.nvals * type->size);
        if (!is_iso)
            gather(form.values.as<unsigned char>(), static_cast<const unsigned char *>(values),
                   type->size);
        if (form.index_width == 8) {
            fill_pattern<std::uint64_t, std::uint64_t>(form);
        } else if (form.offset_width == 8) {
            fill_pattern<std::uint64_t, std::uint32_t>(form);
        } else {
            fill_pattern<std::uint32_t, std::uint32_t>(form);
        }
        return Snapshot::of_rows(type, nrows_, ncols_, std::move(form));
    }

private:
    void gather(unsigned char *z, const unsigned char *values, std::size_t size) const {
        for (const Origin &origin : origins_) {
            std::memcpy(z, values + origin.source * size, size);
            z += size;
        }
    }

    template <class O, class I>
    void fill_pattern(SparseForm &form) const {
        form.column_indices = Array::of<I>(form.nvals);
        I *columns = form.column_indices.template as<I>();
        for (const Origin &origin : origins_) *columns++ = static_cast<I>(origin.column);
        form.row_offsets = Array::zeroed((form.stored_rows + 1) * sizeof(O));
        O *offsets = form.row_offsets.template as<O>();
        if (form.is_hyper) {
            form.row_ids = Array::of<I>(form.stored_rows);
            for (std::size_t k = 0; k < rows_.size(); k++) {
                form.row_ids.template as<I>()[k] = static_cast<I>(rows_[k]);
                offsets[k + 1] = static_cast<O>(ends_[k]);
            }
            return;
        }
        std::uint64_t row = 0;
        for (std::size_t k = 0; k < rows_.size(); k++) {
            for (; row < rows_[k]; row++) offsets[row + 1] = offsets[row];
            offsets[++row] = static_cast<O>(ends_[k]);
        }
        for (; row < nrows_; row++) offsets[row + 1] = offsets[row];
    }

    std::uint64_t nrows_, ncols_;
    std::size_t row_begin_ = 0;
    HostVector<Origin> origins_;
    HostVector<std::uint64_t> rows_, ends_;
};

} // namespace grb
