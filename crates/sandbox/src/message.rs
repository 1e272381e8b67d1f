//! What goes to a warden and comes back. The layouts are those of `warden/warden.h`.

use crate::{Ended, Limits};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, RawFd};
use std::os::unix::net::UnixDatagram;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// Room for a message and for the descriptors that come with it.
const LONGEST: usize = 8192;
const MOST_DESCRIPTORS: usize = 17;

/// Whole seconds of the processor's time, above the wall-clock limit: a second net.
const MORE_SECONDS: u64 = 2;

/// What is sent once, when the warden is ready.
pub(crate) struct Greeting {
    pub(crate) missing: u32,
    /// The tests' working folder.
    pub(crate) home: String,
}

impl Greeting {
    pub(crate) fn receive(socket: &UnixDatagram) -> io::Result<Greeting> {
        let (bytes, _) = receive(socket)?;
        let (missing, home) = bytes.split_first_chunk::<4>().ok_or(io::ErrorKind::UnexpectedEof)?;
        let home = String::from_utf8_lossy(home).into_owned();
        Ok(Greeting { missing: u32::from_ne_bytes(*missing), home })
    }
}

/// The text of an order.
pub(crate) fn encode(
    limits: &Limits,
    name: &str,
    kept: &str,
    arguments: &[String],
    variables: &[String],
) -> Vec<u8> {
    let milliseconds = limits.time.map_or(0, |time| (time.as_millis() as u64).max(1));
    let seconds = limits.time.map_or(u64::MAX, |time| time.as_secs() + MORE_SECONDS);
    let Limits { memory, file_size, processes, .. } = *limits;
    let count = arguments.len() as u64;
    let numbers = [milliseconds, seconds, memory, file_size, processes, count];
    let mut text: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    let more = arguments.iter().chain(variables).map(String::as_str);
    for part in [name, kept].into_iter().chain(more) {
        text.extend(part.bytes());
        text.push(0);
    }
    text
}

pub(crate) struct Answer {
    /// How the program ended, or why it could not be started.
    pub(crate) ended: io::Result<Ended>,
    pub(crate) kept: Option<File>,
}

impl Answer {
    pub(crate) fn receive(socket: &UnixDatagram) -> io::Result<Answer> {
        let (bytes, kept) = receive(socket)?;
        let words: Vec<i32> = bytes
            .chunks_exact(4)
            .map(|word| i32::from_ne_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        let &[error, status, is_over] = &words[..] else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        let ended = match error {
            0 => Ok(ended(status, is_over != 0)),
            error => Err(io::Error::from_raw_os_error(error)),
        };
        Ok(Answer { ended, kept })
    }
}

fn ended(status: i32, is_over: bool) -> Ended {
    let status = ExitStatus::from_raw(status);
    match (status.signal(), status.code()) {
        _ if is_over => Ended::Timeout,
        (Some(libc::SIGXCPU), _) => Ended::Timeout,
        (Some(number), _) => Ended::Signal(number),
        (None, code) => Ended::Exit(code.unwrap_or(0)),
    }
}

/// Aligned as the system wants it.
#[repr(C, align(8))]
struct Rights([u8; 256]);

fn header(text: &mut libc::iovec, rights: &mut Rights) -> libc::msghdr {
    // SAFETY: plain numbers and pointers, for which zero is a value.
    let mut header: libc::msghdr = unsafe { std::mem::zeroed() };
    header.msg_iov = text;
    header.msg_iovlen = 1;
    header.msg_control = rights.0.as_mut_ptr().cast();
    header.msg_controllen = rights.0.len();
    header
}

/// Sends a text together with descriptors.
pub(crate) fn send(
    socket: &UnixDatagram,
    text: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    assert!(!descriptors.is_empty() && descriptors.len() <= MOST_DESCRIPTORS);
    let numbers: Vec<RawFd> = descriptors.iter().map(AsRawFd::as_raw_fd).collect();
    let size = size_of_val(&numbers[..]) as libc::c_uint;
    let mut rights = Rights([0; 256]);
    let mut part = libc::iovec { iov_base: text.as_ptr().cast_mut().cast(), iov_len: text.len() };
    let mut header = header(&mut part, &mut rights);
    // SAFETY: the room for rights is larger than what the most descriptors take, and aligned; the
    // text is only read.
    let sent = unsafe {
        header.msg_controllen = libc::CMSG_SPACE(size) as usize;
        let first = libc::CMSG_FIRSTHDR(&header);
        (*first).cmsg_level = libc::SOL_SOCKET;
        (*first).cmsg_type = libc::SCM_RIGHTS;
        (*first).cmsg_len = libc::CMSG_LEN(size) as usize;
        let data = libc::CMSG_DATA(first);
        data.copy_from_nonoverlapping(numbers.as_ptr().cast(), size as usize);
        libc::sendmsg(socket.as_raw_fd(), &header, libc::MSG_NOSIGNAL)
    };
    if sent == text.len() as isize { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A text and the descriptor that came with it. An error if nobody is there any more.
fn receive(socket: &UnixDatagram) -> io::Result<(Vec<u8>, Option<File>)> {
    let mut text = vec![0; LONGEST];
    let mut rights = Rights([0; 256]);
    let mut part = libc::iovec { iov_base: text.as_mut_ptr().cast(), iov_len: text.len() };
    let mut header = header(&mut part, &mut rights);
    // SAFETY: both rooms are as large as the header says.
    let size = unsafe { libc::recvmsg(socket.as_raw_fd(), &mut header, libc::MSG_CMSG_CLOEXEC) };
    match usize::try_from(size) {
        Err(_) => return Err(io::Error::last_os_error()),
        Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
        Ok(size) => text.truncate(size),
    }
    // SAFETY: the system has filled in the header. A descriptor that it names is ours alone.
    let file = unsafe {
        let first = libc::CMSG_FIRSTHDR(&header);
        let is_there = !first.is_null() && (*first).cmsg_type == libc::SCM_RIGHTS;
        is_there.then(|| File::from_raw_fd(libc::CMSG_DATA(first).cast::<RawFd>().read_unaligned()))
    };
    Ok((text, file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::fd::AsFd;

    #[test]
    fn a_descriptor_goes_with_a_text() {
        let (one, other) = UnixDatagram::pair().unwrap();
        let file = File::open("/proc/self/comm").unwrap();
        send(&one, b"text", &[file.as_fd()]).unwrap();
        let (text, received) = receive(&other).unwrap();
        let mut content = String::new();
        received.unwrap().read_to_string(&mut content).unwrap();
        assert_eq!(text, b"text");
        assert!(!content.is_empty());
    }

    #[test]
    fn how_a_program_ended_is_read() {
        assert_eq!(ended(3 << 8, false), Ended::Exit(3));
        assert_eq!(ended(libc::SIGSEGV, false), Ended::Signal(libc::SIGSEGV));
        assert_eq!(ended(libc::SIGXCPU, false), Ended::Timeout);
        assert_eq!(ended(libc::SIGKILL, true), Ended::Timeout);
    }
}
