/* Lets `faro prove` choose the random numbers of a compiled program as it is, on Linux.
 *
 *     faro prove --adapter preload > faro_preload.c
 *     cc -O2 -shared -fPIC -o faro_preload.so faro_preload.c
 *     faro prove --cards 6 -- env LD_PRELOAD=./faro_preload.so ./game {cards}
 *
 * The program shuffles a new deck once, prints it, and ends with the exit code 0. The deck is the numbers 0 to n - 1, or 1
 * to n, with anything but digits between them. It must print no other numbers.
 *
 * - Started by `faro prove`, each run is a process of its own, forked before main. These draws are replaced: rand, random,
 *   drand48, lrand48, mrand48, arc4random, arc4random_uniform, arc4random_buf, getrandom, getentropy, and
 *   std::random_device. Bytes are drawn in words of at most 32 bits. srand, srandom and srand48
 *   do nothing, but the draws then count as those of a generator with a seed of 32 bits.
 * - time, gettimeofday and clock_gettime move on between runs: faro repeats runs, and refuses a program whose deck depends
 *   on the time. A file such as /dev/urandom, and generators of other libraries, are not replaced.
 * - Otherwise the draws come from the system.
 *
 * Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.1. Written for C99, glibc or musl.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_DRAWS 10000
#define MAX_LINE (1 << 20)

/* The draws of a run, shared with its process: the first `given` have given values, all others are 0. */
static struct {
    uint64_t values[MAX_DRAWS], bounds[MAX_DRAWS];
    int given, made, fixed; /* of `fixed` draws the bounds are known from the run before */
    char why[64];
    int seeded, from_system; /* whether srand was called, and whether a draw of the run has another source */
} *state;
static int running;   /* in the process of a run */
static uint64_t runs; /* moves the clocks */
static int source, target;
static char out[1 << 16], line[MAX_LINE], text[MAX_LINE];
static size_t written;

static void refuse(const char *why) {
    strncpy(state->why, why, sizeof state->why - 1);
    _exit(3);
}

static uint64_t from_system(uint64_t bound) {
    uint64_t word;
    do
        if (syscall(SYS_getrandom, &word, sizeof word, 0) != sizeof word) abort();
    while (word >= UINT64_MAX - UINT64_MAX % bound);
    return word % bound;
}

static uint64_t below(uint64_t bound) {
    int at;
    if (!running) return from_system(bound);
    if (syscall(SYS_gettid) != getpid()) refuse("threads");
    at = state->made;
    if (at >= MAX_DRAWS) refuse("too-many-draws");
    if (at < state->given) {
        if (at < state->fixed && state->bounds[at] != bound) refuse("hidden-randomness");
        if (state->values[at] >= bound) refuse("out-of-range");
    } else {
        state->values[at] = 0;
    }
    state->bounds[at] = bound;
    state->made++;
    return state->values[at];
}

static uint64_t system_below(uint64_t bound) {
    if (running) state->from_system = 1;
    return below(bound);
}

static void fill(unsigned char *bytes, size_t size) {
    for (size_t part; size > 0; bytes += part, size -= part) {
        part = size < 4 ? size : 4;
        uint32_t word = (uint32_t)system_below((uint64_t)1 << 8 * part);
        memcpy(bytes, &word, part);
    }
}

int rand(void) { return (int)below((uint64_t)RAND_MAX + 1); }
long random(void) { return (long)below((uint64_t)1 << 31); }
long lrand48(void) { return (long)below((uint64_t)1 << 31); }
long mrand48(void) { return (int32_t)(uint32_t)below((uint64_t)1 << 32); }
double drand48(void) { return (double)below((uint64_t)1 << 48) / 281474976710656.0; }
void srand(unsigned seed) { (void)seed, running && (state->seeded = 1); }
void srandom(unsigned seed) { srand(seed); }
void srand48(long seed) { srand((unsigned)seed); }
uint32_t arc4random(void) { return (uint32_t)system_below((uint64_t)1 << 32); }
uint32_t arc4random_uniform(uint32_t bound) { return bound < 2 ? 0 : (uint32_t)system_below(bound); }
void arc4random_buf(void *bytes, size_t size) { fill(bytes, size); }
int getentropy(void *bytes, size_t size) { return fill(bytes, size), 0; }
ssize_t getrandom(void *bytes, size_t size, unsigned flags) { return (void)flags, fill(bytes, size), (ssize_t)size; }
/* std::random_device::_M_getval() and _M_getval_pretr1() of libstdc++. */
unsigned _ZNSt13random_device9_M_getvalEv(void *self) { return (void)self, arc4random(); }
unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void *self) { return (void)self, arc4random(); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (running) now->tv_sec += (time_t)(runs % 1009 * 100003);
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

static void flush(void) {
    for (size_t at = 0; at < written;) {
        ssize_t count = write(target, out + at, written - at);
        if (count < 0 && errno != EINTR) _exit(1);
        if (count > 0) at += (size_t)count;
    }
    written = 0;
}

static void put(const char *format, uint64_t a, uint64_t b, const char *word) {
    if (written > sizeof out - 512) flush();
    written += (size_t)snprintf(out + written, sizeof out - written, format, a, b, word);
}

static void put_draws(const char *kind, const char *id) {
    put("%3$s ", 0, 0, kind);
    put("%3$.20s", 0, 0, id);
    for (int i = 0; i < state->given; i++) put(" %1$lu:%2$lu", state->bounds[i], state->values[i], "");
}

/* Reads what the process of a run prints, up to its end. */
static void read_text(int from) {
    size_t size = 0;
    for (ssize_t count; (count = read(from, text + size, sizeof text - 1 - size)) != 0;) {
        if (count < 0 && errno != EINTR) break;
        if (count > 0 && (size += (size_t)count) == sizeof text - 1) size = 0; /* too long for a deck */
    }
    text[size] = 0;
}

/* Runs the program once. Returns 0 in the new process, which goes on to main. Otherwise its deck is in `text`. */
static int run(void) {
    int ends[2], status = 0;
    pid_t child;
    state->made = state->seeded = state->from_system = 0;
    state->why[0] = 0;
    runs++;
    if (pipe(ends) != 0 || (child = fork()) < 0) return strcpy(state->why, "error cannot fork"), 1;
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]), close(ends[1]), close(source), close(target);
        return !(running = 1);
    }
    close(ends[1]);
    read_text(ends[0]);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!state->why[0] && status != 0) snprintf(state->why, sizeof state->why, "error the program ended with status %d", status);
    if (!state->why[0] && state->made < state->fixed) strcpy(state->why, "hidden-randomness");
    state->given = state->made;
    return 1;
}

