// Arrays that are put together of ranges of other arrays. Nothing is copied when one is made. Whoever reads it makes a
// copy where he reads, straight from where the ranges are: what a team has in parts is gathered by its readers, and a part
// of an array on the host takes no memory there.
#pragma once

#include "base/array.hpp"
#include "base/memory.hpp"
#include "base/type.hpp"

#include <span>
#include <utility>

namespace grb {

/// `count` runs of `width` bytes of an array, at equal distances: the rows of a block of cells. One run needs no pitch.
/// With `picks`, numbers of 4 bytes, run k is number picks(k) of the runs from from_at on, and to_pitch is the width: they are
/// put side by side where they are, so that nothing else moves.
struct ArrayRange {
    Array from;
    std::size_t from_at = 0, to_at = 0, width = 0;
    std::size_t count = 1, from_pitch = 0, to_pitch = 0;
    Array picks = {};
    bool is_one_run() const noexcept {
        return picks.empty() && (count == 1 || (from_pitch == width && to_pitch == width));
    }
    std::size_t bytes() const noexcept { return width * count; }
};

/// The array that these ranges fill; its bytes that no range covers are undefined. The ranges' arrays count as shared from now
/// on, so that nobody writes them in place. Throws std::bad_alloc.
Array array_of_ranges(std::span<const ArrayRange> ranges, std::size_t bytes);
/// Bytes [at, at + bytes) of an array; where these are one of its ranges, that range's array.
Array range_of(const Array &array, std::size_t at, std::size_t bytes);
/// The same bytes as an array that nobody has read yet: copies that are made of it go with it.
Array read_anew(const Array &array);
/// Copies bytes [at, at + bytes) of an array to the host, and no others.
void copy_bytes(const Array &array, std::size_t at, std::size_t bytes, void *to);
/// Copies ranges to memory of a place. Throws PlaceFailure.
void gather(Place &place, void *to, std::span<const ArrayRange> ranges);
/// The ranges that an array was put together of, whether or not it has been read since; none: it was not.
std::span<const ArrayRange> ranges_of(const Array &array);
/// True when the array has no bytes but those of its ranges: reading it copies.
bool is_of_ranges(const Array &array) noexcept;

/// Cells of which some are looked at: `count` from `begin` on, a multiple of 64.
struct CellRange {
    const Type *type = nullptr;                     // real
    const Array *bits = nullptr, *values = nullptr; // no values: all are true
    std::uint64_t begin = 0, count = 0;
};

/// Bytes of another place of the kind, and where they are to go.
struct PeerRange {
    void *to;
    Place *other;
    const void *from;
    std::size_t bytes;
};

/// What is done with ranges at places of a kind; installed by its library. They throw PlaceFailure.
struct RangeFunctions {
    /// Copies `count` runs of `width` bytes within the place.
    void (*copy_runs)(Place &place, void *to, std::size_t to_pitch, const void *from,
                      std::size_t from_pitch, std::size_t width, std::size_t count) = nullptr;
    /// to(k) = from(picks(k)) for `count` values of `width` bytes; picks of 4 bytes.
    void (*pick)(Place &place, void *to, const void *from, const void *picks, std::size_t count,
                 std::size_t width) = nullptr;
    /// to(k) = from(k) + base for `count` numbers of `width` bytes, 4 or 8.
    void (*raise)(Place &place, void *to, const void *from, std::uint64_t count, std::uint64_t base,
                  int width) = nullptr;
    /// Bit k of `to` says that cell begin + k has an entry, and a value that is true. Returns the ticket of their number.
    unsigned (*true_bits)(Place &place, std::uint64_t *to, const CellRange &cells) = nullptr;
    /// New memory of the place with bytes of the host's, filled beside what the place is doing. For so many bytes and more.
    void *(*upload_new)(Place &place, const void *from_host, std::size_t bytes) = nullptr;
    std::size_t least_to_upload = 0;
    /// New memory of the place that is being filled beside what the place does; null: there is no room. `is_lasting`: pinned
    /// memory that stays as it is, else it may change once this returns.
    void *(*begin_upload)(Place &place, const void *from_host, std::size_t bytes,
                          bool is_lasting) = nullptr;
    /// What the place does next waits for such memory. Needed once.
    void (*await_upload)(Place &place, void *memory) = nullptr;
    /// As Place::copy_from, several at once, which costs little more than one. False: there is no direct way from some.
    bool (*copy_all)(Place &place, std::span<const PeerRange> ranges) = nullptr;
};
void set_range_functions(PlaceKind kind, const RangeFunctions &functions) noexcept;
/// The functions are null where there are none.
const RangeFunctions &range_functions(const Place &place) noexcept;

/// While it lives, a copy that the calling thread asks a place for (Array::data_at) goes beside what the place is doing, and may be on its way
/// when the address is handed out: the next who asks for it makes the place wait. `pinned`: the array's bytes in memory that the
/// place reads by itself (base/pinned_memory.hpp), which stay as they are; null: there are none.
class SendsAhead {
public:
    explicit SendsAhead(const void *pinned) noexcept;
    ~SendsAhead();
    SendsAhead(const SendsAhead &) = delete;
    SendsAhead &operator=(const SendsAhead &) = delete;

private:
    friend class Array;
    /// While it lives, there is no such wish.
    class Suspended {
    public:
        Suspended() noexcept : wish_(std::exchange(innermost(), nullptr)) {}
        ~Suspended() { innermost() = wish_; }
        Suspended(const Suspended &) = delete;
        Suspended &operator=(const Suspended &) = delete;

    private:
        const SendsAhead *const wish_;
    };
    static const SendsAhead *&innermost() noexcept;
    const void *const pinned_;
    const SendsAhead *const before_;
};

/// A place that has the array's bytes; null: none has, but the host or those of its ranges may.
Place *place_with(const Array &array) noexcept;

// For array.cpp.
/// Where the ranges themselves are kept: a place that can only be read to the host.
Place &place_of_ranges() noexcept;
/// Copies the ranges (what place_of_ranges() has of an array) to memory of a place. Throws PlaceFailure.
void gather_at(Place &place, void *to, const void *ranges);
/// True when places of the kind have the bytes of all ranges.
bool are_at_places(const void *ranges, PlaceKind kind) noexcept;
/// The bytes of the ranges if these are one run on the host; else null.
const void *on_host_in_one_run(const void *ranges);

} // namespace grb
