#include "registry/rates.hpp"

#include "base/memory.hpp"
#include "base/message.hpp"
#include "registry/device_rates.hpp"
#include "registry/profile.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace grb {

namespace {

Rates rates_;

template <class Rates>
struct Field {
    const char *name;
    double Rates::*member;
};

constexpr Field<Rates> fields[] = {
    {"stream_bytes", &Rates::stream_bytes},
    {"gathers_cached", &Rates::gathers_cached},
    {"gathers_memory", &Rates::gathers_memory},
    {"scatters_cached", &Rates::scatters_cached},
    {"scatters_memory", &Rates::scatters_memory},
    {"hash_probes", &Rates::hash_probes},
    {"sort_keys", &Rates::sort_keys},
    {"operations_curated", &Rates::operations_curated},
    {"operations_batch", &Rates::operations_batch},
    {"operations_user", &Rates::operations_user},
    {"call_seconds", &Rates::call_seconds},
    {"team_seconds", &Rates::team_seconds},
};

constexpr Field<device::Rates> device_fields[] = {
    {"device_stream_bytes", &device::Rates::stream_bytes},
    {"device_cached_bytes", &device::Rates::cached_bytes},
    {"device_gathers_cached", &device::Rates::gathers_cached},
    {"device_gathers_memory", &device::Rates::gathers_memory},
    {"device_gathers_hub", &device::Rates::gathers_hub},
    {"device_upload_bytes", &device::Rates::upload_bytes},
    {"device_download_bytes", &device::Rates::download_bytes},
    {"device_launch_seconds", &device::Rates::launch_seconds},
    {"device_wait_seconds", &device::Rates::wait_seconds},
};

/// The rate of that name; null where there is none.
double *rate_named(std::string_view name) noexcept {
    for (const auto &field : fields)
        if (name == field.name) return &(rates_.*field.member);
    for (const auto &field : device_fields)
        if (name == field.name) return &(device::rates_in_force.*field.member);
    return nullptr;
}

std::string_view take_word(std::string_view &line) noexcept {
    constexpr const char *blanks = " \t\r\f\v";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

/// Puts the rate of a line in force. Returns the line's first word where it is none, else nothing.
std::string_view read_line(std::string_view line) noexcept {
    const std::string_view name = take_word(line), value_text = take_word(line),
                           rest = take_word(line);
    if (name.empty() || name[0] == '#') return {};
    double value = 0;
    // Unlike strtod the same in every locale.
    const char *const end = value_text.data() + value_text.size();
    const auto [stop, code] = std::from_chars(value_text.data(), end, value);
    double *const rate = rate_named(name);
    const bool is_right = rate != nullptr && code == std::errc() && stop == end &&
                          std::isfinite(value) && value > 0 && (rest.empty() || rest[0] == '#');
    if (!is_right) return name;
    *rate = value;
    return {};
}

class OpenFile {
public:
    /// O_NONBLOCK: a FIFO is opened at once too, and found to be none of the files wanted.
    explicit OpenFile(const char *path)
        : number_(::open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) {}
    ~OpenFile() {
        if (number_ >= 0) ::close(number_);
    }
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;
    int number() const noexcept { return number_; }

private:
    int number_;
};

/// False when errno says why not; `text` has room for one byte more than there may be.
bool read_text(const char *path, HostVector<char> &text) {
    struct stat facts {};
    // Before it is opened: that alone has effects on some devices.
    if (::stat(path, &facts) != 0) return false;
    errno = EINVAL;
    if (!S_ISREG(facts.st_mode)) return false;
    const OpenFile file(path);
    if (file.number() < 0 || ::fstat(file.number(), &facts) != 0) return false;
    errno = EINVAL;
    if (!S_ISREG(facts.st_mode)) return false;
    std::size_t size = 0;
    while (size < text.size()) {
        const ssize_t n = ::read(file.number(), text.data() + size, text.size() - size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        if (n == 0) break;
        size += static_cast<std::size_t>(n);
    }
    errno = EFBIG;
    if (size == text.size()) return false;
    text.resize(size);
    return true;
}

void read_lines(const char *path, std::string_view rest) noexcept {
    constexpr int most_reported = 10;
    int wrong = 0;
    for (int number = 1; !rest.empty(); number++) {
        const std::size_t length = std::min(rest.find('\n'), rest.size());
        const std::string_view name = read_line(rest.substr(0, length));
        rest.remove_prefix(std::min(length + 1, rest.size()));
        if (!name.empty() && ++wrong <= most_reported)
            say(": %s:%d: not a rate: %.*s", path, number,
                static_cast<int>(std::min<std::size_t>(name.size(), 64)), name.data());
    }
    if (wrong > most_reported) say(": %s: %d more lines are no rates", path, wrong - most_reported);
}

} // namespace

const Rates &rates() noexcept {
    return rates_;
}

void reset_rates() noexcept {
    rates_ = Rates{};
    device::rates_in_force = device::Rates{};
}

bool load_profile(const char *path) noexcept {
    try {
        HostVector<char> text(largest_profile + 1);
        if (!read_text(path, text)) return false;
        read_lines(path, {text.data(), text.size()});
        return true;
    } catch (const std::bad_alloc &) {
        errno = ENOMEM;
        return false;
    }
}

} // namespace grb
