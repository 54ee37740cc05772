// Defines the operators FIRST, SECOND, ONEB, MIN and MAX.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

GRB_DEFINE_BINARY_ALL(first, First, FIRST)
GRB_DEFINE_BINARY_ALL(second, Second, SECOND)
GRB_DEFINE_BINARY_ALL(oneb, Oneb, ONEB)
GRB_DEFINE_BINARY_REAL(min, Min, MIN)
GRB_DEFINE_BINARY_REAL(max, Max, MAX)

// PAIR is another name of ONEB.
GRB_FOR_ALL(GRB_BINARY_HANDLE, GxB, oneb, bool, PAIR)
GRB_FOR_COMPLEX(GRB_BINARY_HANDLE, GxB, oneb, bool, PAIR)
