<?php
// Lets `faro prove` choose the random numbers of a PHP program, on Unix.
//
//     require "FaroChoices.php";
//     FaroChoices::serve(function (int $cards): array {
//         return FaroChoices::randomizer()->shuffleArray(range(0, $cards - 1));
//     });
//
// The function returns the shuffled deck of the cards 0 to cards - 1. It draws from the Random\Randomizer that
// `randomizer()` returns (shuffleArray, getInt, getBytes, pickArrayKeys), or by `FaroChoices::below($bound)`. The functions
// shuffle, array_rand, mt_rand and random_int cannot be replaced; a deck that depends on them is refused.
//
// - Started by `faro prove`, faro names the value of each draw: the engine of the randomizer makes words of 32 bits.
// - Otherwise the values come from the system, and `serve` prints shuffled decks, one a line: `php game.php 52 1000`. So
//   `faro audit` can read the same program.
//
// A program whose decks do not follow from the choices is refused by faro, which repeats runs.
//
// Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.0. Written for PHP 8.2 and later.

final class FaroRefused extends Error {}

/** Makes each word of 32 bits by one draw. */
final class FaroEngine implements Random\Engine
{
    public function generate(): string
    {
        return pack("V", FaroChoices::below(1 << 32));
    }
}

final class FaroChoices
{
    private const MAX_DRAWS = 10000;

    /** The draws of the running shuffle: the first ones have given values, all others are 0. */
    private static array $values = [];
    private static array $bounds = [];
    private static int $made = 0;
    /** The number of draws whose bounds are known from the run before. */
    private static int $fixed = 0;
    private static ?string $why = null;
    private static bool $running = false;
    private static $out;

    /** Returns the randomizer that the shuffle draws from. */
    public static function randomizer(): Random\Randomizer
    {
        return new Random\Randomizer(self::$running ? new FaroEngine() : new Random\Engine\Secure());
    }

    /** Draws a number from 0 to $bound - 1. */
    public static function below(int $bound): int
    {
        if (!self::$running) {
            return random_int(0, $bound - 1);
        }
        $at = self::$made;
        if ($at < count(self::$values)) {
            if ($at < self::$fixed && self::$bounds[$at] !== $bound) {
                self::refuse("hidden-randomness");
            }
            if (self::$values[$at] >= $bound) {
                self::refuse("out-of-range");
            }
        } else {
            if ($at >= self::MAX_DRAWS) {
                self::refuse("too-many-draws");
            }
            self::$values[] = 0;
        }
        self::$bounds[$at] = $bound;
        self::$made++;
        return self::$values[$at];
    }

    private static function refuse(string $why): never
    {
        self::$why ??= $why;
        throw new FaroRefused(self::$why);
    }

    /** Runs the shuffle, and returns the deck as text. */
    private static function run(callable $shuffle, int $cards): string
    {
        self::$made = 0;
        self::$why = null;
        self::$running = true;
        try {
            $deck = $shuffle($cards);
        } finally {
            self::$running = false;
        }
        if (self::$why !== null) {
            throw new FaroRefused(self::$why);
        }
        if (self::$made < self::$fixed) {
            self::refuse("hidden-randomness");
        }
        array_splice(self::$values, self::$made);
        array_splice(self::$bounds, self::$made);
        return implode(" ", $deck);
    }

    /** Advances to the next values; the first $least stay. */
    private static function advance(int $least): bool
    {
        for ($last = count(self::$values) - 1; $last >= $least; $last--) {
            if (self::$values[$last] + 1 < self::$bounds[$last]) {
                self::$values[$last]++;
                self::$fixed = $last + 1;
                return true;
            }
            array_pop(self::$values);
        }
        return false;
    }

    private static function pairs(): string
    {
        $text = "";
        foreach (self::$values as $i => $value) {
            $text .= " " . self::$bounds[$i] . ":$value";
        }
        return $text;
    }

    private static function walk(callable $shuffle, string $id, int $cards, int $limit): void
    {
        $least = count(self::$values);
        for ($leaf = 0; $leaf < $limit; $leaf++) {
            $deck = self::run($shuffle, $cards);
            fwrite(self::$out, "leaf $id" . self::pairs() . " | $deck\n");
            if (!self::advance($least)) {
                fwrite(self::$out, "done $id\n");
                return;
            }
        }
        fwrite(self::$out, "more $id" . self::pairs() . "\n");
    }

    private static function answer(array $words, callable $shuffle): void
    {
        $id = $words[1] ?? "0";
        if ($words[0] === "hello") {
            fwrite(self::$out, "hello 1 php 1.0 below bits\n");
            return;
        }
        if ($words[0] !== "run" && $words[0] !== "tree") {
            fwrite(self::$out, "refuse 0 error unknown request\n");
            return;
        }
        self::$values = self::$bounds = [];
        self::$fixed = 0;
        foreach (array_slice($words, 3) as $word) {
            if (!ctype_digit($word)) {
                break;
            }
            self::$values[] = (int) $word;
        }
        try {
            if ($words[0] === "tree") {
                self::walk($shuffle, $id, (int) $words[2], (int) end($words));
            } else {
                $deck = self::run($shuffle, (int) $words[2]);
                fwrite(self::$out, "ran $id" . self::pairs() . " | $deck\n");
            }
        } catch (Throwable $error) {
            // The randomizer wraps errors of its engine.
            $text = self::$why ?? "error " . get_class($error) . ": " . $error->getMessage();
            $text = substr(preg_replace('/[^ -~]+/', " ", $text), 0, 300);
            fwrite(self::$out, "refuse $id $text\n");
        }
    }

    /** Answers the requests of `faro prove`, or prints shuffled decks if it did not start this program. */
    public static function serve(callable $shuffle): void
    {
        $given = getenv("FARO_CHOICES");
        if ($given === false) {
            self::printDecks($shuffle);
            return;
        }
        [$source, $target] = explode(",", $given);
        $in = fopen("php://fd/$source", "r");
        self::$out = fopen("php://fd/$target", "w");
        while (($line = fgets($in)) !== false) {
            $words = preg_split('/\s+/', trim($line), -1, PREG_SPLIT_NO_EMPTY);
            if ($words === ["bye"]) {
                return;
            }
            if ($words !== []) {
                self::answer($words, $shuffle);
            }
        }
    }

    private static function printDecks(callable $shuffle): void
    {
        global $argv;
        $cards = (int) ($argv[1] ?? 52);
        $decks = (int) ($argv[2] ?? 100000);
        for ($deck = 0; $deck < $decks; $deck++) {
            if (@fwrite(STDOUT, implode(" ", $shuffle($cards)) . "\n") === false) {
                return;
            }
        }
    }
}
