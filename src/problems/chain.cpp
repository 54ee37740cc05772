// Describes chains of calls for the log.
#include "problems/chain.hpp"

#include "problems/log_line.hpp"

#include <cinttypes>

namespace grb {

// Not in each place that has results: eight references each time.
ChainResults::ChainResults() noexcept = default;
ChainResults::ChainResults(ChainResults &&) noexcept = default;
ChainResults &ChainResults::operator=(ChainResults &&) noexcept = default;
ChainResults::~ChainResults() = default;

std::size_t bytes_of(const ChainResults &results) noexcept {
    std::size_t bytes = 0;
    for (const Ref<Snapshot> &one : results.of) bytes += bytes_of(one);
    return bytes;
}

void ChainProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    if (search != nullptr) {
        if (search->asked == 0)
            line.add(" ahead=%d", search->most);
        else
            line.add(" turns=%d calls=assign%s%s+mxv", search->asked,
                     search->calls.set_count == 2 ? "+assign" : "",
                     search->calls.applies_positions ? "+apply" : "");
    } else {
        line.add(" calls=%s", product == nullptr ? "" : product->is_flipped ? "vxm+" : "mxv+");
    }
    for (int k = 0; k < count; k++)
        line.add("%s%s", k == 0 ? "" : "+", stages[static_cast<std::size_t>(k)].name);
    line.add(" base=%" PRIu64 ":%" PRIu64 ":%s", base->ncols(), base->most_nvals(),
             name_of_format(base->format()));
}

} // namespace grb
