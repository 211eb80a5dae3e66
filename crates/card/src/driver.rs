//! A card behind NVIDIA's driver, which is loaded on demand.

#![allow(
    unsafe_code,
    reason = "the driver is called through pointers; what each call relies on is said there"
)]

use std::alloc::{Layout, alloc, dealloc};
use std::collections::HashMap;
use std::ffi::{CString, c_void};
use std::io::Read;
use std::mem::MaybeUninit;
use std::num::NonZero;
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use cudarc::driver::{DriverError, result, sys};
use flate2::read::GzDecoder;
use lastbite_work::threads::start_in;

use crate::device::{Device, Launch, MARKS, Stream};
use crate::error::CardError;

/// The kernels as text that any driver compiles for its card, by the least that the card must be; made and packed
/// by `build-ptx`.
const KERNELS: [(i32, &[u8]); 2] =
    [(90, include_bytes!("kernel_90.ptx.gz")), (80, include_bytes!("kernel_80.ptx.gz"))];
/// The kernels as machine code for one generation of cards, which saves the driver from compiling.
const MACHINE_CODE: (i32, &[u8]) = (9, include_bytes!("kernel_90.cubin.gz"));
const NAMES: [&str; 8] =
    ["shared_begin", "unrank", "solve", "solve_thrifty", "end_shelf", "forget", "clear_shelf", "gather"];
/// Where the kernels expect dynamic shared memory to begin.
const SHARED_BEGIN: u32 = 1024;

/// One of NVIDIA's cards.
#[derive(Debug)]
pub(crate) struct Driver {
    card: sys::CUdevice,
    context: sys::CUcontext,
    module: sys::CUmodule,
    functions: HashMap<&'static str, sys::CUfunction>,
    streams: [sys::CUstream; 2],
    marks: [Vec<sys::CUevent>; 2],
    /// The host's memory that kernels reach, by the address they have for it.
    pages: Mutex<HashMap<u64, Pages>>,
    name: String,
}

// SAFETY: any thread that has made their context current may use the driver's handles, and every call below
// does that.
unsafe impl Send for Driver {}
// SAFETY: as above; the driver itself is thread-safe.
unsafe impl Sync for Driver {}

impl From<DriverError> for CardError {
    fn from(error: DriverError) -> Self {
        if error.0 == sys::CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION {
            return CardError::OldDriver;
        }
        let told = error.error_string().ok().map(|text| text.to_string_lossy().into_owned());
        CardError::Failed(told.unwrap_or_else(|| format!("{error:?}")))
    }
}

impl Driver {
    /// Opens the first card there is, and loads the kernels.
    pub(crate) fn open() -> Result<Self, CardError> {
        // SAFETY: loads the driver's library, whose start-up code is trusted like the driver itself.
        if !unsafe { sys::is_culib_present() } {
            return Err(CardError::NoDriver);
        }
        match result::init() {
            Ok(()) => {}
            Err(DriverError(sys::CUresult::CUDA_ERROR_NO_DEVICE)) => return Err(CardError::NoCard),
            Err(_) => return Err(CardError::NoDriver),
        }
        if result::device::get_count().unwrap_or(0) == 0 {
            return Err(CardError::NoCard);
        }
        let card = result::device::get(0)?;
        let name = result::device::get_name(card)?;
        // SAFETY: the card was just found.
        let attribute = |which| unsafe { result::device::get_attribute(card, which) };
        let major = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let Some((_, kernels)) = KERNELS.iter().find(|(since, _)| 10 * major + minor >= *since) else {
            return Err(CardError::TooOld { name });
        };
        // SAFETY: the context is released when this is dropped, and made current before anything is done in
        // it.
        let context = unsafe { result::primary_ctx::retain(card) }?;
        let mut driver = Self {
            card,
            context,
            module: std::ptr::null_mut(),
            functions: HashMap::new(),
            streams: [std::ptr::null_mut(); 2],
            marks: [Vec::new(), Vec::new()],
            pages: Mutex::default(),
            name,
        };
        driver.enter()?;
        driver.module = load(major, kernels)?;
        for kernel in NAMES {
            let called = CString::new(kernel).map_err(|_| CardError::Strange)?;
            // SAFETY: the module was just loaded.
            driver.functions.insert(kernel, unsafe { result::module::get_function(driver.module, called) }?);
        }
        for line in 0..2 {
            driver.streams[line] = result::stream::create(result::stream::StreamKind::NonBlocking)?;
            for _ in 0..MARKS {
                let mark = result::event::create(sys::CUevent_flags::CU_EVENT_DISABLE_TIMING)?;
                driver.marks[line].push(mark);
            }
        }
        driver.check_layout()?;
        Ok(driver)
    }

    /// Makes sure that shared memory begins where the kernels expect it.
    fn check_layout(&self) -> Result<(), CardError> {
        let place = self.allocate(16)?;
        let launch = Launch {
            kernel: "shared_begin",
            groups: 1,
            threads: 1,
            shared_bytes: 64,
            arguments: &[crate::device::Argument::Address(place)],
        };
        let mut begins = [0; 4];
        let found = self
            .launch(Stream::Solving, &launch)
            .and_then(|()| self.finish())
            .and_then(|()| self.read(place, &mut begins));
        self.release(place);
        found?;
        if u32::from_le_bytes(begins) == SHARED_BEGIN { Ok(()) } else { Err(CardError::Strange) }
    }

