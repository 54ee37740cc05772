// Reads the facts of the environment for a choice.
#include "dispatch/environment.hpp"

#include "base/device.hpp"
#include "base/group_partitions.hpp"
#include "base/process_group.hpp"
#include "dispatch/context.hpp"

namespace grb {

Environment::Environment(Operation operation) noexcept {
    const Context &engine = context();
    has_rules = engine.has_rules(operation);
    forced = has_rules ? engine.forced(operation) : nullptr;
    is_deterministic = engine.is_deterministic();
    is_host_alone = grb::is_host_alone();
    running = &grb::running();
    is_outermost = running->depth == 0;
    is_shared = !is_host_alone && process_group() != nullptr && !group_context().is_inside;
    avoids_host = !is_host_alone && grb::avoids_host();
    is_logged = engine.log_level() != LogLevel::none && !running->is_unseen;
}

Environment Environment::of_estimates() noexcept {
    Environment environment;
    environment.is_host_alone = grb::is_host_alone();
    return environment;
}

} // namespace grb
