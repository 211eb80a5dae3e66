// The sieve on a graphics card. First read the tour of the sieve (crates/engines/src/sieve.rs); this is the same method turned by 90 degrees.
//
// A BLOCK is some rows above ("the prefix", longest first) and all tails of `below` rows, each at most `bound`, under them. On the processor
// a block is a string of bits that is shifted and ORed. Here a group of threads solves 32 blocks of one SHAPE (same number of rows above,
// same tails) at once, a BATCH, and no bit is ever shifted:
//
//      shared memory            block   31 ..... 2 1 0
//      word 0: tail 000                  0  ...  0 1 0      bit c of word t: the tail t is won in block c
//      word 1: tail 100                  1  ...  1 1 0      (not yet known to be won: 0)
//      word 2: tail 110                  0  ...  1 0 1
//      ...                                                  tails in lexicographic order, as on the processor
//
// A bite leads from one position to another, so a lost position makes every position won that can bite to it. There are three kinds of bites:
//   in the rows above, at a column that SPARES the tail: the same tail in another block. The list of lost tails of that block is ORed in,
//      element by element: `word[tail] |= the blocks that can bite there`. Neighbours of a batch often bite to the same block: read once.
//   in the rows above, at a column v that CUTS the tail: then all rows from the bitten one to the end of the rows above are v, and the tail
//      is cut to v. We want those lost tails of the other block that begin with enough equal rows.
//   inside the tail: tails of one sum cannot bite to each other. SWEEP sum by sum, shortest first: a tail that is still not won in some
//      blocks is lost there, and those blocks' bits are ORed into the words of all tails that can bite to it.
// Finally, the lost tails of every block are COLLECTED and kept as a list.
//
// Blocks are solved in WAVES: all blocks whose rows above have the same sum. A bite makes that sum smaller, so a wave needs only earlier ones.
// The rows above of a wave's blocks are never listed on the host: `unrank` counts them out, and drops every block that is wholly won
// because some of its rows above are already a lost position (the player to move bites the rest off): a third of all blocks.
//
// KEPT: lists of lost tails, 16 bits an element, in chunks of eight elements; an element is 4 * tail, the tail's byte address in shared memory.
//   A list is sorted into four classes by how many rows of the tail, from its first, are equal (5 or more; 3 or 4; 2; 1), so that cutting
//   bites read only a beginning or a middle of it. An entry of the index, 64 bits a block:
//      63        62..30 (of 2^33)        29..24    23..18    17..11    10..0
//      closed    first chunk             end of class 5+, 3+, 2+ in chunks (all ones: not known)   chunks
//   closed: every block below is wholly won, because these rows above are lost or are below some that are.
//   Numbers of blocks may have more than 32 bits: `first_rows` of the first row above, and what the other rows add, which has 32.
//
// FORGOTTEN: if the rows above are all long, few bites lead back to a block, and none after a while: nine of ten lists are not read again
//   forty waves later. So lists are on SHELVES, by the wave in which they may be last read, and a shelf is cleared when that wave is over. A shelf
//   takes its memory in segments from a pool and gives them back. If everything is kept, there is one shelf, and it is never cleared.
//
// THRIFTY: a box whose index alone is larger than the card is solved by kernels that save memory (`is_thrifty`) and give the same answers:
//   The index has slots for the lists that are alive, not one for every block. A block may be in one of two BUCKETS of 16 slots, which its number
//   chooses. A new list goes to the emptier one, so buckets fill evenly. A slot has a TAG of 16 bits, which with the bucket gives the number back, and
//   an entry. What is closed is noted elsewhere, a bit for every block.
//   Lists are PACKED, in three quarters of the room. A chunk has the first of its tails, then how far each is beyond the one before:
//      0..3      4..17         18..
//      width     first tail    distances of this many bits, up to the end of the 128
//   A list has only two classes, tails whose first two rows are equal and the others, each in lexicographic order. After the last of the
//   first class comes the first of the second, so distances are counted round a circle (`BOX.circle`). A chunk that is not full ends with zeros.
//   An entry has 34 bits for the first chunk, and 11 each for the chunks of the first class and for all.
//   Lists that do not fit on the card are in the host's memory, where they are slower to read. A block's rows say how many blocks can bite to it
//   (`Cut::heat`). Lists that few blocks read in a wave are COLD: they go there.
//   The first rows of a block add 64 bits to its number, as many rows (HEAD) as it takes for the others to add 32.
//
// The same file is compiled for the card (to PTX) and, with -DEMULATED and emulator/emulator.h, for a processor, one lane after the other.

#ifdef EMULATED
#include "../emulator/emulator.h"
#else
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#define NOT_INLINED __noinline__ // each phase gets all registers for itself
#endif

constexpr uint32_t THREADS = 256, WARPS = THREADS / 32;
constexpr uint32_t UNRANKING_WARPS = 4;
constexpr uint32_t MOST_ROWS = 32, MOST_SHAPES = 320, MOST_WITHIN = 1024;
constexpr uint32_t NOTED = 512; // the lost tails that each warp notes as it finds them; if there are more, it searches again
constexpr uint64_t CLOSED = 1ull << 63;
constexpr uint32_t ALL = ~0u; // all lanes of a warp
// The rows whose part of a block's number has 64 bits.
template <bool is_thrifty> constexpr uint32_t HEAD = is_thrifty ? 3 : 1;
constexpr uint32_t SLOTS = 16; // of a bucket
constexpr uint32_t DISTANCES = 128 - 18; // bits of a packed chunk that are distances
constexpr uint32_t NARROWEST = 10, WIDEST = 14; // a distance, so that a chunk has at least eight elements
constexpr uint32_t IN_CHUNK = 1 + DISTANCES / NARROWEST; // and at most this many

// ---- What the host prepares (crates/card/src/tables.rs has the same structures) ----------------------------------------------------------

struct Shape {
    uint32_t above, below, bound; // rows above, rows of a tail, longest row of a tail
    uint32_t free_rows, lowest;   // this many of the rows above can be anything from `lowest` on
    uint32_t is_fixed;            // the last row above is not free: it is `bound`
    uint32_t last_cut;            // bites at columns up to this one cut the tail (or the rows above to a prefix of fewer rows)
    uint32_t steps;               // of the sweep: two sums each
    uint32_t tails;               // rounded up to fours
    uint32_t cuts;                // entries in `cuts`
    uint32_t pairs_at, shorter_at, steps_at, cuts_at, equal_at, equal_cols, longer_at, eaten_at, within_at; // where its tables begin
};

struct Share { // the blocks of one shape in one wave
    uint32_t shape, blocks, first_chunk, first_batch; // chunks of 128 blocks to unrank, batches of 32 to solve
    uint32_t first_block;                             // how many blocks of the shape and sum are in earlier waves
};

struct Box {
    uint32_t cols, poison_row, poison_col; // the poison, counted from 1
    uint32_t prefix_stride;                // bytes of a batch's rows above
    uint32_t deepest;                      // the most rows above
    uint32_t sums_of_shelf;                // lists that may be last read in one of this many waves share a shelf
    uint32_t segment_bits, segments;       // a segment has two to this power chunks; how many there are
    uint8_t reach[MOST_ROWS];              // by row: the longest that is left to the tails
    uint64_t *index;                       // by block; if thrifty, by slot
    uint4 *lists;                          // chunks of lost tails
    uint64_t *shelves;                     // by shelf: chunks that were taken
    uint32_t *places;                      // [shelf][its segments]: which of the memory, from 1 on; 0: not yet known, ALL: none was left
    uint32_t *pool;                        // of segments on the card: see Pool
    uint4 *tags;                           // by bucket: two of these, 16 bits a slot; 0: the slot is empty. Nowhere if not thrifty, and so are the next ones
    uint64_t buckets;
    uint32_t *closed;                      // by block, a bit
    uint32_t *host_pool;                   // of segments in the host's memory, which come after those on the card
    uint64_t host_from, host_shift;        // chunks from this one on are in the host's memory, this much further on
    uint8_t *dead;                         // by segment: its lists are about to be forgotten
    uint4 *staged;                         // by batch: room to pack lists
    uint32_t staged_chunks, circle;        // how much; 4 * the most tails that a block has
    uint32_t number_bits, head;            // bits of the number of a block; HEAD
    uint32_t host_segments, cold;          // a list is cold if fewer blocks than this read it in sixteen waves
    uint64_t *lost;                        // by first row: lost positions under it
    const uint4 *pairs;                    // by step of the sweep: a tail of the even sum and one of the odd: where their longer tails are listed, 4 * tail | class
    const uint4 *smaller;                  // next to it: the tails that the odd one can bite to by one square, eight of them
    const uint4 *longer;                   // lists of the tails that can bite to a tail
    const uint16_t *steps;                 // where each step begins
    const uint16_t *shorter;               // by tail: its longest rows cut by one square
    const uint32_t *classes;               // by tail, four to a word: the class of equal rows
    const uint32_t *eaten;                 // by tail, a bit: the tail lacks the poison
    const uint4 *cuts;                     // bites that cut the tail, two to a column
    const uint4 *equal;                    // by row and column: where tails begin whose first rows are equal
    const uint32_t *partitions;            // [parts][sum][most]: how many partitions of sum there are into at most this many parts of at most this size
    uint32_t sums, lengths;                // the second dimension of it; the third, which is that of every table by length: one more than the columns
    const uint32_t *steps_of_number;       // [row][length]: what rows of this length, from the second to the one before this, add to the number of a block
    const uint64_t *head_steps;            // [row][length]: what a row of the head adds
    const Share *shares;
    uint32_t *open;                        // by share: how many blocks there are to solve
    uint16_t *noted;                       // room to note lost tails: by batch and warp
    uint32_t *stop;                        // not zero: the answer is no longer wanted
};

// The words of the pool: how many segments were taken so far, and given; whether there was one too few; the most in use; then a ring of free ones.
enum Pool { TAKEN, GIVEN, SHORT, MOST_USED, FREE };

