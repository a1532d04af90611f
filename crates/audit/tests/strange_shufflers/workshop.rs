//! Bugs as programs have them, written with their right causes before the diagnosis was run on them. The causes in
//! words and their cures are in workshop.md.

use faro::shuffle::{Choices, Generator};
use faro_audit::Cause;

use super::programs::{From, NAIVE, Row, SORTS, below, fair, riffle, swaps};

/// A comparison as the sorts of C, Java, PHP and V8 ask for it: negative, zero or positive.
pub type Compare<'a> = &'a mut dyn FnMut(u32, u32) -> i32;

pub fn coin(generator: &mut Generator) -> bool {
    generator.below(2) == 0
}

/// Returns -1 or 1.
pub fn sign(generator: &mut Generator) -> i32 {
    if coin(generator) { -1 } else { 1 }
}

/// Returns -1, 0 or 1.
pub fn of_three(generator: &mut Generator) -> i32 {
    generator.below(3) as i32 - 1
}

/// Swaps each position, from the first up, with a drawn one.
pub fn swaps_up(
    deck: &mut [u32],
    generator: &mut Generator,
    draw: impl Fn(usize, &mut Generator) -> usize,
) {
    for place in 0..deck.len() {
        deck.swap(place, draw(place, generator));
    }
}

/// How a version of Tim Peters's sort differs from the others.
#[derive(Clone, Copy)]
pub struct Tim {
    /// Least number of values that are merged.
    least: usize,
    /// Whether runs are merged by the powers of their borders, as in Python since 3.11.
    powers: bool,
    /// Java's version: a merge whose comparisons contradict each other ends with an exception.
    throws: bool,
}

pub const PYTHON: Tim = Tim {
    least: 64,
    powers: true,
    throws: false,
};

const V8: Tim = Tim {
    least: 64,
    powers: false,
    throws: false,
};

pub const JAVA: Tim = Tim {
    least: 32,
    powers: false,
    throws: true,
};

/// Returns the length of the run at the start of `deck`, made ascending.
fn tim_run(deck: &mut [u32], compare: Compare) -> usize {
    if deck.len() < 2 {
        return deck.len();
    }
    let descending = compare(deck[1], deck[0]) < 0;
    let mut run = 2;
    while run < deck.len() && (compare(deck[run], deck[run - 1]) < 0) == descending {
        run += 1;
    }
    if descending {
        deck[..run].reverse();
    }
    run
}

/// Binary insertion of the cards from `start` on.
fn tim_insert(deck: &mut [u32], start: usize, compare: Compare) {
    for end in start..deck.len() {
        let (mut left, mut right) = (0, end);
        while left < right {
            let middle = left + ((right - left) >> 1);
            if compare(deck[end], deck[middle]) < 0 {
                right = middle
            } else {
                left = middle + 1
            }
        }
        deck[left..=end].rotate_right(1);
    }
}

/// Returns the place of a key in a sorted `run`, found from `hint` by growing steps. `is_before(card)` tells whether
/// a card of the run belongs before the key.
fn gallop(run: &[u32], hint: usize, mut is_before: impl FnMut(u32) -> bool) -> usize {
    let (mut last, mut offset) = (0, 1);
    let (mut low, high) = if is_before(run[hint]) {
        let limit = run.len() - hint;
        while offset < limit && is_before(run[hint + offset]) {
            (last, offset) = (offset, 2 * offset + 1);
        }
        (hint + last + 1, hint + offset.min(limit))
    } else {
        let limit = hint + 1;
        while offset < limit && !is_before(run[hint - offset]) {
            (last, offset) = (offset, 2 * offset + 1);
        }
        ((hint + 1).saturating_sub(offset), hint - last)
    };
    let mut end = high;
    while low < end {
        let middle = low + ((end - low) >> 1);
        if is_before(run[middle]) {
            low = middle + 1
        } else {
            end = middle
        }
    }
    low
}

/// A merge of two neighbouring runs. The smaller one is copied, and the places are filled from its end on.
struct Merge<'a> {
    deck: &'a mut [u32],
    copy: Vec<u32>,
    /// Numbers of cards of the copied run and of the other run that are not yet placed.
    left: [usize; 2],
    /// Whether places are filled from the last one down.
    high: bool,
    tim: Tim,
}

