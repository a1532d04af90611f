/// The places of a lane, and the most cards of a deck in one.
pub const PLACES: usize = 64;

/// So many decks are shuffled together.
pub const DECKS: usize = 64;

/// A deck of up to 64 cards, a byte each, top card first: what lies where.
///
/// The places behind the deck hold their own numbers, as if cards lay there that no shuffle moves.
///
/// ```
/// use faro::kernel::Lane;
/// let lane = Lane::of(&[2, 0, 1]);
/// assert_eq!(lane.places()[..5], [2, 0, 1, 3, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lane(pub(super) [u8; PLACES]);

impl Lane {
    /// Every card at its own place: a new deck of any size.
    pub const NEW: Lane = Lane::new();

    const fn new() -> Lane {
        let (mut places, mut place) = ([0; PLACES], 0);
        while place < PLACES {
            places[place] = place as u8;
            place += 1;
        }
        Lane(places)
    }

    /// The deck that holds each of its cards once.
    ///
    /// # Panics
    ///
    /// If there are more than 64 cards.
    pub fn of(deck: &[u32]) -> Lane {
        let mut lane = Lane::NEW;
        let places = lane.0.get_mut(..deck.len()).expect("up to 64 cards");
        places.iter_mut().zip(deck).for_each(|(place, &card)| *place = card as u8);
        lane
    }

    /// What lies at each place.
    pub fn places(&self) -> &[u8; PLACES] {
        &self.0
    }

    /// The card at a place; a place beyond the lane counts from its top again.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> u8 {
        self.0[place % PLACES]
    }
}
