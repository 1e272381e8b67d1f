//! Classes as the program sees them: linked with their supers, with the places of fields and the
//! tables of virtual methods.

use super::shape;
use crate::classfile::{
    ClassFile, ClassPath, Error, Name, Storage, access, array_of, element_of, field_storage,
    internal,
};
use assay_base::{Arena, id};
use rustc_hash::FxHashMap;
use std::sync::Arc;

id!(
    /// A class, an interface, a class of arrays, or a primitive type.
    ClassId,
    "class"
);
id!(
    /// A method that a class declares.
    MethodId,
    "method"
);

pub struct Class {
    pub name: Name,
    /// Of arrays and primitive types, an empty one.
    pub file: Arc<ClassFile>,
    pub is_user: bool,
    pub form: Form,
    pub super_class: Option<ClassId>,
    /// All that it implements or extends, without itself.
    pub interfaces: Vec<ClassId>,
    /// The classes that it extends, from `Object` on, with itself at the end.
    pub ancestors: Vec<ClassId>,
    /// The instance fields that it declares, by name and descriptor.
    pub fields: FxHashMap<(Name, Name), FieldPlace>,
    /// Of an instance, with its header.
    pub size: u64,
    pub methods: Vec<MethodId>,
    /// By the number of a virtual method, the one that an instance has.
    pub virtuals: Vec<MethodId>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Form {
    Instance,
    Interface,
    Array {
        element: ClassId,
        storage: Storage,
    },
    /// `None`: void.
    Primitive(Option<Storage>),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FieldPlace {
    pub offset: u64,
    pub storage: Storage,
}

pub struct Method {
    pub class: ClassId,
    pub name: Name,
    pub descriptor: Name,
    pub access: u16,
    /// In the class file.
    pub index: usize,
    /// Its number among the virtual methods, if it is one of a class.
    pub slot: Option<usize>,
}

impl Method {
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }

    /// Called by its name on the class alone.
    fn is_virtual(&self) -> bool {
        !self.is(access::STATIC | access::PRIVATE) && !self.name.starts_with('<')
    }
}

/// What the virtual machine gives arrays.
const ARRAY_INTERFACES: [&str; 2] = ["java/lang/Cloneable", "java/io/Serializable"];

pub struct Classes {
    pub path: ClassPath,
    pub classes: Arena<ClassId, Class>,
    pub methods: Arena<MethodId, Method>,
    by_name: FxHashMap<Name, ClassId>,
    /// Of our own making, by name.
    made: FxHashMap<Name, Arc<ClassFile>>,
}

impl Classes {
    pub fn new(path: ClassPath) -> Classes {
        Classes {
            path,
            classes: Arena::new(),
            methods: Arena::new(),
            by_name: FxHashMap::default(),
            made: FxHashMap::default(),
        }
    }

    /// A class that no file holds. The first of a name counts.
    pub fn make(&mut self, file: ClassFile) {
        self.made.entry(file.name.clone()).or_insert_with(|| Arc::new(file));
    }

    pub fn is_made(&self, name: &str) -> bool {
        self.made.contains_key(name)
    }

    /// By its internal name; `[I` and `int` are names too.
    pub fn class(&mut self, name: &str) -> Result<ClassId, Error> {
        match self.by_name.get(name) {
            Some(&id) => Ok(id),
            None => self.load(name),
        }
    }

