// Parsing of device ordinals.
#include "cuda/library/device_list.hpp"

#include "base/error.hpp"

#include <charconv>
#include <cinttypes>
#include <climits>

namespace grb::device {

namespace {

/// Limit for "all" on one host.
constexpr int most_devices = 16;

} // namespace

std::uint64_t whole_number(std::string_view text, std::uint64_t most) {
    std::uint64_t value = 0;
    const char *const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, value);
    const int length = static_cast<int>(text.size());
    if (code == std::errc::invalid_argument || stop != end)
        throw Error(GrB_INVALID_VALUE, "\"%.*s\" is not a number", length, text.data());
    if (code != std::errc() || value > most)
        throw Error(GrB_INVALID_VALUE, "%.*s is more than %" PRIu64, length, text.data(), most);
    return value;
}

DeviceList DeviceList::parsed(const char *text) {
    DeviceList list;
    list.is_given = true;
    list.count = 0;
    if (std::string_view(text) == "all") {
        list.is_all = true;
        for (; list.count < most_devices; list.count++) list.ordinals[list.count] = list.count;
        return list;
    }
    for (std::string_view rest = text;;) {
        const std::size_t comma = rest.find(',');
        if (list.count == most_devices_at_once)
            throw Error(GrB_INVALID_VALUE, "\"%s\" names more than %d devices", text,
                        most_devices_at_once);
        list.ordinals[list.count++] =
            static_cast<int>(whole_number(rest.substr(0, comma), INT_MAX));
        if (comma == std::string_view::npos) return list;
        rest.remove_prefix(comma + 1);
    }
}

HostString DeviceList::text() const {
    if (is_all) return "all";
    HostString all;
    for (int k = 0; k < count; k++) {
        char digits[16];
        const auto [end, code] = std::to_chars(digits, digits + sizeof digits, ordinals[k]);
        if (k != 0) all += ',';
        all.append(digits, end);
    }
    return all;
}

} // namespace grb::device
