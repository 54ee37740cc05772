// Pull by equal shares of entries, with a bit for each entry that says whether it begins a row. See
// mxv_pull.cuh for P; u is full, so that the rows of w's entries are known beforehand, and the
// monoid has a neutral value (has_neutral).
#pragma once

#include "mxv/mxv_carries.cuh"

namespace grb::device {

/// A warp walks a tile. Rows are numbered without the empty ones. The open row is the warp's
/// current row. Its sum stays distributed over the lanes until a row begins: no shuffles are
/// needed.
template <class P>
class SegmentWalk {
public:
    using Z = typename P::Z;

    /// `starts_inside`: the tile begins in the middle of a row.
    __device__ SegmentWalk(const PullView<P> &view, unsigned long tile, bool starts_inside)
        : view_(view), segments_(view.arguments.segments), first_(__ldg(segments_.ranks + tile)),
          next_(first_), starts_inside_(starts_inside) {}

    /// Takes four neighbouring entries a lane; `flags` has a bit for each entry that begins a row,
    /// for those of the lane and of its seven neighbours.
    __device__ void step(const Z (&terms)[4], unsigned flags) {
        const int shift = lane() % 8 * 4;
        const unsigned heads = flags >> shift & 15;
        const unsigned lanes_with_heads = __ballot_sync(all_lanes, heads != 0);
        if (lanes_with_heads == 0) {
            open_ = P::add(open_, P::add(P::add(terms[0], terms[1]), P::add(terms[2], terms[3])));
            is_distributed_ = true;
            return;
        }
        gather_open();
        // The row that begins first in this lane.
        const unsigned number = number_of_first(flags, shift);
        // The entries before the first head end the row that came into this lane; those from the
        // last head on continue in the next lane.
        Z front = neutral(), back = lane() == 0 ? open_ : neutral();
        if (__any_sync(all_lanes, (heads & (heads - 1)) != 0)) {
            unsigned ended = number;
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                if ((heads >> i & 1) != 0) {
                    if ((heads & ((1u << i) - 1)) != 0) {
                        view_.write_value(row(ended++), back);
                    } else {
                        front = back;
                    }
                    back = neutral();
                }
                back = P::add(back, terms[i]);
            }
        } else {
            front = back;
#pragma unroll
            for (unsigned i = 0; i < 3; i++)
                front = (heads >> i) > 1 ? P::add(front, terms[i]) : front;
            back = heads != 0 ? neutral() : back;
#pragma unroll
            for (unsigned i = 0; i < 4; i++)
                back = (heads >> i) <= 1 ? P::add(back, terms[i]) : back;
        }
        const unsigned heads_so_far = lanes_with_heads & ((2u << lane()) - 1);
        const int reach = lane() - (31 - __clz(heads_so_far | 1u));
#pragma unroll
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const Z before = shuffle_up(back, distance);
            back = distance <= reach ? P::add(before, back) : back;
        }
        const Z before = shuffle_up(back, 1);
        if (heads != 0) end_row_before(number, lane() > 0 ? P::add(before, front) : front);
        const Z last = shuffle(back, warp_size - 1);
        open_ = lane() == 0 ? last : neutral();
    }

    /// Call it after the last step; `is_complete`: another row begins behind the tile.
    __device__ void finish(unsigned long tile, bool is_complete) {
        gather_open();
        const bool is_row = next_ > 0 && next_ <= segments_.count;
        const bool goes_on = is_row && !is_complete;
        if (lane() == 0 && is_row && is_complete) end_row_before(next_, open_);
        const bool was_ended = __any_sync(all_lanes, start_was_ended_);
        if (lane() != 0) return;
        const MxvPullArguments &arguments = view_.arguments;
        arguments.carry_rows[tile] = goes_on ? row(next_ - 1) : ~0ul;
        static_cast<Z *>(arguments.carry_values)[tile] = open_;
        arguments.carry_has[tile] = goes_on;
        arguments.start_has[tile] = was_ended;
    }

