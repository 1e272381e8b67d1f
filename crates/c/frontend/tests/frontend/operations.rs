//! Every operation of the model, from the C that makes clang emit it.

use crate::workplace::{body, function, has_line, load_text, load_with, ops, text};
use assay_program::{
    AtomicOp, Callee, Const, FloatKind, Intrinsic, Linkage, Op, Operand, Terminator, Type,
};

#[test]
fn integer_arithmetic() {
    let loaded = load_text(
        "int s(int a, int b) { return (a + b) * (a - b) / (b | 1) % (a & 7); }
         unsigned u(unsigned a, unsigned b) { return ((a / b) % b ^ (a >> 3)) << 2; }
         long sh(long a) { return a >> 5; }
         __int128 w(__int128 a) { return a + ((__int128)5 << 100); }
         _BitInt(37) odd(_BitInt(37) a) { return a * 3; }",
    );
    for parts in [["add nsw i32"], ["mul nsw i32"], ["sub nsw i32"], ["sdiv i32"], ["srem i32"]] {
        has_line(&loaded.program, "s", &parts);
    }
    for parts in [["udiv i32"], ["urem i32"], ["lshr i32"], ["shl i32"], ["xor i32"]] {
        has_line(&loaded.program, "u", &parts);
    }
    has_line(&loaded.program, "sh", &["ashr i64 v0, 5"]);
    has_line(&loaded.program, "w", &["add nsw i128", "0x50000000000000000000000000"]);
    has_line(&loaded.program, "odd", &["mul nsw i37"]);
}

#[test]
fn casts_and_comparisons() {
    let loaded = load_text(
        "long a(char c, unsigned char u, long l) { return c + u + (int)l; }
         double f(int i, unsigned u, float x) { return i + x + u; }
         int g(double d, float x) { return (int)d + (unsigned)x + (d < x) + (d != d); }
         float h(double d) { return d; }
         long p(int *q) { return (long)q; }
         int *r(long l) { return (int *)l; }
         int c(unsigned a, unsigned b, int *p, int *q) { return a < b && p == q && (int)a >= 3; }",
    );
    let program = &loaded.program;
    has_line(program, "a", &["sext i8", "to i32"]);
    has_line(program, "a", &["zext i8", "to i32"]);
    has_line(program, "a", &["trunc i64", "to i32"]);
    has_line(program, "f", &["sinttofloat i32"]);
    has_line(program, "f", &["uinttofloat i32"]);
    has_line(program, "f", &["floatext f32", "to f64"]);
    has_line(program, "g", &["floattosint f64"]);
    has_line(program, "g", &["floattouint f32"]);
    has_line(program, "g", &["fcmp olt f64"]);
    has_line(program, "g", &["fcmp une f64"]);
    has_line(program, "h", &["floattrunc f64", "to f32"]);
    has_line(program, "p", &["ptrtoint ptr"]);
    has_line(program, "r", &["inttoptr i64"]);
    has_line(program, "c", &["icmp ult i32"]);
    has_line(program, "c", &["icmp eq ptr"]);
    has_line(program, "c", &["icmp sge i32"]);
}

#[test]
fn floats_of_all_formats_keep_their_bits() {
    let loaded = load_text(
        "_Float16 h(void) { return 1.5f16; }
         float s(float a) { return -a * 0.1f; }
         double d(double a) { return a / 3.0 - 0.1; }
         long double x(long double a) { return a + 0.1L; }
         __float128 q(__float128 a) { return a - 0.1Q; }",
    );
    let program = &loaded.program;
    has_line(program, "h", &["ret 0x3e00"]);
    has_line(program, "s", &["fneg f32 v0"]);
    has_line(program, "s", &["fmul f32", "0.1"]);
    has_line(program, "d", &["fdiv f64 v0, 3.0"]);
    has_line(program, "d", &["fsub f64", "0.1"]);
    has_line(program, "x", &["fadd f80", "0x3ffbcccccccccccccccd"]);
    has_line(program, "q", &["fsub f128", "0x3ffb999999999999999999999999999a"]);
    assert!(program.types.find(&Type::Float(FloatKind::Half)).is_some());
}

