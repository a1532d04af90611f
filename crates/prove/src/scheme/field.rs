//! The fields that a scheme puts into the texts that it hashes.

/// A field: a value that a scheme puts into a key, a message or a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The operator's secret.
    Server,
    /// The player's seed.
    Client,
    /// The number of the hand.
    Nonce,
    /// The number of cards in the deck.
    Cards,
    /// The seed that the scheme derives from other fields first, in its part `seed`.
    Seed,
    /// The number of the block of the stream, from 0.
    Block,
    /// The number of the draw, from 0.
    Draw,
    /// The largest number that the draw can return.
    Last,
}

/// The fields with their names.
pub const FIELDS: [(&str, Field); 8] = [
    ("server", Field::Server),
    ("client", Field::Client),
    ("nonce", Field::Nonce),
    ("cards", Field::Cards),
    ("seed", Field::Seed),
    ("block", Field::Block),
    ("draw", Field::Draw),
    ("last", Field::Last),
];
