//! The images that a prefix of a permutation leaves.

/// The images that are not used yet, counted by a binary indexed tree (Fenwick 1994).
pub(super) struct Unused {
    /// Entry i (from 1) holds the number of unused images among the last (i & −i) up to i.
    tree: Vec<u32>,
}

impl Unused {
    pub(super) fn all(degree: usize) -> Unused {
        Unused {
            tree: (0..=degree)
                .map(|i| (i & i.wrapping_neg()) as u32)
                .collect(),
        }
    }

    /// Removes `image`, and returns the number of smaller unused images.
    pub(super) fn take(&mut self, image: u32) -> u32 {
        let mut below = 0;
        let mut i = image as usize;
        while i > 0 {
            below += self.tree[i];
            i &= i - 1;
        }
        self.remove(image);
        below
    }

    /// Removes and returns the unused image that has `below` smaller unused images.
    pub(super) fn take_nth(&mut self, below: u32) -> u32 {
        let (mut image, mut below) = (0, below);
        let mut step = self.tree.len().next_power_of_two() / 2;
        while step > 0 {
            if let Some(&count) = self.tree.get(image + step).filter(|&&count| count <= below) {
                image += step;
                below -= count;
            }
            step /= 2;
        }
        self.remove(image as u32);
        image as u32
    }

    fn remove(&mut self, image: u32) {
        let mut i = image as usize + 1;
        while i < self.tree.len() {
            self.tree[i] -= 1;
            i += i & i.wrapping_neg();
        }
    }
}
