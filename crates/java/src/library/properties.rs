//! What surrounds the program: the system's properties, and texts that are one object each.

use super::assemble::{Assembler, class, member, native_static};
use crate::classfile::{
    Arithmetic, ClassFile, Comparison, Field, Instruction, Kind, Method, StackOp, Storage, access,
};

/// The same wherever Assay runs: a system in English, at the root of its files.
const PROPERTIES: &[(&str, &str)] = &[
    ("file.encoding", "UTF-8"),
    ("file.separator", "/"),
    ("java.class.path", ""),
    ("java.class.version", "61.0"),
    ("java.home", "/usr/lib/jvm"),
    ("java.io.tmpdir", "/tmp"),
    ("java.library.path", ""),
    ("java.specification.name", "Java Platform API Specification"),
    ("java.specification.version", "17"),
    ("java.vendor", "Assay"),
    ("java.version", "17"),
    ("java.vm.name", "Assay"),
    ("line.separator", "\n"),
    ("native.encoding", "UTF-8"),
    ("os.arch", "amd64"),
    ("os.name", "Linux"),
    ("os.version", "1"),
    ("path.separator", ":"),
    ("sun.boot.library.path", ""),
    ("sun.jnu.encoding", "UTF-8"),
    ("sun.stderr.encoding", "UTF-8"),
    ("sun.stdout.encoding", "UTF-8"),
    ("user.country", "US"),
    ("user.dir", "/"),
    ("user.home", "/root"),
    ("user.language", "en"),
    ("user.name", "root"),
];

const MAP: &str = "java/util/HashMap";

pub fn classes() -> Vec<ClassFile> {
    let mut properties = class(
        "assay/Properties",
        "java/lang/Object",
        vec![
            all(),
            get(1),
            get(2),
            java_lang_access(),
            reflect_access(),
            security(),
            change("set", 2),
            change("clear", 1),
            zone(),
            addresses(),
            native_static("otherZone", OF_ZONE),
        ],
    );
    properties.fields.push(static_field("all", "Ljava/util/Properties;"));
    let methods = vec![
        native_static("literals", "()[Ljava/lang/String;"),
        native_static("unit", "([BI)C"),
        intern(),
        table(),
        char_at(),
        bytes_for(),
        reverse(),
        native_static("putUnit", "([BII)V"),
    ];
    let mut strings = class("assay/Strings", "java/lang/Object", methods);
    strings.fields.push(static_field("table", "Ljava/util/HashMap;"));
    vec![properties, strings]
}

fn static_field(name: &str, descriptor: &str) -> Field {
    let access = access::STATIC | access::PRIVATE;
    Field { name: name.into(), descriptor: descriptor.into(), access, constant: None }
}

/// Made when it is first asked for.
fn all() -> Method {
    const CLASS: &str = "java/util/Properties";
    let mut code = Assembler::new_static("all", "()Ljava/util/Properties;");
    let known = member("assay/Properties", "all", "Ljava/util/Properties;");
    let fresh = code.label();
    code.add(Instruction::GetStatic(known.clone())).if_null(true, fresh);
    code.add(Instruction::GetStatic(known.clone())).give_back().place(fresh);
    code.new_object(CLASS).construct(CLASS, "()V").store(Kind::Reference, 0);
    for (key, value) in PROPERTIES {
        code.load(Kind::Reference, 0).text(key).text(value);
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
        code.call_virtual(CLASS, "setProperty", descriptor).stack(StackOp::Pop);
    }
    code.load(Kind::Reference, 0).add(Instruction::PutStatic(known));
    code.load(Kind::Reference, 0).give_back();
    code.finish()
}

/// A property, with what it is by default or without.
fn get(parameters: u16) -> Method {
    const TEXT: &str = "Ljava/lang/String;";
    let descriptor = format!("({}){TEXT}", TEXT.repeat(parameters.into()));
    let mut code = Assembler::new_static("get", &descriptor);
    code.load(Kind::Reference, 0);
    code.call_static("java/lang/System", "checkKey", "(Ljava/lang/String;)V");
    code.call_static("assay/Properties", "all", "()Ljava/util/Properties;");
    (0..parameters).for_each(|local| {
        code.load(Kind::Reference, local);
    });
    code.call_virtual("java/util/Properties", "getProperty", &descriptor).give_back();
    code.finish()
}

