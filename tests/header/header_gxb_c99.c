// Compiles header_gxb.h as C99.
#include "header_gxb.h"
