//! The one unsafe corner: running a job compiled for the instructions this processor has.
//!
//! A program for x86-64 may use only what the first such processor had, and that knows neither
//! vectors of 256 bits nor shifts without the detour through one register. A job's `run` is
//! `inline(always)`, and so is everything hot that it calls; hence the wrapper below holds its own
//! copy of the whole solver, compiled for AVX2 and BMI. It earns its place: solving 19x19 takes
//! 5.3 s with it and 6.4 s without (one thread, Zen 4).
//!
//! AVX-512 was tried and took 5.6 s; perhaps because the sieve writes a chunk and at once reads one
//! of its words, which a processor forwards more easily from small writes than from a large one.

#![allow(unsafe_code)]

/// Work that is worth compiling once more for newer processors.
pub(crate) trait Job {
    /// What the work results in.
    type Output;

    /// Does the work. Implementations must be `#[inline(always)]` to gain anything.
    fn run(self) -> Self::Output;
}

/// Runs a job with the instructions every processor of its kind has, so that both ways can be compared.
#[cfg(test)]
pub(crate) fn run_portable<J: Job>(job: J) -> J::Output {
    job.run()
}

/// Runs a job with the best instructions this processor offers.
pub(crate) fn run_fastest<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2<J: Job>(job: J) -> J::Output {
            job.run()
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: every feature that `avx2` is compiled for was just found on this processor.
            return unsafe { avx2(job) };
        }
    }
    job.run()
}
