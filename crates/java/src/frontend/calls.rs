//! Calls: which method is meant, and how it is reached.

use super::classes::{ClassId, Form, MethodId};
use super::method::Method;
use super::shape::{self, class as part};
use super::translator::Result;
use crate::classfile::{Descriptor, Dynamic, Kind, MemberRef, access};
use crate::library;
use assay_base::Id;
use assay_program::{BinaryOp, Callee, Operand, TypeId};

impl Method<'_> {
    fn resolve(&mut self, member: &MemberRef) -> Result<(ClassId, MethodId)> {
        if member.name.starts_with("invoke") && &*member.class == "java/lang/invoke/MethodHandle"
            || library::handles::is_access(member)
        {
            return Err(format!("{}.{}", member.class.replace('/', "."), member.name));
        }
        let class = self.translator.class(&member.class)?;
        let method = self.translator.classes.method(class, &member.name, &member.descriptor);
        let method = method.ok_or_else(|| {
            let MemberRef { class, name, descriptor } = member;
            format!("the method {class}.{name}{descriptor}, which is not there")
        })?;
        Ok((class, method))
    }

    /// The arguments of a call, taken from the stack.
    pub fn arguments(&mut self, descriptor: &Descriptor) -> Result<Vec<(Operand, TypeId)>> {
        let kinds: Vec<Kind> = descriptor.kinds().collect();
        let mut args = Vec::with_capacity(kinds.len() + 1);
        for kind in kinds.into_iter().rev() {
            args.push((self.pop()?, self.body.types.of(kind)));
        }
        args.reverse();
        Ok(args)
    }

    fn finish_call(&mut self, callee: Callee, args: &[(Operand, TypeId)], descriptor: &Descriptor) {
        let kind = descriptor.result_kind();
        let result = self.call(callee, args, self.body.types.of_result(kind));
        if let (Some(result), Some(kind)) = (result, kind) {
            self.push(result, kind);
        }
    }

    pub fn call_static(&mut self, member: &MemberRef) -> Result<()> {
        let (_, method) = self.resolve(member)?;
        let home = self.translator.classes.methods[method].class;
        let descriptor = Descriptor::new(&member.descriptor);
        let args = self.arguments(&descriptor)?;
        if let Some(class) = self.class_for_name(member, &args) {
            self.initialise(class)?;
            let mirror = self.translator.mirror(class)?;
            self.push(mirror, Kind::Reference);
            return Ok(());
        }
        if let Some(handle) = self.found_handle(member, &args)? {
            self.push(handle, Kind::Reference);
            return Ok(());
        }
        if library::handles::view(self, member, &args)? {
            return Ok(());
        }
        self.initialise(home)?;
        let function = self.translator.want(method)?;
        self.finish_call(Callee::Direct(function), &args, &descriptor);
        Ok(())
    }

    /// The class that `Class.forName` is asked for and is to initialise, if the name is a constant.
    fn class_for_name(
        &mut self,
        member: &MemberRef,
        args: &[(Operand, TypeId)],
    ) -> Option<ClassId> {
        if &*member.class != "java/lang/Class" || &*member.name != "forName" {
            return None;
        }
        let initialises = match args {
            [_] => true,
            [_, (flag, _), _] => self.translator.model.known_int(*flag) == Some(1),
            _ => false,
        };
        let name = self.text_of(args[0].0)?;
        let class = self.translator.class(&name.replace('.', "/")).ok()?;
        let is_primitive =
            matches!(self.translator.classes.classes[class].form, Form::Primitive(_));
        (initialises && !is_primitive).then_some(class)
    }

    /// Constructors, private methods, and those of the super class.
    pub fn call_special(&mut self, member: &MemberRef) -> Result<()> {
        let (class, mut method) = self.resolve(member)?;
        let own = &self.translator.classes.classes[self.class];
        let is_above = class != self.class && own.ancestors.contains(&class);
        if is_above
            && &*member.name != "<init>"
            && let Some(above) = own.super_class
        {
            let found = self.translator.classes.method(above, &member.name, &member.descriptor);
            method = found.unwrap_or(method);
        }
        let descriptor = Descriptor::new(&member.descriptor);
        let args = self.with_receiver(&descriptor)?;
        let function = self.translator.want(method)?;
        self.finish_call(Callee::Direct(function), &args, &descriptor);
        Ok(())
    }

    fn with_receiver(&mut self, descriptor: &Descriptor) -> Result<Vec<(Operand, TypeId)>> {
        let mut args = self.arguments(descriptor)?;
        let receiver = self.pop()?;
        self.check_null(receiver)?;
        args.insert(0, (receiver, self.body.types.pointer));
        Ok(args)
    }

    pub fn call_virtual(&mut self, member: &MemberRef) -> Result<()> {
        if library::handles::is_access(member) {
            return library::handles::call(self, member);
        }
        let (class, method) = self.resolve(member)?;
        let descriptor = Descriptor::new(&member.descriptor);
        let args = self.with_receiver(&descriptor)?;
        if let Some(offset) = self.known_offset(member, &args) {
            self.push(offset, Kind::Long);
            return Ok(());
        }
        if let Some(handle) = self.found_handle(member, &args)? {
            self.push(handle, Kind::Reference);
            return Ok(());
        }
        let callee = self.virtual_callee(class, method, args[0].0)?;
        self.finish_call(callee, &args, &descriptor);
        Ok(())
    }

    /// The offset of a field that `Unsafe` is asked for, if class and name are constants.
    fn known_offset(&mut self, member: &MemberRef, args: &[(Operand, TypeId)]) -> Option<Operand> {
        let is_asked = &*member.class == "jdk/internal/misc/Unsafe"
            && &*member.name == "objectFieldOffset"
            && args.len() == 3;
        if !is_asked {
            return None;
        }
        let class = self.translator.class_of_mirror(args[1].0)?;
        let name = self.text_of(args[2].0)?;
        let mut fields = self.translator.classes.classes[class].fields.iter();
        let (_, place) = fields.find(|((field, _), _)| **field == *name)?;
        let offset = place.offset as i64;
        Some(self.translator.model.long(offset))
    }

    fn virtual_callee(
        &mut self,
        class: ClassId,
        method: MethodId,
        receiver: Operand,
    ) -> Result<Callee> {
        let found = &self.translator.classes.methods[method];
        let of_class = &self.translator.classes.classes[class];
        let is_array = matches!(of_class.form, Form::Array { .. });
        let is_fixed = found.is(access::PRIVATE | access::FINAL);
        if is_array || is_fixed || of_class.file.access & access::FINAL != 0 {
            let own = self.translator.classes.selected(class, method).unwrap_or(method);
            let own = if is_fixed { method } else { own };
            return Ok(Callee::Direct(self.translator.want(own)?));
        }
        let descriptor = self.body.load_fixed_pointer(receiver, shape::DESCRIPTOR);
        let address = match found.slot {
            Some(slot) => {
                let at = part::VIRTUALS + 8 * slot as u64;
                self.body.load_fixed_pointer(descriptor, at)
            }
            None => self.method_of_interface(descriptor, method),
        };
        self.translator.virtual_call(address, method)
    }

    /// What a method that finds handles returns, if its arguments are constants: texts too that are
    /// known to be some, wherever the object is made.
    fn found_handle(
        &mut self,
        member: &MemberRef,
        args: &[(Operand, TypeId)],
    ) -> Result<Option<Operand>> {
        let known = |value: &Operand| self.late_texts.get(value).copied().unwrap_or(*value);
        let values: Vec<Operand> = args.iter().map(|(value, _)| known(value)).collect();
        library::handles::found(self.translator, self.class, member, &values)
    }

    fn method_of_interface(&mut self, descriptor: Operand, method: MethodId) -> Operand {
        let int = self.body.types.int;
        let size = self.body.load_fixed_int(descriptor, part::METHODS_SIZE);
        let number = self.translator.model.int(method.index() as i32);
        let place = self.body.binary(BinaryOp::URem, number, size, int);
        let table = self.body.load_fixed_pointer(descriptor, part::METHODS);
        let at = self.body.element(table, 0, place, 8);
        self.body.load_fixed(self.body.types.pointer, at, 8)
    }

    /// A call site that is linked when it is first come to: here it is a static method of a class
    /// that is made for it.
    pub fn call_dynamic(&mut self, dynamic: &Dynamic) -> Result<()> {
        let member = library::dynamic::method(self.translator, self.class, dynamic)?;
        self.call_static(&member)
    }
}