#[test]
fn fields_and_elements_become_byte_offsets() {
    let loaded = load_text(
        "struct in { short a; int b[5]; }; struct out { char c; struct in i[3]; double d; };
         int get(struct out *o, int k) { return o->i[2].b[k]; }
         int fix(struct out *o) { return o[-1].i[1].b[3]; }
         double *tail(struct out *o) { return &o->d; }",
    );
    let program = &loaded.program;
    has_line(program, "get", &["address v0 + 4"]);
    has_line(program, "get", &["+ i64", "* 4"]);
    has_line(program, "fix", &["address v0 + -88"]);
    has_line(program, "tail", &["address v0 + 80"]);
}

#[test]
fn aggregates_by_value() {
    let loaded = load_text(
        "struct big { int a[20]; }; struct pair { double x, y; }; struct odd { char c[3]; };
         int in(struct big b) { return b.a[3]; }
         struct big out(int v) { struct big b = { { v } }; return b; }
         int use(void) { struct big b = out(3); return in(b); }
         struct pair two(double x) { struct pair p = { x, x + 1 }; return p; }
         double sum(void) { struct pair p = two(2); return p.x + p.y; }
         int three(struct odd o) { return o.c[2]; }",
    );
    let program = &loaded.program;
    let in_param = &function(program, "in").params[0];
    assert_eq!(program.types.layout(in_param.byval.unwrap()).alloc_size, 80);
    assert!(function(program, "out").params[0].is_sret);
    let byval = ops(program, "use").into_iter().find_map(|op| match op {
        Op::Call { args, .. } => args.iter().find_map(|arg| arg.byval),
        _ => None,
    });
    let (ty, align) = byval.unwrap();
    assert_eq!((program.types.layout(ty).alloc_size, align), (80, 8));
    has_line(program, "sum", &["extractvalue", "[1]"]);
    assert_eq!(program.types.layout(function(program, "two").return_type).alloc_size, 16);
    assert_eq!(function(program, "three").params[0].name.as_deref(), Some("o"));
}

#[test]
fn vectors() {
    let loaded = load_text(
        "typedef int v4 __attribute__((vector_size(16)));
         v4 add(v4 a, v4 b) { return a + b; }
         int get(v4 a, int i) { return a[i]; }
         v4 set(v4 a, int x) { a[2] = x; return a; }
         v4 mix(v4 a, v4 b) { return __builtin_shufflevector(a, b, 0, 4, -1, 7); }
         v4 less(v4 a, v4 b) { return a < b; }
         int sum(v4 a) { return __builtin_reduce_add(a) + __builtin_reduce_max(a); }",
    );
    let program = &loaded.program;
    has_line(program, "add", &["add <4 x i32>"]);
    has_line(program, "get", &["extractelement <4 x i32>"]);
    has_line(program, "set", &["insertelement <4 x i32>"]);
    has_line(program, "mix", &["shuffle <4 x i32>", "[0, 4, _, 7]"]);
    has_line(program, "less", &["icmp slt <4 x i32>"]);
    has_line(program, "sum", &["ReduceAdd i32"]);
    has_line(program, "sum", &["ReduceSMax i32"]);
}

#[test]
fn memory_operations() {
    let loaded = load_text(
        "void *memcpy(void *, const void *, unsigned long);
         void *memmove(void *, const void *, unsigned long);
         void *memset(void *, int, unsigned long);
         void f(char *a, char *b, unsigned long n) { memcpy(a, b, n); memmove(a, b, 8); memset(a, 7, n); }
         int vla(int n) { int a[n]; a[n - 1] = 4; return a[0]; }
         int volatile_read(volatile int *p) { return *p; }",
    );
    let program = &loaded.program;
    has_line(program, "f", &["memcpy v0, v1, i64 v2"]);
    has_line(program, "f", &["memmove v0, v1, i64 8"]);
    has_line(program, "f", &["memset v0, 7, i64 v2"]);
    has_line(program, "vla", &["alloca i32, i64 v", "align 16"]);
    has_line(program, "vla", &["StackSave ptr"]);
    has_line(program, "vla", &["StackRestore void"]);
    has_line(program, "vla", &["fill memcpy"]);
    has_line(program, "volatile_read", &["load i32 v0, align 4"]);
}

