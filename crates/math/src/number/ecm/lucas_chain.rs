//! Lucas chains: addition chains for multiples of a point on a Montgomery curve.
//!
//! Adding two points needs their difference. A Lucas chain is an addition chain in which the
//! difference of each sum is in the chain too. Montgomery's algorithm PRAC finds short ones: it runs
//! Euclid's algorithm on the multiplier and its quotient by about the golden ratio (Montgomery,
//! *Evaluating recurrences of form X_(m+n) = f(X_m, X_n, X_(m−n)) via Lucas chains*, 1983).

/// Number of registers that a chain uses in turn while a point is multiplied.
const REGISTERS: u8 = 5;

/// One step of a chain, between registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The sum of two points, given their difference.
    Add {
        into: u8,
        left: u8,
        right: u8,
        difference: u8,
    },
    /// Twice a point.
    Double { into: u8, of: u8 },
}

/// The ratios that are tried for each prime. They are the golden ratio, and numbers whose continued fractions
/// are all ones after a few other terms (Montgomery 1983).
const RATIOS: [f64; 10] = [
    1.618_033_988_749_89,
    1.723_606_797_749_98,
    1.618_347_119_656_23,
    1.617_914_406_528_82,
    1.612_429_949_509_50,
    1.632_839_806_088_71,
    1.620_181_980_807_42,
    1.580_178_728_295_46,
    1.617_214_616_534_41,
    1.381_966_011_250_11,
];

/// The cost of a step, in modular products.
const COST_OF_ADD: u32 = 6;
const COST_OF_DOUBLE: u32 = 5;

/// A chain that replaces the point in register [`Chain::point`] by a multiple.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub steps: Vec<Step>,
    /// Number of registers that hold points while the chain runs.
    pub registers: u8,
    /// The register of the point: 0 before the first step.
    pub point: u8,
}

impl Chain {
    fn new() -> Chain {
        Chain {
            steps: Vec::new(),
            registers: REGISTERS,
            point: 0,
        }
    }

    /// Returns the chain for multiplication by the least common multiple of 1 … `bound`.
    pub(super) fn smooth(primes: &[u32], bound: u32) -> Chain {
        let mut chain = Chain::new();
        for &prime in primes.iter().take_while(|&&prime| prime <= bound) {
            let mut power = prime;
            while power <= bound {
                chain.multiply(prime.into());
                power = power.saturating_mul(prime);
            }
        }
        chain
    }

    /// Appends `left` + `right`, given their difference. Returns the register of the sum, which no other step
    /// changes.
    pub(super) fn add(&mut self, left: u8, right: u8, difference: u8) -> u8 {
        self.registers += 1;
        let into = self.registers - 1;
        self.steps.push(Step::Add {
            into,
            left,
            right,
            difference,
        });
        into
    }

    /// Appends 2·`of`, and returns the register of the result, which no other step changes.
    pub(super) fn double(&mut self, of: u8) -> u8 {
        self.registers += 1;
        let into = self.registers - 1;
        self.steps.push(Step::Double { into, of });
        into
    }

    /// Appends the multiplication by `prime`, by the cheapest of the chains for [`RATIOS`].
    fn multiply(&mut self, prime: u64) {
        if prime == 2 {
            self.steps.push(Step::Double {
                into: self.point,
                of: self.point,
            });
            return;
        }
        let tries = RATIOS
            .iter()
            .filter_map(|&ratio| Prac::run(self.point, prime, ratio));
        let best = tries
            .min_by_key(Prac::cost)
            .expect("the golden ratio gives a chain for every prime");
        self.steps.extend(best.steps);
        self.point = best.a;
    }
}

/// The state of PRAC: the result is d·A + e·B, and C = A − B. A, B and C are in the registers
/// a, b and c.
struct Prac {
    steps: Vec<Step>,
    a: u8,
    b: u8,
    c: u8,
    d: u64,
    e: u64,
}