extern "C" {
__constant__ Shape SHAPES[MOST_SHAPES];
__constant__ Box BOX;
__constant__ uint32_t WITHIN[MOST_WITHIN]; // by rows of a tail and length, from `within_at` of a shape on: how many tails have no row longer than this
}

// ---- Shared memory ------------------------------------------------------------------------------------------------------------------------

// Where things are in shared memory, in bytes. The words of the tails are at 0, then come 32 words for padding lists, and four words of ones.
struct Layout {
    uint32_t queues;  // 32 pairs of words for each warp, or one queue for all; finally counters
    uint32_t firsts;  // [block]: what its first row adds to its number
    uint32_t numbers; // [row][block]: what the rows after the first and above this one add
    uint32_t longer;  // [column beyond last_cut][block]: how many rows above are longer
    uint32_t most;    // [column beyond last_cut]: the most of these
    uint32_t same;    // [block]: how many of its first rows above are the same as in the block before
    uint32_t leaders; // [row]: the blocks that differ, before this row, from the block before
    uint32_t steps;   // of the sweep: where each begins
    uint32_t control; // [warp]: lost tails noted; then a counter of bites that spare the tail, and three of the sweep's queue
    uint32_t head;    // [row of the head][block]: its length; only if thrifty
    uint32_t end;
};

__device__ __forceinline__ Layout layout_of(const Shape &shape, uint32_t cols) {
    const uint32_t sparing = cols - 1 - shape.last_cut;
    Layout at;
    at.queues = 4 * (shape.tails + 36);
    at.firsts = at.queues + 256 * WARPS;
    at.numbers = at.firsts + 256;
    at.longer = at.numbers + 128 * (shape.above + 1);
    at.most = at.longer + 32 * sparing;
    at.same = at.most + ((sparing + 3) & ~3u);
    at.leaders = at.same + 32;
    at.steps = at.leaders + 4 * shape.above;
    at.control = (at.steps + 2 * (shape.steps + 2) + 15) & ~15u;
    at.head = at.control + 4 * WARPS + 16;
    at.end = at.head + (BOX.tags ? 32 * HEAD<true> : 0);
    return at;
}

#ifdef EMULATED
#define SHARED(name) char *const name = emulated::shared
__device__ inline void win(uint32_t address, uint32_t blocks) { *(uint32_t *)(emulated::shared + address) |= blocks; }
__device__ inline uint32_t take_one(uint32_t address) { return (*(uint32_t *)(emulated::shared + address))++; }
#else
extern __shared__ uint4 shared_words[];
#define SHARED(name) char *const name = (char *)shared_words
// Dynamic shared memory begins here, so that an address needs no addition; the host checks it (`shared_begin`).
#define SHARED_BEGIN 1024
// Marks the tail whose word is at this address as won in these blocks.
__device__ __forceinline__ void win(uint32_t address, uint32_t blocks) {
    asm volatile("red.shared.or.b32 [%0+%2], %1;" ::"r"(address), "r"(blocks), "n"(SHARED_BEGIN) : "memory");
}
__device__ __forceinline__ uint32_t take_one(uint32_t address) {
    uint32_t before;
    asm volatile("atom.shared.add.u32 %0, [%1+%2], 1;" : "=r"(before) : "r"(address), "n"(SHARED_BEGIN) : "memory");
    return before;
}
extern "C" __global__ void shared_begin(uint32_t *address) { *address = (uint32_t)__cvta_generic_to_shared(shared_words); }
#endif

// Eight elements of a list at once.
__device__ __forceinline__ void win_pair(uint32_t two, uint32_t blocks) { win(two & 0xffff, blocks); win(two >> 16, blocks); }
__device__ __forceinline__ void win_chunk(const uint4 &eight, uint32_t blocks) {
    win_pair(eight.x, blocks); win_pair(eight.y, blocks); win_pair(eight.z, blocks); win_pair(eight.w, blocks);
}

// Calls `see` with each element of a packed chunk and its place: always IN_CHUNK of them, where there are fewer the last one again. So no lane waits for
// another that has more.
template <class See> __device__ __forceinline__ void each_packed(const uint4 &chunk, See see) {
    uint32_t a = chunk.x, b = chunk.y, c = chunk.z, d = chunk.w;
    const uint32_t width = a & 15, of_width = (1u << width) - 1, no_circle = 0u - BOX.circle;
    uint32_t element = a >> 2 & 0xfffc;
    auto drop = [&](uint32_t bits) {
        a = __funnelshift_r(a, b, bits);
        b = __funnelshift_r(b, c, bits);
        c = __funnelshift_r(c, d, bits);
        d >>= bits;
    };
    drop(18);
#pragma unroll
    for (int y = 0; y < (int)IN_CHUNK; y++) {
        see(y, element);
        element += (a & of_width) << 2;
        element = __viaddmin_u32(element, no_circle, element); // less than zero is large
        drop(width);
    }
}

// What every phase looks at: the shape of the batch, and where its things are.
struct Place {
    const Shape &shape;
    char *const shared;
    const Layout at;
    const uint32_t thread, warp;
    const int lane;
    __device__ __forceinline__ Place(uint32_t shape_index, char *shared)
        : shape(SHAPES[shape_index]), shared(shared), at(layout_of(SHAPES[shape_index], BOX.cols)), thread(threadIdx.x), warp(thread >> 5), lane(thread & 31) {}
    __device__ __forceinline__ uint32_t *words() const { return (uint32_t *)shared; }
    __device__ __forceinline__ uint32_t word_at(uint32_t address) const { return *(const uint32_t *)(shared + address); }
    __device__ __forceinline__ uint2 *queue() const { return (uint2 *)(shared + at.queues) + 32 * warp; }
    __device__ __forceinline__ uint64_t *firsts() const { return (uint64_t *)(shared + at.firsts); }
    __device__ __forceinline__ uint32_t *numbers() const { return (uint32_t *)(shared + at.numbers); }
    __device__ __forceinline__ uint8_t *longer() const { return (uint8_t *)(shared + at.longer); }
    __device__ __forceinline__ uint8_t *most() const { return (uint8_t *)(shared + at.most); }
    __device__ __forceinline__ uint8_t *same() const { return (uint8_t *)(shared + at.same); }
    __device__ __forceinline__ uint32_t *leaders() const { return (uint32_t *)(shared + at.leaders); }
    __device__ __forceinline__ uint16_t *steps() const { return (uint16_t *)(shared + at.steps); }
    __device__ __forceinline__ uint32_t *noted() const { return (uint32_t *)(shared + at.control); }
    __device__ __forceinline__ uint8_t *head() const { return (uint8_t *)(shared + at.head); }
};

// ---- What the lanes of a warp do together ---------------------------------------------------------------------------------------------------

// The sum of the values of all lanes up to this one.
__device__ __forceinline__ uint32_t sum_to_here(uint32_t value, int lane) {
#ifdef EMULATED
    for (int d = 1; d < 32; d <<= 1) { const uint32_t y = __shfl_up_sync(ALL, value, d); if (lane >= d) value += y; }
#else
#define ADD_FROM(d) asm volatile("{.reg .pred p; .reg .u32 t; shfl.sync.up.b32 t|p, %0, " #d ", 0, -1; @p add.u32 %0,%0,t;}" : "+r"(value))
    ADD_FROM(1); ADD_FROM(2); ADD_FROM(4); ADD_FROM(8); ADD_FROM(16);
#endif
    return value;
}

__device__ __forceinline__ uint32_t lanes_before(int lane) { return (1u << lane) - 1; }
// This many neighbouring blocks, one more than `less_one`, from this one on.
__device__ __forceinline__ uint32_t run_of_blocks(uint32_t first, uint32_t less_one) { return (ALL >> (31 - less_one)) << first; }

// Items of lists of different lengths, laid end to end: which list has the item of this lane when the warp is at item `from`? `ends`: where the list of
// each lane ends, a large number if it has none. Empty lists are not counted.
__device__ __forceinline__ uint32_t list_of_item(uint32_t ends, uint32_t from, int lane) {
    const uint32_t ahead = ends - from;
    const uint32_t ends_within = __reduce_or_sync(ALL, ahead - 1 < 31u ? 1u << ahead : 0u);
    const uint32_t ended = __popc(__ballot_sync(ALL, (int)ahead <= 0));
    return ended + __popc(ends_within & ((2u << lane) - 1));
}

// Each lane has a list of `length` items; the warp works through all of them, an item a lane, whatever the lengths. `note` puts two words about a
// list in the queue (from where its items begin and end), `load` reads an item by them, `apply` uses it, while the next one is on its way. `once`: it is
// long, so it should be in the program once; else it is there four times, which saves copying items.
template <class Item, bool once, class Note, class Load, class Apply>
__device__ __forceinline__ void share_out(uint2 *queue, int lane, uint32_t length, Note note, Load load, Apply apply) {
    uint32_t ends = sum_to_here(length, lane);
    const uint32_t all = __shfl_sync(ALL, ends, 31);
    if (all == 0) return;
    const bool has = length != 0;
    const uint32_t having = __ballot_sync(ALL, has);
    if (has) queue[__popc(having & lanes_before(lane))] = note(ends - length, ends);
    __syncwarp();
    if (!has) ends = 0x7fffffff;
    auto fetch = [&](uint32_t from, Item &item) {
        const uint32_t list = list_of_item(ends, from, lane);
        if (from + lane < all) load(queue[list], from + lane, item);
    };
    if (once) {
        Item item, next;
        fetch(0, item);
        for (uint32_t from = 32;; from += 32) {
            if (from < all) fetch(from, next);
            if (from - 32 + lane < all) apply(item);
            if (from >= all) break;
            item = next;
        }
        __syncwarp();
        return;
    }
    Item one, other;
    uint32_t from = 0;
    fetch(0, one);
    for (;;) {
        from += 32;
        if (from >= all) { if (from - 32 + lane < all) apply(one); break; }
        fetch(from, other);
        apply(one);
        from += 32;
        if (from >= all) { if (from - 32 + lane < all) apply(other); break; }
        fetch(from, one);
        apply(other);
    }
    __syncwarp();
}

