//! What some requests are told in a way of their own: an update without a key, names of tables that are keys of a map, an
//! operator that does not exist.

use crate::error::ValidationError;
use crate::error::violation::{Constraint, Shown, Violation};
use crate::fields::{Fields, table_name_of};
use crate::resource_name::{NAME_LENGTH_MAX, NAME_PATTERN, name_violations};

/// Of the name of a table in a batch.
const NAME_LENGTH_MIN: usize = 3;

impl Fields<'_, '_> {
    /// Told by itself, whatever else is wrong.
    pub fn alone(&mut self, error: ValidationError) {
        self.problems.alone.get_or_insert(error);
    }

    pub fn has_violations(&self) -> bool {
        !self.problems.violations.is_empty()
    }

    /// From here on all violations are told, each with its value.
    pub fn tell_all(&mut self) {
        self.problems.tells_all = true;
    }

    /// The name of a table whose violations are told among those of other members.
    pub fn table_name_among_others(&mut self) -> String {
        let name = self.text("TableName");
        let shown = name.as_deref().map(table_name_of);
        let violation = |shown, constraint| Violation { path: "tableName".into(), shown, constraint };
        let violations = match shown {
            None => vec![violation(Shown::Null, Constraint::NotNull)],
            Some("") => vec![violation(Shown::Text(String::new()), Constraint::LengthAtLeast(1))],
            Some(shown) => name_violations("tableName", shown, NAME_LENGTH_MIN),
        };
        self.problems.violations.extend(violations);
        name.unwrap_or_default()
    }

    /// Whether a key of the map is no name of a table, nor an ARN.
    pub fn has_wrong_table_name(&self, name: &str) -> bool {
        let Some(dynalab_types::json::Value::Object(tables)) = self.present(name) else { return false };
        tables.keys().any(|table| !name_violations("", table_name_of(table), NAME_LENGTH_MIN).is_empty())
    }

    /// The violation for such a key; `shown` prints the map.
    pub fn wrong_table_name(&mut self, name: &str, shown: String) {
        let constraint = Constraint::MapKeys {
            least: NAME_LENGTH_MIN as u64,
            most: NAME_LENGTH_MAX as u64,
            pattern: NAME_PATTERN,
        };
        self.violation(name, Shown::Text(shown), constraint);
    }

    /// A member as it is written, without white space.
    pub fn written(&self, name: &str) -> String {
        let mut json = String::new();
        if let Some(value) = self.present(name) {
            value.write(&mut json);
        }
        json
    }
}
