// Provides the words through which the blocks of a launch look back.
#include "cuda/plugin/look_back.hpp"

#include <algorithm>

namespace grb::device {

namespace {

/// The runtime's words. Its launches run in stream order, so one set serves all of its threads.
struct Words {
    std::mutex mutex;
    unsigned long long *words = nullptr;
    unsigned epoch = 0; // of the last launch
};

constexpr std::size_t word_bytes = look_back_words * sizeof(unsigned long long);

/// Allocates the words, or clears the traces of all turns.
Status renew(Words &own) {
    void *words = own.words;
    if (words == nullptr) {
        const Status status = runtime().allocate(&words, word_bytes);
        if (status != Status::ok) return status;
    }
    const Status status = runtime().clear(words, word_bytes);
    if (status == Status::ok) {
        own.words = static_cast<unsigned long long *>(words);
    } else if (own.words == nullptr) {
        runtime().release(words);
    }
    return status;
}

} // namespace

std::uint64_t most_that_look_back() {
    const auto multiprocessors = static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    return std::min(4 * multiprocessors, look_back_words);
}

Status begin_look_back(LookBack *look_back) {
    Words &own = runtime().own<Words>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    const unsigned epoch = own.epoch + 1;
    if (own.words == nullptr || epoch == 0) {
        if (const Status status = renew(own); status != Status::ok) return status;
    }
    own.epoch = epoch == 0 ? 1 : epoch;
    *look_back = {own.words, own.epoch};
    return Status::ok;
}

void release_look_back_words(Runtime &device) noexcept {
    Words &own = device.own<Words>();
    const std::lock_guard<std::mutex> guard(own.mutex);
    if (own.words != nullptr) device.release(own.words);
    own.words = nullptr;
}

} // namespace grb::device
