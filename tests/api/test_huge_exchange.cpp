// Tests elements and tuples of objects of huge dimensions: they take memory for the entries alone.
#include "api/huge.h"

#include <cstdio>

namespace api {
namespace {

/// Stops at the first call that fails.
GrB_Info all(std::initializer_list<std::function<GrB_Info()>> calls) {
    for (const auto &call : calls)
        if (const GrB_Info info = call(); info != GrB_SUCCESS) return info;
    return GrB_SUCCESS;
}

GrB_Info through_a_blob(Huge &o) {
    GrB_Index size = 0;
    GrB_Info info = GrB_Matrix_serializeSize(&size, o.A.get());
    std::vector<char> blob(size);
    if (info == GrB_SUCCESS) info = GrB_Matrix_serialize(blob.data(), &size, o.A.get());
    GrB_Matrix B = nullptr;
    if (info == GrB_SUCCESS) info = GrB_Matrix_deserialize(&B, nullptr, blob.data(), size);
    if (info != GrB_SUCCESS) return info;
    EXPECT_LT(size, 5000U);
    EXPECT_EQ(entries_of(B), entries_of(o.A));
    return GrB_Matrix_free(&B);
}

GrB_Info through_tuples(Huge &o) {
    GrB_Index columns_length = 0, rows_length = 0, values_length = 0;
    GrB_Format format = GrB_CSR_FORMAT;
    GrB_Info info = GrB_Matrix_exportHint(&format, o.A.get());
    EXPECT_EQ(format, GrB_COO_FORMAT);
    if (info == GrB_SUCCESS)
        info =
            GrB_Matrix_exportSize(&columns_length, &rows_length, &values_length, format, o.A.get());
    std::vector<GrB_Index> columns(columns_length), rows(rows_length);
    std::vector<double> values(values_length);
    if (info == GrB_SUCCESS)
        info = GrB_Matrix_export_FP64(columns.data(), rows.data(), values.data(), &columns_length,
                                      &rows_length, &values_length, format, o.A.get());
    GrB_Matrix B = nullptr;
    if (info == GrB_SUCCESS)
        info = GrB_Matrix_import_FP64(&B, GrB_FP64, o.n, o.n, columns.data(), rows.data(),
                                      values.data(), columns_length, rows_length, values_length,
                                      format);
    if (info != GrB_SUCCESS) return info;
    EXPECT_EQ(entries_of(B), entries_of(o.A));
    return GrB_Matrix_free(&B);
}

template <class Unpack, class Pack>
GrB_Info through_arrays(Huge &o, Unpack &&unpack, Pack &&pack) {
    GrB_Index *Ap = nullptr, *Ah = nullptr, *Ai = nullptr;
    void *Ax = nullptr;
    GrB_Index Ap_size = 0, Ah_size = 0, Ai_size = 0, Ax_size = 0, nvec = 0;
    bool iso = false, jumbled = false;
    const EntryMap before = entries_of(o.A);
    const GrB_Info info =
        all({[&] {
                 return unpack(o.A.get(), &Ap, &Ah, &Ai, &Ax, &Ap_size, &Ah_size, &Ai_size,
                               &Ax_size, &iso, &nvec, &jumbled, nullptr);
             },
             [&] {
                 return pack(o.A.get(), &Ap, &Ah, &Ai, &Ax, Ap_size, Ah_size, Ai_size, Ax_size, iso,
                             nvec, jumbled, nullptr);
             }});
    EXPECT_EQ(entries_of(o.A), before);
    return info;
}

GrB_Info by_element(Huge &o) {
    double x = 0;
    return all({[&] { return GrB_Matrix_setElement_FP64(o.A.get(), 90, o.n - 1, o.n / 2); },
                [&] { return GrB_Matrix_setElement_FP64(o.A.get(), 91, o.n / 3, 1); },
                [&] { return GrB_Matrix_wait(o.A.get(), GrB_MATERIALIZE); },
                [&] { return GrB_Matrix_extractElement_FP64(&x, o.A.get(), o.n / 3, 1); },
                [&] { return GrB_Matrix_removeElement(o.A.get(), o.n - 1, o.n / 2); },
                [&] { return GrB_Matrix_wait(o.A.get(), GrB_COMPLETE); },
                [&] { return GrB_Vector_setElement_FP64(o.u.get(), 90, o.n / 2); },
                [&] { return GrB_Vector_removeElement(o.u.get(), o.n - 1); },
                [&] { return GrB_Vector_wait(o.u.get(), GrB_MATERIALIZE); },
                [&] { return GrB_Vector_extractElement_FP64(&x, o.u.get(), o.n / 2); },
                [&] { return GrB_Matrix_clear(o.A.get()); },
                [&] { return GrB_Vector_clear(o.u.get()); }});
}

template <class Attach, class Seek, class NextMajor, class NextEntry, class Row, class Column>
GrB_Info along_vectors(Huge &o, Attach &&attach, Seek &&seek, NextMajor &&next_major,
                       NextEntry &&next_entry, Row &&row, Column &&column) {
    GxB_Iterator iterator = nullptr;
    GrB_Info info = all({[&] { return GxB_Iterator_new(&iterator); },
                         [&] { return attach(iterator, o.A.get(), nullptr); }});
    if (info != GrB_SUCCESS) return info;
    EntryMap seen;
    for (info = seek(iterator, 0); info != GxB_EXHAUSTED; info = next_major(iterator)) {
        for (; info == GrB_SUCCESS; info = next_entry(iterator))
            seen[{row(iterator), column(iterator)}] = GxB_Iterator_get_FP64(iterator);
    }
    EXPECT_EQ(seen, entries_of(o.A));
    return GxB_Iterator_free(&iterator);
}

GrB_Info along_entries(Huge &o) {
    GxB_Iterator iterator = nullptr;
    GrB_Info info = all({[&] { return GxB_Iterator_new(&iterator); },
                         [&] { return GxB_Vector_Iterator_attach(iterator, o.u.get(), nullptr); }});
    if (info != GrB_SUCCESS) return info;
    EntryMap seen;
    for (info = GxB_Vector_Iterator_seek(iterator, 0); info == GrB_SUCCESS;
         info = GxB_Vector_Iterator_next(iterator))
        seen[{0, GxB_Vector_Iterator_getIndex(iterator)}] = GxB_Iterator_get_FP64(iterator);
    EXPECT_EQ(seen, entries_of(o.u));
    return GxB_Iterator_free(&iterator);
}

GrB_Info printed(Huge &o) {
    char text[20000] = {};
    FILE *const file = fmemopen(text, sizeof text, "w");
    const GrB_Info info =
        all({[&] { return GxB_Matrix_fprint(o.A.get(), "A", GxB_COMPLETE, file); },
             [&] { return GxB_Vector_fprint(o.u.get(), "u", GxB_COMPLETE, file); }});
    fclose(file);
    EXPECT_NE(std::string(text).find(std::to_string(o.n)), std::string::npos);
    return info;
}

TEST(HugeExchange, EveryWay) {
    check_with_little_memory({
        {"serialize", through_a_blob},
        {"export", through_tuples},
        {"HyperCSR",
         [](Huge &o) {
             return through_arrays(o, GxB_Matrix_unpack_HyperCSR, GxB_Matrix_pack_HyperCSR);
         }},
        {"HyperCSC",
         [](Huge &o) {
             return through_arrays(o, GxB_Matrix_unpack_HyperCSC, GxB_Matrix_pack_HyperCSC);
         }},
        {"setElement", by_element},
        {"rowIterator",
         [](Huge &o) {
             return along_vectors(o, GxB_rowIterator_attach, GxB_rowIterator_seekRow,
                                  GxB_rowIterator_nextRow, GxB_rowIterator_nextCol,
                                  GxB_rowIterator_getRowIndex, GxB_rowIterator_getColIndex);
         }},
        {"colIterator",
         [](Huge &o) {
             return along_vectors(o, GxB_colIterator_attach, GxB_colIterator_seekCol,
                                  GxB_colIterator_nextCol, GxB_colIterator_nextRow,
                                  GxB_colIterator_getRowIndex, GxB_colIterator_getColIndex);
         }},
        {"Iterator", along_entries},
        {"fprint", printed},
    });
}

/// Operand, mask and output are hypersparse by columns.
TEST(HugeExchange, ByColumn) {
    const auto reorient = [](Huge &o) {
        return all({[&] {
                        return through_arrays(o, GxB_Matrix_unpack_HyperCSC,
                                              GxB_Matrix_pack_HyperCSC);
                    },
                    [&] { return GrB_Matrix_wait(o.A.get(), GrB_MATERIALIZE); }});
    };
    check_with_little_memory({
        {"operand",
         [&](Huge &o) {
             return all({[&] { return reorient(o); },
                         [&] {
                             return GrB_mxm(o.C.get(), nullptr, nullptr,
                                            GrB_PLUS_TIMES_SEMIRING_FP64, o.A.get(), o.B.get(),
                                            GrB_DESC_T0);
                         },
                         [&] {
                             return GrB_Matrix_select_INT64(o.C.get(), nullptr, nullptr, GrB_TRIL,
                                                            o.A.get(), 0, nullptr);
                         },
                         [&] {
                             return GrB_Matrix_extract(o.C.get(), nullptr, nullptr, o.A.get(),
                                                       GrB_ALL, o.n, GrB_ALL, o.n, GrB_DESC_T0);
                         }});
         }},
        {"mask",
         [&](Huge &o) {
             return all({[&] { return reorient(o); },
                         [&] {
                             return GrB_Matrix_assign_FP64(o.C.get(), o.A.get(), nullptr, 3,
                                                           GrB_ALL, o.n, GrB_ALL, o.n, GrB_DESC_S);
                         },
                         [&] {
                             return GrB_mxm(o.C.get(), o.A.get(), nullptr,
                                            GrB_PLUS_TIMES_SEMIRING_FP64, o.B.get(), o.B.get(),
                                            GrB_DESC_RC);
                         }});
         }},
        {"output",
         [&](Huge &o) {
             return all({[&] { return reorient(o); },
                         [&] {
                             return GrB_Matrix_eWiseAdd_BinaryOp(o.A.get(), nullptr, GrB_PLUS_FP64,
                                                                 GrB_PLUS_FP64, o.A.get(),
                                                                 o.B.get(), nullptr);
                         },
                         [&] { return by_element(o); }});
         }},
    });
}

/// A full iso vector of huge size is read where the mask allows.
TEST(HugeExchange, IsoUnderMask) {
    const auto full_iso = [](const Huge &o) {
        VectorPointer full(new_vector(GrB_FP64, o.n));
        REQUIRE(GrB_Vector_assign_FP64(full.get(), nullptr, nullptr, 4, GrB_ALL, o.n, nullptr));
        return full;
    };
    check_with_little_memory(
        {
            {"assign",
             [&](Huge &o) {
                 return GrB_Vector_assign(o.w.get(), o.m.get(), nullptr, full_iso(o).get(), GrB_ALL,
                                          o.n, GrB_DESC_S);
             }},
            {"apply",
             [&](Huge &o) {
                 return GrB_Vector_apply(o.w.get(), o.m.get(), GrB_PLUS_FP64, GrB_AINV_FP64,
                                         full_iso(o).get(), nullptr);
             }},
            {"eWiseAdd",
             [&](Huge &o) {
                 const VectorPointer full = full_iso(o);
                 return GrB_Vector_eWiseAdd_BinaryOp(o.w.get(), o.m.get(), nullptr, GrB_PLUS_FP64,
                                                     full.get(), full.get(), GrB_DESC_R);
             }},
            {"eWiseMult of full and sparse",
             [&](Huge &o) {
                 return GrB_Vector_eWiseMult_BinaryOp(o.w.get(), nullptr, nullptr, GrB_PLUS_FP64,
                                                      full_iso(o).get(), o.u.get(), nullptr);
             }},
            {"extract",
             [&](Huge &o) {
                 const GrB_Index down[] = {o.n - 1, 0, 1};
                 return GrB_Vector_extract(o.w.get(), o.m.get(), nullptr, full_iso(o).get(), down,
                                           GxB_BACKWARDS, nullptr);
             }},
            {"mxv",
             [&](Huge &o) {
                 return GrB_mxv(o.w.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                                o.A.get(), full_iso(o).get(), nullptr);
             }},
            {"vxm",
             [&](Huge &o) {
                 return GrB_vxm(o.w.get(), o.m.get(), GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64,
                                full_iso(o).get(), o.A.get(), nullptr);
             }},
            {"mask",
             [&](Huge &o) {
                 return GrB_Vector_apply(o.w.get(), full_iso(o).get(), nullptr, GrB_AINV_FP64,
                                         o.u.get(), GrB_DESC_S);
             }},
        },
        {dimensions[0], dimensions[1]});
}

} // namespace
} // namespace api
