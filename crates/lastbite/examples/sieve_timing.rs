//! Scratch timing.
use std::time::Instant;
fn main() {
    let a: Vec<u64> = std::env::args()
        .skip(1)
        .map(|x| x.parse().unwrap())
        .collect();
    for _ in 0..a.get(4).copied().unwrap_or(1) {
        let t = Instant::now();
        let mut s = lastbite::sieve::Sieve::new(a[0] as u8, a[1] as u8).threads(a[3] as usize);
        if a[2] > 1 {
            s = s.block_limit(a[2]);
        }
        let n;
        if a[2] == 1 {
            let v = s.nimbers().unwrap();
            n = lastbite::sieve::rank::count(a[0] as u8, a[1] as u8).unwrap();
            println!("max {}", v.max());
        } else {
            let solved = s.solve().unwrap();
            let sec = t.elapsed().as_secs_f64();
            let (k, b) = solved.stored_box();
            n = lastbite::sieve::rank::count(k, b).unwrap();
            print!(
                "{} of {n} ({:.4}%), needed {} peak {} ",
                solved.lost_ranks().count(),
                solved.lost_ranks().count() as f64 * 100. / n as f64,
                s.memory_needed(),
                solved.peak_bytes()
            );
            println!(
                "{}x{} limit {} threads {}: {} lost, {sec:.4} s, {:.4} ns/pos",
                a[0],
                a[1],
                a[2],
                a[3],
                solved.lost_count(),
                sec * 1e9 / n as f64
            );
            continue;
        }
        let sec = t.elapsed().as_secs_f64();
        println!(
            "{}x{} limit {} threads {}: {sec:.4} s, {:.4} ns/pos",
            a[0],
            a[1],
            a[2],
            a[3],
            sec * 1e9 / n as f64
        );
    }
}
