//! Scratch timing.
use std::time::Instant;
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    for _ in 0..a.get(4).copied().unwrap_or(1) {
        let t = Instant::now();
        let (lost, families) = lastbite::sieve::time_it(a[0] as u8, a[1] as u8, a[2], a[3] as usize);
        let s = t.elapsed().as_secs_f64();
        let n = lastbite::sieve::rank::count(a[0] as u8, a[1] as u8).unwrap();
        println!("{}x{} limit {} threads {}: {lost} lost, {families} families, {s:.4} s, {:.4} ns/pos", a[0], a[1], a[2], a[3], s * 1e9 / n as f64);
    }
}
