//! `assay replay`: runs the tests of an output folder natively again, and says how what they do
//! differs from what the report says.

use crate::arguments::Replay;
use crate::exit::Exit;
use crate::print;
use crate::printer::Printer;
use assay_campaign::{ReplayOrders, Replayed};

pub fn replay(arguments: &Replay) -> Result<Exit, Exit> {
    let orders = ReplayOrders {
        out: arguments.out.clone(),
        criteria: arguments.criterion.clone(),
        dataflow_extended: arguments.flow.dataflow_extended,
    };
    let mut printer = Printer::new(true);
    let replayed = assay_campaign::replay(&orders, &mut |event| printer.hear(event))?;
    let done = print::text(&text(&replayed))?;
    Ok(if replayed.differences.is_empty() { done } else { Exit::NotConfirmed })
}

fn text(replayed: &Replayed) -> String {
    let Replayed { tests, summaries, notes, differences } = replayed;
    let mut text = format!("{tests} tests\n");
    for line in summaries.iter().chain(notes) {
        text += &format!("{line}\n");
    }
    if !differences.is_empty() {
        text += &format!("\ndifferences: {}\n", differences.len());
        text.extend(differences.iter().map(|line| format!("  {line}\n")));
    }
    text
}
