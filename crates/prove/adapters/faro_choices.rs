//! Lets `faro prove` choose the random numbers of a Rust program, on Unix.
//!
//! ```ignore
//! mod faro_choices;
//!
//! fn main() {
//!     faro_choices::serve(|choices, cards| {
//!         let mut deck: Vec<u32> = (0..cards as u32).collect();
//!         for i in (1..cards).rev() {
//!             deck.swap(i, choices.below(i as u64 + 1) as usize);
//!         }
//!         deck
//!     });
//! }
//! ```
//!
//! `serve` hands over the shuffle: a function that returns the deck of the cards 0 to cards - 1 in its new order, and draws
//! from its first argument: `below(bound)`, `bits(k)`, or `float()`. A generator of the crate rand is `bits(32)` for each
//! word: examples/adapters/shuffle_rand.rs of faro.
//!
//! - Started by `faro prove`, faro names the value of each draw, and is told how many values were possible.
//! - Otherwise the values come from /dev/urandom, and `serve` prints shuffled decks, one a line: `game 52 1000` prints 1000
//!   decks of 52 cards. So `faro audit` can read the same program.
//!
//! Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.0. Written for Rust 1.63 and later.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::panic::{self, AssertUnwindSafe};

const MAX_DRAWS: usize = 10_000;

/// The draws of a run: the first ones have given values, all others are 0, or random.
#[derive(Default)]
pub struct Choices {
    values: Vec<u64>,
    bounds: Vec<u64>,
    made: usize,
    /// The number of draws whose bounds are known from the run before.
    fixed: usize,
    why: Option<&'static str>,
    random: Option<Box<dyn Read>>,
}

#[allow(dead_code)] // a program needs some of the draws
impl Choices {
    /// Draws a number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "a choice among no values");
        if self.made < self.values.len() {
            if self.made < self.fixed && self.bounds[self.made] != bound {
                self.refuse("hidden-randomness");
            }
            if self.values[self.made] >= bound {
                self.refuse("out-of-range");
            }
        } else {
            if self.made >= MAX_DRAWS {
                self.refuse("too-many-draws");
            }
            let value = self.random_below(bound);
            self.values.push(value);
        }
        self.bounds.resize(self.bounds.len().max(self.made + 1), bound);
        self.bounds[self.made] = bound;
        self.made += 1;
        self.values[self.made - 1]
    }

    /// Draws a number of at most 63 bits.
    pub fn bits(&mut self, bits: u32) -> u64 {
        self.below(1 << bits)
    }

    /// Draws a multiple of 2^-53 from 0 to 1.
    pub fn float(&mut self) -> f64 {
        self.bits(53) as f64 / (1u64 << 53) as f64
    }

    /// Draws from the source of random numbers, by rejection; 0 without one.
    fn random_below(&mut self, bound: u64) -> u64 {
        let Some(source) = &mut self.random else { return 0 };
        loop {
            let mut bytes = [0; 8];
            source.read_exact(&mut bytes).expect("the source of random numbers ended");
            let number = u64::from_le_bytes(bytes);
            if number < u64::MAX - u64::MAX % bound {
                return number % bound;
            }
        }
    }

    fn refuse(&mut self, why: &'static str) -> ! {
        self.why = self.why.or(Some(why));
        panic::panic_any(why);
    }

    /// Runs the shuffle, and returns its deck or why there is none.
    fn run<F: FnMut(&mut Choices, usize) -> Vec<u32>>(&mut self, shuffle: &mut F, cards: usize) -> Result<Vec<u32>, String> {
        self.made = 0;
        self.why = None;
        let deck = panic::catch_unwind(AssertUnwindSafe(|| shuffle(self, cards)));
        if let Some(why) = self.why {
            return Err(why.into());
        }
        let deck = deck.map_err(|payload| {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()));
            let text = text.unwrap_or_default().replace(|c: char| !(' '..='~').contains(&c), " ");
            format!("error {}", text.chars().take(300).collect::<String>())
        })?;
        if self.made < self.fixed {
            return Err("hidden-randomness".into());
        }
        self.values.truncate(self.made);
        self.bounds.truncate(self.made);
        Ok(deck)
    }

    /// Advances to the next values; the first `least` stay.
    fn advance(&mut self, least: usize) -> bool {
        while self.values.len() > least && self.values.last().map(|value| value + 1) >= self.bounds.last().copied() {
            self.values.pop();
            self.bounds.pop();
        }
        if self.values.len() <= least {
            return false;
        }
        *self.values.last_mut().expect("there are values") += 1;
        self.fixed = self.values.len();
        true
    }

    fn write_draws(&self, out: &mut impl Write) -> io::Result<()> {
        self.bounds.iter().zip(&self.values).try_for_each(|(bound, value)| write!(out, " {bound}:{value}"))
    }

    fn begin(&mut self, words: &[&str]) {
        let numbers = words.iter().map_while(|word| word.parse().ok());
        *self = Choices { values: numbers.collect(), ..Choices::default() };
    }
}

