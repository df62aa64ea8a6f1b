//! Projections: the parts of an item at some paths, in the shape of the item.

use std::collections::BTreeSet;
use std::fmt;

use dynalab_types::ordered::set_of;
use dynalab_types::{AttributeMap, AttributeValue, Item, SmallMap};

use crate::aliases::Aliases;
use crate::bind::bind_path;
use crate::error::{ExpressionError, ExpressionKind, Problem};
use crate::path::{Clash, DocumentPath, PathStep};
use crate::syntax::{Projection, write_separated};
use crate::vocabulary;

/// The paths of a projection, and the tree that they form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundProjection {
    paths: Vec<DocumentPath>,
    selection: SmallMap<Box<str>, Selection>,
    /// The selected values are side by side, not in the shape of the item. PartiQL selects this way.
    is_flat: bool,
}

/// The selected parts of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Selection {
    Whole,
    Parts { names: SmallMap<Box<str>, Selection>, indexes: SmallMap<usize, Selection> },
}

/// Resolves the placeholders of a projection.
///
/// # Errors
/// A placeholder is not defined, or two paths overlap.
pub fn bind_projection(tree: &Projection, aliases: &mut Aliases) -> Result<BoundProjection, ExpressionError> {
    bind_paths(tree, aliases)
        .map(BoundProjection::new)
        .map_err(|problem| problem.in_expression(ExpressionKind::Projection))
}

fn bind_paths(tree: &Projection, aliases: &mut Aliases) -> Result<Vec<DocumentPath>, Problem> {
    tree.paths.iter().try_for_each(vocabulary::check_path)?;
    let paths = tree.paths.iter().map(|path| bind_path(path, aliases)).collect::<Result<Vec<_>, _>>()?;
    check_paths_apart(paths.iter())?;
    Ok(paths)
}

/// Returns an error if paths overlap, or use one value as a map and as a list.
pub(crate) fn check_paths_apart<'a>(
    paths: impl Iterator<Item = &'a DocumentPath> + Clone,
) -> Result<(), Problem> {
    for (count, second) in paths.clone().enumerate() {
        for first in paths.clone().take(count) {
            let clash = first.clash_with(second);
            if clash == Clash::None {
                continue;
            }
            let (first, second) = (first.clone(), second.clone());
            return Err(match clash {
                Clash::Conflict => Problem::PathsConflict { first, second },
                _ => Problem::PathsOverlap { first, second },
            });
        }
    }
    Ok(())
}

impl BoundProjection {
    /// Creates a projection. Overlapping paths are allowed here and select the larger part.
    pub fn new(paths: Vec<DocumentPath>) -> BoundProjection {
        let selection = select(paths.iter());
        BoundProjection { paths, selection, is_flat: false }
    }

    pub(crate) fn flat(paths: Vec<DocumentPath>) -> BoundProjection {
        BoundProjection { is_flat: true, ..BoundProjection::new(paths) }
    }

    /// Returns the selected parts. Selected list elements become adjacent, in the order of their indexes.
    pub fn project(&self, item: &Item) -> Item {
        if !cfg!(feature = "partiql") || !self.is_flat {
            return project(&self.selection, item);
        }
        let mut parts = Item::new();
        for path in &self.paths {
            if let Some(value) = path.resolve(item) {
                parts.insert(path.last_name(), value.clone());
            }
        }
        parts
    }

    /// Returns the names of the top-level attributes in the projection.
    pub fn attributes(&self) -> BTreeSet<&str> {
        set_of(self.selection.keys().map(AsRef::as_ref))
    }

    /// Returns the paths in the order of the expression.
    pub fn paths(&self) -> &[DocumentPath] {
        &self.paths
    }
}

/// Returns the parts of the item at these paths.
pub fn project_paths(paths: &[&DocumentPath], item: &Item) -> Item {
    project(&select(paths.iter().copied()), item)
}

fn select<'a>(paths: impl Iterator<Item = &'a DocumentPath>) -> SmallMap<Box<str>, Selection> {
    let mut attributes: SmallMap<Box<str>, Selection> = SmallMap::new();
    for path in paths {
        let mut selection = attributes.get_or_insert_with(path.attribute.clone(), Selection::nothing);
        for step in &path.steps {
            let Selection::Parts { names, indexes } = selection else { break };
            selection = match step {
                PathStep::Name(name) => names.get_or_insert_with(name.clone(), Selection::nothing),
                PathStep::Index(index) => indexes.get_or_insert_with(*index, Selection::nothing),
            };
        }
        *selection = Selection::Whole;
    }
    attributes
}

impl Selection {
    fn nothing() -> Selection {
        Selection::Parts { names: SmallMap::new(), indexes: SmallMap::new() }
    }

    fn select(&self, value: &AttributeValue) -> Option<AttributeValue> {
        match (self, value) {
            (Selection::Whole, value) => Some(value.clone()),
            (Selection::Parts { names, .. }, AttributeValue::M(map)) => {
                let parts = project(names, map);
                if parts.is_empty() { None } else { Some(AttributeValue::M(parts)) }
            }
            (Selection::Parts { indexes, .. }, AttributeValue::L(elements)) => {
                let parts: Vec<AttributeValue> = indexes
                    .iter()
                    .filter_map(|(index, selection)| selection.select(elements.get(*index)?))
                    .collect();
                if parts.is_empty() { None } else { Some(AttributeValue::L(parts)) }
            }
            _ => None,
        }
    }
}

fn project(names: &SmallMap<Box<str>, Selection>, map: &AttributeMap) -> AttributeMap {
    names
        .iter()
        .filter_map(|(name, selection)| Some((name.clone(), selection.select(map.get(name)?)?)))
        .collect()
}

impl fmt::Display for BoundProjection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(formatter, &self.paths, ", ")
    }
}
