// The function whose name the texts of errors begin with (base/error.hpp), for who works for another thread.
#pragma once

namespace grb {

const char *current_function() noexcept;

} // namespace grb
