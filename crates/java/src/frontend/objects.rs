//! Objects and arrays: made, read, written, and asked for their classes.

use super::classes::{ClassId, FieldPlace, Form};
use super::method::Method;
use super::shape::{self, class as part};
use super::translator::{Result, Translator};
use crate::classfile::{Kind, MemberRef, Storage, access};
use crate::library;
use assay_base::Id;
use assay_program::role::{Conduct, Effect};
use assay_program::{
    BinaryOp, CallArg, Callee, CastOp, FuncId, GlobalId, IntPredicate, Op, Operand, Primitive, Role,
};
use std::sync::Arc;

impl Translator {
    /// The primitive that gives zeroed memory: `(count, size)`.
    pub fn allocator(&mut self) -> FuncId {
        if let Some(&known) = self.helpers.get("allocate") {
            return known;
        }
        let types = self.model.types;
        let role = Role::Primitive(Primitive::AllocateZeroed);
        let parameters = [types.long, types.long];
        let function = self.model.declare("allocate".to_string(), &parameters, types.pointer, role);
        let conduct = Conduct { effect: Effect::Allocates, ..Conduct::default() };
        self.model.program.functions[function].conduct = conduct;
        self.helpers.insert("allocate".to_string(), function);
        function
    }
}

impl super::body::Body {
    /// Zeroed memory for an object whose class has this descriptor.
    pub fn allocate(
        &mut self,
        model: &mut super::model::Model,
        allocator: FuncId,
        descriptor: Operand,
        size: Operand,
    ) -> Operand {
        let (long, pointer) = (self.types.long, self.types.pointer);
        let one = model.long(1);
        let args = [one, size].map(|value| CallArg { value, ty: long, byval: None }).to_vec();
        let object = self.push(Op::Call { callee: Callee::Direct(allocator), args }, pointer);
        self.store_fixed(descriptor, pointer, object, 8);
        self.objects.insert(object);
        object
    }

    /// The size of an array of so many elements.
    pub fn array_size(
        &mut self,
        model: &mut super::model::Model,
        length: Operand,
        each: u64,
    ) -> Operand {
        let (int, long) = (self.types.int, self.types.long);
        let length = self.cast(CastOp::ZExt, length, int, long);
        let each = model.long(each as i64);
        let size = self.binary(BinaryOp::Mul, length, each, long);
        let header = model.long(shape::ARRAY_HEADER as i64);
        self.binary(BinaryOp::Add, size, header, long)
    }

    pub fn array_length(&mut self, array: Operand) -> Operand {
        self.load_fixed_int(array, shape::LENGTH)
    }
}

