// Names of coefficients and variants in earlier versions.
#include "costs/former_names.hpp"

namespace grb {

namespace {

struct Renamed {
    std::string_view now, before;
};
constexpr Renamed renamed[] = {
    {"assign_region_element_operations", "assign_region_cell_operations"},
    {"commit_element_seconds", "commit_cell_seconds"},
    {"commit_remote_seconds", "commit_far_seconds"},
    {"commit_probed_element_seconds", "commit_looked_cell_seconds"},
    {"commit_relisted_element_seconds", "commit_relisted_cell_seconds"},
    {"commit_touched_elements", "commit_touched_cells"},
    {"ewise_dense_scatter_bytes", "ewise_dense_spread_bytes"},
    {"ewise_merge_element_operations", "ewise_merge_cell_operations"},
    {"extract_vector_position_seconds", "extract_line_place_seconds"},
    {"full_rows_transposing_scatters", "full_rows_turning_scatters"},
    {"pool_thread_seconds", "member_seconds"},
    {"mxm_dot_remote_gain", "mxm_dot_far_gain"},
    {"mxm_dot_remote_gathers", "mxm_dot_far_gathers"},
    {"mxm_dot_shared_scatters", "mxm_dot_shared_spreads"},
    {"mxv_remote_vertex_seconds", "mxv_far_vertex_seconds"},
    {"group_hand_over_seconds", "team_hand_over_seconds"},
    {"group_lead_seconds", "team_lead_seconds"},
    {"group_least_bytes", "team_least_bytes"},
    {"group_least_matrix_bytes", "team_least_matrix_bytes"},
    {"group_partition_bytes", "team_part_bytes"},
    {"group_peer_bytes", "team_peer_bytes"},
    {"pool_seconds", "team_seconds"},
    {"group_step_seconds", "team_step_seconds"},
    {"group_turn_seconds", "team_turn_seconds"},
    {"group_uneven", "team_uneven"},
    {"device_extract_list_probes", "device_extract_list_looks"},
    {"device_merge_element_gathers", "device_merge_cell_gathers"},
    {"cpu/commit_to_bitmap", "cpu/commit_spread"},
    {"cpu/convert_dense", "cpu/convert_cells"},
    {"cpu/extract_vector", "cpu/extract_line"},
    {"cpu/mxm_iso", "cpu/mxm_one_value"},
    {"cpu/update_elements", "cpu/update_cells"},
    {"cuda/commit_merge_dense", "cuda/commit_merge_cells"},
    {"cuda/convert_dense", "cuda/convert_cells"},
    {"cuda/update_elements", "cuda/update_cells"},
};

} // namespace

bool is_called(std::string_view name, std::string_view text) noexcept {
    if (name == text) return true;
    // The factor of a variant: operation:variant.
    if (const std::size_t end = name.find(':') + 1; end != 0)
        return name.substr(0, end) == text.substr(0, end) &&
               is_called(name.substr(end), text.substr(std::min(end, text.size())));
    for (const Renamed &one : renamed)
        if (name == one.now) return text == one.before;
    constexpr std::string_view now = "group/", before = "team/";
    return name.starts_with(now) && text.starts_with(before) &&
           name.substr(now.size()) == text.substr(before.size());
}

} // namespace grb
