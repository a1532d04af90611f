//! Empty: the benches of this package are in `kernel.rs`.
