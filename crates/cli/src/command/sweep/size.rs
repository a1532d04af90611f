use faro::Kind;

/// A deck size and the orders of its shuffles.
#[derive(Clone, Copy)]
pub struct Size {
    pub cards: u64,
    pub out: u64,
    pub inn: u64,
}

impl Size {
    pub fn order(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Out => self.out,
            Kind::In => self.inn,
        }
    }
}

/// Returns the two deck sizes with an odd `modulus`.
///
/// They are the modulus itself, and the next larger number for out-shuffles or the next smaller one for
/// in-shuffles.
pub fn decks(modulus: u64, kind: Kind) -> [u64; 2] {
    match kind {
        Kind::Out => [modulus, modulus + 1],
        Kind::In => [modulus - 1, modulus],
    }
}
