//! The JDK's texts for languages: the bundles that `java.base` has, for English and for no
//! language.

use super::make;
use crate::frontend::classes::MethodId;
use crate::frontend::shape::class as part;
use crate::frontend::translator::{Result, Translator};
use crate::library::{Native, Row, arrays, bundles};
use assay_program::{Callee, FuncId};

const DATA: &str = "sun/util/resources/LocaleData";

pub const ROWS: &[Row] = &[
    (DATA, "getBundle", "", Native::Made(bundle)),
    (DATA, "getSupplementary", "", Native::Made(bundle)),
    ("assay/Bundles", "other", "", Native::Unmodelled("texts for a language that is not English")),
    ("java/util/ServiceLoader", "loadInstalled", "", Native::Made(no_loader)),
    ("java/util/ServiceLoader", "load", "", Native::Made(loader)),
    ("java/util/ServiceLoader", "iterator", "", Native::Instead("assay/Services", "iterator")),
];

/// `(name, locale)`
fn bundle(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    if !translator.classes.is_made(bundles::BUNDLES) {
        let file = bundles::maker(|name| translator.class(name).is_ok());
        translator.classes.make(file);
    }
    let maker = translator.helper(bundles::BUNDLES, "bundle", bundles::BUNDLE)?;
    make(translator, function, method, |_, body| {
        let pointer = body.types.pointer;
        let args = [(body.parameter(0), pointer), (body.parameter(1), pointer)];
        let bundle = body.call(Callee::Direct(maker), &args, pointer);
        body.give_back(bundle);
        Ok(())
    })
}

/// `(service, …)`: none for a service of the JDK.
fn loader(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = translator.class("java/util/ServiceLoader")?;
    let loader = translator.object(class, "a loader of no services", &[], &[])?;
    if !translator.classes.methods[method].descriptor.starts_with("(Ljava/lang/Class;") {
        return Err("services of layers of modules".to_string());
    }
    make(translator, function, method, |translator, body| {
        let of = super::class::descriptor(translator, body, body.parameter(0))?;
        let flags = body.load_int(of, part::FLAGS);
        let is_user = arrays::has_flag(&mut translator.model, body, flags, part::IS_USER);
        let (of_user, none) = (body.block(), body.block());
        body.inner_branch(is_user, of_user, none);
        body.go_to(of_user);
        body.unsupported("services of the class path");
        body.go_to(none);
        let loader = translator.model.global(loader);
        body.give_back(Some(loader));
        Ok(())
    })
}

/// What modules bring beyond `java.base` is not seen.
fn no_loader(translator: &mut Translator, function: FuncId, method: MethodId) -> Result<()> {
    let class = translator.class("java/util/ServiceLoader")?;
    let loader = translator.object(class, "a loader of no services", &[], &[])?;
    super::answer(translator, function, method, |translator, _| Ok(translator.model.global(loader)))
}
