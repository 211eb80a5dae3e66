// A graphics card, one lane after the other: enough of CUDA to run kernel.cu on a processor.
//
// A group of threads is run at a time. Each thread is a fiber, with a stack of its own; it runs until it must wait for others (at a barrier, or where
// the lanes of a warp exchange values) and then hands over to the next. Which thread goes first changes from round to round, by a fixed rule, so that
// a missing barrier is likely to be found and is found again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>

#define __global__
#define __device__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define NOT_INLINED

struct uint2 { uint32_t x, y; };
struct uint4 { uint32_t x, y, z, w; };
inline uint2 make_uint2(uint32_t x, uint32_t y) { return {x, y}; }
inline uint4 make_uint4(uint32_t x, uint32_t y, uint32_t z, uint32_t w) { return {x, y, z, w}; }
template <class T> inline T least(T a, T b) { return a < b ? a : b; }
inline uint32_t min(uint32_t a, uint32_t b) { return least(a, b); }
inline int min(int a, int b) { return least(a, b); }
inline uint32_t max(uint32_t a, uint32_t b) { return a < b ? b : a; }

namespace emulated {
struct Index { uint32_t x; };
extern char *shared;          // the shared memory of the group that runs
Index thread(), group();
void wait_for_all();          // a barrier
// The lanes of a warp show each other a value: waits for all of them, and writes all values down.
void exchange(uint64_t value, uint64_t (&all)[32]);
void launch(uint32_t groups, uint32_t threads, size_t shared_bytes, const std::function<void()> &kernel);
}

#define threadIdx emulated::thread()
#define blockIdx emulated::group()

inline void __syncthreads() { emulated::wait_for_all(); }
inline void __syncwarp() { uint64_t all[32]; emulated::exchange(0, all); }
inline uint32_t __ballot_sync(uint32_t, bool vote) {
    uint64_t all[32];
    emulated::exchange(vote, all);
    uint32_t votes = 0;
    for (int lane = 0; lane < 32; lane++) votes |= (all[lane] != 0) << lane;
    return votes;
}
template <class T> inline T shown_by(T value, uint32_t lane, bool taken) {
    uint64_t all[32], own = 0;
    std::memcpy(&own, &value, sizeof(T));
    emulated::exchange(own, all);
    if (taken) std::memcpy(&value, &all[lane & 31], sizeof(T));
    return value;
}
template <class T> inline T __shfl_sync(uint32_t, T value, int lane) { return shown_by(value, lane, true); }
template <class T> inline T __shfl_up_sync(uint32_t, T value, int by) {
    const uint32_t lane = threadIdx.x & 31;
    return shown_by(value, lane - by, (int)lane >= by);
}
template <class Join> inline uint32_t reduced(uint32_t value, Join join) {
    uint64_t all[32];
    emulated::exchange(value, all);
    uint32_t result = (uint32_t)all[0];
    for (int lane = 1; lane < 32; lane++) result = join(result, (uint32_t)all[lane]);
    return result;
}
inline uint32_t __reduce_or_sync(uint32_t, uint32_t value) { return reduced(value, [](uint32_t a, uint32_t b) { return a | b; }); }
inline uint32_t __reduce_add_sync(uint32_t, uint32_t value) { return reduced(value, [](uint32_t a, uint32_t b) { return a + b; }); }
inline uint32_t __reduce_max_sync(uint32_t, uint32_t value) { return reduced(value, [](uint32_t a, uint32_t b) { return a > b ? a : b; }); }
inline int __popc(uint32_t x) { return __builtin_popcount(x); }
inline int __clz(uint32_t x) { return x ? __builtin_clz(x) : 32; }
// 64 bits, shifted: the lower or the higher half of them.
inline uint32_t __funnelshift_r(uint32_t low, uint32_t high, uint32_t by) { return (uint32_t)(((uint64_t)high << 32 | low) >> (by & 31)); }
inline uint32_t __funnelshift_l(uint32_t low, uint32_t high, uint32_t by) { return (uint32_t)(((uint64_t)high << 32 | low) << (by & 31) >> 32); }
inline int __ffs(uint32_t x) { return __builtin_ffs((int)x); }
template <class T> inline T __ldg(const T *from) { return *from; }
template <class T> inline T __ldcg(const T *from) { return *from; }
template <class T> inline T atomicAdd(T *to, T value) { const T before = *to; *to += value; return before; }
inline uint32_t atomicOr(uint32_t *to, uint32_t value) { const uint32_t before = *to; *to |= value; return before; }
inline uint32_t atomicCAS(uint32_t *to, uint32_t wanted, uint32_t value) { const uint32_t before = *to; if (before == wanted) *to = value; return before; }
inline uint32_t atomicMax(uint32_t *to, uint32_t value) { const uint32_t before = *to; *to = max(before, value); return before; }
// The smaller of a + b and c.
inline uint32_t __viaddmin_u32(uint32_t a, uint32_t b, uint32_t c) { return least(a + b, c); }
// The same in both halves.
inline uint32_t __viaddmin_u16x2(uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t low = (a + b) & 0xffff, high = ((a >> 16) + (b >> 16)) & 0xffff;
    return least(low, c & 0xffff) | least(high, c >> 16) << 16;
}