#[test]
fn uninitialised_variables_are_marked_only_where_read() {
    let loaded = load_text(
        "int clean(int c) { int i; i = 0; int j; if (c) j = 1; else j = 2; return i + j; }
         int dirty(int c) { int i; if (c) i = 1; return i; }
         char *pointer(void) { char *p; return p; }
         int array(int k) { int a[40]; return a[k]; }
         void use(int *); int escaped(void) { int i; use(&i); return i; }",
    );
    let program = &loaded.program;
    let marked = |name: &str| {
        let is_marked = |op: &&Op| matches!(op, Op::Uninitialised { .. });
        ops(program, name).into_iter().filter(is_marked).count()
    };
    assert_eq!(marked("clean"), 0);
    assert!(!text(program, "clean").contains("fill"));
    assert_eq!(marked("dirty"), 1);
    has_line(program, "dirty", &["uninitialised i32 -1431655766"]);
    has_line(program, "pointer", &["uninitialised ptr"]);
    has_line(program, "array", &["fill memset", "-86, i64 160"]);
    has_line(program, "escaped", &["fill store i32 -1431655766"]);
    assert_eq!(marked("escaped"), 0);
}

#[test]
fn without_promotion_everything_stays_in_memory() {
    let source = "int f(int a) { int b; b = a; return b; }";
    let loaded = load_with(source, |request| request.promote = false);
    has_line(&loaded.program, "f", &["fill store i32 -1431655766"]);
    has_line(&loaded.program, "f", &["store i32 v0"]);
    assert!(!text(&load_text(source).program, "f").contains("alloca"));
}

#[test]
fn variables_survive_setjmp_in_memory() {
    let loaded = load_text(
        "typedef long jmp_buf[25]; int setjmp(jmp_buf) __attribute__((returns_twice));
         jmp_buf b; void g(void);
         int f(void) { int i = 0; if (setjmp(b)) return i; i = 3; g(); return 0; }",
    );
    has_line(&loaded.program, "f", &["store i32 3"]);
}

#[test]
fn control_flow() {
    let loaded = load_text(
        "int br(int a) { if (a > 3) return 1; return 2; }
         int sw(long long a) { switch (a) { case 1: return 5; case -1: return 6; case 2 ... 4: return 7; default: return 8; } }
         int goto_(int i) { static void *t[] = { &&a, &&b }; goto *t[i]; a: return 1; b: return 2; }
         int ternary(int a) { return a > 2 ? 10 : 20; }
         int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
         void stop(void) { __builtin_unreachable(); }
         void trap(void) { __builtin_trap(); }",
    );
    let program = &loaded.program;
    has_line(program, "br", &["br v1, b1, b2"]);
    let switch = body(program, "sw").blocks.values().find_map(|block| match &block.terminator {
        Terminator::Switch { cases, .. } => Some(cases.clone()),
        _ => None,
    });
    let cases: Vec<u128> = switch.unwrap().into_iter().map(|(case, _)| case).collect();
    assert_eq!(cases, [1, u128::from(u64::MAX), 2, 3, 4]);
    has_line(program, "goto_", &["indirectbr", "b1, b2"]);
    let table = program.globals.values().find(|global| global.name == "goto_.t").unwrap();
    let Const::Aggregate { elements, .. } = &program.constants[table.initialiser.unwrap()] else {
        panic!("the table is an aggregate");
    };
    assert!(matches!(program.constants[elements[1]], Const::BlockAddress { .. }));
    assert_eq!(table.source_name.as_deref(), Some("t"));
    has_line(program, "ternary", &["select i1 ", ", i32 ", "[e"]);
    has_line(program, "loop", &["phi i32"]);
    has_line(program, "stop", &["unreachable"]);
    has_line(program, "trap", &["Trap void"]);
}

