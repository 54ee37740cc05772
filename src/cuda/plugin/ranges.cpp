// Marks ranges on a profiler's time line, in one NVTX domain.
#include "cuda/plugin/ranges.hpp"

#include <nvtx3/nvToolsExt.h>

namespace grb::device {

namespace {

nvtxDomainHandle_t domain = nullptr;

} // namespace

bool open_ranges() {
    // Returns null without a profiler.
    domain = nvtxDomainCreateA("GraphBLAST");
    return domain != nullptr;
}

void push_range(const char *name) {
    nvtxEventAttributes_t event{};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = name;
    nvtxDomainRangePushEx(domain, &event);
}

void pop_range() {
    nvtxDomainRangePop(domain);
}

} // namespace grb::device
