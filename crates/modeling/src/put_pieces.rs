//! How a put makes the values of its item: what the pattern gives in `set` goes through the key templates, as in the check.

use dynalab_types::AttributeValue;

use crate::design::{AttributeType, Design, Put};
use crate::template::{self, Format, Piece, Template};

/// A part of a value of the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutPiece {
    Text(String),
    Value { source: Source, format: Format },
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A parameter of the pattern, by name.
    Parameter(String),
    /// An attribute of the row that is written.
    Row(String),
}

/// Returns the parts of an attribute of the item. Returns None if `set` gives a value that the format of a key cannot be applied to
/// before the parameters are known.
pub fn of_attribute(design: &Design, put: &Put, attribute: &str) -> Option<Vec<PutPiece>> {
    let placement = design.table(&put.table).and_then(|table| table.placement(&put.item));
    let Some(key) = placement.and_then(|placement| placement.keys.get(attribute)) else {
        return of_row_attribute(design, put, attribute, Format::Plain);
    };
    let mut pieces = Vec::new();
    for piece in &key.template.pieces {
        match piece {
            Piece::Text(text) => pieces.push(PutPiece::Text(text.clone())),
            Piece::Value { attribute, format } => {
                pieces.extend(of_row_attribute(design, put, attribute, *format)?);
            }
        }
    }
    Some(pieces)
}

/// Returns the parts of an attribute of the row, after `set`, in the format of a key.
fn of_row_attribute(design: &Design, put: &Put, name: &str, format: Format) -> Option<Vec<PutPiece>> {
    let Some(template) = put.set.get(name) else {
        return Some(vec![PutPiece::Value { source: Source::Row(name.to_owned()), format }]);
    };
    let of_parameter = |attribute: &str, format: Format| PutPiece::Value {
        source: Source::Parameter(attribute.to_owned()),
        format,
    };
    if let Some(parameter) = template.only_attribute() {
        return Some(vec![of_parameter(parameter, format)]);
    }
    if format == Format::Plain {
        let pieces = template.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => PutPiece::Text(text.clone()),
            Piece::Value { attribute, format } => of_parameter(attribute, *format),
        });
        return Some(pieces.collect());
    }
    let value = constant(design, put, name, template)?;
    Some(vec![PutPiece::Text(format.apply(name, &value).ok()?)])
}

/// Returns the value of a template without parameters, with the type that the entity gives the attribute.
fn constant(design: &Design, put: &Put, name: &str, template: &Template) -> Option<AttributeValue> {
    let value = template.fill(|_| None).ok()?;
    let placement = design.table(&put.table)?.placement(&put.item)?;
    let attribute = design.entity(&placement.entity).and_then(|entity| entity.attribute(name));
    match (&value, attribute.map(|attribute| attribute.data_type)) {
        (AttributeValue::S(text), Some(AttributeType::N)) => template::number(text).or(Some(value)),
        _ => Some(value),
    }
}
