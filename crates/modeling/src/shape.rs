//! The shape of a design as data: the members of each part, and what a value can be. Forms, checks of JSON and lists of members use it.

mod example;
mod fault;
pub mod members;
mod walk;

pub use example::{Line, blank, lines, tagged};
pub use fault::{Fault, first_fault};
pub use members::nearest;
pub use walk::{Leaf, leaves};

/// What a value of the format can be.
#[derive(Debug, PartialEq, Eq)]
pub enum Shape {
    /// A text of any kind.
    Text,
    /// A template with names in braces.
    Template,
    /// An expression of DynamoDB with `:value` and `#name`.
    Expression,
    Whole,
    Number,
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The name of something in the design.
    Name(Named),
    /// Any JSON.
    Any,
    List(&'static Shape),
    /// Exactly two values.
    Pair(&'static Shape),
    /// Values by a name.
    Map(&'static Shape),
    Object(&'static [Member]),
    /// Objects that the word in `tag` tells apart.
    Tagged {
        tag: &'static str,
        variants: &'static [Variant],
    },
    /// One of several shapes: the JSON type or the members say which.
    Either(&'static [Shape]),
}

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Entity,
    Table,
    Index,
    /// A kind of item of a table.
    Item,
    Attribute,
    /// An attribute with its entity, such as `Order.order_id`.
    EntityAttribute,
    Parameter,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    pub name: &'static str,
    pub shape: &'static Shape,
    /// False if the member can be left out.
    pub is_required: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    pub word: &'static str,
    pub members: &'static [Member],
}

impl Shape {
    /// Returns the members of the object that `value` is, if the shape has such objects.
    pub fn members_of(&self, value: &serde_json::Value) -> Option<&'static [Member]> {
        match self {
            Shape::Object(members) => Some(members),
            Shape::Tagged { tag, variants } => {
                let word = value.get(*tag)?.as_str()?;
                Some(variants.iter().find(|variant| variant.word == word)?.members)
            }
            Shape::Either(shapes) => chosen(shapes, value)?.members_of(value),
            _ => None,
        }
    }

    /// Returns the shape of the member or entry with this name or number.
    pub fn part(&self, value: &serde_json::Value, name: &str) -> Option<&'static Shape> {
        match self {
            Shape::List(inner) | Shape::Pair(inner) | Shape::Map(inner) => Some(inner),
            Shape::Either(shapes) => chosen(shapes, value)?.part(value, name),
            _ => self.members_of(value)?.iter().find(|member| member.name == name).map(|member| member.shape),
        }
    }
}

/// Returns the one of several shapes that a value has: the one without a fault, else the one of its JSON type.
pub fn chosen<'a>(shapes: &'a [Shape], value: &serde_json::Value) -> Option<&'a Shape> {
    let fits = |shape: &&Shape| first_fault(value, shape).is_none();
    shapes.iter().find(fits).or_else(|| shapes.iter().find(|shape| fault::is_of_type(value, shape)))
}