private:
    __device__ static Z neutral() {
        return neutral_of<typename P::Add, Z>();
    }
    __device__ unsigned long row(unsigned number) const {
        return segments_.rows == nullptr ? number : __ldg(segments_.rows + number);
    }
    /// Row `number` - 1 ends here with this sum, without the carries of earlier tiles.
    __device__ void end_row_before(unsigned number, Z sum) {
        if (number == first_ && !starts_inside_) return; // it ended with the tile before
        const bool is_written = view_.write_value(row(number - 1), sum);
        if (number == first_) start_was_ended_ = is_written;
    }
    /// Counts the step's heads.
    __device__ unsigned number_of_first(unsigned flags, int shift) {
        const unsigned in_word = __popc(flags);
        unsigned before = __popc(flags & ((1u << shift) - 1));
#pragma unroll
        for (int word = 1; word < 4; word++) {
            const unsigned other = __shfl_up_sync(all_lanes, in_word, 8 * word);
            before += lane() >= 8 * word ? other : 0;
        }
        const unsigned number = next_ + before;
        next_ += __shfl_sync(all_lanes, before + __popc(flags >> shift), warp_size - 1);
        return number;
    }
    /// Adds up the open row's sum into lane 0.
    __device__ void gather_open() {
        if (!is_distributed_) return;
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
            open_ = P::add(open_, shuffle_down(open_, distance));
        is_distributed_ = false;
    }

    const PullView<P> &view_;
    const RowSegments &segments_;
    unsigned first_, next_; // rows that began before the tile, and so far
    Z open_ = neutral();
    bool is_distributed_ = false, starts_inside_, start_was_ended_ = false;
};

/// Walks the tile's entries; the next ones are in flight while it adds these up.
template <int unrolled, class P, class Product>
__device__ inline void add_segments_of(const PullView<P> &view, unsigned long tile,
                                       const Product &product) {
    static_assert(P::u_is_full && has_neutral<typename P::Add>);
    constexpr unsigned long step = 4 * warp_size;
    const MxvPullArguments &arguments = view.arguments;
    const unsigned *flags = arguments.segments.flags;
    const unsigned long begin = tile * P::segment_tile, nvals = arguments.A.nvals;
    Quad<P> next = view.quad(begin + 4 * lane());
    unsigned next_word = __ldg(flags + begin / 32 + lane() / 8);
    const bool is_complete = (__ldg(flags + (begin + P::segment_tile) / 32) & 1) != 0;
    SegmentWalk<P> walk(view, tile, (__shfl_sync(all_lanes, next_word, 0) & 1) == 0);
#pragma unroll unrolled
    for (unsigned long base = begin; base < begin + P::segment_tile; base += step) {
        if (base > nvals) break; // the bit behind the last entry ends the last row
        const Quad<P> quad = next;
        const unsigned word = next_word;
        if (base + step < begin + P::segment_tile) {
            next = view.quad(base + step + 4 * lane());
            next_word = __ldg(flags + (base + step) / 32 + lane() / 8);
        }
        const unsigned long left = nvals - base;
        const int own = left >= step ? 4 : static_cast<int>(left) - 4 * lane();
        typename P::Z terms[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            terms[i] = neutral_of<typename P::Add, typename P::Z>();
            if (i < own) terms[i] = product(quad.columns[i], quad.factors[i]).value;
        }
        walk.step(terms, word);
    }
    walk.finish(tile, is_complete);
}

/// Equal numbers of entries per warp, four to a lane at a time. Where a row begins, a prefix
/// network of shuffles over the lanes makes the sums by row; else sums stay in each lane (segmented
/// sums after Blelloch et al. 1993; VSR, Huang et al. 2021 §2.1.1, of which this is the faster
/// form; head flags and ranks, 1/8 byte an entry, kept with A as in CSR5, Liu and Vinter 2015,
/// doi:10.1145/2751205.2751209). mxv_add_carries adds what a tile leaves of a row. Bytes: A and u
/// once, 4 a row. Grid: tiles / 8 blocks of 256. Time does not depend on the distribution of
/// entries over rows. Deterministic.
template <class P>
__device__ void mxv_segmented(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long tile =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    if (tile < arguments.tiles) {
        add_segments_of<1>(view, tile, [&view](typename P::Index j, typename P::A a) {
            return view.product(j, a);
        });
    }
    if (arguments.carry_blocks != nullptr) add_carries_at_last<P>(arguments);
}

} // namespace grb::device