    /// Makes the card's context current on the calling thread.
    fn enter(&self) -> Result<(), CardError> {
        // SAFETY: the context lives as long as this does.
        Ok(unsafe { result::ctx::set_current(self.context) }?)
    }

    fn stream(&self, stream: Stream) -> sys::CUstream {
        self.streams[stream as usize]
    }
}

/// Memory of the host in pages as large as possible: with small pages, a card that reads here and there in
/// many gigabytes spends most of its time looking for pages (23x23 with half of its lists on the host took
/// 10.9 s instead of 13.2).
#[derive(Debug)]
struct Pages {
    address: NonNull<u8>,
    layout: Layout,
}

impl Pages {
    const LARGE: usize = 2 << 20;

    /// Allocates this many bytes, not zero, and has all threads create the pages at once, since that takes a
    /// while.
    fn new(bytes: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes, Self::LARGE).ok()?;
        // SAFETY: the size is not zero.
        let address = NonNull::new(unsafe { alloc(layout) })?;
        let pages = Self { address, layout };
        #[cfg(target_os = "linux")]
        // SAFETY: only a hint about the pages, which are ours. If it is not granted, they are small.
        let _ =
            unsafe { rustix::mm::madvise(address.as_ptr().cast(), bytes, rustix::mm::Advice::LinuxHugepage) };
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        // SAFETY: the memory is ours, has this many bytes, and has not been read yet; zeros are bytes.
        let all =
            unsafe { std::slice::from_raw_parts_mut(address.as_ptr().cast::<MaybeUninit<u8>>(), bytes) };
        std::thread::scope(|scope| {
            for part in all.chunks_mut(bytes.div_ceil(threads).next_multiple_of(Self::LARGE)) {
                let make = move || {
                    part.iter_mut().step_by(4096).for_each(|byte| {
                        byte.write(0);
                    })
                };
                // If there is no thread to be had, the pages are made when they are registered.
                let _ = start_in(scope, std::thread::Builder::new(), make);
            }
        });
        Some(pages)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.address.as_ptr(), self.layout) };
    }
}

/// Loads the kernels into the current context: machine code if there is some for this card, else the text.
fn load(generation: i32, text: &[u8]) -> Result<sys::CUmodule, CardError> {
    if generation == MACHINE_CODE.0 {
        let image = unpacked(MACHINE_CODE.1)?;
        // SAFETY: it is a complete image from the compiler, and is read before the call returns.
        if let Ok(module) = unsafe { result::module::load_data(image.as_ptr().cast()) } {
            return Ok(module);
        }
    }
    let text = CString::new(unpacked(text)?).map_err(|_| CardError::Strange)?;
    // SAFETY: the text ends with a zero byte, and is read before the call returns.
    Ok(unsafe { result::module::load_data(text.as_ptr().cast()) }?)
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.enter().is_err() {
            return;
        }
        let _ = result::ctx::synchronize();
        // SAFETY: all of these were made by `open`, are destroyed once, and nothing is running any more.
        unsafe {
            for &mark in self.marks.iter().flatten() {
                let _ = result::event::destroy(mark);
            }
            for stream in self.streams.into_iter().filter(|stream| !stream.is_null()) {
                let _ = result::stream::destroy(stream);
            }
            if !self.module.is_null() {
                let _ = result::module::unload(self.module);
            }
            let _ = result::primary_ctx::release(self.card);
        }
    }
}

impl Device for Driver {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn batches_at_a_time(&self) -> u32 {
        1 << 16
    }

    fn free_bytes(&self) -> Result<u64, CardError> {
        self.enter()?;
        Ok(result::mem_get_info()?.0 as u64)
    }

