//! The objects that are there before anything runs: descriptors of classes, `Class` objects, the
//! strings of the program, static fields.

use super::classes::{ClassId, Form, MethodId};
use super::model::Image;
use super::shape::{self, class as part};
use super::translator::{Result, Translator};
use crate::classfile::{Constant, Kind, Storage, access, field_storage};
use crate::library;
use assay_base::Id;
use assay_program::{GlobalId, Operand};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What stands in the program for classes and texts, each made when it is first asked for.
#[derive(Default)]
pub struct Images {
    descriptors: FxHashMap<ClassId, GlobalId>,
    mirrors: FxHashMap<ClassId, GlobalId>,
    strings: FxHashMap<Arc<[u16]>, GlobalId>,
    statics: FxHashMap<(ClassId, usize), GlobalId>,
    variables: FxHashMap<String, GlobalId>,
    /// The array of the strings that were there when somebody asked first.
    literals: Option<GlobalId>,
}

impl Translator {
    /// The address of the descriptor of a class.
    pub fn descriptor(&mut self, class: ClassId) -> Result<Operand> {
        let global = self.descriptor_global(class)?;
        Ok(self.model.global(global))
    }

    pub fn descriptor_global(&mut self, class: ClassId) -> Result<GlobalId> {
        if let Some(&global) = self.images.descriptors.get(&class) {
            return Ok(global);
        }
        let found = &self.classes.classes[class];
        let size = part::VIRTUALS + 8 * found.virtuals.len() as u64;
        let name = format!("class {}", found.name.replace('/', "."));
        let global = self.model.reserve(name, size);
        self.model.program.globals[global].is_constant = true;
        self.images.descriptors.insert(class, global);
        let image = self.descriptor_image(class, size)?;
        self.model.fill(global, image);
        Ok(global)
    }

    fn descriptor_image(&mut self, class: ClassId, size: u64) -> Result<Image> {
        let mut image = Image::new(size);
        let mirror = self.mirror_global(class)?;
        image.set_pointer(part::MIRROR, self.model.address_of(mirror));
        self.set_numbers(class, &mut image);
        let void = self.class("void")?;
        let element = match self.classes.classes[class].form {
            Form::Array { element, .. } => element,
            _ => void,
        };
        self.set_descriptor(&mut image, part::ELEMENT, element)?;
        let is_element = !matches!(self.classes.classes[class].form, Form::Array { .. });
        if is_element && class != void {
            let array = self.classes.array_of(class).map_err(|error| error.0)?;
            self.set_descriptor(&mut image, part::ARRAY, array)?;
        }
        let ancestors = self.classes.classes[class].ancestors.clone();
        if let Some(above) = self.classes.classes[class].super_class {
            self.set_descriptor(&mut image, part::SUPER, above)?;
        }
        let is_interface = self.classes.classes[class].form == Form::Interface;
        for (depth, &above) in (0..part::DISPLAY_LENGTH).zip(&ancestors) {
            if !(is_interface && above == class) {
                self.set_descriptor(&mut image, part::DISPLAY + 8 * depth, above)?;
            }
        }
        for (slot, method) in self.classes.classes[class].virtuals.clone().into_iter().enumerate() {
            let function = self.function_of(method)?;
            let function = self.model.function(function);
            image.set_pointer(part::VIRTUALS + 8 * slot as u64, function);
        }
        self.set_interfaces(class, &mut image)?;
        self.set_values(class, &mut image)?;
        if let Some((_, function)) = self.initialiser(class)? {
            image.set_pointer(part::INITIALISER, self.model.function(function));
        }
        self.set_reflector(class, &mut image)?;
        self.set_names(class, &mut image)?;
        Ok(image)
    }

