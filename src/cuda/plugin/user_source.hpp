// Types and operators that users gave with their C source: named, and put at the head of the programs
// that use them.
#pragma once

#include "cuda/plugin/runtime.hpp"

#include <string>
#include <string_view>

namespace grb::device {

/// See Table. The name contains a hash of all that the text depends on.
Status define(const Definition *definition, const char **name);

/// Prefixes of the names that define() returns: of types (global scope) and of functors (namespace grb).
inline constexpr std::string_view user_prefix = "User_";
/// Of types, by their names in programs.
inline bool is_user_type(std::string_view name) {
    return name.substr(0, user_prefix.size()) == user_prefix;
}
std::size_t size_of_user_type(std::string_view name);

/// The operator with a theta that a program names; "": none. No program has two.
std::string theta_in(const std::string &program);

/// The program with the definitions that it names.
std::string with_definitions(std::string program);

/// After the compiler refused a program (error_text() says why): finds the program's definitions that do not
/// compile alone; if all compile, takes all. Logs each, and makes define() refuse them from now on.
void refuse_broken_definitions(const std::string &program, int capability);

} // namespace grb::device
