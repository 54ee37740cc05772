// Implements the step before estimates: opens a device, unpacks operands and makes facts.
#include "dispatch/prepare.hpp"

#include "dispatch/running.hpp"
#include "problems/problems.hpp"

#include <optional>

namespace grb {

namespace {

/// Returns the variant's refusal; when it asks for a device, opens the device and asks the variant
/// again.
const char *refusal_once_open(const VariantList &list, int variant, const ProblemBase &problem) {
    const char *const refusal = list.refuses(variant, problem);
    if (refusal != device_is_not_open) return refusal;
    device_opener().open();
    return list.refuses(variant, problem);
}

/// True when some variant reads a row-balanced operand as it is. Only variants that add to C do.
bool is_read_balanced(const VariantList &list, const ProblemBase &problem) {
    for (int k = 0; k < list.size(); k++)
        if (list.at(k).capabilities.fuses_sum && refusal_once_open(list, k, problem) == nullptr)
            return true;
    return false;
}

/// Makes rows of row-balanced operands that no variant reads as they are. A commit does this
/// itself.
void unpack_operands(const VariantList &list, const ProblemBase &problem) {
    if (problem.is_structural() || list.operation == Operation::commit) return;
    for (const OperandView &operand : problem.operands()) {
        if (operand.snapshot == nullptr || !operand.snapshot->has_balanced()) continue;
        if (!operand.may_stay_balanced || !is_read_balanced(list, problem))
            operand.snapshot->unpack();
    }
    const MaskInput *const mask = problem.mask_input();
    if (mask != nullptr && mask->snapshot) mask->snapshot->unpack();
}

/// Returns the device of a kind where facts are made: the one where an outer variant runs, else the
/// first usable one, else null.
Device *device_for_facts(DeviceKind kind) noexcept {
    Device *const outer = running().device;
    if (outer != nullptr && outer->kind() == kind) return outer;
    for (Device *const device : devices())
        if (device->kind() == kind && device->is_usable()) return device;
    return nullptr;
}

} // namespace

void prepare(const VariantList &list, const ProblemBase &problem) {
    const bool is_on_host = devices().empty();
    if (is_on_host && !list.needs_preparing(problem)) return;
    unpack_operands(list, problem);
    DeviceKind kind = host_kind;
    Device *device = nullptr;
    std::optional<At> at;
    for (int k = 0; k < list.size(); k++) {
        if (!list.prepares(k)) continue;
        if (list.at(k).capabilities.device != kind) {
            kind = list.at(k).capabilities.device;
            device = device_for_facts(kind);
            at.reset();
            if (device != nullptr) at.emplace(*device);
        }
        if (device == nullptr && kind != host_kind) continue;
        try {
            list.prepare(k, problem);
        } catch (const DeviceFailure &) { // the choice goes on without these facts
        }
    }
}

} // namespace grb
