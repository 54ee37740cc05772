#include "dispatch/running.hpp"

namespace grb {

namespace {

constinit thread_local Running running_;

} // namespace

Running &running() noexcept {
    return running_;
}

Running::Unseen::Unseen() noexcept : before_(running_.is_unseen) {
    running_.is_unseen = true;
}
Running::Unseen::~Unseen() {
    running_.is_unseen = before_;
}

} // namespace grb
