// Kernels by what determines their programs. A kernel that a thread has asked for before is found
// without a lock and without memory: every launch begins with that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace grb::device {

/// Names and numbers that determine the text of a program, put together without memory of its own while
/// they are short.
class KernelKey {
public:
    explicit KernelKey(const char *kernel) { append(kernel); }
    KernelKey(const std::string &text) { append(text); }

    /// Null adds a place of its own, as an empty operator.
    KernelKey &add(const char *name) {
        append(",");
        append(name != nullptr ? name : "-");
        return *this;
    }
    KernelKey &add(int number);

    std::string_view text() const {
        return overflow_.empty() ? std::string_view(inline_, size_) : std::string_view(overflow_);
    }

private:
    void append(std::string_view part);

    char inline_[184];
    std::size_t size_ = 0;
    std::string overflow_; // everything, once it does not fit
};

/// Entries stay for ever.
class KernelTable {
public:
    /// The kernel `entry` of the program; null when it was not added.
    const void *find(const KernelKey &key, const char *entry);
    void add(const KernelKey &key, const char *entry, const void *kernel);
    static std::string name_of(const KernelKey &key, const char *entry);

private:
    std::mutex mutex_;
    std::unordered_map<std::string, const void *> kernels_;
};

} // namespace grb::device
