//! Functions of math.h that no float theory defines.
//!
//! They are computed by the host's own math library, on values that the path is fixed to as a
//! decision. The native runs of tests use the same library, so a path does not part from its native
//! run in the last bit of a sine. (Only `cbrt` comes from Rust's own runtime.) Half and extended
//! floats have no functions here: those of double are taken, and for long double, which the library
//! knows better, a note says so.

use crate::code::CallSite;
use crate::machine::{Machine, Outcome};
use crate::value::Value;
use assay_expr::{Format, Value as Number, float};

/// Values of one argument that are tried.
const TRIED: u32 = 4;
const ARGUMENT: &str = "an argument of a function of the math library";

enum Function {
    Unary(extern "C" fn(f64) -> f64, extern "C" fn(f32) -> f32),
    Binary(extern "C" fn(f64, f64) -> f64, extern "C" fn(f32, f32) -> f32),
    /// The number comes as a float too.
    NumberFirst(extern "C" fn(i32, f64) -> f64, extern "C" fn(i32, f32) -> f32),
    NumberLast(extern "C" fn(f64, i32) -> f64, extern "C" fn(f32, i32) -> f32),
}

/// Declares functions of the library, and finds them by their C names.
macro_rules! library {
    ($($kind:ident $double:tt $single:tt $($name:ident $name_of_single:ident)*;)*) => {
        #[link(name = "m")]
        unsafe extern "C" {
            $($(
                safe fn $name $double -> f64;
                safe fn $name_of_single $single -> f32;
            )*)*
        }

        fn function_named(name: &str) -> Option<Function> {
            match name {
                $($(stringify!($name) => Some(Function::$kind($name, $name_of_single)),)*)*
                _ => None,
            }
        }
    };
}

library! {
    Unary (x: f64) (x: f32)
        exp expf exp2 exp2f exp10 exp10f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf
        sin sinf cos cosf tan tanf asin asinf acos acosf atan atanf
        sinh sinhf cosh coshf tanh tanhf asinh asinhf acosh acoshf atanh atanhf
        cbrt cbrtf erf erff erfc erfcf tgamma tgammaf lgamma lgammaf
        j0 j0f j1 j1f y0 y0f y1 y1f;
    Binary (x: f64, y: f64) (x: f32, y: f32)
        pow powf atan2 atan2f hypot hypotf remainder remainderf;
    NumberFirst (n: i32, x: f64) (n: i32, x: f32)
        jn jnf yn ynf;
    NumberLast (x: f64, n: i32) (x: f32, n: i32)
        ldexp ldexpf;
}

/// The compiler's own: `__builtin_powi`.
fn power_of_number() -> Function {
    extern "C" fn powi(x: f64, n: i32) -> f64 {
        x.powi(n)
    }
    extern "C" fn powif(x: f32, n: i32) -> f32 {
        x.powi(n)
    }
    Function::NumberLast(powi, powif)
}

/// The function of this name on the bits of these arguments.
fn evaluate(name: &str, format: Format, arguments: &[Number]) -> Option<Number> {
    let function = match name {
        "powi" => power_of_number(),
        _ => function_named(name)?,
    };
    let argument = |n: usize| arguments.get(n).copied().unwrap_or(0);
    if format == Format::Single {
        let x = |n: usize| f32::from_bits(argument(n) as u32);
        let result = match function {
            Function::Unary(_, function) => function(x(0)),
            Function::Binary(_, function) => function(x(0), x(1)),
            Function::NumberFirst(_, function) => function(x(0) as i32, x(1)),
            Function::NumberLast(_, function) => function(x(0), argument(1) as i32),
        };
        return Some(Number::from(result.to_bits()));
    }
    let x = |n: usize| f64::from_bits(float::convert(format, Format::Double, argument(n)) as u64);
    let result = match function {
        Function::Unary(function, _) => function(x(0)),
        Function::Binary(function, _) => function(x(0), x(1)),
        Function::NumberFirst(function, _) => function(x(0) as i32, x(1)),
        Function::NumberLast(function, _) => function(x(0), argument(1) as i32),
    };
    Some(float::convert(Format::Double, format, Number::from(result.to_bits())))
}

impl Machine {
    /// `(name, x, y)` and its kin: see `runtime/assay.h`.
    pub(crate) fn math_call(&mut self, format: Format, site: &CallSite) -> Outcome<()> {
        let name = self.name_argument(site, 0)?;
        let mut arguments = Vec::new();
        for n in 1..site.args.len() {
            let bits = site.args[n].leaves.first().map_or(0, |leaf| leaf.leaf.bits);
            arguments.push(self.argument(site, n, bits)?);
        }
        let result = self.math(&name, format, &arguments)?;
        self.set_result_value(site, result);
        Ok(())
    }

    /// The function of this name on these arguments, which the path is fixed to.
    pub(crate) fn math(
        &mut self,
        name: &str,
        format: Format,
        arguments: &[Value],
    ) -> Outcome<Value> {
        let mut numbers = Vec::new();
        for argument in arguments {
            numbers.push(self.fix_argument(*argument)?);
        }
        if format == Format::X87 {
            self.notes.insert(format!("'{name}' of a long double is computed as that of a double"));
        }
        match evaluate(name, format, &numbers) {
            Some(result) => Ok(Value::Concrete(result)),
            None => self.unsupported(format!("'{name}'")),
        }
    }

    fn fix_argument(&mut self, argument: Value) -> Outcome<Number> {
        let term = match argument {
            Value::Concrete(number) => return Ok(number),
            Value::Symbolic(term) => term,
        };
        let bits = self.terms.width(term);
        if bits <= u64::BITS {
            return self.choose(term, TRIED, ARGUMENT);
        }
        // A choice is a number of 64 bits.
        let (low, high) = (
            self.terms.extract(term, 0, u64::BITS),
            self.terms.extract(term, u64::BITS, bits - u64::BITS),
        );
        let high = self.choose(high, TRIED, ARGUMENT)?;
        Ok(high << u64::BITS | self.choose(low, TRIED, ARGUMENT)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_doubles(name: &str, x: f64, y: f64) -> Option<f64> {
        let bits = |x: f64| Number::from(x.to_bits());
        let result = evaluate(name, Format::Double, &[bits(x), bits(y)])?;
        Some(f64::from_bits(result as u64))
    }

    #[test]
    fn functions_are_found_by_name_and_number_of_arguments() {
        assert_eq!(of_doubles("exp2", 3.0, 0.0), Some(8.0));
        assert_eq!(of_doubles("hypot", 3.0, 4.0), Some(5.0));
        assert_eq!(of_doubles("fourier", 1.0, 0.0), None);
    }

    #[test]
    fn floats_have_functions_of_their_own() {
        let x = Number::from(0.7f32.to_bits());
        let of_single = evaluate("tgamma", Format::Single, &[x]).unwrap();
        assert_eq!(of_single, Number::from(tgammaf(0.7).to_bits()));
    }

    #[test]
    fn a_number_is_no_float() {
        let (x, n) = (Number::from(1e300f64.to_bits()), Number::from(-1080i32 as u32));
        let scaled = evaluate("ldexp", Format::Double, &[x, n]).unwrap();
        assert_eq!(f64::from_bits(scaled as u64), 1e300 * 0.5f64.powi(1000) * 0.5f64.powi(80));
    }
}
