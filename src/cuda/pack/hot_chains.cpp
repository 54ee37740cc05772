// The pack's chains of calls: those of LAGraph's shortest paths, whose base is a list or a bitmap,
// and those that end a round of PageRank, on full vectors.
#include "cuda/pack/hot_chains.hpp"

#include "cuda/chain/chain.hpp"

namespace grb::device {

namespace {

using Kind = ChainStageCall::Kind;

/// Only that memory is there counts.
template <class T>
T *some_memory() {
    alignas(16) static unsigned char memory[16];
    return reinterpret_cast<T *>(memory);
}

ChainOperand operand(int from, const char *type) {
    ChainOperand operand{};
    operand.from = from;
    operand.type = operand.list.type = operand.elements.dense.type = type;
    return operand;
}

/// Writes a chain stage by stage.
class Chain {
public:
    explicit Chain(bool is_bitmap) {
        if (is_bitmap) call_.bits = some_memory<std::uint64_t>();
    }
    void make_full() { call_.is_full = true; }
    ChainStageCall &add(Kind kind, const char *type, const ChainOperand &a,
                        const ChainOperand &mask = operand(from_nothing, "bool"),
                        bool tests_mask = false) {
        ChainStageCall &stage = call_.stages[call_.count++];
        stage.kind = kind;
        stage.z_type = type;
        stage.a = a;
        stage.b = operand(from_nothing, "bool");
        stage.mask = mask;
        stage.tests_mask = tests_mask;
        return stage;
    }
    /// Less than a dense vector's elements, as Booleans.
    ChainStageCall &add_less(const char *type) {
        ChainStageCall &less = add(Kind::multiply, "bool", operand(from_base, type));
        less.b = operand(from_elements, type);
        less.op = {"Lt", type};
        return less;
    }
    ChainStageCall &add_selection(const char *type, const char *test, const char *operands,
                                  const ChainOperand &a,
                                  const ChainOperand &mask = operand(from_nothing, "bool")) {
        ChainStageCall &selected = add(Kind::select, type, a, mask);
        selected.function = {MapKind::value, test, operands, {}};
        selected.values = some_memory<void>();
        return selected;
    }
    std::string text() const { return chain_program(call_); }

private:
    ChainCall call_{};
};

void make_list(ChainStageCall &stage) {
    stage.values = some_memory<void>();
}
void write_in_place(ChainStageCall &stage, bool has_bits) {
    stage.values = some_memory<void>();
    if (has_bits) stage.bits = some_memory<std::uint64_t>();
}

/// The requests that are shorter; with the distances that they replace, and the vertices reached.
void add_requests(std::vector<std::string> &texts, const char *type) {
    Chain selected(false);
    selected.add_less(type);
    selected.add_selection("bool", "Ne", "int", operand(0, "bool"));
    texts.push_back(selected.text());
    for (const bool has_bits : {false, true}) {
        for (const bool marks_reached : {false, true}) {
            if (has_bits && !marks_reached) continue;
            Chain replaced(false);
            make_list(replaced.add_less(type));
            write_in_place(
                replaced.add(Kind::set, type, operand(from_base, type), operand(0, "bool"), true),
                has_bits);
            if (marks_reached)
                write_in_place(replaced.add(Kind::set_value, "bool", operand(from_nothing, "bool"),
                                            operand(0, "bool"), true),
                               true);
            texts.push_back(replaced.text());
        }
    }
}

/// The vertices of the next turn: those of a bucket, or those reached whose distance is below a
/// bound; the latter with the distances that they replace.
void add_buckets(std::vector<std::string> &texts, const char *type) {
    Chain bucket(true);
    bucket.add(Kind::copy, type, operand(from_elements, type), operand(from_elements, "bool"),
               true);
    bucket.add_selection(type, "Lt", type, operand(0, type));
    texts.push_back(bucket.text());
    const auto add = [&](bool is_bitmap, int from, bool sets_distances) {
        const ChainOperand mask = operand(is_bitmap ? from_elements : from_base, "bool");
        Chain chain(is_bitmap);
        write_in_place(chain.add(Kind::set_value, "bool", operand(from_nothing, "bool"), mask),
                       true);
        chain.add_selection(type, "Lt", type, operand(from, type), mask);
        if (sets_distances)
            write_in_place(chain.add(Kind::set, type, operand(from, type), mask), true);
        texts.push_back(chain.text());
    };
    add(false, from_list, false);
    add(false, from_elements, false);
    add(false, from_list, true);
    add(true, from_elements, true);
}

/// The absolute difference of two ranks.
void add_steps(std::vector<std::string> &texts, const char *type) {
    Chain chain(false);
    chain.make_full();
    ChainStageCall &difference = chain.add(Kind::multiply, type, operand(from_elements, type));
    difference.b = operand(from_elements, type);
    difference.op = {"Minus", type};
    ChainStageCall &size = chain.add(Kind::apply, type, operand(0, type));
    size.function = {MapKind::unary, "Abs", type, {}};
    make_list(size);
    texts.push_back(chain.text());
}

} // namespace

void add_chain_programs(std::vector<std::string> &texts) {
    for (const char *type : {"int", "float", "double"}) {
        add_requests(texts, type);
        add_buckets(texts, type);
    }
    for (const char *type : {"float", "double"}) add_steps(texts, type);
}

} // namespace grb::device
