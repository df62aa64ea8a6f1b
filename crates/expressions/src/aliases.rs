//! The placeholders (`#name`, `:value`) of one request, and which of them its expressions use.

use std::fmt;

use dynalab_types::{AttributeValue, SmallMap, hash_place};

use crate::error::Problem;
use crate::syntax::write_separated;

/// The placeholders of one request, with a mark on those that its expressions use.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    names: SmallMap<String, Alias<String>>,
    values: SmallMap<String, Alias<AttributeValue>>,
    /// The values of a statement's `?` parameters, in order.
    parameters: Vec<AttributeValue>,
}

#[derive(Clone, Debug)]
struct Alias<Meaning> {
    means: Meaning,
    used: bool,
}

impl<Meaning> Alias<Meaning> {
    fn unused(means: Meaning) -> Alias<Meaning> {
        Alias { means, used: false }
    }
}

/// Placeholders that no expression of the request uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnusedAliases {
    Names(Vec<String>),
    Values(Vec<String>),
}

impl Aliases {
    /// Creates placeholders. The keys include the sign: `#name`, `:value`.
    pub fn new(
        names: impl IntoIterator<Item = (String, String)>,
        values: impl IntoIterator<Item = (String, AttributeValue)>,
    ) -> Aliases {
        Aliases {
            names: names.into_iter().map(|(alias, name)| (alias, Alias::unused(name))).collect(),
            values: values.into_iter().map(|(alias, value)| (alias, Alias::unused(value))).collect(),
            parameters: Vec::new(),
        }
    }

    /// Returns the placeholders of a statement: the values of its question marks, in their order.
    pub fn of_statement(parameters: Vec<AttributeValue>) -> Aliases {
        Aliases { parameters, ..Aliases::default() }
    }

    pub(crate) fn parameters(&self) -> &[AttributeValue] {
        &self.parameters
    }

    /// Returns an error if a placeholder is unused. Call it once, after all expressions of the request are bound.
    ///
    /// # Errors
    /// A name or a value was given, and no expression uses it. Unused names are reported before unused values.
    pub fn finish(&self) -> Result<(), UnusedAliases> {
        let names = unused(&self.names);
        if !names.is_empty() {
            return Err(UnusedAliases::Names(names));
        }
        let values = unused(&self.values);
        if !values.is_empty() {
            return Err(UnusedAliases::Values(values));
        }
        Ok(())
    }

    pub(crate) fn name(&mut self, alias: &str) -> Result<&str, Problem> {
        let Some(name) = self.names.get_mut(alias) else {
            return Err(Problem::NameNotDefined { alias: alias.to_owned() });
        };
        name.used = true;
        Ok(&name.means)
    }

    pub(crate) fn value(&mut self, alias: &str) -> Result<&AttributeValue, Problem> {
        let Some(value) = self.values.get_mut(alias) else {
            return Err(Problem::ValueNotDefined { alias: alias.to_owned() });
        };
        value.used = true;
        Ok(&value.means)
    }
}

/// Returns the unused placeholders in the order in which DynamoDB lists them.
fn unused<Meaning>(aliases: &SmallMap<String, Alias<Meaning>>) -> Vec<String> {
    let unused = aliases.iter().filter(|(_, alias)| !alias.used).map(|(name, _)| name.clone());
    let mut unused: Vec<String> = unused.collect();
    unused.sort_by_key(|name| hash_place(name, aliases.len()));
    unused
}

impl std::error::Error for UnusedAliases {}

impl fmt::Display for UnusedAliases {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parameter, aliases) = match self {
            UnusedAliases::Names(aliases) => ("ExpressionAttributeNames", aliases),
            UnusedAliases::Values(aliases) => ("ExpressionAttributeValues", aliases),
        };
        write!(formatter, "Value provided in {parameter} unused in expressions: keys: {{")?;
        write_separated(formatter, aliases, ", ")?;
        formatter.write_str("}")
    }
}
