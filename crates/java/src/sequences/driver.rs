//! The plan as a program: it asks for each choice and each literal.

use super::plan::{Call, Maker, Param, Plan, Primitive};
use super::{CHANGES, CHARACTERS, DEPTH, ELEMENTS};
use std::fmt::Write;

/// The name of the class, in the package of the class under test.
pub const DRIVER: &str = "AssayDriver";

/// In Java.
pub fn source(plan: &Plan) -> String {
    let mut text = String::new();
    if !plan.package.is_empty() {
        let _ = writeln!(text, "package {};\n", plan.package);
    }
    let _ = writeln!(
        text,
        "import assay.Input;\n\n@SuppressWarnings({{\"unchecked\", \"rawtypes\", \"deprecation\"}})\n\
         public final class {DRIVER} {{"
    );
    text += "    public static void main(String[] arguments) throws Throwable {\n";
    let _ = writeln!(text, "        switch (Input.anyBelow({})) {{", plan.targets.len());
    for number in 0..plan.targets.len() {
        let _ = writeln!(text, "            case {number}: target{number}(); break;");
    }
    text += "        }\n    }\n";
    for (number, call) in plan.targets.iter().enumerate() {
        text += &target(number, call);
    }
    for (number, maker) in plan.makers.iter().enumerate() {
        text += &make(number, maker);
    }
    text + "}\n"
}

fn target(number: usize, call: &Call) -> String {
    let mut text = format!("\n    static void target{number}() throws Throwable {{\n");
    if let Some(maker) = call.receiver {
        let _ = writeln!(text, "        {} it = make{maker}({DEPTH}, true);", call.owner);
        text += "        if (it == null) return;\n";
    }
    let code = invocation(call, "it", DEPTH.to_string().as_str());
    match &*call.result {
        "V" if !call.is_constructor() => {
            let _ = writeln!(text, "        {code};");
        }
        _ => {
            let _ = writeln!(text, "        Input.result({code});");
        }
    }
    text + "    }\n"
}

/// A method that makes an object, or gives null where it need not or cannot.
fn make(number: usize, maker: &Maker) -> String {
    let Maker { class, ways, constants, changes } = maker;
    let mut text = format!(
        "\n    static {class} make{number}(int depth, boolean isNeeded) throws Throwable {{\n"
    );
    let count = ways.len() + constants.len();
    if count == 0 {
        return text + "        return null;\n    }\n";
    }
    text += "        if (depth == 0) return null;\n";
    let _ = writeln!(text, "        {class} it;");
    let _ =
        writeln!(text, "        switch (Input.anyBelow(isNeeded ? {count} : {})) {{", count + 1);
    for (way, call) in ways.iter().enumerate() {
        let code = invocation(call, "it", "depth - 1");
        let _ = writeln!(text, "            case {way}: it = {code}; break;");
    }
    for (index, constant) in constants.iter().enumerate() {
        let way = ways.len() + index;
        let _ = writeln!(text, "            case {way}: it = {class}.{constant}; break;");
    }
    text += "            default: return null;\n        }\n";
    if !changes.is_empty() {
        let _ = writeln!(
            text,
            "        for (int left = Input.anyBelow({}); left > 0; left--)\n            \
             switch (Input.anyBelow({})) {{",
            CHANGES + 1,
            changes.len()
        );
        for (index, call) in changes.iter().enumerate() {
            let code = invocation(call, "it", "depth - 1");
            let _ = writeln!(text, "                case {index}: {code}; break;");
        }
        text += "            }\n";
    }
    text + "        return it;\n    }\n"
}

fn invocation(call: &Call, receiver: &str, depth: &str) -> String {
    let argument = |(index, param): (usize, &Param)| {
        let value = argument(param, depth);
        match &call.casts {
            Some(types) => format!("({}) {value}", types[index]),
            None => value,
        }
    };
    let arguments: Vec<String> = call.params.iter().enumerate().map(argument).collect();
    let arguments = arguments.join(", ");
    match call.receiver {
        _ if call.is_constructor() => format!("new {}({arguments})", call.owner),
        Some(_) => format!("{receiver}.{}({arguments})", call.name),
        None => format!("{}.{}({arguments})", call.owner, call.name),
    }
}

fn argument(param: &Param, depth: &str) -> String {
    match param {
        Param::Primitive(primitive) => literal(*primitive).to_string(),
        Param::Text => format!("Input.anyText({CHARACTERS})"),
        Param::Array(element, name) => array(element, name, depth),
        Param::Boxed(primitive) => {
            format!("(Input.anyBoolean() ? null : {})", boxed(*primitive))
        }
        Param::List => format!("Input.anyList({ELEMENTS})"),
        Param::Map => format!("Input.anyMap({ELEMENTS})"),
        Param::Object => "Input.anyObject()".to_string(),
        Param::Made(maker) => format!("make{maker}({depth}, false)"),
        Param::Null(ty) => format!("({ty}) null"),
    }
}

fn boxed(primitive: Primitive) -> String {
    let class = match primitive {
        Primitive::Int => "Integer",
        Primitive::Char => "Character",
        Primitive::Boolean => "Boolean",
        Primitive::Byte => "Byte",
        Primitive::Short => "Short",
        Primitive::Long => "Long",
        Primitive::Float => "Float",
        Primitive::Double => "Double",
    };
    format!("{class}.valueOf({})", literal(primitive))
}

fn literal(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "Input.anyBoolean()",
        Primitive::Byte => "(byte) Input.anyInt()",
        Primitive::Char => "Input.anyChar()",
        Primitive::Short => "(short) Input.anyInt()",
        Primitive::Int => "Input.anyInt()",
        Primitive::Long => "Input.anyLong()",
        Primitive::Float => "Input.anyFloat()",
        Primitive::Double => "Input.anyDouble()",
    }
}

/// Null, or so many elements.
fn array(element: &Param, name: &str, depth: &str) -> String {
    let one = argument(element, depth);
    let made = match name.find('[') {
        Some(at) => format!("{}[size]{}", &name[..at], &name[at..]),
        None => format!("{name}[size]"),
    };
    format!(
        "new Input.Maker<{name}[]>() {{ public {name}[] make() throws Throwable {{ \
         int size = Input.anyBelow({}); if (size == {}) return null; {name}[] made = new {made}; \
         for (int i = 0; i < size; i++) made[i] = {one}; return made; }} }}.make()",
        ELEMENTS + 2,
        ELEMENTS + 1,
    )
}
