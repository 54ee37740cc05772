// Tells index operators that can process the entries of many rows at once.
#pragma once

#include "algebra/operators.hpp"

namespace grb {

/// False where the operator's result for an entry of a matrix does not depend on its row.
inline bool reads_rows(const IndexUnaryOp &op) noexcept {
    switch (op.code) {
    case IndexUnaryCode::colindex:
    case IndexUnaryCode::colle:
    case IndexUnaryCode::colgt:
    case IndexUnaryCode::valueeq:
    case IndexUnaryCode::valuene:
    case IndexUnaryCode::valuelt:
    case IndexUnaryCode::valuele:
    case IndexUnaryCode::valuegt:
    case IndexUnaryCode::valuege:
        return false;
    default:
        return true;
    }
}

/// True where the result depends on the entry's value alone, not on its position.
inline bool reads_value_alone(const IndexUnaryOp &op) noexcept {
    return !reads_rows(op) && op.code != IndexUnaryCode::colindex &&
           op.code != IndexUnaryCode::colle && op.code != IndexUnaryCode::colgt;
}

} // namespace grb
