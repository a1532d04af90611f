//! The catalogue of all families that are tried.

use super::cause::Cause;
use super::family::{Family, Recipe};
use super::grammar::{MOVES, RIFFLES, SWAPS, programs, times};
use super::riffles::ExactRiffle;

use faro_math::number::elementary::log2;
use faro_sample::program::{Numbers, Program};
use faro_sample::zoo::CoinSort;

/// Returns the families of riffles, with and without a cut, whose numbers are the likeliest ones.
pub fn riffles(riffle: ExactRiffle) -> [Family; 2] {
    let (pattern, number) = match riffle.packets {
        Some(packets) => (Recipe::With("riffle"), packets),
        None => (Recipe::Repeated("gsr"), riffle.plain),
    };
    let and_cut = Recipe::RepeatedAndCut("gsr", riffle.cut);
    [
        Family::estimated(Cause::Riffles, pattern, number),
        Family::estimated(Cause::RifflesAndCut, and_cut, riffle.and_cut),
    ]
}

/// Returns all other families that `cards` cards can distinguish from a fair shuffle.
pub fn families(cards: usize) -> Vec<Family> {
    let bits = log2(cards as f64).ceil() as u32;
    let family = Family::tried;
    // Indices of one bit are coins: such a pass swaps neighbours.
    let index_bits = (2..bits + 13).map(f64::from).collect();
    let mut all = vec![
        family(
            Cause::Modulo,
            Recipe::Program(Program::TakenOut(Numbers::ModuloBits)),
            index_bits,
        ),
        family(
            Cause::TopToRandom,
            Recipe::Repeated("top-to-random"),
            times(cards, MOVES),
        ),
        family(
            Cause::Swaps,
            Recipe::Counted("swap-pairs"),
            times(cards, SWAPS),
        ),
        family(Cause::Thorp, Recipe::Repeated("thorp"), PASSES.to_vec()),
        family(Cause::Shelves, Recipe::With("shelf"), PASSES.to_vec()),
        family(Cause::EvenOrders, Recipe::Program(Program::Even), vec![1.0]),
    ];
    for (cause, word, chances, times) in BY_CHANCE {
        all.extend(
            chances
                .iter()
                .map(|&by| family(cause, Recipe::RepeatedWith(word, by), times.to_vec())),
        );
    }
    all.extend(ONCE.map(|(cause, word)| family(cause, Recipe::Once(word), vec![1.0])));
    all.extend(programs(cards));
    all
}

const ONCE: [(Cause, &str); 10] = [
    (Cause::Naive, "naive"),
    (Cause::Sattolo, "sattolo"),
    (Cause::LastStays, "off-by-one:last"),
    (Cause::FirstStays, "off-by-one:first"),
    (Cause::StopsEarly, "off-by-one:early"),
    (Cause::CoinSort(CoinSort::Insertion), "coin-sort:insertion"),
    (Cause::CoinSort(CoinSort::Merge), "coin-sort:merge"),
    (Cause::CoinSort(CoinSort::Quick), "coin-sort:quick"),
    (Cause::CoinSort(CoinSort::Heap), "coin-sort:heap"),
    (Cause::CoinSort(CoinSort::Binary), "coin-sort:binary"),
];

/// Grid of numbers of passes or shelves. It ends where decks of common sizes are indistinguishable from fair ones.
const PASSES: &[f64] = &[
    1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0, 26.0,
];

/// Grid of numbers of shuffles by hand, with steps of at most a factor of two. It ends where decks of common sizes are
/// indistinguishable from fair ones.
const HANDS: &[f64] = &[1.0, 2.0, 3.0, 4.0, 6.0, 9.0, 12.0, 20.0, 32.0, 50.0, 80.0];

/// Words that end with a probability, each with the probabilities and the repetitions that are tried first.
const BY_CHANCE: [(Cause, &str, &[f64], &[f64]); 3] = [
    (Cause::Overhand, "overhand:", &[0.1, 0.2, 0.4], HANDS),
    (
        Cause::UnevenRiffles,
        "gsr:cut=",
        &[0.2, 0.35, 0.65, 0.8],
        RIFFLES,
    ),
    (
        Cause::ClumpedRiffles,
        "gsr:clump=",
        &[0.2, 0.35, 0.65, 0.8, 0.92],
        RIFFLES,
    ),
];

#[cfg(test)]
mod tests {
    use super::super::estimates::Likeliest;
    use super::*;
    use faro::Word;

    /// Every word of a family is valid, and fits the deck.
    #[test]
    fn words_are_words() {
        let three = Likeliest::exact(3.0);
        let riffle = ExactRiffle {
            packets: Some(three),
            cut: Some(1),
            plain: three,
            and_cut: three,
        };
        for cards in [2, 5, 52, 200] {
            for family in families(cards).into_iter().chain(riffles(riffle)) {
                for word in family.grid.iter().filter_map(|&value| family.word(value)) {
                    assert!(
                        word.parse::<Word>().unwrap().routine(cards).is_ok(),
                        "{word}"
                    );
                }
            }
        }
    }
}
