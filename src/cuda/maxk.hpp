#pragma once

#include "device/plugin.h"

#include <string>

namespace grb::device {

Status maxk(const MaxkCall *call);
/// The text that the call compiles; for tests.
std::string maxk_program(const MaxkCall &call);

} // namespace grb::device
