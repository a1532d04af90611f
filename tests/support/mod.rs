//! Oracles so simple that they are unlikely to be wrong.

#![allow(dead_code)] // each test binary uses its own part

pub mod process;

use std::collections::VecDeque;

use faro::{Kind, Permutation};

/// The deck after one perfect shuffle: real packets, dealt one card at a time.
pub fn dealt(kind: Kind, deck: &[u32], packets: usize) -> Vec<u32> {
    let mut piles = cut(kind, deck, packets);
    if kind == Kind::In {
        piles.reverse(); // the packet that lay lowest supplies the top card
    }
    let mut shuffled = Vec::new();
    while shuffled.len() < deck.len() {
        for pile in &mut piles {
            shuffled.extend(pile.pop_front());
        }
    }
    shuffled
}

/// Equal packets from the top; of an odd deck in two, the packet that supplies the top card has one more.
fn cut(kind: Kind, deck: &[u32], packets: usize) -> Vec<VecDeque<u32>> {
    let mut sizes = vec![deck.len() / packets; packets];
    let first = if kind == Kind::Out { 0 } else { packets - 1 };
    sizes[first] += deck.len() % packets;
    let mut cards = deck.iter().copied();
    sizes
        .into_iter()
        .map(|size| cards.by_ref().take(size).collect())
        .collect()
}

pub fn new_deck(cards: usize) -> Vec<u32> {
    (0..cards as u32).collect()
}

/// Every permutation of the degree, in lexicographic order of the images.
pub fn all_permutations(degree: usize) -> Vec<Permutation> {
    let mut found = vec![Vec::new()];
    for _ in 0..degree {
        let longer = |prefix: &Vec<u32>| {
            let unused = (0..degree as u32)
                .filter(|image| !prefix.contains(image))
                .collect::<Vec<_>>();
            unused
                .into_iter()
                .map(|image| [prefix.as_slice(), &[image]].concat())
                .collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
        .into_iter()
        .map(|images| Permutation::from_images(images).unwrap())
        .collect()
}