    fn allocate(&self, bytes: u64) -> Result<u64, CardError> {
        self.enter()?;
        // SAFETY: the context is current; the memory is only used through addresses passed to kernels and
        // copies.
        match unsafe { result::malloc_sync(bytes as usize) } {
            Ok(address) => Ok(address),
            Err(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY)) => {
                Err(CardError::TooLittleMemory { needed: bytes, free: self.free_bytes()? })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn release(&self, address: u64) {
        if self.enter().is_ok() {
            // SAFETY: the address came from `allocate`, and its owner is going.
            let _ = unsafe { result::free_sync(address) };
        }
    }

    fn allocate_on_host(&self, bytes: u64) -> Result<u64, CardError> {
        self.enter()?;
        let pages = Pages::new(bytes as usize).ok_or(CardError::RefusedByHost(bytes))?;
        let address = pages.address.as_ptr();
        let flags = sys::CU_MEMHOSTREGISTER_DEVICEMAP;
        // SAFETY: the context is current, and the pages exist until `release_on_host`. They are only used
        // through addresses passed to kernels and copies.
        match unsafe { sys::cuMemHostRegister_v2(address.cast(), bytes as usize, flags) }.result() {
            Ok(()) => {}
            Err(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY)) => {
                return Err(CardError::RefusedByHost(bytes));
            }
            Err(error) => return Err(error.into()),
        }
        let mut seen_by_card = 0;
        // SAFETY: the pages were just registered; one number is written.
        let found = unsafe { sys::cuMemHostGetDevicePointer_v2(&raw mut seen_by_card, address.cast(), 0) };
        if let Err(error) = found.result() {
            // SAFETY: they were just registered, and nobody was told of them.
            let _ = unsafe { sys::cuMemHostUnregister(address.cast()) }.result();
            return Err(error.into());
        }
        // Only now is it known under which address they are looked for again.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).insert(seen_by_card, pages);
        Ok(seen_by_card)
    }

    fn release_on_host(&self, address: u64) {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner).remove(&address);
        if let Some(pages) = pages.filter(|_| self.enter().is_ok()) {
            // SAFETY: they were registered by `allocate_on_host`, and their owner is going.
            let _ = unsafe { sys::cuMemHostUnregister(pages.address.as_ptr().cast()) }.result();
        }
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<(), CardError> {
        self.enter()?;
        // SAFETY: the caller owns this many bytes at this address.
        Ok(unsafe { result::memcpy_htod_sync(to, bytes) }?)
    }

    fn read(&self, from: u64, into: &mut [u8]) -> Result<(), CardError> {
        self.enter()?;
        // SAFETY: the caller owns this many bytes at this address.
        Ok(unsafe { result::memcpy_dtoh_sync(into, from) }?)
    }

    fn clear(&self, to: u64, bytes: u64) -> Result<(), CardError> {
        self.enter()?;
        // SAFETY: the caller owns this many bytes at this address.
        Ok(unsafe { result::memset_d8_sync(to, 0, bytes as usize) }?)
    }

    fn constant(&self, name: &str) -> Result<(u64, u64), CardError> {
        self.enter()?;
        let name = CString::new(name).map_err(|_| CardError::Strange)?;
        // SAFETY: the module is loaded.
        let (address, bytes) = unsafe { result::module::get_global(self.module, name) }?;
        Ok((address, bytes as u64))
    }

    fn allow_shared(&self, kernel: &str, bytes: u32) -> Result<(), CardError> {
        self.enter()?;
        let which = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: the function belongs to the loaded module.
        Ok(unsafe { result::function::set_function_attribute(self.functions[kernel], which, bytes as i32) }?)
    }

    fn launch(&self, stream: Stream, launch: &Launch<'_>) -> Result<(), CardError> {
        self.enter()?;
        let mut arguments: Vec<*mut c_void> =
            launch.arguments.iter().map(crate::device::Argument::pointer).collect();
        let function = self.functions[launch.kernel];
        let (groups, threads) = ((launch.groups, 1, 1), (launch.threads, 1, 1));
        // SAFETY: the arguments have the number and sizes that the kernel takes, and are read before the call
        // returns.
        Ok(unsafe {
            result::launch_kernel(
                function,
                groups,
                threads,
                launch.shared_bytes,
                self.stream(stream),
                &mut arguments,
            )
        }?)
    }

    fn mark(&self, stream: Stream, number: usize) -> Result<(), CardError> {
        self.enter()?;
        // SAFETY: both are this context's.
        Ok(unsafe {
            result::event::record(self.marks[stream as usize][number % MARKS], self.stream(stream))
        }?)
    }

    fn wait_on(&self, stream: Stream, of: Stream, number: usize) -> Result<(), CardError> {
        self.enter()?;
        let (mark, flags) =
            (self.marks[of as usize][number % MARKS], sys::CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT);
        // SAFETY: both are this context's.
        Ok(unsafe { result::stream::wait_event(self.stream(stream), mark, flags) }?)
    }

    fn is_passed(&self, stream: Stream, number: usize) -> Result<bool, CardError> {
        self.enter()?;
        // SAFETY: the mark is this context's.
        match unsafe { result::event::query(self.marks[stream as usize][number % MARKS]) } {
            Ok(()) => Ok(true),
            Err(DriverError(sys::CUresult::CUDA_ERROR_NOT_READY)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn finish(&self) -> Result<(), CardError> {
        self.enter()?;
        Ok(result::ctx::synchronize()?)
    }
}

fn unpacked(kernels: &[u8]) -> Result<Vec<u8>, CardError> {
    let mut all = Vec::new();
    GzDecoder::new(kernels).read_to_end(&mut all).map_err(|_| CardError::Strange)?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_are_unpacked_as_the_driver_reads_them() {
        for (since, kernels) in KERNELS {
            let text = String::from_utf8(unpacked(kernels).unwrap()).unwrap();
            assert!(text.contains(&format!(".target sm_{since}")) && !text.contains('\0'), "sm_{since}");
            for name in NAMES.iter().filter(|name| **name != "shared_begin") {
                assert!(text.contains(&format!(".entry {name}(")), "sm_{since}: {name}");
            }
        }
        assert!(unpacked(MACHINE_CODE.1).unwrap().starts_with(b"\x7fELF"));
    }
}