    fn set_reflector(&mut self, class: ClassId, image: &mut Image) -> Result<()> {
        let found = &self.classes.classes[class];
        if !matches!(found.form, Form::Instance | Form::Interface) {
            return Ok(());
        }
        let name = found.name.clone();
        let holder = format!("{}{name}", library::REFLECTED);
        if self.classes.is_made(&name) {
            return Ok(());
        }
        self.classes.make(library::reflected(&name));
        let holder = self.class(&holder)?;
        let method = self.classes.method(holder, "tell", library::TELL).expect("it was made");
        let function = self.function_of(method)?;
        image.set_pointer(part::REFLECTOR, self.model.function(function));
        Ok(())
    }

    fn set_descriptor(&mut self, image: &mut Image, at: u64, class: ClassId) -> Result<()> {
        let global = self.descriptor_global(class)?;
        image.set_pointer(at, self.model.address_of(global));
        Ok(())
    }

    fn set_numbers(&mut self, class: ClassId, image: &mut Image) {
        let found = &self.classes.classes[class];
        let (flags, size) = match found.form {
            Form::Instance => (0, found.size),
            Form::Interface => (part::IS_INTERFACE, 0),
            Form::Array { storage, .. } => (part::IS_ARRAY, storage.size()),
            Form::Primitive(storage) => (part::IS_PRIMITIVE, storage.map_or(0, Storage::size)),
        };
        let is_record = if found.file.is_record { part::IS_RECORD } else { 0 };
        // A constant with a body of its own has a class that is none.
        let extends_enum = found.file.super_name.as_deref() == Some("java/lang/Enum");
        let is_enum = found.file.access & access::ENUM != 0 && extends_enum;
        let is_enum = if is_enum { part::IS_ENUM } else { 0 };
        let is_comparable = found.file.is_self_comparable;
        let is_comparable = if is_comparable { part::IS_SELF_COMPARABLE } else { 0 };
        let is_user = if found.is_user { part::IS_USER } else { 0 };
        image.set_int(part::FLAGS, flags | is_record | is_enum | is_user | is_comparable);
        image.set_int(part::SIZE, size as i32);
        image.set_int(part::NUMBER, class.index() as i32);
        let inner = found.file.inner_name.as_ref().map(|name| name.access);
        // ACC_SUPER says nothing about the class.
        let access = inner.unwrap_or(found.file.access & !0x20);
        image.set_int(part::ACCESS, access.into());
    }

    fn set_names(&mut self, class: ClassId, image: &mut Image) -> Result<()> {
        let name = self.classes.classes[class].name.replace('/', ".");
        let text = self.text(&name)?;
        image.set_pointer(part::NAME, self.model.address_of(text));
        let simple = self.simple_name(class);
        let text = self.text(&simple)?;
        image.set_pointer(part::SIMPLE_NAME, self.model.address_of(text));
        let type_name = self.type_name(class);
        let text = self.text(&type_name)?;
        image.set_pointer(part::TYPE_NAME, self.model.address_of(text));
        let home = self.home(class);
        let text = self.text(&home)?;
        image.set_pointer(part::HOME, self.model.address_of(text));
        if let Some(name) = self.canonical_name(class) {
            let text = self.text(&name)?;
            image.set_pointer(part::CANONICAL_NAME, self.model.address_of(text));
        }
        Ok(())
    }

    /// Of an enum, the function that lists its constants.
    fn set_values(&mut self, class: ClassId, image: &mut Image) -> Result<()> {
        let found = &self.classes.classes[class];
        let descriptor = format!("()[L{};", found.name);
        let is_enum = found.file.access & access::ENUM != 0;
        let Some(index) = found.file.method("values", &descriptor).filter(|_| is_enum) else {
            return Ok(());
        };
        let values = found.methods[index];
        let function = self.values_function(class, values)?;
        image.set_pointer(part::VALUES, self.model.function(function));
        Ok(())
    }