impl Prac {
    /// Returns the chain for `prime`, or `None` if Euclid's algorithm ends above 1, as it does for some ratios.
    fn run(point: u8, prime: u64, ratio: f64) -> Option<Prac> {
        let part = (prime as f64 / ratio).round() as u64;
        if part >= prime || 2 * part < prime {
            return None;
        }
        let a = (point + 1) % REGISTERS;
        let (d, e) = (prime - part, 2 * part - prime);
        let mut prac = Prac {
            steps: vec![Step::Double { into: a, of: point }],
            a,
            b: point,
            c: point,
            d,
            e,
        };
        while prac.d != prac.e {
            prac.reduce()?;
        }
        if prac.d != 1 {
            return None;
        }
        prac.a = prac.add(prac.a, prac.b, prac.c, &[]);
        Some(prac)
    }

    fn cost(&self) -> u32 {
        let cost = |step: &Step| match step {
            Step::Add { .. } => COST_OF_ADD,
            Step::Double { .. } => COST_OF_DOUBLE,
        };
        self.steps.iter().map(cost).sum()
    }

    /// Applies the first of Montgomery's nine rules whose condition holds.
    fn reduce(&mut self) -> Option<()> {
        if self.d < self.e {
            std::mem::swap(&mut self.d, &mut self.e);
            std::mem::swap(&mut self.a, &mut self.b);
            // C is A − B up to sign, and both signs have the same x-coordinate.
        }
        let (d, e) = (self.d, self.e);
        let near = 4 * d <= 5 * e;
        match () {
            () if e == 0 => return None,
            () if near && (d + e) % 3 == 0 => self.thirds(),
            () if near && (d - e) % 6 == 0 => self.halve_difference(),
            () if d <= 4 * e => self.subtract(),
            () if (d + e) % 2 == 0 => self.halve_difference(),
            () if d % 2 == 0 => self.halve_larger(),
            () if d % 3 == 0 => self.third_of_larger(),
            () if (d + e) % 3 == 0 => self.third_of_sum(),
            () if (d - e) % 3 == 0 => self.third_of_difference(),
            () => self.halve_smaller(),
        }
        Some(())
    }

    /// A rule of PRAC: d, e → (2d − e)/3, (2e − d)/3
    fn thirds(&mut self) {
        let sum = self.add(self.a, self.b, self.c, &[]);
        let larger = self.add(sum, self.a, self.b, &[sum]);
        self.add_into(self.b, sum, self.a);
        self.a = larger;
        (self.d, self.e) = ((2 * self.d - self.e) / 3, (2 * self.e - self.d) / 3);
    }

    /// A rule of PRAC: d → (d − e)/2
    fn halve_difference(&mut self) {
        self.b = self.add(self.a, self.b, self.c, &[]);
        self.a = self.double(self.a);
        self.d = (self.d - self.e) / 2;
    }

    /// A rule of PRAC: d → d − e
    fn subtract(&mut self) {
        let sum = self.add(self.b, self.a, self.c, &[]);
        self.c = self.b;
        self.b = sum;
        self.d -= self.e;
    }

    /// A rule of PRAC: d → d/2
    fn halve_larger(&mut self) {
        self.c = self.add(self.c, self.a, self.b, &[]);
        self.a = self.double(self.a);
        self.d /= 2;
    }

    /// A rule of PRAC: d → d/3 − e
    fn third_of_larger(&mut self) {
        let twice = self.double(self.a);
        let sum = self.add(self.a, self.b, self.c, &[twice]);
        self.add_into(self.a, twice, self.a);
        self.add_into(sum, twice, self.c);
        self.c = self.b;
        self.b = sum;
        self.d = self.d / 3 - self.e;
    }

