use crate::audit::tables::Circle;
use crate::number::elementary::{exp, exp2, ln, powi};
use crate::riffle::ln_ratio;

/// What is told of a cut is this much likelier than that there is none, or the other way round, in nats: nine
/// times.
const TELLS: f64 = 2.2;

/// Numbers of packets that are tried: so many from one power of 2 to the next.
const BETWEEN_POWERS: f64 = 4.0;

/// Whether riffled decks were cut after the riffles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// They were not.
    None,
    /// Anywhere.
    Anywhere,
    /// Always below so many cards.
    Below(u32),
    /// Neither is much likelier than the other.
    Open,
}

/// How likely decks are if they were riffled, and riffled and cut: exactly.
///
/// A deck with r rising sequences is C(a + n − r, n)·n!/aⁿ times as likely after a shuffle of a packets as
/// after a fair one (Bayer, Diaconis 1992); if it was cut, as the mean over its n cuts. Of these a share has
/// c, and the others c + 1 rising sequences, as [`Circle`] counts them.
pub struct Cuts<'a> {
    circle: &'a Circle,
    cards: usize,
    /// Numbers of packets, with how much likelier they make an order, in nats, by its rising sequences.
    tried: Vec<(f64, Vec<f64>)>,
}

impl Cuts<'_> {
    /// O(n²) for each of some numbers of packets, up to where riffled decks are not told from fair ones.
    pub fn new(circle: &Circle, cards: usize) -> Cuts<'_> {
        let most = 8.0 * powi(cards as f64, 2);
        let packets = (BETWEEN_POWERS as u32..).map(|step| exp2(f64::from(step) / BETWEEN_POWERS));
        let tried = packets.take_while(|&packets| packets < most);
        Cuts { circle, cards, tried: tried.map(|packets| (packets, ln_ratios(cards, packets))).collect() }
    }

    /// None if the decks can't have been riffled alone, nor with a cut.
    pub fn likeliest(&self) -> Option<Cut> {
        let cuts: Vec<Vec<f64>> = self.tried.iter().map(|(_, likelier)| self.at(likelier)).collect();
        let likeliest = |cut: usize| largest(cuts.iter().map(|at| at[cut]));
        let anywhere = largest(self.tried.iter().map(|(_, likelier)| self.anywhere(likelier)));
        let (none, fixed): (f64, Vec<f64>) = (likeliest(0), (1..self.cards).map(likeliest).collect());
        let one = ln_mean(&fixed);
        let cut = ln_mean(&[anywhere, one]);
        if none.max(cut) == f64::NEG_INFINITY {
            return None;
        }
        let back = (0..fixed.len()).max_by(|&a, &b| fixed[a].total_cmp(&fixed[b])).unwrap_or(0) + 1;
        Some(match cut - none {
            told if told < -TELLS => Cut::None,
            told if told <= TELLS => Cut::Open,
            _ if one - anywhere > TELLS => Cut::Below((self.cards - back) as u32),
            _ => Cut::Anywhere,
        })
    }

    /// The number of packets that makes the decks likeliest, if it is not a power of 2 and that much likelier
    /// than any.
    pub fn odd_packets(&self, likelier: f64) -> Option<u32> {
        let nats = |packets: f64| by_sides(self.circle.sides(), &ln_ratios(self.cards, packets));
        let rough =
            self.tried.iter().map(|(packets, ratios)| (*packets, by_sides(self.circle.sides(), ratios)));
        let (about, _) = rough.max_by(|one, other| one.1.total_cmp(&other.1))?;
        let step = exp2(BETWEEN_POWERS.recip());
        let (from, to) = (((about / step) as u32).max(2), (about * step) as u32 + 1);
        let near = (from..=to)
            .step_by(((to - from) / 64 + 1) as usize)
            .map(|packets| (packets, nats(packets.into())));
        let (best, most) = near.max_by(|one, other| one.1.total_cmp(&other.1))?;
        let powers = [best.ilog2(), best.ilog2() + 1].map(|riffles| nats(exp2(riffles.into())));
        (most - largest(powers.into_iter()) > likelier).then_some(best)
    }

    /// Of decks that have to be cut by 0, 1, 2, … cards to be as they were riffled.
    fn at(&self, likelier: &[f64]) -> Vec<f64> {
        let mut sides: Vec<(u64, u64)> = self.circle.sides().collect();
        let of_cut = |cut| {
            let nats = by_sides(sides.iter().copied(), likelier);
            self.circle.sides_cut(cut, &mut sides);
            nats
        };
        (0..self.cards).map(of_cut).collect()
    }

    /// Of decks that were cut anywhere.
    fn anywhere(&self, likelier: &[f64]) -> f64 {
        let n = self.cards as f64;
        let of_gap = |around: usize, gap: usize| {
            if likelier[around] == f64::NEG_INFINITY {
                return f64::NEG_INFINITY;
            }
            let above = 1.0 - gap as f64 / n;
            likelier[around] + ln(above + (1.0 - above) * exp(likelier[around + 1] - likelier[around]))
        };
        let cells = (0..self.cards).flat_map(|around| (1..self.cards).map(move |gap| (around, gap)));
        let seen = cells.map(|(around, gap)| (self.circle.gaps().at(around, gap), around, gap));
        let seen = seen.filter(|&(count, ..)| count > 0);
        seen.map(|(count, around, gap)| count as f64 * of_gap(around, gap)).sum()
    }
}