    fn simple_name(&self, class: ClassId) -> String {
        let found = &self.classes.classes[class];
        match (found.form, &found.file.inner_name) {
            (Form::Array { element, .. }, _) => format!("{}[]", self.simple_name(element)),
            (_, Some(inner)) => inner.simple.to_string(),
            (_, None) => found.name.rsplit('/').next().unwrap_or_default().to_string(),
        }
    }

    fn type_name(&self, class: ClassId) -> String {
        let found = &self.classes.classes[class];
        match found.form {
            Form::Array { element, .. } => format!("{}[]", self.type_name(element)),
            _ => found.name.replace('/', "."),
        }
    }

    fn home(&self, class: ClassId) -> String {
        let found = &self.classes.classes[class];
        match found.form {
            Form::Array { element, .. } => self.home(element),
            _ if found.is_user => "unnamed module of loader 'app'".to_string(),
            _ => {
                let module = self.classes.path.jdk().module_of(&found.name).unwrap_or("java.base");
                format!("module {module} of loader 'bootstrap'")
            }
        }
    }

    /// With the names of the classes that have it as a member; a local class has none.
    fn canonical_name(&mut self, class: ClassId) -> Option<String> {
        let found = &self.classes.classes[class];
        if let Form::Array { element, .. } = found.form {
            return Some(format!("{}[]", self.canonical_name(element)?));
        }
        let Some(inner) = found.file.inner_name.clone() else {
            return Some(found.name.replace('/', "."));
        };
        let outer = self.class(&inner.outer?).ok()?;
        Some(format!("{}.{}", self.canonical_name(outer)?, inner.simple))
    }

    /// The interfaces of a class, and what it does for each method of theirs.
    fn set_interfaces(&mut self, class: ClassId, image: &mut Image) -> Result<()> {
        let mut interfaces = self.classes.classes[class].interfaces.clone();
        if self.classes.classes[class].form == Form::Interface {
            interfaces.push(class);
        }
        let keys: Vec<u32> = interfaces.iter().map(|id| id.index() as u32).collect();
        let size = shape::residue_size(&keys);
        let mut table = Image::new(8 * u64::from(size));
        for (&interface, key) in interfaces.iter().zip(&keys) {
            self.set_descriptor(&mut table, 8 * u64::from(key % size), interface)?;
        }
        image.set_int(part::INTERFACES_SIZE, size as i32);
        self.set_table(class, image, part::INTERFACES, table, size);
        let methods = self.interface_methods(class, &interfaces);
        let keys: Vec<u32> = methods.iter().map(|(method, _)| method.index() as u32).collect();
        let size = shape::residue_size(&keys);
        let mut table = Image::new(8 * u64::from(size));
        for ((_, own), key) in methods.iter().zip(&keys) {
            let function = self.function_of(*own)?;
            table.set_pointer(8 * u64::from(key % size), self.model.function(function));
        }
        image.set_int(part::METHODS_SIZE, size as i32);
        self.set_table(class, image, part::METHODS, table, size);
        Ok(())
    }

    fn set_table(&mut self, class: ClassId, image: &mut Image, at: u64, table: Image, size: u32) {
        let name = self.classes.classes[class].name.replace('/', ".");
        let what = if at == part::METHODS { "methods" } else { "interfaces" };
        let global = self.model.reserve(format!("{what} of {name}"), 8 * u64::from(size));
        self.model.program.globals[global].is_constant = true;
        self.model.fill(global, table);
        image.set_pointer(at, self.model.address_of(global));
    }

    /// The methods of interfaces that can be called on an instance, each with the instance's own.
    fn interface_methods(
        &self,
        class: ClassId,
        interfaces: &[ClassId],
    ) -> Vec<(MethodId, MethodId)> {
        if self.classes.classes[class].file.access & (access::INTERFACE | access::ABSTRACT) != 0
            && !matches!(self.classes.classes[class].form, Form::Array { .. })
        {
            return Vec::new();
        }
        let all = interfaces.iter().flat_map(|&it| &self.classes.classes[it].methods).copied();
        let is_called = |method: &MethodId| {
            let method = &self.classes.methods[*method];
            !method.is(access::STATIC | access::PRIVATE) && !method.name.starts_with('<')
        };
        let methods = all.filter(is_called);
        methods.filter_map(|it| Some((it, self.classes.selected(class, it)?))).collect()
    }

