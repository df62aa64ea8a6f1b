//! The shapes of all requests: parameters, their types, and the values of enumerations.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const SHAPES: &str = include_str!("shapes.txt");

/// The rest of each line by its kind and name. A script has thousands of commands, and each asks for its operation.
static LINES: LazyLock<BTreeMap<(&str, &str), &str>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let (kind, rest) = line.split_once(' ')?;
        let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(((kind, name), rest))
    };
    // The first line of a name counts.
    SHAPES.lines().rev().filter_map(line).collect()
});

/// The members of each structure and operation, by its kind and name.
static MEMBERS: LazyLock<BTreeMap<(&str, &str), Vec<MemberShape>>> = LazyLock::new(|| {
    let members = |(key, rest): (&(&'static str, &'static str), &&'static str)| match key.0 {
        "structure" => Some((*key, read_members(rest))),
        // The service stands before the members.
        "operation" => Some((*key, read_members(rest.split_once(' ').map_or("", |(_, members)| members)))),
        _ => None,
    };
    LINES.iter().filter_map(members).collect()
});

/// All operations, in the order of the file.
static OPERATIONS: LazyLock<Vec<OperationShape>> = LazyLock::new(|| {
    let operation = |line: &'static str| {
        let mut parts = line.strip_prefix("operation ")?.splitn(3, ' ');
        let (name, service) = (parts.next()?, parts.next()?);
        Some(OperationShape { name, is_of_streams: service == "dynamodbstreams" })
    };
    SHAPES.lines().filter_map(operation).collect()
});

/// The type at one place of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    Integer,
    Long,
    Double,
    Boolean,
    Timestamp,
    Bytes,
    /// The element type, as written in the file.
    List(&'static str),
    Map(&'static str),
    Structure(&'static str),
    Enumeration(&'static str),
    AttributeValue,
}

#[derive(Clone, Copy, Debug)]
pub struct MemberShape {
    pub name: &'static str,
    pub required: bool,
    pub shape: Shape,
}

impl Shape {
    fn from_text(text: &'static str) -> Shape {
        match text {
            "s" => Shape::Text,
            "i" => Shape::Integer,
            "l" => Shape::Long,
            "d" => Shape::Double,
            "b" => Shape::Boolean,
            "t" => Shape::Timestamp,
            "x" => Shape::Bytes,
            "AttributeValue" => Shape::AttributeValue,
            _ => match (inside(text, '[', ']'), inside(text, '{', '}')) {
                (Some(element), _) => Shape::List(element),
                (_, Some(value)) => Shape::Map(value),
                _ if line("enumeration", text).is_some() => Shape::Enumeration(text),
                _ => Shape::Structure(text),
            },
        }
    }

    /// Returns the element type of a list or a map.
    pub fn inner(self) -> Shape {
        match self {
            Shape::List(text) | Shape::Map(text) => Shape::from_text(text),
            _ => Shape::Text,
        }
    }

    /// Returns the members of a structure.
    pub fn members(self) -> Vec<MemberShape> {
        match self {
            Shape::Structure(name) => MEMBERS.get(&("structure", name)).cloned().unwrap_or_default(),
            Shape::AttributeValue => Shape::Structure("AttributeValue").members(),
            _ => Vec::new(),
        }
    }

    pub fn member(self, name: &str) -> Option<MemberShape> {
        self.members().into_iter().find(|member| member.name == name)
    }

    /// Returns the type under a name: a value of the map, or a member of the structure. The default is a string.
    pub fn under(self, name: &str) -> Shape {
        match self {
            Shape::Map(_) => self.inner(),
            _ => self.member(name).map_or(Shape::Text, |member| member.shape),
        }
    }

    /// Returns the values of an enumeration.
    pub fn values(self) -> Vec<&'static str> {
        match self {
            Shape::Enumeration(name) => {
                line("enumeration", name).map_or_else(Vec::new, |rest| rest.split(' ').collect())
            }
            _ => Vec::new(),
        }
    }
}

fn inside(text: &'static str, open: char, close: char) -> Option<&'static str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// Returns the rest of the line with this kind and name.
fn line(kind: &str, name: &str) -> Option<&'static str> {
    LINES.get(&(kind, name)).copied()
}

fn read_members(rest: &'static str) -> Vec<MemberShape> {
    rest.split(' ')
        .filter_map(|member| {
            let (name, shape) = member.split_once(':')?;
            let required = name.ends_with('!');
            Some(MemberShape { name: name.trim_end_matches('!'), required, shape: Shape::from_text(shape) })
        })
        .collect()
}

/// An operation of the API, and whether it belongs to DynamoDB Streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationShape {
    pub name: &'static str,
    pub is_of_streams: bool,
}

impl OperationShape {
    pub fn members(self) -> Vec<MemberShape> {
        MEMBERS.get(&("operation", self.name)).cloned().unwrap_or_default()
    }

    pub fn member(self, name: &str) -> Option<MemberShape> {
        self.members().into_iter().find(|member| member.name == name)
    }
}

pub fn operations() -> impl Iterator<Item = OperationShape> {
    OPERATIONS.iter().copied()
}

pub fn operation(name: &str) -> Option<OperationShape> {
    operations().find(|operation| operation.name == name)
}

/// Returns the operation for another spelling of its name: `batch-get-item`, `batch_get_item`, `batchGetItem`.
pub fn operation_spelled(name: &str) -> Option<OperationShape> {
    operations().find(|operation| same_letters(operation.name, name))
}

/// Returns the member for the spelling of a command line or a programming language.
pub fn member_spelled(members: &[MemberShape], name: &str) -> Option<MemberShape> {
    members.iter().copied().find(|member| same_letters(member.name, name))
}

/// Returns true if this is the name in lowercase words with the separator.
pub fn is_spelled(name: &str, separator: char, spelled: &str) -> bool {
    same_letters(name, spelled) && spelled_with(name, separator) == spelled
}

fn same_letters(name: &str, spelled: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().filter(|byte| *byte != b'-' && *byte != b'_').map(|byte| byte.to_ascii_lowercase())
    }
    letters(name).eq(letters(spelled))
}

