//! What the runner needs from a card: memory, and kernels that run one after the other. The driver provides
//! it, and so does the emulator.

use std::fmt::Debug;
use std::sync::Arc;

use crate::error::CardError;

/// A card, with the kernels of `kernel.cu` loaded.
pub(crate) trait Device: Debug + Send + Sync {
    /// Returns the name of the card.
    fn name(&self) -> String;

    /// Returns how many batches are started at a time: each has room to note what it finds, and many keep the
    /// card busy.
    fn batches_at_a_time(&self) -> u32;

    /// Counts the free bytes of memory.
    fn free_bytes(&self) -> Result<u64, CardError>;

    /// Allocates this many bytes.
    fn allocate(&self, bytes: u64) -> Result<u64, CardError>;

    /// Frees what was allocated at this address.
    fn release(&self, address: u64);

    /// Allocates this many bytes of the host's memory, which kernels reach at the address.
    fn allocate_on_host(&self, bytes: u64) -> Result<u64, CardError>;

    /// Frees what was allocated of the host's memory at this address.
    fn release_on_host(&self, address: u64);

    /// Copies bytes to the card.
    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), CardError>;

    /// Copies bytes from the card.
    fn read(&self, from: u64, into: &mut [u8]) -> Result<(), CardError>;

    /// Writes zeros.
    fn clear(&self, to: u64, bytes: u64) -> Result<(), CardError>;

    /// Returns where something with this name is in the kernels' constant memory, and how many bytes it has.
    fn constant(&self, name: &str) -> Result<(u64, u64), CardError>;

    /// Lets a kernel use this many bytes of shared memory.
    fn allow_shared(&self, kernel: &str, bytes: u32) -> Result<(), CardError>;

    /// Starts a kernel on one of two streams, after everything that was started there before.
    fn launch(&self, stream: Stream, launch: &Launch<'_>) -> Result<(), CardError>;

    /// Puts a mark on a stream, numbered in a ring of [`MARKS`]: it is passed when everything started before
    /// it is done.
    fn mark(&self, stream: Stream, number: usize) -> Result<(), CardError>;

    /// Lets a stream wait for the last mark with this number on the other.
    fn wait_on(&self, stream: Stream, of: Stream, number: usize) -> Result<(), CardError>;

    /// Says whether a mark has been passed.
    fn is_passed(&self, stream: Stream, number: usize) -> Result<bool, CardError>;

    /// Waits for everything that was started.
    fn finish(&self) -> Result<(), CardError>;
}

/// How many marks of a stream can be told apart.
pub(crate) const MARKS: usize = 64;

/// One of two lines of work that the card does side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    Unranking,
    Solving,
}

/// A kernel, how many threads it gets, and its arguments.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    pub(crate) kernel: &'a str,
    pub(crate) groups: u32,
    pub(crate) threads: u32,
    pub(crate) shared_bytes: u32,
    pub(crate) arguments: &'a [Argument],
}

/// An argument of a kernel.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Argument {
    Address(u64),
    Number(u32),
}

impl Argument {
    /// Returns the address of the value, as the driver wants it.
    pub(crate) fn pointer(&self) -> *mut std::ffi::c_void {
        match self {
            Argument::Address(address) => std::ptr::from_ref(address).cast_mut().cast(),
            Argument::Number(number) => std::ptr::from_ref(number).cast_mut().cast(),
        }
    }
}

/// Memory of a card, or of its host, freed when it goes out of use.
#[derive(Debug)]
pub(crate) struct Memory {
    device: Arc<dyn Device>,
    pub(crate) address: u64,
    pub(crate) bytes: u64,
    is_on_host: bool,
}

impl Memory {
    /// Allocates this many bytes, not zero.
    pub(crate) fn new(device: &Arc<dyn Device>, bytes: u64) -> Result<Self, CardError> {
        let bytes = bytes.next_multiple_of(16).max(16);
        Ok(Self { device: device.clone(), address: device.allocate(bytes)?, bytes, is_on_host: false })
    }

    /// Allocates this many bytes of the card, all zero.
    pub(crate) fn cleared(device: &Arc<dyn Device>, bytes: u64) -> Result<Self, CardError> {
        let memory = Self::new(device, bytes)?;
        device.clear(memory.address, memory.bytes)?;
        Ok(memory)
    }

    /// Allocates this many bytes of the host's memory, not zero.
    pub(crate) fn on_host(device: &Arc<dyn Device>, bytes: u64) -> Result<Self, CardError> {
        let address = device.allocate_on_host(bytes)?;
        Ok(Self { device: device.clone(), address, bytes, is_on_host: true })
    }

    /// Allocates memory for a table, and copies it there.
    pub(crate) fn of<T: Plain>(device: &Arc<dyn Device>, table: &[T]) -> Result<Self, CardError> {
        let bytes = as_bytes(table);
        let memory = Self::new(device, bytes.len() as u64)?;
        device.write(memory.address, bytes)?;
        Ok(memory)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.is_on_host {
            self.device.release_on_host(self.address);
        } else {
            self.device.release(self.address);
        }
    }
}

/// Data without pointers, or padding that matters, laid out as the kernel knows it.
///
/// # Safety
///
/// Every byte of it must have a value, and any bytes must be a valid value.
#[allow(unsafe_code, reason = "a promise about how types are laid out")]
pub(crate) unsafe trait Plain: Copy {}

#[allow(unsafe_code, reason = "numbers, and rows of them, have no padding; shares are five numbers")]
mod plain {
    use super::Plain;
    use crate::cut::Share;
    use crate::tables::{KernelBox, KernelShape};
    // Padding would make these larger than their fields are together: a field that is added is counted here too.
    const _: () = {
        const NUMBER: usize = size_of::<u32>();
        const LONG: usize = size_of::<u64>();
        assert!(size_of::<Share>() == 5 * NUMBER);
        assert!(size_of::<KernelShape>() == 19 * NUMBER);
        assert!(size_of::<KernelBox>() == 32 + 16 * NUMBER + 30 * LONG);
    };
    unsafe impl Plain for u8 {}
    unsafe impl Plain for u16 {}
    unsafe impl Plain for u32 {}
    unsafe impl Plain for u64 {}
    unsafe impl Plain for Share {}
    unsafe impl Plain for KernelShape {}
    unsafe impl Plain for KernelBox {}
    unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}
}

/// Views plain data as bytes.
#[allow(unsafe_code, reason = "the promise of Plain is kept here")]
pub(crate) fn as_bytes<T: Plain>(data: &[T]) -> &[u8] {
    // SAFETY: Plain data has a value in every byte; the length is that of the slice.
    unsafe { std::slice::from_raw_parts(data.as_ptr().cast(), std::mem::size_of_val(data)) }
}

/// Views plain data as bytes that can be written.
#[allow(unsafe_code, reason = "the promise of Plain is kept here")]
pub(crate) fn as_bytes_mut<T: Plain>(data: &mut [T]) -> &mut [u8] {
    // SAFETY: as above, and any bytes are a valid value of Plain data.
    unsafe { std::slice::from_raw_parts_mut(data.as_mut_ptr().cast(), std::mem::size_of_val(data)) }
}
