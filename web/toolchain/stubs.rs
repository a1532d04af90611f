//! What Debian's library of WASI, of 2022, lacks, and Rust's standard library of today names: threads, of which there are
//! none, real paths, and permissions of files. It is compiled without a library, since none is there yet.
#![feature(no_core, lang_items)]
#![allow(internal_features)]
#![no_core]
#![crate_type = "lib"]

#[lang = "pointee_sized"]
trait PointeeSized {}
#[lang = "meta_sized"]
trait MetaSized: PointeeSized {}
#[lang = "sized"]
trait Sized: MetaSized {}

const UNSUPPORTED: i32 = 58;

#[unsafe(no_mangle)]
extern "C" fn pthread_create(_: usize, _: usize, _: usize, _: usize) -> i32 {
    UNSUPPORTED
}
#[unsafe(no_mangle)]
extern "C" fn pthread_join(_: usize, _: usize) -> i32 {
    UNSUPPORTED
}
#[unsafe(no_mangle)]
extern "C" fn pthread_detach(_: usize) -> i32 {
    UNSUPPORTED
}
#[unsafe(no_mangle)]
extern "C" fn pthread_attr_init(_: usize) -> i32 {
    0
}
#[unsafe(no_mangle)]
extern "C" fn pthread_attr_destroy(_: usize) -> i32 {
    0
}
#[unsafe(no_mangle)]
extern "C" fn pthread_attr_setstacksize(_: usize, _: usize) -> i32 {
    0
}
#[unsafe(no_mangle)]
extern "C" fn realpath(_: usize, _: usize) -> usize {
    0
}
/// Fails, by -1.
#[unsafe(no_mangle)]
extern "C" fn fchmod(_: i32, _: u32) -> u32 {
    0xffff_ffff
}