// An entry of the index, taken apart.
template <bool is_thrifty> __device__ __forceinline__ uint64_t first_chunk(uint64_t entry) { return is_thrifty ? entry >> 30 : (entry << 1) >> 31; }
__device__ __forceinline__ uint32_t chunks_of(uint64_t entry) { return (uint32_t)entry & 0x7ff; }

// What rows of this length, from the first after the head to the one before this row, add to the number of a block; the difference of two is what those
// between add.
__device__ __forceinline__ uint32_t steps_of_number(uint32_t row, uint32_t length) {
    return __ldg(&BOX.steps_of_number[row * BOX.lengths + length]);
}
// What a row of the head adds.
__device__ __forceinline__ uint64_t head_step(uint32_t row, uint32_t length) { return __ldg(&BOX.head_steps[row * BOX.lengths + length]); }

// What the head adds to the number of the block that is left when the rows from `row` to the one before `until` are made `col`; 0: they are dropped.
template <bool is_thrifty>
__device__ __forceinline__ uint64_t head_of_number(const Place &at, uint32_t block, uint32_t row, uint32_t until, uint32_t col) {
    if (row >= HEAD<is_thrifty>) return at.firsts()[block];
    if (!is_thrifty) return head_step(0, col);
    uint64_t number = 0;
#pragma unroll
    for (uint32_t r = 0; r < HEAD<is_thrifty>; r++) number += head_step(r, r < row || r >= until ? at.head()[32 * r + block] : col);
    return number;
}

// Where a chunk is.
template <bool is_thrifty> __device__ __forceinline__ uint4 *chunk_at(uint64_t chunk) {
    return BOX.lists + (is_thrifty && chunk >= BOX.host_from ? chunk + BOX.host_shift : chunk);
}

// ---- The thrifty index ------------------------------------------------------------------------------------------------------------------------

// A permutation of the numbers of this many bits, in no obvious order: every step can be undone.
struct Mixed {
    uint64_t one, other; // what chooses the two buckets
    __device__ __forceinline__ explicit Mixed(uint64_t number) {
        const uint64_t mask = (1ull << BOX.number_bits) - 1;
        const uint32_t half = (BOX.number_bits + 1) / 2;
        one = number * 0x9E3779B97F4A7C15ull & mask;
        one ^= one >> half;
        one = one * 0xD1B54A32D192ED03ull & mask;
        one ^= one >> half;
        other = one * 0xAEF17502108EF2D9ull & mask;
        other ^= other >> half;
        other = other * 0xF1357AEA2E62A9C5ull & mask;
    }
};

// A bucket that a block may be in, and the tag that it has there. The numbers that choose a bucket follow each other, so their last bits tell them apart.
struct Bucket {
    uint64_t number;
    uint32_t tag;
    uint32_t words[8]; // of tags
    __device__ __forceinline__ Bucket(uint64_t mixed, uint32_t which) : number(mixed * BOX.buckets >> BOX.number_bits), tag(1 + (((uint32_t)mixed & 0x3fff) << 1 | which)) {
        look();
    }
    __device__ __forceinline__ void look() {
        const uint4 a = __ldcg(BOX.tags + 2 * number), b = __ldcg(BOX.tags + 2 * number + 1);
        words[0] = a.x; words[1] = a.y; words[2] = a.z; words[3] = a.w; words[4] = b.x; words[5] = b.y; words[6] = b.z; words[7] = b.w;
    }
    // The highest bit of each half of a word that is zero.
    static __device__ __forceinline__ uint32_t noughts(uint32_t word) { return ~(((word & 0x7fff7fff) + 0x7fff7fff) | word | 0x7fff7fff); }
    // The slot with this tag, SLOTS if there is none.
    __device__ __forceinline__ uint32_t slot_of(uint32_t wanted) const {
        uint32_t slot = SLOTS;
#pragma unroll
        for (int i = 7; i >= 0; i--) {
            const uint32_t found = noughts(words[i] ^ wanted * 0x10001u);
            if (found) slot = 2 * i + !(found & 0x8000);
        }
        return slot;
    }
    __device__ __forceinline__ uint32_t empty() const {
        uint32_t empty = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) empty += __popc(noughts(words[i]));
        return empty;
    }
};

// The entry of a block that is alive and has a list; zero for any other.
template <bool is_thrifty> __device__ __forceinline__ uint64_t entry_of(uint64_t number) {
    if (!is_thrifty) return __ldcg(&BOX.index[number]);
    const Mixed mixed(number);
    const Bucket one(mixed.one, 0), other(mixed.other, 1);
    const uint32_t slot = one.slot_of(one.tag), other_slot = other.slot_of(other.tag);
    if (slot < SLOTS) return __ldcg(&BOX.index[SLOTS * one.number + slot]);
    return other_slot < SLOTS ? __ldcg(&BOX.index[SLOTS * other.number + other_slot]) : 0;
}

// Gives a block an entry, without disturbing lanes that look for other blocks at the same time.
__device__ inline void add_entry(uint64_t number, uint64_t entry) {
    const Mixed mixed(number);
    Bucket one(mixed.one, 0), other(mixed.other, 1);
    for (;;) {
        const bool takes_one = one.empty() >= other.empty();
        Bucket &bucket = takes_one ? one : other;
        const uint32_t slot = bucket.slot_of(0);
        if (slot == SLOTS) { *(volatile uint32_t *)&BOX.pool[SHORT] = 1; *(volatile uint32_t *)BOX.stop = 1; return; }
        const uint32_t before = bucket.words[slot / 2], after = before | bucket.tag << 16 * (slot % 2);
        if (atomicCAS((uint32_t *)BOX.tags + 8 * bucket.number + slot / 2, before, after) == before) {
            BOX.index[SLOTS * bucket.number + slot] = entry;
            return;
        }
        bucket.look(); // another one was quicker
    }
}

// ---- Memory for lists -------------------------------------------------------------------------------------------------------------------------

constexpr uint64_t NO_ROOM = ~0ull;
constexpr uint64_t FIRST_CHUNK = 1 << 17; // a list's begin less the items before it must not go below zero

// Takes a free segment from a pool; ALL when there is none.
__device__ inline uint32_t take_segment(uint32_t *pool, uint32_t segments) {
    for (uint32_t taken = *(const volatile uint32_t *)&pool[TAKEN];;) {
        const uint32_t given = *(const volatile uint32_t *)&pool[GIVEN];
        if (given == taken) return ALL;
        const uint32_t before = atomicCAS(&pool[TAKEN], taken, taken + 1);
        if (before == taken) {
            atomicMax(&pool[MOST_USED], taken + 1 + segments - given);
            return __ldcg(&pool[FREE + taken % segments]);
        }
        taken = before;
    }
}

// Finds memory for a segment of a shelf. If thrifty, every second shelf is for cold lists, which are on the host while it has room; the others go there
// when the card is full.
__device__ inline void find_segment(uint32_t shelf, uint32_t *place) {
    auto on_card = [] { return take_segment(BOX.pool, BOX.segments); };
    auto on_host = [] {
        const uint32_t found = BOX.host_segments ? take_segment(BOX.host_pool, BOX.host_segments) : ALL;
        return found == ALL ? ALL : BOX.segments + found;
    };
    const bool is_cold = BOX.tags && shelf & 1;
    uint32_t found = is_cold ? on_host() : on_card();
    if (found == ALL) found = is_cold ? on_card() : on_host();
    if (found == ALL) {
        *(volatile uint32_t *)&BOX.pool[SHORT] = 1;
        *(volatile uint32_t *)BOX.stop = 1; // the work was for nothing
    }
    *(volatile uint32_t *)place = found == ALL ? ALL : 1 + found;
}

// Takes this many chunks on a shelf, at most as many as a segment has, and returns the first; NO_ROOM when there is no memory left. For one lane.
__device__ inline uint64_t take_chunks(uint32_t shelf, uint32_t chunks) {
    const uint32_t within = (1u << BOX.segment_bits) - 1;
    const uint32_t most = BOX.segments + BOX.host_segments;
    uint32_t *const places = BOX.places + (size_t)shelf * most;
    for (;;) {
        const uint64_t first = atomicAdd(&BOX.shelves[shelf], (uint64_t)chunks);
        const uint32_t begins_in = (uint32_t)(first >> BOX.segment_bits), ends_in = (uint32_t)((first + chunks - 1) >> BOX.segment_bits);
        // The lane that takes the first chunk of a segment finds memory for it.
        if ((first & within) == 0 && begins_in < most) find_segment(shelf, places + begins_in);
        if (ends_in >= most) { *(volatile uint32_t *)&BOX.pool[SHORT] = 1; return NO_ROOM; }
        if (ends_in != begins_in) { find_segment(shelf, places + ends_in); continue; } // it would be in two pieces: that room stays empty
        uint32_t place;
        while ((place = *(const volatile uint32_t *)(places + begins_in)) == 0) {} // another batch is about to write it
        return place == ALL ? NO_ROOM : FIRST_CHUNK + ((uint64_t)(place - 1) << BOX.segment_bits | (first & within));
    }
}

// Calls `see` with every segment that a shelf has taken; for a whole group.
template <class See> __device__ __forceinline__ void each_segment(uint32_t shelf, See see) {
    const uint32_t most = BOX.segments + BOX.host_segments;
    const uint64_t chunks = BOX.shelves[shelf];
    const uint32_t segments = (uint32_t)((chunks + (1u << BOX.segment_bits) - 1) >> BOX.segment_bits);
    for (uint32_t i = threadIdx.x; i < segments && i < most; i += THREADS) {
        const uint32_t place = BOX.places[(size_t)shelf * most + i];
        if (place != 0 && place != ALL) see(place - 1);
    }
}

