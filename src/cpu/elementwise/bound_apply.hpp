// One call for the four forms of apply.
#pragma once

#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

class BoundApply {
public:
    explicit BoundApply(const ApplyProblem &problem) : BoundApply(problem, problem.A->type()) {}
    /// x: the type of A, which the problem need not have.
    BoundApply(const ApplyProblem &problem, const Type *x)
        : problem_(problem), z_(problem.result_type()) {
        switch (problem.kind) {
        case ApplyProblem::Kind::unary:
            unary_ = BoundUnary(problem.unary, z_, x);
            break;
        case ApplyProblem::Kind::bind_first:
            binary_ = BoundBinary(problem.binary, z_, problem.binary->xtype, x);
            break;
        case ApplyProblem::Kind::bind_second:
            binary_ = BoundBinary(problem.binary, z_, x, problem.binary->ytype);
            break;
        case ApplyProblem::Kind::index:
            index_ = BoundIndexUnary(problem.index, z_, x, problem.scalar);
            break;
        }
    }

    std::size_t z_size() const noexcept { return z_->size; }

    /// x_is_scalar is for index operators and n == 1 only: other operators map one iso value to
    /// one.
    void operator()(void *z, const void *x, bool x_is_scalar, const Positions &positions,
                    std::size_t n) const {
        switch (problem_.kind) {
        case ApplyProblem::Kind::unary:
            unary_(z, x, n);
            break;
        case ApplyProblem::Kind::bind_first:
            binary_(z, problem_.scalar, x, n, Broadcast::x);
            break;
        case ApplyProblem::Kind::bind_second:
            binary_(z, x, problem_.scalar, n, Broadcast::y);
            break;
        case ApplyProblem::Kind::index:
            index_(z, x, x_is_scalar, positions, n);
            break;
        }
    }

private:
    const ApplyProblem &problem_;
    const Type *z_;
    BoundUnary unary_;
    BoundBinary binary_;
    BoundIndexUnary index_;
};

} // namespace grb
