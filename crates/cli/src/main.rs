//! The program `lastbite`.
fn main() {
    println!("lastbite");
}
