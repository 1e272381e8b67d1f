//! What the JDK's own Java code leaves to the processor or to C: functions of the host's library
//! for mathematics, which may differ from HotSpot's in the last bit.

use super::answer;
use crate::frontend::classes::MethodId;
use crate::frontend::model::Image;
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row};
use assay_program::role::{Conduct, Effect, Inputs};
use assay_program::{Callee, FloatKind, FuncId, Primitive, Role};

/// HotSpot has code of its own for some functions of `Math`, which is not what `StrictMath` does;
/// the host's library comes closest.
pub const OF_MATH: &[Row] = &[
    ("java/lang/Math", "exp", "", Native::Made(function)),
    ("java/lang/Math", "pow", "", Native::Made(function)),
    ("java/lang/StrictMath", "IEEEremainder", "", Native::Made(function)),
];

/// The rows of functions that both classes have, by Java's names and C's.
macro_rules! functions {
    ($($name:literal)*) => {
        &[$(
            ("java/lang/StrictMath", $name, "", Native::Made(function)),
            ("java/lang/Math", $name, "", Native::Made(function)),
        )*]
    };
}

pub const ROWS: &[Row] = functions! {
    "sin" "cos" "tan" "asin" "acos" "atan" "log" "log10" "atan2" "sinh" "cosh" "tanh" "expm1" "log1p"
};

fn function(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let name = translator.classes.methods[method].name.clone();
    let (parameters, _) = translator.signature(method);
    let name = if &*name == "IEEEremainder" { "remainder".into() } else { name };
    let text = translator.c_text(&name);
    let types = translator.model.types;
    let mut all = vec![types.pointer];
    all.extend(&parameters);
    let role = Role::Primitive(Primitive::Math(FloatKind::Double));
    let primitive = translator.model.declare(format!("math {name}"), &all, types.double, role);
    let conduct =
        Conduct { effect: Effect::Reads, depends_on: Inputs::Arguments, ..Conduct::default() };
    translator.model.program.functions[primitive].conduct = conduct;
    let text = translator.model.global(text);
    answer(translator, function, method, |_, body| {
        let mut args = vec![(text, types.pointer)];
        let own = parameters.iter().enumerate();
        args.extend(own.map(|(index, ty)| (body.parameter(index), *ty)));
        Ok(body.call(Callee::Direct(primitive), &args, types.double).expect("a number"))
    })
}

impl Translator {
    /// A text as C has it.
    fn c_text(&mut self, text: &str) -> assay_program::GlobalId {
        let size = text.len() as u64 + 1;
        let global = self.model.reserve(format!("text {text}"), size);
        let mut image = Image::new(size);
        image.set(0, text.as_bytes());
        self.model.fill(global, image);
        global
    }
}