impl Method<'_> {
    pub fn new_object(&mut self, name: &str) -> Result<()> {
        let class = self.translator.class(name)?;
        let found = &self.translator.classes.classes[class];
        if found.file.access & (access::INTERFACE | access::ABSTRACT) != 0 {
            return Err(format!("an object of {name}, which is abstract"));
        }
        let size = found.size;
        self.initialise(class)?;
        self.translator.instantiated(class)?;
        let descriptor = self.translator.descriptor(class)?;
        let allocator = self.translator.allocator();
        let size = self.translator.model.long(size as i64);
        let object = self.body.allocate(&mut self.translator.model, allocator, descriptor, size);
        self.push(object, Kind::Reference);
        Ok(())
    }

    pub fn new_array(&mut self, name: &str) -> Result<()> {
        let class = self.translator.class(name)?;
        let Form::Array { storage, .. } = self.translator.classes.classes[class].form else {
            return Err(format!("an array of the class {name}"));
        };
        let length = self.pop()?;
        let (int, zero) = (self.body.types.int, self.translator.model.int(0));
        if self.translator.model.known_int(length).is_none_or(|it| (it as u32 as i32) < 0) {
            let is_negative = self.body.compare(IntPredicate::Slt, length, zero, int);
            let args = [(length, int)];
            self.fail_if(is_negative, "negativeSize", "(I)Ljava/lang/Throwable;", &args)?;
        }
        self.translator.instantiated(class)?;
        let descriptor = self.translator.descriptor(class)?;
        let allocator = self.translator.allocator();
        let size = self.body.array_size(&mut self.translator.model, length, storage.size());
        let array = self.body.allocate(&mut self.translator.model, allocator, descriptor, size);
        let at = self.body.offset(array, shape::LENGTH);
        self.body.store_fixed(length, int, at, 4);
        self.push(array, Kind::Reference);
        Ok(())
    }

    pub fn new_arrays(&mut self, class: &str, dimensions: u8) -> Result<()> {
        let maker = library::arrays::maker(self.translator, class, dimensions)?;
        let mut lengths = Vec::new();
        for _ in 0..dimensions {
            lengths.push((self.pop()?, self.body.types.int));
        }
        lengths.reverse();
        let pointer = self.body.types.pointer;
        let array = self.call(Callee::Direct(maker), &lengths, pointer).expect("it is an array");
        self.body.objects.insert(array);
        self.push(array, Kind::Reference);
        Ok(())
    }

    pub fn array_length(&mut self) -> Result<()> {
        let array = self.pop()?;
        self.check_null(array)?;
        let length = self.body.array_length(array);
        self.push(length, Kind::Int);
        Ok(())
    }

    /// The address of an element, which is there.
    fn element(&mut self, array: Operand, index: Operand, storage: Storage) -> Result<Operand> {
        self.check_null(array)?;
        let int = self.body.types.int;
        let length = self.body.array_length(array);
        let is_outside = self.body.compare(IntPredicate::Uge, index, length, int);
        let args = [(index, int), (length, int)];
        self.fail_if(is_outside, "bounds", "(II)Ljava/lang/Throwable;", &args)?;
        Ok(self.body.element(array, shape::ARRAY_HEADER, index, storage.size()))
    }

    pub fn array_load(&mut self, storage: Storage) -> Result<()> {
        let (index, array) = (self.pop()?, self.pop()?);
        let address = self.element(array, index, storage)?;
        let ty = self.body.types.stored(storage);
        let value = self.body.load(ty, address, storage.size());
        let value = self.widen(value, storage);
        self.push(value, storage.kind());
        Ok(())
    }

    pub fn array_store(&mut self, storage: Storage) -> Result<()> {
        let (value, index, array) = (self.pop()?, self.pop()?, self.pop()?);
        let address = self.element(array, index, storage)?;
        if storage == Storage::Reference {
            self.check_store(array, value)?;
        }
        let value = self.trimmed(value, storage);
        let ty = self.body.types.stored(storage);
        self.body.store(value, ty, address, storage.size());
        Ok(())
    }

    /// Only an instance of the class of an array's elements goes into it.
    fn check_store(&mut self, array: Operand, value: Operand) -> Result<()> {
        if value == self.translator.model.null() {
            return Ok(());
        }
        let test = library::arrays::store_test(self.translator)?;
        let pointer = self.body.types.pointer;
        // Whatever there is goes into an array of objects.
        let object = self.translator.class("java/lang/Object")?;
        let object = self.translator.descriptor(object)?;
        let of = self.body.load_fixed_pointer(array, shape::DESCRIPTOR);
        let element = self.body.load_fixed_pointer(of, part::ELEMENT);
        let takes_all = self.body.compare(IntPredicate::Eq, element, object, pointer);
        let (ask, on) = (self.body.block(), self.body.block());
        self.body.inner_branch(takes_all, on, ask);
        self.body.go_to(ask);
        let args = [(array, pointer), (value, pointer)];
        let is_wrong = self.body.call(Callee::Direct(test), &args, self.body.types.bit);
        let args = [(value, pointer)];
        let descriptor = "(Ljava/lang/Object;)Ljava/lang/Throwable;";
        self.fail_if(is_wrong.expect("an answer"), "arrayStore", descriptor, &args)?;
        self.body.jump(on);
        self.body.go_to(on);
        Ok(())
    }

    // Fields.

    fn field(&mut self, field: &MemberRef) -> Result<FieldPlace> {
        let class = self.translator.class(&field.class)?;
        let place = self.translator.classes.field(class, &field.name, &field.descriptor);
        place.ok_or_else(|| format!("the field {}.{}, which is not there", field.class, field.name))
    }

    pub fn get_field(&mut self, field: &MemberRef) -> Result<()> {
        let place = self.field(field)?;
        let object = self.pop()?;
        self.check_null(object)?;
        let ty = self.body.types.stored(place.storage);
        let value = self.body.load_at(ty, object, place.offset, place.storage.size());
        let value = self.widen(value, place.storage);
        self.push(value, place.storage.kind());
        Ok(())
    }

    pub fn put_field(&mut self, field: &MemberRef) -> Result<()> {
        let place = self.field(field)?;
        let (value, object) = (self.pop()?, self.pop()?);
        self.check_null(object)?;
        let value = self.trimmed(value, place.storage);
        let address = self.body.offset(object, place.offset);
        let ty = self.body.types.stored(place.storage);
        self.body.store(value, ty, address, place.storage.size());
        Ok(())
    }

    /// The variable of a static field, whose class is initialised.
    fn variable(&mut self, field: &MemberRef) -> Result<(Operand, Storage)> {
        let class = self.translator.class(&field.class)?;
        let found = self.translator.classes.static_field(class, &field.name, &field.descriptor);
        let (class, index) = found.ok_or_else(|| {
            format!("the field {}.{}, which is not there", field.class, field.name)
        })?;
        self.initialise(class)?;
        let global = self.translator.static_field(class, index)?;
        let storage = crate::classfile::field_storage(&field.descriptor);
        Ok((self.translator.model.global(global), storage))
    }

    pub fn get_static(&mut self, field: &MemberRef) -> Result<()> {
        if let Some(value) = library::constant(&field.class, &field.name) {
            let value = self.translator.model.int(value);
            self.push(value, Kind::Int);
            return Ok(());
        }
        let (variable, storage) = self.variable(field)?;
        let ty = self.body.types.stored(storage);
        let value = self.body.load(ty, variable, storage.size());
        let value = self.widen(value, storage);
        self.push(value, storage.kind());
        Ok(())
    }

    pub fn put_static(&mut self, field: &MemberRef) -> Result<()> {
        let (variable, storage) = self.variable(field)?;
        let value = self.pop()?;
        if library::constant(&field.class, &field.name).is_some() {
            return Ok(());
        }
        let value = self.trimmed(value, storage);
        let ty = self.body.types.stored(storage);
        self.body.store(value, ty, variable, storage.size());
        Ok(())
    }

    // Texts.

    /// A string of the program's text, which is the one that `intern` gives.
    pub fn text(&mut self, text: &Arc<[u16]>) -> Result<()> {
        let string = self.translator.string(text)?;
        let mut value = self.translator.model.global(string);
        if self.translator.is_late(string) {
            let cell = self.translator.late_cell(string);
            let literal = value;
            value = self.standing_for(literal, cell)?;
            self.body.objects.insert(value);
            self.late_texts.insert(value, literal);
        }
        self.push(value, Kind::Reference);
        Ok(())
    }

    /// What the cell holds; the first to come asks which string it is to be.
    fn standing_for(&mut self, literal: Operand, cell: GlobalId) -> Result<Operand> {
        let intern = "(Ljava/lang/String;)Ljava/lang/String;";
        let intern = self.translator.helper("assay/Strings", "intern", intern)?;
        let pointer = self.body.types.pointer;
        let (cell, null) = (self.translator.model.global(cell), self.translator.model.null());
        let known = self.body.load(pointer, cell, 8);
        let is_first = self.body.compare(IntPredicate::Eq, known, null, pointer);
        let (from, first, on) = (self.body.current(), self.body.block(), self.body.block());
        self.body.inner_branch(is_first, first, on);
        self.body.go_to(first);
        let args = [(literal, pointer)];
        let found = self.call(Callee::Direct(intern), &args, pointer).expect("it is a string");
        self.body.store(found, pointer, cell, 8);
        let value = self.body.phi(on, pointer);
        self.body.meet(on, value, from, known);
        let last = self.body.current();
        self.body.meet(on, value, last, found);
        self.body.jump(on);
        self.body.go_to(on);
        Ok(Operand::Value(value))
    }

    /// The text that a string is, if it is one of the program's text.
    pub fn text_of(&self, string: Operand) -> Option<String> {
        self.translator.text_of(self.late_texts.get(&string).copied().unwrap_or(string))
    }

    // Classes.

    /// Whether an object, which is not null, is an instance of a class.
    pub fn is_instance(&mut self, object: Operand, class: ClassId) -> Result<Operand> {
        let descriptor = self.body.load_fixed_pointer(object, shape::DESCRIPTOR);
        self.translator.subtype(&mut self.body, descriptor, class)
    }

    pub fn check_cast(&mut self, name: &str) -> Result<()> {
        let class = self.translator.class(name)?;
        let object = self.pop()?;
        self.push(object, Kind::Reference);
        let null = self.translator.model.null();
        if &*self.translator.classes.classes[class].name == "java/lang/Object" || object == null {
            return Ok(());
        }
        let pointer = self.body.types.pointer;
        let on = self.body.block();
        if !self.is_known_object(object) {
            let is_null = self.body.compare(IntPredicate::Eq, object, null, pointer);
            self.body.check(is_null, on);
        }
        let is_right = self.is_instance(object, class)?;
        let one = self.translator.model.bit(true);
        let is_wrong = self.body.binary(BinaryOp::Xor, is_right, one, self.body.types.bit);
        let mirror = self.translator.mirror(class)?;
        let args = [(object, pointer), (mirror, pointer)];
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Throwable;";
        self.fail_if(is_wrong, "cast", descriptor, &args)?;
        self.body.jump(on);
        self.body.go_to(on);
        Ok(())
    }

    pub fn instance_of(&mut self, name: &str) -> Result<()> {
        let class = self.translator.class(name)?;
        let object = self.pop()?;
        let types = self.body.types;
        if self.is_known_object(object) {
            let test = self.is_instance(object, class)?;
            let test = self.body.cast(CastOp::ZExt, test, types.bit, types.int);
            self.push(test, Kind::Int);
            return Ok(());
        }
        let null = self.translator.model.null();
        let is_null = self.body.compare(IntPredicate::Eq, object, null, types.pointer);
        let (from, on) = (self.body.current(), self.body.block());
        self.body.check(is_null, on);
        let test = self.is_instance(object, class)?;
        let result = self.body.phi(on, types.bit);
        let (no, last) = (self.translator.model.bit(false), self.body.current());
        self.body.meet(on, result, from, no);
        self.body.meet(on, result, last, test);
        self.body.jump(on);
        self.body.go_to(on);
        let test = self.body.cast(CastOp::ZExt, Operand::Value(result), types.bit, types.int);
        self.push(test, Kind::Int);
        Ok(())
    }
}

