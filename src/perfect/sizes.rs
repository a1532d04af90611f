use num_bigint::BigUint;

use super::weave::Kind;
use faro_math::number::{Budget, DecimalLine, Moduli, ModuliError, TooManyModuliError, U640};
use faro_simd::{Processor, compiled_fn};

/// The deck sizes for which perfect shuffles with two packets have a given order K.
///
/// Each odd modulus m modulo which 2 has the order K gives two deck sizes: m, and m + 1 (out) or m − 1 (in).
/// The deck without cards is omitted.
///
/// ```
/// use faro::Kind;
/// use faro_math::number::Budget;
/// use faro::perfect::Sizes;
///
/// let sizes = Sizes::with_order(Kind::Out, 8, &Budget::default())?;
/// let listed: Vec<String> = sizes.ascending()?.map(|cards| cards.to_string()).collect();
/// assert_eq!(listed, ["17", "18", "51", "52", "85", "86", "255", "256"]);
/// assert_eq!(Sizes::with_order(Kind::In, 300, &Budget::default())?.count(), 201_276_944u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sizes {
    kind: Kind,
    moduli: Moduli,
}

impl Sizes {
    /// Returns the decks that `order` shuffles restore, and no smaller number of shuffles.
    ///
    /// # Errors
    ///
    /// [`ModuliError::OutOfRange`] unless the order is from 1 to
    /// [`MAX_ORDER`](faro_math::number::MAX_ORDER); [`ModuliError::Unfactored`] if 2^K − 1
    /// was not factored within the budget; never for K up to 300.
    pub fn with_order(kind: Kind, order: u32, budget: &Budget) -> Result<Sizes, ModuliError> {
        Ok(Sizes { kind, moduli: Moduli::with_order(order, budget)? })
    }

    /// Returns the decks that `order` shuffles restore. A smaller number may restore them too. Errors are those
    /// of [`with_order`](Self::with_order).
    ///
    /// ```
    /// use faro::Kind;
    /// use faro_math::number::Budget;
    /// use faro::perfect::Sizes;
    /// let sizes = Sizes::with_order_dividing(Kind::In, 4, &Budget::default())?.ascending()?;
    /// assert!(sizes.map(|cards| cards.to_string()).eq(["1", "2", "3", "4", "5", "14", "15"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_order_dividing(kind: Kind, order: u32, budget: &Budget) -> Result<Sizes, ModuliError> {
        Ok(Sizes { kind, moduli: Moduli::with_order_dividing(order, budget)? })
    }

    /// Returns the moduli of the decks.
    pub fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    /// Returns the number of decks without listing them, in the time of [`Moduli::count`].
    pub fn count(&self) -> BigUint {
        let count = self.moduli.count() * 2u32;
        if self.has_empty_deck() { count - 1u32 } else { count }
    }

    /// Returns the numbers of cards, ascending, in bounded memory like [`Moduli::ascending`].
    ///
    /// # Errors
    ///
    /// [`TooManyModuliError`] if there are more than [`MAX_MODULI`](faro_math::number::MAX_MODULI) moduli.
    pub fn ascending(&self) -> Result<impl Iterator<Item = U640> + use<>, TooManyModuliError> {
        let kind = self.kind;
        let pair = move |modulus: U640| match kind {
            Kind::Out => [modulus, modulus.odd_plus_one()],
            Kind::In => [modulus.odd_minus_one(), modulus],
        };
        // Odd moduli are two apart, so that the pairs do not overlap.
        Ok(self.moduli.ascending()?.flat_map(pair).skip(usize::from(self.has_empty_deck())))
    }

    /// Returns the numbers of cards in decimal, ascending, in pieces of about 500. They are computed several
    /// times as fast as those of [`ascending`](Self::ascending) are printed.
    ///
    /// # Errors
    ///
    /// As [`ascending`](Self::ascending).
    ///
    /// ```
    /// use faro::Kind;
    /// use faro_math::number::Budget;
    /// use faro::perfect::Sizes;
    /// let lines = Sizes::with_order(Kind::In, 4, &Budget::default())?.lines()?.next().unwrap();
    /// assert_eq!((lines.count, &lines.text[..]), (4, &b"4\n5\n14\n15\n"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self) -> Result<impl Iterator<Item = Lines> + use<>, TooManyModuliError> {
        let (kind, mut source, mut block) = (self.kind, self.moduli.blocks()?, Vec::new());
        let mut is_empty_deck = self.has_empty_deck();
        let (mut capacity, processor) = (0, no_avx512());
        Ok(std::iter::from_fn(move || {
            source.refill(&mut block);
            let mut lines = Lines { count: 0, text: Vec::with_capacity(capacity) };
            if std::mem::take(&mut is_empty_deck) {
                block.remove(0);
                lines = Lines { count: 1, text: b"1\n".to_vec() };
            }
            lines.count += 2 * block.len();
            push_pairs(processor, &mut lines.text, kind, &block);
            // The next numbers are as long, or a little longer.
            capacity = lines.text.len() + lines.count;
            (lines.count > 0).then_some(lines)
        }))
    }

    /// Returns whether the modulus 1 is among the moduli and would give an in-shuffle of no cards.
    fn has_empty_deck(&self) -> bool {
        self.kind == Kind::In && self.moduli.has_one()
    }
}

