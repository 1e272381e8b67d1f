//! Which calls the answers to a driver's questions mean.

use super::plan::{Call, Maker, Param, Plan, Primitive};
use super::{CHANGES, CHARACTERS, DEPTH, ELEMENTS};

/// What a test does: objects made, one after the other, and the call under test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Built {
    pub statements: Vec<Statement>,
    /// `None` where there is no object to call it on.
    pub target: Option<Action>,
    /// As a descriptor.
    pub result: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Makes an object, which later ones mean by its number.
    Make { object: usize, class: String, action: Action },
    /// Changes one.
    Do(Action),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    pub owner: String,
    pub name: String,
    /// The object it is called on.
    pub receiver: Option<usize>,
    pub arguments: Vec<Value>,
    /// See [`Call::casts`].
    pub casts: Option<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number by its bits.
    Literal(Primitive, u64),
    Boxed(Primitive, u64),
    /// In UTF-16.
    Text(Vec<u16>),
    /// Null, of the type that a source names so, where that matters.
    Null(Option<String>),
    /// The elements, and the name of their type.
    Array(Vec<Value>, String),
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
    Constant(String),
    Plain,
    Object(usize),
}

/// Reads the answers, in the order of the questions; `None` if there are not enough of them.
pub fn decode(plan: &Plan, answers: &[u64]) -> Option<Built> {
    let mut reader = Reader { plan, answers: answers.iter(), built: Built::default(), objects: 0 };
    let call = plan.targets.get(reader.below(plan.targets.len())?)?;
    let receiver = match call.receiver {
        None => None,
        Some(maker) => match reader.object(maker, DEPTH, true)? {
            Value::Object(object) => Some(object),
            // There is nothing to call it on.
            _ => return Some(reader.built),
        },
    };
    let target = reader.action(call, receiver, DEPTH)?;
    reader.built.target = Some(target);
    reader.built.result = call.result.clone();
    Some(reader.built)
}

struct Reader<'a> {
    plan: &'a Plan,
    answers: std::slice::Iter<'a, u64>,
    built: Built,
    objects: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u64> {
        self.answers.next().copied()
    }

    fn below(&mut self, bound: usize) -> Option<usize> {
        usize::try_from(self.next()?).ok().filter(|&answer| answer < bound)
    }

    fn action(&mut self, call: &Call, receiver: Option<usize>, depth: u32) -> Option<Action> {
        let arguments = call.params.iter().map(|param| self.value(param, depth));
        Some(Action {
            arguments: arguments.collect::<Option<_>>()?,
            owner: call.owner.clone(),
            name: call.name.clone(),
            receiver,
            casts: call.casts.clone(),
        })
    }

    fn object(&mut self, number: usize, depth: u32, is_needed: bool) -> Option<Value> {
        let Maker { class, ways, constants, changes } = &self.plan.makers[number];
        let count = ways.len() + constants.len();
        let null = Value::Null(Some(class.clone()));
        if count == 0 || depth == 0 {
            return Some(null);
        }
        let way = self.below(if is_needed { count } else { count + 1 })?;
        if way == count {
            return Some(null);
        }
        if let Some(constant) = way.checked_sub(ways.len()) {
            return Some(Value::Constant(format!("{class}.{}", constants[constant])));
        }
        let action = self.action(&ways[way], None, depth - 1)?;
        let object = self.objects;
        self.objects += 1;
        self.built.statements.push(Statement::Make { object, class: class.clone(), action });
        if !changes.is_empty() {
            for _ in 0..self.below(CHANGES as usize + 1)? {
                let change = &changes[self.below(changes.len())?];
                let action = self.action(change, Some(object), depth - 1)?;
                self.built.statements.push(Statement::Do(action));
            }
        }
        Some(Value::Object(object))
    }

    fn value(&mut self, param: &Param, depth: u32) -> Option<Value> {
        Some(match param {
            Param::Primitive(primitive) => Value::Literal(*primitive, self.literal(*primitive)?),
            Param::Text => self.text(CHARACTERS)?,
            Param::Array(element, name) => match self.below(ELEMENTS as usize + 2)? {
                size if size > ELEMENTS as usize => Value::Null(Some(format!("{name}[]"))),
                size => {
                    let elements = (0..size).map(|_| self.value(element, depth));
                    Value::Array(elements.collect::<Option<_>>()?, name.clone())
                }
            },
            Param::Boxed(primitive) => match self.below(2)? {
                1 => Value::Null(None),
                _ => Value::Boxed(*primitive, self.literal(*primitive)?),
            },
            Param::List => match self.below(ELEMENTS as usize + 2)? {
                size if size > ELEMENTS as usize => Value::Null(None),
                size => {
                    let elements = (0..size).map(|_| self.anything());
                    Value::List(elements.collect::<Option<_>>()?)
                }
            },
            Param::Map => match self.below(ELEMENTS as usize + 2)? {
                size if size > ELEMENTS as usize => Value::Null(None),
                size => {
                    let entries = (0..size).map(|_| Some((self.anything()?, self.anything()?)));
                    Value::Map(entries.collect::<Option<_>>()?)
                }
            },
            Param::Object => self.anything()?,
            Param::Made(maker) => self.object(*maker, depth, false)?,
            Param::Null(ty) => Value::Null(Some(ty.clone())),
        })
    }

    /// As `Input.anyObject` makes it.
    fn anything(&mut self) -> Option<Value> {
        Some(match self.below(4)? {
            0 => Value::Null(None),
            1 => self.text(CHARACTERS / 2)?,
            2 => Value::Boxed(Primitive::Int, self.next()?),
            _ => Value::Plain,
        })
    }

    /// As `Input.anyText` makes it.
    fn text(&mut self, most: u32) -> Option<Value> {
        let length = self.below(most as usize + 2)?;
        if length > most as usize {
            return Some(Value::Null(Some("String".to_string())));
        }
        let units = (0..length).map(|_| self.next().map(|unit| unit as u16));
        Some(Value::Text(units.collect::<Option<_>>()?))
    }

    fn literal(&mut self, primitive: Primitive) -> Option<u64> {
        match primitive {
            Primitive::Boolean => self.below(2).map(|answer| answer as u64),
            _ => self.next(),
        }
    }
}
