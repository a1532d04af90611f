//! Runs a program, reads what it prints without blocking, and ends it with everything that it started.
//!
//! Start with [`program::RunningProgram`], or with [`driven::Driven`] for a program whose random choices are given to it.

pub mod driven;
pub mod flow;
pub mod group;
pub mod guard;
pub mod link;
pub mod program;
mod reply;