    /// A rule of PRAC: d → (d − 2e)/3
    fn third_of_sum(&mut self) {
        let sum = self.add(self.a, self.b, self.c, &[]);
        self.b = self.add(sum, self.a, self.b, &[sum]);
        self.triple();
        self.d = (self.d - 2 * self.e) / 3;
    }

    /// A rule of PRAC: d → (d − e)/3
    fn third_of_difference(&mut self) {
        let sum = self.add(self.a, self.b, self.c, &[]);
        self.c = self.add(self.c, self.a, self.b, &[sum]);
        self.b = sum;
        self.triple();
        self.d = (self.d - self.e) / 3;
    }

    /// A rule of PRAC: e → e/2
    fn halve_smaller(&mut self) {
        self.c = self.add(self.c, self.b, self.a, &[]);
        self.b = self.double(self.b);
        self.e /= 2;
    }

    /// Replaces A by 3A.
    fn triple(&mut self) {
        let twice = self.double(self.a);
        self.add_into(self.a, twice, self.a);
    }

    /// Adds `other` to `point` in the register of `point`.
    fn add_into(&mut self, point: u8, other: u8, difference: u8) {
        self.steps.push(Step::Add {
            into: point,
            left: other,
            right: point,
            difference,
        });
    }

    fn add(&mut self, left: u8, right: u8, difference: u8, held: &[u8]) -> u8 {
        let into = self.free_register(held);
        self.steps.push(Step::Add {
            into,
            left,
            right,
            difference,
        });
        into
    }

    fn double(&mut self, of: u8) -> u8 {
        let into = self.free_register(&[]);
        self.steps.push(Step::Double { into, of });
        into
    }

    /// Returns a register that is not in use for A, B, C or a register in `held`.
    fn free_register(&self, held: &[u8]) -> u8 {
        let taken =
            |register: &u8| [self.a, self.b, self.c].contains(register) || held.contains(register);
        (0..REGISTERS)
            .find(|register| !taken(register))
            .expect("at most two registers are held besides A, B and C")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::primes::primes_below;

    /// Runs a chain on multipliers instead of points, and checks the differences.
    fn run(chain: &Chain) -> i128 {
        let mut registers = vec![0i128; usize::from(chain.registers)];
        registers[0] = 1;
        for step in &chain.steps {
            match *step {
                Step::Add {
                    into,
                    left,
                    right,
                    difference,
                } => {
                    let [left, right, difference] =
                        [left, right, difference].map(|r| registers[usize::from(r)]);
                    assert_eq!((left - right).abs(), difference.abs(), "{step:?}");
                    registers[usize::from(into)] = left + right;
                }
                Step::Double { into, of } => {
                    registers[usize::from(into)] = 2 * registers[usize::from(of)];
                }
            }
        }
        registers[usize::from(chain.point)]
    }

    #[test]
    fn chains_multiply_by_every_prime() {
        for prime in primes_below(10_000) {
            let mut chain = Chain::new();
            chain.multiply(prime.into());
            assert_eq!(run(&chain), i128::from(prime));
        }
    }

    #[test]
    fn chains_can_be_appended() {
        // The least common multiple of 1 … 60.
        assert_eq!(
            run(&Chain::smooth(&primes_below(100), 60)),
            9_690_712_164_777_231_700_912_800
        );
    }

    #[test]
    fn chains_are_shorter_than_ladders() {
        let cost = |prime: u32| {
            let mut chain = Chain::new();
            chain.multiply(prime.into());
            chain
                .steps
                .iter()
                .map(|step| {
                    if matches!(step, Step::Add { .. }) {
                        6
                    } else {
                        5
                    }
                })
                .sum::<u32>()
        };
        let ladders: u32 = primes_below(2000)
            .iter()
            .map(|prime| 11 * prime.ilog2())
            .sum();
        let chains: u32 = primes_below(2000).iter().map(|&prime| cost(prime)).sum();
        assert!(
            20 * chains < 18 * ladders,
            "{chains} products against {ladders}"
        );
    }
}
