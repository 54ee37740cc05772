// Iterators as the macros in SuiteSparse's header of this version read them.
#include "compat/interface.hpp"

using namespace compat;

namespace {

GrB_Info laid_out(GxB_Iterator iterator, GrB_Info info) noexcept {
    if (info == GrB_SUCCESS) engine.lay_out(iterator, version);
    return info;
}

} // namespace

GrB_Info GB_Iterator_attach(GxB_Iterator iterator, GrB_Matrix A, GxB_Format_Value format,
                            GrB_Descriptor desc) {
    return laid_out(iterator, engine.GB_Iterator_attach(iterator, A, format, desc));
}

#define GRB_DEFINE(Name, Kind)                                                                 \
    GrB_Info GxB_##Name##Iterator_attach(GxB_Iterator iterator, Kind object,                   \
                                         GrB_Descriptor desc) {                                \
        return laid_out(iterator, engine.GxB_##Name##Iterator_attach(iterator, object, desc)); \
    }
GRB_DEFINE(row, GrB_Matrix)
GRB_DEFINE(col, GrB_Matrix)
GRB_DEFINE(Matrix_, GrB_Matrix)
GRB_DEFINE(Vector_, GrB_Vector)
#undef GRB_DEFINE

#if GRAPHBLAST_SUITESPARSE_VERSION == 7

namespace {

/// The end of an iterator has a number of its own in version 7.
GrB_Info numbered(GrB_Info info) noexcept {
    return info == GxB_EXHAUSTED ? static_cast<GrB_Info>(2) : info;
}

} // namespace

GrB_Info GB_Iterator_rc_seek(GxB_Iterator iterator, GrB_Index j, bool jth_vector) {
    return numbered(engine.GB_Iterator_rc_seek(iterator, j, jth_vector));
}

GrB_Info GB_Vector_Iterator_bitmap_seek(GxB_Iterator iterator, GrB_Index unused) {
    return numbered(engine.GB_Vector_Iterator_bitmap_seek(iterator, unused));
}

#define GRB_DEFINE_SEEK(name)                                  \
    GrB_Info name(GxB_Iterator iterator, GrB_Index position) { \
        return numbered(engine.name(iterator, position));      \
    }
#define GRB_DEFINE_NEXT(name)                   \
    GrB_Info name(GxB_Iterator iterator) {      \
        return numbered(engine.name(iterator)); \
    }
GRB_DEFINE_SEEK(GxB_Matrix_Iterator_seek)
GRB_DEFINE_SEEK(GxB_Vector_Iterator_seek)
GRB_DEFINE_SEEK(GxB_rowIterator_seekRow)
GRB_DEFINE_SEEK(GxB_rowIterator_kseek)
GRB_DEFINE_SEEK(GxB_colIterator_seekCol)
GRB_DEFINE_SEEK(GxB_colIterator_kseek)
GRB_DEFINE_NEXT(GxB_Matrix_Iterator_next)
GRB_DEFINE_NEXT(GxB_Vector_Iterator_next)
GRB_DEFINE_NEXT(GxB_rowIterator_nextRow)
GRB_DEFINE_NEXT(GxB_colIterator_nextCol)
#undef GRB_DEFINE_SEEK
#undef GRB_DEFINE_NEXT

#endif
