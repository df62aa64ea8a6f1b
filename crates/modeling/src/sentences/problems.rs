//! Sentences about the parts of a design that could not be used.

use dynalab_messages::{Language, Message};

use super::findings as words;
use super::too_much;
use crate::error::FillError;
use crate::report::ProblemReason;

impl Message for ProblemReason {
    fn write(&self, language: Language) -> String {
        match self {
            ProblemReason::UnknownEntity { entity } => {
                words::ProblemNoEntity { name: entity.into() }.write(language)
            }
            ProblemReason::UnknownAttribute { attribute } => {
                words::ProblemNoAttribute { name: attribute.into() }.write(language)
            }
            ProblemReason::UnknownTable { table } => {
                words::ProblemNoTable { name: table.into() }.write(language)
            }
            ProblemReason::UnknownIndex { index } => {
                words::ProblemNoIndex { name: index.into() }.write(language)
            }
            ProblemReason::UnknownItem { item } => words::ProblemNoItem { name: item.into() }.write(language),
            ProblemReason::UnknownRegion { region } => {
                words::ProblemNoRegion { name: region.into() }.write(language)
            }
            ProblemReason::UnknownParameter { parameter } => {
                words::ProblemNoParameter { name: parameter.into() }.write(language)
            }
            ProblemReason::SameName { name } => words::ProblemSameName { name: name.into() }.write(language),
            ProblemReason::RelationCycle { entity } => {
                words::ProblemCycle { name: entity.into() }.write(language)
            }
            ProblemReason::NoKeyTemplate { attribute } => {
                words::ProblemNoKeyTemplate { name: attribute.into() }.write(language)
            }
            ProblemReason::Fill(error) => {
                words::ProblemFill { detail: error.write(language).as_str().into() }.write(language)
            }
            ProblemReason::BatchAction => words::PROBLEM_BATCH_ACTION.write(language),
            ProblemReason::TooManyRows { rows, most } => {
                words::ProblemTooManyRows { rows: (*rows).into(), most: (*most).into() }.write(language)
            }
            ProblemReason::TooMuch(refusal) => too_much(refusal, language),
            ProblemReason::Range { member } => words::ProblemRange { member: member.into() }.write(language),
            ProblemReason::SameKey { item, other, key } => {
                words::ProblemSameKey { item: item.into(), other: other.into(), key: key.into() }
                    .write(language)
            }
            ProblemReason::Refused { operation, error, message } => words::ProblemRefused {
                operation: operation.into(),
                error: error.into(),
                message: message.into(),
            }
            .write(language),
        }
    }
}

impl Message for FillError {
    fn write(&self, language: Language) -> String {
        match self {
            FillError::TooMuch(refusal) => too_much(refusal, language),
            FillError::NoValue { attribute } => {
                words::FillNoValue { attribute: attribute.into() }.write(language)
            }
            FillError::NotAKeyValue { attribute } => {
                words::FillNotAKeyValue { attribute: attribute.into() }.write(language)
            }
            FillError::WrongForm { attribute, format, value } => words::FillWrongForm {
                attribute: attribute.into(),
                format: format.into(),
                value: value.into(),
            }
            .write(language),
        }
    }
}