/// Answers the requests of `faro prove`, or prints shuffled decks if it did not start this program.
pub fn serve<F: FnMut(&mut Choices, usize) -> Vec<u32>>(mut shuffle: F) {
    let served = match env::var("FARO_CHOICES") {
        Ok(descriptors) => answer_all(&descriptors, &mut shuffle),
        Err(_) => print_decks(&mut shuffle),
    };
    if let Err(error) = served {
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{error}");
    }
}

fn print_decks<F: FnMut(&mut Choices, usize) -> Vec<u32>>(shuffle: &mut F) -> io::Result<()> {
    let mut numbers = env::args().skip(1).filter_map(|word| word.parse().ok());
    let (cards, decks) = (numbers.next().unwrap_or(52), numbers.next().unwrap_or(100_000));
    let mut out = BufWriter::new(io::stdout());
    let mut choices = Choices { random: Some(Box::new(BufReader::new(File::open("/dev/urandom")?))), ..Choices::default() };
    for _ in 0..decks {
        (choices.values, choices.bounds, choices.made) = (Vec::new(), Vec::new(), 0);
        let deck: Vec<String> = shuffle(&mut choices, cards).iter().map(u32::to_string).collect();
        writeln!(out, "{}", deck.join(" "))?;
    }
    out.flush()
}

fn answer_all<F: FnMut(&mut Choices, usize) -> Vec<u32>>(descriptors: &str, shuffle: &mut F) -> io::Result<()> {
    let (source, target) = descriptors.split_once(',').expect("FARO_CHOICES=in,out");
    let mut source = BufReader::with_capacity(1 << 16, File::open(format!("/dev/fd/{source}"))?);
    let target = File::options().write(true).open(format!("/dev/fd/{target}"))?;
    let mut out = BufWriter::with_capacity(1 << 16, target);
    // Panics are answers here.
    panic::set_hook(Box::new(|_| ()));
    let (mut line, mut choices) = (String::new(), Choices::default());
    loop {
        line.clear();
        // Answers are written before this program waits.
        if !source.buffer().contains(&b'\n') {
            out.flush()?;
        }
        if source.read_line(&mut line)? == 0 {
            return out.flush();
        }
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["bye", ..] => return out.flush(),
            ["hello", ..] => writeln!(out, "hello 1 rust 1.0 below bits float")?,
            ["run", id, cards, rest @ ..] => {
                choices.begin(rest);
                if rest.contains(&"*r") {
                    choices.random = Some(Box::new(SplitMix(rest.concat().bytes().fold(1u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte)))));
                }
                let deck = choices.run(shuffle, cards.parse().unwrap_or(0));
                answer(&choices, ("ran", id), deck, &mut out)?;
            }
            ["tree", id, cards, rest @ ..] => {
                choices.begin(rest);
                let limit = rest.iter().position(|word| *word == "limit").and_then(|at| rest.get(at + 1)?.parse().ok());
                walk(&mut choices, shuffle, (id, cards.parse().unwrap_or(0)), limit.unwrap_or(u64::MAX), &mut out)?;
            }
            _ => writeln!(out, "refuse 0 error unknown request")?,
        }
    }
}

fn answer(choices: &Choices, (kind, id): (&str, &str), deck: Result<Vec<u32>, String>, out: &mut impl Write) -> io::Result<()> {
    let deck = match deck {
        Ok(deck) => deck,
        Err(why) => return writeln!(out, "refuse {id} {why}"),
    };
    write!(out, "{kind} {id}")?;
    choices.write_draws(out)?;
    out.write_all(b" |")?;
    deck.iter().try_for_each(|card| write!(out, " {card}"))?;
    out.write_all(b"\n")
}

fn walk<F: FnMut(&mut Choices, usize) -> Vec<u32>>(
    choices: &mut Choices, shuffle: &mut F, (id, cards): (&str, usize), limit: u64, out: &mut impl Write,
) -> io::Result<()> {
    let prefix = choices.values.len();
    for _ in 0..limit {
        let deck = choices.run(shuffle, cards);
        let refused = deck.is_err();
        answer(choices, ("leaf", id), deck, out)?;
        if refused || !choices.advance(prefix) {
            return if refused { Ok(()) } else { writeln!(out, "done {id}") };
        }
    }
    write!(out, "more {id}")?;
    choices.write_draws(out)?;
    writeln!(out)
}

/// The generator of `*r SEED`, which is only for trying things: SplitMix64.
struct SplitMix(u64);

impl Read for SplitMix {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        for byte in bytes.iter_mut() {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            *byte = ((mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 56) as u8;
        }
        Ok(bytes.len())
    }
}
