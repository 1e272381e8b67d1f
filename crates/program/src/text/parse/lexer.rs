//! Words, numbers, texts, names and signs. Blanks and ends of lines only part them; `;` begins a
//! comment.

use super::{ParseError, Parsed};
use crate::text::spelling::is_plain;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, digits and underscores.
    Word(String),
    /// With its sign, point, exponent or `0x`.
    Number(String),
    Text(String),
    /// `c"…"`.
    Bytes(Vec<u8>),
    /// `@name`, and which of the symbols of that name.
    Name(String, usize),
    Sign(&'static str),
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) | Token::Number(word) => write!(f, "'{word}'"),
            Token::Text(text) => write!(f, "{text:?}"),
            Token::Bytes(bytes) => write!(f, "c\"{}\"", bytes.escape_ascii()),
            Token::Name(name, _) => write!(f, "'@{name}'"),
            Token::Sign(sign) => write!(f, "'{sign}'"),
            Token::End => write!(f, "the end"),
        }
    }
}

#[derive(Copy, Clone)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Longer ones first.
const SIGNS: [&str; 20] = [
    "...", "..", "->", "{", "}", "[", "]", "<", ">", "(", ")", ",", ":", "=", "+", "-", "*", "!",
    "#", "/",
];

pub(super) struct Lexer<'t> {
    rest: Peekable<Chars<'t>>,
    position: Position,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        let position = Position { line: 1, column: 1 };
        Lexer { rest: text.chars().peekable(), position }
    }

    /// All of them, and [`Token::End`].
    pub(super) fn tokens(mut self) -> Parsed<Vec<(Token, Position)>> {
        let mut tokens = Vec::new();
        loop {
            self.skip_blanks();
            let position = self.position;
            let token = self.token()?;
            let is_end = token == Token::End;
            tokens.push((token, position));
            if is_end {
                return Ok(tokens);
            }
        }
    }

    fn error<T>(&self, message: &str) -> Parsed<T> {
        let Position { line, column } = self.position;
        Err(ParseError { line, column, message: message.to_string() })
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        match character {
            '\n' => self.position = Position { line: self.position.line + 1, column: 1 },
            _ => self.position.column += 1,
        }
        Some(character)
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.next();
        }
        is_there
    }

    fn take_while(&mut self, into: &mut String, is_part: impl Fn(char) -> bool) {
        while let Some(character) = self.peek().filter(|&character| is_part(character)) {
            into.push(character);
            self.next();
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(character) = self.peek() {
            match character {
                ';' => {
                    while self.peek().is_some_and(|character| character != '\n') {
                        self.next();
                    }
                }
                _ if character.is_whitespace() => {
                    self.next();
                }
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Parsed<Token> {
        match self.peek() {
            None => Ok(Token::End),
            Some('@') => self.name(),
            Some('"') => Ok(Token::Text(self.text()?)),
            Some(first) if first.is_ascii_digit() => Ok(self.number(String::new())),
            Some(first) if first.is_ascii_alphabetic() || first == '_' => self.word(),
            Some(_) => self.sign(),
        }
    }

    fn word(&mut self) -> Parsed<Token> {
        let mut word = String::new();
        self.take_while(&mut word, |character| {
            character.is_ascii_alphanumeric() || character == '_'
        });
        match word == "c" && self.peek() == Some('"') {
            true => Ok(Token::Bytes(self.bytes()?)),
            false => Ok(Token::Word(word)),
        }
    }

    /// Digits, `0x` and hexadecimal ones, or a decimal number with a point or an exponent.
    fn number(&mut self, mut number: String) -> Token {
        self.take_while(&mut number, |character| character.is_ascii_alphanumeric());
        let is_hexadecimal = number.contains('x');
        let mut ahead = self.rest.clone();
        let is_decimal =
            ahead.next() == Some('.') && ahead.next().is_some_and(|c| c.is_ascii_digit());
        if is_decimal && !is_hexadecimal {
            number.push('.');
            self.next();
            self.take_while(&mut number, |character| character.is_ascii_alphanumeric());
        }
        if !is_hexadecimal && number.ends_with('e') && self.take('-') {
            number.push('-');
            self.take_while(&mut number, |character| character.is_ascii_digit());
        }
        Token::Number(number)
    }

    fn sign(&mut self) -> Parsed<Token> {
        let mut ahead = self.rest.clone();
        if ahead.next() == Some('-') && ahead.next().is_some_and(|c| c.is_ascii_digit()) {
            self.next();
            return Ok(self.number("-".to_string()));
        }
        let begins = |sign: &&&str| {
            let mut ahead = self.rest.clone();
            sign.chars().all(|character| ahead.next() == Some(character))
        };
        match SIGNS.iter().find(begins) {
            Some(sign) => {
                for _ in sign.chars() {
                    self.next();
                }
                Ok(Token::Sign(sign))
            }
            None => self.error("this character has no meaning here"),
        }
    }

    fn name(&mut self) -> Parsed<Token> {
        self.next();
        let mut name = String::new();
        match self.peek() {
            Some('"') => name = self.text()?,
            _ => self.take_while(&mut name, is_plain),
        }
        if name.is_empty() {
            return self.error("expected a name");
        }
        let mut number = String::new();
        if self.take('#') {
            self.take_while(&mut number, |character| character.is_ascii_digit());
            match number.parse() {
                Ok(number) => return Ok(Token::Name(name, number)),
                Err(_) => return self.error("expected a number"),
            }
        }
        Ok(Token::Name(name, 0))
    }

    fn text(&mut self) -> Parsed<String> {
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None | Some('\n') => return self.error("this text has no end"),
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(character) => text.push(character),
            }
        }
    }

    fn bytes(&mut self) -> Parsed<Vec<u8>> {
        self.next();
        let mut bytes = Vec::new();
        loop {
            match self.next() {
                None | Some('\n') => return self.error("these bytes have no end"),
                Some('"') => return Ok(bytes),
                Some('\\') => match self.escaped()? {
                    character if u32::from(character) < 256 => bytes.push(character as u8),
                    _ => return self.error("this is more than a byte"),
                },
                Some(character) if character.is_ascii() => bytes.push(character as u8),
                Some(_) => return self.error("this is more than a byte"),
            }
        }
    }

    /// What stands behind a backslash.
    fn escaped(&mut self) -> Parsed<char> {
        let digits = match self.next() {
            Some('n') => return Ok('\n'),
            Some('t') => return Ok('\t'),
            Some('r') => return Ok('\r'),
            Some('0') => return Ok('\0'),
            Some(itself @ ('\\' | '"' | '\'')) => return Ok(itself),
            Some('x') => [self.next(), self.next()].into_iter().flatten().collect(),
            Some('u') if self.take('{') => {
                let mut digits = String::new();
                self.take_while(&mut digits, |character| character.is_ascii_hexdigit());
                match self.take('}') {
                    true => digits,
                    false => return self.error("expected '}'"),
                }
            }
            _ => return self.error("this escape has no meaning"),
        };
        let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let code = u32::from_str_radix(&digits, 16).ok().filter(|_| is_plain);
        match code.and_then(char::from_u32) {
            Some(character) => Ok(character),
            None => self.error("this escape is no character"),
        }
    }
}