/// What the JDK's packages know of each other, which the start of a virtual machine sets.
fn java_lang_access() -> Method {
    const ACCESS: &str = "Ljdk/internal/access/JavaLangAccess;";
    let known = member("jdk/internal/access/SharedSecrets", "javaLangAccess", ACCESS);
    let mut code = Assembler::new_static("javaLangAccess", &format!("(){ACCESS}"));
    let set = code.label();
    code.add(Instruction::GetStatic(known.clone())).if_null(false, set);
    code.call_static("java/lang/System", "setJavaLangAccess", "()V");
    code.place(set).add(Instruction::GetStatic(known)).give_back();
    code.finish()
}

/// What the JDK's file of security properties says, as far as anybody asks.
fn security() -> Method {
    const SECURITY: &str = "java/security/Security";
    const CLASS: &str = "java/util/Properties";
    let known = member(SECURITY, "props", "Ljava/util/Properties;");
    let mut code = Assembler::new_static("security", "()V");
    let fresh = code.label();
    code.add(Instruction::GetStatic(known.clone())).if_null(false, fresh);
    code.new_object(CLASS).construct(CLASS, "()V").add(Instruction::PutStatic(known.clone()));
    code.place(fresh);
    for (key, value) in [("security.provider.1", "SUN"), ("keystore.type", "pkcs12")] {
        code.add(Instruction::GetStatic(known.clone())).text(key).text(value);
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
        code.call_virtual(CLASS, "setProperty", descriptor).stack(StackOp::Pop);
    }
    code.give_back();
    code.finish()
}

const OF_ZONE: &str = "(Ljava/lang/String;)Ljava/util/TimeZone;";

/// `ZoneInfo.getTimeZone`, without the JDK's file of zones.
fn zone() -> Method {
    const ZONE: &str = "sun/util/calendar/ZoneInfo";
    let mut code = Assembler::new_static("zone", OF_ZONE);
    for name in ["UTC", "GMT"] {
        let next = code.label();
        code.text(name).load(Kind::Reference, 0);
        code.call_virtual("java/lang/String", "equals", "(Ljava/lang/Object;)Z");
        code.if_zero(Comparison::Eq, next).new_object(ZONE).text(name).int(0);
        code.construct(ZONE, "(Ljava/lang/String;I)V").give_back().place(next);
    }
    code.load(Kind::Reference, 0).call_static("assay/Properties", "otherZone", OF_ZONE);
    code.give_back();
    code.finish()
}

/// What the JDK makes by the name of its class.
fn addresses() -> Method {
    const MADE: &str = "java/net/Inet4AddressImpl";
    let ty = "(Ljava/lang/String;)Ljava/net/InetAddressImpl;";
    let mut code = Assembler::new_static("addresses", ty);
    code.new_object(MADE).construct(MADE, "()V").give_back();
    code.finish()
}

/// The same of reflection.
fn reflect_access() -> Method {
    const ACCESS: &str = "Ljdk/internal/access/JavaLangReflectAccess;";
    const MADE: &str = "java/lang/reflect/ReflectAccess";
    let known = member("jdk/internal/access/SharedSecrets", "javaLangReflectAccess", ACCESS);
    let mut code = Assembler::new_static("reflectAccess", &format!("(){ACCESS}"));
    let set = code.label();
    code.add(Instruction::GetStatic(known.clone())).if_null(false, set);
    code.new_object(MADE).construct(MADE, "()V").add(Instruction::PutStatic(known.clone()));
    code.place(set).add(Instruction::GetStatic(known)).give_back();
    code.finish()
}

