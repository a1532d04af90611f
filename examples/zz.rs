fn main() {
    let k: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let r: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let mut x = 0;
    for _ in 0..r {
        for m in faro::number::Moduli::of_order(k).unwrap().ascending().unwrap() {
            x += std::hint::black_box(m).count();
        }
    }
    println!("{x}");
}
trait C {
    fn count(self) -> u64;
}
impl C for faro::number::Wide {
    fn count(self) -> u64 {
        1
    }
}
