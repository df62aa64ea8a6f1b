//! Describes the steps of a migration and their risks in sentences.

use dynalab_modeling::migrate::{Step, TableReason};

use crate::messages::Sentence;
use crate::scene::Scene;
use crate::sentences::design as words;

pub fn sentence(scene: &Scene, step: &Step) -> String {
    match step {
        Step::CreateTable { table, .. } => {
            scene.text(words::DesignStepCreateTable { table: table.as_str().into() })
        }
        Step::WriteAttributes { table, item, attributes } => {
            let attributes: Vec<String> =
                attributes.iter().map(|(name, template)| format!("{name} = {template}")).collect();
            scene.text(words::DesignStepWriteAttributes {
                table: table.as_str().into(),
                item: item.as_str().into(),
                attributes: attributes.join(", ").as_str().into(),
            })
        }
        Step::Backfill { table, item, attributes, .. } => scene.text(words::DesignStepBackfill {
            table: table.as_str().into(),
            item: item.as_str().into(),
            attributes: attributes.join(", ").as_str().into(),
        }),
        Step::WriteBoth { item, from_table, to_table, .. } if from_table == to_table => {
            scene.text(words::DesignStepWriteBothKeys {
                item: item.as_str().into(),
                table: to_table.as_str().into(),
            })
        }
        Step::WriteBoth { item, from_table, to_table, .. } => scene.text(words::DesignStepWriteBoth {
            item: item.as_str().into(),
            old: from_table.as_str().into(),
            new: to_table.as_str().into(),
        }),
        Step::CopyItems { item, from_table, to_table, .. } if from_table == to_table => scene
            .text(words::DesignStepCopyToKey { item: item.as_str().into(), table: to_table.as_str().into() }),
        Step::CopyItems { item, from_table, to_table, .. } => scene.text(words::DesignStepCopyItems {
            item: item.as_str().into(),
            old: from_table.as_str().into(),
            new: to_table.as_str().into(),
        }),
        Step::MoveIndexKeys { table, item, attributes, .. } => scene.text(words::DesignStepMoveKeys {
            attributes: attributes.join(", ").as_str().into(),
            item: item.as_str().into(),
            table: table.as_str().into(),
        }),
        Step::CreateIndex { table, index, .. } => scene.text(words::DesignStepCreateIndex {
            index: index.as_str().into(),
            table: table.as_str().into(),
        }),
        Step::SwitchPatterns { patterns } => {
            scene.text(words::DesignStepSwitch { patterns: patterns.join(", ").as_str().into() })
        }
        Step::DropIndex { table, index } => scene
            .text(words::DesignStepDropIndex { index: index.as_str().into(), table: table.as_str().into() }),
        Step::DeleteItems { table, item, .. } => scene
            .text(words::DesignStepDeleteItems { item: item.as_str().into(), table: table.as_str().into() }),
        Step::RemoveAttributes { table, item, attributes } => scene.text(words::DesignStepRemoveAttributes {
            table: table.as_str().into(),
            item: item.as_str().into(),
            attributes: attributes.join(", ").as_str().into(),
        }),
        Step::DropTable { table } => scene.text(words::DesignStepDropTable { table: table.as_str().into() }),
    }
}

/// Returns the sentence about the risk of a step and its remedy.
pub fn risk(scene: &Scene, step: &Step) -> Option<String> {
    let text = |sentence: Sentence| scene.text(sentence);
    match step {
        Step::WriteBoth { without, .. } if !without.is_empty() => {
            let attributes = without.join(", ");
            let left_out = words::DesignRiskWriteWithout { attributes: attributes.as_str().into() };
            return Some(format!("{} {}", text(words::DESIGN_RISK_WRITE_BOTH), scene.text(left_out)));
        }
        Step::CopyItems { from_table, to_table, without, twice, .. } if from_table == to_table => {
            let mut sentences = vec![text(words::DESIGN_RISK_COPY)];
            if !without.is_empty() {
                let attributes = without.join(", ");
                sentences.push(
                    scene.text(words::DesignRiskCopyWithout { attributes: attributes.as_str().into() }),
                );
            }
            if !twice.is_empty() {
                let names = twice.join(", ");
                sentences.push(scene.text(words::DesignRiskCopyTwice { names: names.as_str().into() }));
            }
            return Some(sentences.join(" "));
        }
        Step::MoveIndexKeys { attributes, .. } => {
            let attributes = attributes.join(", ");
            return Some(scene.text(words::DesignRiskMoveKeys { attributes: attributes.as_str().into() }));
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
