//! Special cases of error reporting: an update without a key, table names as keys of a map, and an unknown operator.

use crate::error::ValidationError;
use crate::error::violation::{Constraint, ValueDisplay, Violation};
use crate::request::fields::{Fields, table_name_of};
use crate::request::resource_name::{NAME_LENGTH_MAX, NAME_PATTERN, table_name_violations};

/// The minimum length of a table name in a batch.
const NAME_LENGTH_MIN: usize = 3;

impl Fields<'_, '_> {
    /// Records an error that is reported alone, whatever other problems exist.
    pub fn alone(&mut self, error: ValidationError) {
        self.problems.alone.get_or_insert(error);
    }

    /// Returns true if a constraint was violated so far.
    pub fn has_violations(&self) -> bool {
        !self.problems.violations.is_empty()
    }

    /// Makes the request report all violations, each with its value.
    pub fn tell_all(&mut self) {
        self.problems.tells_all = true;
    }

    /// Reads a table name whose violations are reported among those of other members.
    pub fn table_name_among_others(&mut self) -> String {
        let name = self.text("TableName");
        let violation = |shown, constraint| Violation { path: "tableName".into(), shown, constraint };
        let violations = match name.as_deref() {
            None => vec![violation(ValueDisplay::Null, Constraint::NotNull)],
            Some(name) if table_name_of(name).is_empty() => {
                vec![violation(ValueDisplay::Text(String::new()), Constraint::LengthAtLeast(1))]
            }
            Some(name) => table_name_violations("tableName", name, NAME_LENGTH_MIN),
        };
        self.problems.violations.extend(violations);
        name.unwrap_or_default()
    }

    /// Returns true if a key of the map is neither a table name nor an ARN.
    pub fn has_wrong_table_name(&self, name: &str) -> bool {
        let Some(dynalab_types::json::Value::Object(tables)) = self.present(name) else { return false };
        tables.keys().any(|table| !table_name_violations("", table, NAME_LENGTH_MIN).is_empty())
    }

    /// Records the violation for such a key. `shown` is the printed map.
    pub fn wrong_table_name(&mut self, name: &str, shown: String) {
        let constraint = Constraint::MapKeys {
            least: NAME_LENGTH_MIN as u64,
            most: NAME_LENGTH_MAX as u64,
            pattern: NAME_PATTERN,
        };
        self.violation(name, ValueDisplay::Text(shown), constraint);
    }

    /// Returns a member as JSON without white space.
    pub fn written(&self, name: &str) -> String {
        let mut json = String::new();
        if let Some(value) = self.present(name) {
            value.write(&mut json);
        }
        json
    }
}
