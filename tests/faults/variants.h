// Rows of the registry, and problems for them.
#pragma once

#include "faults/sweep.h"

#include <map>
#include <string>
#include <vector>

namespace faults {

struct Row {
    std::string operation, name;
    std::string forced() const { return operation + ":" + name; }
};

std::vector<Row> registry();

/// Problems of each operation of the registry, of kinds that its variants accept between them.
const std::map<std::string, std::vector<Case>> &problems();

/// True when the call runs the variant if it is forced.
bool takes(const Case &a_case, Storage storage, const Row &row);

} // namespace faults
