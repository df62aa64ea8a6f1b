//! Counts how often the runs reach the interesting cases.

use std::collections::BTreeMap;

use crate::simulator::generation::Plan;
use crate::simulator::model::{Answer, Model, Row};

/// Returns the number of the reference's responses of each kind.
pub fn tally(plan: &Plan) -> BTreeMap<String, usize> {
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    let mut model = Model::new(plan.delays);
    for command in &plan.commands {
        let operation = command.request.operation();
        let mut count = |what: String| *tally.entry(what).or_default() += 1;
        match model.execute(command).answer {
            Answer::Refused { error, .. } => count(format!("{operation} {error}")),
            Answer::Cancelled(_) => count(format!("{operation} cancelled")),
            Answer::Attributes(None) | Answer::Item(None) => count(format!("{operation} nothing")),
            Answer::Rows(rows) => {
                let source = rows
                    .index
                    .as_ref()
                    .map_or("table", |index| if index.global { "global" } else { "local" });
                let size = if rows.rows.len() > 1 { "several" } else { "few" };
                count(format!("{operation} {size} of {source}"));
                let ties = |pair: &[Row]| rows.ordered && pair[0].rank == pair[1].rank;
                if rows.rows.windows(2).any(ties) {
                    count(format!("{operation} ties"));
                }
                if rows.rows.iter().any(|row| row.returned.is_none()) {
                    count(format!("{operation} filtered"));
                }
            }
            _ => count(format!("{operation} done")),
        }
    }
    tally
}
