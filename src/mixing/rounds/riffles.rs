//! Distances after riffles: of the whole deck, and of decks in which cards look alike.

use std::cell::OnceCell;
use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::Error;
use crate::mixing::{Method, MixingOptions, RoundDistances};
use crate::riffle::{
    Distance, EstimatedValue, ExactDistance, ExactMixing, Magnitude, ManyKinds, Mixing,
    RepeatedCards, TwoKinds,
};
use faro_math::number::Fraction;

/// The distances of a whole deck after riffles, each by the most accurate method that is fast.
///
/// ```
/// use faro::mixing::RiffleMixing;
/// let seven = RiffleMixing::new(52, false)?.after_packets(&128u32.into())?;
/// assert_eq!(format!("{:.10}", seven.total_variation.unwrap().to_f64()), "0.3340609995");
/// # Ok::<(), faro::Error>(())
/// ```
pub struct RiffleMixing {
    mixing: Mixing,
    /// The exact distances, if fractions are wanted or fast to compute.
    exact: Option<ExactMixing>,
    /// The exact distances for numbers far above or below 1, computed at the first use.
    lazy_exact: OnceCell<Option<ExactMixing>>,
    fractions: bool,
}

/// Maximum number of bits of aⁿ for printed fractions, which then take a second or two.
const MAX_PRINTED_BITS: u64 = 100_000;

/// Maximum number of bits of aⁿ for which fractions take some milliseconds. Decimal numbers are then rounded from
/// fractions.
const MAX_FAST_BITS: u64 = 10_000;

/// Maximum number of cards for which fractions are always computed: four packs.
const MAX_FRACTION_CARDS: u64 = 208;

/// Maximum number of cards for which all numbers have [`DIGITS`] correct digits. For more than four packs, numbers far
/// above or below 1 take some milliseconds.
const MAX_EXACT_CARDS: u64 = 1000;

/// Number of correct digits of the distances of up to [`MAX_EXACT_CARDS`] cards.
const DIGITS: u32 = 14;

impl fmt::Debug for RiffleMixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RiffleMixing")
            .field("cards", &self.mixing.cards())
            .finish_non_exhaustive()
    }
}

impl RiffleMixing {
    /// Returns the model for `cards` cards, with fractions if `fractions` is true.
    ///
    /// # Errors
    ///
    /// [`Error`] if `cards` is 0 or too large.
    pub fn new(cards: u64, fractions: bool) -> Result<RiffleMixing, Error> {
        let needs_exact = fractions || cards <= MAX_FRACTION_CARDS;
        let exact = needs_exact.then(|| ExactMixing::new(cards)).transpose()?;
        Ok(RiffleMixing {
            mixing: Mixing::new(cards)?,
            exact,
            lazy_exact: OnceCell::new(),
            fractions,
        })
    }

    /// Returns the maximum number of bits of the number of packets.
    pub fn max_bits(&self) -> u64 {
        if self.fractions {
            Mixing::MAX_BITS.min(MAX_PRINTED_BITS / self.mixing.cards())
        } else {
            Mixing::MAX_BITS
        }
    }

    /// Returns the distances after one riffle with `packets` packets.
    ///
    /// # Errors
    ///
    /// [`Error`] if `packets` is 0 or exceeds 2^[`Mixing::MAX_BITS`].
    pub fn after_packets(&self, packets: &BigUint) -> Result<RoundDistances, Error> {
        let mut row = self.mixing.after_packets(packets)?;
        self.improve(&mut row, packets);
        let short = self.mixing.cards() * packets.bits() <= MAX_FAST_BITS;
        let exact = self.exact.as_ref().filter(|_| short || self.fractions);
        let exact = exact.and_then(|exact| exact.after_packets(packets).ok());
        let row = self.rounded(&row);
        Ok(exact.map_or(row.clone(), |exact| with_exact(row, exact, self.fractions)))
    }

