//! Document paths with placeholders resolved: the way to one value inside an item.

use std::fmt;

use dynalab_types::{AttributeValue, Item};

/// A top-level attribute and the steps below it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DocumentPath {
    pub attribute: Box<str>,
    pub steps: Vec<PathStep>,
}

/// One step of a path into a map or a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathStep {
    Name(Box<str>),
    Index(usize),
}

impl DocumentPath {
    /// Returns the path of a top-level attribute.
    pub fn attribute(name: impl Into<Box<str>>) -> DocumentPath {
        DocumentPath { attribute: name.into(), steps: Vec::new() }
    }

    /// Returns true if the path leads into the attribute, not only to it.
    pub fn is_nested(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Returns the value at the path, or `None` if the item has none there.
    pub fn resolve<'a>(&self, item: &'a Item) -> Option<&'a AttributeValue> {
        self.steps.iter().try_fold(item.get(&self.attribute)?, |value, step| step.resolve(value))
    }

    /// Returns the name of the column that selects the path: its last name and the indexes after it.
    pub(crate) fn last_name(&self) -> String {
        let mut last = self.attribute.to_string();
        for step in &self.steps {
            match step {
                PathStep::Name(name) => last = name.to_string(),
                PathStep::Index(index) => last.push_str(&format!("[{index}]")),
            }
        }
        last
    }

    /// Displays a path as DynamoDB's error messages do: `[a, b, [1]]`.
    pub fn elements(&self) -> impl fmt::Display {
        PathElements(self)
    }

    /// Returns how two paths of one expression clash.
    pub(crate) fn clash_with(&self, other: &DocumentPath) -> Clash {
        if self.attribute != other.attribute {
            return Clash::None;
        }
        for pair in self.steps.iter().zip(&other.steps) {
            match pair {
                (left, right) if left == right => {}
                (PathStep::Name(_), PathStep::Index(_)) | (PathStep::Index(_), PathStep::Name(_)) => {
                    return Clash::Conflict;
                }
                _ => return Clash::None,
            }
        }
        Clash::Overlap
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clash {
    None,
    /// One path leads to the value of the second, or through it.
    Overlap,
    /// One path uses a value as a map, the second as a list.
    Conflict,
}

impl PathStep {
    /// Returns the value one step inside of another. `None` if the step does not fit the type, or nothing is there.
    pub fn resolve<'a>(&self, value: &'a AttributeValue) -> Option<&'a AttributeValue> {
        match (self, value) {
            (PathStep::Name(name), AttributeValue::M(map)) => map.get(name),
            (PathStep::Index(index), AttributeValue::L(elements)) => elements.get(*index),
            _ => None,
        }
    }

    pub(crate) fn resolve_mut<'a>(&self, value: &'a mut AttributeValue) -> Option<&'a mut AttributeValue> {
        match (self, value) {
            (PathStep::Name(name), AttributeValue::M(map)) => map.get_mut(name),
            (PathStep::Index(index), AttributeValue::L(elements)) => elements.get_mut(*index),
            _ => None,
        }
    }
}

impl fmt::Display for DocumentPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.attribute)?;
        for step in &self.steps {
            match step {
                PathStep::Name(name) => write!(formatter, ".{name}")?,
                PathStep::Index(index) => write!(formatter, "[{index}]")?,
            }
        }
        Ok(())
    }
}

struct PathElements<'a>(&'a DocumentPath);

impl fmt::Display for PathElements<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "[{}", self.0.attribute)?;
        for step in &self.0.steps {
            match step {
                PathStep::Name(name) => write!(formatter, ", {name}")?,
                PathStep::Index(index) => write!(formatter, ", [{index}]")?,
            }
        }
        formatter.write_str("]")
    }
}
