// Defines the host's rates, and reads and writes profiles.
#include "costs/rates.hpp"

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/message.hpp"
#include "base/open_file.hpp"
#include "costs/device_rates.hpp"
#include "costs/profile.hpp"

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

const Rates rates_;
const device::Rates device_rates_;

std::string_view take_word(std::string_view &line) noexcept {
    constexpr const char *blanks = " \t\r\f\v";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

/// Returns the coefficient of "name" or "name@3"; null: there is none, or the host's is asked for
/// on a device.
const Coefficient *find(std::string_view text, int &device) noexcept {
    const std::size_t at = std::min(text.find('@'), text.size());
    const Coefficient *const found = coefficient_named(text.data(), at);
    device = 0;
    if (found == nullptr || at == text.size()) return found;
    const char *const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data() + at + 1, end, device);
    const bool is_right = found->is_of_device() && code == std::errc() && stop == end &&
                          device >= 1 && device <= most_rated_devices;
    return is_right ? found : nullptr;
}

bool read_class(std::string_view name, bool counts) noexcept {
    for (int k = 0; k < host_class_count; k++) {
        if (name != host_class_names[k]) continue;
        if (counts) give_class(static_cast<HostClass>(k));
        return true;
    }
    return false;
}

/// Reads a line and, with `counts`, gives its value to the coefficient. Returns the first word of a
/// line that is no rate, else an empty text.
std::string_view read_line(std::string_view line, bool counts) noexcept {
    const std::string_view name = take_word(line), value_text = take_word(line),
                           rest = take_word(line);
    if (name.empty() || name[0] == '#') return {};
    const bool ends_well = rest.empty() || rest[0] == '#';
    if (name == "class")
        return ends_well && read_class(value_text, counts) ? std::string_view{} : name;
    double value = 0;
    int device = 0;
    // strtod would depend on the locale.
    const char *const end = value_text.data() + value_text.size();
    const auto [stop, code] = std::from_chars(value_text.data(), end, value);
    const Coefficient *const coefficient = find(name, device);
    const bool is_right = coefficient != nullptr && code == std::errc() && stop == end &&
                          std::isfinite(value) && value > 0 && ends_well;
    if (!is_right) return name;
    if (counts) give(*coefficient, device, value);
    return {};
}

/// Calls wrong(line number, first word) for each line that is no rate.
template <class F>
void for_lines(std::string_view rest, bool counts, const F &wrong) {
    for (int number = 1; !rest.empty(); number++) {
        const std::size_t length = std::min(rest.find('\n'), rest.size());
        const std::string_view name = read_line(rest.substr(0, length), counts);
        rest.remove_prefix(std::min(length + 1, rest.size()));
        if (!name.empty()) wrong(number, name);
    }
}

/// Reads a file into `text`, which has room for one byte more than the largest profile. Returns
/// false and sets errno on failure.
bool read_text(const char *path, HostVector<char> &text) {
    struct stat facts {};
    // stat() before open(): opening a device file can have effects.
    if (::stat(path, &facts) != 0) return false;
    errno = EINVAL;
    if (!S_ISREG(facts.st_mode)) return false;
    // O_NONBLOCK: opening a FIFO returns at once, and the check for a regular file then refuses it.
    const OpenFile file(open_file(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file.is_open() || ::fstat(file.number(), &facts) != 0) return false;
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

void read_lines(const char *path, std::string_view text) noexcept {
    constexpr int most_reported = 10;
    int wrong = 0;
    for_lines(text, true, [&](int number, std::string_view name) {
        if (++wrong <= most_reported)
            say(": %s:%d: not a rate: %.*s", path, number,
                static_cast<int>(std::min<std::size_t>(name.size(), 64)), name.data());
    });
    if (wrong > most_reported) say(": %s: %d more lines are no rates", path, wrong - most_reported);
    apply_given();
}

} // namespace

Rates::Rates() = default;
device::Rates::Rates() = default;

const Rates &rates() noexcept {
    return rates_;
}
const device::Rates &device::rates() noexcept {
    return device_rates_;
}

void reset_rates() noexcept {
    forget_given();
    apply_given();
}

void set_rates(const char *lines) {
    if (*lines == 0) return reset_rates();
    for_lines(lines, false, [](int number, std::string_view name) {
        throw Error(GrB_INVALID_VALUE, "line %d: \"%.*s\" is no rate with a number above 0", number,
                    static_cast<int>(std::min<std::size_t>(name.size(), 64)), name.data());
    });
    for_lines(lines, true, [](int, std::string_view) {});
    apply_given();
}

std::basic_string<char, std::char_traits<char>, HostAllocator<char>> rates_text() {
    HostVector<const Coefficient *> all;
    for (const Coefficient *c = first_coefficient(); c != nullptr; c = c->next()) all.push_back(c);
    std::sort(all.begin(), all.end(), [](const Coefficient *a, const Coefficient *b) {
        return std::strcmp(a->name(), b->name()) < 0;
    });
    std::basic_string<char, std::char_traits<char>, HostAllocator<char>> text;
    for (const Coefficient *c : all) {
        char value[32];
        const auto [end, code] = std::to_chars(value, value + sizeof value, value_of(*c));
        text.append(c->name()).append(" ").append(value, end);
        text.append(" # ").append(c->unit()).append(": ").append(c->meaning()).append("\n");
    }
    return text;
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
