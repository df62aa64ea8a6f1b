//! ExpressionAttributeNames and ExpressionAttributeValues, and the rules for their use.

use dynalab_expressions::{Aliases, BoundCondition, ExpressionError, ExpressionKind};
use dynalab_types::wire::{ValueError, check_name};
use dynalab_types::{AttributeValue, SmallMap};

use crate::error::{DynamoError, ParameterError, ValidationError};
use crate::request::fields::{Fields, RequestLayer};

const NAMES: &str = "ExpressionAttributeNames";
const VALUES: &str = "ExpressionAttributeValues";
/// The maximum length of a placeholder, including its `#` or `:`.
const ALIAS_MAX_BYTES: usize = 255;

/// The parameters as the request contains them.
#[derive(Clone, Debug)]
pub struct ExpressionParameters {
    pub(crate) layer: RequestLayer,
    /// True for Scan and transactions: the error for a filter or condition that is too long has its size.
    pub(crate) tells_sizes: bool,
    pub names: Option<SmallMap<String, String>>,
    pub values: Option<SmallMap<String, AttributeValue>>,
}

impl ExpressionParameters {
    /// Reads the names and values of the placeholders.
    pub fn decode(fields: &mut Fields) -> ExpressionParameters {
        ExpressionParameters {
            layer: fields.layer,
            tells_sizes: fields.layer == RequestLayer::Older,
            names: fields.names(NAMES),
            values: fields.values(VALUES),
        }
    }

    /// Reads only the names, for operations whose only expression is a projection.
    pub(crate) fn decode_names(fields: &mut Fields) -> ExpressionParameters {
        let names = fields.names(NAMES);
        ExpressionParameters { layer: fields.layer, tells_sizes: false, names, values: None }
    }

    /// Checks the parameters against the expressions of the request. `given` has each expression of the operation with its
    /// name, and whether the request contains it.
    ///
    /// # Errors
    /// Placeholders are given without an expression, or are invalid.
    pub fn aliases(&self, given: &[(&'static str, bool)]) -> Result<Aliases, DynamoError> {
        let any = given.iter().any(|(_, given)| *given);
        if !any {
            self.refuse_without_expression(given)?;
        }
        if let Some(names) = &self.names {
            check_aliases(NAMES, '#', names.keys())
                .and_then(|()| check_aliased_names(names))
                .map_err(|error| self.layer.expression_error(error))?;
        }
        if let Some(values) = &self.values {
            check_aliases(VALUES, ':', values.keys()).map_err(|error| self.layer.expression_error(error))?;
        }
        Ok(Aliases::new(self.names.clone().unwrap_or_default(), self.values.clone().unwrap_or_default()))
    }

    fn refuse_without_expression(&self, given: &[(&'static str, bool)]) -> Result<(), DynamoError> {
        if self.names.is_some() {
            return Err(self
                .layer
                .expression_error(ValidationError::Parameter(ParameterError::NamesWithoutExpression)));
        }
        if self.values.is_some() {
            let expressions: &'static [&'static str] = match given.first().map(|(name, _)| *name) {
                _ if self.layer.has_expression_envelope() => &[],
                Some("ConditionExpression") => &["ConditionExpression"],
                Some("FilterExpression") if given.len() == 1 => &["FilterExpression"],
                _ => &[],
            };
            return Err(self.layer.expression_error(ValidationError::Parameter(
                ParameterError::ValuesWithoutExpression { expressions },
            )));
        }
        Ok(())
    }

    /// Returns the error of an expression as the layer of the request words it.
    pub fn error(&self, mut error: ExpressionError) -> DynamoError {
        let has_size = matches!(error.kind, ExpressionKind::Filter | ExpressionKind::Condition);
        if !(self.tells_sizes && has_size) {
            error.problem.hide_size();
        }
        self.layer.expression_error(ValidationError::Expression(error))
    }

    /// Parses a condition or filter, if there is one.
    ///
    /// # Errors
    /// The condition is invalid.
    pub fn condition(
        &self,
        kind: ExpressionKind,
        text: Option<&str>,
        aliases: &mut Aliases,
    ) -> Result<Option<BoundCondition>, DynamoError> {
        let bind =
            |text| dynalab_expressions::condition(kind, text, aliases).map_err(|error| self.error(error));
        text.map(bind).transpose()
    }

    /// Returns the size of all names and values with their placeholders.
    pub(crate) fn size_bytes(&self) -> u64 {
        let names = self.names.iter().flat_map(SmallMap::iter);
        let values = self.values.iter().flat_map(SmallMap::iter);
        names.map(|(alias, name)| (alias.len() + name.len()) as u64).sum::<u64>()
            + values.map(|(alias, value)| alias.len() as u64 + value.size_bytes()).sum::<u64>()
    }

    /// Checks that the expressions use every name and value.
    ///
    /// # Errors
    /// A placeholder is not used.
    pub fn finish(&self, aliases: &Aliases) -> Result<(), DynamoError> {
        let unused = |unused| self.layer.expression_error(ValidationError::UnusedAliases(unused));
        aliases.finish().map_err(unused)
    }
}

fn check_aliases<'a>(
    parameter: &'static str,
    sigil: char,
    keys: impl ExactSizeIterator<Item = &'a String>,
) -> Result<(), ValidationError> {
    if keys.len() == 0 {
        return Err(ValidationError::Parameter(ParameterError::EmptyAliases { parameter }));
    }
    for key in keys {
        if key.len() > ALIAS_MAX_BYTES {
            return Err(ValidationError::Parameter(ParameterError::AliasTooLong {
                parameter,
                key: key.clone(),
            }));
        }
        let well_formed = key.strip_prefix(sigil).is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        });
        if !well_formed {
            return Err(ValidationError::Parameter(ParameterError::AliasSyntax {
                parameter,
                key: key.clone(),
            }));
        }
    }
    Ok(())
}

fn check_aliased_names(names: &SmallMap<String, String>) -> Result<(), ValidationError> {
    for (key, name) in names.iter() {
        match check_name(name) {
            Ok(()) => {}
            Err(ValueError::EmptyName) => {
                return Err(ValidationError::Parameter(ParameterError::EmptyAliasedName {
                    key: key.clone(),
                }));
            }
            Err(error) => return Err(ValidationError::Value(error)),
        }
    }
    Ok(())
}

/// The legacy parameters of a request. They must not be combined with expressions.
#[derive(Clone, Debug, Default)]
pub struct LegacyParameters {
    present: Vec<&'static str>,
}

impl LegacyParameters {
    /// Finds the legacy parameters in a request. `names` has the order in which DynamoDB lists them.
    pub(crate) fn decode(fields: &Fields, names: &[&'static str]) -> LegacyParameters {
        LegacyParameters { present: names.iter().copied().filter(|name| fields.has(name)).collect() }
    }

    pub(crate) fn check(
        &self,
        layer: RequestLayer,
        expressions: &[(&'static str, bool)],
    ) -> Result<(), DynamoError> {
        let expressions: Vec<&'static str> =
            expressions.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
        if self.present.is_empty() || expressions.is_empty() {
            return Ok(());
        }
        let plain = self.present.clone();
        Err(layer.expression_error(ValidationError::Parameter(ParameterError::Mixed { plain, expressions })))
    }
}
