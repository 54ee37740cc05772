// Keeps the errors of recorded calls.
#include "deferred/late_errors.hpp"

#include "objects/container.hpp"

#include <iterator>
#include <mutex>

namespace grb {

namespace {

struct Kept {
    const Container *object = nullptr;
    Error error{GrB_PANIC, "no error"};
};

class LateErrors final : public WaitingCalls {
public:
    void finish(const Container &object) const override;
    void keep(const Container &output, const Error &error) noexcept;
    const Kept *find(const Container &object) const noexcept;
    void forget(const Container *object) noexcept;

    mutable std::mutex mutex;

private:
    /// Few calls fail. The newest error takes the place of the oldest, whose code is lost.
    Kept kept_[64];
    unsigned next_ = 0;
};

LateErrors late_errors_;

void LateErrors::finish(const Container &object) const {
    object.wait_for(nullptr);
    Error error(GrB_PANIC, "an earlier call with this output failed, and its error was lost");
    find_late_error(object, error);
    late_errors_.forget(&object);
    throw error;
}

void LateErrors::keep(const Container &output, const Error &error) noexcept {
    const std::lock_guard<std::mutex> guard(mutex);
    if (find(output) != nullptr) return;
    kept_[next_++ % std::size(kept_)] = {&output, error};
}

const Kept *LateErrors::find(const Container &object) const noexcept {
    for (const Kept &one : kept_)
        if (one.object == &object) return &one;
    return nullptr;
}

/// null: forgets all.
void LateErrors::forget(const Container *object) noexcept {
    const std::lock_guard<std::mutex> guard(mutex);
    for (Kept &one : kept_)
        if (object == nullptr || one.object == object) one.object = nullptr;
}

} // namespace

void keep_late_error(const Container &output, const Error &error) noexcept {
    late_errors_.keep(output, error);
}

bool find_late_error(const Container &object, Error &error) noexcept {
    const std::lock_guard<std::mutex> guard(late_errors_.mutex);
    const Kept *const kept = late_errors_.find(object);
    if (kept != nullptr) error = kept->error;
    return kept != nullptr;
}

void report_late_error(const Container &object) noexcept {
    object.wait_for(&late_errors_);
}

void forget_late_errors() noexcept {
    late_errors_.forget(nullptr);
}

} // namespace grb
