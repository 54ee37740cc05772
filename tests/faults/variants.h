// Variants of the registry, and problems for them.
#pragma once

#include "faults/sweep.h"

#include <map>
#include <string>
#include <vector>

namespace faults {

struct RegistryVariant {
    std::string operation, name;
    std::string forced() const { return operation + ":" + name; }
};

std::vector<RegistryVariant> registry();

/// Problems of each operation of the registry; each variant accepts at least one.
const std::map<std::string, std::vector<Case>> &problems();

/// Returns true if the call runs the variant when forced.
bool takes(const Case &a_case, Storage storage, const RegistryVariant &variant);

} // namespace faults
