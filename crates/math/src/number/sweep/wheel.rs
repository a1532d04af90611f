//! The wheel of the numbers coprime to 6: 1, 5, 7, 11, 13, … A sweep computes and stores the orders modulo these
//! numbers. The orders modulo multiples of 3 follow from them.

/// Returns the number at `index`, counted from 0.
#[inline]
pub(super) fn number(index: usize) -> usize {
    3 * index + 1 + (index & 1)
}

/// Returns the index of `number`, which is coprime to 6.
#[inline]
pub(super) fn index(number: usize) -> usize {
    number / 3
}

/// Returns the index of the first number coprime to 6 that is at least `bound`.
#[inline]
pub(super) fn first_from(bound: usize) -> usize {
    let near = bound / 3;
    near + usize::from(number(near) < bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_index() {
        let numbers: Vec<usize> = (1..2000).filter(|n| n % 2 != 0 && n % 3 != 0).collect();
        for (place, &n) in numbers.iter().enumerate() {
            assert_eq!((number(place), index(n)), (n, place));
        }
        for bound in 0..1990 {
            assert_eq!(
                first_from(bound),
                numbers.partition_point(|&n| n < bound),
                "{bound}"
            );
        }
    }
}
