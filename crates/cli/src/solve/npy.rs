//! NumPy's files: a header that says what is in them, then the numbers.

/// The header of NumPy's format 1.0, always 128 bytes long: the kind of the numbers, as in `<u4`, and the shape of
/// the array, as in `(7, 3)` or `(7,)`.
pub fn header(kind: &str, shape: &str) -> Vec<u8> {
    let said = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let mut header = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    header.extend_from_slice(format!("{said:<117}\n").as_bytes());
    header
}
