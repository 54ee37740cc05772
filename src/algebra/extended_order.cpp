// Defines SuiteSparse's binary operators on real types and on integers.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

#define GRB_DEFINE(code, Functor, NAME) GRB_DEFINE_BINARY_REAL_AS(GxB, code, Functor, NAME)
GRB_EXTENDED_OVER_REAL(GRB_DEFINE)
#undef GRB_DEFINE

#define GRB_DEFINE(code, Functor, NAME) GRB_DEFINE_BINARY_INTEGERS_AS(GxB, code, Functor, NAME)
GRB_EXTENDED_OVER_INTEGERS(GRB_DEFINE)
#undef GRB_DEFINE
