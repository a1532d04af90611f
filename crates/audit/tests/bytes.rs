//! Arrays and raw decks of any content: no panic, and the same decks in whatever pieces the bytes come.

use std::ops::ControlFlow;

use faro_audit::bytes::{ArrayError, ByteReader, Element, MAGIC, lines};
use faro_audit::lines::Reader;
use proptest::prelude::*;

/// Returns what a reader makes of the bytes: each row, the end, or the error of the header.
fn rows(mut reader: ByteReader, bytes: &[u8], step: usize) -> Result<Vec<String>, ArrayError> {
    let mut rows = Vec::new();
    for piece in bytes.chunks(step) {
        let _: ControlFlow<()> = reader.read(piece, |row| {
            rows.push(format!("{} {:?} {}", row.number, row.deck, row.line()));
            ControlFlow::Continue(())
        })?;
    }
    rows.push(format!("{:?} {:?}", reader.finish()?, reader.first()));
    Ok(rows)
}

fn array(name: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{name}', 'fortran_order': False, 'shape': {shape}, }}\n");
    [
        MAGIC,
        &[1, 0],
        &(text.len() as u16).to_le_bytes(),
        text.as_bytes(),
        data,
    ]
    .concat()
}

const NAMES: [&str; 9] = [
    "|u1", "|i1", "<u2", ">u2", "<i4", ">i4", "<i8", ">u8", "<u8",
];

proptest! {
    #[test]
    fn pieces_do_not_matter(
        name in prop::sample::select(&NAMES[..]),
        (decks, cards) in (0u64..5, 0usize..9),
        data in prop::collection::vec(prop_oneof![0u8..4, any::<u8>()], 0..200),
        step in 1usize..80,
    ) {
        let bytes = array(name, &format!("({decks}, {cards})"), &data);
        prop_assert_eq!(rows(ByteReader::array(), &bytes, step), rows(ByteReader::array(), &bytes, bytes.len()));
        prop_assert_eq!(rows(ByteReader::raw(cards + 1), &data, step), rows(ByteReader::raw(cards + 1), &data, 1000));
    }

    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..300), keep in 0usize..90) {
        let valid = array("<i8", "(3, 2)", &[]);
        let kept = keep.min(valid.len());
        bytes.splice(..0, valid[..kept].iter().copied());
        let _ = rows(ByteReader::array(), &bytes, 7);
        let _ = lines(&bytes);
    }

    /// A valid array has the decks that the reader of text finds in the same numbers.
    #[test]
    fn arrays_are_read_as_text(
        name in prop::sample::select(&NAMES[..]),
        decks in (2usize..40).prop_flat_map(|cards| {
            prop::collection::vec(Just((0..cards as u32).collect::<Vec<_>>()).prop_shuffle(), 1..6)
        }),
        first in 0u32..2,
    ) {
        let element = Element::parse(name).unwrap();
        let mut data = Vec::new();
        element.write(decks.iter().flatten().map(|card| card + first), &mut data);
        let bytes = array(name, &format!("({}, {})", decks.len(), decks[0].len()), &data);
        let mut reader = Reader::new();
        for (line, deck) in lines(&bytes).unwrap().lines().zip(&decks) {
            prop_assert_eq!(reader.read(line.as_bytes()).unwrap(), Some(deck.as_slice()));
        }
        let mut read = Vec::new();
        let _: ControlFlow<()> = ByteReader::array().read(&bytes, |row| {
            read.push(row.deck.unwrap().to_vec());
            ControlFlow::Continue(())
        }).unwrap();
        prop_assert_eq!(read, decks);
    }
}
