// Files that are written whole or not at all. The library, the plugin and the tool write all their
// files with these classes, which use POSIX and allocate no memory.
#pragma once

#include "base/open_file.hpp"

#include <climits>
#include <cstddef>
#include <sys/stat.h>

namespace grb {

/// A file under a new name: it overwrites no other file and follows no link. The destructor removes
/// the file unless it was kept. The functions return false on failure; errno says why.
class NewFile {
public:
    NewFile() = default;
    ~NewFile();
    NewFile(const NewFile &) = delete;
    NewFile &operator=(const NewFile &) = delete;

    /// Creates the file in `folder` (or AT_FDCWD), which must stay open as long as this object
    /// lives. EEXIST: the name is taken.
    bool create(int folder, const char *name, mode_t mode) noexcept;
    /// Creates the file under a random name. unlink_temporaries() removes it.
    bool create_temporary(int folder, mode_t mode) noexcept;
    bool write(const void *bytes, std::size_t size) noexcept;
    int descriptor() const noexcept { return file_.number(); }
    /// Closes and keeps the file. Fails, like keep_as(), when an earlier write failed.
    bool keep() noexcept;
    /// Closes the file and renames it to `name` in the same folder, in place of a file of that
    /// name.
    bool keep_as(const char *name) noexcept;

private:
    bool fail() noexcept;
    void remove() noexcept;

    int folder_ = -1, slot_ = -1, error_ = 0;
    OpenFile file_;
    char name_[NAME_MAX + 1] = "";
};

/// Removes the files of create_temporary() that are not kept yet. For a handler of signals that end
/// the program.
void unlink_temporaries() noexcept;

/// Creates a file or replaces it by another in one step. Follows links. A regular file keeps its
/// mode and owner; a file of another kind is refused.
class ReplacingFile {
public:
    /// Makes a temporary file beside the target of `path`. Fails, too, when the target may not be
    /// written.
    bool open(const char *path) noexcept;
    bool write(const void *bytes, std::size_t size) noexcept { return file_.write(bytes, size); }
    /// Waits until the file is on the disk, and then puts it in place.
    bool finish() noexcept;
    /// The last step that was tried, for messages: "cannot create".
    const char *attempt() const noexcept { return attempt_; }

private:
    bool take_over(const struct stat &old) noexcept;

    OpenFile folder_; // first: closed after the file is removed
    NewFile file_;
    char path_[PATH_MAX] = ""; // without links at its end
    const char *name_ = "";    // within path_
    const char *attempt_ = "cannot create";
};

} // namespace grb
