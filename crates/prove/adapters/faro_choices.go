// Lets `faro prove` choose the random numbers of a Go program, on Unix. Copy it into a folder of its own, farochoices.
//
//	import "game/farochoices"
//
//	func main() {
//		farochoices.Serve(func(cards int) []int {
//			return rand.New(farochoices.Source()).Perm(cards)
//		})
//	}
//
// The function returns the shuffled deck of the cards 0 to cards - 1. It draws from the math/rand generator over Source(),
// from crypto/rand (Int, Read, and rand.Reader), or by Below(bound). The functions of math/rand without a generator cannot
// be replaced; a deck that depends on them is refused.
//
// - Started by `faro prove`, faro names the value of each draw. A word of 64 bits is two draws, the high 32 bits first.
// - Otherwise the values come from the system, and Serve prints shuffled decks, one a line: `./game 52 1000`. So
//   `faro audit` can read the same program.
//
// A program whose decks do not follow from the choices is refused by faro, which repeats runs.
//
// Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.0. Written for Go 1.18 and later.

// Package farochoices hands the choices of a shuffle to faro.
package farochoices

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	mathrand "math/rand"
	"os"
	"strconv"
	"strings"
)

const maxDraws = 10000

// refused is the panic of a run that cannot be continued.
type refused string

// The draws of the running shuffle: the first ones have given values, all others are 0. The bounds of `fixed` draws are
// known from the run before.
var (
	values, bounds []uint64
	made, fixed    int
	why            refused
	running        bool
	system         = rand.Reader
)

func refuse(reason refused) {
	if why == "" {
		why = reason
	}
	panic(why)
}

// Below draws a number from 0 to bound - 1.
func Below(bound uint64) uint64 {
	if !running {
		number, err := rand.Int(system, new(big.Int).SetUint64(bound))
		if err != nil {
			panic(err)
		}
		return number.Uint64()
	}
	if made < len(values) {
		if made < fixed && bounds[made] != bound {
			refuse("hidden-randomness")
		}
		if values[made] >= bound {
			refuse("out-of-range")
		}
	} else {
		if made >= maxDraws {
			refuse("too-many-draws")
		}
		values = append(values, 0)
	}
	bounds = append(bounds[:made], bound)
	made++
	return values[made-1]
}

// reader reads bytes, each of which is a draw.
type reader struct{}

func (reader) Read(bytes []byte) (int, error) {
	if !running {
		return io.ReadFull(system, bytes)
	}
	for i := range bytes {
		bytes[i] = byte(Below(256))
	}
	return len(bytes), nil
}

type source struct{}

func (source) Uint64() uint64 {
	if !running {
		var bytes [8]byte
		if _, err := io.ReadFull(system, bytes[:]); err != nil {
			panic(err)
		}
		return binary.LittleEndian.Uint64(bytes[:])
	}
	high := Below(1 << 32)
	return high<<32 | Below(1<<32)
}

func (one source) Int63() int64 { return int64(one.Uint64() >> 1) }

func (source) Seed(int64) { panic("error the source of farochoices has no seed") }

// Source returns the source that the shuffle draws from.
func Source() mathrand.Source64 { return source{} }

// run runs the shuffle, and returns the deck as text.
func run(shuffle func(int) []int, cards int) (deck string, reason string) {
	made, why, running = 0, "", true
	defer func() {
		running = false
		if err := recover(); err != nil {
			reason = fmt.Sprint("error ", err)
		}
		if why != "" {
			reason = string(why)
		}
	}()
	text := make([]string, 0, cards)
	for _, card := range shuffle(cards) {
		text = append(text, strconv.Itoa(card))
	}
	if made < fixed && why == "" {
		why = "hidden-randomness"
	}
	values = values[:made]
	return strings.Join(text, " "), ""
}

// advance moves on to the next values; the first `least` stay.
func advance(least int) bool {
	for len(values) > least && values[len(values)-1]+1 >= bounds[len(values)-1] {
		values = values[:len(values)-1]
	}
	if len(values) <= least {
		return false
	}
	values[len(values)-1]++
	fixed = len(values)
	return true
}

func pairs() string {
	var text strings.Builder
	for i, value := range values {
		fmt.Fprintf(&text, " %d:%d", bounds[i], value)
	}
	return text.String()
}

func answer(words []string, shuffle func(int) []int, out *bufio.Writer) {
	if words[0] == "hello" {
		fmt.Fprintln(out, "hello 1 go 1.0 below bits")
		return
	}
	if len(words) < 3 || (words[0] != "run" && words[0] != "tree") {
		fmt.Fprintln(out, "refuse 0 error unknown request")
		return
	}
	id, limit := words[1], uint64(1)
	cards, _ := strconv.Atoi(words[2])
	values, bounds, fixed = nil, nil, 0
	for _, word := range words[3:] {
		value, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			break
		}
		values = append(values, value)
	}
	kind, least := "ran", len(values)
	if words[0] == "tree" {
		kind = "leaf"
		limit, _ = strconv.ParseUint(words[len(words)-1], 10, 64)
		values = values[:least]
	}
	for ; limit > 0; limit-- {
		deck, reason := run(shuffle, cards)
		if reason != "" {
			fmt.Fprintf(out, "refuse %s %.300s\n", id, strings.Join(strings.Fields(reason), " "))
			return
		}
		fmt.Fprintf(out, "%s %s%s | %s\n", kind, id, pairs(), deck)
		if kind == "ran" {
			return
		}
		if !advance(least) {
			fmt.Fprintf(out, "done %s\n", id)
			return
		}
	}
	fmt.Fprintf(out, "more %s%s\n", id, pairs())
}

// Serve answers the requests of `faro prove`, or prints shuffled decks if it did not start this program.
func Serve(shuffle func(cards int) []int) {
	rand.Reader = reader{}
	var from, to uintptr
	if _, err := fmt.Sscanf(os.Getenv("FARO_CHOICES"), "%d,%d", &from, &to); err != nil {
		printDecks(shuffle)
		return
	}
	in := bufio.NewReaderSize(os.NewFile(from, "requests"), 1<<16)
	out := bufio.NewWriterSize(os.NewFile(to, "answers"), 1<<16)
	defer out.Flush()
	for {
		line, err := in.ReadString('\n')
		words := strings.Fields(line)
		if err != nil || (len(words) == 1 && words[0] == "bye") {
			return
		}
		if len(words) > 0 {
			answer(words, shuffle, out)
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

func printDecks(shuffle func(int) []int) {
	sizes := []int{52, 100000}
	for i, word := range os.Args[1:] {
		if number, err := strconv.Atoi(word); err == nil && i < len(sizes) {
			sizes[i] = number
		}
	}
	for ; sizes[1] > 0; sizes[1]-- {
		if _, err := fmt.Println(strings.Trim(fmt.Sprint(shuffle(sizes[0])), "[]")); err != nil {
			return
		}
	}
}
