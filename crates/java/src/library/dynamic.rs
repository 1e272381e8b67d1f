//! Call sites that a bootstrap method links: each becomes a static method of a class made for it.

use super::assemble::{Assembler, class, shown_as};
use super::{lambda, records, switches};
use crate::classfile::{Constant, Dynamic, MemberRef, Method};
use crate::frontend::classes::ClassId;
use crate::frontend::translator::{Result, Translator};

/// The method that stands for a call site in the code of a class.
pub fn method(translator: &mut Translator, within: ClassId, site: &Dynamic) -> Result<MemberRef> {
    let maker = &site.bootstrap.member;
    let outer = translator.classes.classes[within].name.clone();
    translator.made += 1;
    let number = translator.made;
    let (class_name, method) = match (&*maker.class, &*maker.name) {
        ("java/lang/invoke/StringConcatFactory", _) => {
            (format!("{outer}$$Concat${number}"), concatenation(site)?)
        }
        ("java/lang/invoke/LambdaMetafactory", _) => {
            let name = format!("{outer}$$Lambda${number}");
            return lambda::make(translator, &name, site);
        }
        ("java/lang/runtime/ObjectMethods", _) => {
            (format!("{outer}$$Record${number}"), records::method(site)?)
        }
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => {
            (format!("{outer}$$Switch${number}"), switches::by_type(site)?)
        }
        _ => {
            let name = maker.class.replace('/', ".");
            return Err(format!("a call site that {name}.{} links", maker.name));
        }
    };
    let member = MemberRef {
        class: class_name.as_str().into(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    };
    translator.classes.make(class(&class_name, "java/lang/Object", vec![method]));
    Ok(member)
}

/// One text of arguments and constants, as the recipe says.
fn concatenation(site: &Dynamic) -> Result<Method> {
    const BUILDER: &str = "java/lang/StringBuilder";
    let parameters = crate::classfile::Descriptor::new(&site.descriptor).parameters;
    let recipe: Vec<u16> = match site.arguments.first() {
        Some(Constant::String(recipe)) => recipe.to_vec(),
        _ => vec![1; parameters.len()],
    };
    let mut constants = site.arguments.iter().skip(1);
    let mut rest = parameters.iter();
    let mut local = 0;
    let mut code = Assembler::new_static("concatenate", &site.descriptor);
    code.new_object(BUILDER).construct(BUILDER, "()V");
    for part in recipe.split_inclusive(|unit| *unit <= 2) {
        let (text, mark) = match part {
            [text @ .., mark @ (1 | 2)] => (text, Some(*mark)),
            text => (text, None),
        };
        if !text.is_empty() {
            append_text(&mut code, text);
        }
        match mark {
            Some(1) => {
                let parameter = rest.next().ok_or("a recipe with too few arguments")?;
                let kind = super::assemble::kind_of(parameter);
                code.load(kind, local);
                local += if kind.is_wide() { 2 } else { 1 };
                append(&mut code, shown_as(parameter));
            }
            Some(_) => match constants.next() {
                Some(Constant::String(text)) => append_text(&mut code, text),
                other => return Err(format!("a text made with the constant {other:?}")),
            },
            None => {}
        }
    }
    code.call_virtual(BUILDER, "toString", "()Ljava/lang/String;").give_back();
    Ok(code.finish())
}

fn append(code: &mut Assembler, ty: &str) {
    let descriptor = format!("({ty})Ljava/lang/StringBuilder;");
    code.call_virtual("java/lang/StringBuilder", "append", &descriptor);
}

fn append_text(code: &mut Assembler, text: &[u16]) {
    code.add(crate::classfile::Instruction::Constant(Constant::String(text.into())));
    append(code, "Ljava/lang/String;");
}