/// By its rising sequences how much likelier an order is, in nats.
fn ln_ratios(cards: usize, packets: f64) -> Vec<f64> {
    (0..=cards).map(|rising| ln_ratio(cards as u64, packets, rising as u64)).collect()
}

fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(f64::NEG_INFINITY, f64::max)
}

fn by_sides(sides: impl Iterator<Item = (u64, u64)>, likelier: &[f64]) -> f64 {
    let nats = |count: u64, rising: usize| if count > 0 { count as f64 * likelier[rising] } else { 0.0 };
    sides.enumerate().map(|(c, (above, below))| nats(above, c) + nats(below, c + 1)).sum()
}

/// The logarithm of the mean of what these are the logarithms of.
fn ln_mean(logarithms: &[f64]) -> f64 {
    let most = largest(logarithms.iter().copied());
    if most == f64::NEG_INFINITY {
        return most;
    }
    let sum: f64 = logarithms.iter().map(|one| exp(one - most)).sum();
    most + ln(sum / logarithms.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;
    use crate::Word;
    use crate::audit::tables::Tables;
    use crate::shuffle::{Choices, Generator, Seed, Shuffle};
    use crate::simulate::Tally;

    fn tables(decks: &[u32], cards: usize) -> Tables {
        let mut tables = Tables::new(cards);
        tables.add(decks, cards);
        tables
    }

    fn rising_sequences(deck: &[u32]) -> usize {
        let places = Permutation::from_deck(deck.to_vec()).unwrap();
        1 + places.images().windows(2).filter(|pair| pair[0] > pair[1]).count()
    }

    /// Of all orders of five cards, and three packets: by the cuts themselves.
    #[test]
    fn likelihoods_are_those_of_the_cuts() {
        let likelier = ln_ratios(5, 3.0);
        for mut deck in (0..120u32).map(|rank| Permutation::unrank(5, rank).unwrap().to_deck()) {
            let tables = tables(&deck, 5);
            let cuts = Cuts::new(&tables.draw_tables().circle, 5);
            let (mut sum, at) = (0.0, cuts.at(&likelier));
            for nats in at {
                let expected = likelier[rising_sequences(&deck)];
                assert!(nats == expected || (nats - expected).abs() < 1e-12);
                sum += expected.exp() / 5.0;
                deck.rotate_left(1);
            }
            assert!((cuts.anywhere(&likelier).exp() - sum).abs() < 1e-12);
        }
    }

    fn told(word: &str, anywhere: bool, decks: u32) -> Option<Cut> {
        let routine = word.parse::<Word>().unwrap().routine(20).unwrap();
        let mut generator = Generator::unit(&Seed::from(8), 0);
        let mut all = Vec::new();
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..20).collect();
            routine.shuffle(&mut deck, &mut generator);
            deck.rotate_left(if anywhere { generator.below(20) as usize } else { 0 });
            all.extend(deck);
        }
        let tables = tables(&all, 20);
        Cuts::new(&tables.draw_tables().circle, 20).likeliest()
    }

    #[test]
    fn cuts_are_told() {
        assert_eq!(told("gsr^3", false, 200), Some(Cut::None));
        assert_eq!(told("gsr^3", true, 200), Some(Cut::Anywhere));
        assert_eq!(told("gsr^3 cut:7", false, 200), Some(Cut::Below(7)));
        assert_eq!(told("gsr^5", true, 10), Some(Cut::Open));
        assert_eq!(told("gsr^14", false, 200), Some(Cut::Open));
        assert_eq!(told("gsr cut:7", false, 30), Some(Cut::Below(7)));
    }

    #[test]
    fn packets_that_are_no_power_of_two() {
        for (word, packets) in [("riffle:3", Some(3)), ("gsr^2", None), ("gsr^5", None), ("gsr^14", None)] {
            let routine = word.parse::<Word>().unwrap().routine(20).unwrap();
            let mut decks: Vec<u32> = (0..100).flat_map(|_| 0..20).collect();
            let mut generator = Generator::unit(&Seed::from(8), 0);
            decks.chunks_mut(20).for_each(|deck| routine.shuffle(deck, &mut generator));
            let tables = tables(&decks, 20);
            assert_eq!(Cuts::new(&tables.draw_tables().circle, 20).odd_packets(4.0), packets, "{word}");
        }
    }
}
