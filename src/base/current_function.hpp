// The function whose name begins the texts of errors (base/error.hpp), for threads that work for
// another thread.
#pragma once

namespace grb {

const char *current_function() noexcept;

} // namespace grb
