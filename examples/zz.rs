use std::time::Instant;
fn main() {
    for k in [52u32, 120, 180, 200, 210, 240, 288, 300] {
        for _ in 0..3 {
            let t = Instant::now();
            let m = match faro::number::Moduli::of_order(k) {
                Ok(m) => m,
                Err(e) => {
                    println!("{k}: {e}");
                    break;
                }
            };
            let t1 = t.elapsed();
            let c = m.count();
            let t2 = t.elapsed();
            let mut n = 0u64;
            let mut last = None;
            let mut ok = true;
            if k == 300 && std::env::args().count() < 2 {
                println!("{k} {c} {t1:?} {t2:?}");
                break;
            }
            for x in m.ascending().unwrap() {
                n += 1;
                if n % 1024 == 0 {
                    ok &= last.is_none_or(|l| l < x);
                    last = Some(x);
                }
            }
            println!(
                "{k} count {c} n {n} ok {ok} build {t1:?} count {t2:?} all {:?} {:.1} ns each",
                t.elapsed(),
                t.elapsed().as_nanos() as f64 / n as f64
            );
        }
    }
}
