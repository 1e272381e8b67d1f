//! Names of strategies on the command line.
//!
//! ```text
//! NAME             dfs
//! NAME:P=V,FLAG    cgs:k=5,nodom
//! A+B              pps+fitness, which is interleave(pps,fitness)
//! interleave(A,B)  names in turn, which may have parameters and parentheses themselves
//! ```

/// A parsed name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub name: String,
    /// Parameters; a flag has no value.
    pub parameters: Vec<(String, Option<String>)>,
    /// In parentheses.
    pub parts: Vec<Name>,
}

/// Where a list in parentheses stands.
pub const INTERLEAVE: &str = "interleave";

impl Name {
    pub fn parse(text: &str) -> Result<Name, String> {
        let sum = split(text, '+')?;
        if sum.len() > 1 {
            return interleave(&sum);
        }
        if let Some(inside) = text.strip_prefix("interleave(").and_then(|t| t.strip_suffix(')')) {
            return interleave(&split(inside, ',')?);
        }
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        let given = parameters.split(',').filter(|parameter| !parameter.is_empty());
        let parameters = given.map(|parameter| match parameter.split_once('=') {
            Some((key, value)) => (key.to_string(), Some(value.to_string())),
            None => (parameter.to_string(), None),
        });
        Ok(Name { name: name.to_string(), parameters: parameters.collect(), parts: Vec::new() })
    }
}

fn interleave(parts: &[&str]) -> Result<Name, String> {
    let parts: Vec<Name> = parts.iter().map(|part| Name::parse(part)).collect::<Result<_, _>>()?;
    Ok(Name { name: INTERLEAVE.to_string(), parameters: Vec::new(), parts })
}

/// Splits at a separator outside of parentheses.
pub fn split(text: &str, separator: char) -> Result<Vec<&str>, String> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (index, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return Err(format!("'{text}' closes what it does not open")),
            ')' => depth -= 1,
            _ if character == separator && depth == 0 => {
                parts.push(text[start..index].trim());
                start = index + separator.len_utf8();
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(format!("'{text}' lacks a ')'"));
    }
    parts.push(text[start..].trim());
    Ok(parts)
}

/// The names of a list such as `dfs,cgs:k=5,interleave(pps,fitness)`. What follows a comma belongs
/// to the name before it if it is a parameter, that is, if it is no strategy of its own.
pub fn list(text: &str, is_strategy: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for part in split(text, ',')? {
        let head = part.split([':', '+', '(']).next().unwrap_or(part);
        match names.last_mut() {
            Some(last) if last.contains(':') && !is_strategy(head) => {
                last.push(',');
                last.push_str(part);
            }
            _ => names.push(part.to_string()),
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_flags() {
        let name = Name::parse("cgs:k=5,nodom").unwrap();
        assert_eq!(name.name, "cgs");
        let expected = [("k".to_string(), Some("5".to_string())), ("nodom".to_string(), None)];
        assert_eq!(name.parameters, expected);
    }

    #[test]
    fn compositions_nest() {
        let name = Name::parse("interleave(dfs:depth=3,pps+fitness)").unwrap();
        assert_eq!(name.name, INTERLEAVE);
        assert_eq!(name.parts[0], Name::parse("dfs:depth=3").unwrap());
        assert_eq!(name.parts[1], Name::parse("interleave(pps,fitness)").unwrap());
    }

    #[test]
    fn unbalanced_parentheses_are_told() {
        assert!(
            Name::parse("interleave(dfs,bfs").is_err() || split("interleave(dfs", ',').is_err()
        );
        assert!(split("dfs)", ',').is_err());
    }

    #[test]
    fn a_list_keeps_parameters_with_their_name() {
        let is_strategy = |name: &str| ["dfs", "cgs", "interleave"].contains(&name);
        let names = list("dfs,cgs:k=5,nodom,interleave(dfs,cgs)", is_strategy).unwrap();
        assert_eq!(names, ["dfs", "cgs:k=5,nodom", "interleave(dfs,cgs)"]);
    }
}