impl Tim {
    /// Returns whether a card of a run comes before `key`, where equal cards come after it.
    fn is_before(self, card: u32, key: u32, compare: Compare) -> bool {
        if self.throws {
            compare(key, card) > 0
        } else {
            compare(card, key) < 0
        }
    }
}

impl Merge<'_> {
    fn copied(&self) -> &[u32] {
        let (copy, left) = (&self.copy, self.left[0]);
        if self.high {
            &copy[..left]
        } else {
            &copy[copy.len() - left..]
        }
    }

    fn other(&self) -> &[u32] {
        let (deck, left) = (&self.deck, self.left[1]);
        if self.high {
            &deck[..left]
        } else {
            &deck[deck.len() - left..]
        }
    }

    /// Places the next `count` cards of a run, of which 0 is the copied one. Returns whether the merge goes on.
    fn place(&mut self, run: usize, count: usize) -> bool {
        let cards = if run == 0 {
            self.copied()
        } else {
            self.other()
        };
        let cards = if self.high {
            &cards[cards.len() - count..]
        } else {
            &cards[..count]
        }
        .to_vec();
        let free = self.left[0] + self.left[1];
        let start = if self.high {
            free - count
        } else {
            self.deck.len() - free
        };
        self.deck[start..start + count].copy_from_slice(&cards);
        self.left[run] -= count;
        self.left[0] > 1 && self.left[1] > 0
    }

    /// Returns the next card of each run.
    fn next(&self) -> [u32; 2] {
        [self.copied(), self.other()].map(|run| {
            if self.high {
                run[run.len() - 1]
            } else {
                run[0]
            }
        })
    }

    /// Places card by card until one run has won `patience` times in a row. Returns whether the merge goes on.
    fn by_cards(&mut self, patience: usize, compare: Compare) -> bool {
        let mut wins = [0, 0];
        while wins[0] < patience && wins[1] < patience || wins == [0, 0] {
            let [copied, other] = self.next();
            let less = if self.high {
                compare(copied, other)
            } else {
                compare(other, copied)
            } < 0;
            let run = usize::from(less);
            (wins[run], wins[1 - run]) = (wins[run] + 1, 0);
            if !self.place(run, 1) {
                return false;
            }
        }
        true
    }

    /// Returns how many cards of a run come before the next card of the other run.
    fn stretch(&self, run: usize, compare: Compare) -> usize {
        let (cards, key) = ([self.copied(), self.other()][run], self.next()[1 - run]);
        // In both directions the key is compared first if the run is the first one.
        let is_first = (run == 0) != self.high;
        let hint = if self.high { cards.len() - 1 } else { 0 };
        let place = if is_first {
            gallop(cards, hint, |card| compare(key, card) >= 0)
        } else {
            gallop(cards, hint, |card| self.tim.is_before(card, key, compare))
        };
        if self.high {
            cards.len() - place
        } else {
            place
        }
    }

    /// Places a stretch of one run, a card of the other, a stretch of the other and a card of the first. Returns the
    /// longer stretch, or `None` if the merge ends.
    fn by_stretches(&mut self, compare: Compare) -> Option<usize> {
        let run = usize::from(self.high);
        let first = self.stretch(run, compare);
        if first > 0 && !self.place(run, first) || !self.place(1 - run, 1) {
            return None;
        }
        let second = self.stretch(1 - run, compare);
        if second > 0 && !self.place(1 - run, second) || !self.place(run, 1) {
            return None;
        }
        Some(first.max(second))
    }

    fn run(&mut self, patience: &mut usize, compare: Compare) {
        let tim = self.tim;
        if !self.place(1, 1) {
            return;
        }
        while self.by_cards(*patience, compare) {
            *patience += usize::from(!tim.throws);
            loop {
                *patience -= usize::from(!tim.throws && *patience > 1);
                let Some(longest) = self.by_stretches(compare) else {
                    return;
                };
                *patience = patience.saturating_sub(usize::from(tim.throws));
                if longest < 7 {
                    break;
                }
            }
            *patience += if tim.throws { 2 } else { 1 };
        }
    }
}

/// Tim Peters's sort of a list that is being sorted: the start and the length of each run, and its power.
struct Runs<'a> {
    deck: &'a mut [u32],
    runs: Vec<(usize, usize, u32)>,
    patience: usize,
    tim: Tim,
}

