// What the library asks of the C++ runtime instead of the functions given to GxB_init: nothing, one hopes.
#pragma once

namespace faults {

/// Requests to operator new are counted while this is on.
void watch_foreign(bool on);
long foreign_requests();

} // namespace faults
