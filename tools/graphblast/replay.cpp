// Rebuilds the problems of a log for `bench --replay`.
#include "bench_cases.h"

#include "engine.h"
#include "io/archive.h"
#include "io/input_error.h"
#include "objects.h"
#include "scale/log_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>

namespace grb::tool {

namespace {

std::optional<Shape> shape_of(const Keys &keys, const char *key) {
    Shape shape;
    return parse_shape(value_of(keys, key), shape) ? std::optional<Shape>(shape) : std::nullopt;
}

/// An operand of a log line, as a matrix, or as a vector if it is one row.
struct Operand {
    explicit Operand(const Shape &given) : shape(given) {
        // Positions, values and the objects built from them.
        constexpr uint64_t bytes_per_entry = 64;
        const uint64_t entries = std::min(shape.nvals, shape.nrows * shape.ncols);
        if (entries > half_of_memory() / bytes_per_entry)
            throw EngineError(fmt::format("{} x {} with {} entries is too large for this machine",
                                          shape.nrows, shape.ncols, entries));
        if (is_vector())
            vector = random_vector(shape);
        else
            matrix = random_matrix(shape);
    }
    bool is_vector() const { return shape.nrows == 1; }

    Shape shape;
    Matrix matrix;
    Vector vector;
};

using OperandRef = std::shared_ptr<const Operand>;

OperandRef operand_of(const Keys &keys, const char *key) {
    const std::optional<Shape> shape = shape_of(keys, key);
    return shape ? std::make_shared<const Operand>(*shape) : nullptr;
}

/// The descriptor's mask flags, transposes and replace; the output is new, so replace has no
/// effect.
class Settings {
public:
    explicit Settings(const Keys &keys) {
        const std::string mask = value_of(keys, "mask");
        const auto is = [&](const char *key) { return value_of(keys, key) == "1"; };
        check(GrB_Descriptor_new(descriptor_.out()), "GrB_Descriptor_new");
        if (mask.rfind("comp_", 0) == 0) set(GrB_MASK, GrB_COMP);
        if (mask.find("structure") != std::string::npos) set(GrB_MASK, GrB_STRUCTURE);
        if (value_of(keys, "flip") == "1" ? !is("tran") : is("tran1")) set(GrB_INP1, GrB_TRAN);
        if (value_of(keys, "flip") != "1" && is("tran")) set(GrB_INP0, GrB_TRAN);
        if (!mask.empty() && mask != "none") mask_ = operand_of(keys, "M");
        is_complete_ = mask.empty() || mask == "none" || mask_ != nullptr;
    }
    bool is_complete() const { return is_complete_; }
    GrB_Descriptor descriptor() const { return descriptor_; }
    GrB_Matrix matrix_mask() const { return mask_ ? mask_->matrix.get() : nullptr; }
    GrB_Vector vector_mask() const { return mask_ ? mask_->vector.get() : nullptr; }

private:
    void set(GrB_Desc_Field field, GrB_Desc_Value value) {
        check(GrB_Descriptor_set(descriptor_, field, value), "GrB_Descriptor_set");
    }
    Owner<GrB_Descriptor, GrB_Descriptor_free> descriptor_;
    OperandRef mask_;
    bool is_complete_ = false;
};

std::function<void()> into_vector(const std::string &type, uint64_t n,
                                  std::function<GrB_Info(GrB_Vector)> call) {
    return [=] {
        Vector w;
        check(GrB_Vector_new(w.out(), predefined_as<GrB_Type>(type), n), "GrB_Vector_new");
        const GrB_Info info = call(w);
        const char *why = nullptr;
        GrB_Vector_error(&why, w);
        check(info, "the operation", why);
        check(GrB_Vector_wait(w, GrB_MATERIALIZE), "GrB_Vector_wait");
    };
}

std::function<void()> into_matrix(const std::string &type, uint64_t nrows, uint64_t ncols,
                                  std::function<GrB_Info(GrB_Matrix)> call) {
    return [=] {
        Matrix C;
        check(GrB_Matrix_new(C.out(), predefined_as<GrB_Type>(type), nrows, ncols),
              "GrB_Matrix_new");
        const GrB_Info info = call(C);
        const char *why = nullptr;
        GrB_Matrix_error(&why, C);
        check(info, "the operation", why);
        check(GrB_Matrix_wait(C, GrB_MATERIALIZE), "GrB_Matrix_wait");
    };
}

std::function<void()> replay_product(const Keys &keys, bool is_mxv,
                                     const std::shared_ptr<Settings> &settings) {
    const auto semiring = std::make_shared<Semiring>(semiring_named(value_of(keys, "semiring")));
    const OperandRef A = operand_of(keys, "A");
    const OperandRef B = operand_of(keys, is_mxv ? "u" : "B");
    if (semiring->get() == nullptr || !A || !B || A->is_vector() || (is_mxv && !B->is_vector()) ||
        (!is_mxv && B->is_vector()))
        return {};
    const bool is_transposed = value_of(keys, "tran") == "1";
    const uint64_t nrows = is_transposed ? A->shape.ncols : A->shape.nrows;
    if (!is_mxv) {
        const bool also_B = value_of(keys, "tran1") == "1";
        const uint64_t ncols = also_B ? B->shape.nrows : B->shape.ncols;
        return into_matrix(A->shape.type, nrows, ncols, [=](GrB_Matrix C) {
            return GrB_mxm(C, settings->matrix_mask(), nullptr, *semiring, A->matrix, B->matrix,
                           settings->descriptor());
        });
    }
    const bool is_flipped = value_of(keys, "flip") == "1";
    return into_vector(B->shape.type, nrows, [=](GrB_Vector w) {
        return is_flipped ? GrB_vxm(w, settings->vector_mask(), nullptr, *semiring, B->vector,
                                    A->matrix, settings->descriptor())
                          : GrB_mxv(w, settings->vector_mask(), nullptr, *semiring, A->matrix,
                                    B->vector, settings->descriptor());
    });
}

std::function<void()> replay_ewise(const Keys &keys, bool is_add,
                                   const std::shared_ptr<Settings> &settings) {
    const auto op = predefined_as<GrB_BinaryOp>(value_of(keys, "op_name"));
    const OperandRef A = operand_of(keys, "A");
    const OperandRef B = operand_of(keys, "B");
    if (op == nullptr || !A || !B || A->is_vector() != B->is_vector()) return {};
    if (A->is_vector())
        return into_vector(A->shape.type, A->shape.ncols, [=](GrB_Vector w) {
            const auto call = is_add ? GrB_Vector_eWiseAdd_BinaryOp : GrB_Vector_eWiseMult_BinaryOp;
            return call(w, settings->vector_mask(), nullptr, op, A->vector, B->vector,
                        settings->descriptor());
        });
    const bool tran = value_of(keys, "tran") == "1";
    return into_matrix(A->shape.type, tran ? A->shape.ncols : A->shape.nrows,
                       tran ? A->shape.nrows : A->shape.ncols, [=](GrB_Matrix C) {
                           const auto call = is_add ? GrB_Matrix_eWiseAdd_BinaryOp
                                                    : GrB_Matrix_eWiseMult_BinaryOp;
                           return call(C, settings->matrix_mask(), nullptr, op, A->matrix,
                                       B->matrix, settings->descriptor());
                       });
}

std::function<void()> replay_reduce(const Keys &keys, const std::shared_ptr<Settings> &settings) {
    std::string name = value_of(keys, "op_name");
    const size_t last = name.rfind('_');
    const OperandRef A = operand_of(keys, "A");
    if (last == std::string::npos || !A) return {};
    const auto monoid =
        predefined_as<GrB_Monoid>(name.substr(0, last) + "_MONOID" + name.substr(last));
    if (monoid == nullptr) return {};
    if (value_of(keys, "to") == "scalar")
        return [=] {
            double sum = 0;
            check(A->is_vector()
                      ? GrB_Vector_reduce_FP64(&sum, nullptr, monoid, A->vector, nullptr)
                      : GrB_Matrix_reduce_FP64(&sum, nullptr, monoid, A->matrix, nullptr),
                  "GrB_reduce");
        };
    if (A->is_vector()) return {};
    const bool tran = value_of(keys, "tran") == "1";
    return into_vector(A->shape.type, tran ? A->shape.ncols : A->shape.nrows, [=](GrB_Vector w) {
        return GrB_Matrix_reduce_Monoid(w, settings->vector_mask(), nullptr, monoid, A->matrix,
                                        settings->descriptor());
    });
}

/// Replays apply with a unary operator, select and transpose: one operand.
std::function<void()> replay_unary(const Keys &keys, const std::string &operation,
                                   const std::shared_ptr<Settings> &settings) {
    const OperandRef A = operand_of(keys, "A");
    std::string name = value_of(keys, "op_name");
    if (name.rfind("GrB_", 0) == 0) name.erase(0, 4);
    const bool is_unary = operation == "apply" && value_of(keys, "kind") == "unary";
    const auto unary = is_unary ? predefined_as<GrB_UnaryOp>(name) : nullptr;
    const bool is_select = operation == "select";
    const auto index = is_select ? predefined_as<GrB_IndexUnaryOp>(name) : nullptr;
    const bool is_transpose = operation == "transpose";
    if (!A || (unary == nullptr && index == nullptr && !is_transpose)) return {};
    if (A->is_vector()) {
        if (is_transpose) return {};
        return into_vector(A->shape.type, A->shape.ncols, [=](GrB_Vector w) {
            return is_select ? GrB_Vector_select_INT64(w, settings->vector_mask(), nullptr, index,
                                                       A->vector, 0, settings->descriptor())
                             : GrB_Vector_apply(w, settings->vector_mask(), nullptr, unary,
                                                A->vector, settings->descriptor());
        });
    }
    const bool tran = value_of(keys, "tran") == "1" || is_transpose;
    return into_matrix(
        A->shape.type, tran ? A->shape.ncols : A->shape.nrows,
        tran ? A->shape.nrows : A->shape.ncols, [=](GrB_Matrix C) {
            if (is_transpose)
                return GrB_transpose(C, settings->matrix_mask(), nullptr, A->matrix, nullptr);
            return is_select ? GrB_Matrix_select_INT64(C, settings->matrix_mask(), nullptr, index,
                                                       A->matrix, 0, settings->descriptor())
                             : GrB_Matrix_apply(C, settings->matrix_mask(), nullptr, unary,
                                                A->matrix, settings->descriptor());
        });
}

std::function<void()> replay_of(const std::string &operation, const Keys &keys) {
    // Conversions, and calls that take a caller's lists, are not replayed: the log line lacks some
    // data.
    constexpr std::string_view replayed[] = {"mxv",    "mxm",   "ewise_add", "ewise_mult",
                                             "reduce", "apply", "select",    "transpose"};
    if (std::find(std::begin(replayed), std::end(replayed), operation) == std::end(replayed))
        return {};
    const auto settings = std::make_shared<Settings>(keys);
    if (!settings->is_complete()) return {};
    if (operation == "mxv" || operation == "mxm")
        return replay_product(keys, operation == "mxv", settings);
    if (operation == "ewise_add" || operation == "ewise_mult")
        return replay_ewise(keys, operation == "ewise_add", settings);
    if (operation == "reduce") return replay_reduce(keys, settings);
    return replay_unary(keys, operation, settings);
}

/// The line's description of the problem, without its outcome.
std::string label_of(const Keys &keys) {
    std::string label;
    for (const auto &[key, value] : keys)
        if (!is_outcome(key)) label += fmt::format("{}{}={}", label.empty() ? "" : " ", key, value);
    return label;
}

} // namespace

std::vector<BenchCase> replayed_cases(const std::string &path,
                                      std::vector<std::pair<std::string, uint64_t>> &skipped) {
    const std::string text = read_text(path);
    struct Seen {
        Keys keys;
        uint64_t times = 0;
        double seconds = 0;
    };
    std::map<std::pair<std::string, std::string>, Seen> problems;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        Keys keys = keys_of(std::string_view(text).substr(at, end - at));
        at = end + 1;
        if (keys.count("op") == 0) continue;
        Seen &seen = problems[{keys["op"], label_of(keys)}];
        ++seen.times;
        seen.seconds += number_of(keys, "time_us") * 1e-6;
        seen.keys = std::move(keys);
    }
    if (problems.empty())
        throw InputError(fmt::format("{}: no line of GRAPHBLAST_LOG=pick in it", path));
    std::map<std::string, uint64_t> left_out;
    std::vector<BenchCase> cases;
    for (const auto &[name, seen] : problems) {
        BenchCase entry{name.first, name.second, {}, seen.times, seen.seconds};
        try {
            entry.run = replay_of(name.first, seen.keys);
        } catch (const EngineError &error) {
            throw InputError(fmt::format("{}: op={} {}: {}", path, name.first,
                                         name.second.substr(0, 200), error.what()));
        }
        if (entry.run)
            cases.push_back(std::move(entry));
        else
            left_out[name.first] += seen.times;
    }
    skipped.assign(left_out.begin(), left_out.end());
    return cases;
}

} // namespace grb::tool
