//! Functions, their variables and blocks, and what those answer that are defined nowhere.

use super::{Parsed, Parser, Token};
use crate::prototype::{Count, OutParameter, Part, Place, Prototype, Target};
use crate::text::spelling::SCALARS;
use crate::{
    Block, BlockId, FuncId, Function, FunctionBody, Linkage, Param, TypeId, ValueId, Variable,
    VariableHome,
};
use assay_base::{Arena, Id};
use std::sync::Arc;

/// What instructions need to know of the function that they are in.
pub(super) struct BodyContext {
    pub(super) function: FuncId,
    pub(super) return_type: TypeId,
    pub(super) values: Arena<ValueId, TypeId>,
}

impl Parser {
    pub(super) fn function(&mut self) -> Parsed<()> {
        let has_body = self.take_word("define");
        if !has_body {
            self.word("declare")?;
        }
        let linkage = match () {
            () if self.take_word("internal") => Linkage::Internal,
            () if self.take_word("weak") => Linkage::Weak,
            () => Linkage::External,
        };
        let is_model = self.take_word("model");
        let never_returns = self.take_word("noreturn");
        let role = self.role(has_body)?;
        let conduct = self.conduct()?;
        let return_type = self.ty()?;
        let (name, _) = self.name()?;
        let (params, is_variadic) = self.params()?;
        let is_known_as = self.take_word("known");
        if is_known_as {
            self.word("as")?;
        }
        let stable_name = if is_known_as { Some(self.text()?) } else { None };
        let label = if self.take_word("called") { Some(self.text()?) } else { None };
        let asks = self.take_word("asks");
        let outside = if asks { Some(Arc::new(self.outside(&name)?)) } else { None };
        self.file = None;
        let place = self.place()?;
        let prototype = if self.take_word("answers") { Some(self.prototype()?) } else { None };
        let id = self.program.functions.push(Function {
            name,
            linkage,
            params,
            return_type,
            is_variadic,
            is_model,
            never_returns,
            role,
            conduct,
            stable_name,
            label,
            outside,
            place,
            body: None,
            prototype,
        });
        if has_body {
            self.file = place.map(|place| place.file);
            let body = self.body(id)?;
            self.program.functions[id].body = Some(Arc::new(body));
            self.file = None;
        }
        Ok(())
    }

    fn params(&mut self) -> Parsed<(Vec<Param>, bool)> {
        let mut params: Vec<Param> = Vec::new();
        let mut is_variadic = false;
        self.sign("(")?;
        while !self.take_sign(")") {
            if is_variadic {
                return self.expected("')'");
            }
            if !params.is_empty() {
                self.sign(",")?;
            }
            match self.take_sign("...") {
                true => is_variadic = true,
                false => params.push(self.param(params.len())?),
            }
        }
        Ok((params, is_variadic))
    }

    fn param(&mut self, index: usize) -> Parsed<Param> {
        let ty = self.ty()?;
        let byval = if self.take_word("byval") { Some(self.ty()?) } else { None };
        let is_sret = self.take_word("sret");
        let value = self.value()?;
        if value.index() != index {
            return self.error_before(format!("{} is the next value", ValueId::new(index)));
        }
        let name = if matches!(self.peek(), Token::Text(_)) { Some(self.text()?) } else { None };
        Ok(Param { value, ty, byval, is_sret, name })
    }

    fn prototype(&mut self) -> Parsed<Prototype> {
        let mut prototype = Prototype::default();
        self.sign("{")?;
        prototype.returns_text = self.take_word("text");
        prototype.most = if self.take_word("most") { Some(self.count()?) } else { None };
        prototype.answer = self.answer()?;
        while self.take_word("place") {
            let param = self.number()?;
            self.word("of")?;
            prototype.places.push(Place { param, element: self.number()? });
            self.word("bytes")?;
        }
        while self.take_word("parameter") {
            let param = self.number()?;
            let count = if self.take_word("times") { Some(self.count()?) } else { None };
            let answer = self.answer()?;
            let moves = if self.take_word("moves") { Some(self.number()?) } else { None };
            let target = self.target()?;
            prototype.outs.push(OutParameter { param, target, count, answer, moves });
        }
        if self.take_word("result") {
            prototype.result = Some(self.target()?);
        }
        self.sign("}")?;
        Ok(prototype)
    }

