/// A leaf of a tree of choices, with the branches that lead to it.
pub struct Twig {
    pub branches: Vec<Branch>,
    pub name: String,
    pub chance: String,
}

/// One of some ways to go on, counted from 0.
#[derive(Clone, PartialEq, Eq)]
pub struct Branch {
    pub index: u32,
    /// What stands at it.
    pub label: String,
}

impl Twig {
    /// How many branches it shares with another, from the root.
    pub fn shared(&self, other: &Twig) -> usize {
        let both = self.branches.iter().zip(&other.branches);
        both.take_while(|(a, b)| a.index == b.index).count()
    }
}
