//! Messages about invalid attribute values, in the wording of the newer and the older request layer.

use std::fmt;

use dynalab_types::wire::{ValueError, base64_bytes};
use dynalab_types::{DataType, NumberError};

use crate::error::phrases::INVALID;

/// The wording of one of the two request layers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MessageWording {
    Newer,
    /// BatchWriteItem, Scan and transactions.
    Older,
}

pub(super) fn write_value_error(
    error: &ValueError,
    words: MessageWording,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match error {
        ValueError::Shape(_) => write!(f, "{INVALID}Input collection contains duplicates."),
        ValueError::DuplicateInSet { data_type, elements } => match words {
            MessageWording::Newer => write_duplicates(*data_type, elements, f),
            MessageWording::Older => write_older_duplicates(*data_type, elements, f),
        },
        ValueError::Empty => {
            f.write_str("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes")
        }
        ValueError::MoreThanOneType => f.write_str(
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported \
             datatypes",
        ),
        ValueError::NullNotTrue => write!(f, "{INVALID}Null attribute value types must have the value of true"),
        ValueError::EmptySet(DataType::Ss) => write!(f, "{INVALID}An string set  may not be empty"),
        ValueError::EmptySet(DataType::Ns) => write!(f, "{INVALID}An number set  may not be empty"),
        ValueError::EmptySet(_) => write!(f, "{INVALID}Binary sets should not be empty"),
        ValueError::Number(NumberError::NotANumber { text }) if text.is_empty() && words == MessageWording::Older => {
            f.write_str("The parameter cannot be converted to a numeric value")
        }
        ValueError::Number(error) => write_number_error(error, f),
        ValueError::NameTooLong => f.write_str("Attribute name is too large, must be less than 65536 bytes"),
        ValueError::EmptyName if words == MessageWording::Older => f.write_str("Empty attribute name"),
        ValueError::EmptyName => write!(f, "{INVALID}Empty attribute name"),
        ValueError::TooDeep => f.write_str(
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond \
             supported limit",
        ),
    }
}

fn write_duplicates(data_type: DataType, elements: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let quoted = || elements_in_order(data_type, elements).map(|element| format!("\"{element}\""));
    if data_type == DataType::Ss {
        let elements = quoted().collect::<Vec<_>>().join(", ");
        write!(f, "{INVALID}Input collection [{elements}] contains duplicates.")
    } else if data_type == DataType::Bs {
        let elements = quoted().collect::<Vec<_>>().join(",");
        // DynamoDB's message has no space before "of".
        write!(f, "{INVALID}Input collection [{elements}]of type BS contains duplicates.")
    } else {
        write!(f, "{INVALID}Input collection contains duplicates.")
    }
}

fn write_older_duplicates(
    data_type: DataType,
    elements: &[String],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if data_type == DataType::Ns {
        f.write_str("Input collection contains duplicates")
    } else if data_type == DataType::Bs {
        write!(f, "{INVALID}Input collection [{}]of type BS contains duplicates.", elements.join(", "))
    } else {
        write!(f, "{INVALID}Input collection [{}] contains duplicates.", elements.join(", "))
    }
}

/// Returns the elements in the order of DynamoDB's message. Those before the first repeated one are sorted by bytes. The rest
/// have the order of the request.
fn elements_in_order(data_type: DataType, elements: &[String]) -> impl Iterator<Item = &String> {
    let bytes = |element: &String| match data_type {
        DataType::Bs => base64_bytes(element).unwrap_or_default(),
        _ => element.as_bytes().to_vec(),
    };
    // Sorts by insertion, because a sort function would be compiled for this case only.
    let mut sorted: Vec<(Vec<u8>, &String)> = Vec::new();
    for element in elements {
        let bytes = bytes(element);
        match sorted.binary_search_by(|(other, _)| other.cmp(&bytes)) {
            Ok(_) => break,
            Err(place) => sorted.insert(place, (bytes, element)),
        }
    }
    let rest = &elements[sorted.len()..];
    sorted.into_iter().map(|(_, element)| element).chain(rest)
}

pub(super) fn write_number_error(error: &NumberError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        NumberError::NotANumber { text } => {
            write!(f, "The parameter cannot be converted to a numeric value: {text}")
        }
        NumberError::Overflow => f.write_str(
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
        NumberError::Underflow => f.write_str(
            "Number underflow. Attempting to store a number with magnitude smaller than supported range",
        ),
        NumberError::TooManyDigits => {
            f.write_str("Attempting to store more than 38 significant digits in a Number")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order(data_type: DataType, elements: impl Iterator<Item = String>) -> Vec<String> {
        elements_in_order(data_type, &elements.collect::<Vec<_>>()).cloned().collect()
    }

    #[test]
    fn elements_are_sorted_up_to_the_first_repeat() {
        let elements = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>().into_iter();
        assert_eq!(in_order(DataType::Ss, elements("c a b a d a")).join(" "), "a b c a d a");
        assert_eq!(
            in_order(DataType::Bs, elements("/w== AA== YQ== /w== BB==")).join(" "),
            "AA== YQ== /w== /w== BB=="
        );
    }

    #[test]
    fn a_set_of_many_elements_is_described_quickly() {
        let many = || (0..200_000).map(|number| format!("{number:06}"));
        let twice: Vec<String> = many().chain(many()).collect();
        assert_eq!(in_order(DataType::Ss, many().chain(many())), twice);
    }
}
