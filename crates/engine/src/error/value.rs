//! How a wrong attribute value is told, in the words of the newer and the older request layer.

use std::fmt;

use dynalab_types::wire::ValueError;
use dynalab_types::{DataType, NumberError, SmallMap};

use crate::error::validation::INVALID;

/// Which of the two request layers speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    Newer,
    /// BatchWriteItem, Scan, transactions.
    Older,
}

pub(super) fn write_value_error(error: &ValueError, words: Words, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        ValueError::Shape(_) => write!(f, "{INVALID}Input collection contains duplicates."),
        ValueError::DuplicateInSet { data_type, elements } => match words {
            Words::Newer => write_duplicates(*data_type, elements, f),
            Words::Older => write_older_duplicates(*data_type, elements, f),
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
        ValueError::Number(NumberError::NotANumber { text }) if text.is_empty() && words == Words::Older => {
            f.write_str("The parameter cannot be converted to a numeric value")
        }
        ValueError::Number(error) => write_number_error(error, f),
        ValueError::NameTooLong => f.write_str("Attribute name is too large, must be less than 65536 bytes"),
        ValueError::EmptyName => write!(f, "{INVALID}Empty attribute name"),
        ValueError::TooDeep => f.write_str(
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond \
             supported limit",
        ),
    }
}

fn write_duplicates(data_type: DataType, elements: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if data_type == DataType::Ss {
        write!(f, "{INVALID}Input collection [{}] contains duplicates.", up_to_first_repeat(elements))
    } else if data_type == DataType::Bs {
        let quoted: Vec<String> = elements.iter().map(|element| format!("\"{element}\"")).collect();
        // No space before "of": the service's own.
        write!(f, "{INVALID}Input collection [{}]of type BS contains duplicates.", quoted.join(","))
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

/// Sorted, quoted, and cut after the first element that comes twice.
fn up_to_first_repeat(elements: &[String]) -> String {
    let mut times: SmallMap<&str, usize> = SmallMap::new();
    for element in elements {
        *times.get_or_insert_with(element, || 0) += 1;
    }
    let mut quoted = Vec::new();
    for (element, count) in times {
        quoted.push(format!("\"{element}\""));
        if count > 1 {
            quoted.push(format!("\"{element}\""));
            break;
        }
    }
    quoted.join(", ")
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