    pub fn known(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    fn load(&mut self, name: &str) -> Result<ClassId, Error> {
        let class = match (element_of(name), primitive(name)) {
            (Some(element), _) => self.array(name, element)?,
            (None, Some(storage)) => bare(name, Form::Primitive(storage)),
            (None, None) => return self.load_file(name),
        };
        Ok(self.enter(class))
    }

    fn enter(&mut self, mut class: Class) -> ClassId {
        let id = self.classes.next_id();
        class.ancestors.push(id);
        self.by_name.insert(class.name.clone(), id);
        self.classes.push(class)
    }

    fn array(&mut self, name: &str, element: &str) -> Result<Class, Error> {
        let object = self.class("java/lang/Object")?;
        let form = Form::Array {
            element: self.class(&internal(element))?,
            storage: field_storage(element),
        };
        let interfaces: Result<_, _> = ARRAY_INTERFACES.iter().map(|it| self.class(it)).collect();
        Ok(Class {
            super_class: Some(object),
            interfaces: interfaces?,
            ancestors: vec![object],
            size: shape::ARRAY_HEADER,
            virtuals: self.classes[object].virtuals.clone(),
            ..bare(name, form)
        })
    }

    fn load_file(&mut self, name: &str) -> Result<ClassId, Error> {
        let (file, is_user) = match self.made.get(name) {
            Some(file) => (file.clone(), false),
            None => self.path.find(name)?,
        };
        let super_class = file.super_name.as_ref().map(|name| self.class(name)).transpose()?;
        let mut interfaces: Vec<ClassId> = match super_class {
            Some(above) => self.classes[above].interfaces.clone(),
            None => Vec::new(),
        };
        for interface in &file.interfaces {
            let interface = self.class(interface)?;
            interfaces.push(interface);
            interfaces.extend_from_slice(&self.classes[interface].interfaces);
        }
        interfaces.sort_unstable();
        interfaces.dedup();
        let form = if file.is_interface() { Form::Interface } else { Form::Instance };
        let above = super_class.map(|above| &self.classes[above]);
        let class = Class {
            is_user,
            super_class,
            interfaces,
            ancestors: above.map(|above| above.ancestors.clone()).unwrap_or_default(),
            size: above.map_or(shape::HEADER, |above| above.size),
            virtuals: above.map(|above| above.virtuals.clone()).unwrap_or_default(),
            file: file.clone(),
            ..bare(name, form)
        };
        let id = self.enter(class);
        self.lay_out(id, &file);
        self.number_methods(id, &file);
        Ok(id)
    }

    /// Fields behind those of the super class, wide ones first; a hole before them is filled.
    fn lay_out(&mut self, id: ClassId, file: &ClassFile) {
        let fields = file.fields.iter().filter(|field| !field.is_static());
        let mut fields: Vec<_> =
            fields.map(|field| (field, field_storage(&field.descriptor))).collect();
        fields.sort_by_key(|(_, storage)| std::cmp::Reverse(storage.size()));
        let mut size = self.classes[id].size;
        while !fields.is_empty() {
            let fits = |size: u64| size.is_multiple_of(fields[0].1.size());
            let next = match fits(size) {
                true => 0,
                false => {
                    let small = fields.iter().position(|(_, s)| size.is_multiple_of(s.size()));
                    small.unwrap_or(0)
                }
            };
            let (field, storage) = fields.remove(next);
            let offset = size.next_multiple_of(storage.size());
            size = offset + storage.size();
            let place = FieldPlace { offset, storage };
            let key = (field.name.clone(), field.descriptor.clone());
            self.classes[id].fields.insert(key, place);
        }
        self.classes[id].size = size;
    }

    fn number_methods(&mut self, id: ClassId, file: &ClassFile) {
        for (index, method) in file.methods.iter().enumerate() {
            let number = self.methods.push(Method {
                class: id,
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                access: method.access,
                index,
                slot: None,
            });
            self.classes[id].methods.push(number);
            if !file.is_interface() && self.methods[number].is_virtual() {
                self.place_virtual(id, number);
            }
        }
    }

    /// In the places of all that it overrides, or in a new one.
    fn place_virtual(&mut self, id: ClassId, number: MethodId) {
        let virtuals = &self.classes[id].virtuals;
        let overridden = (0..virtuals.len()).filter(|&slot| self.overrides(number, virtuals[slot]));
        let slots: Vec<usize> = overridden.collect();
        let class = &mut self.classes[id];
        for &slot in &slots {
            class.virtuals[slot] = number;
        }
        let slot = slots.first().copied().unwrap_or_else(|| {
            class.virtuals.push(number);
            class.virtuals.len() - 1
        });
        self.methods[number].slot = Some(slot);
    }

    fn overrides(&self, number: MethodId, above: MethodId) -> bool {
        let (own, above) = (&self.methods[number], &self.methods[above]);
        const OPEN: u16 = 0x1 | 0x4;
        let is_seen = above.is(OPEN)
            || package(&self.classes[own.class].name) == package(&self.classes[above.class].name);
        own.name == above.name && own.descriptor == above.descriptor && is_seen
    }

    /// An instance field, as a class names it.
    pub fn field(&self, class: ClassId, name: &Name, descriptor: &Name) -> Option<FieldPlace> {
        let key = (name.clone(), descriptor.clone());
        let mut ancestors = self.classes[class].ancestors.iter().rev();
        ancestors.find_map(|&above| self.classes[above].fields.get(&key).copied())
    }

    /// The class that declares a static field that a class names, and its position there.
    pub fn static_field(&self, class: ClassId, name: &str, ty: &str) -> Option<(ClassId, usize)> {
        let own = |class: &ClassId| {
            let fields = &self.classes[*class].file.fields;
            let is_meant = |field: &crate::classfile::Field| {
                field.is_static() && &*field.name == name && &*field.descriptor == ty
            };
            Some((*class, fields.iter().position(is_meant)?))
        };
        let found = &self.classes[class];
        let all = found.ancestors.iter().rev().chain(&found.interfaces);
        all.into_iter().find_map(own)
    }

    fn declared(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let index = self.classes[class].file.method(name, descriptor)?;
        Some(self.classes[class].methods[index])
    }

    /// The method that a class means by a name.
    pub fn method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let found = &self.classes[class];
        let mut ancestors = found.ancestors.iter().rev();
        let own = ancestors.find_map(|&above| self.declared(above, name, descriptor));
        own.or_else(|| self.of_interfaces(class, name, descriptor))
    }