// Marks the segments of a shelf: their lists are about to be forgotten, because the last wave that could read them is over.
extern "C" __global__ void end_shelf(uint32_t shelf) {
    each_segment(shelf, [](uint32_t segment) { BOX.dead[segment] = 1; });
}

// Empties the slots of all lists that are about to be forgotten; eight slots a thread.
extern "C" __global__ void forget(uint32_t groups) {
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < 2 * BOX.buckets; i += (uint64_t)groups * THREADS) {
        const uint4 tags = BOX.tags[i];
        uint32_t words[4] = {tags.x, tags.y, tags.z, tags.w};
        bool changed = false;
#pragma unroll
        for (int slot = 0; slot < 8; slot++) {
            const uint32_t half = 0xffffu << 16 * (slot & 1);
            if (!(words[slot / 2] & half)) continue;
            const uint64_t chunk = first_chunk<true>(BOX.index[8 * i + slot]) - FIRST_CHUNK;
            if (BOX.dead[chunk >> BOX.segment_bits]) { words[slot / 2] &= ~half; changed = true; }
        }
        if (changed) BOX.tags[i] = make_uint4(words[0], words[1], words[2], words[3]);
    }
}

// Gives the segments of a shelf back, when their lists can no longer be found.
extern "C" __global__ void clear_shelf(uint32_t shelf) {
    each_segment(shelf, [](uint32_t segment) {
#ifdef EMULATED // reading it later finds something wrong there
        uint4 *const chunks = chunk_at<true>(FIRST_CHUNK + ((uint64_t)segment << BOX.segment_bits));
        uint16_t *const elements = (uint16_t *)chunks;
        for (uint32_t x = 0; x < 8u << BOX.segment_bits; x++) elements[x] = 4 * (37 * x % 60);
        if (BOX.tags) for (uint32_t x = 0; x < 1u << BOX.segment_bits; x++) chunks[x] = make_uint4(WIDEST | 37 * x % 60 << 4, 0, 0, 0);
#endif
        if (BOX.tags) BOX.dead[segment] = 0;
        const bool on_card = segment < BOX.segments;
        uint32_t *const pool = on_card ? BOX.pool : BOX.host_pool;
        const uint32_t segments = on_card ? BOX.segments : BOX.host_segments;
        pool[FREE + atomicAdd(&pool[GIVEN], 1u) % segments] = on_card ? segment : segment - BOX.segments;
    });
}

// When the list of this lane's block is read.
struct Life {
    uint32_t last;  // the largest sum of rows above from which a bite leads to it: `Cut::last_use` says why
    bool is_cold;   // few blocks read it in a wave
};

__device__ inline Life life_of(const Shape &shape, const uint8_t *rows, int lane) {
    const uint32_t above = shape.above;
    uint32_t sum = 0, most = 0, length = BOX.cols, before = BOX.cols, run = 0; // this many of the last rows are equal, and the one before them is longer
    // A run of equal rows may have been any rows between that and the row before: this many ways. Estimated in floating point, since it decides no answer.
    float readers = 0, ways = 0;
    for (uint32_t row = 0; row < above; row++) {
        const uint32_t next = rows[row * 32 + lane];
        if (next != length) { before = length; length = next; run = 0; readers += ways; ways = 1; }
        sum += next;
        run++;
        ways *= 1 + (float)(before - length) / run;
        most = max(most, run * (before - length));
    }
    readers += ways;
    for (uint32_t more = 1; above + more <= BOX.deepest; more++) {
        const uint32_t beyond = BOX.reach[above + more - 1];
        if (length > beyond) most = max(most, more * length);
        if (length <= BOX.reach[above] && before > beyond) most = max(most, run * (before - length) + more * before);
    }
    return {sum + most, readers * 16 < (float)BOX.cold * (most + 1)};
}

// Whether every block below these rows is wholly won.
__device__ __forceinline__ bool is_closed(uint64_t number) {
    if (BOX.tags) return __ldcg(&BOX.closed[number >> 5]) >> (number & 31) & 1;
    return __ldcg(&BOX.index[number]) & CLOSED;
}
// Marks them as such. If not thrifty, that is the whole entry.
__device__ __forceinline__ void close(uint64_t number) {
    if (BOX.tags) atomicOr(&BOX.closed[number >> 5], 1u << (number & 31));
    else BOX.index[number] = CLOSED;
}

// ---- The rows above of a wave's blocks --------------------------------------------------------------------------------------------------------

// A warp counts out 128 blocks of a share, in lexicographic order: `free_rows` parts from `lowest` to the whole width with the wave's sum, then the
// fixed row. Blocks below a closed one, or that lack the poison, are closed; the others are written down to be solved.
extern "C" __global__ void unrank(uint8_t *prefixes, uint32_t sum_above, uint32_t first_share, uint32_t shares, uint32_t chunks) {
#ifdef EMULATED
    uint8_t *const rows = (uint8_t *)emulated::shared + (threadIdx.x >> 5) * 128 * MOST_ROWS;
#else
    __shared__ uint8_t rows_of_all[UNRANKING_WARPS * 128 * MOST_ROWS];
    uint8_t *const rows = rows_of_all + (threadIdx.x >> 5) * 128 * MOST_ROWS;
#endif
    const uint32_t chunk = blockIdx.x * UNRANKING_WARPS + (threadIdx.x >> 5);
    const int lane = threadIdx.x & 31;
    if (chunk >= chunks) return;
    uint32_t mine = 0; // the share that this chunk belongs to
    for (uint32_t o = 0; o < shares; o += 32)
        mine += __popc(__ballot_sync(ALL, o + lane < shares && __ldg(&BOX.shares[first_share + o + lane].first_chunk) <= chunk));
    mine += first_share - 1;
    const Share share = BOX.shares[mine];
    const Shape &shape = SHAPES[share.shape];
    const int above = shape.above;
    uint32_t open[4], all_open = 0;
#pragma unroll
    for (int q = 0; q < 4; q++) {
        const uint32_t wanted = (chunk - share.first_chunk) * 128 + 32 * q + lane;
        const bool in = wanted < share.blocks;
        uint32_t rank = share.first_block + (in ? wanted : share.blocks - 1);
        int sum = (int)sum_above - (int)(shape.free_rows * shape.lowest) - (shape.is_fixed ? (int)shape.bound : 0);
        int most = BOX.cols - shape.lowest;
        uint64_t number = 0, parent = 0;
        bool has_poison = true;
        for (int row = 0; row < above; row++) {
            int length = shape.bound;
            if (row < (int)shape.free_rows) {
                // How many have this row at most this long? Take the first length for which that is more than the rank.
                const uint32_t *counts = BOX.partitions + ((shape.free_rows - row) * BOX.sums + sum) * BOX.lengths;
                int low = 0, high = min(most, sum);
                while (low < high) { const int middle = (low + high) >> 1; if (__ldg(counts + middle) > rank) high = middle; else low = middle + 1; }
                if (low > 0) rank -= __ldg(counts + low - 1);
                length = low + shape.lowest;
                most = low;
                sum -= low;
            }
            rows[(q * MOST_ROWS + row) * 32 + lane] = length;
            has_poison &= row + 1 != (int)BOX.poison_row || length >= (int)BOX.poison_col;
            parent = number;
            number += row < (int)BOX.head ? head_step(row, length) : steps_of_number(row + 1, length) - steps_of_number(row, length);
        }
        const bool closed = above > 0 && (!has_poison || is_closed(parent));
        if (in && closed) close(number);
        open[q] = __ballot_sync(ALL, in && !closed);
        all_open += __popc(open[q]);
    }
    uint32_t at = 0;
    if (lane == 0 && all_open) at = atomicAdd(&BOX.open[mine], all_open);
    at = __shfl_sync(ALL, at, 0);
    __syncwarp();
#pragma unroll
    for (int q = 0; q < 4; q++) {
        if (open[q] >> lane & 1) {
            const uint32_t place = at + __popc(open[q] & lanes_before(lane));
            uint8_t *prefix = prefixes + (size_t)(share.first_batch + (place >> 5)) * BOX.prefix_stride + (place & 31);
            for (int row = 0; row < above; row++) prefix[32 * row] = rows[(q * MOST_ROWS + row) * 32 + lane];
        }
        at += __popc(open[q]);
    }
}

// ---- Bites above that cut the tail ------------------------------------------------------------------------------------------------------------

struct CutItem { uint4 elements; uint32_t blocks, row; };

// The part of a list, in chunks, whose tails begin with as many equal rows as wanted; exact: with one more. Class ends are rounded up to chunks.
struct Part { uint32_t begin, end; };

template <bool is_thrifty, bool exact> __device__ __forceinline__ Part part_of_list(uint64_t entry, uint32_t wanted) {
    const uint32_t low = (uint32_t)entry, chunks = chunks_of(entry);
    if (is_thrifty) {
        const uint32_t end2 = low >> 11 & 0x7ff;
        const bool is_second = !exact && wanted == 1;
        return {is_second && end2 ? end2 - 1 : 0, wanted == 0 || is_second ? chunks : end2};
    }
    const uint32_t end2 = low >> 11 & 0x7f, end3 = low >> 18 & 0x3f, end5 = low >> 24 & 0x3f;
    const uint32_t to2 = end2 == 127 ? chunks : end2, to3 = end3 == 63 ? chunks : end3, to5 = end5 == 63 ? chunks : end5;
    if (exact) return {0, wanted == 0 ? chunks : wanted == 1 ? to2 : wanted <= 3 ? to3 : to5};
    const uint32_t begin = wanted == 1 ? end2 : wanted == 2 ? end3 : wanted == 3 || wanted == 4 ? end5 : 0;
    // Two classes share a chunk.
    return {begin ? begin - 1 : 0, wanted <= 1 ? chunks : wanted == 2 ? to2 : wanted <= 4 ? to3 : to5};
}

// A tail, counted from the first that begins with enough rows of column v, if it is one that does.
template <bool exact> __device__ __forceinline__ void cut_long(uint32_t tail, uint32_t blocks, const uint4 &range) {
    if (tail < range.y && (tail >= range.z) == exact) win(tail, blocks);
}

