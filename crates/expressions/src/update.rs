//! Bound updates, and their effect on an item. All reads use the item before the update.

use std::borrow::Cow;
use std::fmt;

use dynalab_types::size::ITEM_SIZE_MAX_BYTES;
use dynalab_types::{AttributeValue, Item, NumberError, SmallMap};

use crate::literal::Literal;
use crate::path::{DocumentPath, PathStep};
use crate::syntax::write_separated;

/// The actions in the order written. Their paths do not overlap. Legacy parameters also build these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundUpdate {
    pub actions: Vec<UpdateAction>,
}

/// One change of an item at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateAction {
    Set {
        path: DocumentPath,
        value: UpdateValue,
    },
    Remove {
        path: DocumentPath,
    },
    /// Adds to a number or to a set.
    Add {
        path: DocumentPath,
        value: AttributeValue,
    },
    /// Removes members from a set.
    Delete {
        path: DocumentPath,
        value: AttributeValue,
    },
}

/// The right side of SET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateValue {
    Value(AttributeValue),
    Path(DocumentPath),
    Sum(Box<UpdateValue>, Box<UpdateValue>),
    Difference(Box<UpdateValue>, Box<UpdateValue>),
    IfNotExists { path: DocumentPath, default: Box<UpdateValue> },
    ListAppend(Box<UpdateValue>, Box<UpdateValue>),
}

/// The reason that an update cannot be applied to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateError {
    /// The changed value has no parent, or a parent of another type.
    InvalidDocumentPath,
    /// An operand does not exist.
    MissingAttribute,
    WrongOperandType,
    /// A set and the members to add or delete are of different types.
    TypeMismatch,
    Number(NumberError),
    /// The written values alone are larger than the maximum item size.
    TooLarge,
}

impl UpdateAction {
    /// Returns the path that the action changes.
    pub fn path(&self) -> &DocumentPath {
        match self {
            UpdateAction::Set { path, .. }
            | UpdateAction::Remove { path }
            | UpdateAction::Add { path, .. }
            | UpdateAction::Delete { path, .. } => path,
        }
    }
}

impl BoundUpdate {
    /// Returns the names of the top-level attributes that the update writes, in the order written.
    pub fn attributes_written(&self) -> Vec<&str> {
        self.actions.iter().map(|action| action.path().attribute.as_ref()).collect()
    }

    /// Returns the paths of all actions, in the order of the expression.
    pub fn written_paths(&self) -> Vec<&DocumentPath> {
        self.actions.iter().map(UpdateAction::path).collect()
    }

    /// Returns true if the update only removes values. Such an update does not create an item.
    pub fn only_removes(&self) -> bool {
        self.actions
            .iter()
            .all(|action| matches!(action, UpdateAction::Remove { .. } | UpdateAction::Delete { .. }))
    }

    /// Returns the item after the update. The given item stays as it is.
    ///
    /// # Errors
    /// A value of the item has no type that the action can change, an operand of SET is missing, or a number leaves its
    /// range.
    pub fn apply(&self, item: &Item) -> Result<Item, UpdateError> {
        // New list elements are appended in the order of their indexes, not of the actions.
        let mut writes: SmallMap<&DocumentPath, AttributeValue> = SmallMap::new();
        let mut removals: SmallMap<&DocumentPath, ()> = SmallMap::new();
        let mut written_bytes = 0;
        for action in &self.actions {
            let path = action.path();
            check_parent(path, item)?;
            match action {
                UpdateAction::Set { value, .. } => {
                    let value = value.read(item)?;
                    // Paths do not overlap, so the item would contain all written values. A short expression could copy
                    // one value a thousand times.
                    written_bytes += value.size_bytes();
                    check_size(written_bytes)?;
                    writes.insert(path, value.into_owned());
                }
                // An index past the end must not match an element that this update appends.
                UpdateAction::Remove { .. } if path.resolve(item).is_none() => {}
                UpdateAction::Remove { .. } => {
                    removals.insert(path, ());
                }
                UpdateAction::Add { value, .. } => {
                    writes.insert(path, add(path.resolve(item), value)?);
                }
                UpdateAction::Delete { value, .. } => match delete(path.resolve(item), value)? {
                    Rest::Nothing => {}
                    Rest::Empty => drop(removals.insert(path, ())),
                    Rest::Some(rest) => drop(writes.insert(path, rest)),
                },
            }
        }
        let mut updated = item.clone();
        for (path, value) in writes {
            write(&mut updated, path, value)?;
        }
        // Remove from back to front, so that the remaining indexes stay valid.
        for (path, ()) in removals.into_iter().rev() {
            remove(&mut updated, path);
        }
        Ok(updated)
    }
}

