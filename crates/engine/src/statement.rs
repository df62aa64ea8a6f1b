//! PartiQL statements as the three operations take them: text and parameters, parsed and bound to what the engine does
//! anyway.

pub(crate) mod index_rules;
pub(crate) mod next_token;
pub(crate) mod select;
pub(crate) mod touched;
pub(crate) mod write;

use dynalab_expressions::partiql::{self, Statement, StatementKind, StatementProblem, TableName};
use dynalab_expressions::{Aliases, BoundCondition, KeyClause, KeyTest, Problem};
use dynalab_types::AttributeValue;
use dynalab_types::binary::Writer;
use dynalab_types::wire::ValueError;

use crate::error::violation::{Constraint, Shown};
use crate::error::{DynamoError, ValidationError};
use crate::fields::Fields;
use crate::return_values::decode_old_on_failure;

pub(crate) const STATEMENT_LENGTH_MAX: usize = 8192;

/// As typed.
#[derive(Clone, Debug)]
pub struct StatementRequest {
    text: String,
    parameters: Vec<AttributeValue>,
    /// Of the first parameter that is no value.
    parameter_problem: Option<ValueError>,
    pub(crate) consistent_read: bool,
    return_old_on_failure: bool,
}

impl StatementRequest {
    pub(crate) fn decode(fields: &mut Fields) -> StatementRequest {
        fields.require("Statement");
        let text = fields.text_of_length("Statement", 1, STATEMENT_LENGTH_MAX).unwrap_or_default();
        let (parameters, parameter_problem) = fields.parameters("Parameters");
        if fields.is_empty_list("Parameters") {
            fields.violation("Parameters", Shown::Text("[]".to_owned()), Constraint::LengthAtLeast(1));
        }
        StatementRequest {
            text,
            parameters,
            parameter_problem,
            consistent_read: fields.boolean("ConsistentRead").unwrap_or(false),
            return_old_on_failure: decode_old_on_failure(fields),
        }
    }

    pub(crate) fn parse(&self) -> Result<Statement, DynamoError> {
        self.parse_text().map_err(DynamoError::from).and_then(|statement| self.check_parameters(statement))
    }

    /// What is wrong with the text alone.
    pub(crate) fn parse_text(&self) -> Result<Statement, Problem> {
        partiql::parse(&self.text)
    }

    pub(crate) fn check_parameters(&self, statement: Statement) -> Result<Statement, DynamoError> {
        match &self.parameter_problem {
            Some(error @ ValueError::Number(_)) => {
                return Err(ValidationError::OlderValue(error.clone()).into());
            }
            Some(error) => return Err(ValidationError::Value(error.clone()).into()),
            None => {}
        }
        if statement.parameter_count != self.parameters.len() {
            return Err(Problem::from(StatementProblem::ParameterCount).into());
        }
        Ok(statement)
    }

    pub(crate) fn aliases(&self) -> Aliases {
        Aliases::of_statement(self.parameters.clone())
    }

    /// Everything that makes it what it is, as bytes.
    pub(crate) fn write_payload(&self, writer: &mut Writer) {
        writer.text(&self.text);
        writer.unsigned(self.parameters.len() as u64);
        for parameter in &self.parameters {
            writer.value(parameter);
        }
        writer.byte(u8::from(self.return_old_on_failure));
    }

    /// As the service's request layer prints it in its complaint about their number.
    pub(crate) fn text(&self) -> String {
        format!("ParameterizedStatement(statement={})", self.text)
    }
}

/// Reading (a SELECT) or writing (the others; EXISTS goes with them).
pub(crate) fn reads(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Select(_))
}

pub(crate) fn table_of(statement: &StatementKind) -> &TableName {
    match statement {
        StatementKind::Select(select) | StatementKind::Exists(select) => &select.from,
        StatementKind::Insert(insert) => &insert.into,
        StatementKind::Update(update) => &update.table,
        StatementKind::Delete(delete) => &delete.from,
    }
}

/// The terms that must all hold.
pub(crate) fn conjuncts(condition: Option<BoundCondition>) -> Vec<BoundCondition> {
    let mut found = Vec::new();
    let mut waiting: Vec<BoundCondition> = condition.into_iter().collect();
    while let Some(condition) = waiting.pop() {
        match condition {
            BoundCondition::And(terms) => waiting.extend(terms.into_iter().rev()),
            other => found.push(other),
        }
    }
    found
}

/// One condition of all, or none of none.
fn join(mut terms: Vec<BoundCondition>) -> Option<BoundCondition> {
    if terms.len() < 2 { terms.pop() } else { Some(BoundCondition::And(terms)) }
}

/// The test of that attribute which one of the terms is, taken out of them.
fn take_test(
    terms: &mut Vec<BoundCondition>,
    attribute: &str,
    is_wanted: fn(&KeyTest) -> bool,
) -> Option<KeyClause> {
    let position =
        terms.iter().position(|term| test_of(term, attribute).is_some_and(|test| is_wanted(&test)))?;
    KeyClause::of(&terms.remove(position))
}

fn test_of(term: &BoundCondition, attribute: &str) -> Option<KeyTest> {
    KeyClause::of(term).filter(|clause| clause.attribute.as_ref() == attribute).map(|clause| clause.test)
}

fn is_equality(test: &KeyTest) -> bool {
    matches!(test, KeyTest::Equal(_))
}
