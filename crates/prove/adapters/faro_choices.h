/* Lets `faro prove` choose the random numbers of a C or C++ program, on Unix.
 *
 *     #include "faro_choices.h"   // after all other headers
 *
 *     static void shuffle(int *deck, int cards) {
 *         for (int i = cards - 1; i > 0; i--) {
 *             int j = rand() % (i + 1), card = deck[i];
 *             deck[i] = deck[j];
 *             deck[j] = card;
 *         }
 *     }
 *
 *     int main(int argc, char **argv) { return faro_serve(shuffle, argc, argv); }
 *
 * `faro_serve` hands over the shuffle, which puts the cards 0 to cards - 1, given in this order, into their new order. In
 * the files that include this header after all others, these draws are replaced: rand(), random(), drand48(),
 * arc4random(), arc4random_uniform(bound); and faro_below(bound) is one of bound equally likely values. Draws of other
 * files, and of the C++ header <random>, are not replaced: call faro_below there, or shuffle with a faro_engine or
 * faro_engine_64. If srand was called, the draws of rand
 * and random are counted as those of a generator with a seed of 32 bits.
 *
 * - Started by `faro prove`, faro names the value of each draw.
 * - Otherwise the values come from /dev/urandom, and faro_serve prints shuffled decks, one a line: `./game 52 1000`
 *   prints 1000 decks of 52 cards. So `faro audit` can read the program.
 *
 * A program whose decks do not follow from the choices is refused by faro, which repeats runs.
 *
 * Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.2. Written for C99 and C++11.
 */
#ifndef FARO_CHOICES_H
#define FARO_CHOICES_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FARO_MAX_DRAWS 10000

/* The draws of the running shuffle: the first `given` have given values, all others are 0, or random. */
static struct {
    uint64_t values[FARO_MAX_DRAWS], bounds[FARO_MAX_DRAWS];
    int given, made, fixed, running;
    int seeded, from_system; /* whether srand was called, and whether a draw of the run has another source */
    uint64_t seed; /* of `*r SEED`, or 0 */
    FILE *random;  /* if faro did not start this program */
    const char *why;
    jmp_buf refused;
} faro_state;

static void faro_refuse(const char *why) {
    faro_state.why = why;
    longjmp(faro_state.refused, 1);
}

static uint64_t faro_word(void) {
    uint64_t word = 0;
    if (faro_state.random) {
        if (fread(&word, sizeof word, 1, faro_state.random) != 1) exit(1);
    } else { /* SplitMix64 */
        word = faro_state.seed += 0x9e3779b97f4a7c15u;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
        word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
        word ^= word >> 31;
    }
    return word;
}

static uint64_t faro_random(uint64_t bound) {
    uint64_t word;
    if (!faro_state.random && !faro_state.seed) return 0;
    do word = faro_word();
    while (word >= UINT64_MAX - UINT64_MAX % bound);
    return word % bound;
}

/* Draws a number from 0 to bound - 1, for rand and random. */
static uint64_t faro_draw(uint64_t bound) {
    int at = faro_state.made;
    if (faro_state.random || !faro_state.running) return bound ? faro_random(bound) : 0;
    if (bound == 0) faro_refuse("error a choice among no values");
    if (at >= FARO_MAX_DRAWS) faro_refuse("too-many-draws");
    if (at < faro_state.given) {
        if (at < faro_state.fixed && faro_state.bounds[at] != bound) faro_refuse("hidden-randomness");
        if (faro_state.values[at] >= bound) faro_refuse("out-of-range");
    } else {
        faro_state.values[at] = faro_random(bound);
        faro_state.given++;
    }
    faro_state.bounds[at] = bound;
    faro_state.made++;
    return faro_state.values[at];
}

/* Draws a number from 0 to bound - 1 from a source that srand does not seed. */
static inline uint64_t faro_below(uint64_t bound) {
    faro_state.from_system = 1;
    return faro_draw(bound);
}

/* Runs the shuffle; returns whether there is a deck. */
static int faro_run(void (*shuffle)(int *, int), int *deck, int cards) {
    int card;
    for (card = 0; card < cards; card++) deck[card] = card;
    faro_state.made = faro_state.from_system = 0;
    faro_state.why = NULL;
    if (setjmp(faro_state.refused) == 0) {
        faro_state.running = 1;
        shuffle(deck, cards);
        if (faro_state.made < faro_state.fixed) faro_state.why = "hidden-randomness";
        faro_state.given = faro_state.made;
    }
    faro_state.running = 0;
    return faro_state.why == NULL;
}

/* Advances to the next values; the first `least` stay. Returns whether there are any. */
static int faro_advance(int least) {
    int *given = &faro_state.given;
    while (*given > least && faro_state.values[*given - 1] + 1 >= faro_state.bounds[*given - 1]) --*given;
    if (*given <= least) return 0;
    faro_state.values[*given - 1]++;
    faro_state.fixed = *given;
    return 1;
}

static void faro_number(FILE *out, uint64_t number) {
    char digits[24];
    int at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    fwrite(digits + at, 1, sizeof digits - (size_t)at, out);
}