/// Consecutive deck sizes in decimal, one on each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The number of sizes.
    pub count: usize,
    /// The digits, in ASCII, with a line feed after each number.
    pub text: Vec<u8>,
}

/// Returns the best instructions other than AVX-512, with which digits take longer.
fn no_avx512() -> Processor {
    let mut others = Processor::available().into_iter().filter(|processor| processor.avx512().is_none());
    others.next_back().expect("`Portable` is always available")
}

compiled_fn! {
    /// Appends the two sizes of each modulus. Moduli are odd: usually only the last digits differ, which is faster than to
    /// convert both. Digits are copied some time after they are stored, when the processor can do so at once.
    fn push_pairs(processor: Processor, text: &mut Vec<u8>, kind: Kind, moduli: &[U640]) {
        let mut lines: [DecimalLine; 8] = std::array::from_fn(|_| DecimalLine::new());
        for moduli in moduli.chunks(lines.len()) {
            for (line, modulus) in lines.iter_mut().zip(moduli) {
                modulus.write(line);
            }
            for line in &lines[..moduli.len()] {
                line.append_to(text);
                let last = text.len() - 2;
                line.append_to(text);
                match kind {
                    Kind::Out => add_one(text),
                    Kind::In => text[last] -= 1,
                }
            }
        }
    }
}

/// Adds one to the number of the last line, which is not the first.
#[inline]
fn add_one(text: &mut Vec<u8>) {
    let mut last = text.len() - 2;
    while text[last] == b'9' {
        text[last] = b'0';
        last -= 1;
    }
    match text[last] {
        b'\n' => text.insert(last + 1, b'1'),
        _ => text[last] += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_sizes_in_decimal() {
        for (kind, order) in (1..=60).flat_map(|order| [(Kind::Out, order), (Kind::In, order)]) {
            for sizes in [Sizes::with_order, Sizes::with_order_dividing]
                .map(|with| with(kind, order, &Budget::default()))
            {
                let sizes = sizes.unwrap();
                let numbers: Vec<String> =
                    sizes.ascending().unwrap().map(|size| size.to_string() + "\n").collect();
                let lines: Vec<Lines> = sizes.lines().unwrap().collect();
                assert_eq!(lines.iter().map(|lines| lines.count).sum::<usize>(), numbers.len());
                assert!(
                    lines.into_iter().flat_map(|lines| lines.text).eq(numbers.concat().into_bytes()),
                    "{kind:?} {order}"
                );
            }
        }
    }

    #[test]
    fn one_more_than_nines() {
        let mut text = b"999\n999\n".to_vec();
        add_one(&mut text);
        assert_eq!(text, b"999\n1000\n");
    }
}
