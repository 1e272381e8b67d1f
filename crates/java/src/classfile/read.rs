//! From the bytes of a class file to [`ClassFile`], with the crate `cafebabe`.

use super::{
    Arithmetic, Call, ClassFile, Code, Comparison, Constant, Dynamic, Field, HandleKind, Handler,
    InnerName, Instruction, Kind, MemberRef, Method, MethodHandle, Name, StackOp, Storage,
    array_of,
};
use cafebabe::attributes::{AttributeData, AttributeInfo, BootstrapMethodEntry, CodeData};
use cafebabe::bytecode::{Opcode, PrimitiveArrayType};
use cafebabe::constant_pool as pool;
use std::sync::Arc;

/// The newest version of class files whose instructions are known here: that of JDK 25.
const NEWEST: u16 = 69;

pub fn read(bytes: &[u8]) -> Result<ClassFile, String> {
    if let [0xca, 0xfe, 0xba, 0xbe, _, _, high, low, ..] = *bytes {
        let version = u16::from_be_bytes([high, low]);
        if version > NEWEST {
            return Err(format!(
                "it is of version {version}, for JDK {}; the newest that is known is {NEWEST} \
                 (JDK {}): compile it with --release {}",
                version - 44,
                NEWEST - 44,
                NEWEST - 44
            ));
        }
    }
    let class = cafebabe::parse_class(bytes).map_err(|error| error.to_string())?;
    let bootstraps = class.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::BootstrapMethods(methods) => Some(&methods[..]),
        _ => None,
    });
    let reader = Reader { bootstraps: bootstraps.unwrap_or_default() };
    let name: Name = (*class.this_class).into();
    let methods = class.methods.iter().map(|method| reader.method(method));
    Ok(ClassFile {
        super_name: class.super_class.as_ref().map(|name| (**name).into()),
        interfaces: class.interfaces.iter().map(|name| (**name).into()).collect(),
        access: class.access_flags.bits(),
        fields: class.fields.iter().map(|field| reader.field(field)).collect(),
        methods: methods.collect::<Result<_, String>>()?,
        source: class.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::SourceFile(name) => Some((**name).into()),
            _ => None,
        }),
        inner_name: inner_name(&name, &class.attributes),
        is_self_comparable: class.attributes.iter().any(|attribute| match &attribute.data {
            AttributeData::Signature(text) => compares_with_itself(text, &name),
            _ => false,
        }),
        is_record: class.attributes.iter().any(|it| matches!(it.data, AttributeData::Record(_))),
        name,
    })
}

/// Whether a class's signature has `Comparable` of the class itself behind its type parameters.
fn compares_with_itself(signature: &str, class: &str) -> bool {
    let mut depth = 0;
    let end = signature.find(|it| {
        depth += i32::from(it == '<') - i32::from(it == '>');
        depth == 0
    });
    let rest = match signature.starts_with('<') {
        true => &signature[end.map_or(0, |end| end + 1)..],
        false => signature,
    };
    rest.contains(&format!("Ljava/lang/Comparable<L{class};>;"))
}

fn inner_name(class: &str, attributes: &[AttributeInfo]) -> Option<InnerName> {
    let lists = attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::InnerClasses(list) => Some(list),
        _ => None,
    });
    let entry = lists.flatten().find(|entry| *entry.inner_class_info == *class)?;
    let simple = entry.inner_name.as_deref().unwrap_or("").into();
    let outer = entry.outer_class_info.as_deref().map(Name::from);
    Some(InnerName { simple, outer, access: entry.access_flags.bits() })
}

struct Reader<'a> {
    bootstraps: &'a [BootstrapMethodEntry<'a>],
}

