//! The tests of the library. One program has them all, so that they are linked once and run side by side.

mod cayley;
mod chance;
mod groups;
mod hands;
mod known_values;
mod laws;
mod lower_bounds;
mod mixing;
mod one_card;
mod oracle;
mod pari;
mod route;
mod simulation;
mod sizes;
mod slices;
mod support;
mod sweep;
mod walls;
mod words;