impl UpdateValue {
    fn read<'a>(&'a self, item: &'a Item) -> Result<Cow<'a, AttributeValue>, UpdateError> {
        match self {
            UpdateValue::Value(value) => Ok(Cow::Borrowed(value)),
            UpdateValue::Path(path) => {
                path.resolve(item).map(Cow::Borrowed).ok_or(UpdateError::MissingAttribute)
            }
            UpdateValue::IfNotExists { path, default } => match path.resolve(item) {
                Some(value) => Ok(Cow::Borrowed(value)),
                None => default.read(item),
            },
            UpdateValue::Sum(left, right) | UpdateValue::Difference(left, right) => {
                let (left, right) = (left.read(item)?, right.read(item)?);
                let (AttributeValue::N(left), AttributeValue::N(right)) = (left.as_ref(), right.as_ref())
                else {
                    return Err(UpdateError::WrongOperandType);
                };
                let result = match self {
                    UpdateValue::Sum(..) => left.checked_add(*right),
                    _ => left.checked_subtract(*right),
                };
                Ok(Cow::Owned(AttributeValue::N(result.map_err(UpdateError::Number)?)))
            }
            UpdateValue::ListAppend(left, right) => {
                let (left, right) = (left.read(item)?, right.read(item)?);
                if !matches!((left.as_ref(), right.as_ref()), (AttributeValue::L(_), AttributeValue::L(_))) {
                    return Err(UpdateError::WrongOperandType);
                }
                check_size(left.size_bytes() + right.size_bytes())?;
                let mut joined = left.into_owned();
                if let (AttributeValue::L(elements), AttributeValue::L(tail)) =
                    (&mut joined, right.into_owned())
                {
                    elements.extend(tail);
                }
                Ok(Cow::Owned(joined))
            }
        }
    }
}

fn check_size(bytes: u64) -> Result<(), UpdateError> {
    if bytes > ITEM_SIZE_MAX_BYTES { Err(UpdateError::TooLarge) } else { Ok(()) }
}

/// Checks that the parent value exists. It must be a map for a name, a list for an index.
fn check_parent(path: &DocumentPath, item: &Item) -> Result<(), UpdateError> {
    let Some((last, parents)) = path.steps.split_last() else { return Ok(()) };
    let parent = item
        .get(&path.attribute)
        .and_then(|value| parents.iter().try_fold(value, |value, step| step.resolve(value)));
    match (last, parent) {
        (PathStep::Name(_), Some(AttributeValue::M(_)))
        | (PathStep::Index(_), Some(AttributeValue::L(_))) => Ok(()),
        _ => Err(UpdateError::InvalidDocumentPath),
    }
}

fn add(present: Option<&AttributeValue>, addend: &AttributeValue) -> Result<AttributeValue, UpdateError> {
    let Some(present) = present else { return Ok(addend.clone()) };
    match (present, addend) {
        (AttributeValue::N(number), AttributeValue::N(addend)) => {
            number.checked_add(*addend).map(AttributeValue::N).map_err(UpdateError::Number)
        }
        (AttributeValue::Ss(members), AttributeValue::Ss(added)) => Ok(AttributeValue::Ss(members | added)),
        (AttributeValue::Ns(members), AttributeValue::Ns(added)) => Ok(AttributeValue::Ns(members | added)),
        (AttributeValue::Bs(members), AttributeValue::Bs(added)) => Ok(AttributeValue::Bs(members | added)),
        _ => Err(UpdateError::WrongOperandType),
    }
}

/// The result of removing members from a set.
enum Rest {
    /// There is no set.
    Nothing,
    /// No member is left. Empty sets do not exist.
    Empty,
    Some(AttributeValue),
}

fn delete(present: Option<&AttributeValue>, deleted: &AttributeValue) -> Result<Rest, UpdateError> {
    let Some(present) = present else { return Ok(Rest::Nothing) };
    let (rest, is_empty) = match (present, deleted) {
        (AttributeValue::Ss(members), AttributeValue::Ss(deleted)) => {
            let rest = members - deleted;
            let is_empty = rest.is_empty();
            (AttributeValue::Ss(rest), is_empty)
        }
        (AttributeValue::Ns(members), AttributeValue::Ns(deleted)) => {
            let rest = members - deleted;
            let is_empty = rest.is_empty();
            (AttributeValue::Ns(rest), is_empty)
        }
        (AttributeValue::Bs(members), AttributeValue::Bs(deleted)) => {
            let rest = members - deleted;
            let is_empty = rest.is_empty();
            (AttributeValue::Bs(rest), is_empty)
        }
        _ => return Err(UpdateError::WrongOperandType),
    };
    Ok(if is_empty { Rest::Empty } else { Rest::Some(rest) })
}

