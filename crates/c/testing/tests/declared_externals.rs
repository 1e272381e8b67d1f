//! Stand-ins are found in the program model.

use assay_base::Arena;
use assay_c_testing::Externals;
use assay_program::Scalar;
use assay_program::role::{Conduct, Meaning};
use assay_program::types::Layout;
use assay_program::{
    Field, FloatKind, Function, Global, Linkage, Primitive, Program, Role, Type, TypeId,
};

fn intern(program: &mut Program, ty: Type) -> TypeId {
    program.types.intern(ty, Layout { store_size: 8, alloc_size: 8, align: 8 })
}

fn declare(program: &mut Program, name: &str, role: Role, return_type: TypeId) {
    program.functions.push(Function {
        name: name.into(),
        linkage: Linkage::External,
        params: vec![],
        return_type,
        is_variadic: false,
        is_model: false,
        role,
        conduct: Conduct::default(),
        stable_name: None,
        label: None,
        outside: None,
        place: None,
        body: None,
        never_returns: false,
        prototype: None,
    });
}

fn variable(name: &str, ty: TypeId) -> Global {
    Global {
        name: name.into(),
        ty,
        size: 8,
        align: 4,
        initialiser: None,
        is_constant: false,
        is_thread_local: false,
        place: None,
        source_name: None,
    }
}

#[test]
fn inputs_and_open_variables_are_stood_in_for_and_the_c_library_is_not() {
    let mut program = Program::default();
    let int = intern(&mut program, Type::Int(32));
    let double = intern(&mut program, Type::Float(FloatKind::Double));
    let fields = vec![Field { ty: double, offset: 0 }, Field { ty: int, offset: 8 }];
    let pair = intern(&mut program, Type::Struct { fields, size: 16, align: 8 });
    let quad = intern(&mut program, Type::Float(FloatKind::Quad));
    let input = Role::Primitive(Primitive::Input(Meaning::Signed));
    declare(&mut program, "sensor", Role::Unknown, int);
    declare(&mut program, "position", Role::Unknown, pair);
    declare(&mut program, "exact", Role::Unknown, quad);
    declare(&mut program, "puts", Role::Unmodelled("no model".into()), int);
    declare(&mut program, "__VERIFIER_nondet_odd", input, double);
    program.globals = Arena::from_iter([variable("setting", int), variable("stderr", int)]);

    let externals = Externals::declared_in(&program, |_| false);
    let functions: Vec<(&str, &[Scalar])> = externals
        .functions
        .iter()
        .map(|function| (function.name.as_str(), function.returns.as_slice()))
        .collect();
    assert_eq!(
        functions,
        [
            ("sensor", &[Scalar::Integer(32)][..]),
            ("position", &[Scalar::Double, Scalar::Integer(32)]),
            ("__VERIFIER_nondet_odd", &[Scalar::Double]),
        ]
    );
    let objects: Vec<&str> = externals.objects.iter().map(|object| object.name.as_str()).collect();
    assert_eq!(objects, ["setting"]);
}
