// Calls on open files that signal handlers do not break: an interrupted call is repeated, and a write that was done in
// part goes on. The library, the plugin and the tool use these functions.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>
#include <sys/types.h>

namespace grb {

/// A descriptor, closed at the end of the scope.
class OpenFile {
public:
    OpenFile() = default;
    explicit OpenFile(int number) noexcept : number_(number) {}
    ~OpenFile() { close(); }
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;
    bool is_open() const noexcept { return number_ >= 0; }
    int number() const noexcept { return number_; }
    void open(int number) noexcept;
    /// False when the file system reports that a write was lost.
    bool close() noexcept;

private:
    int number_ = -1;
};

/// Writes everything. False: errno says why. A file that gets longer than allowed is an error, too, and no signal.
bool write_all(int descriptor, const void *bytes, std::size_t size) noexcept;

/// Calls openat until no signal interrupts it.
int open_file(int folder, const char *path, int flags, mode_t mode = 0) noexcept;
/// Waits until the file is on the disk. True, too, where the file system cannot sync.
bool sync_file(int descriptor) noexcept;

/// Writes a whole text to a C stream and flushes it. An interrupted stream loses the text in its buffer; only writes to
/// pipes and terminals are interrupted, so there the text goes to the stream's descriptor.
bool put_text(std::FILE *stream, std::string_view text) noexcept;

} // namespace grb
