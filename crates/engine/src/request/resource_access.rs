//! The actions and resources of a request, in terms of permissions. Faults, metrics and policies use them.

use dynalab_types::{Item, SmallMap};

use crate::request::expression_parameters::ExpressionParameters;
use crate::request::fields::table_name_of;
use crate::request::return_values::{ReturnConsumedCapacity, ReturnValues};

/// The resource of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// The account, without a particular table.
    Account,
    Table(String),
    Index(String, String),
    Arn(String),
}

impl Resource {
    /// Returns the resource of an index, or of a table without one.
    pub fn table_or_index(table: &str, index: Option<&str>) -> Resource {
        let table = table_name_of(table).to_owned();
        match index {
            Some(index) => Resource::Index(table, index.to_owned()),
            None => Resource::Table(table),
        }
    }

    /// Returns the table's name, also from an ARN.
    pub fn table(&self) -> Option<&str> {
        match self {
            Resource::Account => None,
            Resource::Table(table) | Resource::Index(table, _) => Some(table),
            Resource::Arn(arn) => {
                arn.split_once(":table/").map(|(_, path)| path.split('/').next().unwrap_or(path))
            }
        }
    }
}

/// One action on one resource. A transaction has one for each item, a batch one for each table.
#[derive(Clone, Debug)]
pub struct ResourceAccess {
    /// The name of the action in permissions: "GetItem", "PartiQLSelect".
    pub action: &'static str,
    pub resource: Resource,
    /// The items or their keys. For a query, the partition key.
    pub keys: Vec<Item>,
    /// The top-level attributes that the request names in any member, sorted.
    pub attributes: Vec<String>,
    pub select: Option<&'static str>,
    pub return_values: Option<&'static str>,
    pub return_consumed: Option<&'static str>,
    /// The transaction that contains the action.
    pub enclosing: Option<&'static str>,
    /// For SELECT only.
    pub full_scan: Option<bool>,
}

impl ResourceAccess {
    /// Returns an access without keys and attributes.
    pub fn new(action: &'static str, resource: Resource) -> ResourceAccess {
        ResourceAccess {
            action,
            resource,
            keys: Vec::new(),
            attributes: Vec::new(),
            select: None,
            return_values: None,
            return_consumed: None,
            enclosing: None,
            full_scan: None,
        }
    }

    /// Returns the only access of an operation on the account.
    pub fn account(action: &'static str) -> Vec<ResourceAccess> {
        vec![ResourceAccess::new(action, Resource::Account)]
    }

    /// Returns the only access of an operation on a table.
    pub fn table(action: &'static str, table: &str) -> Vec<ResourceAccess> {
        vec![ResourceAccess::new(action, Resource::table_or_index(table, None))]
    }

    /// Returns the access to a table, or to the account if there is no table name.
    pub fn table_or_account(action: &'static str, table: Option<&str>) -> Vec<ResourceAccess> {
        table.map_or_else(|| ResourceAccess::account(action), |table| ResourceAccess::table(action, table))
    }

    /// Returns the only access of an operation on the resource with this ARN.
    pub fn arn(action: &'static str, arn: &str) -> Vec<ResourceAccess> {
        vec![ResourceAccess::new(action, Resource::Arn(arn.to_owned()))]
    }

    /// Returns the access to one item.
    pub fn of_item(action: &'static str, table: &str, item_or_key: &Item) -> ResourceAccess {
        let mut touched = ResourceAccess::new(action, Resource::table_or_index(table, None));
        touched.add_attribute_names(item_or_key.iter().map(|(name, _)| name.to_string()));
        touched.keys.push(item_or_key.clone());
        touched
    }

    /// Returns true if the action changes items.
    pub fn is_write(&self) -> bool {
        const WRITES: &[&str] = &[
            "BatchWriteItem",
            "DeleteItem",
            "PartiQLDelete",
            "PartiQLInsert",
            "PartiQLUpdate",
            "PutItem",
            "UpdateItem",
        ];
        WRITES.contains(&self.action)
    }

    /// Adds names of attributes that the request reads or writes.
    pub fn add_attribute_names(&mut self, names: impl IntoIterator<Item = String>) {
        for name in names {
            if let Err(place) = self.attributes.binary_search(&name) {
                self.attributes.insert(place, name);
            }
        }
    }

    /// Adds the top-level attributes of an expression.
    pub fn add_expression(&mut self, text: Option<&str>, parameters: &ExpressionParameters) {
        if let Some(text) = text {
            self.add_attribute_names(names_in(text, parameters.names.as_ref()));
        }
    }

    /// Sets the value of the condition key `dynamodb:ReturnValues`.
    pub fn set_return_values(&mut self, values: ReturnValues) {
        self.return_values = Some(values.name());
    }

    /// Sets the value of the condition key `dynamodb:ReturnConsumedCapacity`.
    pub fn set_return_consumed_capacity(&mut self, wanted: ReturnConsumedCapacity) {
        self.return_consumed = Some(wanted.name());
    }

    /// Sets the operation that contains the action, such as a batch.
    pub fn in_operation(mut self, operation: &'static str) -> ResourceAccess {
        self.enclosing = Some(operation);
        self
    }
}

const WORDS: &[&str] = &["AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE"];

/// Returns the top-level names of the paths in an expression, with placeholders replaced. It also accepts invalid expressions,
/// because those requests are rejected later.
fn names_in(text: &str, aliases: Option<&SmallMap<String, String>>) -> Vec<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '#' | ':' | '-');
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let before = rest[..start].trim_end().chars().next_back();
        let word = &rest[start..];
        let length = word.find(|letter| !is_part(letter)).unwrap_or(word.len());
        let (word, after) = word.split_at(length);
        rest = after;
        let is_nested = matches!(before, Some('.' | '['));
        let is_call = after.trim_start().starts_with('(');
        let is_word = WORDS.iter().any(|reserved| word.eq_ignore_ascii_case(reserved));
        if is_nested
            || is_call
            || is_word
            || word.starts_with([':', '-'])
            || word.starts_with(char::is_numeric)
        {
            continue;
        }
        match word.starts_with('#') {
            true => names.extend(aliases.and_then(|aliases| aliases.get(word)).cloned()),
            false => names.push(word.to_owned()),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_kept_once_however_many_there_are() {
        let mut touched = ResourceAccess::new("PutItem", Resource::table_or_index("Tab", None));
        let many = || (0..200_000).map(|number| format!("{number:06}"));
        touched.add_attribute_names(many());
        touched.add_attribute_names(many());
        assert!(touched.attributes.iter().eq(&many().collect::<Vec<_>>()));
    }

    #[test]
    fn paths_are_named_by_their_first_step() {
        let aliases: SmallMap<String, String> =
            [("#s".to_owned(), "status".to_owned())].into_iter().collect();
        let text = "SET #s = :v, info.#s[3].x = if_not_exists(old, :zero) + :one REMOVE gone[0]";
        assert_eq!(names_in(text, Some(&aliases)), ["status", "info", "old", "gone"]);
        assert_eq!(names_in("size(a) > :b AND NOT contains(c, :d)", None), ["a", "c"]);
        assert_eq!(names_in("", None), [""; 0]);
    }
}
