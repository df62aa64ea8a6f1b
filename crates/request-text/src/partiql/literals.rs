//! Converts attribute values to the literals of statements.

use dynalab_expressions::partiql::Literal;
use dynalab_types::{AttributeValue, Number};

use crate::conversion_error::ConversionError;
use crate::node::{Node, NodeKind};

/// Returns the literal of an attribute value with its type.
pub fn literal(node: &Node) -> Result<Literal, ConversionError> {
    let Some(only) = node.only_member() else { return Err(broken("AttributeValue")) };
    let list = || only.value.elements().iter();
    Ok(match (only.name.as_str(), &only.value.kind) {
        ("S", NodeKind::Text(text)) => Literal::Scalar(AttributeValue::S(text.as_str().into())),
        ("N", NodeKind::Text(text)) => Literal::Scalar(number(text)?),
        ("BOOL", NodeKind::Bool(value)) => Literal::Scalar(AttributeValue::Bool(*value)),
        ("NULL", NodeKind::Bool(true)) => Literal::Scalar(AttributeValue::Null),
        ("L", NodeKind::List(elements)) => {
            Literal::List(elements.iter().map(literal).collect::<Result<_, _>>()?)
        }
        ("M", NodeKind::Map(_)) => map(&only.value)?,
        ("SS", NodeKind::List(_)) => Literal::Bag(
            list()
                .map(|element| text(element).map(|text| Literal::Scalar(AttributeValue::S(text.into()))))
                .collect::<Result<_, _>>()?,
        ),
        ("NS", NodeKind::List(_)) => Literal::Bag(
            list().map(|element| number(text(element)?).map(Literal::Scalar)).collect::<Result<_, _>>()?,
        ),
        ("B" | "BS", _) => return Err(ConversionError::Binary),
        _ => return Err(broken(&only.name)),
    })
}

/// Returns the literal of an item or a map.
pub fn map(node: &Node) -> Result<Literal, ConversionError> {
    let entries =
        node.members().iter().map(|member| Ok((member.name.as_str().into(), literal(&member.value)?)));
    Ok(Literal::Map(entries.collect::<Result<_, ConversionError>>()?))
}

fn text(node: &Node) -> Result<&str, ConversionError> {
    node.as_text().ok_or_else(|| broken("SS"))
}

fn number(text: &str) -> Result<AttributeValue, ConversionError> {
    Number::parse(text).map(AttributeValue::N).map_err(|_| broken(text))
}

fn broken(what: &str) -> ConversionError {
    ConversionError::Broken { sentence: what.to_owned() }
}
