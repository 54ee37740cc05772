// Library objects that free themselves, and random ones, for the algebra laws.
#pragma once

#include "reference/bridge.h"

#include <random>
#include <stdexcept>
#include <utility>

namespace grb::property {

using model::Index;
using model::Matrix;
using model::Type;
using model::TypeCode;
using model::Value;

/// Owns a GrB_Matrix.
class Object {
public:
    Object(const Type &type, Index nrows, Index ncols) : Object(Matrix{type, nrows, ncols, {}}) {}
    explicit Object(const Matrix &a) : type_(a.type), handle_(model::to_library(a)) {}
    ~Object() { GrB_Matrix_free(&handle_); }
    Object(const Object &) = delete;
    Object &operator=(const Object &) = delete;

    operator GrB_Matrix() const { return handle_; }
    Matrix content() const {
        std::string broken;
        Matrix a = model::from_library(handle_, type_, &broken);
        if (!broken.empty()) throw std::runtime_error(broken);
        return a;
    }

private:
    Type type_;
    GrB_Matrix handle_ = nullptr;
};

/// Owns a GrB_Vector.
class VectorObject {
public:
    VectorObject(const Type &type, Index size) : VectorObject(Matrix{type, size, 1, {}}) {}
    explicit VectorObject(const Matrix &u) : type_(u.type), handle_(model::to_library_vector(u)) {}
    ~VectorObject() { GrB_Vector_free(&handle_); }
    VectorObject(const VectorObject &) = delete;
    VectorObject &operator=(const VectorObject &) = delete;

    operator GrB_Vector() const { return handle_; }
    Matrix content() const {
        std::string broken;
        Matrix u = model::from_library(handle_, type_, &broken);
        if (!broken.empty()) throw std::runtime_error(broken);
        return u;
    }

private:
    Type type_;
    GrB_Vector handle_ = nullptr;
};

/// Small random integers in a random pattern, the same numbers everywhere.
class Source {
public:
    explicit Source(unsigned seed) : engine_(seed) {}

    Index below(Index bound) { return engine_() % bound; }
    Matrix matrix(const Type &type, Index nrows, Index ncols, unsigned percent) {
        Matrix a{type, nrows, ncols, {}};
        for (Index i = 0; i < nrows; ++i) {
            for (Index j = 0; j < ncols; ++j) {
                if (below(100) >= percent) continue;
                a.set(i, j, Value::of(static_cast<std::int32_t>(below(15)) - 7));
            }
        }
        return a;
    }
    /// Distinct indices below `bound`, in random order.
    std::vector<Index> some_indices(Index bound, Index count) {
        std::vector<Index> list(bound);
        for (Index k = 0; k < bound; ++k) list[k] = k;
        for (Index k = 0; k + 1 < bound; ++k) std::swap(list[k], list[k + below(bound - k)]);
        list.resize(count);
        return list;
    }

private:
    std::mt19937 engine_;
};

} // namespace grb::property
