// Problems: all facts that a variant may know about a call, as a value. A problem refers to
// immutable snapshots, holds its operators and copies its scalars, so operands may change and
// operators may be freed while it waits. Lists of indices stay the caller's until own_all() copies
// them: a call that is carried out at once needs no copy.
#pragma once

#include "algebra/bound.hpp"
#include "problems/elementwise.hpp"
#include "problems/products.hpp"
#include "problems/submatrix.hpp"
