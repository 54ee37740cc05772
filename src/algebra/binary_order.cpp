// Defines the order comparisons of real types.
#include "algebra/predefined.hpp"

GRB_DEFINE_BINARY_REAL(gt, Gt, GT)
GRB_DEFINE_BINARY_REAL(lt, Lt, LT)
GRB_DEFINE_BINARY_REAL(ge, Ge, GE)
GRB_DEFINE_BINARY_REAL(le, Le, LE)
