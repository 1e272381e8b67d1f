//! A program from its text, by recursive descent. Whatever the text, the answer is a program or the
//! place of what is wrong; only [`verify`](crate::verify) says whether the program is a sound one.

mod constants;
mod dataflow;
mod functions;
mod instructions;
mod lexer;
mod observables;
mod roles;
mod types;

use super::spelling;
use crate::{
    Const, ConstId, Edge, EdgeId, EdgeKind, EdgeSource, FuncId, Global, GlobalId, Program,
    SourceFile, TypeId,
};
use assay_base::{FileId, Id, Place};
use instructions::Operation;
use lexer::{Lexer, Position, Token};
use rustc_hash::FxHashMap;
use std::fmt;

/// What is wrong with a text, and where. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

type Parsed<T> = Result<T, ParseError>;

/// No program comes near it; a damaged number must not cost the memory for so many edges.
const MAX_EDGES: usize = 1 << 24;

/// How deep types and constants may nest.
const MAX_DEPTH: usize = 200;

/// The program that a text says.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let tokens = Lexer::new(text).tokens()?;
    let mut parser = Parser::new(tokens);
    parser.find_names()?;
    parser.program()?;
    Ok(parser.program)
}

/// What a name stands for.
#[derive(Copy, Clone)]
enum Symbol {
    Global(GlobalId),
    Function(FuncId),
}

/// Consecutive edges that are the outcomes of one source.
struct OwnedEdges {
    function: FuncId,
    source: EdgeSource,
    first: EdgeId,
    count: usize,
    is_check: bool,
}

struct Parser {
    tokens: Vec<(Token, Position)>,
    /// The token that is looked at. The last one is [`Token::End`], and nothing goes beyond it.
    at: usize,
    program: Program,
    /// Globals and functions by their names, in the order of the text.
    symbols: FxHashMap<String, Vec<Symbol>>,
    constants: FxHashMap<Const, ConstId>,
    operations: FxHashMap<String, Operation>,
    /// The edges of each source, as they were named.
    edges: Vec<OwnedEdges>,
    /// Behind all of them.
    next_edge: usize,
    /// Places without a file are in this one.
    file: Option<FileId>,
    depth: usize,
}

impl Parser {
    fn new(tokens: Vec<(Token, Position)>) -> Parser {
        Parser {
            tokens,
            at: 0,
            program: Program { pointer_bits: 64, ..Program::default() },
            symbols: FxHashMap::default(),
            constants: FxHashMap::default(),
            operations: Operation::table(),
            edges: Vec::new(),
            next_edge: 0,
            file: None,
            depth: 0,
        }
    }

