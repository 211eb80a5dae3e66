//! The one unsafe corner: running a job compiled for the vector instructions this processor has.
//!
//! A job's `run` is `inline(always)`, and so is everything hot that it calls; hence each wrapper below holds its own
//! copy of the whole solver, compiled for wider registers.

#![allow(unsafe_code)]

/// Work that is worth compiling once for each instruction set.
pub(crate) trait Job {
    /// What the work results in.
    type Output;

    /// Does the work. Implementations must be `#[inline(always)]` to gain anything.
    fn run(self) -> Self::Output;
}

/// Runs a job with the widest vectors this processor offers.
pub(crate) fn run_widest<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
        )]
        fn avx512<J: Job>(job: J) -> J::Output {
            job.run()
        }
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2<J: Job>(job: J) -> J::Output {
            job.run()
        }
        let bits = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        if bits
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
        {
            // SAFETY: every feature that `avx512` is compiled for was just found on this processor.
            return unsafe { avx512(job) };
        }
        if bits && is_x86_feature_detected!("avx2") {
            // SAFETY: every feature that `avx2` is compiled for was just found on this processor.
            return unsafe { avx2(job) };
        }
    }
    job.run()
}
