//! Certificates: what others need to check a proof of a period without trusting this program.
//!
//! A certificate is one line of JSON and the values themselves, from heap 0 to the end of the first period,
//! each in one, two or four bytes with the lowest first. The values after that follow from the period. A
//! checker must verify that every value up to `needed` is the least that is not an option. The mask under
//! which few values are rare makes that quick: a common value is an option only through a division with a
//! rare heap.

use std::io::{self, Write};

use super::kept::in_bytes;
use super::{Finding, Sequence, Values};

/// Writes the certificate of a proved period; without a proof it writes nothing and returns false.
pub fn write_certificate(sequence: &mut Sequence, to: &mut impl Write) -> io::Result<bool> {
    let Finding::Proved { period, needed } = sequence.finding() else { return Ok(false) };
    let moves = sequence.rule.moves();
    let (mask, by_size) = sequence.rare().map_or((0, false), |rare| (rare.mask, rare.by_size));
    let end = (period.beginning + period.period) as usize + 1;
    let values = match sequence.values() {
        Values::Narrow(values) => Values::Narrow(&values[..end]),
        Values::Wide(values) => Values::Wide(&values[..end]),
        Values::Widest(values) => Values::Widest(&values[..end]),
    };
    let mut sum = crc32fast::Hasher::new();
    in_bytes::<()>(values, |bytes| {
        sum.update(bytes);
        Ok(())
    })
    .unwrap_or(());
    let head = format!(
        "{{\"certificate\": \"lastbite-period-1\", \"rule\": \"{}\", \"period\": {}, \"beginning\": {}, \"needed\": {needed}, \
         \"wholes\": {:?}, \"takes\": {:?}, \"splits\": {:?}, \"triples\": {:?}, \"mask\": {mask}, \"by_size\": {by_size}, \
         \"bytes\": {}, \"values\": {end}, \"crc32\": {}}}",
        sequence.rule,
        period.period,
        period.beginning,
        moves.wholes,
        moves.takes,
        moves.splits,
        moves.triples,
        values.width(),
        sum.finalize(),
    );
    writeln!(to, "{head}")?;
    in_bytes(values, |bytes| to.write_all(bytes))?;
    Ok(true)
}
