//! Sentences about the parts of a design that the engine could not use.

use dynalab_modeling::report::ProblemReason;
use dynalab_types::TooMuch;
use dynalab_types::budget::Measure;

use super::design_context::DesignContext;
use crate::sentences::design as words;

pub fn sentence(desk: &DesignContext, reason: &ProblemReason) -> String {
    match reason {
        ProblemReason::UnknownEntity { entity: name } => {
            desk.text(words::DesignNoEntity { name: name.as_str().into() })
        }
        ProblemReason::UnknownAttribute { attribute: name } => {
            desk.text(words::DesignNoAttribute { name: name.as_str().into() })
        }
        ProblemReason::UnknownTable { table: name } => {
            desk.text(words::DesignNoTable { name: name.as_str().into() })
        }
        ProblemReason::UnknownIndex { index: name } => {
            desk.text(words::DesignNoIndex { name: name.as_str().into() })
        }
        ProblemReason::UnknownItem { item: name } => {
            desk.text(words::DesignNoItem { name: name.as_str().into() })
        }
        ProblemReason::UnknownRegion { region: name } => {
            desk.text(words::DesignNoRegion { name: name.as_str().into() })
        }
        ProblemReason::UnknownParameter { parameter: name } => {
            desk.text(words::DesignNoParameter { name: name.as_str().into() })
        }
        ProblemReason::SameName { name } => desk.text(words::DesignSameName { name: name.as_str().into() }),
        ProblemReason::RelationCycle { entity: name } => {
            desk.text(words::DesignCycle { name: name.as_str().into() })
        }
        ProblemReason::NoKeyTemplate { attribute: name } => {
            desk.text(words::DesignNoKeyTemplate { name: name.as_str().into() })
        }
        ProblemReason::Fill { detail } => desk.text(words::DesignFill { detail: detail.as_str().into() }),
        ProblemReason::TooManyRows { rows, most } => {
            desk.text(words::DesignTooManyRows { rows: (*rows).into(), most: (*most).into() })
        }
        ProblemReason::TooMuch(refusal) => too_much(desk, refusal),
        ProblemReason::Range { member } => desk.text(words::DesignRange { member: member.as_str().into() }),
        ProblemReason::SameKey { item, other, key } => desk.text(words::DesignSameKey {
            item: item.as_str().into(),
            other: other.as_str().into(),
            key: key.as_str().into(),
        }),
        ProblemReason::Refused { operation, error, message } => {
            let detail = format!("{error}: {message}");
            desk.text(words::DesignRefused {
                operation: operation.as_str().into(),
                detail: detail.as_str().into(),
            })
        }
    }
}

/// Returns the sentence about a bound. The place of the problem is shown beside it.
fn too_much(desk: &DesignContext, refusal: &TooMuch) -> String {
    let most = refusal.bound.most().into();
    match refusal.bound.measure() {
        Measure::Bytes => desk.text(words::DesignTooMuchBytes { most }),
        Measure::Steps => desk.text(words::DesignTooMuchSteps { most }),
        Measure::Depth => desk.text(words::DesignTooMuchDepth { most }),
        Measure::Parts => desk.text(words::DesignTooMuchParts { most }),
        Measure::Repeats => desk.text(words::DesignTooMuchRepeats { most }),
        Measure::Words => desk.text(words::DesignTooMuchWords { most }),
        Measure::NameBytes => desk.text(words::DesignTooMuchNameBytes { most }),
        Measure::Tables => desk.text(words::DesignTooMuchTables { most }),
        Measure::Entities => desk.text(words::DesignTooMuchEntities { most }),
        Measure::Attributes => desk.text(words::DesignTooMuchAttributes { most }),
        Measure::Columns => desk.text(words::DesignTooMuchColumns { most }),
        Measure::Indexes => desk.text(words::DesignTooMuchIndexes { most }),
        Measure::Keys => desk.text(words::DesignTooMuchKeys { most }),
        Measure::Patterns => desk.text(words::DesignTooMuchPatterns { most }),
        Measure::Requests => desk.text(words::DesignTooMuchRequests { most }),
        Measure::Names => desk.text(words::DesignTooMuchNames { most }),
    }
}
