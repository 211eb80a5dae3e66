//! An emulated card: the kernels compiled for the processor, lane by lane. Slow; for tests on machines
//! without a card.

#![allow(
    unsafe_code,
    reason = "calls into a library built from emulator/emulator.cpp, which has these functions"
)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;
use std::sync::Mutex;

use libloading::Library;

use crate::device::{Argument, Device, Launch, Stream};
use crate::error::CardError;

type LaunchFunction = unsafe extern "C" fn(*const c_char, u32, u32, u32, *mut *mut c_void) -> c_int;
type ConstantFunction = unsafe extern "C" fn(*const c_char, *mut u64) -> *mut c_void;

/// The kernels on the processor.
#[derive(Debug)]
pub(crate) struct Emulated {
    library: Library,
    /// What was allocated, and how to free it; kernels run one at a time, under this lock.
    taken: Mutex<HashMap<u64, Layout>>,
    /// The same for the host's memory.
    taken_on_host: Mutex<HashMap<u64, Layout>>,
    memory: u64,
}

impl Emulated {
    /// Loads the library; the card has this many bytes of memory.
    pub(crate) fn open(library: &Path, memory: u64) -> Result<Self, CardError> {
        // SAFETY: the library is built from emulator.cpp; loading it runs no code of its own.
        let library =
            unsafe { Library::new(library) }.map_err(|error| CardError::Failed(error.to_string()))?;
        Ok(Self { library, taken: Mutex::default(), taken_on_host: Mutex::default(), memory })
    }

    fn on_host(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Layout>> {
        self.taken_on_host.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn taken(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Layout>> {
        self.taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn failed(error: impl ToString) -> CardError {
    CardError::Failed(error.to_string())
}

impl Device for Emulated {
    fn name(&self) -> String {
        "emulated card".into()
    }

    fn batches_at_a_time(&self) -> u32 {
        3
    }

    fn free_bytes(&self) -> Result<u64, CardError> {
        let taken: usize = self.taken().values().map(Layout::size).sum();
        Ok(self.memory.saturating_sub(taken as u64))
    }

    fn allocate(&self, bytes: u64) -> Result<u64, CardError> {
        let free = self.free_bytes()?;
        if bytes > free {
            return Err(CardError::TooLittleMemory { needed: bytes, free });
        }
        let layout = Layout::from_size_align(bytes as usize, 256).map_err(failed)?;
        // SAFETY: the size is not zero; the memory is freed by `release` or with the process.
        let address = unsafe { alloc_zeroed(layout) } as u64;
        if address == 0 {
            return Err(CardError::TooLittleMemory { needed: bytes, free });
        }
        self.taken().insert(address, layout);
        // The old contents must not be relied on.
        let garbage = vec![0xAB; (bytes as usize).min(1 << 20)];
        self.write(address, &garbage)?;
        Ok(address)
    }

    fn release(&self, address: u64) {
        if let Some(layout) = self.taken().remove(&address) {
            // SAFETY: it was allocated with this layout, and its owner is going.
            unsafe { dealloc(address as *mut u8, layout) };
        }
    }

    fn allocate_on_host(&self, bytes: u64) -> Result<u64, CardError> {
        let layout = Layout::from_size_align(bytes as usize, 256).map_err(failed)?;
        // SAFETY: the size is not zero; the memory is freed by `release_on_host` or with the process.
        let address = unsafe { alloc_zeroed(layout) } as u64;
        if address == 0 {
            return Err(CardError::RefusedByHost(bytes));
        }
        self.on_host().insert(address, layout);
        Ok(address)
    }

    fn release_on_host(&self, address: u64) {
        if let Some(layout) = self.on_host().remove(&address) {
            // SAFETY: it was allocated with this layout, and its owner is going.
            unsafe { dealloc(address as *mut u8, layout) };
        }
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), CardError> {
        // SAFETY: the caller owns this many bytes at this address.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&self, from: u64, into: &mut [u8]) -> Result<(), CardError> {
        // SAFETY: the caller owns this many bytes at this address.
        unsafe { std::ptr::copy_nonoverlapping(from as *const u8, into.as_mut_ptr(), into.len()) };
        Ok(())
    }

    fn clear(&self, to: u64, bytes: u64) -> Result<(), CardError> {
        // SAFETY: the caller owns this many bytes at this address.
        unsafe { std::ptr::write_bytes(to as *mut u8, 0, bytes as usize) };
        Ok(())
    }

    fn constant(&self, name: &str) -> Result<(u64, u64), CardError> {
        let name = CString::new(name).map_err(failed)?;
        // SAFETY: emulator.cpp has this function, with this signature.
        let constant =
            unsafe { self.library.get::<ConstantFunction>(b"emulated_constant\0") }.map_err(failed)?;
        let mut bytes = 0;
        // SAFETY: it only compares names, and writes one number.
        let address = unsafe { constant(name.as_ptr(), &raw mut bytes) } as u64;
        Ok((address, bytes))
    }

    fn allow_shared(&self, _: &str, _: u32) -> Result<(), CardError> {
        Ok(())
    }

    fn launch(&self, _: Stream, launch: &Launch<'_>) -> Result<(), CardError> {
        let name = CString::new(launch.kernel).map_err(failed)?;
        let mut arguments: Vec<*mut c_void> = launch.arguments.iter().map(Argument::pointer).collect();
        // SAFETY: emulator.cpp has this function, with this signature.
        let run = unsafe { self.library.get::<LaunchFunction>(b"emulated_launch\0") }.map_err(failed)?;
        let _one_at_a_time = self.taken();
        // SAFETY: the arguments have the number and sizes that the kernel takes; the emulator runs one kernel
        // at a time.
        let unknown = unsafe {
            run(name.as_ptr(), launch.groups, launch.threads, launch.shared_bytes, arguments.as_mut_ptr())
        };
        if unknown == 0 { Ok(()) } else { Err(failed("the emulator has no such kernel")) }
    }

    fn mark(&self, _: Stream, _: usize) -> Result<(), CardError> {
        Ok(())
    }

    fn wait_on(&self, _: Stream, _: Stream, _: usize) -> Result<(), CardError> {
        Ok(())
    }

    fn is_passed(&self, _: Stream, _: usize) -> Result<bool, CardError> {
        Ok(true)
    }

    fn finish(&self) -> Result<(), CardError> {
        Ok(())
    }
}
