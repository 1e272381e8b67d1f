//! Functions of the host that the user lets the program call (`--allow-external`).
//!
//! They run in a process of its own (`harness/native_calls.c`), as confined as a test, which forks
//! for every call: nothing that a function does to its process reaches the next path, and a crash
//! or an endless loop costs one path. A function that remembers something (a seed, a handle) sees
//! all calls of its path again before the new one. Answers are kept, so that a path that is run
//! again is the same path even if the function is not repeatable.

mod trampolines;

use crate::Externals;
use crate::replay::{ReplayError, build};
use assay_language::signal_name;
use assay_program::native::BehindResult;
use assay_program::{NativeAnswer, NativeCall, NativeFunctions, Signature};
use assay_sandbox::{Limits, Order, Running, Sandbox};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What the process may use for all of its calls. The limit of a single call is its own matter.
const LIMITS: Limits = Limits { time: None, memory: 2 << 30, file_size: 16 << 20, processes: 64 };

/// Bytes of orders that are kept with their answers.
const MEMORY: usize = 64 << 20;
/// Calls on one path.
const MOST_CALLS: usize = 1000;

/// A process that can call these functions.
pub struct Process {
    names: BTreeSet<String>,
    signatures: Vec<Signature>,
    served: Mutex<Served>,
}

struct Served {
    /// `None` once it has gone.
    connection: Option<Connection>,
    answers: HashMap<Vec<u8>, Result<NativeAnswer, String>>,
    kept: usize,
}

struct Connection {
    orders: PipeWriter,
    answers: PipeReader,
    _process: Running,
}

/// The names that no library has, if that is why a program could not be linked.
pub fn missing_in(error: &ReplayError) -> Vec<String> {
    let ReplayError::Build { message } = error else { return Vec::new() };
    let name = |line: &str| {
        let (_, rest) = line.split_once("undefined reference to `")?;
        Some(rest.split_once('\'')?.0.to_string())
    };
    let names: BTreeSet<String> = message.lines().filter_map(name).collect();
    names.into_iter().collect()
}

impl Process {
    /// Builds it in `folder` and starts it. `names` are all that are allowed, `signatures` the
    /// calls that the program makes of them.
    pub fn start(
        names: BTreeSet<String>,
        signatures: BTreeSet<Signature>,
        externals: &Externals,
        is_32_bit: bool,
        folder: &Path,
    ) -> Result<Process, ReplayError> {
        let failed = || ReplayError::system("starting a process for native calls");
        let signatures: Vec<Signature> = signatures.into_iter().collect();
        fs::create_dir_all(folder).map_err(failed())?;
        let folder = folder.canonicalize().map_err(failed())?;
        let source = trampolines::source(&names, &signatures);
        let program = build::native_calls(&source, externals, is_32_bit, &folder)?;
        let sandbox = Sandbox::new(externals.library_folders());
        let connection = Connection::start(&sandbox, &program).map_err(failed())?;
        let served = Served { connection: Some(connection), answers: HashMap::new(), kept: 0 };
        Ok(Process { names, signatures, served: Mutex::new(served) })
    }

    fn order(&self, calls: &[Arc<NativeCall>]) -> Option<Vec<u8>> {
        let mut order = (calls.len() as u32).to_ne_bytes().to_vec();
        for call in calls {
            let function = self.signatures.iter().position(|known| *known == call.signature)?;
            let numbers = [function, call.args.len(), call.objects.len()];
            order.extend(numbers.iter().flat_map(|number| (*number as u32).to_ne_bytes()));
            order.extend(call.error.to_ne_bytes());
            let behind = match call.behind_result {
                BehindResult::Opaque => 0,
                BehindResult::Text => u64::MAX,
                BehindResult::Bytes(size) => size,
            };
            order.extend(behind.to_ne_bytes());
            order.extend(call.args.iter().flat_map(|arg| arg.to_ne_bytes()));
            for object in &call.objects {
                order.extend(object.address.to_ne_bytes());
                order.extend((object.bytes.len() as u64).to_ne_bytes());
                order.extend(&object.bytes);
            }
        }
        Some(order)
    }
}