impl Reader<'_> {
    fn field(&self, field: &cafebabe::FieldInfo) -> Field {
        let constant = field.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::ConstantValue(value) => Some(literal(value)),
            _ => None,
        });
        Field {
            name: (*field.name).into(),
            descriptor: field.descriptor.to_string().into(),
            access: field.access_flags.bits(),
            constant,
        }
    }

    fn method(&self, method: &cafebabe::MethodInfo) -> Result<Method, String> {
        let code = method.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::Code(code) => Some(code),
            _ => None,
        });
        Ok(Method {
            name: (*method.name).into(),
            descriptor: method.descriptor.to_string().into(),
            access: method.access_flags.bits(),
            code: code.map(|code| self.code(code)).transpose()?.map(Arc::new),
        })
    }

    fn code(&self, data: &CodeData) -> Result<Code, String> {
        let bytecode = data.bytecode.as_ref().ok_or("its bytecode was not read")?;
        let opcodes = &bytecode.opcodes;
        let position = |offset: usize| opcodes.partition_point(|(start, _)| *start < offset) as u32;
        let instructions = opcodes.iter().map(|(at, opcode)| {
            let target = |jump: i32| position((*at as i64 + i64::from(jump)) as usize);
            self.instruction(opcode, &target)
        });
        let handlers = data.exception_table.iter().map(|entry| Handler {
            start: position(entry.start_pc.into()),
            end: position(entry.end_pc.into()),
            target: position(entry.handler_pc.into()),
            class: entry.catch_type.as_deref().map(Name::from),
        });
        let tables = data.attributes.iter().filter_map(|attribute| match &attribute.data {
            AttributeData::LineNumberTable(table) => Some(table),
            _ => None,
        });
        let mut lines: Vec<(u32, u32)> = tables
            .flatten()
            .map(|entry| (position(entry.start_pc.into()), u32::from(entry.line_number)))
            .collect();
        lines.sort_by_key(|(start, _)| *start);
        Ok(Code {
            max_locals: data.max_locals,
            instructions: instructions.collect(),
            handlers: handlers.collect(),
            lines,
        })
    }

    fn instruction(&self, opcode: &Opcode, target: &dyn Fn(i32) -> u32) -> Instruction {
        plain(opcode).or_else(|| jump(opcode, target)).unwrap_or_else(|| self.with_names(opcode))
    }

    /// Those that name something.
    fn with_names(&self, opcode: &Opcode) -> Instruction {
        use Instruction as I;
        match opcode {
            Opcode::Ldc(value) | Opcode::LdcW(value) | Opcode::Ldc2W(value) => {
                I::Constant(self.loadable(value))
            }
            Opcode::Getfield(member) => I::GetField(reference(member)),
            Opcode::Putfield(member) => I::PutField(reference(member)),
            Opcode::Getstatic(member) => I::GetStatic(reference(member)),
            Opcode::Putstatic(member) => I::PutStatic(reference(member)),
            Opcode::Invokevirtual(member) => I::Invoke(Call::Virtual, reference(member)),
            Opcode::Invokespecial(member) => I::Invoke(Call::Special, reference(member)),
            Opcode::Invokestatic(member) => I::Invoke(Call::Static, reference(member)),
            Opcode::Invokeinterface(member, _) => I::Invoke(Call::Interface, reference(member)),
            Opcode::Invokedynamic(site) => {
                I::InvokeDynamic(self.dynamic(site.attr_index, &site.name_and_type))
            }
            Opcode::New(name) => I::New((**name).into()),
            Opcode::Newarray(element) => I::NewArray(primitive_array(*element)),
            Opcode::Anewarray(element) => I::NewArray(array_of(&class_name(element))),
            Opcode::Multianewarray(class, dimensions) => {
                I::NewArrays { class: class_name(class), dimensions: *dimensions }
            }
            Opcode::Checkcast(class) => I::CheckCast(class_name(class)),
            Opcode::Instanceof(class) => I::InstanceOf(class_name(class)),
            other => I::Unsupported(format!("the instruction {other:?}").into()),
        }
    }

    fn dynamic(&self, index: u16, name: &pool::NameAndType) -> Arc<Dynamic> {
        let entry = &self.bootstraps[usize::from(index)];
        let arguments = entry.arguments.iter().map(|argument| match argument {
            pool::BootstrapArgument::LiteralConstant(value) => literal(value),
            pool::BootstrapArgument::ClassInfo(name) => Constant::Class((**name).into()),
            pool::BootstrapArgument::MethodHandle(handle) => {
                Constant::Handle(method_handle(handle))
            }
            pool::BootstrapArgument::MethodType(text) => Constant::MethodType((**text).into()),
        });
        Arc::new(Dynamic {
            bootstrap: method_handle(&entry.method),
            arguments: arguments.collect(),
            name: (*name.name).into(),
            descriptor: (*name.descriptor).into(),
        })
    }

    fn loadable(&self, value: &pool::Loadable) -> Constant {
        match value {
            pool::Loadable::LiteralConstant(value) => literal(value),
            pool::Loadable::ClassInfo(name) => Constant::Class((**name).into()),
            pool::Loadable::MethodHandle(handle) => Constant::Handle(method_handle(handle)),
            pool::Loadable::MethodType(text) => Constant::MethodType((**text).into()),
            pool::Loadable::Dynamic(dynamic) => {
                Constant::Dynamic(self.dynamic(dynamic.attr_index, &dynamic.name_and_type))
            }
        }
    }
}