impl Runs<'_> {
    /// Merges run `number` with the next one. Returns whether the comparisons may still be consistent.
    fn merge(&mut self, number: usize, compare: Compare) -> bool {
        let ((start, first, _), (middle, second, power)) =
            (self.runs[number], self.runs.remove(number + 1));
        self.runs[number] = (start, first + second, power);
        let key = self.deck[middle];
        let start = start + gallop(&self.deck[start..middle], 0, |card| compare(key, card) >= 0);
        if start == middle {
            return true;
        }
        let key = self.deck[middle - 1];
        let (second, tim) = (&self.deck[middle..middle + second], self.tim);
        let second = gallop(second, second.len() - 1, |card| {
            tim.is_before(card, key, compare)
        });
        if second == 0 {
            return true;
        }
        let deck = &mut self.deck[start..middle + second];
        let (first, high) = (middle - start, middle - start > second);
        let copy = if high { &deck[first..] } else { &deck[..first] }.to_vec();
        let left = if high {
            [second, first]
        } else {
            [first, second]
        };
        let mut merge = Merge {
            deck,
            copy,
            left,
            high,
            tim,
        };
        merge.run(&mut self.patience, compare);
        self.patience = self.patience.max(1);
        // Contradictory comparisons use up the copied run. The rest of the other one is then in its place.
        let is_consistent = merge.left[0] > 0;
        if merge.left[0] == 1 {
            merge.place(1, merge.left[1]);
        }
        merge.place(0, merge.left[0]);
        is_consistent || !self.tim.throws
    }

    fn length(&self, number: usize) -> usize {
        self.runs[number].1
    }

    /// Returns the run to be merged with the next one, if the last runs are too much alike in length.
    fn unbalanced(&self) -> Option<usize> {
        let last = self.runs.len().checked_sub(2)?;
        let is_small = |number: usize| {
            self.length(number - 1) <= self.length(number) + self.length(number + 1)
        };
        if last > 0 && is_small(last) || last > 1 && is_small(last - 1) {
            return Some(if self.length(last - 1) < self.length(last + 1) {
                last - 1
            } else {
                last
            });
        }
        (self.length(last) <= self.length(last + 1)).then_some(last)
    }

    /// Returns the depth of the border between the last run and the next `length` cards in a balanced tree.
    fn power(&self, length: usize) -> u32 {
        let (cards, &(start, last, _)) = (self.deck.len(), self.runs.last().unwrap());
        let (mut one, mut other, mut power) = (2 * start + last, 2 * (start + last) + length, 1);
        while one >= cards || other < cards {
            let whole = if one >= cards { cards } else { 0 };
            (one, other, power) = (2 * (one - whole), 2 * (other - whole), power + 1);
        }
        power
    }

    fn push(&mut self, start: usize, length: usize, compare: Compare) -> bool {
        if self.tim.powers && !self.runs.is_empty() {
            let power = self.power(length);
            while self.runs.len() > 1 && self.runs[self.runs.len() - 2].2 > power {
                self.merge(self.runs.len() - 2, compare);
            }
            self.runs.last_mut().unwrap().2 = power;
        }
        self.runs.push((start, length, 0));
        while let Some(number) = self.unbalanced().filter(|_| !self.tim.powers) {
            if !self.merge(number, compare) {
                return false;
            }
        }
        true
    }
}

/// Tim Peters's sort of CPython, OpenJDK or V8. Java's version may end with an exception, which is caught.
pub fn tim_sort(deck: &mut [u32], tim: Tim, compare: Compare) {
    let (cards, mut least, mut odd) = (deck.len(), deck.len(), 0);
    while least >= tim.least {
        (least, odd) = (least / 2, odd | (least % 2));
    }
    least += odd;
    let mut runs = Runs {
        deck,
        runs: Vec::new(),
        patience: 7,
        tim,
    };
    let mut start = 0;
    while start < cards {
        let run = tim_run(&mut runs.deck[start..], compare);
        let forced = run.max(least.min(cards - start));
        tim_insert(&mut runs.deck[start..start + forced], run, compare);
        if !runs.push(start, forced, compare) {
            return;
        }
        start += forced;
    }
    while let Some(last) = runs.runs.len().checked_sub(2) {
        let earlier = last > 0 && runs.length(last - 1) < runs.length(last + 1);
        if !runs.merge(last - usize::from(earlier), compare) {
            return;
        }
    }
}

