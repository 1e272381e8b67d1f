//! `assay.Bundles`: makes the bundles of texts, as far as `java.base` has them, without the search
//! through modules that the JDK does.

use super::assemble::{Assembler, class, native_static};
use crate::classfile::{ClassFile, Comparison, Instruction, Kind, Method};

pub const BUNDLES: &str = "assay/Bundles";
pub const BUNDLE: &str = "(Ljava/lang/String;Ljava/util/Locale;)Ljava/util/ResourceBundle;";

const OF_FORMATS: [&str; 2] = ["FormatData", "JavaTimeSupplementary"];
const OF_NAMES: [&str; 4] = ["CurrencyNames", "LocaleNames", "CalendarData", "TimeZoneNames"];
const RESOURCE: &str = "java/util/ResourceBundle";

/// `exists` says which classes this JDK has.
pub fn maker(mut exists: impl FnMut(&str) -> bool) -> ClassFile {
    let formats = OF_FORMATS.iter().map(|name| ("sun/text/resources/", name));
    let names = OF_NAMES.iter().map(|name| ("sun/util/resources/", name));
    let mut code = Assembler::new_static("bundle", BUNDLE);
    code.load(Kind::Reference, 1).call_virtual("java/util/Locale", "getLanguage", TEXT);
    code.store(Kind::Reference, 2).load(Kind::Reference, 1);
    code.call_virtual("java/util/Locale", "getCountry", TEXT).store(Kind::Reference, 3);
    for (package, name) in formats.chain(names) {
        for folder in ["", "cldr/"] {
            let base = format!("{package}{folder}{name}");
            if exists(&base) {
                one_bundle(&mut code, &base, &mut exists);
            }
        }
    }
    code.load(Kind::Reference, 0).load(Kind::Reference, 1);
    code.call_static(BUNDLES, "other", BUNDLE).give_back();
    class(BUNDLES, "java/lang/Object", vec![native_static("other", BUNDLE), code.finish()])
}

const TEXT: &str = "()Ljava/lang/String;";

/// A bundle of this name for no language, and what English adds to it.
fn one_bundle(code: &mut Assembler, base: &str, exists: &mut impl FnMut(&str) -> bool) {
    let next = code.label();
    code.load(Kind::Reference, 0).text(&base.replace('/', "."));
    code.call_virtual("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
    code.if_zero(Comparison::Eq, next);
    code.add(Instruction::Null).store(Kind::Reference, 4);
    for (local, value, suffix) in [(0, "", ""), (2, "en", "_en"), (3, "US", "_en_US")] {
        let (skip, other) = (code.label(), code.label());
        if !value.is_empty() {
            code.load(Kind::Reference, local);
            code.call_virtual("java/lang/String", "isEmpty", "()Z").if_zero(Comparison::Ne, skip);
            code.text(value).load(Kind::Reference, local);
            code.call_virtual("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            code.if_zero(Comparison::Eq, other);
        }
        let name = format!("{base}{suffix}");
        if exists(&name) {
            code.new_object(&name).construct(&name, "()V").store(Kind::Reference, 5);
            code.load(Kind::Reference, 5).load(Kind::Reference, 4);
            code.put_field(RESOURCE, "parent", "Ljava/util/ResourceBundle;");
            code.load(Kind::Reference, 5).load(Kind::Reference, 0);
            code.put_field(RESOURCE, "name", "Ljava/lang/String;");
            code.load(Kind::Reference, 5).load(Kind::Reference, 1);
            code.put_field(RESOURCE, "locale", "Ljava/util/Locale;");
            code.load(Kind::Reference, 5).store(Kind::Reference, 4);
        }
        code.goto(skip).place(other).load(Kind::Reference, 0).load(Kind::Reference, 1);
        code.call_static(BUNDLES, "other", BUNDLE).give_back().place(skip);
    }
    code.load(Kind::Reference, 4).give_back().place(next);
}

/// Services of the JDK beyond `java.base`, of which nobody needs any.
pub fn services() -> ClassFile {
    class("assay/Services", "java/lang/Object", vec![iterator()])
}

fn iterator() -> Method {
    let mut code =
        Assembler::new_static("iterator", "(Ljava/util/ServiceLoader;)Ljava/util/Iterator;");
    code.call_static("java/util/Collections", "emptyIterator", "()Ljava/util/Iterator;");
    code.give_back();
    code.finish()
}
