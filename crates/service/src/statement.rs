//! A PartiQL statement with its parameters, as the three PartiQL operations receive it: parsed, and bound to the engine's own
//! operations.

pub(crate) mod index_rules;
pub(crate) mod key_types;
pub(crate) mod next_token;
pub(crate) mod resource_access;
pub(crate) mod select;
pub(crate) mod write;

use crate::statement::next_token::{UnusualNumber, unusual_numbers};
use dynalab_engine::error::violation::{Constraint, ValueDisplay};
use dynalab_engine::error::{DynamoError, ValidationError};
use dynalab_engine::request::fields::Fields;
use dynalab_engine::request::return_values::decode_old_on_failure;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_expressions::partiql::{self, Statement, StatementKind, StatementProblem, TableName};
use dynalab_expressions::{Aliases, BoundCondition, KeyClause, KeyTest, Problem};
use dynalab_types::AttributeValue;
use dynalab_types::binary::Writer;
use dynalab_types::wire::ValueError;

pub(crate) const STATEMENT_LENGTH_MAX: usize = 8192;

/// The statement as the request contains it.
#[derive(Clone, Debug)]
pub struct StatementRequest {
    text: String,
    parameters: Vec<AttributeValue>,
    /// The problem of the first invalid parameter.
    parameter_problem: Option<ValueError>,
    /// The numbers of parameters that are written in another way than they are printed.
    unusual_numbers: Vec<UnusualNumber>,
    pub(crate) consistent_read: bool,
    return_old_on_failure: bool,
}

impl StatementRequest {
    pub(crate) fn decode(fields: &mut Fields) -> StatementRequest {
        fields.require("Statement");
        let text = fields.text_of_length("Statement", 1, STATEMENT_LENGTH_MAX).unwrap_or_default();
        let (parameters, parameter_problem) = fields.parameters("Parameters");
        if fields.is_empty_list("Parameters") {
            fields.violation("Parameters", ValueDisplay::Text("[]".to_owned()), Constraint::LengthAtLeast(1));
        }
        let unusual_numbers = unusual_numbers(&parameters, fields.numbers_as_written("Parameters"));
        StatementRequest {
            text,
            parameters,
            parameter_problem,
            unusual_numbers,
            consistent_read: fields.boolean("ConsistentRead").unwrap_or(false),
            return_old_on_failure: decode_old_on_failure(fields),
        }
    }

    pub(crate) fn parse(&self) -> Result<Statement, DynamoError> {
        self.parse_text().map_err(DynamoError::from).and_then(|statement| self.check_parameters(statement))
    }

    /// Parses the text.
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

    /// Returns the size of all that the request says.
    pub(crate) fn payload_bytes(&self) -> u64 {
        self.text.len() as u64 + self.parameters.iter().map(AttributeValue::size_bytes).sum::<u64>()
    }

    /// Writes all parts that identify the statement, for the fingerprint of a transaction.
    pub(crate) fn write_payload(&self, writer: &mut Writer) {
        writer.text(&self.text);
        writer.unsigned(self.parameters.len() as u64);
        for parameter in &self.parameters {
            writer.value(parameter);
        }
        writer.byte(u8::from(self.return_old_on_failure));
    }

    /// Returns the statement as DynamoDB's request layer prints it in the error about the number of statements.
    pub(crate) fn text(&self) -> String {
        format!("ParameterizedStatement(statement={})", self.text)
    }
}

/// Rejects a statement that names a table of another account or Region by its ARN.
pub(crate) fn check_table(request: &StatementRequest, config: &EngineConfig) -> Result<(), DynamoError> {
    // An invalid statement has its own error later.
    match request.text.contains("arn:").then(|| request.parse_text()) {
        Some(Ok(statement)) => config.check_table(&table_of(&statement.kind).table),
        _ => Ok(()),
    }
}

/// Returns true for a SELECT. All other statements, including EXISTS, belong to writes.
pub(crate) fn is_read(statement: &Statement) -> bool {
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

/// Returns the terms that are joined by AND.
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

/// Joins the terms into one condition, or returns `None` without terms.
fn join(mut terms: Vec<BoundCondition>) -> Option<BoundCondition> {
    if terms.len() < 2 { terms.pop() } else { Some(BoundCondition::And(terms)) }
}

/// Removes from the terms the wanted test of this attribute, and returns it.
fn take_test(
    terms: &mut Vec<BoundCondition>,
    attribute: &str,
    is_wanted: fn(&KeyTest) -> bool,
) -> Option<KeyClause> {
    let position =
        terms.iter().position(|term| test_of(term, attribute).is_some_and(|test| is_wanted(&test)))?;
    KeyClause::from_condition(&terms.remove(position))
}

fn test_of(term: &BoundCondition, attribute: &str) -> Option<KeyTest> {
    KeyClause::from_condition(term)
        .filter(|clause| clause.attribute.as_ref() == attribute)
        .map(|clause| clause.test)
}

fn is_equality(test: &KeyTest) -> bool {
    matches!(test, KeyTest::Equal(_))
}
