//! The fields of the texts that a scheme hashes.

/// A value that a scheme puts into a key, a message or a commitment.
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
    /// The bytes that the part `seed` derives.
    Seed,
    /// The number of the block of the stream, from 0.
    Block,
    /// The number of the draw, from 0.
    Draw,
    /// The largest number that the draw can give.
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
