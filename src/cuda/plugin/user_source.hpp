// Names and program texts of the types and operators that users define in C.
#pragma once

#include "cuda/plugin/runtime.hpp"

#include <string>
#include <string_view>

namespace grb::device {

/// Defines a type or operator; see gpu::define. The name contains a hash of all that the text
/// depends on.
Status define(const Definition *definition, const char **name);

/// Prefix of the names that define() returns, for types (global scope) and functors (namespace
/// grb).
inline constexpr std::string_view user_prefix = "User_";
/// Returns true for a user's type, by its name in programs.
inline bool is_user_type(std::string_view name) {
    return name.substr(0, user_prefix.size()) == user_prefix;
}
std::size_t size_of_user_type(std::string_view name);

/// Returns the name from define() of the program's operator with a theta; null: none. No program
/// has two.
const char *theta_in(const std::string &program);

/// Returns the program with the definitions that it names.
std::string with_definitions(std::string program);

/// Finds, after the compiler refused a program (error_text() says why), the program's definitions
/// that do not compile alone; if all compile, takes all. Logs each, and makes define() refuse them
/// from now on.
void refuse_broken_definitions(const std::string &program, int capability);

} // namespace grb::device
