// Makes an object of each kind in given arenas and records the memory that it takes there.
#include "api/arena_makers.h"

namespace api {

Seen seen;
Sources sources;

namespace {

void no_unary(void *, const void *) {}
void no_binary(void *, const void *, const void *) {}
void no_index_unary(void *, const void *, GrB_Index, GrB_Index, const void *) {}
void no_index_binary(void *, const void *, GrB_Index, GrB_Index, const void *, GrB_Index, GrB_Index,
                     const void *) {}

char triple_value_[24] = {};

/// Makes the object, records its arenas and frees it.
template <class Make, class Ask, class Free>
GrB_Info record(int header, int data, Make &&make, Ask &&ask, Free &&release) {
    const int arenas[] = {header, data};
    long before[2];
    for (int k = 0; k < 2; k++)
        before[k] = arenas[k] >= 1 && arenas[k] <= 3 ? live_in(arenas[k]) : 0;
    const GrB_Info info = make();
    if (info != GrB_SUCCESS) return info;
    seen = {};
    ask();
    seen.in_header = live_in(header) - before[0];
    seen.in_data = live_in(data) - before[1];
    release();
    return info;
}

#define ASK(P, Kind, object)                                                              \
    [&] {                                                                                 \
        std::int32_t arena = -1;                                                          \
        EXPECT_EQ(P##_##Kind##_get_INT32(object, &arena, GxB_ARENA_HEADER), GrB_SUCCESS); \
        seen.header = arena;                                                              \
    }
#define ASK_BOTH(Kind, object)                                                            \
    [&] {                                                                                 \
        std::int32_t arena = -1;                                                          \
        EXPECT_EQ(GrB_##Kind##_get_INT32(object, &arena, GxB_ARENA_HEADER), GrB_SUCCESS); \
        seen.header = arena;                                                              \
        EXPECT_EQ(GrB_##Kind##_get_INT32(object, &arena, GxB_ARENA_DATA), GrB_SUCCESS);   \
        seen.data = arena;                                                                \
    }
#define FREE(P, Kind, object) [&] { EXPECT_EQ(P##_##Kind##_free(&object), GrB_SUCCESS); }
/// Makes an object of a kind that has a header arena alone.
#define HEADER_MAKER(P, Kind, function, ...)                                    \
    Maker {                                                                     \
#function, [](int header, [[maybe_unused]] int data) {                        \
            P##_##Kind object = nullptr;                                              \
            return record(                                                              \
                header, header, [&] { return function(&object, __VA_ARGS__ header); }, \
                ASK(P, Kind, object), FREE(P, Kind, object));                         \
        }, false \
    }
#define BOTH_MAKER(Kind, function, ...)                                               \
    Maker {                                                                           \
#function, [](int header, int data) {                                               \
            GrB_##Kind object = nullptr;                                                    \
            return record(                                                                    \
                header, data, [&] { return function(&object, __VA_ARGS__ header, data); },  \
                ASK_BOTH(Kind, object), FREE(GrB, Kind, object));                           \
        }, true \
    }

#define MONOIDS(T, type)                                                                    \
    HEADER_MAKER(GrB, Monoid, GxB_Monoid_new_arena_##T, GrB_PLUS_##T, type(0), ),           \
        HEADER_MAKER(GrB, Monoid, GxB_Monoid_terminal_new_arena_##T, GrB_PLUS_##T, type(0), \
                     type(1), )
#define COMPLEX_MONOIDS(T, type)                                                            \
    HEADER_MAKER(GrB, Monoid, GxB_Monoid_new_arena_##T, GxB_PLUS_##T, type(0), ),           \
        HEADER_MAKER(GrB, Monoid, GxB_Monoid_terminal_new_arena_##T, GxB_PLUS_##T, type(0), \
                     type(1), )

std::vector<Maker> makers_of_algebra() {
    return {
        HEADER_MAKER(GrB, Type, GxB_Type_new_arena, 8, "own", "typedef double own;", ),
        HEADER_MAKER(GrB, UnaryOp, GxB_UnaryOp_new_arena, no_unary, GrB_FP64, GrB_FP64, "own",
                     "void own ...", ),
        HEADER_MAKER(GrB, BinaryOp, GxB_BinaryOp_new_arena, no_binary, GrB_FP64, GrB_FP64, GrB_FP64,
                     "own", "void own ...", ),
        HEADER_MAKER(GrB, BinaryOp, GxB_BinaryOp_new_IndexOp_arena, sources.index_binary_op,
                     sources.three, ),
        HEADER_MAKER(GrB, IndexUnaryOp, GxB_IndexUnaryOp_new_arena, no_index_unary, GrB_FP64,
                     GrB_FP64, GrB_FP64, "own", "void own ...", ),
        HEADER_MAKER(GxB, IndexBinaryOp, GxB_IndexBinaryOp_new_arena, no_index_binary, GrB_FP64,
                     GrB_FP64, GrB_FP64, GrB_FP64, "own", "void own ...", ),
        HEADER_MAKER(GrB, Monoid, GxB_Monoid_new_arena_BOOL, GrB_LOR, false, ),
        HEADER_MAKER(GrB, Monoid, GxB_Monoid_terminal_new_arena_BOOL, GrB_LOR, false, true, ),
        MONOIDS(INT8, std::int8_t),
        MONOIDS(UINT8, std::uint8_t),
        MONOIDS(INT16, std::int16_t),
        MONOIDS(UINT16, std::uint16_t),
        MONOIDS(INT32, std::int32_t),
        MONOIDS(UINT32, std::uint32_t),
        MONOIDS(INT64, std::int64_t),
        MONOIDS(UINT64, std::uint64_t),
        MONOIDS(FP32, float),
        MONOIDS(FP64, double),
        COMPLEX_MONOIDS(FC32, GxB_FC32_t),
        COMPLEX_MONOIDS(FC64, GxB_FC64_t),
        HEADER_MAKER(GrB, Monoid, GxB_Monoid_new_arena_UDT, sources.triple_op,
                     static_cast<void *>(triple_value_), ),
        HEADER_MAKER(GrB, Semiring, GxB_Semiring_new_arena, GrB_PLUS_MONOID_FP64, GrB_TIMES_FP64, ),
        HEADER_MAKER(GrB, Descriptor, GxB_Descriptor_new_arena, ),
    };
}

std::vector<Maker> makers_of_collections() {
    return {
        BOTH_MAKER(Scalar, GxB_Scalar_new_arena, GrB_FP64, ),
        BOTH_MAKER(Scalar, GxB_Scalar_dup_arena, sources.three, ),
        BOTH_MAKER(Vector, GxB_Vector_new_arena, GrB_FP64, 10, ),
        BOTH_MAKER(Vector, GxB_Vector_dup_arena, sources.u, ),
        BOTH_MAKER(Matrix, GxB_Matrix_new_arena, GrB_FP64, 10, 12, ),
        BOTH_MAKER(Matrix, GxB_Matrix_dup_arena, sources.A, ),
        BOTH_MAKER(Matrix, GxB_Matrix_diag_arena, sources.u, -2, ),
    };
}

std::vector<Maker> makers_from_matrices() {
    return {
        Maker{"GxB_Matrix_reshapeDup_arena",
              [](int header, int data) {
                  GrB_Matrix made = nullptr;
                  return record(
                      header, data,
                      [&] {
                          return GxB_Matrix_reshapeDup_arena(&made, sources.A, true, 2, 6, header,
                                                             data, nullptr);
                      },
                      ASK_BOTH(Matrix, made), FREE(GrB, Matrix, made));
              },
              true},
        Maker{"GxB_Matrix_split_arena",
              [](int header, int data) {
                  GrB_Matrix tiles[2] = {};
                  const GrB_Index rows[] = {3}, columns[] = {1, 3};
                  return record(
                      header, data,
                      [&] {
                          return GxB_Matrix_split_arena(tiles, 1, 2, rows, columns, sources.A,
                                                        header, data, nullptr);
                      },
                      ASK_BOTH(Matrix, tiles[1]),
                      [&] {
                          for (GrB_Matrix &tile : tiles)
                              EXPECT_EQ(GrB_Matrix_free(&tile), GrB_SUCCESS);
                      });
              },
              true},
    };
}

std::vector<Maker> makers_from_blobs() {
    return {
        Maker{"GxB_Matrix_deserialize_arena",
              [](int header, int data) {
                  void *blob = nullptr;
                  GrB_Index size = 0;
                  REQUIRE(GxB_Matrix_serialize(&blob, &size, sources.A, nullptr));
                  GrB_Matrix made = nullptr;
                  const GrB_Info info = record(
                      header, data,
                      [&] {
                          return GxB_Matrix_deserialize_arena(&made, nullptr, blob, size, header,
                                                              data, nullptr);
                      },
                      ASK_BOTH(Matrix, made), FREE(GrB, Matrix, made));
                  std::free(blob);
                  return info;
              },
              true},
        Maker{"GxB_Vector_deserialize_arena",
              [](int header, int data) {
                  void *blob = nullptr;
                  GrB_Index size = 0;
                  REQUIRE(GxB_Vector_serialize(&blob, &size, sources.u, nullptr));
                  GrB_Vector made = nullptr;
                  const GrB_Info info = record(
                      header, data,
                      [&] {
                          return GxB_Vector_deserialize_arena(&made, nullptr, blob, size, header,
                                                              data, nullptr);
                      },
                      ASK_BOTH(Vector, made), FREE(GrB, Vector, made));
                  std::free(blob);
                  return info;
              },
              true},
    };
}

std::vector<Maker> makers_of_the_rest() {
    return {
        Maker{"GxB_Container_new_arena",
              [](int header, int data) {
                  GxB_Container made = nullptr;
                  return record(
                      header, data, [&] { return GxB_Container_new_arena(&made, header, data); },
                      [&] {
                          seen.header = made->header_arena;
                          std::int32_t arena = -1;
                          for (const GrB_Vector v : {made->p, made->h, made->b, made->i, made->x}) {
                              REQUIRE(GrB_Vector_get_INT32(v, &arena, GxB_ARENA_HEADER));
                              EXPECT_EQ(arena, header);
                              REQUIRE(GrB_Vector_get_INT32(v, &arena, GxB_ARENA_DATA));
                              EXPECT_EQ(arena, data);
                          }
                          seen.data = arena;
                      },
                      FREE(GxB, Container, made));
              },
              true},
        Maker{"GxB_Context_new_arena",
              [](int header, int) {
                  GxB_Context made = nullptr;
                  return record(
                      header, header, [&] { return GxB_Context_new_arena(&made, header); },
                      [&] { seen.header = arena_of(made); }, FREE(GxB, Context, made));
              },
              false},
        Maker{"GxB_Iterator_new_arena",
              [](int header, int) {
                  GxB_Iterator made = nullptr;
                  return record(
                      header, header, [&] { return GxB_Iterator_new_arena(&made, header); },
                      [&] { seen.header = arena_of(made); }, FREE(GxB, Iterator, made));
              },
              false},
    };
}

} // namespace

std::vector<Maker> makers() {
    std::vector<Maker> all;
    for (const auto &list : {makers_of_algebra(), makers_of_collections(), makers_from_matrices(),
                             makers_from_blobs(), makers_of_the_rest()})
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

void Sources::make() {
    REQUIRE(GxB_IndexBinaryOp_new(&index_binary_op, no_index_binary, GrB_FP64, GrB_FP64, GrB_FP64,
                                  GrB_FP64, "own", "void own ..."));
    REQUIRE(GrB_Type_new(&triple, sizeof triple_value_));
    REQUIRE(GrB_BinaryOp_new(&triple_op, no_binary, triple, triple, triple));
    three = scalar_of(3).release();
    A = matrix_of(3, 4, {{{0, 1}, 2}, {{2, 3}, 5}}).release();
    u = vector_of(5, {{{0, 1}, 2}, {{0, 4}, 7}}).release();
}

void Sources::free() {
    REQUIRE(GxB_IndexBinaryOp_free(&index_binary_op));
    REQUIRE(GrB_BinaryOp_free(&triple_op));
    REQUIRE(GrB_Type_free(&triple));
    REQUIRE(GrB_Scalar_free(&three));
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_Vector_free(&u));
}

} // namespace api
