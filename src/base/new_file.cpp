// Creates files, keeps them in place of others, and removes temporary files on signals.
#include "base/new_file.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

namespace grb {

namespace {

/// Facts that a signal handler needs to remove a temporary file. It does not remove files without a
/// slot.
struct Slot {
    std::atomic<bool> is_taken{false}, is_active{false};
    int folder = -1;
    char name[40] = "";
};
constexpr int slot_count = 16;
constinit Slot slots_[slot_count];

int take_slot(int folder, const char *name) noexcept {
    for (int k = 0; k < slot_count; k++) {
        Slot &slot = slots_[k];
        if (std::strlen(name) >= sizeof slot.name || slot.is_taken.exchange(true)) continue;
        slot.folder = folder;
        std::strcpy(slot.name, name);
        slot.is_active.store(true);
        return k;
    }
    return -1;
}

void free_slot(int k) noexcept {
    if (k < 0) return;
    slots_[k].is_active.store(false);
    slots_[k].is_taken.store(false);
}

void make_temporary_name(char (&name)[40]) noexcept {
    std::uint64_t bits[2];
    if (::getrandom(bits, sizeof bits, GRND_NONBLOCK) != sizeof bits) {
        // O_EXCL refuses a name that exists; the time makes a name that does not.
        timespec now{};
        clock_gettime(CLOCK_REALTIME, &now);
        bits[0] =
            static_cast<std::uint64_t>(now.tv_sec) << 30 ^ static_cast<std::uint64_t>(now.tv_nsec);
        bits[1] = static_cast<std::uint64_t>(::getpid());
    }
    std::snprintf(name, sizeof name, ".%016llx%08llx.part",
                  static_cast<unsigned long long>(bits[0]),
                  static_cast<unsigned long long>(bits[1] & 0xFFFFFFFF));
}

/// Opens the folder of `path` (O_PATH); `name` becomes what follows it in `path`.
int open_folder_of(const char *path, const char **name) noexcept {
    const char *const slash = std::strrchr(path, '/');
    *name = slash == nullptr ? path : slash + 1;
    char folder[PATH_MAX] = ".";
    if (slash != nullptr) {
        // The folder of "/name" is "/".
        const std::size_t size = slash == path ? 1 : static_cast<std::size_t>(slash - path);
        std::memcpy(folder, path, size);
        folder[size] = 0;
    }
    return open_file(AT_FDCWD, folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/// In a folder where anybody may make links (/tmp), trusts only links of the folder's owner and of
/// this user. Linux has the same rule (protected_symlinks), but applies it only to links that it
/// follows itself.
bool is_trusted_link(int folder, const struct stat &link) noexcept {
    struct stat facts {};
    if (::fstat(folder, &facts) != 0) return false;
    constexpr mode_t shared = S_ISVTX | S_IWOTH;
    return (facts.st_mode & shared) != shared || link.st_uid == ::geteuid() ||
           link.st_uid == facts.st_uid;
}

/// Replaces `path` (PATH_MAX bytes) by the target of the links at its end. The target need not
/// exist.
bool follow_links(char *path) noexcept {
    for (int turn = 0; turn < 40; turn++) {
        const char *name = nullptr;
        const OpenFile folder(open_folder_of(path, &name));
        struct stat facts {};
        if (!folder.is_open()) return false;
        if (::fstatat(folder.number(), name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
            return errno == ENOENT;
        if (!S_ISLNK(facts.st_mode)) return true;
        if (!is_trusted_link(folder.number(), facts)) {
            errno = EACCES;
            return false;
        }
        char target[PATH_MAX];
        const ssize_t size = ::readlinkat(folder.number(), name, target, sizeof target);
        if (size < 0) return false;
        const std::size_t kept = target[0] == '/' ? 0 : static_cast<std::size_t>(name - path);
        if (kept + static_cast<std::size_t>(size) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return false;
        }
        std::memcpy(path + kept, target, static_cast<std::size_t>(size));
        path[kept + static_cast<std::size_t>(size)] = 0;
    }
    errno = ELOOP;
    return false;
}

} // namespace

NewFile::~NewFile() {
    remove();
}

bool NewFile::create(int folder, const char *name, mode_t mode) noexcept {
    remove();
    error_ = 0;
    if (std::strlen(name) >= sizeof name_) {
        errno = ENAMETOOLONG;
        return false;
    }
    int number = open_file(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (number < 0) return false;
    if (number <= STDERR_FILENO) {
        // The program has closed a standard stream: its output must not go into this file.
        const int higher = ::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        const int error = errno;
        ::close(number);
        if (higher < 0) ::unlinkat(folder, name, 0);
        errno = error;
        if (higher < 0) return false;
        number = higher;
    }
    file_.open(number);
    folder_ = folder;
    std::strcpy(name_, name);
    return true;
}

bool NewFile::create_temporary(int folder, mode_t mode) noexcept {
    constexpr int tries = 100;
    for (int k = 0; k < tries; k++) {
        char name[40];
        make_temporary_name(name);
        // Takes the slot first: a signal between the two calls must not leave the file behind.
        const int slot = take_slot(folder, name);
        const bool is_made = create(folder, name, mode);
        if (is_made) {
            slot_ = slot;
            return true;
        }
        free_slot(slot);
        if (errno != EEXIST) return false;
    }
    return false;
}

bool NewFile::write(const void *bytes, std::size_t size) noexcept {
    if (error_ != 0) return fail();
    if (write_all(file_.number(), bytes, size)) return true;
    error_ = errno;
    return false;
}

bool NewFile::keep() noexcept {
    if (error_ != 0 || !file_.close()) return fail();
    name_[0] = 0;
    return true;
}

bool NewFile::keep_as(const char *name) noexcept {
    if (error_ != 0 || !file_.close() || ::renameat(folder_, name_, folder_, name) != 0)
        return fail();
    free_slot(slot_);
    slot_ = -1;
    name_[0] = 0;
    return true;
}

bool NewFile::fail() noexcept {
    const int error = error_ != 0 ? error_ : errno;
    remove();
    error_ = errno = error;
    return false;
}

void NewFile::remove() noexcept {
    file_.close();
    if (name_[0] != 0) ::unlinkat(folder_, name_, 0);
    name_[0] = 0;
    free_slot(slot_);
    slot_ = -1;
}

void unlink_temporaries() noexcept {
    for (const Slot &slot : slots_)
        if (slot.is_active.load()) ::unlinkat(slot.folder, slot.name, 0);
}

bool ReplacingFile::open(const char *path) noexcept {
    attempt_ = "cannot create";
    struct stat old {};
    const bool is_there = ::stat(path, &old) == 0;
    if (!is_there && errno != ENOENT) return false;
    if (is_there && !S_ISREG(old.st_mode)) {
        errno = S_ISDIR(old.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    if (std::strlen(path) >= sizeof path_) {
        errno = ENAMETOOLONG;
        return false;
    }
    std::strcpy(path_, path);
    if (!follow_links(path_)) return false;
    folder_.open(open_folder_of(path_, &name_));
    if (!folder_.is_open()) return false;
    if (*name_ == 0 || std::strcmp(name_, ".") == 0 || std::strcmp(name_, "..") == 0) {
        errno = EISDIR;
        return false;
    }
    if (!is_there) return file_.create_temporary(folder_.number(), 0666);
    return take_over(old);
}

bool ReplacingFile::take_over(const struct stat &old) noexcept {
    attempt_ = "cannot replace";
    struct stat found {};
    if (::fstatat(folder_.number(), name_, &found, AT_SYMLINK_NOFOLLOW) != 0) return false;
    if (found.st_dev != old.st_dev || found.st_ino != old.st_ino) {
        errno = EBUSY; // another process changes names at the same time
        return false;
    }
    if (::faccessat(folder_.number(), name_, W_OK, AT_EACCESS) != 0 ||
        !file_.create_temporary(folder_.number(), 0600) || ::fstat(file_.descriptor(), &found) != 0)
        return false;
    if (found.st_uid != old.st_uid || found.st_gid != old.st_gid) {
        attempt_ = "cannot keep the owner";
        if (::fchown(file_.descriptor(), old.st_uid, old.st_gid) != 0) return false;
    }
    attempt_ = "cannot keep the mode";
    return ::fchmod(file_.descriptor(), old.st_mode & 0777) == 0;
}

bool ReplacingFile::finish() noexcept {
    attempt_ = "cannot write";
    if (!sync_file(file_.descriptor())) return false;
    attempt_ = "cannot put into place";
    return file_.keep_as(name_);
}

} // namespace grb
