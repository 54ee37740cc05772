// Makes random tuples, builds objects from them, and reads objects back.
#include "oracle/content.h"

#include <cstdio>
#include <cstdlib>

namespace grb::oracle {
namespace {

constexpr Index dense_elements = 4096; // up to here each cell is decided by itself
constexpr Index most_entries = 300;    // of larger objects

void require(GrB_Info info, const char *what) {
    if (info == GrB_SUCCESS) return;
    std::printf("! %s failed with code %d\n", what, static_cast<int>(info));
    std::fflush(stdout);
    std::exit(2);
}

Index near_position(Rng &rng, Index size, const std::map<Index, std::vector<Index>> &near) {
    const auto found = near.find(size);
    return found == near.end() ? rng.below(size) : rng.pick(found->second);
}

struct Tuples {
    std::vector<Index> rows, columns;
    std::vector<unsigned char> values;
    Index count = 0;

    Tuples(std::size_t room, std::size_t value_size)
        : rows(room + 1), columns(room + 1), values((room + 1) * value_size), count(room) {}
};

GrB_Info build(const Handles &object, int type, Tuples &tuples) {
    return with_api(type, [&](auto api) {
        const auto *values = api.pointer(tuples.values.data());
        return object.vector
                   ? api.vector_build(object.vector, tuples.rows.data(), values, tuples.count,
                                      nullptr)
                   : api.matrix_build(object.matrix, tuples.rows.data(), tuples.columns.data(),
                                      values, tuples.count, nullptr);
    });
}

/// A position without an entry gets one and loses it again.
void leave_removed_entry(Rng &rng, const Content &content, const Handles &object) {
    if (content.nrows == 0 || content.ncols == 0) return;
    const Index i = rng.below(content.nrows), j = rng.below(content.ncols);
    if (content.entries.count({i, j})) return;
    require(set_element(object, content.type, Value(), i, j), "setElement");
    require(object.vector ? GrB_Vector_removeElement(object.vector, i)
                          : GrB_Matrix_removeElement(object.matrix, i, j),
            "removeElement");
}

} // namespace

std::string Content::shape() const {
    std::string text = std::to_string(nrows);
    if (!is_vector) text += "x" + std::to_string(ncols);
    return text;
}

Content transposed(const Content &content) {
    Content result = content;
    std::swap(result.nrows, result.ncols);
    result.entries.clear();
    for (const auto &[at, value] : content.entries)
        result.entries.emplace(Position{at.second, at.first}, value);
    return result;
}

Content random_content(Rng &rng, int type, bool is_vector, Index nrows, Index ncols, Values values,
                       const std::map<Index, std::vector<Index>> &near) {
    Content content{type, is_vector, nrows, ncols, {}};
    const bool is_iso = rng.chance(10);
    const Value iso = random_value(rng, type, values);
    const auto add = [&](Index i, Index j) {
        content.entries[{i, j}] = is_iso ? iso : random_value(rng, type, values);
    };
    static const int densities[] = {0, 10, 30, 30, 60, 100};
    const int density = densities[rng.below(std::size(densities))];
    const bool is_dense =
        nrows <= dense_elements && ncols <= dense_elements && nrows * ncols <= dense_elements;
    if (is_dense) {
        for (Index i = 0; i < nrows; ++i) {
            for (Index j = 0; j < ncols; ++j) {
                if (rng.chance(density)) add(i, j);
            }
        }
        return content;
    }
    if (nrows == 0 || ncols == 0) return content;
    const Index count = most_entries * static_cast<Index>(density) / 100;
    for (Index k = 0; k < count; ++k)
        add(near_position(rng, nrows, near), near_position(rng, ncols, near));
    return content;
}

Handles realise(Rng &rng, const Content &content) {
    Handles object;
    if (content.is_vector) {
        require(GrB_Vector_new(&object.vector, type_handle(content.type), content.nrows),
                "GrB_Vector_new");
    } else {
        require(
            GrB_Matrix_new(&object.matrix, type_handle(content.type), content.nrows, content.ncols),
            "GrB_Matrix_new");
    }
    // The last few entries may be left to setElement.
    const std::size_t size = type_size(content.type), total = content.entries.size();
    const std::size_t late = rng.chance(25) ? rng.below(total + 1) : 0;
    Tuples tuples(total - late, size);
    std::size_t k = 0;
    for (const auto &[at, value] : content.entries) {
        if (k == tuples.count) {
            require(build(object, content.type, tuples), "build");
        }
        if (k >= tuples.count) {
            require(set_element(object, content.type, value, at.first, at.second), "setElement");
        } else {
            tuples.rows[k] = at.first;
            tuples.columns[k] = at.second;
            std::memcpy(&tuples.values[k * size], value.bytes, size);
        }
        ++k;
    }
    if (late == 0) require(build(object, content.type, tuples), "build");
    if (rng.chance(20)) leave_removed_entry(rng, content, object);
    if (rng.chance(30)) {
        require(object.vector ? GrB_Vector_wait(object.vector, GrB_MATERIALIZE)
                              : GrB_Matrix_wait(object.matrix, GrB_MATERIALIZE),
                "wait");
    }
    return object;
}

GrB_Info read_back(const Handles &object, int type, Content &content) {
    content = Content();
    content.type = type;
    content.is_vector = object.vector != nullptr;
    Index count = 0;
    GrB_Info info = GrB_SUCCESS;
    const auto get = [&](auto function, Index &result, auto handle) {
        if (info == GrB_SUCCESS) info = function(&result, handle);
    };
    if (object.vector) {
        get(GrB_Vector_size, content.nrows, object.vector);
        get(GrB_Vector_nvals, count, object.vector);
    } else {
        get(GrB_Matrix_nrows, content.nrows, object.matrix);
        get(GrB_Matrix_ncols, content.ncols, object.matrix);
        get(GrB_Matrix_nvals, count, object.matrix);
    }
    if (info != GrB_SUCCESS) return info;
    const std::size_t size = type_size(type);
    Tuples tuples(count, size);
    info = with_api(type, [&](auto api) {
        auto *values = api.pointer(tuples.values.data());
        return object.vector
                   ? api.vector_tuples(tuples.rows.data(), values, &tuples.count, object.vector)
                   : api.matrix_tuples(tuples.rows.data(), tuples.columns.data(), values,
                                       &tuples.count, object.matrix);
    });
    if (info != GrB_SUCCESS) return info;
    for (std::size_t k = 0; k < tuples.count; ++k) {
        Value value;
        std::memcpy(value.bytes, &tuples.values[k * size], size);
        content.entries.emplace(Position{tuples.rows[k], object.vector ? 0 : tuples.columns[k]},
                                value);
    }
    if (tuples.count != count || content.entries.size() != count)
        std::printf("! nvals %llu, but %llu tuples at %zu positions\n",
                    static_cast<unsigned long long>(count),
                    static_cast<unsigned long long>(tuples.count), content.entries.size());
    return GrB_SUCCESS;
}

void free_handles(Handles &object) {
    GrB_Matrix_free(&object.matrix);
    GrB_Vector_free(&object.vector);
}

GrB_Info set_element(const Handles &object, int type, const Value &value, Index i, Index j) {
    return with_api(type, [&](auto api) {
        return object.vector ? api.vector_set(object.vector, api.pass(value), i)
                             : api.matrix_set(object.matrix, api.pass(value), i, j);
    });
}

} // namespace grb::oracle
