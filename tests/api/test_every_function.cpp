// Tests every function of the handle table without GrB_init and without memory.
#include "api/exchange.h"
#include "api/handle_cases.h"

#include <atomic>
#include <cstdlib>

namespace api {
namespace {

bool ends_with(const std::string &text, const std::string &end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

TEST(EveryFunction, WithoutInit) {
    World world;
    const std::string before = world.contents();
    HandleCases cases;
    for (const AddCases add : all_groups) add(cases, world);
    REQUIRE(GrB_finalize());
    for (const HandleCase &one : cases) {
        // Programs may ask for the text of an object at any time.
        const bool needs_library = !ends_with(one.function, "_error");
        EXPECT_EQ(one.call(), needs_library ? GrB_PANIC : GrB_SUCCESS) << one.function;
    }
    REQUIRE(GrB_init(GrB_NONBLOCKING));
    EXPECT_EQ(world.contents(), before);
}

std::atomic<bool> is_refused_{false};

void *allocate(std::size_t bytes) {
    return is_refused_ ? nullptr : std::malloc(bytes);
}

/// Restart the library: the first with memory that can be refused, the second as the other tests
/// need it.
void begin_refusable(GrB_Mode mode = GrB_NONBLOCKING) {
    REQUIRE(GrB_finalize());
    REQUIRE(GxB_init(mode, allocate, nullptr, nullptr, std::free));
}
void end_refusable() {
    REQUIRE(GrB_finalize());
    REQUIRE(GrB_init(GrB_NONBLOCKING));
}

/// The state of the objects before a call: as made, with pending work, without entries, sharing
/// their arrays with copies, or with unsorted rows.
enum class State { made, unfinished, emptied, shared, unsorted };

/// A world in one of these states.
class Scene {
public:
    explicit Scene(State state);
    ~Scene() {
        for (GrB_Matrix &A : matrix_copies_) REQUIRE(GrB_Matrix_free(&A));
        for (GrB_Vector &u : vector_copies_) REQUIRE(GrB_Vector_free(&u));
    }
    Scene(const Scene &) = delete;
    Scene &operator=(const Scene &) = delete;

    World world;

private:
    std::vector<GrB_Matrix> matrix_copies_;
    std::vector<GrB_Vector> vector_copies_;
};

template <class Object, class Set>
void make_sparse(Object object, Set set) {
    REQUIRE(set(object, GrX_SPARSE, GrX_FORMAT));
}

/// Replaces the object by a copy that shares its arrays. Returns the object.
template <class Object>
Object replace_by_copy(Object &object) {
    const Object original = object;
    object = copy_of(original);
    return original;
}

Scene::Scene(State state) {
    const Pair value{7, 8};
    for (GrB_Matrix *target :
         {&world.A, &world.B, &world.C, &world.D, &world.square, &world.pair_A}) {
        if (state == State::emptied) REQUIRE(GrB_Matrix_clear(*target));
        if (state == State::shared) matrix_copies_.push_back(replace_by_copy(*target));
        if (state == State::unfinished || state == State::unsorted) {
            make_sparse(*target, GrB_Matrix_set_INT32);
        }
        if (state == State::unfinished) {
            REQUIRE(*target == world.pair_A ? GrB_Matrix_setElement_UDT(*target, &value, 3, 0)
                                            : GrB_Matrix_setElement_FP64(*target, 7, 3, 0));
        }
    }
    for (GrB_Vector *target :
         {&world.u, &world.v, &world.w, &world.w2, &world.pair_u, &world.pair_w}) {
        if (state == State::emptied) REQUIRE(GrB_Vector_clear(*target));
        if (state == State::shared) vector_copies_.push_back(replace_by_copy(*target));
        if (state == State::unfinished) {
            make_sparse(*target, GrB_Vector_set_INT32);
            REQUIRE(*target == world.pair_u || *target == world.pair_w
                        ? GrB_Vector_setElement_UDT(*target, &value, 1)
                        : GrB_Vector_setElement_FP64(*target, 7, 1));
        }
    }
    if (state != State::unsorted) return;
    // Row 2 of the product of pairs comes from the rows {0, 4} and {2}.
    REQUIRE(GrB_Matrix_setElement_UDT(world.pair_A, &value, 0, 4));
    REQUIRE(GrB_Matrix_setElement_UDT(world.pair_square, &value, 2, 0));
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "mxm:cpu/mxm_gustavson_hash", GrX_FORCE));
    REQUIRE(GrB_mxm(world.pair_A, nullptr, nullptr, world.pair_semiring, world.pair_square,
                    world.pair_A, nullptr));
    for (GrB_Matrix A : {world.A, world.D}) {
        REQUIRE(
            GrB_mxm(A, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, world.square, A, nullptr));
    }
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", GrX_FORCE));
}

std::string contents_in(State state) {
    return Scene(state).world.contents();
}

/// Each call either needs no memory, or returns GrB_OUT_OF_MEMORY and changes nothing. Returns the
/// number of refused calls.
std::size_t check_without_memory(AddCases add, State state) {
    const std::string before = contents_in(state);
    std::size_t count = 1, refused = 0;
    for (std::size_t k = 0; k < count; k++) {
        Scene scene(state); // made anew, as the call may succeed
        World &world = scene.world;
        HandleCases cases;
        add(cases, world);
        count = cases.size();
        is_refused_ = true;
        const GrB_Info info = cases[k].call();
        is_refused_ = false;
        if (info != GrB_OUT_OF_MEMORY) continue;
        refused++;
        EXPECT_EQ(world.contents(), before) << cases[k].function << " changed an object";
    }
    return refused;
}

TEST(EveryFunction, WithoutMemory) {
    begin_refusable(GrB_BLOCKING); // no call waits
    for (const State state :
         {State::made, State::unfinished, State::emptied, State::shared, State::unsorted}) {
        std::size_t refused = 0;
        for (const AddCases add : all_groups) refused += check_without_memory(add, state);
        EXPECT_GT(refused, 100U);
    }
    end_refusable();
}

template <class Call>
void expect_refused(const std::string &function, Call call) {
    is_refused_ = true;
    const GrB_Info info = call();
    is_refused_ = false;
    EXPECT_EQ(info, GrB_OUT_OF_MEMORY) << function;
}

TEST(EveryFunction, ExportWithoutMemory) {
    begin_refusable();
    {
        World world;
        for (const Domain &domain : all_domains(world.pair)) {
            const Entries entries = some_entries(domain);
            GrB_Matrix A = matrix_of(domain, entries, 4, 5), copy = copy_of(A);
            set_field(copy, GrX_FORMAT, GrX_SPARSE);
            const Bytes value = domain.value(3);
            REQUIRE(domain.set(copy, value.data(), 1, 1)); // stays pending
            Positions offsets(5, 77), indices(20, 77);
            Bytes values(20 * domain.size, 77);
            GrB_Index lengths[] = {5, 20, 20};
            expect_refused("GrB_Matrix_export_" + domain.name, [&] {
                return domain.export_(offsets.data(), indices.data(), values.data(), &lengths[0],
                                      &lengths[1], &lengths[2], GrB_CSR_FORMAT, copy);
            });
            EXPECT_EQ(indices, Positions(20, 77));
            EXPECT_EQ(values, Bytes(20 * domain.size, 77));
            EXPECT_EQ(entries_of(domain, copy).size(), entries.size() + 1);
            REQUIRE(GrB_Matrix_free(&A));
            REQUIRE(GrB_Matrix_free(&copy));
        }
    }
    end_refusable();
}

/// After GrB_wait no read needs host memory; results on a GPU alone have their own memory.
TEST(EveryFunction, ReadsAfterWaitWithoutMemory) {
    begin_refusable();
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_OFF, static_cast<GrB_Field>(GrX_DEVICE)));
    {
        Scene scene(State::unfinished);
        World &o = scene.world;
        GrB_Index nvals = 35;
        std::vector<GrB_Index> rows(nvals), columns(nvals);
        std::vector<double> values(nvals);
        REQUIRE(GrB_Vector_wait(o.u, GrB_MATERIALIZE));
        REQUIRE(GrB_Matrix_wait(o.A, GrB_MATERIALIZE));
        is_refused_ = true;
        EXPECT_EQ(
            GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(), values.data(), &nvals, o.A),
            GrB_SUCCESS);
        nvals = 35;
        EXPECT_EQ(GrB_Vector_extractTuples_FP64(rows.data(), values.data(), &nvals, o.u),
                  GrB_SUCCESS);
        is_refused_ = false;
    }
    end_refusable();
}

