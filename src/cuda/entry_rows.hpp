#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

Status entry_rows(const EntryRowsCall *call);

} // namespace grb::device
