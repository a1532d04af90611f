//! Tests whether the shuffle of a game is fair. A program can keep such a test beside its own shuffle.
//!
//! `cargo run --example audit`

use faro_audit::{Conclusion, Error, Evidence, Verdict, diagnose, judge};

/// A small generator, as a game may use (Marsaglia's xorshift, 2003).
struct Xorshift(u64);

impl Xorshift {
    /// Returns a number below `bound`. The bias of the multiplication is negligible for small bounds.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * bound as u128) >> 64) as usize
    }
}

/// Swaps each card with itself or with one that is not placed yet (Durstenfeld 1964).
fn right(deck: &mut [u32], generator: &mut Xorshift) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, generator.below(last + 1));
    }
}

/// The same shuffle with a bound that is off by one: no card can stay (Sattolo 1986).
fn wrong(deck: &mut [u32], generator: &mut Xorshift) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, generator.below(last));
    }
}

fn audited(shuffle: fn(&mut [u32], &mut Xorshift)) -> Result<Verdict, Error> {
    let mut generator = Xorshift(0x9e37_79b9_7f4a_7c15);
    let mut evidence = Evidence::new(52)?;
    for _ in 0..5000 {
        let mut deck: Vec<u32> = (0..52).collect();
        shuffle(&mut deck, &mut generator);
        evidence.add(&deck)?;
    }
    let judgement = judge(&mut evidence, 0.001);
    let diagnosis = diagnose(&mut evidence, &judgement);
    let conclusion = Conclusion::new(&mut evidence, judgement, Some(diagnosis));
    println!("{}", conclusion.verdict());
    conclusion
        .effects()
        .iter()
        .for_each(|effect| println!("  {effect}"));
    if conclusion.judgement.verdict == Verdict::Unfair {
        conclusion
            .remarks()
            .iter()
            .for_each(|remark| println!("  {}", remark.text));
    }
    Ok(conclusion.judgement.verdict)
}

fn main() -> Result<(), Error> {
    assert_eq!(audited(right)?, Verdict::Fair);
    assert_eq!(audited(wrong)?, Verdict::Unfair);
    Ok(())
}