/* Writes the numbers of `text`, counted from 0. */
static void put_deck(int cards) {
    int least = 0;
    for (int pass = 0; pass < 2; pass++)
        for (char *at = text; (at += strcspn(at, "0123456789")), *at;) {
            uint64_t card = strtoull(at, &at, 10);
            if (pass == 0) least |= card == (uint64_t)cards;
            else put(" %1$lu", card - (uint64_t)least, 0, "");
        }
    put("\n", 0, 0, "");
}

/* Advances to the next values; the first `least` stay. Returns whether there are any. */
static int advance(int least) {
    while (state->given > least && state->values[state->given - 1] + 1 >= state->bounds[state->given - 1]) state->given--;
    if (state->given <= least) return 0;
    state->values[state->given - 1]++;
    state->fixed = state->given;
    return 1;
}

/* Answers `run ID CARDS VALUE… *0` or `tree ID CARDS VALUE… limit COUNT`. Returns 0 in the process of a run. */
static int answer(char *request) {
    char *kind = strtok(request, " "), *id = strtok(NULL, " "), *word = strtok(NULL, " ");
    int cards = word ? atoi(word) : 0, tree = kind && strcmp(kind, "tree") == 0, prefix;
    uint64_t limit = tree ? UINT64_MAX : 1;
    state->given = state->fixed = 0;
    while ((word = strtok(NULL, " ")) && *word >= '0' && *word <= '9' && state->given < MAX_DRAWS)
        state->values[state->given++] = strtoull(word, NULL, 10);
    if (word && strcmp(word, "limit") == 0 && (word = strtok(NULL, " "))) limit = strtoull(word, NULL, 10);
    for (prefix = state->given; limit > 0; limit--) {
        if (!run()) return 0;
        if (state->why[0]) return put("refuse %3$.20s ", 0, 0, id), put("%3$s\n", 0, 0, state->why), 1;
        put_draws(tree ? "leaf" : "ran", id);
        put(state->seeded && !state->from_system ? " seeded:32 |" : " |", 0, 0, "");
        put_deck(cards);
        if (!tree) return 1;
        if (!advance(prefix)) return put("done %3$.20s\n", 0, 0, id), 1;
    }
    put_draws("more", id);
    put("\n", 0, 0, "");
    return 1;
}

__attribute__((constructor)) static void serve(void) {
    const char *given = getenv("FARO_CHOICES");
    size_t size = 0;
    if (!given || sscanf(given, "%d,%d", &source, &target) != 2) return;
    unsetenv("FARO_CHOICES");
    state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state == MAP_FAILED) _exit(1);
    for (ssize_t count; (count = read(source, line + size, sizeof line - 1 - size)) != 0; flush()) {
        char *from = line, *end;
        if (count < 0 && errno != EINTR) break;
        line[size += count > 0 ? (size_t)count : 0] = 0;
        for (; (end = strchr(from, '\n')); from = end + 1) {
            *end = 0;
            if (strncmp(from, "bye", 3) == 0) flush(), _exit(0);
            if (strncmp(from, "hello", 5) == 0) put("hello 1 preload 1.1 below bits float\n", 0, 0, "");
            else if (*from && !answer(from)) return;
        }
        memmove(line, from, size -= (size_t)(from - line));
    }
    _exit(0);
}