// The same for all columns within reach at once. For each element: how far is it beyond the nearest tail before it that begins with some length; with
// enough rows of that length; with one more? Two elements at once; negative differences are large.
template <bool exact, int N>
__device__ __forceinline__ void cut_short(const uint32_t (&pairs)[N], uint32_t blocks, const Shape &shape, uint32_t row) {
    const uint4 *firsts = BOX.equal + (shape.equal_at + row * shape.equal_cols);
    uint32_t from_first[N], from_equal[N], from_exact[N];
#pragma unroll
    for (int y = 0; y < N; y++) from_first[y] = from_equal[y] = from_exact[y] = pairs[y];
    for (uint32_t v = 0; v < shape.equal_cols; v++) {
        const uint4 less = __ldg(firsts + v);
#pragma unroll
        for (int y = 0; y < N; y++) {
            from_first[y] = __viaddmin_u16x2(pairs[y], less.x, from_first[y]);
            from_equal[y] = __viaddmin_u16x2(pairs[y], less.y, from_equal[y]);
            from_exact[y] = __viaddmin_u16x2(pairs[y], less.z, from_exact[y]);
        }
    }
#pragma unroll
    for (int y = 0; y < 2 * N; y++) {
        const int shift = y & 1 ? 16 : 0;
        const uint32_t first = from_first[y >> 1] >> shift & 0xffff, tail = from_equal[y >> 1] >> shift & 0xffff, beyond = from_exact[y >> 1] >> shift & 0xffff;
        if (exact ? beyond <= first : tail <= first && tail < beyond) win(tail, blocks);
    }
}

// A bite in row i of the rows above at column v leaves P[0..i], then v again and again, then the tail cut to v. If v is too short to be a row of a prefix,
// the block is that of P[0..i], and the rest is in its tails: for all such columns at once it is one list (an entry of `cuts` with column ALL). For every
// longer v it is another block. In both cases we want the tails that begin with one row of v for each row above that is left; what follows is our tail,
// cut to v. If its first row is v itself (exact), it represents every tail that is cut to it. If it is less, no row was cut, and it represents only
// itself. The exact ones come first, then they are widened, then the others.
template <bool is_thrifty, bool exact>
__device__ NOT_INLINED void cutting_bites(uint32_t shape_index, uint32_t blocks) {
    SHARED(shared);
    const Place at(shape_index, shared);
    const Shape &shape = at.shape;
    const int lane = at.lane, above = shape.above;
    uint2 *const queue = at.queue();
    // Blocks that share their first rows with the block before leave those bites to it.
    const int own_from = lane < (int)blocks ? at.same()[lane] : above;
    uint32_t turn = 0;
    uint4 my_cut = make_uint4(0, 0, 0, 0);
    for (uint32_t u = 0; u < shape.cuts; u++) {
        if (u % 32 == 0 && u + lane < shape.cuts) my_cut = __ldg(BOX.cuts + (shape.cuts_at + 2 * (u + lane))); // a lane has one of every 32
        const uint32_t rows = __shfl_sync(ALL, my_cut.x, u & 31), col = __shfl_sync(ALL, my_cut.y, u & 31), equal = __shfl_sync(ALL, my_cut.z, u & 31);
        const uint32_t bites = (int)rows > own_from ? rows - own_from : 0;
        uint32_t ends = sum_to_here(bites, lane);
        const uint32_t all = __shfl_sync(ALL, ends, 31);
        const bool has = bites != 0;
        const uint32_t having = __ballot_sync(ALL, has);
        if (!has) ends = 0x7fffffff;
        const uint32_t begins = ends - bites;
        for (uint32_t from = 0; from < all; from += 32) {
            if (turn++ % WARPS != at.warp) continue;
            // The lane takes one bite: which block, which row?
            const uint32_t order = list_of_item(ends, from, lane);
            if (has) ((uint8_t *)queue)[__popc(having & lanes_before(lane))] = lane;
            __syncwarp();
            const bool is_bite = from + lane < all;
            const uint32_t block = is_bite ? ((uint8_t *)queue)[order] : 0;
            uint32_t row = from + lane - __shfl_sync(ALL, begins, block) + __shfl_sync(ALL, own_from, block);
            __syncwarp();
            if (!is_bite) row = 0;
            const bool short_cols = col == ALL;
            uint32_t more = 0, wanted = equal;
            if (short_cols) wanted = above - row; else more = steps_of_number(above, col) - steps_of_number(row, col);
            uint64_t entry = 0;
            if (is_bite) {
                const uint64_t head = head_of_number<is_thrifty>(at, block, row, above, short_cols ? 0 : col);
                entry = entry_of<is_thrifty>(head + (at.numbers()[row * 32 + block] + more));
            }
            const uint32_t next = at.leaders()[row] & (~1u << block);
            const uint32_t run = (next ? __ffs(next) - 1 : blocks) - 1 - block;
            const Part part = part_of_list<is_thrifty, exact>(entry, wanted);
            const uint4 range = __ldg(BOX.cuts + (shape.cuts_at + 2 * u + 1)); // column v: 4 * its first tail, 4 * how many, 4 * those before the exact ones
            share_out<CutItem, is_thrifty>(
                queue, lane, part.end > part.begin ? part.end - part.begin : 0,
                [&](uint32_t first, uint32_t) {
                    const uint64_t noted = (first_chunk<is_thrifty>(entry) + part.begin - first) << 15 | row << 10 | block << 5 | run;
                    return make_uint2((uint32_t)noted, (uint32_t)(noted >> 32));
                },
                [&](uint2 noted, uint32_t number, CutItem &item) {
                    item.elements = __ldcg(chunk_at<is_thrifty>((((uint64_t)noted.y << 32 | noted.x) >> 15) + number));
                    item.blocks = run_of_blocks(noted.x >> 5 & 31, noted.x & 31);
                    item.row = noted.x >> 10 & 31;
                },
                [&](const CutItem &item) {
                    if (is_thrifty && !short_cols) {
                        each_packed(item.elements, [&](int, uint32_t element) { cut_long<exact>(element - range.x, item.blocks, range); });
                        return;
                    }
                    if (is_thrifty) {
                        uint32_t pairs[2]; // four elements at a time
                        each_packed(item.elements, [&](int y, uint32_t element) {
                            pairs[y % 4 / 2] = y & 1 ? pairs[y % 4 / 2] | element << 16 : element;
                            if (y % 4 == 3) cut_short<exact>(pairs, item.blocks, shape, item.row);
                        });
                        return;
                    }
                    const uint32_t pairs[4] = {item.elements.x, item.elements.y, item.elements.z, item.elements.w};
                    if (short_cols) { cut_short<exact>(pairs, item.blocks, shape, item.row); return; }
#pragma unroll
                    for (int y = 0; y < 8; y++) cut_long<exact>((y & 1 ? pairs[y >> 1] >> 16 : pairs[y >> 1] & 0xffff) - range.x, item.blocks, range);
                });
        }
    }
}

// A tail whose first row is v + 1 can be cut like the tail that it becomes when cut to v; so go v by v.
__device__ NOT_INLINED void widen(uint32_t shape_index) {
    SHARED(shared);
    const Place at(shape_index, shared);
    const Shape &shape = at.shape;
    uint32_t *const words = at.words();
    auto widen_one = [&](int v, uint32_t from, uint32_t step) {
        for (uint32_t tail = WITHIN[shape.within_at + v] + from, end = WITHIN[shape.within_at + v + 1]; tail < end; tail += step)
            words[tail] |= at.word_at(__ldg(&BOX.shorter[shape.shorter_at + tail]));
    };
    int few = 0; // the first lengths have few tails: one warp does them
    while (few < (int)shape.bound && WITHIN[shape.within_at + few + 1] <= 320) few++;
    if (at.warp == blockIdx.x % WARPS)
        for (int v = 0; v < few; v++) { widen_one(v, at.lane, 32); __syncwarp(); }
    __syncthreads();
    for (int v = few; v < (int)shape.bound; v++) { widen_one(v, at.thread, THREADS); __syncthreads(); }
}

// A tail that lacks the poison is won: the other player ate it. Only after the tails are widened, because a longer one may still have it.
__device__ NOT_INLINED void mark_eaten(uint32_t shape_index) {
    SHARED(shared);
    const Place at(shape_index, shared);
    for (uint32_t tail = at.thread; tail < at.shape.tails; tail += THREADS)
        if (__ldg(&BOX.eaten[at.shape.eaten_at + (tail >> 5)]) >> (tail & 31) & 1) at.words()[tail] = ALL;
}

// ---- Bites above that spare the tail ------------------------------------------------------------------------------------------------------------

struct SparingItem { uint4 one, other; uint32_t blocks; bool has_other; };

