// Keeps the installed maker of forms.
#include "storage/maker.hpp"

namespace grb {

namespace {

constinit const Maker *maker_ = nullptr;

} // namespace

const Maker &maker() noexcept {
    return *maker_;
}

void install(const Maker &maker) noexcept {
    maker_ = &maker;
}

} // namespace grb
