//! Reads members of the type double as thousandths. All uses need at most three decimals.

use dynalab_types::json::{self, Value};
use dynalab_types::wire::{ShapeError, token_name};

use crate::request::fields::Fields;

impl Fields<'_, '_> {
    /// Reads a double as thousandths.
    pub fn thousandths(&mut self, name: &str) -> Option<i64> {
        let error = match self.present(name)? {
            Value::Number(number) => return Some(json::thousandths(number)),
            Value::Array(_) => ShapeError::ListNotExpected { class: "class java.lang.Double" },
            Value::Object(_) => ShapeError::StructureNotExpected,
            scalar => ShapeError::CannotConvert { found: token_name(scalar), wanted: "Double" },
        };
        self.problems.shape(error);
        None
    }
}
