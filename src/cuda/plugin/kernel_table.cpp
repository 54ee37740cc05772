// Lookup of kernels, first in the thread's own recent ones.
#include "cuda/plugin/kernel_table.hpp"

#include "cuda/plugin/checksum.hpp"

#include <cstring>

namespace grb::device {

namespace {

/// The kernel that this thread found last in each slot. Nodes of the tables never move.
struct Recent {
    const KernelTable *table;
    const std::string *name;
    const void *kernel;
};
constexpr std::size_t slots = 64;
thread_local Recent recent[slots];

bool is_name_of(const std::string &name, std::string_view key, std::string_view entry) {
    return name.size() == key.size() + 1 + entry.size() &&
           std::memcmp(name.data(), key.data(), key.size()) == 0 && name[key.size()] == '/' &&
           std::memcmp(name.data() + key.size() + 1, entry.data(), entry.size()) == 0;
}

} // namespace

void KernelKey::append(std::string_view part) {
    if (overflow_.empty() && part.size() < sizeof inline_ - size_) {
        std::memcpy(inline_ + size_, part.data(), part.size());
        size_ += part.size();
        return;
    }
    if (overflow_.empty()) overflow_.assign(inline_, size_);
    overflow_ += part;
    size_ = sizeof inline_;
}

void KernelKey::add_long(const char *name) {
    append(",");
    append(name);
}

std::string KernelTable::name_of(const KernelKey &key, const char *entry) {
    return std::string(key.text()) + '/' + entry;
}

const void *KernelTable::find(const KernelKey &key, const char *entry) {
    const std::string_view text = key.text(), kernel = entry;
    Recent &slot = recent[quick_checksum(kernel, quick_checksum(text, text.size())) % slots];
    if (slot.table == this && is_name_of(*slot.name, text, kernel)) return slot.kernel;
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = kernels_.find(name_of(key, entry));
    if (found == kernels_.end()) return nullptr;
    slot = {this, &found->first, found->second};
    return found->second;
}

void KernelTable::add(const KernelKey &key, const char *entry, const void *kernel) {
    const std::lock_guard<std::mutex> guard(mutex_);
    kernels_.emplace(name_of(key, entry), kernel);
}

} // namespace grb::device
