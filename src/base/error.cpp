// Writes the texts of errors and remembers each thread's current function.
#include "base/error.hpp"

#include "base/current_function.hpp"

#include <cstdarg>
#include <cstring>

namespace grb {

namespace {
// Each call writes it, so the model avoids a function that returns its address.
constinit thread_local const char *current_function_ __attribute__((tls_model("initial-exec"))) =
    "";
} // namespace

void set_current_function(const char *name) noexcept {
    current_function_ = name;
}

const char *current_function() noexcept {
    return current_function_;
}

Error::Error(GrB_Info code, const char *format, ...) noexcept : code_(code) {
    const int prefix = std::snprintf(text_, sizeof text_, "%s: ", current_function_);
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text_ + prefix, sizeof text_ - static_cast<std::size_t>(prefix), format,
                   arguments);
    va_end(arguments);
}

} // namespace grb
