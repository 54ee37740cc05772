// Runs the cores window by window, in threads of the host.
#include "machine.h"

#include <algorithm>

namespace grb::weaver {

Machine::Machine(const Parameters &parameters, Memory &memory)
    : p_(parameters), shared_(parameters, memory), responses_(parameters.cores()) {
    require_valid(parameters);
    cores_.reserve(p_.cores());
    for (uint32_t k = 0; k < p_.cores(); ++k) cores_.emplace_back(p_, memory, k);
    for (Core &core : cores_) outboxes_.push_back(&core.outbox());
}

/// Exchanges requests and responses between two windows, while no core runs.
void Machine::finish_window() {
    shared_.serve(outboxes_, responses_);
    is_running_ = false;
    for (uint32_t k = 0; k < cores_.size(); ++k) {
        cores_[k].take(responses_[k]);
        is_running_ = is_running_ || !cores_[k].is_finished();
    }
    end_ += p_.window();
}

void Machine::run(const Kernel &kernel, int threads) {
    for (Core &core : cores_) core.begin(kernel, now_);
    end_ = now_ + p_.window();
    is_running_ = true;
    const auto count = static_cast<int>(cores_.size());
    if (threads <= 1) {
        while (is_running_) {
            for (Core &core : cores_) core.run(end_);
            finish_window();
        }
    } else {
#pragma omp parallel num_threads(threads)
        while (is_running_) {
#pragma omp for schedule(static)
            for (int k = 0; k < count; ++k) cores_[static_cast<size_t>(k)].run(end_);
#pragma omp single
            finish_window();
        }
    }
    for (const Core &core : cores_) now_ = std::max(now_, core.finished_at());
}

Counts Machine::counts() const {
    Counts sum;
    for (const Core &core : cores_) sum.add(core.counts());
    return sum;
}

} // namespace grb::weaver
