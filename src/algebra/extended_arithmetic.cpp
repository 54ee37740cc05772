// Defines SuiteSparse's binary operators on all built-in types.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

#define GRB_DEFINE(code, Functor, NAME) GRB_DEFINE_BINARY_ALL_AS(GxB, code, Functor, NAME)
GRB_EXTENDED_OVER_ALL(GRB_DEFINE)
#undef GRB_DEFINE
