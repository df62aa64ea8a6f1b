//! The condition keys of one action, with their values.

use dynalab_engine::database::Database;
use dynalab_engine::request::resource_access::{Resource, ResourceAccess};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::wire::base64_text;
use dynalab_types::{AttributeValue, Item, KeySchema, SmallMap};

use crate::access::Principal;

/// Values by lowercase name, because condition keys ignore case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    values: SmallMap<String, Vec<String>>,
}

const PARTITION_KEYS: [&str; 4] = [
    "dynamodb:FirstPartitionKeyValues",
    "dynamodb:SecondPartitionKeyValues",
    "dynamodb:ThirdPartitionKeyValues",
    "dynamodb:FourthPartitionKeyValues",
];

impl Facts {
    /// Collects the condition keys of one action.
    pub fn from_access(
        touched: &ResourceAccess,
        principal: &Principal,
        database: &Database,
        config: &EngineConfig,
    ) -> Facts {
        let mut facts = Facts::default();
        for (name, value) in principal.context.iter() {
            facts.set(name, vec![value.clone()]);
        }
        facts.set("aws:username", vec![principal.name.to_string()]);
        facts.set("aws:PrincipalArn", vec![principal.arn(config)]);
        facts.set("aws:PrincipalAccount", vec![config.account_id.clone()]);
        facts.set("aws:PrincipalType", vec!["User".to_owned()]);
        if !touched.attributes.is_empty() {
            facts.set("dynamodb:Attributes", touched.attributes.clone());
        }
        let single = [
            ("dynamodb:Select", touched.select),
            ("dynamodb:ReturnValues", touched.return_values),
            ("dynamodb:ReturnConsumedCapacity", touched.return_consumed),
            ("dynamodb:EnclosingOperation", touched.enclosing),
        ];
        for (name, value) in single {
            facts.set(name, value.into_iter().map(str::to_owned).collect());
        }
        if let Some(scans) = touched.full_scan {
            facts.set("dynamodb:FullTableScan", vec![scans.to_string()]);
        }
        if let Some(schema) = schema(touched, database) {
            facts.set("dynamodb:LeadingKeys", values_of(schema, 0, &touched.keys));
            for (position, name) in PARTITION_KEYS.into_iter().enumerate().take(schema.partition.len()) {
                facts.set(name, values_of(schema, position, &touched.keys));
            }
        }
        facts
    }

    /// Sets the values of a key. A key without values counts as missing.
    fn set(&mut self, name: &str, values: Vec<String>) {
        if !values.is_empty() {
            self.values.insert(name.to_ascii_lowercase(), values);
        }
    }

    /// Returns the values of a condition key, whose name ignores case.
    pub fn get(&self, name: &str) -> Option<&[String]> {
        self.values.get(&name.to_ascii_lowercase()).map(Vec::as_slice)
    }

    /// Replaces `${name}` by the value of that condition key. Returns `None` if the key is missing.
    pub fn filled(&self, pattern: &str) -> Option<String> {
        let mut filled = String::new();
        let mut rest = pattern;
        while let Some(start) = rest.find("${") {
            let (before, variable) = rest.split_at(start);
            filled.push_str(before);
            let (name, after) = variable.get(2..)?.split_once('}')?;
            match name {
                "*" | "?" | "$" => filled.push_str(name),
                name => match self.get(name) {
                    Some([value]) => filled.push_str(value),
                    _ => return None,
                },
            }
            rest = after;
        }
        filled.push_str(rest);
        Some(filled)
    }
}

fn schema<'a>(touched: &ResourceAccess, database: &'a Database) -> Option<&'a KeySchema> {
    let definition = &database.find(touched.resource.table()?)?.definition;
    match &touched.resource {
        Resource::Index(_, index) => Some(&definition.index(index)?.key),
        _ => Some(&definition.key),
    }
}

fn values_of(schema: &KeySchema, position: usize, keys: &[Item]) -> Vec<String> {
    let Some(attribute) = schema.partition.get(position) else { return Vec::new() };
    let mut values: Vec<String> =
        keys.iter().filter_map(|key| key.get(&attribute.name)).filter_map(text).collect();
    values.sort();
    values.dedup();
    values
}

fn text(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text.to_string()),
        AttributeValue::N(number) => Some(number.to_string()),
        AttributeValue::B(bytes) => Some(base64_text(bytes)),
        _ => None,
    }
}
