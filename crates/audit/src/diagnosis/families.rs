use std::ops::Range;

use super::candidate::Estimate;
use super::cause::Cause;
use super::coin_sorts::INSERTED;
use super::family::{Family, Recipe};
use super::flawed_pass::FlawedPass;
use faro_math::number::elementary::log2;
use faro_sample::zoo::CoinSort;

/// Parameters of riffles that are known from exact likelihoods, and need no simulation.
#[derive(Clone, Copy, Debug)]
pub struct ExactRiffle {
    /// The packets of a single riffle, if they are no power of 2.
    pub packets: Option<Estimate>,
    /// The card below which each deck is cut.
    pub cut: Option<u32>,
    /// The number of riffles without a cut.
    pub plain: Estimate,
    /// The number of riffles before a cut.
    pub and_cut: Estimate,
}

/// Returns all families that decks of this size can distinguish.
pub fn families(cards: usize, riffle: ExactRiffle) -> Vec<Family> {
    let bits = log2(cards as f64).ceil() as u32;
    let family = |cause, pattern, grid: Vec<f64>| Family { cause, pattern, grid, known: None };
    let count = |range: Range<u32>| range.map(f64::from).collect::<Vec<f64>>();
    let exact = |cause, pattern, Estimate { value, low, high }| Family {
        cause,
        pattern,
        grid: vec![value],
        known: Some([low, high]),
    };
    let riffles = match riffle.packets {
        Some(packets) => exact(Cause::Riffles, Recipe::Packets, packets),
        None => exact(Cause::Riffles, Recipe::Repeated("gsr"), riffle.plain),
    };
    let mut all = vec![
        riffles,
        exact(Cause::RifflesAndCut, Recipe::RepeatedAndCut("gsr", riffle.cut), riffle.and_cut),
        family(Cause::Modulo, Recipe::With("modulo"), count(1..bits + 13)),
        family(Cause::Modulo, Recipe::Pass(FlawedPass::TakenModulo), count(1..bits + 13)),
        family(Cause::TopToRandom, Recipe::Repeated("top-to-random"), times(cards, MOVES)),
        family(Cause::Swaps, Recipe::Counted("swap-pairs"), times(cards, SWAPS)),
        family(Cause::Thorp, Recipe::Repeated("thorp"), PASSES.to_vec()),
        family(Cause::Shelves, Recipe::With("shelf"), PASSES.to_vec()),
        family(Cause::NeighbourSwaps, Recipe::Pass(FlawedPass::NeighbourSwaps), times(cards, SWAPS)),
        family(Cause::CardMoves, Recipe::Pass(FlawedPass::CardMoves), times(cards, MOVES)),
        family(Cause::BottomToRandom, Recipe::Pass(FlawedPass::BottomMoves), times(cards, MOVES)),
        family(Cause::EvenOrders, Recipe::Even, vec![1.0]),
    ];
    for (cause, word, chances, times) in BY_CHANCE {
        all.extend(chances.iter().map(|&by| family(cause, Recipe::RepeatedWith(word, by), times.to_vec())));
    }
    all.extend(PASSES_WITHOUT_WORDS.map(|(cause, pass)| family(cause, Recipe::Pass(pass), vec![1.0])));
    let old_v8 = family(Cause::CoinSort(CoinSort::Quick), Recipe::Pass(FlawedPass::OldV8Sort), vec![1.0]);
    all.extend((cards > INSERTED).then_some(old_v8));
    all.extend(ONCE.map(|(cause, word)| family(cause, Recipe::Once(word), vec![1.0])));
    all
}

const PASSES_WITHOUT_WORDS: [(Cause, FlawedPass); 14] = [
    (Cause::NaiveRounded, FlawedPass::NaiveRounded),
    (Cause::NaiveDown, FlawedPass::NaiveDown),
    (Cause::Rounded, FlawedPass::RoundedDown),
    (Cause::Rounded, FlawedPass::RoundedFromFirst),
    (Cause::Rounded, FlawedPass::TakenRounded),
    (Cause::Clamped, FlawedPass::Clamped),
    (Cause::ConstantBound, FlawedPass::BoundUp),
    (Cause::ConstantBound, FlawedPass::BoundDown),
    (Cause::ConstantBound, FlawedPass::BoundUpToLast),
    (Cause::ConstantBound, FlawedPass::BoundDownToSecond),
    (Cause::StopsEarly, FlawedPass::StopsEarlyUp),
    (Cause::FirstNotSwapped, FlawedPass::NaiveFromSecond),
    (Cause::BubbleSort, FlawedPass::BubbleSort),
    (Cause::CoinSort(CoinSort::Quick), FlawedPass::QuickSort),
];

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

/// Grids of parameters, with steps of up to a factor of two: up to where decks of the common sizes are
/// indistinguishable from fair ones. Those of moves and swaps are per card: ln n + c moves a card leave about
/// e^-c cards in their first order.
const MOVES: &[f64] = &[0.06, 0.12, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0];
const SWAPS: &[f64] = &[0.06, 0.12, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0];
const PASSES: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0, 26.0];
const HANDS: &[f64] = &[1.0, 2.0, 3.0, 4.0, 6.0, 9.0, 12.0, 20.0, 32.0, 50.0, 80.0];

/// Words that end with a probability: the probabilities that are tried first, and the repetitions.
const BY_CHANCE: [(Cause, &str, &[f64], &[f64]); 3] = [
    (Cause::Overhand, "overhand:", &[0.1, 0.2, 0.4], HANDS),
    (Cause::UnevenRiffles, "gsr:cut=", &[0.2, 0.35, 0.65, 0.8], RIFFLES),
    (Cause::ClumpedRiffles, "gsr:clump=", &[0.2, 0.35, 0.65, 0.8, 0.92], RIFFLES),
];
const RIFFLES: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0];

fn times(cards: usize, each: &[f64]) -> Vec<f64> {
    let mut times: Vec<f64> = each.iter().map(|each| (each * cards as f64).round().max(1.0)).collect();
    times.dedup();
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro::Word;

    /// Each word is one, and fits the deck.
    #[test]
    fn words_are_words() {
        let three = Estimate { value: 3.0, low: 3.0, high: 3.0 };
        let riffle = ExactRiffle { packets: Some(three), cut: Some(1), plain: three, and_cut: three };
        for cards in [2, 5, 52, 200] {
            for family in families(cards, riffle) {
                for word in family.grid.iter().filter_map(|&value| family.word(value)) {
                    assert!(word.parse::<Word>().unwrap().routine(cards).is_ok(), "{word}");
                }
            }
        }
    }
}
