//! Constants. LLVM shares them, so each is converted once.

use super::Converter;
use super::types::float_kind;
use crate::llvm::{Opcode, Type, TypeKind, Value, ValueKind};
use assay_program::{Const, ConstExpr, ConstId, TypeId};

/// How much of an unknown constant the user gets to see.
const SHOWN_CHARACTERS: usize = 120;

impl<'m> Converter<'m> {
    pub(super) fn constant(&mut self, value: Value<'m>) -> ConstId {
        if let Some(&id) = self.constants.get(&value) {
            return id;
        }
        let id = match value.kind() {
            // An alias is what it stands for.
            ValueKind::LLVMGlobalAliasValueKind => self.constant(value.aliasee()),
            _ => {
                let converted = self.convert_constant(value);
                self.program.constants.push(converted)
            }
        };
        self.constants.insert(value, id);
        id
    }

    fn convert_constant(&mut self, value: Value<'m>) -> Const {
        let ty = self.type_id(value.ty());
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind => Const::Int { ty, words: int_words(value) },
            ValueKind::LLVMConstantFPValueKind => self.float(value, ty),
            ValueKind::LLVMConstantPointerNullValueKind => Const::Null { ty },
            ValueKind::LLVMConstantAggregateZeroValueKind => Const::Zero { ty },
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                Const::Undef { ty }
            }
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind => {
                let elements = value.operands().map(|element| self.constant(element)).collect();
                Const::Aggregate { ty, elements }
            }
            ValueKind::LLVMConstantDataArrayValueKind => {
                self.packed(value, ty, value.ty().array_length())
            }
            ValueKind::LLVMConstantDataVectorValueKind => {
                self.packed(value, ty, u64::from(value.ty().vector_length()))
            }
            ValueKind::LLVMGlobalVariableValueKind => match self.globals.get(&value) {
                Some(&global) => Const::Global { global, ty },
                None => unsupported(ty, value),
            },
            ValueKind::LLVMFunctionValueKind => match self.functions.get(&value) {
                Some(&function) => Const::Function { function, ty },
                None => unsupported(ty, value),
            },
            ValueKind::LLVMBlockAddressValueKind => self.block_address(value, ty),
            ValueKind::LLVMConstantExprValueKind => self.expression(value, ty),
            _ => unsupported(ty, value),
        }
    }

    /// Bits are taken by a folded bitcast: the C API's own way rounds to a double.
    fn float(&mut self, value: Value<'m>, ty: TypeId) -> Const {
        match self.float_bits(value) {
            Some(bits) => Const::Float { ty, bits },
            None => unsupported(ty, value),
        }
    }

    fn float_bits(&self, value: Value<'m>) -> Option<u128> {
        let bits = float_kind(value.ty().kind())?.bits();
        let as_int = value.bitcast_constant(self.module.int_type(bits));
        if as_int.kind() != ValueKind::LLVMConstantIntValueKind {
            return None;
        }
        let words = int_words(as_int);
        let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
        Some(word(0) | word(1) << 64)
    }

    /// Packed arrays and vectors of numbers.
    fn packed(&mut self, value: Value<'m>, ty: TypeId, length: u64) -> Const {
        if let Some(bytes) = value.byte_array() {
            return Const::Bytes { ty, bytes: bytes.to_vec() };
        }
        let size = self.layout.alloc_size(value.ty().element()) as usize;
        let mut bytes = Vec::with_capacity(size * length as usize);
        for index in 0..length as u32 {
            let element = value.packed_element(index);
            let bits = match element.as_int() {
                Some(number) => u128::from(number),
                None => self.float_bits(element).unwrap_or(0),
            };
            bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
        Const::Bytes { ty, bytes }
    }

    fn block_address(&mut self, value: Value<'m>, ty: TypeId) -> Const {
        let (function, block) = value.block_address();
        let block = self.block_id(function, block);
        match (self.functions.get(&function), block) {
            (Some(&function), Some(block)) => Const::BlockAddress { function, block, ty },
            _ => unsupported(ty, value),
        }
    }

    fn expression(&mut self, value: Value<'m>, ty: TypeId) -> Const {
        let expr = match value.constant_opcode() {
            Opcode::LLVMGetElementPtr => match self.constant_offset(value) {
                Some(bytes) => ConstExpr::Offset { base: self.constant(value.operand(0)), bytes },
                None => return unsupported(ty, value),
            },
            Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast
                if is_scalar(value.ty()) && is_scalar(value.operand(0).ty()) =>
            {
                ConstExpr::Resize(self.constant(value.operand(0)))
            }
            Opcode::LLVMAdd => self.pair(value, ConstExpr::Add),
            Opcode::LLVMSub => self.pair(value, ConstExpr::Sub),
            Opcode::LLVMMul => self.pair(value, ConstExpr::Mul),
            Opcode::LLVMXor => self.pair(value, ConstExpr::Xor),
            _ => return unsupported(ty, value),
        };
        Const::Expr { ty, expr }
    }

    fn pair(&mut self, value: Value<'m>, make: fn(ConstId, ConstId) -> ConstExpr) -> ConstExpr {
        make(self.constant(value.operand(0)), self.constant(value.operand(1)))
    }

    /// The byte offset of a constant `getelementptr`, if all its indices are numbers.
    fn constant_offset(&mut self, value: Value<'m>) -> Option<i64> {
        if value.ty().kind() != TypeKind::LLVMPointerTypeKind {
            return None;
        }
        let steps = self.address_steps(value)?;
        steps.indices.is_empty().then_some(steps.offset)
    }

    /// Stands where an operand cannot be converted; the instruction around it is unsupported.
    pub(super) fn undefined(&mut self, ty: Type<'m>) -> ConstId {
        let ty = self.type_id(ty);
        self.program.constants.push(Const::Undef { ty })
    }
}

