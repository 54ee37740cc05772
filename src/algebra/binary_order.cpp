#include "algebra/predefined.hpp"

GRB_DEFINE_BINARY_ALL(gt, Gt, GT)
GRB_DEFINE_BINARY_ALL(lt, Lt, LT)
GRB_DEFINE_BINARY_ALL(ge, Ge, GE)
GRB_DEFINE_BINARY_ALL(le, Le, LE)
