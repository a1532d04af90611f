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

    /// Returns the modulus modulo which 2 has this order.
    pub fn modulus(&self, kind: Kind) -> u64 {
        match kind {
            _ if self.cards % 2 == 1 => self.cards,
            Kind::Out => self.cards - 1,
            Kind::In => self.cards + 1,
        }
    }
}
