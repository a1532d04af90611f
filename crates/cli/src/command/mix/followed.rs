use faro::riffle::CardPosition;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::arguments::Mix;
use super::value::{Value, Values};
use faro_console::argument::Cards;
use faro_console::start::CardNames;

/// The position of one card after riffles.
pub struct Followed {
    /// The card, counted from 0.
    pub card: usize,
    position: CardPosition,
    /// Number of two-packet riffles in one riffle of the word.
    each: u64,
    /// Number of two-packet riffles done so far.
    riffles: u64,
}

impl Followed {
    pub fn new(mix: &Mix, cards: u64, card: &str, packets: &BigUint) -> anyhow::Result<Followed> {
        let most = CardPosition::MAX_CARDS;
        if cards > most as u64 {
            let why = format!("expected at most {most} cards with --card");
            return Err(mix.given.cards.error(why));
        }
        // A riffle of 2^k packets equals k riffles of two packets.
        let each = packets.trailing_zeros().unwrap_or(0);
        if *packets != BigUint::one() << each {
            let why = "expected riffles of two packets with --card, such as gsr or gsr^2";
            return Err(mix.given.shuffle_or("gsr").error(why));
        }
        let card = CardNames::new(Cards::from(cards)).index("--card <C>", card)?;
        let card = card.to_usize().expect("it is below the number of cards");
        Ok(Followed { card, position: CardPosition::new(cards as usize, card)?, each, riffles: 0 })
    }

    pub fn values(&mut self, riffles: u64) -> Values {
        while self.riffles < riffles * self.each {
            self.position.riffle();
            self.riffles += 1;
        }
        let row = self.position.distance();
        vec![
            ("total_variation", Value::Part(row.total_variation, row.total_variation.complement())),
            ("separation", Value::Part(row.separation, row.separation_complement)),
            ("l_infinity", Value::Real(row.l_infinity, 6)),
            ("chi_square", Value::Real(row.chi_square, 6)),
        ]
    }
}
