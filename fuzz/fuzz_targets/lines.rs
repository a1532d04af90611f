//! Any bytes are read as lines, in pieces of any size; each line is a deck of the same cards, blank, or an error with
//! its line number.

#![no_main]

use std::ops::ControlFlow;

use faro::shuffle::Seed;
use faro_audit::lines::{Cutter, MAX_LINE, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, bool, &[u8])| {
    let (piece, names, bytes) = input;
    let mut reader = if names {
        Reader::starting_with_first(&Seed::from(1))
    } else {
        Reader::new()
    };
    let mut cutter = Cutter::default();
    let mut number = 0;
    for piece in bytes.chunks(usize::from(piece).max(1)) {
        let _: ControlFlow<()> = cutter.cut(piece, |line| {
            assert!(line.len() <= MAX_LINE + 1);
            number += 1;
            read(&mut reader, line, number);
            ControlFlow::Continue(())
        });
    }
    read(&mut reader, cutter.rest(), number + 1);
});

fn read(reader: &mut Reader, line: &[u8], number: u64) {
    let cards = reader.cards();
    match reader.read(line) {
        Err(error) => assert_eq!(error.line, number),
        Ok(None) => {}
        Ok(Some(deck)) => {
            assert!(cards.is_none_or(|cards| cards == deck.len()));
            let mut sorted = deck.to_vec();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..deck.len() as u32));
        }
    }
}