    /// `answer 3`: the row of a driver's table.
    fn answer(&mut self) -> Parsed<Option<u32>> {
        if self.take_word("answer") { self.number().map(Some) } else { Ok(None) }
    }

    /// `behind 2 as unsigned 64`.
    fn count(&mut self) -> Parsed<Count> {
        let is_behind = self.take_word("behind");
        let param = self.number()?;
        self.word("as")?;
        let is_signed = self.take_any_word(&["signed", "unsigned"])? == "signed";
        Ok(Count { param, is_behind, is_signed, bits: self.number()? })
    }

    /// `of 8 bytes whole {0: signed of 4 ".x", 4: float of 4 ".y"}`.
    fn target(&mut self) -> Parsed<Target> {
        self.word("of")?;
        let size = self.number()?;
        self.word("bytes")?;
        let is_whole = self.take_word("whole");
        let mut parts = Vec::new();
        self.sign("{")?;
        while !self.take_sign("}") {
            if !parts.is_empty() {
                self.sign(",")?;
            }
            let offset = self.number()?;
            self.sign(":")?;
            let words = SCALARS.each_ref().map(|(_, word)| *word);
            let word = self.take_any_word(&words)?;
            let kind =
                SCALARS.iter().find(|(_, known)| *known == word).map(|(kind, _)| kind.clone());
            self.word("of")?;
            let size = self.number()?;
            let name = self.text()?;
            parts.extend(kind.map(|kind| Part { offset, size, kind, name }));
        }
        Ok(Target { size, parts, is_whole })
    }

    fn body(&mut self, function: FuncId) -> Parsed<FunctionBody> {
        let owner = &self.program.functions[function];
        let mut context = BodyContext {
            function,
            return_type: owner.return_type,
            values: owner.params.iter().map(|param| param.ty).collect(),
        };
        self.sign("{")?;
        let mut variables = Vec::new();
        while self.take_word("variable") {
            variables.push(self.variable()?);
        }
        let mut blocks = Arena::new();
        while matches!(self.peek_behind(), Token::Sign(":")) {
            let next: BlockId = blocks.next_id();
            if self.block()? != next {
                return self.error_before(format!("{next} is the next block"));
            }
            self.sign(":")?;
            blocks.push(self.block_body(&mut context, next)?);
        }
        let has_observables = self.take_word("observables");
        let observables = if has_observables { Some(self.observables()?) } else { None };
        self.sign("}")?;
        Ok(FunctionBody { values: context.values, blocks, variables, observables })
    }

    fn block_body(&mut self, context: &mut BodyContext, id: BlockId) -> Parsed<Block> {
        let mut insts = Vec::new();
        loop {
            if let Some(terminator) = self.terminator(context, id)? {
                let terminator_place = self.place()?;
                return Ok(Block { insts, terminator, terminator_place });
            }
            insts.push(self.inst(context, id)?);
        }
    }

    pub(super) fn block(&mut self) -> Parsed<BlockId> {
        self.id("b", "a block")
    }

    fn variable(&mut self) -> Parsed<Variable> {
        let name = self.text()?;
        let parameter = if self.take_word("parameter") { Some(self.number()?) } else { None };
        let home = match self.take_word("at") {
            true => VariableHome::Memory(self.value()?),
            false => {
                self.word("in")?;
                VariableHome::Values(self.list(Parser::value)?)
            }
        };
        Ok(Variable { name, parameter, home, place: self.place()? })
    }
}