#[test]
fn calls() {
    let loaded = load_text(
        "int ext(int, ...); static int in(int a) { return a; }
         int direct(void) { return in(1) + ext(2, 3.0, \"x\"); }
         int indirect(int (*p)(int)) { return p(4); }
         int (*table[])(int) = { in };
         int knr(); int old(void) { return knr(1, 2); }
         int real(int a) { return a; } int other(int a) __attribute__((alias(\"real\")));
         int via(void) { return other(3); }
         int va(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);
             int r = __builtin_va_arg(l, int); __builtin_va_end(l); return r; }",
    );
    let program = &loaded.program;
    has_line(program, "direct", &["call i32 @in(i32 1)"]);
    has_line(program, "direct", &["call i32 @ext(i32 2, f64 3.0, ptr @"]);
    has_line(program, "indirect", &["call i32 *v0(i32 4)"]);
    has_line(program, "old", &["call i32 @knr(i32 1, i32 2)"]);
    has_line(program, "via", &["call i32 @real(i32 3)"]);
    has_line(program, "va", &["VaStart void(ptr"]);
    has_line(program, "va", &["VaEnd void(ptr"]);
    assert!(function(program, "va").is_variadic && function(program, "ext").is_variadic);
    assert_eq!(function(program, "in").linkage, Linkage::Internal);
    assert!(function(program, "ext").body.is_none());

    let graph = assay_program::callgraph::CallGraph::new(program);
    let id = |name: &str| program.function_named(name).unwrap();
    assert_eq!(graph.callees(id("indirect")), [id("in")]);
    assert_eq!(graph.address_taken(), [id("in")]);
    assert!(graph.reachable(&[id("direct")]).contains(&id("ext")));
    assert!(!graph.reachable(&[id("direct")]).contains(&id("real")));
    assert_eq!(graph.callers(id("real")), [id("via")]);
}

#[test]
fn the_alignment_of_variadic_arguments_stays_in_its_object() {
    let loaded = load_text(
        "long double va(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);
             long double r = __builtin_va_arg(l, long double); __builtin_va_end(l); return r; }",
    );
    has_line(&loaded.program, "va", &["and i64", "-16"]);
    has_line(&loaded.program, "va", &["sub i64"]);
    assert!(!text(&loaded.program, "va").contains("unsupported"));
}

#[test]
fn intrinsics() {
    let loaded = load_text(
        "int of(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) ? -1 : r; }
         int um(unsigned a, unsigned b) { unsigned r; return __builtin_mul_overflow(a, b, &r); }
         int bits(unsigned a) { return __builtin_popcount(a) + __builtin_clz(a) + __builtin_ctz(a); }
         unsigned swap(unsigned a) { return __builtin_bswap32(a) + __builtin_bitreverse32(a); }
         unsigned rot(unsigned a, int n) { return __builtin_rotateleft32(a, n) + __builtin_rotateright32(a, n); }
         int expect(int a) { return __builtin_expect(a, 1); }
         double fl(double a, double b) { return __builtin_fabs(a) + __builtin_copysign(a, b) + __builtin_floor(a); }
         double fm(double a, double b, double c) { return a * b + c; }
         unsigned long size(char *p) { return __builtin_object_size(p, 0); }
         void *frame(void) { return __builtin_frame_address(0); }
         int isnan_(double d) { return __builtin_isnan(d) + __builtin_isinf(d); }
         int konst(int a) { return __builtin_constant_p(a); }
         _Thread_local int tls; int tl(void) { return tls; }",
    );
    let found = |name: &str, wanted: Intrinsic| {
        let is_wanted =
            |op: &&Op| matches!(op, Op::Intrinsic { intrinsic, .. } if *intrinsic == wanted);
        assert!(ops(&loaded.program, name).iter().any(is_wanted), "{name} {wanted:?}");
    };
    found("of", Intrinsic::SAddOverflow);
    found("um", Intrinsic::UMulOverflow);
    found("bits", Intrinsic::CountOnes);
    found("bits", Intrinsic::LeadingZeros);
    found("bits", Intrinsic::TrailingZeros);
    found("swap", Intrinsic::ByteSwap);
    found("swap", Intrinsic::BitReverse);
    found("rot", Intrinsic::FunnelShiftLeft);
    found("rot", Intrinsic::FunnelShiftRight);
    found("fl", Intrinsic::FloatAbs);
    found("fl", Intrinsic::CopySign);
    found("fl", Intrinsic::Floor);
    found("fm", Intrinsic::FloatMulAdd);
    found("size", Intrinsic::ObjectSize);
    found("frame", Intrinsic::FrameAddress);
    found("isnan_", Intrinsic::IsFpClass);
    found("tl", Intrinsic::Identity);
    assert!(loaded.program.globals.values().any(|g| g.name == "tls" && g.is_thread_local));
}

#[test]
fn atomics() {
    let loaded = load_text(
        "int add(_Atomic int *p) { return (*p)++; }
         int swap(int *p) { return __atomic_exchange_n(p, 4, 5); }
         int cas(int *p, int old) { return __sync_bool_compare_and_swap(p, old, 7); }
         void fence(void) { __sync_synchronize(); }
         int load(int *p) { return __atomic_load_n(p, 5); }",
    );
    let updates = |name: &str| {
        ops(&loaded.program, name).into_iter().find_map(|op| match op {
            Op::AtomicUpdate { op, .. } => Some(*op),
            _ => None,
        })
    };
    assert_eq!(updates("add"), Some(AtomicOp::Add));
    assert_eq!(updates("swap"), Some(AtomicOp::Exchange));
    has_line(&loaded.program, "cas", &["cmpxchg i32 v0, v1, 7"]);
    assert!(ops(&loaded.program, "fence").iter().any(|op| matches!(op, Op::Fence)));
    has_line(&loaded.program, "load", &["load i32 v0"]);
}

#[test]
fn inline_assembly() {
    let loaded = load_text(
        "int barrier(int a) { __asm__ volatile(\"\" ::: \"memory\"); return a; }
         int tied(int a) { __asm__(\"\" : \"+r\"(a)); return a; }
         int both(int a, long b) { __asm__(\"\" : \"+r\"(a), \"+r\"(b)); return a + (int)b; }
         int memory(int a) { __asm__(\"\" : \"+m\"(a)); return a; }
         unsigned real(void) { unsigned lo; __asm__(\"rdtsc\" : \"=a\"(lo) :: \"edx\"); return lo; }
         int nowhere(void) { int r; __asm__(\"\" : \"=r\"(r)); return r; }",
    );
    let program = &loaded.program;
    let unsupported = |name: &str| {
        ops(program, name).into_iter().find_map(|op| match op {
            Op::Unsupported { what } => Some(what.clone()),
            _ => None,
        })
    };
    for name in ["barrier", "tied", "both", "memory"] {
        assert_eq!(unsupported(name), None);
    }
    has_line(program, "tied", &["Identity i32(i32 v0)"]);
    has_line(program, "both", &["insertvalue", "i64 v1 [1]"]);
    assert_eq!(unsupported("real"), Some("inline assembly \"rdtsc\"".to_string()));
    assert_eq!(unsupported("nowhere"), Some("inline assembly \"\"".to_string()));
}

#[test]
fn constants_and_globals() {
    let loaded = load_text(
        "int x = 5; const char text[] = \"hi\"; int zeros[100]; int *p = &x; int *q = (int *)&p + 3;
         short nums[] = { 1, -2, 3 }; float fs[] = { 1.0f, 0.5f };
         struct s { int a; char *n; int (*f)(void); } s = { 1, \"n\", 0 };
         extern int elsewhere; int *e = &elsewhere; long diff = (long)&x;
         static int fun(void) { return x; } int (*fp)(void) = fun;
         __int128 wide = ((__int128)1 << 70) + 9; weak_t; ".replace("weak_t; ", "__attribute__((weak)) int weak = 2;").as_str(),
    );
    let program = &loaded.program;
    let printed = assay_program::text::print(program);
    let line = |name: &str| {
        let wanted = format!("@{name} ");
        let is_global = |line: &&str| {
            ["global", "constant", "external"].iter().any(|word| line.starts_with(word))
        };
        let found = printed.lines().filter(is_global).find(|line| line.contains(&wanted));
        found.unwrap_or_else(|| panic!("no global {name} in\n{printed}")).to_string()
    };
    assert!(line("x").contains("global @x i32 5, size 4, align 4"), "{}", line("x"));
    assert!(line("text").contains("constant @text [3 x i8] c\"hi\\x00\""));
    assert!(line("zeros").contains("zero, size 400, align 16"));
    assert!(line("p").contains("ptr @x"));
    assert!(line("q").contains("offset(ptr @p, 12)"));
    assert!(line("nums").contains(r#"c"\x01\x00\xfe\xff\x03\x00""#));
    assert!(line("fs").contains(r#"c"\x00\x00\x80?\x00\x00\x00?""#));
    assert!(line("s").contains("{0: i32, 8: ptr, 16: ptr} {1, @.str"));
    assert!(line("elsewhere").contains("external global @elsewhere i32"));
    assert!(line("diff").contains("i64 resize(ptr @x)"));
    assert!(line("fp").contains("ptr @fun"));
    assert!(line("wide").contains("i128 0x400000000000000009"));
    assert!(line("weak").contains("i32 2"));
    let x = program.globals.values().find(|global| global.name == "x").unwrap();
    assert_eq!(x.place.unwrap().line, 1);
}

#[test]
fn constructors_run_by_priority_and_destructors_in_reverse() {
    let loaded = load_text(
        "__attribute__((constructor)) void c3(void) {} __attribute__((constructor(200))) void c2(void) {}
         __attribute__((constructor(101))) void c1(void) {}
         __attribute__((destructor)) void d1(void) {} __attribute__((destructor(200))) void d2(void) {}
         __attribute__((destructor(101))) void d3(void) {}",
    );
    let program = &loaded.program;
    let names = |ids: &[assay_program::FuncId]| -> Vec<String> {
        ids.iter().map(|&id| program.functions[id].name.clone()).collect()
    };
    assert_eq!(names(&program.startup), ["c1", "c2", "c3"]);
    assert_eq!(names(&program.shutdown), ["d1", "d2", "d3"]);
}

#[test]
fn thirty_two_bits() {
    let loaded = load_with(
        "struct s { char c; long l; long long ll; double d; void *p; };
         unsigned long size(void) { return sizeof(struct s); }
         void *last(struct s *s) { return s->p; }
         long long wide(long long a) { return a * 3; } long double x(long double a) { return a; }
         int by(struct s v) { return v.c; }",
        |request| request.clang_flags = vec!["-m32".to_string()],
    );
    assert!(loaded.replay.is_32_bit);
    let program = &loaded.program;
    assert_eq!(program.pointer_bits, 32);
    has_line(program, "size", &["ret 28"]);
    has_line(program, "last", &["address v0 + 24"]);
    let pointer = program.types.find(&Type::Pointer).unwrap();
    assert_eq!(program.types.layout(pointer).alloc_size, 4);
    let x87 = program.types.find(&Type::Float(FloatKind::X87)).unwrap();
    assert_eq!(program.types.layout(x87).alloc_size, 12);
    assert!(function(program, "by").params[0].byval.is_some());
}

#[test]
fn a_large_initialiser_loads_fast() {
    let numbers: Vec<String> = (0..262_144).map(|number| number.to_string()).collect();
    let source =
        format!("int table[] = {{ {} }}; int get(int i) {{ return table[i]; }}", numbers.join(","));
    let loaded = load_text(&source);
    let table = loaded.program.globals.values().find(|global| global.name == "table").unwrap();
    let Const::Bytes { bytes, .. } = &loaded.program.constants[table.initialiser.unwrap()] else {
        panic!("packed");
    };
    assert_eq!(
        (bytes.len(), &bytes[4 * 70_000..4 * 70_000 + 4]),
        (1 << 20, &70_000u32.to_le_bytes()[..])
    );
}

#[test]
fn test_vectors_are_marks() {
    let loaded = load_with("int f(int a, int b) { return a && b ? 3 : 4; }", |request| {
        request.mcdc = true;
    });
    let ops = ops(&loaded.program, "f");
    assert!(
        ops.iter()
            .any(|op| matches!(op, Op::Mark { count: 3, index: Some(Operand::Value(_)), .. }))
    );
}

#[test]
fn a_direct_call_takes_no_address() {
    let loaded = load_text("static int g(void) { return 1; } int f(void) { return g(); }");
    let calls = ops(&loaded.program, "f").into_iter().filter_map(|op| match op {
        Op::Call { callee, .. } => Some(callee),
        _ => None,
    });
    assert!(calls.into_iter().all(|callee| matches!(callee, Callee::Direct(_))));
    assert!(!loaded.program.constants.values().any(|c| matches!(c, Const::Function { .. })));
}
