// Types and operators that users gave with their C source: named, and put at the head of the programs
// that use them.
#pragma once

#include "cuda/runtime.hpp"

#include <string>

namespace grb::device {

/// See Table. The name contains a hash of all that the text depends on.
Status define(const Definition *definition, const char **name);

/// The program with the definitions that it names.
std::string with_definitions(std::string program);

/// After a program was refused (error_text() says why): finds the definitions in it that do not compile by
/// themselves, or takes all of them if all do; notes each in the log, and has define() refuse them from
/// now on.
void refuse_broken_definitions(const std::string &program, int capability);

} // namespace grb::device
