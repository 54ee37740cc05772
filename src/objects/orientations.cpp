// Keeps the default orientations of new matrices.
#include "objects/orientations.hpp"

namespace grb {

std::atomic<int> &default_orientations() noexcept {
    static constinit std::atomic<int> orientations{0};
    return orientations;
}

std::atomic<int> &default_by_column() noexcept {
    static constinit std::atomic<int> by_column{0};
    return by_column;
}

} // namespace grb
