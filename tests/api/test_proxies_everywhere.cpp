// Tests every function of the headers with a vector or a scalar in place of a matrix, and the
// reverse: code, objects and written bytes equal those of the plain call.
#include "api/gxb.h"
#include "api/misuse.h"

#include <array>
#include <cstring>
#include <string>

namespace api {
namespace {

bool has(const std::string &text, const char *part) {
    return text.find(part) != std::string::npos;
}

bool is_collection(Kind kind) {
    return kind == Kind::scalar || kind == Kind::vector || kind == Kind::matrix;
}

/// These accept their own kind alone, write addresses, print, or make objects.
bool is_left_out(const MisuseCall &call) {
    const std::string name = call.function;
    for (const char *part :
         {"_free", "pack_", "export", "import", "load_", "_load", "_unload", "_set_arenas",
          "erialize", "_error", "fprint", "Iterator", "memoryUsage"})
        if (has(name, part)) return true;
    for (const HandleArgument &argument : call.handles)
        if (argument.is_pointed) return true;
    return false;
}

/// An object of one of the three kinds, of FP64: n x 1, of size n, or a scalar.
class Object {
public:
    Object(Kind kind, GrB_Index n) : kind_(kind) {
        if (kind == Kind::matrix)
            REQUIRE(GrB_Matrix_new(&matrix_, GrB_FP64, n, 1));
        else if (kind == Kind::vector)
            REQUIRE(GrB_Vector_new(&vector_, GrB_FP64, n));
        else
            REQUIRE(GrB_Scalar_new(&scalar_, GrB_FP64));
        for (GrB_Index i = 0; i < n; i += 2) {
            const double x = static_cast<double>(i) + 3;
            REQUIRE(kind == Kind::matrix   ? GrB_Matrix_setElement_FP64(matrix_, x, i, 0)
                    : kind == Kind::vector ? GrB_Vector_setElement_FP64(vector_, x, i)
                                           : GrB_Scalar_setElement_FP64(scalar_, x));
        }
    }
    ~Object() {
        GrB_Matrix_free(&matrix_);
        GrB_Vector_free(&vector_);
        GrB_Scalar_free(&scalar_);
    }
    Object(const Object &) = delete;
    Object &operator=(const Object &) = delete;

    void *handle() const {
        return kind_ == Kind::matrix   ? static_cast<void *>(matrix_)
               : kind_ == Kind::vector ? static_cast<void *>(vector_)
                                       : scalar_;
    }
    std::string contents() const {
        if (kind_ == Kind::scalar) {
            double x = 0;
            const GrB_Info info = GrB_Scalar_extractElement_FP64(&x, scalar_);
            return info == GrB_SUCCESS ? "1: 0=" + std::to_string(x) : "1:";
        }
        GrB_Index n = 0;
        REQUIRE(kind_ == Kind::matrix ? GrB_Matrix_nrows(&n, matrix_)
                                      : GrB_Vector_size(&n, vector_));
        std::string text = std::to_string(n) + ":";
        for (GrB_Index i = 0; i < n; i++) {
            double x = 0;
            const GrB_Info info = kind_ == Kind::matrix
                                      ? GrB_Matrix_extractElement_FP64(&x, matrix_, i, 0)
                                      : GrB_Vector_extractElement_FP64(&x, vector_, i);
            if (info == GrB_SUCCESS) text += " " + std::to_string(i) + "=" + std::to_string(x);
        }
        return text;
    }

private:
    Kind kind_;
    GrB_Matrix matrix_ = nullptr;
    GrB_Vector vector_ = nullptr;
    GrB_Scalar scalar_ = nullptr;
};

class ProxiesEverywhere : public testing::Test {
protected:
    void SetUp() override {
        const auto put = [&](Kind kind, void *handle) {
            others_[static_cast<std::size_t>(kind)] = handle;
        };
        put(Kind::type, GrB_FP64);
        put(Kind::unary_op, GrB_AINV_FP64);
        put(Kind::binary_op, GrB_MINUS_FP64);
        put(Kind::index_unary_op, GrB_VALUEGT_FP64);
        put(Kind::monoid, GrB_PLUS_MONOID_FP64);
        put(Kind::semiring, GrB_PLUS_TIMES_SEMIRING_FP64);
        put(Kind::descriptor, GrB_DESC_S);
        put(Kind::global, const_cast<GrB_Global_opaque *>(GrB_GLOBAL));
        put(Kind::select_op, GxB_NONZERO);
        put(Kind::context, GxB_CONTEXT_WORLD);
    }

    struct Outcome {
        GrB_Info info;
        std::string objects, written;
    };
    /// Runs the call with separate objects for all arguments, argument `k` of this kind.
    Outcome outcome(const MisuseCall &call, GrB_Index n, std::size_t k, Kind kind) const {
        std::array<std::unique_ptr<Object>, 12> objects;
        std::array<void *, 12> handles{};
        for (std::size_t a = 0; a < call.handles.size(); a++) {
            const Kind own = call.handles[a].kind;
            handles[a] = others_[static_cast<std::size_t>(own)];
            if (!is_collection(own)) continue;
            objects[a] = std::make_unique<Object>(a == k ? kind : own, n);
            handles[a] = objects[a]->handle();
        }
        Outcome out{call.call(handles.data()), "", ""};
        for (const auto &object : objects)
            if (object) out.objects += object->contents() + "\n";
        out.written.assign(static_cast<const char *>(scratch()), scratch_bytes);
        std::memset(scratch(), 0, scratch_bytes);
        return out;
    }
    /// Returns the number of compared calls, and of the successful ones.
    std::pair<long, long> compare(GrB_Index n) const {
        std::pair<long, long> counts;
        for (const MisuseCall &call : all_calls) {
            if (is_left_out(call)) continue;
            for (std::size_t k = 0; k < call.handles.size(); k++) {
                const Kind own = call.handles[k].kind;
                if (!is_collection(own)) continue;
                const Outcome expected = outcome(call, n, k, own);
                for (const Kind kind : {Kind::matrix, Kind::vector, Kind::scalar}) {
                    // A scalar has one element.
                    if (kind == own || (n != 1 && (kind == Kind::scalar || own == Kind::scalar)))
                        continue;
                    const Outcome found = outcome(call, n, k, kind);
                    EXPECT_EQ(found.info, expected.info)
                        << call.function << ": " << call.handles[k].name << " of kind "
                        << static_cast<int>(kind) << ", n " << n;
                    EXPECT_EQ(found.objects, expected.objects)
                        << call.function << ": " << call.handles[k].name << " of kind "
                        << static_cast<int>(kind) << ", n " << n;
                    EXPECT_TRUE(found.written == expected.written)
                        << call.function << ": " << call.handles[k].name << " of kind "
                        << static_cast<int>(kind) << ", n " << n;
                    counts.first++;
                    counts.second += expected.info == GrB_SUCCESS;
                }
            }
        }
        return counts;
    }

    std::array<void *, static_cast<std::size_t>(Kind::count)> others_{};
};

TEST_F(ProxiesEverywhere, OneElement) {
    const auto [calls, successes] = compare(1);
    EXPECT_GT(calls, 2000);
    EXPECT_GT(successes, 1000);
}

TEST_F(ProxiesEverywhere, OneColumn) {
    const auto [calls, successes] = compare(7);
    EXPECT_GT(calls, 900);
    EXPECT_GT(successes, 300);
}

} // namespace
} // namespace api
