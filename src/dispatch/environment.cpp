#include "dispatch/environment.hpp"

#include "base/place.hpp"
#include "base/process_team.hpp"
#include "base/team_parts.hpp"
#include "dispatch/context.hpp"

namespace grb {

Environment::Environment(Operation operation) noexcept {
    const Context &engine = context();
    has_rules = engine.has_rules(operation);
    forced = has_rules ? engine.forced(operation) : nullptr;
    is_deterministic = engine.is_deterministic();
    is_host_alone = grb::is_host_alone();
    is_shared = process_team() != nullptr && !team_turn().is_inside;
    avoids_host = grb::avoids_host();
}

Environment Environment::of_estimates() noexcept {
    Environment environment;
    environment.is_host_alone = grb::is_host_alone();
    return environment;
}

} // namespace grb