    /// Names may be used before they are defined, so they are looked for first: each is the first
    /// name behind a word that begins a definition, outside of all brackets.
    fn find_names(&mut self) -> Parsed<()> {
        let (mut depth, mut kind) = (0usize, None);
        let (mut globals, mut functions) = (0, 0);
        for (token, _) in &self.tokens {
            match token {
                Token::Sign("{" | "[" | "<" | "(") => depth += 1,
                Token::Sign("}" | "]" | ">" | ")") => depth = depth.saturating_sub(1),
                Token::Word(word) if depth == 0 => match word.as_str() {
                    "global" | "constant" => kind = Some(false),
                    "define" | "declare" => kind = Some(true),
                    _ => {}
                },
                Token::Name(name, _) if depth == 0 => {
                    let symbol = match kind.take() {
                        None => continue,
                        Some(true) => {
                            functions += 1;
                            Symbol::Function(FuncId::new(functions - 1))
                        }
                        Some(false) => {
                            globals += 1;
                            Symbol::Global(GlobalId::new(globals - 1))
                        }
                    };
                    self.symbols.entry(name.clone()).or_default().push(symbol);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn program(&mut self) -> Parsed<()> {
        loop {
            let word = match self.peek() {
                Token::End => break,
                Token::Word(word) => word.clone(),
                _ => return self.expected("a definition"),
            };
            match word.as_str() {
                "pointers" => self.pointers()?,
                "note" => {
                    self.next();
                    let note = self.text()?;
                    self.program.notes.push(note);
                }
                "layout" => self.layout()?,
                "thread_local" | "external" | "global" | "constant" => self.global()?,
                "entry" => {
                    self.next();
                    self.program.entry = Some(self.function_name()?);
                }
                "startup" => {
                    self.next();
                    self.program.startup = self.function_list()?;
                }
                "shutdown" => {
                    self.next();
                    self.program.shutdown = self.function_list()?;
                }
                "arrived" => {
                    self.next();
                    self.program.arrivals = self.function_list()?;
                }
                "platform" => self.platform()?,
                "define" | "declare" => self.function()?,
                "observe" => self.observed_variable()?,
                "use" => self.variable_use()?,
                _ if word.starts_with("file") => self.source_file()?,
                _ => return self.expected("a definition"),
            }
        }
        self.finish_edges()
    }

    fn pointers(&mut self) -> Parsed<()> {
        if !self.program.types.is_empty() {
            return self.error("the width of pointers comes before all types");
        }
        self.next();
        self.word("of")?;
        self.program.pointer_bits = self.number()?;
        self.word("bits")
    }

    fn source_file(&mut self) -> Parsed<()> {
        let next = self.program.files.next_id();
        if self.id::<FileId>("file", "a file")? != next {
            return self.error_before(format!("{next} is the next file"));
        }
        self.sign("=")?;
        let name = self.text()?;
        let is_system = self.take_word("system");
        self.program.files.push(SourceFile { name, is_system });
        Ok(())
    }

    fn global(&mut self) -> Parsed<()> {
        let is_thread_local = self.take_word("thread_local");
        let is_external = self.take_word("external");
        let is_constant = self.take_word("constant");
        if !is_constant {
            self.word("global")?;
        }
        let (name, _) = self.name()?;
        let ty = self.ty()?;
        let initialiser = match is_external {
            true => None,
            false => Some(self.constant(ty)?),
        };
        let layout = self.program.types.layout(ty);
        let mut global = Global {
            name,
            ty,
            size: layout.alloc_size,
            align: layout.align,
            initialiser,
            is_constant,
            is_thread_local,
            place: None,
            source_name: None,
        };
        while self.take_sign(",") {
            match self.take_any_word(&["size", "align", "called"])? {
                "size" => global.size = self.number()?,
                "align" => global.align = self.number()?,
                _ => global.source_name = Some(self.text()?),
            }
        }
        global.place = self.place()?;
        self.program.globals.push(global);
        Ok(())
    }

    fn function_list(&mut self) -> Parsed<Vec<FuncId>> {
        let mut functions = vec![self.function_name()?];
        while self.take_sign(",") {
            functions.push(self.function_name()?);
        }
        Ok(functions)
    }

    fn function_name(&mut self) -> Parsed<FuncId> {
        match self.symbol()? {
            Symbol::Function(id) => Ok(id),
            Symbol::Global(_) => self.error_before("this is no function".to_string()),
        }
    }

    /// A name, as what it stands for.
    fn symbol(&mut self) -> Parsed<Symbol> {
        let (name, number) = self.name()?;
        let bearers = self.symbols.get(&name).map_or(&[][..], Vec::as_slice);
        match bearers.get(number) {
            Some(&symbol) => Ok(symbol),
            None => self.error_before(format!("{} is not defined", spelling::name(&name))),
        }
    }

    fn place(&mut self) -> Parsed<Option<Place>> {
        if !self.take_sign("!") {
            return Ok(None);
        }
        let file = match (self.peek(), self.file) {
            (Token::Word(_), _) => {
                let file = self.file_id()?;
                self.sign(":")?;
                file
            }
            (_, Some(file)) => file,
            (_, None) => return self.expected("a file"),
        };
        let line = self.number()?;
        self.sign(":")?;
        let column = self.number()?;
        Ok(Some(Place { file, line, column }))
    }

    fn needed_place(&mut self) -> Parsed<Place> {
        match self.place()? {
            Some(place) => Ok(place),
            None => self.expected("a place"),
        }
    }

    fn file_id(&mut self) -> Parsed<FileId> {
        self.id("file", "a file")
    }

    /// `[e3]` or `[e3..e5]`, all of them outcomes of one source.
    fn own_edges(&mut self, function: FuncId, source: EdgeSource) -> Parsed<(EdgeId, usize)> {
        self.sign("[")?;
        let first: EdgeId = self.id("e", "an edge")?;
        let last = if self.take_sign("..") { self.id("e", "an edge")? } else { first };
        self.sign("]")?;
        if last < first || last.index() >= MAX_EDGES {
            return self.error_before(format!("{first} to {last} is no run of edges"));
        }
        let count = last.index() - first.index() + 1;
        self.enter_edges(function, source, first, count);
        Ok((first, count))
    }

    /// The edges of a source that are said to be so many, or get the next numbers.
    fn counted_edges(
        &mut self,
        function: FuncId,
        source: EdgeSource,
        count: usize,
    ) -> Parsed<EdgeId> {
        let first = if *self.peek() == Token::Sign("[") {
            match self.own_edges(function, source)? {
                (first, given) if given == count => first,
                (_, given) => {
                    return self.error_before(format!("{given} edges instead of {count}"));
                }
            }
        } else {
            let first = EdgeId::new(self.next_edge);
            if self.next_edge + count > MAX_EDGES {
                return self.error("these are too many edges");
            }
            self.enter_edges(function, source, first, count);
            first
        };
        let is_check = self.take_word("check");
        if let Some(entered) = self.edges.last_mut() {
            entered.is_check = is_check;
        }
        Ok(first)
    }

    fn enter_edges(&mut self, function: FuncId, source: EdgeSource, first: EdgeId, count: usize) {
        self.next_edge = self.next_edge.max(first.index() + count);
        self.edges.push(OwnedEdges { function, source, first, count, is_check: false });
    }

    fn finish_edges(&mut self) -> Parsed<()> {
        let owned = std::mem::take(&mut self.edges);
        let mut runs: Vec<_> = owned.iter().map(|of| (of.first.index(), of.count)).collect();
        runs.sort_unstable();
        let mut end = 0;
        for (first, count) in runs {
            if first > end {
                return self.error(&format!("{} belongs to nothing", EdgeId::new(end)));
            }
            end = end.max(first + count);
        }
        let mut edges: Vec<Option<Edge>> = vec![None; end];
        for OwnedEdges { function, source, first, count, is_check } in owned {
            let kind = EdgeKind::of(&self.program.functions[function], source, is_check);
            for (outcome, edge) in edges[first.index()..][..count].iter_mut().enumerate() {
                *edge = Some(Edge { function, source, outcome: outcome as u32, kind });
            }
        }
        self.program.edges = edges.into_iter().flatten().collect();
        Ok(())
    }
}

/// Tokens, one at a time.
impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn peek_behind(&self) -> &Token {
        let behind = (self.at + 1).min(self.tokens.len() - 1);
        &self.tokens[behind].0
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn error_at<T>(&self, at: usize, message: String) -> Parsed<T> {
        let Position { line, column } = self.tokens[at].1;
        Err(ParseError { line, column, message })
    }

    /// Something is wrong with the token that is looked at.
    fn error<T>(&self, message: &str) -> Parsed<T> {
        self.error_at(self.at, message.to_string())
    }

    /// Something is wrong with the token before it.
    fn error_before<T>(&self, message: String) -> Parsed<T> {
        self.error_at(self.at.saturating_sub(1), message)
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        self.error(&format!("expected {what}, found {}", self.peek()))
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_there = matches!(self.peek(), Token::Sign(found) if *found == sign);
        if is_there {
            self.next();
        }
        is_there
    }

    fn sign(&mut self, sign: &str) -> Parsed<()> {
        if self.take_sign(sign) { Ok(()) } else { self.expected(&format!("'{sign}'")) }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.is_word(word);
        if is_there {
            self.next();
        }
        is_there
    }

    fn word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }

    fn take_any_word<'w>(&mut self, words: &[&'w str]) -> Parsed<&'w str> {
        match words.iter().find(|word| self.is_word(word)) {
            Some(word) => {
                self.next();
                Ok(word)
            }
            None => self.expected(&format!("one of '{}'", words.join("', '"))),
        }
    }

