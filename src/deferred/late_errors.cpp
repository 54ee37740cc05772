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
    Kept *find(const Container &object) noexcept;
    void forget() noexcept;

    mutable std::mutex mutex;

private:
    /// Few calls fail. Where all places are taken, an error takes that of another, which is lost.
    Kept kept_[64];
    unsigned next_ = 0;
};

LateErrors late_errors_;

void LateErrors::finish(const Container &object) const {
    Error error(GrB_PANIC, "an earlier call with this output failed, and its error was lost");
    {
        // One of several readers reports the error.
        const std::lock_guard<std::mutex> guard(late_errors_.mutex);
        if (object.waits_for() != this) return;
        if (Kept *const kept = late_errors_.find(object)) {
            error = kept->error;
            kept->object = nullptr;
        }
        object.wait_for(nullptr);
    }
    throw error;
}

void LateErrors::keep(const Container &output, const Error &error) noexcept {
    const std::lock_guard<std::mutex> guard(mutex);
    if (find(output) != nullptr) return;
    for (Kept &one : kept_) {
        if (one.object != nullptr) continue;
        one = {&output, error};
        return;
    }
    kept_[next_++ % std::size(kept_)] = {&output, error};
}

Kept *LateErrors::find(const Container &object) noexcept {
    for (Kept &one : kept_)
        if (one.object == &object) return &one;
    return nullptr;
}

void LateErrors::forget() noexcept {
    const std::lock_guard<std::mutex> guard(mutex);
    for (Kept &one : kept_) one.object = nullptr;
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

void lock_late_errors() noexcept {
    late_errors_.mutex.lock();
}
void unlock_late_errors() noexcept {
    late_errors_.mutex.unlock();
}

void forget_late_errors() noexcept {
    late_errors_.forget();
}

} // namespace grb
