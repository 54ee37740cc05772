// Reads the pack: checks its head, finds programs and decompresses their code.
#include "cuda/plugin/pack.hpp"

#include "base/open_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::device {

namespace {

constexpr char is_damaged[] = "it is damaged";

} // namespace

Pack::Pack(const std::string &path, const std::string &basis, Decompress decompress)
    : decompress_(decompress) {
    if (path.empty()) return;
    file_ = open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file_ < 0) {
        if (errno != ENOENT) reject("it cannot be opened");
        return;
    }
    if (const char *trouble = read_head(basis)) reject(trouble);
}

Pack::~Pack() {
    if (file_ >= 0) ::close(file_);
}

/// Gives the file up; returns false.
bool Pack::reject(const char *trouble) {
    trouble_ = trouble;
    index_.clear();
    if (file_ >= 0) ::close(file_);
    file_ = -1;
    return false;
}

bool Pack::read(std::uint64_t begin, std::uint64_t bytes, void *to) const {
    if (begin > file_bytes_ || bytes > file_bytes_ - begin) return false;
    auto *const target = static_cast<char *>(to);
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t n =
            ::pread(file_, target + done, bytes - done, static_cast<off_t>(begin + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

/// Returns null if the head is correct, else the reason.
const char *Pack::read_head(const std::string &basis) {
    struct stat facts {};
    if (::fstat(file_, &facts) != 0 || !S_ISREG(facts.st_mode)) return "it is no file";
    file_bytes_ = static_cast<std::uint64_t>(facts.st_size);
    PackHead head;
    if (!read(0, sizeof head, &head)) return "it is damaged or no pack";
    constexpr std::size_t name_bytes = sizeof pack_magic - 1;
    if (std::memcmp(head.magic, pack_magic, name_bytes) != 0) return "it is damaged or no pack";
    if (head.magic[name_bytes] != pack_magic[name_bytes]) return "it is of another version";
    if (head.basis_bytes != basis.size()) return "it belongs to another build";
    if (head.programs > file_bytes_ / sizeof(PackEntry)) return is_damaged;
    const std::size_t index_begin = sizeof head + padded(basis.size()),
                      index_bytes = head.programs * sizeof(PackEntry);
    std::string all(index_begin + index_bytes, 0);
    std::uint64_t sum = 0;
    if (!read(0, all.size(), all.data()) || !read(all.size(), sizeof sum, &sum)) return is_damaged;
    if (all.compare(sizeof head, basis.size(), basis) != 0) return "it belongs to another build";
    if (pack_checksum(all) != sum) return is_damaged;
    dictionary_block_ = head.dictionary;
    index_.resize(head.programs);
    std::memcpy(index_.data(), all.data() + index_begin, index_bytes);
    return nullptr;
}

bool Pack::read_block(const PackBlock &block, std::string *bytes) const {
    bytes->resize(block.bytes);
    return read(block.begin, block.bytes, bytes->data()) && pack_checksum(*bytes) == block.checksum;
}

/// Decompresses text and code. unsupported: the file is damaged.
Status Pack::decompress(const PackEntry &entry, std::string *content) {
    if (dictionary_.empty() && !read_block(dictionary_block_, &dictionary_))
        return Status::unsupported;
    std::string block;
    if (!read_block(entry.block, &block)) return Status::unsupported;
    const CompressedBlock from{dictionary_.data(), block.data(), dictionary_.size(), block.size()};
    content->resize(entry.text_bytes + entry.code_bytes);
    return decompress_(&from, content->data(), content->size());
}

bool Pack::find(const std::string &program, int capability, std::string *code) {
    const std::uint64_t hash = checksum(program);
    const auto first = std::lower_bound(
        index_.begin(), index_.end(), hash,
        [](const PackEntry &entry, std::uint64_t value) { return entry.text_hash < value; });
    const auto wanted = static_cast<std::uint64_t>(capability);
    const PackEntry *best = nullptr;
    for (auto entry = first; entry != index_.end() && entry->text_hash == hash; ++entry) {
        const bool runs = entry->capability <= wanted && entry->capability / 10 == wanted / 10;
        if (runs && (best == nullptr || entry->capability > best->capability)) best = &*entry;
    }
    if (best == nullptr) return false;
    std::string content;
    const std::size_t text_bytes = best->text_bytes;
    const Status status = decompress(*best, &content);
    if (status == Status::unsupported) return reject(is_damaged);
    if (status != Status::ok || content.compare(0, text_bytes, program) != 0) return false;
    code->assign(content, text_bytes);
    return true;
}

} // namespace grb::device
