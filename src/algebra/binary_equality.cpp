#include "algebra/predefined.hpp"

GRB_DEFINE_BINARY_ALL(eq, Eq, EQ)
GRB_DEFINE_BINARY_ALL(ne, Ne, NE)
