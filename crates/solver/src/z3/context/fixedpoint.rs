//! Horn clauses: relations, rules about them, and what Spacer finds out about a relation.

use std::ffi::CStr;

use z3_sys::*;

use super::{Ast, Context, Made, Refused, Sort};

/// A relation of one fixed point, alive as long as its context.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Relation(Z3_func_decl);

/// A set of rules.
pub(crate) struct Fixedpoint<'a> {
    context: &'a Context,
    raw: Z3_fixedpoint,
}

impl<'a> Fixedpoint<'a> {
    pub(crate) fn new(context: &'a Context) -> Made<Fixedpoint<'a>> {
        let (engine, spacer) = (context.symbol(c"engine")?, context.symbol(c"spacer")?);
        // SAFETY: all handles are alive and counted.
        unsafe {
            let raw = Z3_mk_fixedpoint(context.raw).ok_or(Refused)?;
            Z3_fixedpoint_inc_ref(context.raw, raw);
            let fixedpoint = Fixedpoint { context, raw };
            let params = Z3_mk_params(context.raw).ok_or(Refused)?;
            Z3_params_inc_ref(context.raw, params);
            Z3_params_set_symbol(context.raw, params, engine, spacer);
            // What is learnt must be about the relations as they were given.
            for name in [c"xform.slice", c"xform.inline_linear", c"xform.inline_eager"] {
                Z3_params_set_bool(context.raw, params, context.symbol(name)?, false);
            }
            Z3_fixedpoint_set_params(context.raw, raw, params);
            Z3_params_dec_ref(context.raw, params);
            Ok(fixedpoint)
        }
    }

    /// Declares a relation.
    pub(crate) fn relation(&self, name: &CStr, sorts: &[Sort]) -> Made<Relation> {
        let context = self.context;
        let name = context.symbol(name)?;
        let sorts: Vec<Z3_sort> = sorts.iter().map(|sort| sort.0).collect();
        let truth = context.truth_sort()?;
        // SAFETY: the sorts are alive; the declaration is kept as a term.
        unsafe {
            let count = sorts.len() as u32;
            let made = Z3_mk_func_decl(context.raw, name, count, sorts.as_ptr(), truth.0);
            let made = made.ok_or(Refused)?;
            context.keep(Z3_func_decl_to_ast(context.raw, made))?;
            Z3_fixedpoint_register_relation(context.raw, self.raw, made);
            Ok(Relation(made))
        }
    }

    /// That these terms are in the relation.
    pub(crate) fn holds(&self, relation: Relation, arguments: &[Ast]) -> Made {
        let arguments: Vec<Z3_ast> = arguments.iter().map(|argument| argument.0).collect();
        let count = arguments.len() as u32;
        // SAFETY: relation and arguments are alive.
        self.context
            .keep(unsafe { Z3_mk_app(self.context.raw, relation.0, count, arguments.as_ptr()) })
    }

    /// Adds that the head follows from the body, whatever the variables are.
    pub(crate) fn rule(&self, variables: &[Ast], body: &[Ast], head: Ast) -> Made<()> {
        let context = self.context;
        let body: Vec<Z3_ast> = body.iter().map(|part| part.0).collect();
        // SAFETY: all terms are alive, and the variables are constants.
        unsafe {
            let body = Z3_mk_and(context.raw, body.len() as u32, body.as_ptr());
            let mut rule =
                context.keep(Z3_mk_implies(context.raw, context.keep(body)?.0, head.0))?;
            if !variables.is_empty() {
                let bound = variables.iter().map(|v| Z3_to_app(context.raw, v.0).ok_or(Refused));
                let bound = bound.collect::<Result<Vec<_>, _>>()?;
                let (count, none) = (bound.len() as u32, std::ptr::null());
                let all =
                    Z3_mk_forall_const(context.raw, 0, count, bound.as_ptr(), 0, none, rule.0);
                rule = context.keep(all)?;
            }
            // A name of its own for each rule is Z3's choice.
            Z3_fixedpoint_add_rule(context.raw, self.raw, rule.0, None);
        }
        Ok(())
    }

    /// Thinks about whether anything is in the relation.
    pub(crate) fn query(&self, relation: Relation) {
        // SAFETY: the relation is alive. The answer does not matter: what was learnt is read from
        // `facts`.
        unsafe { Z3_fixedpoint_query_relations(self.context.raw, self.raw, 1, &relation.0) };
    }

    /// What was found to hold of all that is in the relation, over [`Form::Argument`]s.
    pub(crate) fn facts(&self, relation: Relation) -> Made {
        const ALWAYS: i32 = -1;
        // SAFETY: the relation is alive.
        self.context.keep(unsafe {
            Z3_fixedpoint_get_cover_delta(self.context.raw, self.raw, ALWAYS, relation.0)
        })
    }
}

impl Drop for Fixedpoint<'_> {
    fn drop(&mut self) {
        // SAFETY: counted once in `new`.
        unsafe { Z3_fixedpoint_dec_ref(self.context.raw, self.raw) }
    }
}

/// What a term of integers and truth values is.
pub(crate) enum Form {
    Number(i128),
    /// Of a relation, by its position.
    Argument(usize),
    /// A function by its name in SMT-LIB.
    Of(String, Vec<Ast>),
    Other,
}

impl Context {
    pub(crate) fn form(&self, ast: Ast) -> Made<Form> {
        // SAFETY: the term is alive; texts stay valid until the next call.
        unsafe {
            match Z3_get_ast_kind(self.raw, ast.0) {
                AstKind::Numeral => {
                    let text = Z3_get_numeral_string(self.raw, ast.0);
                    if text.is_null() {
                        return Err(Refused);
                    }
                    let text = CStr::from_ptr(text).to_string_lossy();
                    Ok(text.parse().map_or(Form::Other, Form::Number))
                }
                AstKind::Var => Ok(Form::Argument(Z3_get_index_value(self.raw, ast.0) as usize)),
                AstKind::App => {
                    let app = Z3_to_app(self.raw, ast.0).ok_or(Refused)?;
                    let decl = Z3_get_app_decl(self.raw, app).ok_or(Refused)?;
                    let name = Z3_get_decl_name(self.raw, decl).ok_or(Refused)?;
                    let name = Z3_get_symbol_string(self.raw, name);
                    if name.is_null() {
                        return Err(Refused);
                    }
                    let name = CStr::from_ptr(name).to_string_lossy().into_owned();
                    let argument = |i| self.keep(Z3_get_app_arg(self.raw, app, i));
                    let count = Z3_get_app_num_args(self.raw, app);
                    Ok(Form::Of(name, (0..count).map(argument).collect::<Result<_, _>>()?))
                }
                _ => Ok(Form::Other),
            }
        }
    }
}
