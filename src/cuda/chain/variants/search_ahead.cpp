/// Carries out turns of a breadth-first search in advance, by one launch of one block
/// (chain/search.cu): each vertex of the frontier marks its neighbours in the visited vector
/// itself. The marks go before the launch ends, so that no object has changed; turns that the
/// program asks for are applied later, by a launch for each vector. Waits once for each.
/// Requires: A by its push direction with 32-bit indices, here. Work O(edges of the frontiers),
/// memory O(vertices), both bounded (problems/search.hpp). Vertices with more than 64 edges end the
/// work: one thread follows all edges of a vertex. Deterministic.
/// A dense vector of visited vertices as the mask of a push: Yang 2019.
#include "costs/device_rates.hpp"
#include "cuda/chain/search_calls.h"
#include "cuda/library/operands.hpp"
#include "cuda/merge/variants/commit.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/chain.hpp"

#include <cstring>

namespace grb {

namespace {

using namespace device;

static_assert(longest_search == most_search_turns);

const char *refuses(const ChainProblem &problem) {
    if (problem.search == nullptr) return "no turns of a search";
    if (const char *const refusal = refuses_device(ChainProblem::operation, 0)) return refusal;
    return problem.is_on_device ? nullptr : "no GPU has the base";
}

Cost cost(const ChainProblem &) {
    const auto &r = device::rates();
    return {r.launch_seconds + r.wait_seconds};
}

template <class T = unsigned>
T *in_place(Array &array) {
    return static_cast<T *>(writable(array));
}

SearchListArrays lists_of(const SearchTurns &search) {
    const auto here = [](const Array &array) {
        return const_cast<unsigned *>(static_cast<const unsigned *>(array.data_here()));
    };
    return {here(search.positions), here(search.parents), here(search.ends)};
}

void run_ahead(SearchTurns &search, const Snapshot &base) {
    constexpr std::uint32_t most_degree = 64;
    const SearchCalls &calls = search.calls;
    const SparseForm &A = calls.A->vectors_form(calls.walks_columns).get(),
                     &list = *any_list_of(base);
    Container &visited = const_cast<Container &>(*calls.visited);
    DenseForm &form = visited.unshared_for_writing().dense_form().get();
    SearchAheadCall call{};
    call.capacity = most_search_entries;
    search.reserve(call.capacity, true);
    call.row_offsets = A.row_offsets.data_here();
    call.offset_width = A.offset_width;
    call.columns = static_cast<const unsigned *>(A.column_indices.data_here());
    call.vertices = static_cast<const unsigned *>(list.column_indices.data_here());
    call.count = static_cast<std::uint32_t>(list.nvals);
    if (calls.has_parents) call.values = list.values.data_here();
    call.value_width = static_cast<int>(base.type()->size);
    call.is_iso = list.is_iso;
    call.offset = calls.offset;
    call.elements = in_place(form.values);
    call.element_words = static_cast<int>(visited.type()->size / 4);
    if (!calls.tests_values) call.bits = in_place(form.bits);
    call.sets_first = calls.sets_first;
    call.most = search.most;
    call.longest_list = longest_search_list;
    call.most_degree = most_degree;
    call.most_turn_edges = most_turn_edges;
    call.most_edges = most_search_edges;
    call.lists = lists_of(search);
    check(gpu::search_ahead(&call));
    search.turns = static_cast<int>(search.end_of(SearchTurns::end_count - 1)); // waits
}

/// The frontier after the last turn that was asked for.
Ref<Snapshot> last_frontier(const SearchTurns &search, SearchSetCall call) {
    const std::size_t size = search.calls.frontier->type()->size;
    call.begin = search.begin_of(search.asked);
    call.end = search.end_of(search.asked);
    const std::size_t count = call.end - call.begin;
    Array positions, values;
    if (count != 0) {
        positions = Array::make_here(count * sizeof(unsigned));
        device::copy(positions.data_here_for_writing(), call.lists.positions + call.begin,
                     count * sizeof(unsigned));
    }
    if (count != 0 && search.calls.has_parents) {
        values = Array::make_here(count * size);
        call.takes_values = call.are_listed = true;
        call.width = static_cast<int>(size);
        call.elements = values.data_here_for_writing();
        std::uint64_t none = 0;
        check(gpu::search_set(&call, &none));
    }
    return frontier_of(search, std::move(positions), std::move(values));
}

/// Writes the assignments to one vector. Returns the number of elements that had no entry.
std::uint64_t write_set(const SearchTurns &search, int number, SearchSetCall call) {
    const SearchSet &set = search.calls.sets[static_cast<std::size_t>(number)];
    DenseForm &form = set.C->unshared_for_writing().dense_form().get();
    call.first_list = search.list_of(1);
    call.list_count = search.asked;
    call.begin = search.begin_of(call.first_list);
    call.end = search.end_of(search.list_of(search.asked));
    call.takes_values = set.takes_values;
    call.width = static_cast<int>(set.C->type()->size);
    call.elements = writable(form.values);
    call.bits = in_place(form.bits);
    std::memcpy(call.scalars, search.scalars[number], sizeof call.scalars);
    std::uint64_t added = 0;
    if (call.begin != call.end) check(gpu::search_set(&call, &added));
    was_written(form.values);
    was_written(form.bits);
    return added;
}

ChainResults run(const ChainProblem &problem) {
    SearchTurns &search = *problem.search;
    ChainResults results;
    if (search.asked == 0) {
        run_ahead(search, *problem.base);
        return results;
    }
    const SearchCalls &calls = search.calls;
    SearchSetCall call{};
    call.lists = lists_of(search);
    call.offset = calls.offset;
    results.of[0] = last_frontier(search, call);
    std::uint64_t added[2] = {};
    for (int k = 0; k < calls.set_count; k++) added[k] = write_set(search, k, call);
    for (int k = 0; k < calls.set_count; k++)
        finish_search_set(*calls.sets[static_cast<std::size_t>(k)].C, added[k]);
    return results;
}

} // namespace

extern const Variant<ChainProblem> cuda_search_ahead = {
    "cuda/search_ahead",
    {.device = device::cuda_kind, .writes_output = true},
    &refuses,
    &cost,
    &run};

} // namespace grb
