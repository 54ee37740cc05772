// Compiles header_gxb.h as C11.
#include "header_gxb.h"
