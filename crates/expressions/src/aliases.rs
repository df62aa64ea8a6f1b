//! The `#names` and `:values` of one request, and which of them its expressions used.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use dynalab_types::AttributeValue;

use crate::error::Problem;
use crate::syntax::write_separated;

/// The names and values of one request; remembers which were used by any of its expressions.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    names: BTreeMap<String, String>,
    values: BTreeMap<String, AttributeValue>,
    names_used: BTreeSet<String>,
    values_used: BTreeSet<String>,
}

/// Placeholders that no expression of the request mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnusedAliases {
    Names(Vec<String>),
    Values(Vec<String>),
}

impl Aliases {
    /// The keys carry their sign: `#name`, `:value`.
    pub fn new(names: BTreeMap<String, String>, values: BTreeMap<String, AttributeValue>) -> Aliases {
        Aliases { names, values, names_used: BTreeSet::new(), values_used: BTreeSet::new() }
    }

    /// To be called once, after all expressions of the request are bound.
    pub fn finish(&self) -> Result<(), UnusedAliases> {
        let names = unused(self.names.keys(), &self.names_used);
        if !names.is_empty() {
            return Err(UnusedAliases::Names(names));
        }
        let values = unused(self.values.keys(), &self.values_used);
        if !values.is_empty() {
            return Err(UnusedAliases::Values(values));
        }
        Ok(())
    }

    pub(crate) fn name(&mut self, alias: &str) -> Result<&str, Problem> {
        let Some(name) = self.names.get(alias) else {
            return Err(Problem::NameNotDefined { alias: alias.to_owned() });
        };
        if !self.names_used.contains(alias) {
            self.names_used.insert(alias.to_owned());
        }
        Ok(name)
    }

    pub(crate) fn value(&mut self, alias: &str) -> Result<&AttributeValue, Problem> {
        let Some(value) = self.values.get(alias) else {
            return Err(Problem::ValueNotDefined { alias: alias.to_owned() });
        };
        if !self.values_used.contains(alias) {
            self.values_used.insert(alias.to_owned());
        }
        Ok(value)
    }
}

fn unused<'a>(aliases: impl Iterator<Item = &'a String>, used: &BTreeSet<String>) -> Vec<String> {
    aliases.filter(|alias| !used.contains(*alias)).cloned().collect()
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
