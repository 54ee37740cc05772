// Files that are made anew, and whole or not at all. POSIX alone, without memory of their own: the library, the
// plugin and the tool write all their files with them.
#pragma once

#include <climits>
#include <cstddef>
#include <sys/stat.h>

namespace grb {

/// A descriptor, closed at the end of the scope.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) noexcept : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    bool is_open() const noexcept { return number_ >= 0; }
    int number() const noexcept { return number_; }
    void open(int number) noexcept;
    /// False when the file system has lost something that was written.
    bool close() noexcept;

private:
    int number_ = -1;
};

/// Writes everything. False: errno says why. No signal ends the program when the file gets longer than it may.
bool write_all(int descriptor, const void *bytes, std::size_t size) noexcept;

/// A file under a name that nothing had before, so that nobody's file or link is written through. It is removed
/// again unless it is kept. The functions give false where something failed; errno says why.
class NewFile {
public:
    NewFile() = default;
    ~NewFile();
    NewFile(const NewFile &) = delete;
    NewFile &operator=(const NewFile &) = delete;

    /// In a folder that stays open for as long as this (or AT_FDCWD). EEXIST where anything has that name.
    bool create(int folder, const char *name, mode_t mode) noexcept;
    /// Under a name that nobody can foresee. unlink_temporaries() knows it.
    bool create_temporary(int folder, mode_t mode) noexcept;
    bool write(const void *bytes, std::size_t size) noexcept;
    int descriptor() const noexcept { return file_.number(); }
    /// Closes. Fails too when a write failed before, as the next.
    bool keep() noexcept;
    /// Closes, and puts it in the place of `name` in the same folder.
    bool keep_as(const char *name) noexcept;

private:
    bool fail() noexcept;
    void remove() noexcept;

    int folder_ = -1, slot_ = -1, error_ = 0;
    Descriptor file_;
    char name_[NAME_MAX + 1] = "";
};

/// Removes the files of create_temporary() that are not kept yet. For a handler of signals that end the program.
void unlink_temporaries() noexcept;

/// A whole file in the place of another, or of none. Links are followed; of a regular file mode and owner stay, and
/// nothing else is replaced.
class ReplacingFile {
public:
    /// Makes a temporary file beside the one that `path` leads to. Fails, too, where that may not be written.
    bool open(const char *path) noexcept;
    bool write(const void *bytes, std::size_t size) noexcept { return file_.write(bytes, size); }
    /// Puts it in place, once it is on the disk.
    bool finish() noexcept;
    /// What was tried last, for messages: "cannot create".
    const char *attempt() const noexcept { return attempt_; }

private:
    bool take_over(const struct stat &old) noexcept;

    Descriptor folder_; // first: closed after the file is removed
    NewFile file_;
    char path_[PATH_MAX] = ""; // without links at its end
    const char *name_ = "";    // within
    const char *attempt_ = "cannot create";
};

} // namespace grb
