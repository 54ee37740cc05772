/* Arrays on a GPU for the Python package: DLPack's tensors, and memory that the library hands out.
 *
 * The structures are those of the DLPack interface before its version 1, which all of its users read. */
#ifndef GRAPHBLAST_DEVICE_ARRAYS_H
#define GRAPHBLAST_DEVICE_ARRAYS_H

#include <stdint.h>

typedef struct {
    int32_t kind; /* 1: host, 2: CUDA, 13: CUDA managed */
    int32_t number;
} DLDevice;

typedef struct {
    uint8_t code; /* 0: integer, 1: unsigned, 2: floating point, 5: complex, 6: Boolean */
    uint8_t bits;
    uint16_t lanes;
} DLDataType;

typedef struct {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape;
    int64_t *strides; /* in elements; NULL: rows follow each other */
    uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
    DLTensor tensor;
    void *context;
    void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

/** Tells the owner of a DLManagedTensor that nobody reads it any more. */
void release_tensor(void *managed);

/** Memory of the GPU from GrX_Vector_export_device, which goes back when its last owner releases it. */
typedef struct DeviceMemory DeviceMemory;

/** One owner. NULL: out of memory, and the values are still the caller's. */
DeviceMemory *device_memory(void *values, uint64_t bytes);
/** One owner more. */
void share_device_memory(DeviceMemory *memory);
/** One owner less; may be called by any thread. */
void release_device_memory(void *memory);
/** A tensor of up to 2 dimensions that owns the memory, too. NULL: out of memory. */
DLManagedTensor *device_tensor(DeviceMemory *memory, int32_t ndim, const int64_t *shape,
                               DLDataType dtype, int32_t device);

#endif
