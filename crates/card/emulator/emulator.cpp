// The fibers of emulator.h, and what the host calls: see crates/card/src/emulated.rs.
#include "../src/kernel.cu"

#include <csetjmp>
#include <cstdlib>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace emulated {
namespace {
constexpr size_t STACK = 1 << 16;

struct Fiber {
    std::unique_ptr<char[]> stack{new char[STACK]};
    ucontext_t start;
    jmp_buf at;
    uint32_t number = 0, exchanges = 0, barriers = 0;
    bool begun = false, done = false;
};

// What the lanes of a warp show each other: the last exchange and the one before, which a slow lane may still read.
struct Warp {
    uint64_t shown[2][32];
    uint32_t arrived[2] = {0, 0}, complete = 0;
};

std::vector<Fiber> fibers;
std::vector<Warp> warps;
Fiber *current;
jmp_buf scheduler;
const std::function<void()> *body;
uint32_t running_group, threads_now, at_barrier[2], barriers_passed;

void hand_over() {
    if (_setjmp(current->at) == 0) _longjmp(scheduler, 1);
}

void begin() {
    (*body)();
    current->done = true;
    _longjmp(scheduler, 1);
}

void resume(Fiber &fiber) {
    current = &fiber;
    if (_setjmp(scheduler) != 0) return;
    if (fiber.begun) _longjmp(fiber.at, 1);
    fiber.begun = true;
    setcontext(&fiber.start);
}

void run_group(uint32_t group, size_t shared_bytes) {
    running_group = group;
    std::memset(shared, 0xCD, shared_bytes); // nobody may rely on what was there
    warps.assign(threads_now / 32, Warp());
    at_barrier[0] = at_barrier[1] = barriers_passed = 0;
    for (uint32_t i = 0; i < threads_now; i++) {
        Fiber &fiber = fibers[i];
        fiber.number = i;
        fiber.exchanges = fiber.barriers = 0;
        fiber.begun = fiber.done = false;
        getcontext(&fiber.start);
        fiber.start.uc_stack.ss_sp = fiber.stack.get();
        fiber.start.uc_stack.ss_size = STACK;
        fiber.start.uc_link = nullptr;
        makecontext(&fiber.start, begin, 0);
    }
    static uint32_t dice = 1;
    for (uint32_t left = threads_now; left > 0;) {
        dice = dice * 1664525u + 1013904223u;
        const uint32_t first = (dice >> 8) % threads_now;
        left = 0;
        for (uint32_t i = 0; i < threads_now; i++) {
            Fiber &fiber = fibers[(first + i) % threads_now];
            if (fiber.done) continue;
            resume(fiber);
            left += !fiber.done;
        }
    }
}
} // namespace

char *shared;
Index thread() { return {current->number}; }
Index group() { return {running_group}; }

void wait_for_all() {
    const uint32_t mine = current->barriers++;
    if (++at_barrier[mine & 1] == threads_now) {
        at_barrier[~mine & 1] = 0;
        barriers_passed = mine + 1;
    }
    while (barriers_passed <= mine) hand_over();
}

void exchange(uint64_t value, uint64_t (&all)[32]) {
    Warp &warp = warps[current->number >> 5];
    const uint32_t mine = current->exchanges++, half = mine & 1;
    warp.shown[half][current->number & 31] = value;
    if (++warp.arrived[half] == 32) {
        warp.arrived[half ^ 1] = 0;
        warp.complete = mine + 1;
    }
    while (warp.complete <= mine) hand_over();
    std::memcpy(all, warp.shown[half], sizeof all);
}

void launch(uint32_t groups, uint32_t threads, size_t shared_bytes, const std::function<void()> &kernel) {
    std::vector<uint64_t> room(shared_bytes / 8 + 64);
    shared = (char *)room.data();
    body = &kernel;
    threads_now = threads;
    if (fibers.size() < threads) fibers = std::vector<Fiber>(threads);
    for (uint32_t group = 0; group < groups; group++) run_group(group, shared_bytes);
}
} // namespace emulated

extern "C" {
// Returns where something of the card's constant memory lies, and how many bytes it has.
void *emulated_constant(const char *name, uint64_t *bytes) {
    if (std::strcmp(name, "SHAPES") == 0) return *bytes = sizeof SHAPES, SHAPES;
    if (std::strcmp(name, "BOX") == 0) return *bytes = sizeof BOX, &BOX;
    if (std::strcmp(name, "WITHIN") == 0) return *bytes = sizeof WITHIN, WITHIN;
    return *bytes = 0, nullptr;
}

// Runs a kernel to its end; `arguments` points to one value each, as for the driver. Returns 0, or 1 when there is no such kernel.
int emulated_launch(const char *name, uint32_t groups, uint32_t threads, uint32_t shared_bytes, void **arguments) {
    auto number = [&](int i) { return *(uint32_t *)arguments[i]; };
    auto address = [&](int i) { return *(char **)arguments[i]; };
    const size_t room = shared_bytes + UNRANKING_WARPS * 128 * MOST_ROWS;
    if (std::strcmp(name, "unrank") == 0)
        emulated::launch(groups, threads, room, [&] { unrank((uint8_t *)address(0), number(1), number(2), number(3), number(4)); });
    else if (std::strcmp(name, "solve") == 0)
        emulated::launch(groups, threads, room, [&] { solve((const uint8_t *)address(0), number(1), number(2), number(3)); });
    else if (std::strcmp(name, "solve_thrifty") == 0)
        emulated::launch(groups, threads, room, [&] { solve_thrifty((const uint8_t *)address(0), number(1), number(2), number(3)); });
    else if (std::strcmp(name, "end_shelf") == 0)
        emulated::launch(groups, threads, room, [&] { end_shelf(number(0)); });
    else if (std::strcmp(name, "forget") == 0)
        emulated::launch(groups, threads, room, [&] { forget(number(0)); });
    else if (std::strcmp(name, "clear_shelf") == 0)
        emulated::launch(groups, threads, room, [&] { clear_shelf(number(0)); });
    else if (std::strcmp(name, "gather") == 0)
        emulated::launch(groups, threads, room, [&] {
            gather((const uint64_t *)address(0), (const uint4 *)address(1), number(2), (const uint32_t *)address(3), (uint4 *)address(4));
        });
    else
        return 1;
    return 0;
}
}
