// The processes that read a graph together.
#pragma once

#include "range_part.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace grb::tool {

/// The processes of a job. All call gather() in the same order; a process that fails tells it in
/// place of its next gather(), which then throws in the others. By default there is one process.
class Processes {
public:
    virtual ~Processes() = default;
    virtual uint64_t rank() const { return 0; }
    virtual uint64_t size() const { return 1; }
    /// The bytes of all processes, by rank.
    virtual std::vector<std::string> gather(std::string_view own) { return {std::string(own)}; }

    RangePart part() const { return {rank(), size()}; }
    /// Returns when no process has failed.
    void agree() { gather({}); }
    /// The numbers of all processes, by rank. `T` has no pointers.
    template <class T>
    std::vector<T> gather_numbers(const T &own) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<T> all;
        for (const std::string &bytes :
             gather({reinterpret_cast<const char *>(&own), sizeof own})) {
            T number;
            if (bytes.size() != sizeof number)
                throw std::logic_error("the processes gather different things");
            std::memcpy(&number, bytes.data(), sizeof number);
            all.push_back(number);
        }
        return all;
    }
    /// Returns whether the claim holds in any process.
    bool any(bool own) {
        bool is_any = false;
        for (const char one : gather_numbers<char>(own ? 1 : 0)) is_any = is_any || one != 0;
        return is_any;
    }
    uint64_t sum(uint64_t own) {
        uint64_t all = 0;
        for (const uint64_t one : gather_numbers(own)) all += one;
        return all;
    }
};

} // namespace grb::tool
