// Runs breadth-first searches turn by turn.
#include "property/search_loops.h"

#include "suitesparse/GraphBLAS.h"

#include <algorithm>
#include <memory>
#include <thread>

namespace grb::property {

namespace {

GrB_Matrix new_graph(Graph kind) {
    constexpr GrB_Index width = 9, breadth = 2500;
    const GrB_Index n = kind == Graph::broad ? 14 * breadth + 1 : 90;
    std::vector<GrB_Index> rows, columns;
    const auto add = [&](GrB_Index i, GrB_Index j) {
        rows.push_back(i);
        columns.push_back(j);
    };
    for (GrB_Index i = 0; kind == Graph::broad && i + breadth < n; i++) {
        if (i < breadth) add(0, 1 + i);
        if (i == 0) continue;
        add(i, i + breadth);
        add(i, (i - 1) / breadth * breadth + breadth + 1 + i * 7 % breadth);
    }
    for (GrB_Index i = 0; kind != Graph::broad && i + 1 < n; i++) {
        const GrB_Index ends[] = {kind != Graph::grid || (i + 1) % width != 0 ? i + 1 : n,
                                  kind == Graph::grid ? i + width : n,
                                  kind == Graph::hub && i > 30 ? 30 : n};
        for (const GrB_Index end : ends) {
            if (end < n) add(i, end);
            if (end < n && (kind != Graph::path || i != 40)) add(end, i); // directed there
        }
    }
    const std::unique_ptr<bool[]> edges(new bool[rows.size()]);
    std::fill_n(edges.get(), rows.size(), true);
    GrB_Matrix A = nullptr;
    GrB_Matrix_new(&A, GrB_BOOL, n, n);
    GrB_Matrix_build_BOOL(A, rows.data(), columns.data(), edges.get(), rows.size(), GrB_LOR);
    GrB_Matrix_wait(A, GrB_MATERIALIZE);
    return A;
}

} // namespace

Search::Search(Loop loop, Graph graph, bool waits)
    : loop_(loop), waits_(waits), A_(new_graph(graph)) {
    GrB_Matrix_nrows(&n_, A_);
    const bool has_parents =
        loop != Loop::levels && loop != Loop::transposed && loop != Loop::levels_alone;
    if (loop == Loop::wide_parents) type_ = GrB_INT64;
    GrB_Vector_new(&visited_, type_, n_);
    GrB_Vector_new(&levels_, loop == Loop::small_levels ? GrB_UINT8 : GrB_FP32, n_);
    GrB_Vector_new(&frontier_, has_parents ? type_ : GrB_BOOL, n_);
    GrB_Vector_new(&copy_, GrB_INT64, n_);
    if (has_bitmap()) {
        const auto format = static_cast<GrB_Field>(GrX_FORMAT);
        GrB_Vector_set_INT32(visited_, GrX_BITMAP, format);
        GrB_Vector_set_INT32(levels_, GrX_BITMAP, format);
        GrB_Vector_setElement_INT32(levels_, 0, 0);
        GrB_Vector_setElement_INT32(visited_, 0, 0);
    } else {
        GrB_Vector_assign_INT32(visited_, nullptr, nullptr, 0, GrB_ALL, n_, nullptr);
    }
    GrB_Vector_setElement_INT32(frontier_, has_bitmap() ? 0 : 1, 0);
    switch (loop) {
    case Loop::parents:
        semiring_ = GrB_MIN_FIRST_SEMIRING_INT32;
        break;
    case Loop::wide_parents:
        semiring_ = GrB_MIN_FIRST_SEMIRING_INT64;
        break;
    case Loop::levels_alone:
        semiring_ = GxB_ANY_PAIR_BOOL;
        break;
    case Loop::levels:
    case Loop::transposed:
        GrB_Semiring_new(&semiring_, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL);
        break;
    default:
        semiring_ = loop == Loop::set_last ? GxB_MIN_FIRSTJ_INT32 : GxB_ANY_SECONDI_INT32;
    }
}

Search::~Search() {
    for (GrB_Vector *const v : {&frontier_, &visited_, &levels_, &copy_}) GrB_Vector_free(v);
    GrB_Matrix_free(&A_);
    GrB_Semiring_free(&semiring_);
}

GrB_Info Search::product() {
    if (loop_ == Loop::transposed)
        return GrB_mxv(frontier_, visited_, nullptr, semiring_, A_, frontier_, GrB_DESC_RCT0);
    return GrB_vxm(frontier_, visited_, nullptr, semiring_, frontier_, A_,
                   has_bitmap() ? GrB_DESC_RSC : GrB_DESC_RC);
}

/// The first or the second assignment of a turn.
void Search::set(int which) {
    const bool has_second =
        loop_ == Loop::parents_levels || loop_ == Loop::small_levels || loop_ == Loop::set_last;
    if (which == 1) {
        if (has_second)
            call(GrB_Vector_assign_INT64(levels_, frontier_, nullptr, level_, GrB_ALL, n_,
                                         GrB_DESC_S));
        return;
    }
    if (loop_ == Loop::levels || loop_ == Loop::transposed || loop_ == Loop::levels_alone)
        call(
            GrB_Vector_assign_INT64(visited_, frontier_, nullptr, level_, GrB_ALL, n_, GrB_DESC_S));
    else
        call(GrB_Vector_assign(visited_, frontier_, nullptr, frontier_, GrB_ALL, n_, GrB_DESC_S));
}

void Search::turn(const std::function<void()> &inside) {
    if (loop_ == Loop::set_last) {
        call(product());
        inside();
    }
    set(0);
    if (loop_ != Loop::set_last) inside();
    set(1);
    level_++;
    if (loop_ == Loop::parents)
        call(GrB_Vector_apply_IndexOp_INT32(frontier_, nullptr, nullptr, GrB_ROWINDEX_INT32,
                                            frontier_, 1, nullptr));
    if (loop_ == Loop::wide_parents)
        call(GrB_Vector_apply_IndexOp_INT64(frontier_, nullptr, nullptr, GrB_ROWINDEX_INT64,
                                            frontier_, 1, nullptr));
    if (loop_ != Loop::set_last) call(product());
}

void Search::read(GrB_Vector v) {
    GrB_Index n = count(v);
    std::vector<GrB_Index> positions(n);
    std::vector<std::int64_t> values(n);
    seen.push_back(GrB_Vector_extractTuples_INT64(positions.data(), values.data(), &n, v));
    seen.insert(seen.end(), positions.begin(), positions.end());
    seen.insert(seen.end(), values.begin(), values.end());
}

/// Returns false when the program leaves its loop.
bool Search::happen(Event event) {
    switch (event) {
    case Event::leave:
        return false;
    case Event::count_twice:
        count(frontier_);
        count(frontier_);
        break;
    case Event::count_visited:
        count(visited_);
        break;
    case Event::read_visited: {
        std::int64_t value = -1;
        call(GrB_Vector_extractElement_INT64(&value, visited_, 30));
        seen.push_back(value);
        break;
    }
    case Event::read_frontier:
        read(frontier_);
        break;
    case Event::copy_visited:
    case Event::copy_frontier:
        GrB_Vector_free(&copy_);
        call(GrB_Vector_dup(&copy_, event == Event::copy_frontier ? frontier_ : visited_));
        break;
    case Event::read_by_call:
        call(GrB_Vector_eWiseAdd_BinaryOp(copy_, nullptr, nullptr, GrB_PLUS_INT64, frontier_,
                                          visited_, nullptr));
        break;
    case Event::other_thread_reads:
        std::thread([&] { read(visited_); }).join();
        break;
    case Event::other_thread_counts:
        std::thread([&] { count(frontier_); }).join();
        break;
    case Event::wait_for_levels:
        call(GrB_Vector_wait(levels_, GrB_MATERIALIZE));
        break;
    case Event::change_setting:
        call(GrB_Global_set_INT32(GrB_GLOBAL, 2, static_cast<GrB_Field>(GxB_NTHREADS)));
        break;
    default:
        return change(event);
    }
    return true;
}

/// Events that change what the next turn finds.
bool Search::change(Event event) {
    switch (event) {
    case Event::renew_frontier: {
        GrB_Vector made = nullptr;
        call(GrB_Vector_dup(&made, frontier_));
        GrB_Vector_free(&frontier_);
        frontier_ = made;
        break;
    }
    case Event::add_edge:
        call(GrB_Matrix_setElement_BOOL(A_, true, 2, 80));
        break;
    case Event::remove_edge:
        call(GrB_Matrix_removeElement(A_, 30, 31));
        break;
    case Event::renew_matrix: {
        GrB_Matrix made = nullptr;
        call(GrB_Matrix_dup(&made, A_));
        GrB_Matrix_free(&A_);
        A_ = made;
        break;
    }
    case Event::set_visited:
        call(GrB_Vector_setElement_INT32(visited_, 3, 45));
        break;
    case Event::remove_visited:
        if (has_bitmap()) call(GrB_Vector_removeElement(visited_, 4));
        break;
    case Event::set_frontier:
        call(GrB_Vector_setElement_INT32(frontier_, 2, 77));
        break;
    case Event::remove_frontier:
        call(GrB_Vector_removeElement(frontier_, 40));
        break;
    case Event::clear_frontier:
        call(GrB_Vector_clear(frontier_));
        break;
    case Event::replace_frontier: // calls before it hold the old entries
        call(GrB_Vector_clear(frontier_));
        call(GrB_Vector_setElement_INT32(frontier_, 1, 77));
        break;
    case Event::clear_visited:
        if (has_bitmap()) call(GrB_Vector_clear(visited_));
        break;
    case Event::skip_levels:
        level_ += 5;
        break;
    case Event::zero_level:
        level_ = 0;
        break;
    case Event::assign_range: {
        const GrB_Index range[] = {50, 55};
        call(GrB_Vector_assign_INT32(visited_, nullptr, nullptr, 9, range, GxB_RANGE, nullptr));
        break;
    }
    default:
        break;
    }
    return true;
}

void Search::run(Event event, int at, bool inside) {
    bool goes_on = true;
    for (int k = 0; k < 200 && goes_on; k++) {
        turn([&] {
            if (inside && k == at) happen(event);
        });
        goes_on = count(frontier_) != 0;
        if (!inside && k == at) goes_on = happen(event) && goes_on;
    }
    for (const GrB_Vector v : {visited_, frontier_, levels_, copy_}) read(v);
    // The loop may be entered again.
    for (int k = 0; k < 5; k++) {
        turn([] {});
        count(frontier_);
    }
    for (const GrB_Vector v : {levels_, visited_, frontier_}) read(v);
}

} // namespace grb::property