/// Returns the map or list that contains the value at the path.
fn parent_mut<'a>(item: &'a mut Item, path: &DocumentPath) -> Option<&'a mut AttributeValue> {
    let parents = path.steps.split_last().map_or(&[] as &[PathStep], |(_, parents)| parents);
    parents.iter().try_fold(item.get_mut(&path.attribute)?, |value, step| step.resolve_mut(value))
}

fn write(item: &mut Item, path: &DocumentPath, value: AttributeValue) -> Result<(), UpdateError> {
    let Some(last) = path.steps.last() else {
        item.insert(path.attribute.clone(), value);
        return Ok(());
    };
    match (last, parent_mut(item, path)) {
        (PathStep::Name(name), Some(AttributeValue::M(map))) => {
            map.insert(name.clone(), value);
            Ok(())
        }
        (PathStep::Index(index), Some(AttributeValue::L(elements))) => {
            match elements.get_mut(*index) {
                Some(element) => *element = value,
                None => elements.push(value),
            }
            Ok(())
        }
        _ => Err(UpdateError::InvalidDocumentPath),
    }
}

fn remove(item: &mut Item, path: &DocumentPath) {
    let Some(last) = path.steps.last() else {
        item.remove(&path.attribute);
        return;
    };
    match (last, parent_mut(item, path)) {
        (PathStep::Name(name), Some(AttributeValue::M(map))) => {
            map.remove(name);
        }
        (PathStep::Index(index), Some(AttributeValue::L(elements))) if *index < elements.len() => {
            elements.remove(*index);
        }
        _ => {}
    }
}

impl std::error::Error for UpdateError {}

impl fmt::Display for UpdateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpdateError::InvalidDocumentPath => formatter
                .write_str("The document path provided in the update expression is invalid for update"),
            UpdateError::MissingAttribute => formatter
                .write_str("The provided expression refers to an attribute that does not exist in the item"),
            UpdateError::WrongOperandType => {
                formatter.write_str("An operand in the update expression has an incorrect data type")
            }
            UpdateError::TooLarge => {
                formatter.write_str("Item size to update has exceeded the maximum allowed size")
            }
            UpdateError::TypeMismatch => formatter.write_str("Type mismatch for attribute to update"),
            UpdateError::Number(NumberError::NotANumber { text }) => {
                write!(formatter, "The parameter cannot be converted to a numeric value: {text}")
            }
            UpdateError::Number(NumberError::Overflow) => formatter.write_str(
                "Number overflow. Attempting to store a number with magnitude larger than supported range",
            ),
            UpdateError::Number(NumberError::Underflow) => formatter.write_str(
                "Number underflow. Attempting to store a number with magnitude smaller than supported range",
            ),
            UpdateError::Number(NumberError::TooManyDigits) => {
                formatter.write_str("Attempting to store more than 38 significant digits in a Number")
            }
        }
    }
}

impl fmt::Display for BoundUpdate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(formatter, &self.actions, "; ")
    }
}

impl fmt::Display for UpdateAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpdateAction::Set { path, value } => write!(formatter, "SET {path} = {value}"),
            UpdateAction::Remove { path } => write!(formatter, "REMOVE {path}"),
            UpdateAction::Add { path, value } => write!(formatter, "ADD {path} {}", Literal(value)),
            UpdateAction::Delete { path, value } => write!(formatter, "DELETE {path} {}", Literal(value)),
        }
    }
}

impl fmt::Display for UpdateValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpdateValue::Value(value) => write!(formatter, "{}", Literal(value)),
            UpdateValue::Path(path) => write!(formatter, "{path}"),
            UpdateValue::Sum(left, right) => write!(formatter, "{left} + {right}"),
            UpdateValue::Difference(left, right) => write!(formatter, "{left} - {right}"),
            UpdateValue::IfNotExists { path, default } => {
                write!(formatter, "if_not_exists({path}, {default})")
            }
            UpdateValue::ListAppend(left, right) => write!(formatter, "list_append({left}, {right})"),
        }
    }
}
