/* A shuffle whose law `faro prove` computes, and certifies for 52 cards.
 *
 *     faro prove --adapter c > faro_choices.h
 *     cc -O2 -o shuffle shuffle.c
 *     faro prove --cards 6 -- ./shuffle
 *     faro prove --cards 52 --certify -- ./shuffle
 *
 * The remainders of rand() are not quite equally likely: the proof says by how much.
 */
#include <stdlib.h>

#include "faro_choices.h"

static void shuffle(int *deck, int cards) {
    for (int i = cards - 1; i > 0; i--) {
        int j = rand() % (i + 1), card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

int main(int argc, char **argv) {
    return faro_serve(shuffle, argc, argv);
}
