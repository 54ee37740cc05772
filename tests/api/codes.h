// Failing calls, each with the expected code and text; no call may change an object.
#pragma once

#include "api/world.h"

#include <functional>
#include <initializer_list>

namespace api {

struct CodeCase {
    const char *function;
    GrB_Info code;
    std::function<GrB_Info(World &)> call;
    std::function<std::string(World &)> text; // of the object that keeps the text
    std::vector<std::string> words;           // follow the function's name in the text
};

/// Runs the cases and compares.
void check_codes(std::initializer_list<CodeCase> cases);

/// Makes a case; `keeper` is nullptr where no object keeps the text. Objects are members of `o`.
#define CODE(code, keeper, words, function, ...)                                                 \
    ::api::CodeCase {                                                                            \
#function, code,                                                                         \
            []([[maybe_unused]] World &                                                          \
               o) { return function(__VA_ARGS__); }, []([[maybe_unused]] World &                 \
                                                        o) { return error_text(keeper); }, words \
    }
#define WORDS(...)             \
    std::vector<std::string> { \
        __VA_ARGS__            \
    }

inline const GrB_Index first_five[] = {0, 1, 2, 3, 4};
inline const GrB_Index far_away[] = {0, 1, 2, 3, 99};

} // namespace api
