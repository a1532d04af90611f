// A shuffle whose law `faro prove` computes, in a module named game.
//
//	mkdir -p farochoices && faro prove --adapter go > farochoices/faro_choices.go
//	go build -o shuffle-go shuffle.go
//	faro prove --cards 6 -- ./shuffle-go
//	faro prove --cards 52 --certify -- ./shuffle-go
package main

import (
	"game/farochoices"
	"math/rand"
)

func main() {
	farochoices.Serve(func(cards int) []int {
		deck := make([]int, cards)
		for i := range deck {
			deck[i] = i
		}
		rand.New(farochoices.Source()).Shuffle(cards, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		return deck
	})
}