fn reference(member: &pool::MemberRef) -> Arc<MemberRef> {
    Arc::new(MemberRef {
        class: (*member.class_name).into(),
        name: (*member.name_and_type.name).into(),
        descriptor: (*member.name_and_type.descriptor).into(),
    })
}

fn class_name(class: &pool::ObjectArrayType) -> Name {
    match class {
        pool::ObjectArrayType::ArrayType(descriptor) => descriptor.to_string().into(),
        pool::ObjectArrayType::BinaryName(name) => (**name).into(),
    }
}

fn method_handle(handle: &pool::MethodHandle) -> MethodHandle {
    use pool::ReferenceKind as R;
    MethodHandle {
        kind: match handle.kind {
            R::GetField => HandleKind::GetField,
            R::GetStatic => HandleKind::GetStatic,
            R::PutField => HandleKind::PutField,
            R::PutStatic => HandleKind::PutStatic,
            R::InvokeVirtual => HandleKind::Virtual,
            R::InvokeStatic => HandleKind::Static,
            R::InvokeSpecial => HandleKind::Special,
            R::NewInvokeSpecial => HandleKind::New,
            R::InvokeInterface => HandleKind::Interface,
        },
        member: Arc::new(MemberRef {
            class: (*handle.class_name).into(),
            name: (*handle.member_ref.name).into(),
            descriptor: (*handle.member_ref.descriptor).into(),
        }),
        in_interface: matches!(handle.member_kind, pool::MemberKind::InterfaceMethod),
    }
}

fn literal(value: &pool::LiteralConstant) -> Constant {
    match value {
        pool::LiteralConstant::Integer(value) => Constant::Int(*value),
        pool::LiteralConstant::Float(value) => Constant::Float(value.to_bits()),
        pool::LiteralConstant::Long(value) => Constant::Long(*value),
        pool::LiteralConstant::Double(value) => Constant::Double(value.to_bits()),
        pool::LiteralConstant::String(text) => {
            Constant::String(text.encode_utf16().collect::<Vec<_>>().into())
        }
        pool::LiteralConstant::StringBytes(bytes) => Constant::String(modified_utf8(bytes).into()),
    }
}

/// Texts with halves of surrogate pairs, which no `str` can hold.
fn modified_utf8(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().map(|&byte| u16::from(byte));
    while let Some(first) = rest.next() {
        let mut more = || rest.next().unwrap_or(0) & 0x3f;
        units.push(match first {
            0..0x80 => first,
            0x80..0xe0 => (first & 0x1f) << 6 | more(),
            _ => (first & 0xf) << 12 | more() << 6 | more(),
        });
    }
    units
}

fn primitive_array(element: PrimitiveArrayType) -> Name {
    match element {
        PrimitiveArrayType::Boolean => "[Z",
        PrimitiveArrayType::Char => "[C",
        PrimitiveArrayType::Float => "[F",
        PrimitiveArrayType::Double => "[D",
        PrimitiveArrayType::Byte => "[B",
        PrimitiveArrayType::Short => "[S",
        PrimitiveArrayType::Int => "[I",
        PrimitiveArrayType::Long => "[J",
    }
    .into()
}

fn jump(opcode: &Opcode, target: &dyn Fn(i32) -> u32) -> Option<Instruction> {
    use Comparison as C;
    use Instruction as I;
    Some(match opcode {
        Opcode::Ifeq(to) => I::IfZero(C::Eq, target(*to)),
        Opcode::Ifne(to) => I::IfZero(C::Ne, target(*to)),
        Opcode::Iflt(to) => I::IfZero(C::Lt, target(*to)),
        Opcode::Ifge(to) => I::IfZero(C::Ge, target(*to)),
        Opcode::Ifgt(to) => I::IfZero(C::Gt, target(*to)),
        Opcode::Ifle(to) => I::IfZero(C::Le, target(*to)),
        Opcode::IfIcmpeq(to) => I::IfInt(C::Eq, target(*to)),
        Opcode::IfIcmpne(to) => I::IfInt(C::Ne, target(*to)),
        Opcode::IfIcmplt(to) => I::IfInt(C::Lt, target(*to)),
        Opcode::IfIcmpge(to) => I::IfInt(C::Ge, target(*to)),
        Opcode::IfIcmpgt(to) => I::IfInt(C::Gt, target(*to)),
        Opcode::IfIcmple(to) => I::IfInt(C::Le, target(*to)),
        Opcode::IfAcmpeq(to) => I::IfSame { is_same: true, target: target(*to) },
        Opcode::IfAcmpne(to) => I::IfSame { is_same: false, target: target(*to) },
        Opcode::Ifnull(to) => I::IfNull { is_null: true, target: target(*to) },
        Opcode::Ifnonnull(to) => I::IfNull { is_null: false, target: target(*to) },
        Opcode::Goto(to) => I::Goto(target(*to)),
        Opcode::Lookupswitch(table) => I::Switch {
            cases: table.match_offsets.iter().map(|&(value, to)| (value, target(to))).collect(),
            default: target(table.default),
        },
        Opcode::Tableswitch(table) => I::Switch {
            cases: (table.low..).zip(table.jumps.iter().map(|&to| target(to))).collect(),
            default: target(table.default),
        },
        _ => return None,
    })
}

