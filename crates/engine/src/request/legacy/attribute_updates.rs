//! AttributeUpdates: the changes of single attributes in UpdateItem.

use dynalab_expressions::{BoundUpdate, DocumentPath, UpdateAction, UpdateError, UpdateValue};
use dynalab_types::{AttributeValue, DataType};

use crate::error::legacy::LegacyError;
use crate::error::violation::{Constraint, ValueDisplay};
use crate::request::fields::Fields;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Put,
    Add,
    Delete,
}

impl Action {
    fn decode(update: &mut Fields, is_older: bool) -> Action {
        let known = [("ADD", Action::Add), ("DELETE", Action::Delete), ("PUT", Action::Put)];
        if is_older {
            return update.enumeration("Action", &["ADD", "DELETE", "PUT"], &known).unwrap_or(Action::Put);
        }
        let Some(text) = update.text("Action") else { return Action::Put };
        let found = known.iter().find(|(name, _)| *name == text).map(|(_, action)| *action);
        if found.is_none() {
            update.violation("Action", ValueDisplay::ConstraintOnly, Constraint::AttributeAction);
        }
        found.unwrap_or(Action::Put)
    }
}

/// The updates as the request contains them.
#[derive(Clone, Debug)]
pub struct AttributeUpdates {
    updates: Vec<(String, AttributeUpdate)>,
}

#[derive(Clone, Debug)]
struct AttributeUpdate {
    value: Option<AttributeValue>,
    action: Action,
}

impl AttributeUpdates {
    /// Returns the attributes that it names.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.updates.iter().map(|(name, _)| name.clone())
    }

    /// Reads the updates. The older layer reports an unknown action with its value.
    pub(crate) fn decode(fields: &mut Fields, is_older: bool) -> Option<AttributeUpdates> {
        let decode = |update: &mut Fields| AttributeUpdate {
            value: update.value("Value"),
            action: Action::decode(update, is_older),
        };
        let updates = fields.map("AttributeUpdates", decode)?;
        fields.check_names(updates.iter().map(|(name, _)| name));
        Some(AttributeUpdates { updates })
    }

    /// Returns the update, or `None` without updates. Such a request creates the item with its key only.
    pub(crate) fn bind(&self) -> Result<Option<BoundUpdate>, LegacyError> {
        let actions = self.updates.iter().map(|(attribute, update)| update.bind(attribute));
        let actions = actions.collect::<Result<Vec<_>, _>>()?;
        Ok(if actions.is_empty() { None } else { Some(BoundUpdate { actions }) })
    }

    /// Replaces the error for types that do not match. Here it has the message that expressions use for sets.
    pub(crate) fn error(error: UpdateError) -> UpdateError {
        match error {
            UpdateError::WrongOperandType => UpdateError::TypeMismatch,
            other => other,
        }
    }
}

impl AttributeUpdate {
    fn bind(&self, attribute: &str) -> Result<UpdateAction, LegacyError> {
        let path = DocumentPath::attribute(attribute);
        let Some(value) = self.value.clone() else {
            return match self.action {
                Action::Delete => Ok(UpdateAction::Remove { path }),
                Action::Put | Action::Add => Err(LegacyError::ActionWithoutValue),
            };
        };
        match (self.action, value.data_type()) {
            (Action::Put, _) => Ok(UpdateAction::Set { path, value: UpdateValue::Value(value) }),
            (Action::Delete, DataType::Ss | DataType::Ns | DataType::Bs) => {
                Ok(UpdateAction::Delete { path, value })
            }
            (Action::Delete, data_type) => Err(LegacyError::DeleteType { data_type }),
            (Action::Add, DataType::N | DataType::Ss | DataType::Ns | DataType::Bs) => {
                Ok(UpdateAction::Add { path, value })
            }
            (Action::Add, DataType::L) => Ok(append(path, value)),
            (Action::Add, data_type) => Err(LegacyError::AddType { data_type }),
        }
    }
}

/// Appends to a list. ADD in expressions does not support lists, but SET can append.
fn append(path: DocumentPath, elements: AttributeValue) -> UpdateAction {
    let nothing = UpdateValue::Value(AttributeValue::L(Vec::new()));
    let present = UpdateValue::IfNotExists { path: path.clone(), default: Box::new(nothing) };
    let value = UpdateValue::ListAppend(Box::new(present), Box::new(UpdateValue::Value(elements)));
    UpdateAction::Set { path, value }
}
