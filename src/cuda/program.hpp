// Pieces of the texts that the run-time compiler gets.
#pragma once

#include "device/plugin.h"

#include <string>

namespace grb::device {

/// Types and operators of a semiring over stored values of types a and u, as members of a struct:
/// A, U, Z, uses_a, uses_u, multiply, add, identity, terminal, has_terminal, identity_is_neutral.
std::string semiring_members(const SemiringName &semiring, const char *a, const char *u,
                             bool is_flipped);
/// Short text that determines it.
std::string semiring_key(const SemiringName &semiring, const char *a, const char *u,
                         bool is_flipped);

} // namespace grb::device
