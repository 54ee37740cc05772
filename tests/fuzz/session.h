// Code that all targets share: the library, started with memory functions that count, and checks.
#pragma once

#include "GraphBLAS.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fuzz {

using Bytes = std::vector<unsigned char>;

/// Prints the text and aborts: what a fuzzer counts as a finding.
[[noreturn]] void fail(const char *file, int line, const char *text);

#define FUZZ_CHECK(condition) \
    static_cast<void>((condition) || (::fuzz::fail(__FILE__, __LINE__, #condition), false))
#define FUZZ_REQUIRE(call) FUZZ_CHECK((call) == GrB_SUCCESS)

/// The memory functions that the library was started with, for arrays that it takes over.
void *allocate(std::size_t bytes);
void release(void *pointer);

/// The most memory that the library held since it was made, beyond what it held then.
class Peak {
public:
    Peak();
    std::size_t bytes() const;

private:
    std::size_t before_;
};

} // namespace fuzz

extern "C" {
/// Called once; starts the library, with one thread, so that a finding can be repeated.
int LLVMFuzzerInitialize(int *argc, char ***argv);
/// One input.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);
}
