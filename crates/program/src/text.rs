//! The text form of a program: like LLVM's, with byte offsets and edge ids. `docs/model.md` has its
//! grammar.
//!
//! Everything that a [`Program`](crate::Program) holds is in it, and [`print`] and [`parse`] are
//! inverse to each other, up to the numbers of types and constants, on which nothing may depend: a
//! type or a constant is numbered where it is first named, and stands in its table once. What the
//! words and numbers of a text leave open (the layout of a type, the numbers of edges) has a
//! default, so that people can write programs too. The printer says whatever is not so by default.

mod layout;
mod parse;
mod print;
mod spelling;

pub use parse::{ParseError, parse};
pub use print::{print, print_function};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Primitive;

    /// One function with these words in front of it.
    fn declared(words: &str) -> String {
        let program = parse(&format!("declare {words} void @f()")).expect(words);
        assert_eq!(crate::verify::verify(&program), Ok(()), "{words}");
        print(&program)
    }

    #[test]
    fn every_role_and_conduct_has_words() {
        let primitives = Primitive::WORDS.iter().map(|(_, word)| word.to_string());
        let inputs = ["input truth", "input_at 16 float", "math f80"].map(String::from);
        for word in primitives.chain(inputs) {
            let words = format!("primitive {word}");
            assert!(declared(&words).contains(&format!("{words} ")), "{words}");
        }
        for (_, word) in
            spelling::EFFECTS.iter().filter(|(effect, _)| *effect != Default::default())
        {
            let number = if *word == "prints" { " 1" } else { "" };
            let words = format!("effect {word}{number}");
            assert!(declared(&words).contains(&words), "{words}");
        }
        for words in [
            "unmodelled \"so\"",
            "answered",
            "answered cut",
            "stub",
            "depends on arguments",
            "depends on locale",
            "changes locale",
            "changes streams",
        ] {
            assert!(declared(words).contains(&format!("{words} ")), "{words}");
        }
    }
}