fn is_scalar(ty: Type) -> bool {
    matches!(ty.kind(), TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind)
}

fn unsupported(ty: TypeId, value: Value) -> Const {
    let text: String = match value.kind() {
        ValueKind::LLVMFunctionValueKind
        | ValueKind::LLVMGlobalVariableValueKind
        | ValueKind::LLVMGlobalIFuncValueKind => format!("@{}", value.name()),
        _ => value.print().chars().take(SHOWN_CHARACTERS).collect(),
    };
    Const::Expr { ty, expr: ConstExpr::Unsupported(text) }
}

/// The words of an integer constant of any width. The C API gives 64 bits at most; wider ones
/// are read from their decimal print.
pub(super) fn int_words(value: Value) -> Vec<u64> {
    let bits = value.ty().int_bits();
    if bits <= 64 {
        return vec![value.int_low_bits()];
    }
    let printed = value.print();
    let number = printed.rsplit(' ').next().unwrap_or("0");
    decimal_words(number, bits)
}

/// Two's complement of a decimal number in `bits` bits, little-endian words.
fn decimal_words(number: &str, bits: u32) -> Vec<u64> {
    let digits = number.strip_prefix('-').unwrap_or(number);
    let mut words = vec![0u64; bits.div_ceil(64) as usize];
    for digit in digits.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(digit - b'0');
        for word in &mut words {
            let wide = u128::from(*word) * 10 + carry;
            *word = wide as u64;
            carry = wide >> 64;
        }
    }
    if digits.len() != number.len() {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
    }
    let used = bits % 64;
    if let Some(last) = words.last_mut().filter(|_| used != 0) {
        *last &= (1 << used) - 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::decimal_words;

    #[test]
    fn wide_decimals() {
        assert_eq!(decimal_words("18446744073709551617", 128), [1, 1]);
        assert_eq!(decimal_words("-1", 80), [u64::MAX, 0xffff]);
        assert_eq!(decimal_words("-18446744073709551616", 128), [0, u64::MAX]);
        assert_eq!(decimal_words("0", 65), [0, 0]);
    }
}
