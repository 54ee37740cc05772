#include "algebra/predefined.hpp"

GRB_DEFINE_BINARY_ALL(first, First, FIRST)
GRB_DEFINE_BINARY_ALL(second, Second, SECOND)
GRB_DEFINE_BINARY_ALL(oneb, Oneb, ONEB)
GRB_DEFINE_BINARY_ALL(min, Min, MIN)
GRB_DEFINE_BINARY_ALL(max, Max, MAX)
