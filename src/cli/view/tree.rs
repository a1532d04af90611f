/// A leaf of a tree of choices, with the branches that lead to it.
pub struct Leaf {
    pub branches: Vec<Branch>,
    pub name: String,
    pub probability: String,
}

/// A branch of a node, with its index from 0.
#[derive(Clone, PartialEq, Eq)]
pub struct Branch {
    pub index: u32,
    /// The label of the branch.
    pub label: String,
}

impl Leaf {
    /// Returns the number of branches that it shares with another leaf, from the root.
    pub fn shared(&self, other: &Leaf) -> usize {
        let both = self.branches.iter().zip(&other.branches);
        both.take_while(|(a, b)| a.index == b.index).count()
    }
}