/// Keeps the root of a heap above its children, as `std::sort` of libstdc++ does: the hole sinks to the end, then the
/// card rises.
fn sink(deck: &mut [u32], root: usize, less: &mut dyn FnMut() -> bool) {
    let (card, cards, mut hole) = (deck[root], deck.len(), root);
    while hole < (cards - 1) / 2 {
        let second = 2 * (hole + 1);
        let child = if less() { second - 1 } else { second };
        deck[hole] = deck[child];
        hole = child;
    }
    if cards % 2 == 0 && hole == (cards - 2) / 2 {
        deck[hole] = deck[2 * hole + 1];
        hole = 2 * hole + 1;
    }
    while hole > root && less() {
        deck[hole] = deck[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    deck[hole] = card;
}

/// `std::sort` of libstdc++ with a comparison that would lead it out of the array: the ends of the array stop it.
fn standard_sort(deck: &mut [u32], less: &mut dyn FnMut() -> bool) {
    let cards = deck.len();
    standard_parts(deck, 0, cards, 2 * cards.ilog2(), less);
    for place in 1..cards {
        let is_guarded = place < cards.min(16);
        if is_guarded && less() {
            deck[..=place].rotate_right(1);
            continue;
        }
        let mut low = place;
        while low > 0 && less() {
            deck.swap(low - 1, low);
            low -= 1;
        }
    }
}

/// The quicksort of `std::sort`, which leaves parts of up to 16 cards.
fn standard_parts(
    deck: &mut [u32],
    start: usize,
    mut end: usize,
    depth: u32,
    less: &mut dyn FnMut() -> bool,
) {
    let mut depth = depth;
    while end > start + 16 {
        if depth == 0 {
            heap_part(&mut deck[start..end], less);
            return;
        }
        depth -= 1;
        let places = [start + 1, start + (end - start) / 2, end - 1];
        let median = if less() {
            if less() {
                1
            } else if less() {
                2
            } else {
                0
            }
        } else if less() {
            0
        } else if less() {
            2
        } else {
            1
        };
        deck.swap(start, places[median]);
        let (mut low, mut high) = (start + 1, end as isize);
        loop {
            while low < deck.len() && less() {
                low += 1;
            }
            high -= 1;
            while high >= 0 && less() {
                high -= 1;
            }
            if low as isize >= high {
                break;
            }
            deck.swap(low, high as usize);
            low += 1;
        }
        standard_parts(deck, low, end, depth, less);
        end = low;
    }
}

fn heap_part(deck: &mut [u32], less: &mut dyn FnMut() -> bool) {
    for root in (0..=(deck.len() - 2) / 2).rev() {
        sink(deck, root, less);
    }
    for last in (1..deck.len()).rev() {
        deck.swap(0, last);
        sink(&mut deck[..last], 0, less);
    }
}

/// `qsort` of the GNU C library before version 2.37 and since 2.39, a merge sort.
fn gnu_sort(deck: &mut [u32], compare: Compare) {
    if deck.len() > 1 {
        let middle = deck.len() / 2;
        gnu_sort(&mut deck[..middle], compare);
        gnu_sort(&mut deck[middle..], compare);
        merge_halves(deck, compare);
    }
}

/// Merges two halves, a card of the first one if it is not called greater, until one is empty.
fn merge_halves(deck: &mut [u32], compare: Compare) {
    let (first, second) = deck.split_at(deck.len() / 2);
    let (mut one, mut other, mut merged) = (first, second, Vec::new());
    while let ([card, rest @ ..], [second, others @ ..]) = (one, other) {
        if compare(*card, *second) <= 0 {
            merged.push(*card);
            one = rest;
        } else {
            merged.push(*second);
            other = others;
        }
    }
    merged.extend([one, other].concat());
    deck.copy_from_slice(&merged);
}

/// Selection sort that looks for the least card.
fn selection_sort(deck: &mut [u32], mut less: impl FnMut() -> bool) {
    for start in 0..deck.len() {
        let mut best = start;
        for place in start + 1..deck.len() {
            best = if less() { place } else { best };
        }
        deck.swap(start, best);
    }
}

/// Shuffles with `srand(seed)` and `rand() % (i + 1)` of the GNU C library: a congruence fills 34 words, sums of them
/// follow.
pub fn gnu_rand(deck: &mut [u32], seed: u32) {
    let mut words = vec![seed.max(1)];
    while words.len() < 31 {
        let last = i64::from(words[words.len() - 1] as i32);
        words.push((16_807 * last).rem_euclid(2_147_483_647) as u32);
    }
    words.extend_from_within(..3);
    for place in 34..344 + deck.len() {
        words.push(words[place - 31].wrapping_add(words[place - 3]));
    }
    for (draw, place) in (1..deck.len()).rev().enumerate() {
        deck.swap(place, (words[344 + draw] >> 1) as usize % (place + 1));
    }
}

/// Shuffles as `Collections.shuffle(list, new Random(seed))` of Java.
pub fn java_shuffle(deck: &mut [u32], seed: u64) {
    let mut state = (seed ^ 0x5_deec_e66d) & ((1 << 48) - 1);
    for bound in (2..=deck.len() as u64).rev() {
        let draw = loop {
            state = state.wrapping_mul(0x5_deec_e66d).wrapping_add(11) & ((1 << 48) - 1);
            let bits = state >> 17;
            if bound.is_power_of_two() {
                break (bound * bits) >> 31;
            }
            if bits - bits % bound + bound <= 1 << 31 {
                break bits % bound;
            }
        };
        deck.swap(bound as usize - 1, draw as usize);
    }
}

/// Reverses the order of `packets` packets, cut at random places.
fn packets(deck: &mut Vec<u32>, packets: usize, generator: &mut Generator) {
    let mut cuts: Vec<usize> = (1..packets)
        .map(|_| below(deck.len() + 1, generator))
        .collect();
    cuts.extend([0, deck.len()]);
    cuts.sort_unstable();
    *deck = cuts
        .windows(2)
        .rev()
        .flat_map(|ends| deck[ends[0]..ends[1]].to_vec())
        .collect();
}

/// Shuffles the cards of every `step`-th place, from `start` on, among themselves.
pub fn shuffle_every(deck: &mut [u32], start: usize, step: usize, generator: &mut Generator) {
    let mut cards: Vec<u32> = deck.iter().skip(start).step_by(step).copied().collect();
    fair(&mut cards, generator);
    cards
        .iter()
        .enumerate()
        .for_each(|(number, &card)| deck[start + step * number] = card);
}

/// Draws numbers of as few bits as hold `bound` values until one is below `bound`, at most `times` times.
pub fn rejected(bound: usize, times: usize, generator: &mut Generator) -> Option<usize> {
    let range = bound.next_power_of_two();
    (0..times)
        .map(|_| below(range, generator))
        .find(|&draw| draw < bound)
}

/// Sorts by keys, one for each card.
pub fn sort_by_keys<K: Ord>(deck: &mut [u32], mut key: impl FnMut() -> K) {
    let keys: Vec<K> = deck.iter().map(|_| key()).collect();
    deck.sort_by(|&one, &other| keys[one as usize].cmp(&keys[other as usize]));
}

/// `sort.Slice` of Go since 1.19, pattern-defeating quicksort: insertion up to 12 cards, heap sort after too many bad
/// pivots. `less` compares two cards.
struct GoSort<'a> {
    deck: &'a mut [u32],
    less: &'a mut dyn FnMut() -> bool,
}

impl GoSort<'_> {
    fn sort(&mut self, mut start: usize, mut end: usize, mut limit: u32) {
        let (mut was_balanced, mut was_in_order) = (true, true);
        while end - start > 12 {
            if limit == 0 {
                return self.heap(start, end);
            }
            if !was_balanced {
                self.break_patterns(start, end);
                limit -= 1;
            }
            let (mut pivot, exchanges) = self.pivot(start, end);
            if exchanges == 12 {
                self.deck[start..end].reverse();
                pivot = end - 1 - (pivot - start);
            }
            let seems_in_order = exchanges == 0 || exchanges == 12;
            if was_balanced && was_in_order && seems_in_order && self.is_sorted(start, end) {
                return;
            }
            if start > 0 && !(self.less)() {
                start = self.part_equal(start, end, pivot);
                continue;
            }
            let middle;
            (middle, was_in_order) = self.part(start, end, pivot);
            let (left, right) = (middle - start, end - middle);
            was_balanced = left.min(right) >= (end - start) / 8;
            if left < right {
                self.sort(start, middle, limit);
                start = middle + 1;
            } else {
                self.sort(middle + 1, end, limit);
                end = middle;
            }
        }
        for last in start + 1..end {
            self.lower(last, start);
        }
    }

    /// Moves a card down while it is called less than the one before it, at most to `end`.
    fn lower(&mut self, mut place: usize, end: usize) {
        while place > end && (self.less)() {
            self.deck.swap(place, place - 1);
            place -= 1;
        }
    }

    /// Returns the pivot's place, and how many of the comparisons for it exchanged two cards.
    fn pivot(&mut self, start: usize, end: usize) -> (usize, u32) {
        let (quarter, mut exchanges) = ((end - start) / 4, 0);
        let mut places = [1, 2, 3].map(|number| start + number * quarter);
        if end - start >= 50 {
            places = places.map(|place| self.median([place - 1, place, place + 1], &mut exchanges));
        }
        (self.median(places, &mut exchanges), exchanges)
    }

    fn median(&mut self, mut places: [usize; 3], exchanges: &mut u32) -> usize {
        for one in [0, 1, 0] {
            if (self.less)() {
                places.swap(one, one + 1);
                *exchanges += 1;
            }
        }
        places[1]
    }

    /// Returns whether the part is in order after at most five repairs, which only parts of 50 cards or more get.
    fn is_sorted(&mut self, start: usize, end: usize) -> bool {
        let mut place = start + 1;
        for _ in 0..5 {
            while place < end && !(self.less)() {
                place += 1;
            }
            if place == end || end - start < 50 {
                return place == end;
            }
            self.deck.swap(place, place - 1);
            if place - start >= 2 {
                self.lower(place - 1, 0);
            }
            if end - place >= 2 {
                for next in place + 1..end {
                    if !(self.less)() {
                        break;
                    }
                    self.deck.swap(next, next - 1);
                }
            }
        }
        false
    }

    /// Parts the cards by the pivot. Returns its new place, and whether no card had to be moved.
    fn part(&mut self, start: usize, end: usize, pivot: usize) -> (usize, bool) {
        self.deck.swap(start, pivot);
        let (mut low, mut high, mut rounds) = (start + 1, end - 1, 0);
        loop {
            while low <= high && (self.less)() {
                low += 1;
            }
            while low <= high && !(self.less)() {
                high -= 1;
            }
            if low > high {
                break;
            }
            self.deck.swap(low, high);
            (low, high, rounds) = (low + 1, high - 1, rounds + 1);
        }
        self.deck.swap(high, start);
        (high, rounds == 0)
    }

    fn part_equal(&mut self, start: usize, end: usize, pivot: usize) -> usize {
        self.deck.swap(start, pivot);
        let (mut low, mut high) = (start + 1, end - 1);
        loop {
            while low <= high && !(self.less)() {
                low += 1;
            }
            while low <= high && (self.less)() {
                high -= 1;
            }
            if low > high {
                return low;
            }
            self.deck.swap(low, high);
            (low, high) = (low + 1, high - 1);
        }
    }

    /// Swaps three cards in the middle with places that follow from the number of cards alone.
    fn break_patterns(&mut self, start: usize, end: usize) {
        let cards = end - start;
        let (mut state, range) = (cards as u64, 1 << (cards.ilog2() + 1));
        let middle = start + cards / 4 * 2;
        for place in middle - 1..=middle + 1 {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let other = state as usize % range;
            self.deck.swap(
                place,
                start + if other >= cards { other - cards } else { other },
            );
        }
    }

    fn heap(&mut self, start: usize, end: usize) {
        let cards = end - start;
        (0..=(cards - 1) / 2)
            .rev()
            .for_each(|root| self.sink(start, root, cards));
        for last in (0..cards).rev() {
            self.deck.swap(start, start + last);
            self.sink(start, 0, last);
        }
    }

    fn sink(&mut self, start: usize, mut root: usize, cards: usize) {
        while 2 * root + 1 < cards {
            let second = 2 * root + 2 < cards && (self.less)();
            let child = 2 * root + 1 + usize::from(second);
            if !(self.less)() {
                return;
            }
            self.deck.swap(start + root, start + child);
            root = child;
        }
    }
}

