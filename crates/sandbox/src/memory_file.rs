//! Files without a name, in memory.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;

/// An empty file, to be shared with a test by its descriptor.
pub fn memory_file(name: &CStr) -> io::Result<File> {
    create(name, libc::MFD_CLOEXEC)
}

/// One that can be executed; older systems know no others.
pub(crate) fn executable_memory_file(name: &CStr) -> io::Result<File> {
    create(name, libc::MFD_CLOEXEC | libc::MFD_EXEC).or_else(|_| create(name, libc::MFD_CLOEXEC))
}

fn create(name: &CStr, flags: libc::c_uint) -> io::Result<File> {
    // SAFETY: reads the name, which ends with a zero.
    let file = unsafe { libc::memfd_create(name.as_ptr(), flags) };
    if file < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the system has just made it, for nobody else.
    Ok(unsafe { File::from_raw_fd(file) })
}
