//! SMT-LIB scripts, answered by Z3: how certificates are checked that were read from a file.

use std::ffi::{CStr, CString};
use std::time::Duration;

use z3_sys::{
    Z3_del_config, Z3_del_context, Z3_eval_smtlib2_string, Z3_mk_config, Z3_mk_context,
    Z3_set_error_handler,
};

/// How long the general solver has before that for bits is asked.
const SOON: Duration = Duration::from_millis(100);

/// What Z3 prints for a script, line by line: an answer for each `(check-sat)`, and errors. Each
/// check gets this much time. `None` where Z3 cannot be used.
pub fn answer_script(script: &str, timeout: Duration) -> Option<Vec<String>> {
    // A plain check within `push` and `pop` is slow where it needs bits. Most need none.
    let (soon, limit) = (SOON.as_millis(), timeout.as_millis());
    let ways = format!("(or-else (try-for smt {soon}) qfbv smt)");
    let check = format!("(check-sat-using (try-for {ways} {limit}))");
    let text = CString::new(script.replace("(check-sat)", &check)).ok()?;
    // SAFETY: the context lives until its text has been copied; errors are part of that text.
    let printed = unsafe {
        let config = Z3_mk_config()?;
        let context = Z3_mk_context(config);
        Z3_del_config(config);
        let context = context?;
        Z3_set_error_handler(context, None);
        let printed = Z3_eval_smtlib2_string(context, text.as_ptr());
        let copied =
            (!printed.is_null()).then(|| CStr::from_ptr(printed).to_string_lossy().into_owned());
        Z3_del_context(context);
        copied
    };
    Some(printed?.lines().map(str::to_string).filter(|line| !line.trim().is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_gets_its_answer() {
        let script = "(set-logic QF_BV)\n(push 1)\n(declare-const x (_ BitVec 8))\n\
                      (assert (bvult x #x00))\n(check-sat)\n(pop 1)\n(check-sat)\n";
        let answers = answer_script(script, Duration::from_secs(600));
        assert_eq!(answers, Some(vec!["unsat".to_string(), "sat".to_string()]));
    }

    #[test]
    fn a_mistake_is_no_answer() {
        let answers = answer_script("(assert nonsense)\n(check-sat)\n", Duration::from_secs(600));
        assert!(answers.is_some_and(|lines| lines[0].contains("error")));
    }
}
