// As C99.
#include "header_gxb.h"
