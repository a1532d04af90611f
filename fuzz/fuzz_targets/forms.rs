//! Any text is tried as every form of decks: each deck that is found has the cards of the first one.

#![no_main]

use faro_audit::lines::{Form, Translator};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Option<u8>, &str)| {
    let (cards, text) = input;
    for form in Form::ALL {
        let Some(mut translator) = Translator::of(form, text, cards.map(usize::from)) else {
            continue;
        };
        let mut first: Option<Vec<String>> = None;
        let mut decks = Vec::new();
        for line in text.lines() {
            decks.extend(translator.line(line).unwrap_or_default());
        }
        decks.extend(translator.finish().ok().flatten());
        for deck in decks {
            let mut cards: Vec<String> = deck.split(' ').map(String::from).collect();
            cards.sort_unstable();
            assert_eq!(first.get_or_insert_with(|| cards.clone()), &cards);
        }
    }
});
