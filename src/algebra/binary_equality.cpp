// Defines the operators EQ and NE.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

GRB_DEFINE_BINARY_ALL(eq, Eq, EQ)
GRB_DEFINE_BINARY_ALL(ne, Ne, NE)
