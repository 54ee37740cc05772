// As C11.
#include "header_gxb.h"