    /// The object of `java.lang.Class` for a class.
    pub fn mirror(&mut self, class: ClassId) -> Result<Operand> {
        // What the object says of its class lies in the descriptor.
        self.descriptor_global(class)?;
        let global = self.mirror_global(class)?;
        Ok(self.model.global(global))
    }

    pub fn mirror_global(&mut self, class: ClassId) -> Result<GlobalId> {
        if let Some(&global) = self.images.mirrors.get(&class) {
            return Ok(global);
        }
        let of_class = self.class("java/lang/Class")?;
        let size = self.mirror_size()?;
        let name = format!("{}.class", self.classes.classes[class].name.replace('/', "."));
        let global = self.model.reserve(name, size);
        self.images.mirrors.insert(class, global);
        let mut image = Image::new(size);
        self.set_descriptor(&mut image, shape::DESCRIPTOR, of_class)?;
        self.set_descriptor(&mut image, size - 8, class)?;
        self.model.fill(global, image);
        self.instantiated(of_class)?;
        Ok(global)
    }

    /// A `Class` object has the address of the descriptor behind its fields.
    pub fn mirror_size(&mut self) -> Result<u64> {
        let of_class = self.class("java/lang/Class")?;
        Ok(self.classes.classes[of_class].size.next_multiple_of(8) + 8)
    }

