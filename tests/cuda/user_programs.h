// Programs with user-defined types and operators, for the tests that compile them.
#pragma once

#include "cuda/catalogue_programs.h"
#include "cuda/program_calls.h"
#include "cuda/user_definitions.h"

namespace grb::device {

/// Expects that the program compiles.
inline void expect_complete(const std::string &program, int architecture = 90) {
    std::string code;
    ASSERT_EQ(compile(with_definitions(program), architecture, &code), Status::ok)
        << error_text() << '\n'
        << with_definitions(program);
    EXPECT_EQ(code.compare(0, 4, "\177ELF"), 0);
}

} // namespace grb::device