// A bite in row i at column j beyond last_cut: rows i to the last one longer than j become j, and the tail stays. All lanes look at the same row and
// column, each for its block; neighbours that bite to the same block read its list together. `is_long`: there are more than 32 such columns.
template <bool is_thrifty, bool is_long>
__device__ NOT_INLINED void sparing_bites(uint32_t shape_index, uint32_t blocks) {
    SHARED(shared);
    const Place at(shape_index, shared);
    const Shape &shape = at.shape;
    const int lane = at.lane;
    const bool in = lane < (int)blocks;
    const uint32_t *const numbers = at.numbers();
    const uint8_t *const longer = at.longer();
    uint2 *const queue = at.queue();
    const uint32_t own = numbers[shape.above * 32 + lane];
    const bool new_first = shape.above > 1 && at.leaders()[1] >> lane & 1; // another first row than the block before
    const uint32_t cols = BOX.cols - 1 - shape.last_cut;
    const uint8_t *const most = at.most();
    uint32_t all = 0; // how many bites there are
    for (uint32_t o = lane; o < cols; o += 32) all += most[o];
    all = __reduce_add_sync(ALL, all);
    // Bites are numbered column by column, and looked up in this order. A lane has one of 32 columns: where do its bites begin, and where do those of all
    // 32 end? A long bar has more columns than that: then the next 32 follow.
    uint32_t first_col = 0, begins, end;
    auto look_at_cols = [&](uint32_t before) {
        const uint32_t o = first_col + lane, mine = o < cols ? most[o] : 0, ends = sum_to_here(mine, lane) + before;
        begins = o < cols ? ends - mine : ALL;
        end = __shfl_sync(ALL, ends, 31);
    };
    look_at_cols(0);
    auto look_up = [&](uint32_t bite, uint32_t &run, uint64_t &entry) {
        if (is_long) while (bite >= end) { first_col += 32; look_at_cols(end); }
        const uint32_t of_lane = __popc(__ballot_sync(ALL, begins <= bite)) - 1, o = first_col + of_lane;
        const uint32_t row = bite - __shfl_sync(ALL, begins, of_lane), col = shape.last_cut + 1 + o;
        const uint32_t until = longer[o * 32 + lane];
        const bool is_bite = in & (row < until);
        const uint32_t number = numbers[row * 32 + lane] - numbers[until * 32 + lane] + own + steps_of_number(until, col) - steps_of_number(row, col);
        const uint64_t head = head_of_number<is_thrifty>(at, lane, row, until, col);
        const uint32_t before = __shfl_up_sync(ALL, number, 1), biting = __ballot_sync(ALL, is_bite);
        bool differs = before != number;
        if (is_thrifty) differs |= __shfl_up_sync(ALL, head, 1) != head;
        else differs |= row != 0 & new_first;
        const bool leads = is_bite & (lane == 0 | differs | !(biting >> ((lane - 1) & 31) & 1));
        const uint32_t stop = (__ballot_sync(ALL, leads) | ~biting) & (~1u << lane);
        run = (stop ? __ffs(stop) - 1 : 32) - 1 - lane;
        entry = 0;
        if (leads) entry = entry_of<is_thrifty>(head + number);
    };
    auto take = [&] {
        uint32_t bite = 0;
        if (lane == 0) bite = take_one(at.at.control + 4 * WARPS);
        return __shfl_sync(ALL, bite, 0);
    };
    // An item is two chunks; the last one may be one. If it is packed and may have to cross the bus it is one, so that neighbouring lanes ask for it
    // together.
    constexpr uint32_t EACH = is_thrifty ? 1 : 2;
    uint32_t bite = take(), run = 0;
    uint64_t entry = 0;
    if (bite < all) look_up(bite, run, entry);
    while (bite < all) {
        const uint32_t next_bite = take();
        uint32_t next_run = 0;
        uint64_t next_entry = 0;
        if (next_bite < all) look_up(next_bite, next_run, next_entry); // on its way while this one is read
        const uint32_t chunks = chunks_of(entry);
        share_out<SparingItem, is_thrifty>(
            queue, lane, (chunks + EACH - 1) / EACH,
            [&](uint32_t first, uint32_t end) {
                const uint64_t noted = (first_chunk<is_thrifty>(entry) - EACH * first) << 30 | (uint64_t)(chunks & 1) << 26 | end << 10 | lane << 5 | run;
                return make_uint2((uint32_t)noted, (uint32_t)(noted >> 32));
            },
            [&](uint2 noted, uint32_t number, SparingItem &item) {
                const uint4 *chunk = chunk_at<is_thrifty>((((uint64_t)noted.y << 32 | noted.x) >> 30) + EACH * number);
                item.has_other = EACH == 2 && !((noted.x >> 26 & 1) && (noted.x >> 10 & 0xffff) == number + 1);
                item.one = __ldcg(chunk);
                if (item.has_other) item.other = __ldcg(chunk + 1);
                item.blocks = run_of_blocks(noted.x >> 5 & 31, noted.x & 31);
            },
            [&](const SparingItem &item) {
                if (is_thrifty) {
                    each_packed(item.one, [&](int, uint32_t element) { win(element, item.blocks); });
                    return;
                }
                win_chunk(item.one, item.blocks);
                if (item.has_other) win_chunk(item.other, item.blocks);
            });
        bite = next_bite;
        run = next_run;
        entry = next_entry;
    }
}

// ---- Bites inside the tail ------------------------------------------------------------------------------------------------------------------------

// Two sums a step, the even one and the odd one after it. Tails of the even sum that are not won are lost. Those of the odd sum could still bite to them,
// by one square only: `smaller` says which. Then each lost tail marks all longer tails that can bite to it: the lists of these, in pieces of at most eight
// chunks, are queued for the whole group, so that every warp has the same to do, and four lanes take a piece. A step of more than THREADS pairs is
// done in parts, and so is one with more pieces than the queue holds. The next pair is read while this one is used.
__device__ NOT_INLINED void sweep(uint32_t shape_index) {
    SHARED(shared);
    const Place at(shape_index, shared);
    const Shape &shape = at.shape;
    const int lane = at.lane;
    uint2 *const queue = (uint2 *)(shared + at.at.queues); // QUEUE pieces: where they begin << 11 | chunks; the blocks
    uint32_t *const queued = at.noted() + WARPS + 1;       // how many: for this part, the next and the one after
    const uint16_t *const steps = at.steps();
    const uint4 *const pairs = BOX.pairs + shape.pairs_at, *const all_smaller = BOX.smaller + shape.pairs_at, *const longer = BOX.longer + shape.longer_at;
    uint16_t *const noted = BOX.noted + ((size_t)blockIdx.x * WARPS + at.warp) * NOTED;
    const uint4 none = make_uint4(0, 4 * (shape.tails + 32), 0, 4 * (shape.tails + 32));
    const uint32_t quarter = lane & 3;
    constexpr uint32_t QUEUE = 32 * WARPS, PIECE = 8;
    uint32_t found = 0, turn = 0, step = 0, begin = 0, end = steps[1];
    uint4 pair = none, smaller = none;
    if (at.thread < end) { pair = __ldg(pairs + at.thread); smaller = __ldg(all_smaller + at.thread); }
    if (at.thread < 3) queued[at.thread] = 0;
    __syncthreads();
    while (step < shape.steps) {
        uint32_t lost_even = ~at.word_at(pair.y & 0xfffc), lost_odd = ~at.word_at(pair.w & 0xfffc); // the blocks in which the tail is lost
        if (lost_odd)
            lost_odd &= at.word_at(smaller.x & 0xffff) & at.word_at(smaller.x >> 16) & at.word_at(smaller.y & 0xffff) & at.word_at(smaller.y >> 16) &
                        at.word_at(smaller.z & 0xffff) & at.word_at(smaller.z >> 16) & at.word_at(smaller.w & 0xffff) & at.word_at(smaller.w >> 16);
        const uint32_t even = __ballot_sync(ALL, lost_even != 0), odd = __ballot_sync(ALL, lost_odd != 0);
        const uint4 here = pair;
        // The next part.
        begin += THREADS;
        if (begin >= end) { begin = end; step++; end = step < shape.steps ? steps[step + 1] : begin; }
        pair = none;
        if (begin + at.thread < end) { pair = __ldg(pairs + (begin + at.thread)); smaller = __ldg(all_smaller + (begin + at.thread)); }
        uint32_t first = 0, pieces_even = 0, pieces_odd = 0;
        if (even | odd) {
            pieces_even = lost_even ? ((here.x & 0x7ff) + PIECE - 1) / PIECE : 0;
            pieces_odd = lost_odd ? ((here.z & 0x7ff) + PIECE - 1) / PIECE : 0;
            const uint32_t ends = sum_to_here(pieces_even + pieces_odd, lane);
            uint32_t base = 0;
            if (lane == 31) base = atomicAdd(&queued[turn], ends);
            first = __shfl_sync(ALL, base, 31) + ends - pieces_even - pieces_odd;
            const uint32_t evens = __popc(even), my_even = found + __popc(even & lanes_before(lane)), my_odd = found + evens + __popc(odd & lanes_before(lane));
            if (lost_even && my_even < NOTED) noted[my_even] = here.y;
            if (lost_odd && my_odd < NOTED) noted[my_odd] = here.w;
            found += evens + __popc(odd);
        }
        for (uint32_t from = 0;; from += QUEUE) {
            auto put = [&](uint32_t at_piece, uint32_t pieces, uint32_t list, uint32_t lost) {
                for (uint32_t i = 0; i < pieces; i++)
                    if (at_piece + i - from < QUEUE) queue[at_piece + i - from] = make_uint2(((list >> 11) + PIECE * i) << 11 | min(PIECE, (list & 0x7ff) - PIECE * i), lost);
            };
            put(first, pieces_even, here.x, lost_even);
            put(first + pieces_even, pieces_odd, here.z, lost_odd);
            __syncthreads();
            const uint32_t all = queued[turn], held = min(all - from, QUEUE);
            if (all == 0) break;
            for (uint32_t z = 8 * at.warp; z < held; z += 8 * WARPS) {
                uint2 piece = make_uint2(0, 0);
                if (z + (lane >> 2) < held) piece = queue[z + (lane >> 2)];
                const uint32_t chunks = piece.x & 0x7ff;
                const uint4 *const list = longer + (piece.x >> 11) + quarter;
                uint4 chunk, other;
                if (quarter < chunks) chunk = __ldg(list);
                if (quarter + 4 < chunks) other = __ldg(list + 4);
                if (quarter < chunks) win_chunk(chunk, piece.y);
                if (quarter + 4 < chunks) win_chunk(other, piece.y);
            }
            __syncthreads();
            if (from + QUEUE >= all) break;
        }
        // Every lane has read the counter of the part before; it is the one after the next.
        turn = turn == 2 ? 0 : turn + 1;
        if (at.thread == 0) queued[turn == 2 ? 0 : turn + 1] = 0;
    }
    if (lane == 0) at.noted()[at.warp] = found;
}

// ---- What was found -------------------------------------------------------------------------------------------------------------------------------