/// A query of the format finishes pending work.
TEST(EveryFunction, FormatWithoutMemory) {
    begin_refusable();
    {
        Scene scene(State::unfinished);
        World &o = scene.world;
        std::int32_t format = -1;
        expect_refused("GrB_Vector_get_INT32",
                       [&] { return GrB_Vector_get_INT32(o.u, &format, GrX_FORMAT_STATUS); });
        expect_refused("GrB_Matrix_get_INT32",
                       [&] { return GrB_Matrix_get_INT32(o.A, &format, GrX_FORMAT_STATUS); });
        expect_refused("GrB_Vector_get_Scalar",
                       [&] { return GrB_Vector_get_Scalar(o.u, o.none, GrX_FORMAT_STATUS); });
        expect_refused("GrB_Matrix_get_Scalar",
                       [&] { return GrB_Matrix_get_Scalar(o.A, o.none, GrX_FORMAT_STATUS); });
        EXPECT_EQ(format, -1);
        EXPECT_EQ(o.contents(), contents_in(State::unfinished));
    }
    end_refusable();
}

TEST(EveryFunction, UserIndexOperatorWithoutMemory) {
    begin_refusable();
    {
        World o;
        const std::string before = o.contents();
        const Pair value{1, 2};
        expect_refused("GrB_Vector_apply_IndexOp_UDT", [&] {
            return GrB_Vector_apply_IndexOp_UDT(o.w, nullptr, nullptr, o.pair_is_right_of, o.pair_w,
                                                &value, nullptr);
        });
        expect_refused("GrB_Matrix_apply_IndexOp_UDT", [&] {
            return GrB_Matrix_apply_IndexOp_UDT(o.A, nullptr, nullptr, o.pair_is_right_of, o.pair_A,
                                                &value, nullptr);
        });
        EXPECT_EQ(o.contents(), before);
    }
    end_refusable();
}