#[rustfmt::skip]
pub const WORKSHOP_ROWS: &[Row] = &[
    Row("Java: List.sort by nextBoolean", From::New, |deck, _, generator| {
        tim_sort(deck, JAVA, &mut |_, _| sign(generator));
    }, SORTS),
    Row("V8: sort by Math.floor(Math.random() * 3) - 1", From::New, |deck, _, generator| {
        tim_sort(deck, V8, &mut |_, _| of_three(generator));
    }, SORTS),
    Row("C++: std::sort by rand() % 2", From::New, |deck, _, generator| standard_sort(deck, &mut || coin(generator)), SORTS),
    Row("C: qsort by rand() % 3 - 1", From::New, |deck, _, generator| {
        gnu_sort(deck, &mut |_, _| of_three(generator));
    }, SORTS),
    Row("selection sort, less once in three", From::New, |deck, _, generator| selection_sort(deck, || generator.below(3) == 0), SORTS),
    Row("V8: sort by Math.random() > 0.5", From::New, |deck, _, generator| {
        tim_sort(deck, V8, &mut |_, _| i32::from(coin(generator)));
    }, &[Cause::Unchanged]),
    Row("Python: cmp_to_key of randint(1, 52) - randint(1, 52)", From::New, |deck, _, generator| {
        tim_sort(deck, PYTHON, &mut |_, _| generator.below(52) as i32 - generator.below(52) as i32);
    }, SORTS),
    Row("i + byte % (n - i)", From::New, |deck, _, generator| {
        let cards = deck.len();
        swaps_up(deck, generator, |place, generator| place + below(256, generator) % (cards - place));
    }, &[Cause::Modulo]),
    Row("i + (0 to 99) % (n - i)", From::New, |deck, _, generator| {
        let cards = deck.len();
        swaps_up(deck, generator, |place, generator| place + below(100, generator) % (cards - place));
    }, &[Cause::Modulo]),
    Row("round(byte / 255 * i)", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (below(256, generator) as f64 / 255.0 * place as f64).round() as usize
    }), &[Cause::Rounded]),
    Row("for i += 2, swapped with any", From::New, |deck, _, generator| {
        let cards = deck.len();
        for place in (0..cards).step_by(2) {
            let other = below(cards, generator);
            deck.swap(place, other);
        }
    }, &[Cause::MissedPlaces]),
    Row("Fisher-Yates down to i > n / 2", From::New, |deck, _, generator| for place in (deck.len() / 2 + 1..deck.len()).rev() {
        let other = below(place + 1, generator);
        deck.swap(place, other);
    }, &[Cause::StopsAfter]),
    Row("shuffle(deck[3:])", From::New, |deck, _, generator| fair(&mut deck[3..], generator), &[Cause::PartShuffled]),
    Row("suits shuffled apart and glued", From::New, |deck, _, generator| {
        let suit = deck.len().div_ceil(4);
        deck.chunks_mut(suit).for_each(|suit| fair(suit, generator));
    }, &[Cause::PartsApart]),
    Row("every third place only", From::New, |deck, _, generator| shuffle_every(deck, 0, 3, generator), &[Cause::PartShuffled]),
    Row("chain: three quarters are played, shuffled and put under", From::Last, |deck, _, generator| {
        let played = 3 * deck.len() / 4;
        fair(&mut deck[..played], generator);
        deck.rotate_left(played);
    }, &[Cause::PartShuffled]),
    Row("unshift(splice(random)), n / 2 times", From::New, |deck, _, generator| for _ in 0..deck.len() / 2 {
        let place = below(deck.len(), generator);
        deck[..=place].rotate_right(1);
    }, &[Cause::ToOneEnd]),
    Row("a card from anywhere to anywhere, 2 n times", From::New, |deck, _, generator| for _ in 0..2 * deck.len() {
        let card = deck.remove(below(deck.len(), generator));
        let place = below(deck.len() + 1, generator);
        deck.insert(place, card);
    }, &[Cause::CardMoves]),
    Row("srand(getpid())", From::New, |deck, _, generator| gnu_rand(deck, 300 + generator.below(32_468)), &[Cause::ShortSeed]),
    Row("new Random(currentTimeMillis()) a hand", From::New, |deck, number, generator| {
        java_shuffle(deck, 1_750_000_000_000 + 20_000 * number + u64::from(generator.below(9000)));
    }, &[Cause::SuccessiveSeeds, Cause::ShortSeed]),
    Row("a congruence of 16 bits, scaled", From::New, |deck, number, _| {
        let draws = number * (deck.len() as u64 - 1) % 65_536;
        let mut state = (0..draws).fold(1, |state, _| (25_173 * state + 13_849) % 65_536_u64);
        for place in (1..deck.len()).rev() {
            state = (25_173 * state + 13_849) % 65_536;
            deck.swap(place, (state as usize * (place + 1)) >> 16);
        }
    }, &[Cause::ShortSeed, Cause::Period, Cause::LowBits]),
    Row("for i from 1: swapped with any below n - 1", From::New, |deck, _, generator| for place in 1..deck.len() {
        let other = below(deck.len() - 1, generator);
        deck.swap(place, other);
    }, NAIVE),
    Row("no shuffle after deck 500", From::New, |deck, number, generator| if number < 500 { fair(deck, generator) },
        // The first 500 decks are fair.
        &[Cause::SomeUnchanged, Cause::Changes]),
    Row("a swap fewer every 20 decks", From::New, |deck, number, generator| {
        let left_out = (number as usize / 20).min(deck.len() / 2);
        for place in (1 + left_out..deck.len()).rev() {
            let other = below(place + 1, generator);
            deck.swap(place, other);
        }
    }, &[Cause::StopsAfter, Cause::Changes]),
    Row("five passes, swapped with the next by a coin", From::New, |deck, _, generator| for _ in 0..5 {
        for place in 1..deck.len() {
            if coin(generator) { deck.swap(place - 1, place); }
        }
    }, &[Cause::NeighbourSwaps]),
    Row("one draw for both ends", From::New, |deck, _, generator| for place in 0..deck.len() / 2 {
        let (other, last) = (below(deck.len(), generator), deck.len() - 1);
        deck.swap(place, other);
        deck.swap(last - place, last - other);
    }, &[Cause::OneDrawTwice]),
    Row("two tries, then no swap", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        rejected(place + 1, 2, generator).unwrap_or(place)
    }), &[Cause::Skip, Cause::Clamped]),
    Row("sorted by a key from 1 to n", From::New, |deck, _, generator| {
        let cards = deck.len() as u32;
        sort_by_keys(deck, || generator.below(cards));
    }, &[Cause::ShortKeys]),
    Row("six packets overhand, four times", From::New, |deck, _, generator| for _ in 0..4 { packets(deck, 6, generator) },
        &[Cause::Overhand]),
    Row("each card onto one of five piles", From::New, |deck, _, generator| {
        let mut piles = [const { Vec::new() }; 5];
        for &card in deck.iter() { piles[below(5, generator)].push(card); }
        *deck = piles.iter().flat_map(|pile| pile.iter().rev()).copied().collect();
    }, &[Cause::Shelves, Cause::ShortKeys]),
    Row("Go: sort.Slice by rand.Intn(2) == 0", From::New, |deck, _, generator| {
        let (cards, limit) = (deck.len(), deck.len().ilog2() + 1);
        GoSort { deck, less: &mut || coin(generator) }.sort(0, cards, limit);
    }, SORTS),
];