impl NativeFunctions for Process {
    fn allows(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    fn call(&self, calls: &[Arc<NativeCall>]) -> Result<NativeAnswer, String> {
        let Some(last) = calls.last() else { return Err("no call".into()) };
        let name = &last.signature.function;
        if calls.len() > MOST_CALLS {
            return Err(format!("more than {MOST_CALLS} native calls on one path"));
        }
        let Some(order) = self.order(calls) else {
            return Err(format!("'{name}' is called in a way that could not be foreseen"));
        };
        let mut served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = served.answers.get(&order) {
            return answer.clone();
        }
        let answer = served.ask(&order, last);
        served.keep(order, &answer);
        answer
    }
}

impl Served {
    fn ask(&mut self, order: &[u8], call: &NativeCall) -> Result<NativeAnswer, String> {
        let gone = || "the process that makes native calls is gone".to_string();
        let connection = self.connection.as_mut().ok_or_else(gone)?;
        match connection.exchange(order) {
            Ok(bytes) => read_answer(&bytes, call),
            Err(_) => {
                self.connection = None;
                Err(gone())
            }
        }
    }

    fn keep(&mut self, order: Vec<u8>, answer: &Result<NativeAnswer, String>) {
        let objects = answer.iter().flat_map(|answer| &answer.objects).map(Vec::len);
        self.kept += order.len() + objects.sum::<usize>();
        if self.kept > MEMORY {
            self.answers.clear();
            self.kept = 0;
        }
        self.answers.insert(order, answer.clone());
    }
}

impl Connection {
    fn start(sandbox: &Sandbox, program: &Path) -> io::Result<Connection> {
        let (their_orders, orders) = io::pipe()?;
        let (answers, their_answers) = io::pipe()?;
        let nothing = fs::File::options().write(true).open("/dev/null")?;
        let order = Order {
            program,
            name: "program",
            arguments: &[],
            descriptors: &[their_orders.as_fd(), their_answers.as_fd(), nothing.as_fd()],
            keeps: None,
            limits: LIMITS,
        };
        Ok(Connection { orders, answers, _process: sandbox.start(&order)? })
    }

    fn exchange(&mut self, order: &[u8]) -> io::Result<Vec<u8>> {
        self.orders.write_all(&(order.len() as u64).to_ne_bytes())?;
        self.orders.write_all(order)?;
        let mut size = [0; 8];
        self.answers.read_exact(&mut size)?;
        let mut bytes = vec![0; u64::from_ne_bytes(size) as usize];
        self.answers.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// The parts of `struct answer` and what follows it.
fn read_answer(bytes: &[u8], call: &NativeCall) -> Result<NativeAnswer, String> {
    let mut reader = Reader { bytes };
    let name = &call.signature.function;
    let status = reader.number::<4>() as u32;
    let signal = reader.number::<4>() as i32;
    let error = reader.number::<4>() as i32;
    let is_foreign = reader.number::<4>() != 0;
    let object_bytes = reader.number::<8>();
    let behind_bytes = reader.number::<8>();
    let result: [u128; 16] = std::array::from_fn(|_| reader.number::<16>());
    let why = match status {
        0 => {
            let objects = call.objects.iter().map(|object| reader.take(object.bytes.len()));
            let objects: Vec<Vec<u8>> = objects.collect();
            debug_assert_eq!(objects.iter().map(Vec::len).sum::<usize>() as u128, object_bytes);
            let returns_pointer = call.signature.result[..] == [assay_program::Scalar::Pointer];
            let behind = reader.take(behind_bytes as usize);
            return Ok(NativeAnswer {
                result: result[..call.signature.result.len()].to_vec(),
                error,
                objects,
                behind_result: (is_foreign && returns_pointer).then_some(behind),
            });
        }
        1 => format!("external-call-crashed: '{name}' died of {}", signal_name(signal)),
        2 => format!("external-call-crashed: '{name}' did not end in time"),
        3 => format!("'{name}': the memory of the program has no place in a native process"),
        4 => format!("'{name}' leaves a pointer to memory of its own"),
        5 => format!("'{name}' returns more than can be copied"),
        _ => format!("external-call-crashed: '{name}' ended the process"),
    };
    Err(why)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Vec<u8> {
        let (head, tail) = self.bytes.split_at(count.min(self.bytes.len()));
        self.bytes = tail;
        head.to_vec()
    }

    fn number<const SIZE: usize>(&mut self) -> u128 {
        let mut bytes = [0; 16];
        let taken = self.take(SIZE);
        bytes[..taken.len()].copy_from_slice(&taken);
        u128::from_le_bytes(bytes)
    }
}
