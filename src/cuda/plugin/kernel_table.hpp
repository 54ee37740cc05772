// Kernels by the key that determines their program.
// Every launch begins with a lookup: a kernel that the thread has used before is found without a
// lock and without an allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace grb::device {

/// Names and numbers that determine the text of a program. Short keys need no allocation.
class KernelKey {
public:
    /// Adds a name. Null counts as a name of its own: an absent operator.
    KernelKey &add(const char *name) {
        if (name == nullptr) name = "-";
        std::size_t end = size_;
        const char *next = name;
        if (end < sizeof inline_) inline_[end++] = ',';
        while (end < sizeof inline_ && *next != 0) inline_[end++] = *next++;
        if (end < sizeof inline_) {
            size_ = end;
        } else {
            add_long(name);
        }
        return *this;
    }
    KernelKey &add(int number) {
        if (number < 0 || number >= 64) return add(std::to_string(number).c_str());
        // Small numbers take one character: flags, widths, lanes.
        const char digit[] = {static_cast<char>('0' + number), 0};
        return add(digit);
    }

    std::string_view text() const {
        return overflow_.empty() ? std::string_view(inline_, size_) : std::string_view(overflow_);
    }

private:
    void append(std::string_view part);
    void add_long(const char *name);

    char inline_[184];
    std::size_t size_ = 0; // of the inline characters; of the whole key once it is longer
    std::string overflow_; // the whole key, once it is longer than inline_
};

/// A table of kernels. Entries stay for ever.
class KernelTable {
public:
    /// Returns the kernel `entry` of the program; null if it was not added.
    const void *find(const KernelKey &key, const char *entry);
    void add(const KernelKey &key, const char *entry, const void *kernel);
    static std::string name_of(const KernelKey &key, const char *entry);

private:
    std::mutex mutex_;
    std::unordered_map<std::string, const void *> kernels_;
};

} // namespace grb::device
