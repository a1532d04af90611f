use faro::riffle::ln_ratio;
use faro_math::number::elementary::{exp, ln};
use faro_math::statistics::Law;

/// A law whose probabilities have a smaller sum lost some of them to underflow.
pub const WHOLE: f64 = 0.999;

/// The laws of what distinguishes a riffled deck from one that was cut afterwards: its rising sequences, and whether the
/// first card is above the last.
///
/// Around the circle of cards, the last followed by the first, a deck has c steps up: as many as rising
/// sequences if the first card is above the last, else one less. Moving all names on by one keeps c, and
/// of the n names c have the first above the last; there are n·A(n − 1, c) decks with c, by Eulerian
/// numbers. So c·A(n − 1, c) decks have c rising sequences and the first card above the last, and
/// (n − c)·A(n − 1, c) have c + 1 and the last above the first.
#[derive(Clone, Debug)]
pub struct Riffled {
    pub rising_sequences: Law,
    pub first_above_last: f64,
    /// For each c the probabilities of the first card above and below the last.
    around: Vec<[f64; 2]>,
    cards: usize,
    /// For each c the ratio of the probability of a deck with c rising sequences to one with c + 1.
    odds: Vec<f64>,
}

impl Riffled {
    /// Returns the laws after one riffle of this number of packets; none if probabilities underflow. O(n²).
    pub fn new(cards: usize, packets: f64) -> Option<Riffled> {
        let n = cards as f64;
        // A(n − 1, c)·n!/(n·n!) by descents, which are one less than c.
        let decks = Law::descents(cards - 1);
        let likelier: Vec<f64> =
            (0..=cards).map(|rising| ln_ratio(cards as u64, packets, rising as u64)).collect();
        let chance = |share: f64, rising: usize| {
            if share > 0.0 { exp(ln(share) + likelier[rising]) } else { 0.0 }
        };
        let either = |c: usize| {
            let share = if c == 0 { 0.0 } else { decks.probability(c - 1) };
            [chance(share * c as f64 / n, c), chance(share * (1.0 - c as f64 / n), c + 1)]
        };
        let around: Vec<[f64; 2]> = (0..cards).map(either).collect();
        let odds = (0..cards).map(|c| exp(likelier[c] - likelier[c + 1]).min(1e12)).collect();
        let whole = around.iter().flatten().sum::<f64>() > WHOLE;
        whole.then(|| Riffled::from_around(cards, around, odds))
    }

    fn from_around(cards: usize, around: Vec<[f64; 2]>, odds: Vec<f64>) -> Riffled {
        let mut rising = vec![0.0; cards + 1];
        for (c, [above, below]) in around.iter().enumerate() {
            rising[c] += above;
            rising[c + 1] += below;
        }
        let first_above_last = around.iter().map(|[above, _]| above).sum();
        Riffled { rising_sequences: Law::new(rising), first_above_last, around, cards, odds }
    }

    /// Returns the laws after a cut at a random place.
    ///
    /// A cut keeps c. Of a deck's n cuts a share x has the first card above the last, which is c/n on
    /// average, and is taken to be spread about it as a number between 0 and 1 is about its half.
    pub fn cut(self) -> Riffled {
        // Among whole numbers from 1 to n − 1, n of which have a given sum.
        let n = self.cards as f64;
        let spread = (1.0 - 1.0 / n) * (1.0 - 2.0 / n);
        let cut = |(c, either): (usize, &[f64; 2])| {
            let (both, odds) = (either[0] + either[1], self.odds[c]);
            let mean = c as f64 / n;
            let square = mean * mean + mean * (1.0 - mean) / 3.0 * spread;
            // x(odds·x + 1 − x) against odds·x + 1 − x.
            let above = ((odds - 1.0) * square + mean) / ((odds - 1.0) * mean + 1.0);
            let above = if above.is_finite() { above.min(1.0) } else { 1.0 };
            [both * above, both * (1.0 - above)]
        };
        let around = self.around.iter().enumerate().map(cut).collect();
        Riffled::from_around(self.cards, around, self.odds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro::Word;
    use faro::riffle::descents_after_packets;
    use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};

    /// The rising sequences are those of Bayer and Diaconis.
    #[test]
    fn rising_sequences_are_descents_and_one() {
        for (cards, packets) in [(2, 2.0), (5, 4.0), (52, 128.0), (52, 2.0)] {
            let exact = descents_after_packets(cards, packets).shifted(1);
            let found = Riffled::new(cards, packets).unwrap().rising_sequences;
            for rising in 0..=cards {
                assert!((exact.probability(rising) - found.probability(rising)).abs() < 1e-12);
            }
        }
    }

    /// Within four standard errors of 40,000 decks of 10 cards, riffled three times, and cut.
    #[test]
    fn the_first_card_above_the_last() {
        const DECKS: u32 = 40_000;
        let routine = "gsr^3".parse::<Word>().unwrap().routine(10).unwrap();
        let mut generator = Generator::unit(&Seed::from(1), 0);
        let (mut above, mut above_cut, mut rising) = (0, 0, 0);
        for _ in 0..DECKS {
            let mut deck: Vec<u32> = (0..10).collect();
            routine.shuffle(&mut deck, &mut generator);
            let place = |deck: &[u32], card| deck.iter().position(|&lies| lies == card).unwrap();
            above += u32::from(place(&deck, 0) < place(&deck, 9));
            let cut = generator.below(10) as usize;
            deck.rotate_left(cut);
            above_cut += u32::from(place(&deck, 0) < place(&deck, 9));
            rising += 1 + (0..9).filter(|&card| place(&deck, card) > place(&deck, card + 1)).count();
        }
        let riffled = Riffled::new(10, 8.0).unwrap();
        let share = |count: u32| f64::from(count) / f64::from(DECKS);
        let four = 2.0 / f64::from(DECKS).sqrt();
        let found = (share(above), riffled.first_above_last);
        assert!((found.0 - found.1).abs() < four, "{found:?}");
        let cut = riffled.cut();
        // The spread is near, not exact.
        assert!(
            (share(above_cut) - cut.first_above_last).abs() < four + 0.005,
            "{} {}",
            share(above_cut),
            cut.first_above_last
        );
        let mean = rising as f64 / f64::from(DECKS);
        assert!((mean - cut.rising_sequences.mean()).abs() < four + 0.005, "{mean}");
    }
}
