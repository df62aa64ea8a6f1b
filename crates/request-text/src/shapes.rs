//! The shapes of all requests: parameters, their types, and the values of enumerations.

const SHAPES: &str = include_str!("shapes.txt");

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
            Shape::Structure(name) => line("structure", name).map_or_else(Vec::new, read_members),
            Shape::AttributeValue => line("structure", "AttributeValue").map_or_else(Vec::new, read_members),
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
    SHAPES.lines().find_map(|line| {
        let rest = line.strip_prefix(kind)?.strip_prefix(' ')?.strip_prefix(name)?;
        if rest.is_empty() { Some("") } else { rest.strip_prefix(' ') }
    })
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
    rest: &'static str,
}

impl OperationShape {
    pub fn members(self) -> Vec<MemberShape> {
        read_members(self.rest)
    }

    pub fn member(self, name: &str) -> Option<MemberShape> {
        self.members().into_iter().find(|member| member.name == name)
    }
}

pub fn operations() -> impl Iterator<Item = OperationShape> {
    SHAPES.lines().filter_map(|line| {
        let mut parts = line.strip_prefix("operation ")?.splitn(3, ' ');
        let (name, service) = (parts.next()?, parts.next()?);
        let rest = parts.next().unwrap_or_default();
        Some(OperationShape { name, is_of_streams: service == "dynamodbstreams", rest })
    })
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

fn same_letters(name: &str, spelled: &str) -> bool {
    let letters = |text: &str| -> Vec<u8> {
        let letters = text.bytes().filter(|byte| *byte != b'-' && *byte != b'_');
        letters.map(|byte| byte.to_ascii_lowercase()).collect()
    };
    letters(name) == letters(spelled)
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
