// g++ -O2 -std=c++14 deal.cpp -o deal
// ./deal             lists the shufflers: name, package, version
// ./deal NAME DECKS  prints decks of 52 cards, each shuffled from the order 0 to 51
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using Deck = std::vector<int>;
// Shuffles a deck in place. The second argument is the number of decks before this one.
using Shuffle = std::function<void(Deck &, unsigned)>;

// std::shuffle with one generator for all decks, seeded by the system.
template <class Engine> Shuffle one_engine() {
    Engine engine{std::random_device{}()};
    return [engine](Deck &deck, unsigned) mutable { std::shuffle(deck.begin(), deck.end(), engine); };
}

// std::shuffle with a new generator for each deck, whose seed is the number of decks before it.
template <class Engine> Shuffle engine_for_each_deck() {
    return [](Deck &deck, unsigned seed) { std::shuffle(deck.begin(), deck.end(), Engine{seed}); };
}

#if __cplusplus < 201703L
void random_shuffle(Deck &deck, unsigned) { std::random_shuffle(deck.begin(), deck.end()); }

void random_shuffle_seeded(Deck &deck, unsigned seed) {
    std::srand(seed);
    std::random_shuffle(deck.begin(), deck.end());
}
#endif

const std::vector<std::pair<std::string, Shuffle>> shufflers = {
    {"std::shuffle, mt19937", one_engine<std::mt19937>()},
    {"std::shuffle, mt19937_64", one_engine<std::mt19937_64>()},
    {"std::shuffle, minstd_rand", one_engine<std::minstd_rand>()},
    {"std::shuffle, mt19937, seeds 0, 1, …", engine_for_each_deck<std::mt19937>()},
    {"std::shuffle, default_random_engine, seeds 0, 1, …", engine_for_each_deck<std::default_random_engine>()},
#if __cplusplus < 201703L
    {"std::random_shuffle", random_shuffle},
    {"std::random_shuffle, srand(0), srand(1), …", random_shuffle_seeded},
#endif
};

int main(int count, char **arguments) {
    if (count < 3) {
        for (const auto &shuffler : shufflers) std::cout << shuffler.first << "\tlibstdc++\t" << __VERSION__ << '\n';
        return 0;
    }
    std::srand(std::random_device{}());
    const auto found = std::find_if(shufflers.begin(), shufflers.end(),
                                    [&](const auto &shuffler) { return shuffler.first == arguments[1]; });
    if (found == shufflers.end()) return 2;
    Shuffle shuffle = found->second;
    const unsigned decks = std::stoul(arguments[2]);
    Deck deck(52);
    for (unsigned i = 0; i < decks && std::cout; i++) {
        std::iota(deck.begin(), deck.end(), 0);
        shuffle(deck, i);
        for (int card : deck) std::cout << card << ' ';
        std::cout << '\n';
    }
}