/// Those that say all there is to say by themselves.
fn plain(opcode: &Opcode) -> Option<Instruction> {
    use Instruction as I;
    use Kind::{Double, Float, Int, Long, Reference};
    Some(match opcode {
        Opcode::Nop => I::Nop,
        Opcode::AconstNull => I::Null,
        Opcode::Aload(at) => I::Load(Reference, *at),
        Opcode::Iload(at) => I::Load(Int, *at),
        Opcode::Lload(at) => I::Load(Long, *at),
        Opcode::Fload(at) => I::Load(Float, *at),
        Opcode::Dload(at) => I::Load(Double, *at),
        Opcode::Astore(at) => I::Store(Reference, *at),
        Opcode::Istore(at) => I::Store(Int, *at),
        Opcode::Lstore(at) => I::Store(Long, *at),
        Opcode::Fstore(at) => I::Store(Float, *at),
        Opcode::Dstore(at) => I::Store(Double, *at),
        Opcode::Iinc(at, by) => I::Increment(*at, (*by).into()),
        Opcode::Arraylength => I::ArrayLength,
        Opcode::Athrow => I::Throw,
        Opcode::Monitorenter | Opcode::Monitorexit => I::Monitor,
        Opcode::Areturn => I::Return(Some(Reference)),
        Opcode::Ireturn => I::Return(Some(Int)),
        Opcode::Lreturn => I::Return(Some(Long)),
        Opcode::Freturn => I::Return(Some(Float)),
        Opcode::Dreturn => I::Return(Some(Double)),
        Opcode::Return => I::Return(None),
        Opcode::Lcmp => I::Compare { kind: Long, unordered: 0 },
        Opcode::Fcmpg => I::Compare { kind: Float, unordered: 1 },
        Opcode::Fcmpl => I::Compare { kind: Float, unordered: -1 },
        Opcode::Dcmpg => I::Compare { kind: Double, unordered: 1 },
        Opcode::Dcmpl => I::Compare { kind: Double, unordered: -1 },
        _ => {
            return small_constant(opcode)
                .or_else(|| computation(opcode))
                .or_else(|| moving(opcode));
        }
    })
}

fn small_constant(opcode: &Opcode) -> Option<Instruction> {
    Some(Instruction::Constant(match opcode {
        Opcode::IconstM1 => Constant::Int(-1),
        Opcode::Iconst0 => Constant::Int(0),
        Opcode::Iconst1 => Constant::Int(1),
        Opcode::Iconst2 => Constant::Int(2),
        Opcode::Iconst3 => Constant::Int(3),
        Opcode::Iconst4 => Constant::Int(4),
        Opcode::Iconst5 => Constant::Int(5),
        Opcode::Bipush(value) => Constant::Int((*value).into()),
        Opcode::Sipush(value) => Constant::Int((*value).into()),
        Opcode::Lconst0 => Constant::Long(0),
        Opcode::Lconst1 => Constant::Long(1),
        Opcode::Fconst0 => Constant::Float(0f32.to_bits()),
        Opcode::Fconst1 => Constant::Float(1f32.to_bits()),
        Opcode::Fconst2 => Constant::Float(2f32.to_bits()),
        Opcode::Dconst0 => Constant::Double(0f64.to_bits()),
        Opcode::Dconst1 => Constant::Double(1f64.to_bits()),
        _ => return None,
    }))
}

