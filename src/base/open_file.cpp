// Implements the calls on open files that signals do not break.
#include "base/open_file.hpp"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace grb {

namespace {

/// Blocks the signal that ends a program when it writes beyond the limit on file sizes. The
/// destructor discards such a signal before it unblocks the kind.
class HeldBackSignal {
public:
    HeldBackSignal() noexcept {
        sigemptyset(&set_);
        sigaddset(&set_, SIGXFSZ);
        pthread_sigmask(SIG_BLOCK, &set_, &before_);
    }
    ~HeldBackSignal() {
        const int error = errno;
        if (sigismember(&before_, SIGXFSZ) == 0) {
            const timespec at_once{};
            while (sigtimedwait(&set_, nullptr, &at_once) < 0 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = error;
    }
    HeldBackSignal(const HeldBackSignal &) = delete;
    HeldBackSignal &operator=(const HeldBackSignal &) = delete;

private:
    sigset_t set_, before_;
};

} // namespace

void OpenFile::open(int number) noexcept {
    close();
    number_ = number;
}

bool OpenFile::close() noexcept {
    const int number = number_;
    number_ = -1;
    // Linux closes the descriptor even when it reports EINTR.
    return number < 0 || ::close(number) == 0 || errno == EINTR;
}

bool write_all(int descriptor, const void *bytes, std::size_t size) noexcept {
    const HeldBackSignal no_signal;
    const char *at = static_cast<const char *>(bytes);
    while (size > 0) {
        const ssize_t done = ::write(descriptor, at, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        at += done;
        size -= static_cast<std::size_t>(done);
    }
    return true;
}

int open_file(int folder, const char *path, int flags, mode_t mode) noexcept {
    int number = -1;
    do number = ::openat(folder, path, flags, mode);
    while (number < 0 && errno == EINTR);
    return number;
}

bool sync_file(int descriptor) noexcept {
    while (::fsync(descriptor) != 0)
        if (errno != EINTR) return errno == EINVAL || errno == EROFS;
    return true;
}

bool put_text(std::FILE *stream, std::string_view text) noexcept {
    ::flockfile(stream);
    const int number = ::fileno(stream);
    const bool is_pipe = number >= 0 && ::lseek(number, 0, SEEK_CUR) < 0 && errno == ESPIPE;
    bool is_put = is_pipe || std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    is_put = std::fflush(stream) == 0 && is_put;
    if (is_pipe) is_put = write_all(number, text.data(), text.size()) && is_put;
    ::funlockfile(stream);
    return is_put;
}

} // namespace grb
