// Problems of the operations that move entries without computing on them.
#pragma once

#include "faults/variants.h"

namespace faults {

const std::map<std::string, std::vector<Case>> &structure_problems();

} // namespace faults
