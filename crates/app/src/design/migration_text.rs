//! Describes the steps of a migration and their risks in sentences.

use dynalab_messages::{Messages, Sentence};
use dynalab_modeling::migrate::{Step, TableReason};

use crate::sentences::design as words;

pub fn sentence(messages: Messages, step: &Step) -> String {
    match step {
        Step::CreateTable { table, .. } => {
            messages.text(words::DesignStepCreateTable { table: table.as_str().into() })
        }
        Step::WriteAttributes { table, item, attributes } => {
            let attributes: Vec<String> =
                attributes.iter().map(|(name, template)| format!("{name} = {template}")).collect();
            messages.text(words::DesignStepWriteAttributes {
                table: table.as_str().into(),
                item: item.as_str().into(),
                attributes: attributes.join(", ").as_str().into(),
            })
        }
        Step::Backfill { table, item, attributes, .. } => messages.text(words::DesignStepBackfill {
            table: table.as_str().into(),
            item: item.as_str().into(),
            attributes: attributes.join(", ").as_str().into(),
        }),
        Step::WriteBoth { item, from_table, to_table, .. } if from_table == to_table => {
            messages.text(words::DesignStepWriteBothKeys {
                item: item.as_str().into(),
                table: to_table.as_str().into(),
            })
        }
        Step::WriteBoth { item, from_table, to_table, .. } => messages.text(words::DesignStepWriteBoth {
            item: item.as_str().into(),
            old: from_table.as_str().into(),
            new: to_table.as_str().into(),
        }),
        Step::CopyItems { item, from_table, to_table, .. } if from_table == to_table => messages
            .text(words::DesignStepCopyToKey { item: item.as_str().into(), table: to_table.as_str().into() }),
        Step::CopyItems { item, from_table, to_table, .. } => messages.text(words::DesignStepCopyItems {
            item: item.as_str().into(),
            old: from_table.as_str().into(),
            new: to_table.as_str().into(),
        }),
        Step::MoveIndexKeys { table, item, attributes, .. } => messages.text(words::DesignStepMoveKeys {
            attributes: attributes.join(", ").as_str().into(),
            item: item.as_str().into(),
            table: table.as_str().into(),
        }),
        Step::CreateIndex { table, index, .. } => messages.text(words::DesignStepCreateIndex {
            index: index.as_str().into(),
            table: table.as_str().into(),
        }),
        Step::SwitchPatterns { patterns } => {
            messages.text(words::DesignStepSwitch { patterns: patterns.join(", ").as_str().into() })
        }
        Step::DropIndex { table, index } => messages
            .text(words::DesignStepDropIndex { index: index.as_str().into(), table: table.as_str().into() }),
        Step::DeleteItems { table, item, .. } => messages
            .text(words::DesignStepDeleteItems { item: item.as_str().into(), table: table.as_str().into() }),
        Step::RemoveAttributes { table, item, attributes } => {
            messages.text(words::DesignStepRemoveAttributes {
                table: table.as_str().into(),
                item: item.as_str().into(),
                attributes: attributes.join(", ").as_str().into(),
            })
        }
        Step::DropTable { table } => {
            messages.text(words::DesignStepDropTable { table: table.as_str().into() })
        }
    }
}

/// Returns the sentence about the risk of a step and its remedy.
pub fn risk(messages: Messages, step: &Step) -> Option<String> {
    let text = |sentence: Sentence| messages.text(sentence);
    match step {
        Step::WriteBoth { without, .. } if !without.is_empty() => {
            let attributes = without.join(", ");
            let left_out = words::DesignRiskWriteWithout { attributes: attributes.as_str().into() };
            return Some(format!("{} {}", text(words::DESIGN_RISK_WRITE_BOTH), messages.text(left_out)));
        }
        Step::CopyItems { from_table, to_table, without, twice, .. } if from_table == to_table => {
            let mut sentences = vec![text(words::DESIGN_RISK_COPY)];
            if !without.is_empty() {
                let attributes = without.join(", ");
                sentences.push(
                    messages.text(words::DesignRiskCopyWithout { attributes: attributes.as_str().into() }),
                );
            }
            if !twice.is_empty() {
                let names = twice.join(", ");
                sentences.push(messages.text(words::DesignRiskCopyTwice { names: names.as_str().into() }));
            }
            return Some(sentences.join(" "));
        }
        Step::MoveIndexKeys { attributes, .. } => {
            let attributes = attributes.join(", ");
            return Some(messages.text(words::DesignRiskMoveKeys { attributes: attributes.as_str().into() }));
        }
        _ => {}
    }
    Some(text(match step {
        Step::CreateTable { because: TableReason::New, .. } => return None,
        Step::CreateTable { because: TableReason::KeyChanged, .. } => words::DESIGN_RISK_KEY_CHANGED,
        Step::CreateTable { because: TableReason::LocalIndexes, .. } => words::DESIGN_RISK_LOCAL_INDEXES,
        Step::WriteAttributes { .. } => words::DESIGN_RISK_WRITERS,
        Step::WriteBoth { .. } => words::DESIGN_RISK_WRITE_BOTH,
        Step::Backfill { .. } => words::DESIGN_RISK_BACKFILL,
        Step::CopyItems { .. } => words::DESIGN_RISK_COPY,
        Step::MoveIndexKeys { .. } => return None,
        Step::CreateIndex { .. } => words::DESIGN_RISK_CREATE_INDEX,
        Step::SwitchPatterns { .. } => words::DESIGN_RISK_SWITCH,
        Step::DropIndex { .. } => words::DESIGN_RISK_DROP_INDEX,
        Step::DeleteItems { .. } | Step::RemoveAttributes { .. } | Step::DropTable { .. } => {
            words::DESIGN_RISK_DELETE
        }
    }))
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::migrate::Step;

    use super::risk;
    use dynalab_messages::Language;
    use dynalab_messages::Messages;

    fn text(language: Language, step: &Step) -> String {
        risk(Messages::new(language), step).unwrap_or_default()
    }

    #[test]
    fn a_step_that_an_old_writer_can_undo_says_when_to_run_it_again() {
        let step = Step::MoveIndexKeys {
            table: "Shop".into(),
            item: "Product".into(),
            attributes: vec!["GSI1PK".into()],
            items: 1.0,
            write_units: 2.0,
        };
        let told = text(Language::English, &step);
        assert!(told.contains("write GSI1PK to the new item only"), "{told}");
        assert!(told.ends_with("Run this step again after the last old writer stops."), "{told}");
        assert!(text(Language::Japanese, &step).contains("GSI1PK"));
    }

    #[test]
    fn a_copy_says_what_an_index_has_twice_and_what_to_do() {
        let copy = |without: &[&str], twice: &[&str]| Step::CopyItems {
            item: "Product".into(),
            from_table: "Shop".into(),
            to_table: "Shop".into(),
            without: without.iter().map(|name| (*name).into()).collect(),
            twice: twice.iter().map(|name| (*name).into()).collect(),
            items: 1.0,
            write_units: 1.0,
        };
        let told = text(Language::English, &copy(&[], &["ByCategory"]));
        assert!(told.contains("Query and Scan of ByCategory return both copies"), "{told}");
        assert!(told.ends_with("skip the second copy in your code."), "{told}");
        let told = text(Language::English, &copy(&["GSI1PK"], &[]));
        assert!(told.contains("The copy has no GSI1PK") && !told.contains("both copies"), "{told}");
        assert!(text(Language::Japanese, &copy(&["GSI1PK"], &["ByCategory"])).contains("ByCategory"));
    }
}