    fn text(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Text(text) => {
                let text = text.clone();
                self.next();
                Ok(text)
            }
            _ => self.expected("a text in quotes"),
        }
    }

    /// A name, and which of its bearers is meant.
    fn name(&mut self) -> Parsed<(String, usize)> {
        match self.peek() {
            Token::Name(name, number) => {
                let named = (name.clone(), *number);
                self.next();
                Ok(named)
            }
            _ => self.expected("a name"),
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let number = match self.peek() {
            Token::Number(digits) => digits.parse().ok(),
            _ => return self.expected("a number"),
        };
        match number {
            Some(number) => {
                self.next();
                Ok(number)
            }
            None => self.error("this number does not fit here"),
        }
    }

    /// An id as it is printed: a prefix and a number.
    fn id<I: Id>(&mut self, prefix: &str, what: &str) -> Parsed<I> {
        let number = match self.peek() {
            Token::Word(word) => word.strip_prefix(prefix).and_then(id_number),
            _ => None,
        };
        match number {
            Some(number) => {
                self.next();
                Ok(I::new(number))
            }
            None => self.expected(what),
        }
    }

    /// `[a, b, c]`.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        self.sign("[")?;
        while !self.take_sign("]") {
            if !items.is_empty() {
                self.sign(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Goes one level deeper into something that nests.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return self.error("this is nested too deeply");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

/// Ids have 32 bits; half of them are room enough.
fn id_number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u32 = if is_number { digits.parse().ok()? } else { return None };
    (number < u32::MAX / 2).then_some(number as usize)
}

/// The type of a value that is made of others.
fn is_void(program: &Program, ty: TypeId) -> bool {
    *program.types.get(ty) == crate::Type::Void
}
