use std::ops::{Add, Mul, Neg, Sub};

use crate::number::elementary::{cos, sin};

/// A complex number, with the operations that contour integrals need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}

impl Complex {
    pub const ZERO: Complex = Complex { re: 0.0, im: 0.0 };
    pub const ONE: Complex = Complex { re: 1.0, im: 0.0 };

    /// Returns radius·e^(i·angle).
    pub fn polar(radius: f64, angle: f64) -> Complex {
        Complex {
            re: radius * cos(angle),
            im: radius * sin(angle),
        }
    }

    /// Returns |z|².
    pub fn norm(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    /// Returns zⁿ by repeated squaring.
    pub fn power(self, n: usize) -> Complex {
        let (mut power, mut square, mut left) = (Complex::ONE, self, n);
        while left > 0 {
            if left & 1 == 1 {
                power = power * square;
            }
            square = square * square;
            left >>= 1;
        }
        power
    }

    pub fn inverse(self) -> Complex {
        let scale = 1.0 / self.norm();
        Complex {
            re: self.re * scale,
            im: -self.im * scale,
        }
    }

    /// Returns the square root in the right half plane.
    pub fn sqrt(self) -> Complex {
        let modulus = self.norm().sqrt();
        let part = |twice: f64| (twice.max(0.0) / 2.0).sqrt();
        Complex {
            re: part(modulus + self.re),
            im: part(modulus - self.re).copysign(self.im),
        }
    }
}

impl Add for Complex {
    type Output = Complex;

    fn add(self, other: Complex) -> Complex {
        Complex {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }
}

impl Sub for Complex {
    type Output = Complex;

    fn sub(self, other: Complex) -> Complex {
        self + -other
    }
}

impl Neg for Complex {
    type Output = Complex;

    fn neg(self) -> Complex {
        Complex {
            re: -self.re,
            im: -self.im,
        }
    }
}

impl Mul for Complex {
    type Output = Complex;

    fn mul(self, other: Complex) -> Complex {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

impl Mul<f64> for Complex {
    type Output = Complex;

    fn mul(self, factor: f64) -> Complex {
        Complex {
            re: self.re * factor,
            im: self.im * factor,
        }
    }
}
