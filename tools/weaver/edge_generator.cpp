// Steps the edge-generating unit through offsets, edges and deliveries.
#include "edge_generator.h"

#include <algorithm>
#include <stdexcept>

namespace grb::weaver {

EdgeGenerator::EdgeGenerator(const Parameters &parameters, const Memory &memory)
    : p_(parameters), memory_(memory), vertices_(parameters.table_entries),
      is_registered_(parameters.table_entries, false) {}

void EdgeGenerator::begin(const GraphArrays &graph, uint32_t buffer) {
    graph_ = graph;
    buffer_ = buffer;
    is_at_end_ = true;
    state_ = State::idle;
    time_ = 0;
}

void EdgeGenerator::add(uint32_t index, uint32_t vertex) {
    if (index >= p_.table_entries)
        throw std::logic_error("weaver: a program registers behind the end of the work table");
    if (is_at_end_) {
        std::fill(is_registered_.begin(), is_registered_.end(), false);
        scan_ = left_ = 0;
        is_at_end_ = false;
    }
    vertices_[index] = vertex;
    is_registered_[index] = true;
}

void EdgeGenerator::want(uint32_t first_word, uint32_t words) {
    const uint32_t per_line = p_.line_bytes / 4;
    for (uint32_t line = first_word / per_line; line <= (first_word + words - 1) / per_line; ++line)
        lines_.push_back(line);
}

void EdgeGenerator::choose() {
    lines_.clear();
    next_line_ = 0;
    if (filled_ == p_.threads) {
        state_ = State::delivery;
    } else if (left_ > 0) {
        taken_ = std::min(left_, p_.threads - filled_);
        want(graph_.columns + edge_, taken_);
        if (graph_.weights != 0) want(graph_.weights + edge_, taken_);
        state_ = State::edges;
    } else {
        while (scan_ < p_.table_entries && !is_registered_[scan_]) ++scan_;
        if (is_at_end_ || scan_ == p_.table_entries) {
            is_at_end_ = true;
            state_ = State::delivery;
        } else {
            vertex_ = vertices_[scan_++];
            want(graph_.offsets + vertex_, 2);
            state_ = State::offsets;
            time_ += p_.table_latency;
        }
    }
    if (state_ == State::delivery) time_ += p_.shared_latency + (graph_.weights != 0 ? 2 : 1);
}

void EdgeGenerator::take_edges() {
    for (uint32_t k = 0; k < taken_; ++k, ++edge_, ++filled_) {
        work_.vertex[filled_] = vertex_;
        work_.edge[filled_] = edge_;
        column_[filled_] = memory_[graph_.columns + edge_];
        if (graph_.weights != 0) weight_[filled_] = memory_[graph_.weights + edge_];
    }
    left_ -= taken_;
}

EdgeGenerator::Wish EdgeGenerator::step(uint64_t now) {
    while (time_ <= now) {
        if (state_ == State::idle) {
            if (waiting_.empty()) return {};
            time_ = now;
            filled_ = 0;
            choose();
        } else if (state_ == State::delivery) {
            return {Wish::Kind::delivery, 0};
        } else if (next_line_ < lines_.size()) {
            if (in_flight_ == p_.generator_lines) return {};
            return {Wish::Kind::line, lines_[next_line_]};
        } else if (in_flight_ > 0) {
            return {};
        } else if (state_ == State::offsets) {
            edge_ = memory_[graph_.offsets + vertex_];
            left_ = memory_[graph_.offsets + vertex_ + 1] - edge_;
            choose();
        } else {
            time_ += lines_.size();
            take_edges();
            choose();
        }
    }
    return {};
}

void EdgeGenerator::arrived(uint64_t time) {
    --in_flight_;
    time_ = std::max(time_, time);
}

uint32_t EdgeGenerator::deliver(Work &work, std::vector<uint32_t> &shared) {
    const uint32_t warp = waiting_.front();
    waiting_.pop_front();
    work_.mask = filled_ == most_threads ? ~uint32_t{0} : (uint32_t{1} << filled_) - 1;
    for (uint32_t k = filled_; k < p_.threads; ++k) work_.vertex[k] = no_vertex;
    for (uint32_t k = 0; k < filled_; ++k) {
        shared[buffer_ + warp * p_.threads + k] = column_[k];
        shared[buffer_ + (p_.warps + warp) * p_.threads + k] = weight_[k];
    }
    work = work_;
    state_ = State::idle;
    return warp;
}

uint64_t EdgeGenerator::wakes() const {
    if (state_ == State::idle && waiting_.empty()) return ~uint64_t{0};
    const bool is_blocked = (state_ == State::offsets || state_ == State::edges) &&
                            in_flight_ > 0 &&
                            (next_line_ == lines_.size() || in_flight_ == p_.generator_lines);
    return is_blocked ? ~uint64_t{0} : time_;
}

} // namespace grb::weaver
