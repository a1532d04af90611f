use faro::stacks::Face;
use subtle::ConstantTimeEq;

use super::deal::{Deal, DealError};
use super::text::Scheme;

/// The result of comparing a deal with what its seeds give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The commitment that the secret gives, or `None` if the scheme has none.
    pub commitment: Option<Vec<u8>>,
    /// Whether it is the published one, or `None` if none was given.
    pub committed: Option<bool>,
    /// The cards that the seeds give, counted from 0.
    pub deck: Vec<u32>,
    /// Whether cards were given to compare.
    pub compared: bool,
    /// The first card that differs.
    pub wrong: Option<WrongCard>,
}

/// A dealt card that is not the one that the seeds give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCard {
    /// The position, counted from 1.
    pub position: usize,
    /// The name of the card that the seeds give.
    pub expected: String,
    /// The name of the card that was dealt.
    pub given: String,
}

impl Check {
    /// Returns whether the deal is what was committed to, or `None` if nothing was compared.
    pub fn verified(&self) -> Option<bool> {
        let compared = self.committed.is_some() || self.compared;
        compared.then(|| self.committed != Some(false) && self.wrong.is_none())
    }
}

impl Scheme {
    /// Compares a deal with what its seeds give. The commitment is compared in constant time.
    ///
    /// # Errors
    ///
    /// [`DealError`] if a seed is missing or has no bytes, or if a card is not in the deck.
    pub fn check_deal(&self, deal: &Deal) -> Result<Check, DealError> {
        if deal.server.is_none() {
            return Err(DealError::NoServerSeed);
        }
        let (commitment, deck) = (self.commitment(deal)?, self.deck(deal)?);
        let committed = match (&commitment, &deal.commitment) {
            (Some(computed), Some(published)) => Some(bool::from(computed.ct_eq(published))),
            _ => None,
        };
        let dealt = deal.dealt.as_deref().unwrap_or_default();
        let wrong = self.first_wrong(&deck, dealt)?;
        Ok(Check { commitment, committed, deck, compared: !dealt.is_empty(), wrong })
    }

    fn first_wrong(&self, deck: &[u32], dealt: &[String]) -> Result<Option<WrongCard>, DealError> {
        if dealt.len() > deck.len() {
            return Err(DealError::TooManyCards { given: dealt.len(), most: deck.len() });
        }
        let names = self.names();
        for (position, (given, &card)) in (1..).zip(dealt.iter().zip(deck)) {
            let expected = &names[card as usize];
            if !names.iter().any(|name| is_same(name, given)) {
                return Err(DealError::UnknownCard { position, given: given.clone() });
            }
            if !is_same(expected, given) {
                let (expected, given) = (expected.clone(), given.clone());
                return Ok(Some(WrongCard { position, expected, given }));
            }
        }
        Ok(None)
    }
}

/// Returns whether two names mean the same card: `TS`, `10♠` and `ten of spades`, or equal texts.
fn is_same(name: &str, given: &str) -> bool {
    let faces = || Face::parse(name).zip(Face::parse(given)).is_some_and(|(a, b)| a == b);
    name.eq_ignore_ascii_case(given) || faces()
}
