// Failing calls, each with the expected code and text; no call may change an object.
#pragma once

#include "api/world.h"

#include <initializer_list>

namespace api {

struct CodeCase {
    const char *function;
    GrB_Info code;
    GrB_Info (*call)(World &);
    std::string (*text)(World &); // of the object that keeps the text
    const char *words[5];         // follow the function's name in the text; then null
};

/// Runs the cases and compares.
void check_codes(std::initializer_list<CodeCase> cases);

/// Makes a case; `keeper` is nullptr where no object keeps the text. Objects are members of `o`.
#define CODE(code, keeper, words, function, ...)            \
    ::api::CodeCase {                                       \
#function, code, [](World &o) {                           \
            return static_cast<void>(o), function(__VA_ARGS__); }, \
            [](World &o) { return static_cast<void>(o), error_text(keeper); }, words \
    }
#define WORDS(...) \
    { __VA_ARGS__ }

inline const GrB_Index first_five[] = {0, 1, 2, 3, 4};
inline const GrB_Index far_away[] = {0, 1, 2, 3, 99};

} // namespace api