/// These fields need the library's own memory.
TEST(EveryFunction, FieldsWithoutMemory) {
    begin_refusable();
    {
        World o;
        const char *const name = "a name that needs memory";
        char text[64] = "";
        std::size_t size = 0;
#define NAME(Kind, object)                                                           \
    expect_refused("GrB_" #Kind "_set_String",                                       \
                   [&] { return GrB_##Kind##_set_String(object, name, GrB_NAME); }); \
    REQUIRE(GrB_##Kind##_get_String(object, text, GrB_NAME));                        \
    EXPECT_STREQ(text, "") << #Kind;                                                 \
    REQUIRE(GrB_##Kind##_set_String(object, name, GrB_NAME));                        \
    expect_refused("GrB_" #Kind "_get_String",                                       \
                   [&] { return GrB_##Kind##_get_String(object, text, GrB_NAME); }); \
    expect_refused("GrB_" #Kind "_get_SIZE",                                         \
                   [&] { return GrB_##Kind##_get_SIZE(object, &size, GrB_NAME); });  \
    EXPECT_STREQ(text, "") << #Kind;                                                 \
    REQUIRE(GrB_##Kind##_get_String(object, text, GrB_NAME));                        \
    EXPECT_STREQ(text, name) << #Kind;
        NAME(Type, o.pair)
        NAME(UnaryOp, o.negate)
        NAME(BinaryOp, o.minus)
        NAME(IndexUnaryOp, o.shifted)
        NAME(Monoid, o.monoid)
        NAME(Semiring, o.semiring)
        NAME(Descriptor, o.desc)
        NAME(Scalar, o.s)
        NAME(Vector, o.u)
        NAME(Matrix, o.A)
#undef NAME
        REQUIRE(GrB_Scalar_setElement_INT32(o.s, GrX_BITMAP));
        const std::string before = o.contents();
        expect_refused("GrB_Vector_set_Scalar",
                       [&] { return GrB_Vector_set_Scalar(o.u, o.s, GrX_FORMAT); });
        expect_refused("GrB_Matrix_set_Scalar",
                       [&] { return GrB_Matrix_set_Scalar(o.A, o.s, GrX_FORMAT); });
        const char *const forced = "mxm:cpu/mxm_gustavson_hash";
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, forced, GrX_FORCE));
        expect_refused("GrB_Global_get_SIZE",
                       [&] { return GrB_Global_get_SIZE(GrB_GLOBAL, &size, GrX_FORCE); });
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", GrX_FORCE));
        EXPECT_EQ(o.contents(), before);
    }
    end_refusable();
}

} // namespace
} // namespace api
