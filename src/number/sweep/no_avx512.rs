//! Machines that never have the instructions: nothing here can be called.

use super::known::Known;
use super::primes::Questions;
use super::returns::LANES;
use super::sieve::BLOCK;

#[derive(Clone, Copy)]
pub(super) enum Avx512 {}

pub(super) struct Room;

impl Room {
    pub(super) fn new() -> Room {
        Room
    }
}

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        None
    }

    pub(super) fn orders(
        self,
        _: usize,
        _: &[u16],
        _: &Known,
        _: &mut Questions,
        _: &mut [u32; BLOCK],
        _: &mut Room,
    ) {
        match self {}
    }

    pub(super) fn with_multiples_of_three(self, _: usize, _: &[u32], _: &Known, _: &mut Room) -> Vec<u64> {
        match self {}
    }

    pub(super) fn returns(self, _: &[u32; LANES], _: &[u32; LANES], _: u32) -> u32 {
        match self {}
    }
}
