// Reads and writes the files of the disk cache, and removes old ones.
#include "cuda/plugin/disk_cache.hpp"

#include "base/new_file.hpp"
#include "cuda/plugin/checksum.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace grb::device {

namespace {

constexpr char magic[] = "GraphBLAST kernel 1\n";
constexpr std::size_t head_bytes = sizeof magic - 1 + 3 * sizeof(std::uint64_t);
/// Beyond this size the oldest files are removed.
constexpr std::uint64_t largest_cache = std::uint64_t{256} << 20;

/// Opens the folder, made when missing; returns -1 if none is safe to use. Files are opened
/// relative to it, so that nobody can substitute another folder afterwards.
int open_folder() {
    std::string path;
    if (const char *given = secure_getenv("XDG_CACHE_HOME"); given != nullptr && *given == '/') {
        path = given;
    } else if (const char *home = secure_getenv("HOME"); home != nullptr && *home == '/') {
        path = std::string(home) + "/.cache";
        ::mkdir(path.c_str(), 0700);
    } else {
        return -1;
    }
    path += "/graphblast";
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return -1;
    const int folder =
        open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return -1;
    struct stat facts {};
    const bool is_safe =
        ::fstat(folder, &facts) == 0 && facts.st_uid == ::geteuid() && (facts.st_mode & 022) == 0;
    if (is_safe) return folder;
    ::close(folder);
    return -1;
}

std::string file_name(const std::string &key) {
    char name[64];
    std::snprintf(name, sizeof name, "%016llx%016llx.kernel",
                  static_cast<unsigned long long>(checksum(key)),
                  static_cast<unsigned long long>(checksum(key, 1099511628211ull)));
    return name;
}

void append(std::string &text, std::uint64_t value) {
    text.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// Makes room for `bytes` more.
void drop_oldest(int folder, std::uint64_t bytes) {
    struct Entry {
        std::string name;
        std::uint64_t bytes;
        time_t written;
    };
    const int own = open_file(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = own >= 0 ? ::fdopendir(own) : nullptr;
    if (directory == nullptr) {
        if (own >= 0) ::close(own);
        return;
    }
    std::vector<Entry> entries;
    std::uint64_t total = bytes;
    while (const dirent *entry = ::readdir(directory)) {
        struct stat facts {};
        if (::fstatat(folder, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(facts.st_mode)) {
            continue;
        }
        entries.push_back(
            {entry->d_name, static_cast<std::uint64_t>(facts.st_size), facts.st_mtime});
        total += entries.back().bytes;
    }
    ::closedir(directory);
    if (total <= largest_cache) return;
    std::sort(entries.begin(), entries.end(),
              [](const Entry &a, const Entry &b) { return a.written < b.written; });
    for (const Entry &entry : entries) {
        if (total <= largest_cache / 2) return;
        if (::unlinkat(folder, entry.name.c_str(), 0) == 0) total -= entry.bytes;
    }
}

bool read_all(int file, std::string &content) {
    struct stat facts {};
    if (::fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode) ||
        static_cast<std::uint64_t>(facts.st_size) > largest_cache) {
        return false;
    }
    content.resize(static_cast<std::size_t>(facts.st_size));
    std::size_t done = 0;
    while (done < content.size()) {
        const ssize_t n = ::read(file, content.data() + done, content.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

} // namespace

bool read_cached(const std::string &key, std::string *code) {
    const OpenFile folder(open_folder());
    if (!folder.is_open()) return false;
    const OpenFile file(open_file(folder.number(), file_name(key).c_str(),
                                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    std::string content;
    if (!file.is_open() || !read_all(file.number(), content)) return false;
    if (content.size() < head_bytes || content.compare(0, sizeof magic - 1, magic) != 0)
        return false;
    std::uint64_t numbers[3]; // length of the key, of the code, checksum of both
    std::memcpy(numbers, content.data() + sizeof magic - 1, sizeof numbers);
    if (numbers[0] != key.size() || numbers[1] > content.size() ||
        content.size() != head_bytes + numbers[0] + numbers[1]) {
        return false;
    }
    if (content.compare(head_bytes, key.size(), key) != 0) return false;
    code->assign(content, head_bytes + key.size(), std::string::npos);
    return checksum(*code, checksum(key)) == numbers[2];
}

void write_cached(const std::string &key, const std::string &code) {
    const OpenFile folder(open_folder());
    if (!folder.is_open()) return;
    std::string content = magic;
    append(content, key.size());
    append(content, code.size());
    append(content, checksum(code, checksum(key)));
    content += key;
    content += code;
    drop_oldest(folder.number(), content.size());

    NewFile file;
    if (file.create_temporary(folder.number(), 0600) && file.write(content.data(), content.size()))
        file.keep_as(file_name(key).c_str());
}

} // namespace grb::device