    /// Of all interfaces, the most specific one that has a body, else any.
    fn of_interfaces(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let interfaces = self.classes[class].interfaces.iter();
        let all = interfaces.filter_map(|&above| self.declared(above, name, descriptor));
        let all: Vec<MethodId> = all
            .filter(|&method| !self.methods[method].is(access::STATIC | access::PRIVATE))
            .collect();
        let is_hidden = |method: &MethodId| {
            let home = self.methods[*method].class;
            all.iter().any(|other| {
                let other = self.methods[*other].class;
                self.classes[other].interfaces.contains(&home)
            })
        };
        let specific = all.iter().filter(|method| !is_hidden(method));
        let with_body =
            specific.clone().find(|method| !self.methods[**method].is(access::ABSTRACT));
        with_body.or(specific.into_iter().next()).copied()
    }

    /// What an instance of this class does for a virtual method.
    pub fn selected(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let meant = &self.methods[method];
        if let Some(slot) = meant.slot {
            return self.classes[class].virtuals.get(slot).copied();
        }
        let (name, descriptor) = (&*meant.name, &*meant.descriptor);
        let virtuals = self.classes[class].virtuals.iter().rev();
        let of_class = virtuals.copied().find(|&own| {
            let own = &self.methods[own];
            *own.name == *name && *own.descriptor == *descriptor
        });
        let is_abstract = |own: &MethodId| self.methods[*own].is(access::ABSTRACT);
        of_class
            .filter(|own| !is_abstract(own))
            .or_else(|| self.of_interfaces(class, name, descriptor))
            .or(of_class)
    }

    pub fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        let found = &self.classes[class];
        found.ancestors.contains(&of) || found.interfaces.contains(&of)
    }

    /// The class of arrays of this one.
    pub fn array_of(&mut self, class: ClassId) -> Result<ClassId, Error> {
        let name = array_of(&self.classes[class].name);
        self.class(&name)
    }
}

fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

fn primitive(name: &str) -> Option<Option<Storage>> {
    let found = Storage::PRIMITIVES.iter().find(|(_, _, word)| *word == name);
    found.map(|(storage, ..)| Some(*storage)).or((name == "void").then_some(None))
}

fn bare(name: &str, form: Form) -> Class {
    let file = ClassFile {
        name: name.into(),
        super_name: None,
        interfaces: Vec::new(),
        access: access::FINAL | access::ABSTRACT | 1,
        fields: Vec::new(),
        methods: Vec::new(),
        source: None,
        inner_name: None,
        is_record: false,
        is_self_comparable: false,
    };
    Class {
        name: name.into(),
        file: Arc::new(file),
        is_user: false,
        form,
        super_class: None,
        interfaces: Vec::new(),
        ancestors: Vec::new(),
        fields: FxHashMap::default(),
        size: shape::HEADER,
        methods: Vec::new(),
        virtuals: Vec::new(),
    }
}