// Takes room on shelves for the lists of a batch, those of a shelf together. Returns the first of this lane's chunks; NO_ROOM to all lanes if there is
// too little for one.
__device__ __forceinline__ uint64_t take_room(uint32_t shelf, uint32_t chunks, int lane) {
    uint64_t mine = 0;
    bool fits = true;
    for (uint32_t left = __ballot_sync(ALL, chunks != 0); left;) {
        const int leader = __ffs(left) - 1;
        const uint32_t leaders_shelf = __shfl_sync(ALL, shelf, leader);
        const bool is_there = chunks != 0 && shelf == leaders_shelf;
        const uint32_t to_here = sum_to_here(is_there ? chunks : 0, lane), together = __shfl_sync(ALL, to_here, 31);
        uint64_t first = 0;
        if (lane == leader) first = take_chunks(shelf, together);
        first = __shfl_sync(ALL, first, leader);
        fits &= first != NO_ROOM;
        if (is_there) mine = first + to_here - chunks;
        left &= ~__ballot_sync(ALL, is_there);
    }
    return fits ? mine : NO_ROOM;
}

// Counts how many are lost, by first row: a batch has few different ones.
__device__ __forceinline__ void count_lost(bool in, uint32_t first_row, uint32_t lost, int lane) {
    for (uint32_t left = __ballot_sync(ALL, in); left;) {
        const uint32_t row = __shfl_sync(ALL, first_row, __ffs(left) - 1);
        const bool mine = in && first_row == row;
        const uint32_t sum = __reduce_add_sync(ALL, mine ? lost : 0u);
        left &= ~__ballot_sync(ALL, mine);
        if (lane == 0) atomicAdd(&BOX.lost[row], (uint64_t)sum);
    }
}

// Counts the lost tails of each block by class, takes room for the lists, and writes them.
__device__ NOT_INLINED void collect(uint32_t shape_index, uint32_t blocks, uint64_t number, uint32_t first_row, uint32_t shelf) {
    SHARED(shared);
    const Place at(shape_index, shared);
    const Shape &shape = at.shape;
    const int lane = at.lane;
    const uint32_t *const noted = at.noted();
    bool overflown = false;
#pragma unroll
    for (int i = 0; i < (int)WARPS; i++) overflown |= noted[i] > NOTED;
    uint32_t *const counts = (uint32_t *)(shared + at.at.queues); // [class][block]
    uint64_t *const starts = (uint64_t *)(counts + 128);          // [block]: where its list is written, in elements
    for (uint32_t i = at.thread; i < 128; i += THREADS) counts[i] = 0;
    __syncthreads();
    // Calls `see` with 4 * tail | class and the blocks in which it is lost, for every tail.
    auto each_lost = [&](auto see) {
        if (!overflown) {
            const uint16_t *const own = BOX.noted + ((size_t)blockIdx.x * WARPS + at.warp) * NOTED;
            for (uint32_t r = 0, end = noted[at.warp]; r < end; r += 32) {
                if (r + lane < end) { const uint32_t tail = __ldcg(own + r + lane); see(tail, ~at.word_at(tail & 0xfffc)); }
                __syncwarp();
            }
            return;
        }
        const uint4 *const fours = (const uint4 *)shared;
        for (uint32_t i = at.thread; i < shape.tails / 4; i += THREADS) {
            const uint4 four = fours[i];
            if ((four.x & four.y & four.z & four.w) == ALL) continue;
            const uint32_t lost[4] = {~four.x, ~four.y, ~four.z, ~four.w}, classes = __ldg(&BOX.classes[(shape.shorter_at >> 2) + i]);
            for (int h = 0; h < 4; h++)
                if (lost[h]) see(16 * i + 4 * h | (classes >> (8 * h) & 3), lost[h]);
        }
    };
    each_lost([&](uint32_t tail, uint32_t lost) {
        const uint32_t of_class = (tail & 3) * 32;
        do { const int block = __ffs(lost) - 1; lost &= lost - 1; atomicAdd(&counts[of_class + block], 1u); } while (lost);
    });
    __syncthreads();
    if (at.warp == blockIdx.x % WARPS) {
        const bool in = lane < (int)blocks;
        const uint32_t upto5 = counts[lane], upto3 = upto5 + counts[32 + lane], upto2 = upto3 + counts[64 + lane], all = upto2 + counts[96 + lane];
        const uint32_t chunks = in ? (all + 7) >> 3 : 0;
        const uint64_t start = take_room(shelf, chunks, lane);
        const bool fits = start != NO_ROOM;
        const uint32_t end5 = min((upto5 + 7) >> 3, 63u), end3 = min((upto3 + 7) >> 3, 63u), end2 = min((upto2 + 7) >> 3, 127u);
        const bool is_lost = !(at.words()[0] >> lane & 1); // the rows above are already lost
        if (in) BOX.index[number] = (fits ? start << 30 | end5 << 24 | end3 << 18 | end2 << 11 | chunks : 0) | (is_lost ? CLOSED : 0);
        starts[lane] = fits ? start * 8 : NO_ROOM;
        counts[lane] = 0; counts[32 + lane] = upto5; counts[64 + lane] = upto3; counts[96 + lane] = upto2;
        // The last chunk is padded with words that are never read, in different banks.
        if (fits) for (uint32_t o = all; o < chunks * 8; o++) ((uint16_t *)(BOX.lists + start))[o] = (uint16_t)(4 * (shape.tails + ((o + lane * 5) & 31)));
        count_lost(in, first_row, all, lane);
    }
    __syncthreads();
    if (starts[0] == NO_ROOM) return;
    each_lost([&](uint32_t tail, uint32_t lost) {
        const uint32_t of_class = (tail & 3) * 32;
        do {
            const int block = __ffs(lost) - 1;
            lost &= lost - 1;
            const uint32_t o = atomicAdd(&counts[of_class + block], 1u);
            ((uint16_t *)BOX.lists)[starts[block] + o] = (uint16_t)(tail & 0xfffc);
        } while (lost);
    });
}

// What a list takes when it is packed, in chunks: those that have a tail of its first class, and all.
struct Packing { uint32_t end2, chunks; };

// Packs a list of tails where it is; for one lane. A chunk takes at least eight of them, if there are as many, so they are read before they are overwritten.
__device__ inline Packing pack(uint16_t *tails, uint32_t first_class, uint32_t all) {
    uint4 *const chunks = (uint4 *)tails;
    const uint32_t circle = BOX.circle / 4;
    auto distance = [&](uint32_t from, uint32_t to) { return to + (to < from ? circle : 0) - from; };
    Packing packed = {0, 0};
    for (uint32_t begin = 0; begin < all;) {
        // As many distances as there is room for. What could be one is read at once, so that the lane waits for memory only once a chunk.
        const uint32_t first = tails[begin];
        uint32_t beyond[IN_CHUNK - 1], distances = 0, widest = NARROWEST;
#pragma unroll
        for (int y = 0; y < (int)IN_CHUNK - 1; y++) beyond[y] = begin + 1 + y < all ? tails[begin + 1 + y] : 0;
        bool fits = true;
#pragma unroll
        for (int y = (int)IN_CHUNK - 2; y >= 0; y--) beyond[y] = distance(y ? beyond[y - 1] : first, beyond[y]);
#pragma unroll
        for (int y = 0; y < (int)IN_CHUNK - 1; y++) {
            widest = max(widest, 32u - __clz(beyond[y]));
            fits &= begin + 1 + y < all && (y + 1) * widest <= DISTANCES;
            distances += fits;
        }
        const uint32_t width = distances ? min(WIDEST, DISTANCES / distances) : WIDEST;
        uint4 bits = make_uint4(0, 0, 0, 0);
        auto put = [&](uint32_t value, uint32_t width) { // before all others
            bits.w = __funnelshift_l(bits.z, bits.w, width);
            bits.z = __funnelshift_l(bits.y, bits.z, width);
            bits.y = __funnelshift_l(bits.x, bits.y, width);
            bits.x = bits.x << width | value;
        };
#pragma unroll
        for (int y = (int)IN_CHUNK - 2; y >= 0; y--)
            if (y < (int)distances) put(beyond[y], width);
        put(first, 14);
        put(width, 4);
        if (begin < first_class) packed.end2 = packed.chunks + 1;
        chunks[packed.chunks++] = bits;
        begin += 1 + distances;
    }
    return packed;
}

