// Counts requests to operator new: the library must use the functions given to GxB_init instead.
#pragma once

namespace faults {

/// While on, counts requests to operator new.
void watch_foreign(bool on);
long foreign_requests();

} // namespace faults
