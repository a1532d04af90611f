/* A program that knows nothing of faro. `faro prove` computes the law of its shuffle through a preloaded library.
 *
 *     faro prove --adapter preload > faro_preload.c
 *     cc -O2 -shared -fPIC -o faro_preload.so faro_preload.c
 *     cc -O2 -o game game.c
 *     faro prove --cards 6 -- env LD_PRELOAD=./faro_preload.so ./game {cards}
 *     faro prove --cards 52 --certify --samples 1e5 -- env LD_PRELOAD=./faro_preload.so ./game {cards}
 *
 * Each run is a process, so there are some thousands a second.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
    int cards = argc > 1 ? atoi(argv[1]) : 52, deck[512];
    srand((unsigned)time(NULL));
    for (int i = 0; i < cards; i++) deck[i] = i + 1;
    for (int i = cards - 1; i > 0; i--) {
        int j = rand() % (i + 1), card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    for (int i = 0; i < cards; i++) printf(i ? " %d" : "%d", deck[i]);
    putchar('\n');
    return 0;
}
