//! Sentences about the parts of a design that the engine could not use.

use dynalab_modeling::report::ProblemReason;

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