/// Fair shuffles, which no audit may call unfair more often than its error rate.
#[rustfmt::skip]
pub const WORKSHOP_FAIR: &[Row] = &[
    Row("fair: Fisher-Yates upward", From::New, |deck, _, generator| {
        let cards = deck.len();
        swaps_up(deck, generator, |place, generator| place + below(cards - place, generator));
    }, &[]),
    Row("fair: sorted by keys of 64 bits", From::New, |deck, _, generator| {
        sort_by_keys(deck, || [0; 4].map(|_| generator.below(1 << 16)));
    }, &[]),
    Row("fair: 30 riffles", From::New, |deck, _, generator| riffle(deck, 30, generator), &[]),
    Row("fair: taken out one by one", From::New, |deck, _, generator| {
        let mut left = std::mem::take(deck);
        while !left.is_empty() { deck.push(left.swap_remove(below(left.len(), generator))); }
    }, &[]),
    Row("fair: chain: the first draws are thrown away", From::Last, |deck, number, generator| {
        for _ in 0..number % 3 { below(deck.len(), generator); }
        fair(deck, generator);
    }, &[]),
    Row("fair: naive, then Fisher-Yates", From::New, |deck, _, generator| {
        let cards = deck.len();
        swaps_up(deck, generator, |_, generator| below(cards, generator));
        fair(deck, generator);
    }, &[]),
];