/// Converts a name such as `BatchGetItem` to lowercase words with this separator.
pub fn spelled_with(name: &str, separator: char) -> String {
    let mut spelled = String::new();
    let bytes = name.as_bytes();
    for (index, character) in name.char_indices() {
        let before = index.checked_sub(1).and_then(|before| bytes.get(before));
        let after = bytes.get(index + character.len_utf8());
        // `SSESpecification` is two words, and so is `TopK`.
        let begins = character.is_ascii_uppercase()
            && before.is_some_and(|before| {
                !before.is_ascii_uppercase() || after.is_some_and(u8::is_ascii_lowercase)
            });
        if begins {
            spelled.push(separator);
        }
        spelled.push(character.to_ascii_lowercase());
    }
    spelled
}

#[cfg(test)]
mod tests {
    use dynalab_service::Request;

    use super::*;

    #[test]
    fn every_operation_of_the_engine_has_its_shape() {
        for name in Request::ALL {
            assert!(operation(name).is_some(), "{name}");
        }
        assert_eq!(operations().count(), Request::ALL.len());
    }

    #[test]
    fn names_keep_letters_of_every_alphabet() {
        for (name, spelled) in [
            ("BatchGetItem", "batch_get_item"),
            ("SSESpecification", "sse_specification"),
            ("TableNaméé", "table_naméé"),
            ("表Name", "表_name"),
            ("\u{fffd}\u{fffd}Name", "\u{fffd}\u{fffd}_name"),
            ("", ""),
        ] {
            assert_eq!(spelled_with(name, '_'), spelled);
        }
    }

    #[test]
    fn every_shape_that_is_named_is_there() {
        fn walk(shape: Shape, levels: usize) {
            if let Shape::Structure(name) = shape {
                assert!(line("structure", name).is_some(), "{name}");
            }
            if levels > 0 {
                shape.members().into_iter().for_each(|member| walk(member.shape, levels - 1));
                if matches!(shape, Shape::List(_) | Shape::Map(_)) {
                    walk(shape.inner(), levels - 1);
                }
            }
        }
        operations().for_each(|operation| {
            operation.members().into_iter().for_each(|member| walk(member.shape, 6));
        });
    }

    #[test]
    fn names_are_spelled_as_the_command_line_does() {
        for (name, spelled) in [
            ("BatchGetItem", "batch-get-item"),
            ("SSESpecification", "sse-specification"),
            ("S3Bucket", "s3-bucket"),
            ("TopK", "top-k"),
            ("S3SseKmsKeyId", "s3-sse-kms-key-id"),
        ] {
            assert_eq!(spelled_with(name, '-'), spelled);
            assert!(same_letters(name, spelled));
        }
    }

    #[test]
    fn what_is_inside_is_known() {
        let query = operation("Query").expect("an operation");
        let values = query.member("ExpressionAttributeValues").expect("a member").shape;
        assert_eq!(values.inner(), Shape::AttributeValue);
        assert_eq!(Shape::AttributeValue.member("SS").map(|member| member.shape), Some(Shape::List("s")));
        let select = query.member("Select").expect("a member").shape;
        assert!(select.values().contains(&"COUNT"));
    }
}