impl Translator {
    /// Whether the class of a descriptor is this class or below it, without a branch.
    pub fn subtype(
        &mut self,
        body: &mut super::body::Body,
        descriptor: Operand,
        class: ClassId,
    ) -> Result<Operand> {
        let wanted = self.descriptor(class)?;
        let pointer = body.types.pointer;
        let found = &self.classes.classes[class];
        let depth = found.ancestors.len() as u64 - 1;
        let is_object = &*found.name == "java/lang/Object";
        let above = match found.form {
            Form::Array { element, storage: Storage::Reference } => {
                let element_descriptor = body.load_fixed_pointer(descriptor, part::ELEMENT);
                return self.subtype(body, element_descriptor, element);
            }
            Form::Primitive(_) | Form::Array { .. } => descriptor,
            Form::Interface => interface_in(self, body, descriptor, class),
            Form::Instance if is_object => body.load_fixed_pointer(descriptor, part::DISPLAY),
            Form::Instance if depth >= part::DISPLAY_LENGTH => {
                return Err(format!("a test for {}, which is too deep", found.name));
            }
            Form::Instance => body.load_fixed_pointer(descriptor, part::DISPLAY + 8 * depth),
        };
        Ok(body.compare(IntPredicate::Eq, above, wanted, pointer))
    }
}

/// The interface that a descriptor has in the place of this one.
fn interface_in(
    translator: &mut Translator,
    body: &mut super::body::Body,
    descriptor: Operand,
    interface: ClassId,
) -> Operand {
    let int = body.types.int;
    let size = body.load_fixed_int(descriptor, part::INTERFACES_SIZE);
    let number = translator.model.int(interface.index() as i32);
    let place = body.binary(BinaryOp::URem, number, size, int);
    let table = body.load_fixed_pointer(descriptor, part::INTERFACES);
    let at = body.element(table, 0, place, 8);
    body.load_fixed(body.types.pointer, at, 8)
}