    /// Replaces the distances in `row` that have lost digits by rounded fractions, for decks that are small enough.
    fn improve(&self, row: &mut Distance, packets: &BigUint) {
        let has_few_digits = far_numbers(row)
            .iter()
            .any(|number| number.digits() < DIGITS);
        if !has_few_digits || self.mixing.cards() > MAX_EXACT_CARDS {
            return;
        }
        let exact = self
            .lazy_exact
            .get_or_init(|| ExactMixing::new(self.mixing.cards()).ok());
        let Some(Ok(exact)) = exact.as_ref().map(|exact| exact.far_distances(packets)) else {
            return;
        };
        let exact = [
            exact.total_variation_complement,
            exact.separation_complement,
            exact.l_infinity,
            exact.chi_square,
        ];
        for (number, exact) in far_numbers(row).into_iter().zip(exact) {
            if number.digits() < DIGITS {
                *number = exact;
            }
        }
    }

    fn rounded(&self, row: &Distance) -> RoundDistances {
        let number =
            |number: f64| Some(Magnitude::scaled(number, 0).to_digits(self.mixing.digits()));
        RoundDistances {
            total_variation: number(row.total_variation),
            total_variation_complement: Some(row.total_variation_complement),
            separation: number(row.separation),
            separation_complement: Some(row.separation_complement),
            l_infinity: Some(row.l_infinity),
            chi_square: Some(row.chi_square),
            kl_bits: number(row.kl_bits),
            entropy_bits: number(row.entropy_bits),
            rising_sequences: number(row.rising_sequences),
            ..RoundDistances::default()
        }
    }
}

/// Returns the numbers that are computed as logarithms if they are far above or below 1.
fn far_numbers(row: &mut Distance) -> [&mut Magnitude; 4] {
    [
        &mut row.total_variation_complement,
        &mut row.separation_complement,
        &mut row.l_infinity,
        &mut row.chi_square,
    ]
}

/// Replaces the distances of `row` by the rounded fractions in `exact`, and adds the fractions if `wanted`.
fn with_exact(row: RoundDistances, exact: ExactDistance, wanted: bool) -> RoundDistances {
    let number = |fraction: &Fraction| Some(Magnitude::from_fraction(fraction));
    let row = RoundDistances {
        total_variation: number(&exact.total_variation),
        total_variation_complement: number(&exact.total_variation.complement()),
        separation: number(&exact.separation),
        separation_complement: number(&exact.separation.complement()),
        l_infinity: number(&exact.l_infinity),
        chi_square: number(&exact.chi_square),
        ..row
    };
    if !wanted {
        return row;
    }
    let fractions = vec![
        ("total_variation", Some(exact.total_variation)),
        ("separation", Some(exact.separation)),
        ("l_infinity", Some(exact.l_infinity)),
        ("chi_square", Some(exact.chi_square)),
        ("rising_sequences", Some(exact.rising_sequences)),
    ];
    RoundDistances { fractions, ..row }
}

/// The distances of the arrangement of cards that look alike after riffles.
///
/// The deck is sorted by kind before it is riffled. The separation is exact (Assaf, Diaconis and Soundararajan, *A rule of
/// thumb for riffle shuffling*, 2011). Total variation is exact for few arrangements, otherwise an estimate.
///
/// ```
/// use faro::mixing::{KindsMixing, MixingOptions};
/// let colours = KindsMixing::new(&[26, 26], MixingOptions::default())?;
/// let four = colours.after_packets(&16u32.into(), &mut |_| true).unwrap();
/// assert!(four.total_variation.unwrap().to_f64() < 0.2);
/// # Ok::<(), faro::Error>(())
/// ```
pub struct KindsMixing {
    repeated: RepeatedCards,
    /// Computes total variation for two kinds of cards.
    two_kinds: Option<TwoKinds>,
    many_kinds: Option<ManyKinds>,
    samples: u32,
    options: MixingOptions,
}

/// Number of significant digits of a sum of up to some millions of numbers.
const SUMMED_DIGITS: u32 = 12;

impl fmt::Debug for KindsMixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KindsMixing")
            .field("cards", &self.repeated.cards())
            .finish_non_exhaustive()
    }
}

impl KindsMixing {
    /// Maximum number of cards: ten packs.
    pub const MAX_CARDS: u32 = RepeatedCards::MAX_CARDS;