static void faro_draws(FILE *out, const char *kind, const char *id) {
    int i;
    fprintf(out, "%s %s", kind, id);
    for (i = 0; i < faro_state.given; i++) {
        fputc(' ', out);
        faro_number(out, faro_state.bounds[i]);
        fputc(':', out);
        faro_number(out, faro_state.values[i]);
    }
}

static void faro_leaf(FILE *out, const char *kind, const char *id, const int *deck, int cards) {
    int i;
    faro_draws(out, kind, id);
    fputs(faro_state.seeded && !faro_state.from_system ? " seeded:32 |" : " |", out);
    for (i = 0; i < cards; i++) {
        fputs(deck[i] < 0 ? " -" : " ", out);
        faro_number(out, (uint64_t)(deck[i] < 0 ? -(int64_t)deck[i] : deck[i]));
    }
    fputc('\n', out);
}

/* Answers a request: `run ID CARDS VALUE… *0` or `tree ID CARDS VALUE… limit COUNT`. */
static void faro_answer(void (*shuffle)(int *, int), char *line, FILE *out) {
    char *kind = strtok(line, " \n"), *id = strtok(NULL, " \n"), *word = strtok(NULL, " \n");
    int cards = word ? atoi(word) : 0, tree = kind && strcmp(kind, "tree") == 0, prefix;
    int *deck = (int *)calloc((size_t)(cards > 0 ? cards : 0) + 1, sizeof(int));
    uint64_t limit = UINT64_MAX;
    faro_state.given = faro_state.fixed = 0;
    faro_state.seed = 0;
    while ((word = strtok(NULL, " \n")) && *word >= '0' && *word <= '9' && faro_state.given < FARO_MAX_DRAWS)
        faro_state.values[faro_state.given++] = strtoull(word, NULL, 10);
    if (word && strcmp(word, "*r") == 0 && (word = strtok(NULL, " \n"))) faro_state.seed = strtoull(word, NULL, 0) * 2 + 1;
    else if (word && strcmp(word, "limit") == 0 && (word = strtok(NULL, " \n"))) limit = strtoull(word, NULL, 10);
    for (prefix = faro_state.given;; limit--) {
        if (tree && limit == 0) {
            faro_draws(out, "more", id);
            fputc('\n', out);
            break;
        }
        if (!faro_run(shuffle, deck, cards)) {
            fprintf(out, "refuse %s %s\n", id, faro_state.why);
            break;
        }
        faro_leaf(out, tree ? "leaf" : "ran", id, deck, cards);
        if (!tree) break;
        if (!faro_advance(prefix)) {
            fprintf(out, "done %s\n", id);
            break;
        }
    }
    free(deck);
}

static int faro_print(void (*shuffle)(int *, int), int cards, int decks) {
    int *deck = (int *)calloc((size_t)cards + 1, sizeof(int)), i;
    faro_state.random = fopen("/dev/urandom", "rb");
    if (!faro_state.random || !deck) return 1;
    for (; decks > 0; decks--) {
        faro_run(shuffle, deck, cards);
        for (i = 0; i < cards; i++) printf(i ? " %d" : "%d", deck[i]);
        if (putchar('\n') == EOF) break;
    }
    return 0;
}

/* Answers the requests of `faro prove`, or prints shuffled decks if it did not start this program. */
static int faro_serve(void (*shuffle)(int *deck, int cards), int argc, char **argv) {
    static char line[1 << 20];
    const char *given = getenv("FARO_CHOICES");
    int source, target;
    FILE *in, *out;
    if (!given) return faro_print(shuffle, argc > 1 ? atoi(argv[1]) : 52, argc > 2 ? atoi(argv[2]) : 100000);
    if (sscanf(given, "%d,%d", &source, &target) != 2) return 1;
    in = fdopen(source, "r");
    out = fdopen(target, "w");
    if (!in || !out) return 1;
    while (fgets(line, sizeof line, in) && strncmp(line, "bye", 3) != 0) {
        if (strncmp(line, "hello", 5) == 0) fputs("hello 1 c 1.2 below bits float\n", out);
        else if (*line != '\n') faro_answer(shuffle, line, out);
        fflush(out);
    }
    return 0;
}

static inline void faro_srand(void) {
    faro_state.seeded = 1;
    if (faro_state.running && !faro_state.random) faro_refuse("error srand or srandom is called by the shuffle");
}

#ifdef __cplusplus
/* Generators for std::shuffle and the distributions of <random>: words of 32 bits, and of 64 bits in two draws. */
struct faro_engine {
    typedef uint32_t result_type;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return UINT32_MAX; }
    result_type operator()() { return (result_type)faro_below((uint64_t)1 << 32); }
};
struct faro_engine_64 {
    typedef uint64_t result_type;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return UINT64_MAX; }
    result_type operator()() { uint64_t high = faro_engine()(); return high << 32 | faro_engine()(); }
};
#endif

#define rand() ((int)faro_draw((uint64_t)RAND_MAX + 1))
#define srand(seed) ((void)(seed), faro_srand())
#define random() ((long)faro_draw((uint64_t)1 << 31))
#define srandom(seed) ((void)(seed), faro_srand())
#define drand48() ((double)faro_below((uint64_t)1 << 48) / 281474976710656.0)
#define arc4random() ((uint32_t)faro_below((uint64_t)1 << 32))
#define arc4random_uniform(bound) ((uint32_t)faro_below(bound))

#endif
