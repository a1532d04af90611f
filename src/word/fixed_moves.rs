//! What each fixed move does to a new deck.
//!
//! Each function returns the deck from top to bottom, with cards named by where they started. All are O(n).

/// Moves `top` cards from the top to the bottom.
pub fn cut(cards: usize, top: usize) -> Vec<u32> {
    (top..cards).chain(0..top).map(|card| card as u32).collect()
}

/// Reverses the order of the `top` cards on top.
pub fn reverse(cards: usize, top: usize) -> Vec<u32> {
    (0..top).rev().chain(top..cards).map(|card| card as u32).collect()
}

/// Deals into piles. Each pile has its last card on top, and the left pile comes first.
pub fn deal(cards: usize, piles: usize) -> Vec<u32> {
    let pile = |left: usize| (left..cards).step_by(piles).rev();
    (0..piles).flat_map(pile).map(|card| card as u32).collect()
}

/// Monge's shuffle. Odd cards (counted from 0) go on top one after another, even cards below.
pub fn monge(cards: usize) -> Vec<u32> {
    let above = (0..cards as u32).filter(|card| card % 2 == 1).rev();
    above.chain((0..cards as u32).step_by(2)).collect()
}

/// The milk shuffle. The pair that was drawn last lies on top.
pub fn milk(cards: usize) -> Vec<u32> {
    let middle = (cards % 2 == 1).then_some(cards / 2);
    let pairs = (0..cards / 2).rev().flat_map(|top| [top, cards - 1 - top]);
    middle.into_iter().chain(pairs).map(|card| card as u32).collect()
}

/// The down-under deal, with a queue for the hand and a pile for the table.
pub fn down_under(cards: usize) -> Vec<u32> {
    let mut hand: std::collections::VecDeque<u32> = (0..cards as u32).collect();
    let mut pile = Vec::with_capacity(cards);
    while let Some(down) = hand.pop_front() {
        pile.push(down);
        hand.rotate_left(hand.len().min(1));
    }
    pile.reverse();
    pile
}

/// Weaves the top cards into the rest from its top on, the first of them on top.
pub fn faro_from_top(cards: usize, packet: usize) -> Vec<u32> {
    let woven = packet.min(cards - packet);
    let pairs = (0..woven).flat_map(|card| [card, packet + card]);
    // One of the two packets has cards left.
    let left_over = (woven..packet).chain(packet + woven..cards);
    pairs.chain(left_over).map(|card| card as u32).collect()
}

/// Weaves the top cards into the rest from its bottom on, whose last card stays last.
pub fn faro_from_bottom(cards: usize, packet: usize) -> Vec<u32> {
    let woven = packet.min(cards - packet);
    let left_over = (0..packet - woven).chain(packet..cards - woven);
    let pairs = (0..woven).flat_map(|card| [packet - woven + card, cards - woven + card]);
    left_over.chain(pairs).map(|card| card as u32).collect()
}

/// Lays packets one on another; the last one lies on top.
pub fn overhand(cards: usize, packets: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut ends = vec![0];
    ends.extend(packets.scan(0, |end, packet| {
        *end += packet;
        Some(*end)
    }));
    ends.push(cards);
    ends.windows(2).rev().flat_map(|packet| packet[0] as u32..packet[1] as u32).collect()
}
