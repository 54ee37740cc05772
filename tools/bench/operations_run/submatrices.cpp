/// extract, assign.
#include "cells.h"

namespace grb::tool {

namespace {

constexpr GrB_Index large_size = 10000000;

/// C = A(I, J); an empty list means all indices.
void add_extract(Cells &cells, const std::string &name, const std::string &of,
                 const std::function<Indices(GrB_Index)> &rows,
                 const std::function<Indices(GrB_Index)> &columns) {
    cells.push_back({"extract", of + " " + name, [=] {
                         const MatrixRef A = graph(of);
                         const GrB_Index n = nrows_of(A);
                         const Indices I = rows(n), J = columns(n);
                         const GrB_Index m = I.empty() ? n : I.size(), k = J.empty() ? n : J.size();
                         const MatrixRef C = new_matrix(GrB_FP64, m, k);
                         return Body(
                             [=] {
                                 must(GrB_Matrix_extract(C.get(), nullptr, nullptr, A.get(),
                                                         I.empty() ? GrB_ALL : I.data(), m,
                                                         J.empty() ? GrB_ALL : J.data(), k,
                                                         nullptr));
                                 finish(C);
                             },
                             C);
                     }});
}

void add_extract(Cells &cells, const std::string &name, const std::function<VectorRef()> &make,
                 const std::function<Indices()> &list) {
    cells.push_back({"extract", name, [=] {
                         const VectorRef u = make();
                         const Indices I = list();
                         const VectorRef w = new_vector(GrB_FP64, I.size());
                         return Body(
                             [=] {
                                 must(GrB_Vector_extract(w.get(), nullptr, nullptr, u.get(),
                                                         I.data(), I.size(), nullptr));
                                 finish(w);
                             },
                             w);
                     }});
}

void add_extracts(Cells &cells) {
    const auto everything = [](GrB_Index) { return Indices(); };
    const auto block = [](GrB_Index n) { return every(n / 4, 1, n / 2); };
    const auto some = [](GrB_Index n) { return any_of(n / 10, n, 1); };
    const auto mixed = [](GrB_Index n) { return permuted(n); };
    for (const char *of : {"tiny", "small", "kron:16", "grid:1000x1000", "er:262144:2097152"}) {
        add_extract(cells, "block of half", of, block, block);
        add_extract(cells, "half of the rows", of, block, everything);
        add_extract(cells, "half of the columns", of, everything, block);
        add_extract(cells, "random rows", of, some, everything);
        add_extract(cells, "random columns", of, everything, some);
        add_extract(cells, "random rows and columns", of, some, some);
        add_extract(cells, "permuted rows", of, mixed, everything);
        add_extract(cells, "permuted rows and columns", of, mixed, mixed);
        add_extract(
            cells, "one row", of, [](GrB_Index n) { return Indices{n / 2}; }, everything);
        cells.push_back({"extract", std::string(of) + " one column", [of = std::string(of)] {
                             const MatrixRef A = graph(of);
                             const GrB_Index n = nrows_of(A);
                             const VectorRef w = new_vector(GrB_FP64, n);
                             return Body(
                                 [=] {
                                     must(GrB_Col_extract(w.get(), nullptr, nullptr, A.get(),
                                                          GrB_ALL, n, n / 2, nullptr));
                                     finish(w);
                                 },
                                 w);
                         }});
    }
    const auto full = [] { return full_vector(large_size); };
    const auto tenth = [] { return random_vector(GrB_FP64, large_size, large_size / 10, 1); };
    const auto in_order = [] { return every(3, 10, large_size / 10); };
    const auto middle = [] { return every(large_size / 4, 1, large_size / 2); };
    const auto anything = [] { return any_of(large_size / 10, large_size, 1); };
    add_extract(cells, "full vector, every tenth", full, in_order);
    add_extract(cells, "full vector, middle half", full, middle);
    add_extract(cells, "full vector, random tenth", full, anything);
    add_extract(cells, "tenth of a vector, every tenth", tenth, in_order);
    add_extract(cells, "tenth of a vector, middle half", tenth, middle);
    add_extract(cells, "tenth of a vector, random tenth", tenth, anything);
    add_extract(
        cells, "ten of a vector", [] { return random_vector(GrB_FP64, 100, 10, 1); },
        [] { return every(0, 1, 50); });
}

/// C(I, J) = or += B.
void add_assign(Cells &cells, const std::string &name, const std::string &into,
                const std::function<Indices(GrB_Index)> &rows, GrB_BinaryOp *accumulator) {
    cells.push_back({"assign", into + " " + name, [=] {
                         const GrB_Index n = nrows_of(graph(into));
                         const Indices I = rows(n);
                         const MatrixRef C = copy_of(graph(into));
                         const MatrixRef B = random_matrix(I.size(), I.size(), 4, 6);
                         return Body(
                             [=] {
                                 must(GrB_Matrix_assign(
                                     C.get(), nullptr,
                                     accumulator != nullptr ? *accumulator : nullptr, B.get(),
                                     I.data(), I.size(), I.data(), I.size(), nullptr));
                                 finish(C);
                             },
                             C);
                     }});
}

void add_assign(Cells &cells, const std::string &name, const std::function<VectorRef()> &target,
                const std::function<VectorRef()> &source, const std::function<Indices()> &list,
                GrB_BinaryOp *accumulator) {
    cells.push_back(
        {"assign", name, [=] {
             const VectorRef w = target(), u = source();
             const Indices I = list();
             return Body(
                 [=] {
                     must(GrB_Vector_assign(w.get(), nullptr,
                                            accumulator != nullptr ? *accumulator : nullptr,
                                            u.get(), I.data(), I.size(), nullptr));
                     finish(w);
                 },
                 w);
         }});
}

/// w⟨m⟩ = s.
void add_scalar_assign(Cells &cells, const std::string &name,
                       const std::function<VectorRef()> &target,
                       const std::function<VectorRef()> &mask, GrB_Descriptor *how) {
    cells.push_back({"assign", name, [=] {
                         const VectorRef w = target(), m = mask();
                         GrB_Index size = 0;
                         must(GrB_Vector_size(&size, w.get()));
                         return Body(
                             [=] {
                                 must(GrB_Vector_assign_FP64(w.get(), m.get(), nullptr, 3, GrB_ALL,
                                                             size,
                                                             how != nullptr ? *how : nullptr));
                                 finish(w);
                             },
                             w);
                     }});
}

void add_vector_assigns(Cells &cells) {
    const GrB_Index n = large_size;
    const auto full = [=] { return full_vector(n); };
    const auto sparse = [=] { return random_vector(GrB_FP64, n, n / 100, 1); };
    const auto source = [=](GrB_Index size) { return [=] { return full_vector(size); }; };
    const auto middle = [=] { return every(n / 4, 1, n / 2); };
    const auto anywhere = [=] { return any_of(n / 100, n, 2); };
    add_assign(cells, "full vector, middle half", full, source(n / 2), middle, nullptr);
    add_assign(cells, "full vector, middle half, PLUS", full, source(n / 2), middle,
               &GrB_PLUS_FP64);
    add_assign(
        cells, "full vector, random hundredth", full, source(n / 100),
        [=] {
            Indices list = permuted(n);
            list.resize(n / 100);
            return list;
        },
        nullptr);
    add_assign(cells, "full vector, random hundredth, PLUS", full, source(n / 100), anywhere,
               &GrB_PLUS_FP64);
    add_assign(cells, "sparse vector, random hundredth, PLUS", sparse, source(n / 100), anywhere,
               &GrB_PLUS_FP64);
    add_assign(
        cells, "ten into a hundred", [] { return full_vector(100); }, source(10),
        [] { return every(20, 1, 10); }, nullptr);
    const auto half = [=] { return random_vector(GrB_BOOL, n, n / 2, 3); };
    const auto few = [=] { return random_vector(GrB_BOOL, n, n / 1000, 3); };
    add_scalar_assign(cells, "scalar into full vector, half mask", full, half, nullptr);
    add_scalar_assign(cells, "scalar into full vector, half structural mask", full, half,
                      &GrB_DESC_S);
    add_scalar_assign(cells, "scalar into full vector, complemented mask", full, half,
                      &GrB_DESC_SC);
    add_scalar_assign(cells, "scalar into full vector, sparse mask", full, few, &GrB_DESC_S);
    add_scalar_assign(cells, "scalar into sparse vector, sparse mask", sparse, few, &GrB_DESC_S);
    add_scalar_assign(
        cells, "scalar into full vector", full, [] { return VectorRef(); }, nullptr);
}

} // namespace

void add_submatrices(Cells &cells) {
    add_extracts(cells);
    const auto block = [](GrB_Index n) { return every(n / 4, 1, n / 2); };
    const auto some = [](GrB_Index n) {
        Indices list = permuted(n);
        list.resize(std::max<GrB_Index>(1, n / 10));
        return list;
    };
    for (const char *into : {"tiny", "small", "kron:16", "grid:1000x1000", "er:262144:2097152"}) {
        add_assign(cells, "block of half", into, block, nullptr);
        add_assign(cells, "block of half, PLUS", into, block, &GrB_PLUS_FP64);
        add_assign(cells, "random tenth", into, some, nullptr);
        add_assign(cells, "random tenth, PLUS", into, some, &GrB_PLUS_FP64);
    }
    add_vector_assigns(cells);
}

} // namespace grb::tool