// The same for packed lists. A lane has a block, and a warp a range of tails, which it goes through in order: so lists are in order too. They are
// packed on the card and then copied as they are, because the host's memory is written in whole chunks: each write crosses the bus. If the lists of a
// batch are too long to be packed together, some blocks come first.
__device__ NOT_INLINED void collect_packed(uint32_t shape_index, uint32_t blocks, uint64_t number, uint32_t first_row, uint32_t shelf) {
    SHARED(shared);
    const Place at(shape_index, shared);
    const Shape &shape = at.shape;
    const int lane = at.lane;
    const bool is_leading = at.warp == blockIdx.x % WARPS, in = lane < (int)blocks;
    uint32_t *const places = (uint32_t *)(shared + at.at.queues); // [class][warp][block]: how many lost tails, then where the first is put
    uint64_t *const starts = at.firsts();                         // [block]: the first chunk of its list
    uint32_t *const packed = at.numbers();                        // [block]: where it is packed << 16 | chunks
    uint32_t *const turn = at.noted();                            // the block that ends this turn; the places before its first
    uint4 *const staged = BOX.staged + (size_t)blockIdx.x * BOX.staged_chunks;
    // Calls `see` with every tail of this warp's range that is lost in this lane's block, and whether it is of the second class.
    const uint32_t rounds = (shape.tails + 31) / 32;
    auto each_lost = [&](auto see) {
        for (uint32_t round = at.warp * rounds / WARPS, end = (at.warp + 1) * rounds / WARPS; round < end; round++) {
            const uint32_t tail = 32 * round + lane, lost = tail < shape.tails ? ~at.words()[tail] : 0;
            uint32_t left = __ballot_sync(ALL, lost != 0);
            if (left == 0) continue;
            const bool is_second = lost && (__ldg(&BOX.classes[(shape.shorter_at + tail) >> 2]) >> 8 * (tail & 3) & 3) == 3;
            const uint32_t seconds = __ballot_sync(ALL, is_second);
            for (; left; left &= left - 1) {
                const int nth = __ffs(left) - 1;
                if (__shfl_sync(ALL, lost, nth) >> lane & 1) see(32 * round + nth, seconds >> nth & 1);
            }
        }
    };
    uint32_t first_class = 0, second_class = 0;
    each_lost([&](uint32_t, uint32_t is_second) { first_class += !is_second; second_class += is_second; });
    places[at.warp * 32 + lane] = first_class;
    places[(WARPS + at.warp) * 32 + lane] = second_class;
    __syncthreads();
    uint32_t all = 0, begins = 0, ends = 0;
    if (is_leading) {
        first_class = 0;
        for (uint32_t i = 0; i < 2 * WARPS; i++) { all += places[i * 32 + lane]; if (i < WARPS) first_class = all; }
        const uint32_t room = (all + 7) & ~7u;
        ends = sum_to_here(room, lane);
        begins = ends - room;
        uint32_t place = begins;
        for (uint32_t i = 0; i < 2 * WARPS; i++) { const uint32_t count = places[i * 32 + lane]; places[i * 32 + lane] = place; place += count; }
        if (in && !(at.words()[0] >> lane & 1)) close(number); // the rows above are already lost
        count_lost(in, first_row, all, lane);
    }
    for (uint32_t from = 0, until; from < blocks; from = until) {
        if (is_leading) {
            const uint32_t before = __shfl_sync(ALL, begins, from);
            const uint32_t fit = __ballot_sync(ALL, lane >= (int)from && ends - before <= 8 * BOX.staged_chunks);
            if (lane == 0) { turn[0] = from + __popc(fit); turn[1] = before; }
        }
        __syncthreads();
        until = turn[0];
        const uint32_t before = turn[1];
        const bool is_now = lane >= (int)from && lane < (int)until;
        uint32_t to_first = places[at.warp * 32 + lane] - before, to_second = places[(WARPS + at.warp) * 32 + lane] - before;
        each_lost([&](uint32_t tail, uint32_t is_second) { if (is_now) ((uint16_t *)staged)[is_second ? to_second++ : to_first++] = tail; });
        __syncthreads();
        if (is_leading) {
            Packing list = {0, 0};
            if (is_now) list = pack((uint16_t *)staged + (begins - before), first_class, all);
            const uint64_t start = take_room(shelf, list.chunks, lane);
            const bool fits = start != NO_ROOM;
            if (list.chunks && fits) add_entry(number, start << 30 | list.end2 << 11 | list.chunks);
            starts[lane] = start;
            packed[lane] = fits ? (begins - before) / 8 << 16 | list.chunks : 0;
        }
        __syncthreads();
        for (uint32_t block = from + at.warp; block < until; block += WARPS)
            for (uint32_t chunk = lane; chunk < (packed[block] & 0xffff); chunk += 32)
                *chunk_at<true>(starts[block] + chunk) = staged[(packed[block] >> 16) + chunk];
        __syncthreads();
    }
}

// ---- A batch --------------------------------------------------------------------------------------------------------------------------------------

template <bool is_thrifty> __device__ __forceinline__ void solve_batch(const uint8_t *prefixes, uint32_t first_share, uint32_t shares, uint32_t from) {
    if (*(const volatile uint32_t *)BOX.stop) return;
    uint32_t shape_index = 0, blocks = 0, first_row = 0, shelf = 0, batch = ALL;
    uint64_t number = 0;
    Share share;
    {   // Which share is this, and which batch of it?
        const int lane = threadIdx.x & 31;
        uint32_t before = 0;
        for (uint32_t o = 0; o < shares; o += 32) {
            const uint32_t open = o + lane < shares ? __ldcg(&BOX.open[first_share + o + lane]) : 0, batches = (open + 31) >> 5;
            const uint32_t ends = sum_to_here(batches, lane) + before, ended = __popc(__ballot_sync(ALL, ends <= from + blockIdx.x));
            if (ended < 32) {
                batch = from + blockIdx.x - __shfl_sync(ALL, ends - batches, ended);
                share = BOX.shares[first_share + o + ended];
                blocks = min(32u, __shfl_sync(ALL, open, ended) - batch * 32);
                break;
            }
            before = __shfl_sync(ALL, ends, 31);
        }
        if (batch == ALL) return; // so many blocks were closed that none is left for us
        shape_index = share.shape;
    }
    {
        SHARED(shared);
        const Place at(shape_index, shared);
        const Shape &shape = at.shape;
        const int above = shape.above, lane = at.lane;
        uint8_t *const rows = (uint8_t *)(shared + at.at.queues);
        uint32_t *const words = at.words(), *const numbers = at.numbers();
        for (uint32_t i = at.thread; i <= shape.steps + 1; i += THREADS) at.steps()[i] = BOX.steps[shape.steps_at + i];
        if (at.warp == blockIdx.x % WARPS) {
            // Block numbers, row by row, and where a block begins to differ from the one before.
            uint32_t so_far = 0, same = 0;
            uint64_t head = 0;
            const uint8_t *own = prefixes + (size_t)(share.first_batch + batch) * BOX.prefix_stride + lane;
#pragma unroll 4
            for (int row = 0; row < above; row++) {
                const uint32_t length = lane < (int)blocks ? __ldcg(own + 32 * row) : 0;
                rows[row * 32 + lane] = length;
                numbers[row * 32 + lane] = so_far;
                const uint32_t before = __shfl_up_sync(ALL, so_far, 1);
                const uint64_t head_before = __shfl_up_sync(ALL, head, 1);
                const bool differs = lane < (int)blocks && (lane == 0 || before != so_far || head_before != head);
                const uint32_t differing = __ballot_sync(ALL, differs);
                if (lane == 0) at.leaders()[row] = differing;
                same += !differs;
                if (row < (int)HEAD<is_thrifty>) {
                    head += head_step(row, length);
                    if (is_thrifty) at.head()[32 * row + lane] = length;
                } else if (lane < (int)blocks) {
                    so_far += steps_of_number(row + 1, length) - steps_of_number(row, length);
                }
            }
            if (is_thrifty) for (int row = above; row < (int)HEAD<is_thrifty>; row++) at.head()[32 * row + lane] = 0;
            numbers[above * 32 + lane] = so_far;
            at.firsts()[lane] = head;
            at.same()[lane] = same;
            if (lane == 0) at.noted()[WARPS] = 0;
        }
        // Lanes without a block have won everything, and so has the padding.
        const uint32_t absent = blocks == 32 ? 0 : ALL << blocks, tails = WITHIN[shape.within_at + shape.bound];
        for (uint32_t tail = at.thread; tail < shape.tails; tail += THREADS) words[tail] = tail < tails ? absent : ALL;
        if (at.thread < 4) words[shape.tails + 32 + at.thread] = ALL;
        __syncthreads();
        for (int o = at.warp; o < (int)(BOX.cols - 1 - shape.last_cut); o += WARPS) {
            uint32_t longer = 0;
            for (int row = 0; row < above; row++) longer += rows[row * 32 + lane] > (int)shape.last_cut + 1 + o;
            at.longer()[o * 32 + lane] = longer;
            const uint32_t most = __reduce_max_sync(ALL, longer); // lanes without a block have rows of zero
            if (lane == 0) at.most()[o] = most;
        }
        number = at.firsts()[lane] + numbers[above * 32 + lane];
        if (above) first_row = rows[lane];
        if (at.warp == blockIdx.x % WARPS) {
            const Life life = life_of(shape, rows, lane);
            shelf = life.last / BOX.sums_of_shelf;
            if (is_thrifty) shelf = 2 * shelf + life.is_cold;
        }
    }
    __syncthreads();
    if (SHAPES[shape_index].above) {
        cutting_bites<is_thrifty, true>(shape_index, blocks);
        __syncthreads();
        widen(shape_index);
        cutting_bites<is_thrifty, false>(shape_index, blocks);
        if (BOX.cols - 1 - SHAPES[shape_index].last_cut > 32) sparing_bites<is_thrifty, true>(shape_index, blocks);
        else sparing_bites<is_thrifty, false>(shape_index, blocks);
    }
    if (SHAPES[shape_index].eaten_at != ALL) mark_eaten(shape_index);
    __syncthreads();
    sweep(shape_index);
    __syncthreads();
    if (is_thrifty) collect_packed(shape_index, blocks, number, first_row, shelf);
    else collect(shape_index, blocks, number, first_row, shelf);
}

// Solves the batches of a wave from this one on, a group each.
extern "C" __global__ void __launch_bounds__(THREADS, 4) solve(const uint8_t *prefixes, uint32_t first_share, uint32_t shares, uint32_t from) {
    solve_batch<false>(prefixes, first_share, shares, from);
}
extern "C" __global__ void __launch_bounds__(THREADS, 4) solve_thrifty(const uint8_t *prefixes, uint32_t first_share, uint32_t shares, uint32_t from) {
    solve_batch<true>(prefixes, first_share, shares, from);
}

// ---- Reading what is kept -------------------------------------------------------------------------------------------------------------------------

// Copies the lists of neighbouring blocks, one after the other, to where the host can fetch them at once; a warp a block. `starts[i]`: the chunk where the
// list of the i-th block of this part of the index begins. All places are passed in: the box that is solved now may be another one.
extern "C" __global__ void gather(const uint64_t *index, const uint4 *kept, uint32_t blocks, const uint32_t *starts, uint4 *lists) {
    const uint32_t block = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (block >= blocks) return;
    const uint64_t entry = index[block];
    for (uint32_t chunk = threadIdx.x & 31; chunk < chunks_of(entry); chunk += 32) lists[starts[block] + chunk] = kept[first_chunk<false>(entry) + chunk];
}
