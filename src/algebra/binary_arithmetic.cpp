// Defines the arithmetic binary operators.
#include "algebra/predefined.hpp"
#include "graphblast/gxb_objects.h"

GRB_DEFINE_BINARY_ALL(plus, Plus, PLUS)
GRB_DEFINE_BINARY_ALL(minus, Minus, MINUS)
GRB_DEFINE_BINARY_ALL(times, Times, TIMES)
GRB_DEFINE_BINARY_ALL(div, Div, DIV)