    /// A string of the program's text: one object for each text.
    pub fn text(&mut self, text: &str) -> Result<GlobalId> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string(&units.into())
    }

    pub fn string(&mut self, text: &Arc<[u16]>) -> Result<GlobalId> {
        if let Some(&global) = self.images.strings.get(text) {
            return Ok(global);
        }
        let class = self.class("java/lang/String")?;
        let size = self.classes.classes[class].size.next_multiple_of(8);
        let shown: String = String::from_utf16_lossy(text).chars().take(40).collect();
        let global = self.model.reserve(format!("{shown:?}"), size);
        self.images.strings.insert(text.clone(), global);
        let bytes: Vec<u8> = text.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let value = self.byte_array(&bytes)?;
        let mut image = Image::new(size);
        self.set_descriptor(&mut image, shape::DESCRIPTOR, class)?;
        let value = self.model.address_of(value);
        image.set_pointer(self.field_offset(class, "value", "[B")?, value);
        image.set(self.field_offset(class, "coder", "B")?, &[1]);
        let hash = |hash: i32, &unit: &u16| hash.wrapping_mul(31).wrapping_add(unit.into());
        image.set_int(self.field_offset(class, "hash", "I")?, text.iter().fold(0, hash));
        self.model.fill(global, image);
        self.instantiated(class)?;
        Ok(global)
    }

    /// An object that is there from the beginning: its fields are zero but for these ints, and the
    /// addresses of these variables.
    pub fn object(
        &mut self,
        class: ClassId,
        name: &str,
        ints: &[(u64, i32)],
        references: &[(u64, GlobalId)],
    ) -> Result<GlobalId> {
        let size = self.classes.classes[class].size.next_multiple_of(8);
        let global = self.model.reserve(name.to_string(), size);
        let mut image = Image::new(size);
        self.set_descriptor(&mut image, shape::DESCRIPTOR, class)?;
        ints.iter().for_each(|&(at, value)| image.set_int(at, value));
        for &(at, to) in references {
            image.set_pointer(at, self.model.address_of(to));
        }
        self.model.fill(global, image);
        self.instantiated(class)?;
        Ok(global)
    }

    /// A variable of our own, zero at first.
    pub fn variable(&mut self, name: &str, size: u64) -> GlobalId {
        if let Some(&known) = self.images.variables.get(name) {
            return known;
        }
        let global = self.model.reserve(name.to_string(), size);
        self.model.fill(global, Image::new(size));
        self.images.variables.insert(name.to_string(), global);
        global
    }

    /// An array of strings.
    pub fn texts(&mut self, texts: &[String]) -> Result<GlobalId> {
        let class = self.class("[Ljava/lang/String;")?;
        let size = shape::ARRAY_HEADER + 8 * texts.len() as u64;
        let global = self.model.reserve("arguments".to_string(), size);
        let mut image = Image::new(size);
        self.set_descriptor(&mut image, shape::DESCRIPTOR, class)?;
        image.set_int(shape::LENGTH, texts.len() as i32);
        for (index, text) in (0..).zip(texts) {
            let text = self.text(text)?;
            image.set_pointer(shape::ARRAY_HEADER + 8 * index, self.model.address_of(text));
        }
        self.model.fill(global, image);
        self.instantiated(class)?;
        Ok(global)
    }

    /// The array of the strings of the program's text, as far as they are there when it is made.
    pub fn literals(&mut self) -> Result<GlobalId> {
        if let Some(known) = self.images.literals {
            return Ok(known);
        }
        let class = self.class("[Ljava/lang/String;")?;
        self.instantiated(class)?;
        let descriptor = self.descriptor_global(class)?;
        let strings: std::collections::BTreeSet<GlobalId> =
            self.images.strings.values().copied().collect();
        let size = shape::ARRAY_HEADER + 8 * strings.len() as u64;
        let array = self.model.reserve("strings".to_string(), size);
        self.images.literals = Some(array);
        let mut image = Image::new(size);
        image.set_pointer(shape::DESCRIPTOR, self.model.address_of(descriptor));
        image.set_int(shape::LENGTH, strings.len() as i32);
        for (index, text) in (0..).zip(strings) {
            image.set_pointer(shape::ARRAY_HEADER + 8 * index, self.model.address_of(text));
        }
        self.model.fill(array, image);
        Ok(array)
    }

    /// Whether a string came after the array of them was made. Then the program itself has to see
    /// whether it has met an equal one before.
    pub fn is_late(&self, string: GlobalId) -> bool {
        self.images.literals.is_some_and(|array| string > array)
    }

    /// Where a late string keeps the one that stands for all that are equal, once that is known.
    pub fn late_cell(&mut self, string: GlobalId) -> GlobalId {
        self.variable(&format!("what stands for {string}"), 8)
    }

    /// The texts of the program that may be names of classes, as `Class.forName` wants them.
    pub fn class_names(&mut self) -> Vec<String> {
        let is_part = |unit: &u16| {
            char::from_u32((*unit).into())
                .is_some_and(|it| it.is_alphanumeric() || "._$".contains(it))
        };
        let is_name = |text: &&Arc<[u16]>| text.len() > 1 && text.iter().all(is_part);
        let texts = self.images.strings.keys().filter(is_name);
        let mut names: Vec<String> = texts.map(|text| String::from_utf16_lossy(text)).collect();
        names.sort();
        let is_class = |name: &String| {
            let begins_upper =
                name.rsplit('.').next().is_some_and(|it| it.starts_with(char::is_uppercase));
            begins_upper && (name.contains('.') || self.class(name).is_ok())
        };
        names.retain(is_class);
        names
    }

    /// The class whose `Class` object a constant is, and the text that one is.
    pub fn class_of_mirror(&self, operand: Operand) -> Option<ClassId> {
        let global = self.global_of(operand)?;
        self.images.mirrors.iter().find(|(_, mirror)| **mirror == global).map(|(class, _)| *class)
    }

    pub fn text_of(&self, operand: Operand) -> Option<String> {
        let global = self.global_of(operand)?;
        let found = self.images.strings.iter().find(|(_, string)| **string == global);
        found.map(|(text, _)| String::from_utf16_lossy(text))
    }

    fn global_of(&self, operand: Operand) -> Option<GlobalId> {
        match operand {
            Operand::Const(id) => match self.model.program.constants[id] {
                assay_program::Const::Global { global, .. } => Some(global),
                _ => None,
            },
            Operand::Value(_) => None,
        }
    }

    pub fn byte_array(&mut self, bytes: &[u8]) -> Result<GlobalId> {
        let class = self.class("[B")?;
        let size = shape::ARRAY_HEADER + bytes.len() as u64;
        let global = self.model.reserve("byte[]".to_string(), size.next_multiple_of(8));
        let mut image = Image::new(size);
        self.set_descriptor(&mut image, shape::DESCRIPTOR, class)?;
        image.set_int(shape::LENGTH, bytes.len() as i32);
        image.set(shape::ARRAY_HEADER, bytes);
        self.model.fill(global, image);
        self.instantiated(class)?;
        Ok(global)
    }

    pub fn field_offset(&mut self, class: ClassId, name: &str, ty: &str) -> Result<u64> {
        let place = self.classes.field(class, &name.into(), &ty.into());
        let place = place.map(|place| place.offset);
        place.ok_or_else(|| {
            let class = &self.classes.classes[class].name;
            format!("the field {class}.{name}, which this JDK does not have")
        })
    }

    /// The variable of a static field.
    pub fn static_field(&mut self, class: ClassId, index: usize) -> Result<GlobalId> {
        if let Some(&global) = self.images.statics.get(&(class, index)) {
            return Ok(global);
        }
        let found = &self.classes.classes[class];
        let field = found.file.fields[index].clone();
        let name = format!("{}.{}", found.name.replace('/', "."), field.name);
        let storage = field_storage(&field.descriptor);
        let global = self.model.reserve(name, storage.size());
        self.images.statics.insert((class, index), global);
        let mut image = Image::new(storage.size());
        let class_name = self.classes.classes[class].name.clone();
        if let Some(value) = library::initial(self, &class_name, &field.name)? {
            image.set_pointer(0, value);
        }
        match &field.constant {
            None => {}
            Some(Constant::Int(value)) => {
                image.set(0, &value.to_le_bytes()[..storage.size() as usize]);
            }
            Some(Constant::Long(value)) => image.set(0, &value.to_le_bytes()),
            Some(Constant::Float(bits)) => image.set(0, &bits.to_le_bytes()),
            Some(Constant::Double(bits)) => image.set(0, &bits.to_le_bytes()),
            Some(Constant::String(text)) => {
                let text = self.string(text)?;
                image.set_pointer(0, self.model.address_of(text));
            }
            Some(other) => return Err(format!("a static field that begins as {other:?}")),
        }
        self.model.fill(global, image);
        Ok(global)
    }

    /// A constant that code pushes.
    pub fn constant(&mut self, constant: &Constant) -> Result<(Operand, Kind)> {
        Ok(match constant {
            Constant::Int(value) => (self.model.int(*value), Kind::Int),
            Constant::Long(value) => (self.model.long(*value), Kind::Long),
            Constant::Float(bits) => (self.model.float(*bits), Kind::Float),
            Constant::Double(bits) => (self.model.double(*bits), Kind::Double),
            Constant::String(text) => {
                let text = self.string(text)?;
                (self.model.global(text), Kind::Reference)
            }
            Constant::Class(name) => {
                let class = self.class(name)?;
                (self.mirror(class)?, Kind::Reference)
            }
            Constant::MethodType(_) => {
                return Err("a constant of java.lang.invoke.MethodType".into());
            }
            Constant::Handle(_) => return Err("a constant of java.lang.invoke.MethodHandle".into()),
            Constant::Dynamic(dynamic) => {
                let maker = &dynamic.bootstrap.member;
                return Err(format!("a dynamic constant of {}.{}", maker.class, maker.name));
            }
        })
    }
}