    /// Returns the model for `composition`, the number of cards of each kind.
    ///
    /// # Errors
    ///
    /// [`Error`] if a kind has no cards, or there are too many cards.
    pub fn new(composition: &[u32], options: MixingOptions) -> Result<KindsMixing, Error> {
        let repeated = RepeatedCards::new(composition)?;
        let two_kinds = match *composition {
            [first, second] => TwoKinds::new(first, second).ok(),
            _ => None,
        };
        let many_kinds = ManyKinds::new(composition).ok();
        let samples = options
            .samples
            .unwrap_or_else(|| usual_samples(two_kinds.is_some(), many_kinds.as_ref()));
        Ok(KindsMixing {
            repeated,
            two_kinds,
            many_kinds,
            samples,
            options,
        })
    }

    /// Returns the number of random decks for a row that is estimated.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// Returns whether total variation can be computed or estimated.
    pub fn has_variation(&self) -> bool {
        self.two_kinds.is_some() || self.many_kinds.is_some() || self.is_arranged()
    }

    /// Returns whether total variation may be an estimate.
    pub fn is_sampled(&self) -> bool {
        (self.two_kinds.is_some() || self.many_kinds.is_some()) && !self.is_arranged()
    }

    /// Returns whether total variation is summed over all arrangements.
    fn is_arranged(&self) -> bool {
        self.repeated.total_variation(&2u32.into()).is_some()
    }

    /// Returns the distances after one riffle with `packets` packets.
    ///
    /// Returns `None` if `goes_on` returned false. It receives the number of random decks done since its last call.
    ///
    /// # Panics
    ///
    /// If `packets` is 0.
    pub fn after_packets(
        &self,
        packets: &BigUint,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<RoundDistances> {
        let separation = self.repeated.separation(packets);
        let variation = self.repeated.total_variation(packets);
        let number = |fraction: &Fraction| Some(Magnitude::from_fraction(fraction));
        let row = match &variation {
            Some(variation) => RoundDistances {
                total_variation: number(variation),
                total_variation_complement: number(&variation.complement()),
                ..RoundDistances::default()
            },
            None => estimated(self.variation(packets, goes_on)?),
        };
        let row = RoundDistances {
            separation: number(&separation),
            separation_complement: number(&separation.complement()),
            ..row
        };
        if !self.options.fractions {
            return Some(row);
        }
        let fractions = vec![
            ("total_variation", variation),
            ("separation", Some(separation)),
        ];
        Some(RoundDistances { fractions, ..row })
    }

    /// Returns the total variation distance after a riffle with `packets` packets.
    ///
    /// It has a standard error if it is an estimate. The inner `None` means that it is unknown, the outer one that
    /// `goes_on` returned `false`.
    fn variation(
        &self,
        packets: &BigUint,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Option<EstimatedValue>> {
        let MixingOptions { seed, threads, .. } = &self.options;
        let exact = packets
            .to_u32()
            .filter(|&packets| packets <= TwoKinds::MAX_PACKETS);
        match (&self.two_kinds, exact, &self.many_kinds) {
            (Some(deck), Some(packets), _) => deck
                .total_variation(packets, self.samples, seed, goes_on)
                .map(Some),
            (_, _, Some(deck)) => deck
                .total_variation(packets, self.samples, seed, *threads, goes_on)
                .map(Some),
            _ => Some(None),
        }
    }
}

fn estimated(found: Option<EstimatedValue>) -> RoundDistances {
    let Some(EstimatedValue {
        value,
        standard_error,
    }) = found
    else {
        return RoundDistances::default();
    };
    let number = |number: f64| Magnitude::scaled(number, 0).to_digits(SUMMED_DIGITS);
    RoundDistances {
        method: if standard_error.is_some() {
            Method::Estimate
        } else {
            Method::Exact
        },
        total_variation: Some(number(value)),
        standard_error: standard_error.map(number),
        ..RoundDistances::default()
    }
}

/// Number of products for one arrangement above which its probability takes milliseconds to compute.
const MAX_FAST_COST: f64 = 1e6;

/// Returns a number of random decks for which a row takes about a second at most.
fn usual_samples(has_two: bool, many_kinds: Option<&ManyKinds>) -> u32 {
    match many_kinds {
        _ if has_two => 100_000,
        Some(kinds) if kinds.cost() > MAX_FAST_COST => 1000,
        _ => 10_000,
    }
}