/// `System.setProperty` and `System.clearProperty`.
fn change(name: &str, parameters: u16) -> Method {
    const TEXT: &str = "Ljava/lang/String;";
    let descriptor = format!("({}){TEXT}", TEXT.repeat(parameters.into()));
    let mut code = Assembler::new_static(name, &descriptor);
    code.load(Kind::Reference, 0);
    code.call_static("java/lang/System", "checkKey", "(Ljava/lang/String;)V");
    code.call_static("assay/Properties", "all", "()Ljava/util/Properties;");
    (0..parameters).for_each(|local| {
        code.load(Kind::Reference, local);
    });
    let (method, takes) = match parameters {
        1 => ("remove", "(Ljava/lang/Object;)Ljava/lang/Object;"),
        _ => ("setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;"),
    };
    code.call_virtual("java/util/Properties", method, takes).cast("java/lang/String").give_back();
    code.finish()
}

/// The first string of these characters that was asked for; those of the program's text come first.
fn intern() -> Method {
    let mut code = Assembler::new_static("intern", "(Ljava/lang/String;)Ljava/lang/String;");
    let fresh = code.label();
    code.call_static("assay/Strings", "table", "()Ljava/util/HashMap;").store(Kind::Reference, 1);
    code.load(Kind::Reference, 1).load(Kind::Reference, 0);
    code.call_virtual(MAP, "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
    code.stack(StackOp::Dup).store(Kind::Reference, 2).if_null(true, fresh);
    code.load(Kind::Reference, 2).cast("java/lang/String").give_back().place(fresh);
    code.load(Kind::Reference, 1).load(Kind::Reference, 0).load(Kind::Reference, 0);
    put(&mut code);
    code.load(Kind::Reference, 0).give_back();
    code.finish()
}

/// `(the bytes of a string, index)`: outside, a string of Latin characters alone says so in other
/// words, for the JDK keeps those in bytes.
fn char_at() -> Method {
    let mut code = Assembler::new_static("charAt", "([BI)C");
    let (outside, other, again, latin) = (code.label(), code.label(), code.label(), code.label());
    let count = |code: &mut Assembler| {
        code.load(Kind::Reference, 0).add(Instruction::ArrayLength).int(1);
        code.arithmetic(Arithmetic::Shr, Kind::Int);
    };
    code.load(Kind::Int, 1).if_zero(Comparison::Lt, outside).load(Kind::Int, 1);
    count(&mut code);
    code.if_int(Comparison::Ge, outside).load(Kind::Reference, 0).load(Kind::Int, 1);
    code.call_static("assay/Strings", "unit", "([BI)C").give_back();
    code.place(outside).int(0).store(Kind::Int, 2).place(again).load(Kind::Int, 2);
    count(&mut code);
    code.if_int(Comparison::Ge, latin).load(Kind::Reference, 0).load(Kind::Int, 2);
    code.call_static("assay/Strings", "unit", "([BI)C").int(256).if_int(Comparison::Ge, other);
    code.load(Kind::Int, 2).int(1).arithmetic(Arithmetic::Add, Kind::Int).store(Kind::Int, 2);
    // It refuses in the words of this JDK.
    code.goto(again).place(latin);
    count(&mut code);
    code.add(Instruction::NewArray("[B".into())).load(Kind::Int, 1);
    code.call_static("java/lang/StringLatin1", "charAt", "([BI)C").give_back();
    code.place(other).load(Kind::Int, 1);
    count(&mut code);
    code.call_static("java/lang/String", "checkIndex", "(II)V").int(0).give_back();
    code.finish()
}

/// The array of a string of so many units. That of a negative number is refused in the words of one
/// with Latin characters, for which most are made.
fn bytes_for() -> Method {
    const ERROR: &str = "java/lang/OutOfMemoryError";
    let mut code = Assembler::new_static("bytesFor", "(I)[B");
    let (positive, small) = (code.label(), code.label());
    code.load(Kind::Int, 0).if_zero(Comparison::Ge, positive);
    code.load(Kind::Int, 0).add(Instruction::NewArray("[B".into())).give_back().place(positive);
    code.load(Kind::Int, 0).int(0x3fff_ffff).if_int(Comparison::Le, small);
    code.new_object(ERROR).text("Required length exceeds implementation limit");
    code.construct(ERROR, "(Ljava/lang/String;)V").add(Instruction::Throw).place(small);
    code.load(Kind::Int, 0).int(1).arithmetic(Arithmetic::Shl, Kind::Int);
    code.add(Instruction::NewArray("[B".into())).give_back();
    code.finish()
}

/// `StringUTF16.reverse`: whether there are surrogates is asked once, for all units.
fn reverse() -> Method {
    let mut code = Assembler::new_static("reverse", "([BI)V");
    let (again, end, done) = (code.label(), code.label(), code.label());
    let unit = |code: &mut Assembler, index: u16, to: u16| {
        code.load(Kind::Reference, 0).load(Kind::Int, index);
        code.call_static("assay/Strings", "unit", "([BI)C").store(Kind::Int, to);
        // The highest bit says that it is one.
        code.load(Kind::Int, 6).load(Kind::Int, to).int(0xf800);
        code.arithmetic(Arithmetic::And, Kind::Int).int(0xd800);
        code.arithmetic(Arithmetic::Xor, Kind::Int).int(1).arithmetic(Arithmetic::Sub, Kind::Int);
        code.arithmetic(Arithmetic::Or, Kind::Int).store(Kind::Int, 6);
    };
    let put = |code: &mut Assembler, index: u16, from: u16| {
        code.load(Kind::Reference, 0).load(Kind::Int, index).load(Kind::Int, from);
        code.call_static("assay/Strings", "putUnit", "([BII)V");
    };
    code.int(0).store(Kind::Int, 2).int(0).store(Kind::Int, 6);
    code.load(Kind::Int, 1).int(1).arithmetic(Arithmetic::Sub, Kind::Int).store(Kind::Int, 3);
    code.place(again).load(Kind::Int, 2).load(Kind::Int, 3).if_int(Comparison::Gt, end);
    unit(&mut code, 2, 4);
    unit(&mut code, 3, 5);
    put(&mut code, 2, 5);
    put(&mut code, 3, 4);
    code.add(Instruction::Increment(2, 1)).add(Instruction::Increment(3, -1)).goto(again);
    code.place(end).load(Kind::Int, 6).if_zero(Comparison::Ge, done);
    code.load(Kind::Reference, 0).load(Kind::Int, 1);
    code.call_static("java/lang/StringUTF16", "reverseAllValidSurrogatePairs", "([BI)V");
    code.place(done).give_back();
    code.finish()
}

fn put(code: &mut Assembler) {
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    code.call_virtual(MAP, "put", descriptor).stack(StackOp::Pop);
}

fn table() -> Method {
    let mut code = Assembler::new_static("table", "()Ljava/util/HashMap;");
    let known = member("assay/Strings", "table", "Ljava/util/HashMap;");
    let (fresh, again, end) = (code.label(), code.label(), code.label());
    code.add(Instruction::GetStatic(known.clone())).if_null(true, fresh);
    code.add(Instruction::GetStatic(known.clone())).give_back().place(fresh);
    code.new_object(MAP).construct(MAP, "()V").store(Kind::Reference, 0);
    code.call_static("assay/Strings", "literals", "()[Ljava/lang/String;");
    code.store(Kind::Reference, 1).int(0).store(Kind::Int, 2).place(again);
    code.load(Kind::Int, 2).load(Kind::Reference, 1).add(Instruction::ArrayLength);
    code.if_int(Comparison::Ge, end).load(Kind::Reference, 0);
    for _ in 0..2 {
        code.load(Kind::Reference, 1).load(Kind::Int, 2);
        code.add(Instruction::ArrayLoad(Storage::Reference));
    }
    put(&mut code);
    code.load(Kind::Int, 2).int(1).arithmetic(Arithmetic::Add, Kind::Int).store(Kind::Int, 2);
    code.goto(again).place(end).load(Kind::Reference, 0).add(Instruction::PutStatic(known));
    code.load(Kind::Reference, 0).give_back();
    code.finish()
}