fn computation(opcode: &Opcode) -> Option<Instruction> {
    use Arithmetic as A;
    use Kind::{Double, Float, Int, Long};
    let (op, kind) = match opcode {
        Opcode::Iadd => (A::Add, Int),
        Opcode::Ladd => (A::Add, Long),
        Opcode::Fadd => (A::Add, Float),
        Opcode::Dadd => (A::Add, Double),
        Opcode::Isub => (A::Sub, Int),
        Opcode::Lsub => (A::Sub, Long),
        Opcode::Fsub => (A::Sub, Float),
        Opcode::Dsub => (A::Sub, Double),
        Opcode::Imul => (A::Mul, Int),
        Opcode::Lmul => (A::Mul, Long),
        Opcode::Fmul => (A::Mul, Float),
        Opcode::Dmul => (A::Mul, Double),
        Opcode::Idiv => (A::Div, Int),
        Opcode::Ldiv => (A::Div, Long),
        Opcode::Fdiv => (A::Div, Float),
        Opcode::Ddiv => (A::Div, Double),
        Opcode::Irem => (A::Rem, Int),
        Opcode::Lrem => (A::Rem, Long),
        Opcode::Frem => (A::Rem, Float),
        Opcode::Drem => (A::Rem, Double),
        Opcode::Ishl => (A::Shl, Int),
        Opcode::Lshl => (A::Shl, Long),
        Opcode::Ishr => (A::Shr, Int),
        Opcode::Lshr => (A::Shr, Long),
        Opcode::Iushr => (A::UShr, Int),
        Opcode::Lushr => (A::UShr, Long),
        Opcode::Iand => (A::And, Int),
        Opcode::Land => (A::And, Long),
        Opcode::Ior => (A::Or, Int),
        Opcode::Lor => (A::Or, Long),
        Opcode::Ixor => (A::Xor, Int),
        Opcode::Lxor => (A::Xor, Long),
        _ => return conversion(opcode),
    };
    Some(Instruction::Arithmetic(op, kind))
}

fn conversion(opcode: &Opcode) -> Option<Instruction> {
    use Instruction::{Convert, Narrow, Negate};
    use Kind::{Double, Float, Int, Long};
    Some(match opcode {
        Opcode::Ineg => Negate(Int),
        Opcode::Lneg => Negate(Long),
        Opcode::Fneg => Negate(Float),
        Opcode::Dneg => Negate(Double),
        Opcode::I2b => Narrow(Storage::Byte),
        Opcode::I2c => Narrow(Storage::Char),
        Opcode::I2s => Narrow(Storage::Short),
        Opcode::I2l => Convert(Int, Long),
        Opcode::I2f => Convert(Int, Float),
        Opcode::I2d => Convert(Int, Double),
        Opcode::L2i => Convert(Long, Int),
        Opcode::L2f => Convert(Long, Float),
        Opcode::L2d => Convert(Long, Double),
        Opcode::F2i => Convert(Float, Int),
        Opcode::F2l => Convert(Float, Long),
        Opcode::F2d => Convert(Float, Double),
        Opcode::D2i => Convert(Double, Int),
        Opcode::D2l => Convert(Double, Long),
        Opcode::D2f => Convert(Double, Float),
        _ => return None,
    })
}

fn moving(opcode: &Opcode) -> Option<Instruction> {
    use Instruction::{ArrayLoad, ArrayStore, Stack};
    Some(match opcode {
        Opcode::Baload => ArrayLoad(Storage::Byte),
        Opcode::Caload => ArrayLoad(Storage::Char),
        Opcode::Saload => ArrayLoad(Storage::Short),
        Opcode::Iaload => ArrayLoad(Storage::Int),
        Opcode::Laload => ArrayLoad(Storage::Long),
        Opcode::Faload => ArrayLoad(Storage::Float),
        Opcode::Daload => ArrayLoad(Storage::Double),
        Opcode::Aaload => ArrayLoad(Storage::Reference),
        Opcode::Bastore => ArrayStore(Storage::Byte),
        Opcode::Castore => ArrayStore(Storage::Char),
        Opcode::Sastore => ArrayStore(Storage::Short),
        Opcode::Iastore => ArrayStore(Storage::Int),
        Opcode::Lastore => ArrayStore(Storage::Long),
        Opcode::Fastore => ArrayStore(Storage::Float),
        Opcode::Dastore => ArrayStore(Storage::Double),
        Opcode::Aastore => ArrayStore(Storage::Reference),
        Opcode::Pop => Stack(StackOp::Pop),
        Opcode::Pop2 => Stack(StackOp::Pop2),
        Opcode::Dup => Stack(StackOp::Dup),
        Opcode::DupX1 => Stack(StackOp::DupX1),
        Opcode::DupX2 => Stack(StackOp::DupX2),
        Opcode::Dup2 => Stack(StackOp::Dup2),
        Opcode::Dup2X1 => Stack(StackOp::Dup2X1),
        Opcode::Dup2X2 => Stack(StackOp::Dup2X2),
        Opcode::Swap => Stack(StackOp::Swap),
        _ => return None,
    })
}
