//! The type names that `IS` accepts, and the DynamoDB types that they match.

use dynalab_types::DataType;

/// A type name as PartiQL writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeName(&'static (&'static str, &'static [DataType]));

const TEXTS: &[DataType] = &[DataType::S];
const NUMBERS: &[DataType] = &[DataType::N];
const MAPS: &[DataType] = &[DataType::M];
const ALL: &[DataType] = &[
    DataType::S,
    DataType::N,
    DataType::B,
    DataType::Bool,
    DataType::Null,
    DataType::L,
    DataType::M,
    DataType::Ss,
    DataType::Ns,
    DataType::Bs,
];

/// The type names and their DynamoDB types. The last ones match no DynamoDB type.
const NAMES: &[(&str, &[DataType])] = &[
    ("BOOL", &[DataType::Bool]),
    ("BOOLEAN", &[DataType::Bool]),
    ("STRING", TEXTS),
    ("CHAR", TEXTS),
    ("VARCHAR", TEXTS),
    ("CHARACTER VARYING", TEXTS),
    ("CHARACTER", TEXTS),
    ("SMALLINT", NUMBERS),
    ("INT2", NUMBERS),
    ("INTEGER2", NUMBERS),
    ("INT", NUMBERS),
    ("INT4", NUMBERS),
    ("INTEGER", NUMBERS),
    ("INTEGER4", NUMBERS),
    ("INT8", NUMBERS),
    ("INTEGER8", NUMBERS),
    ("BIGINT", NUMBERS),
    ("FLOAT", NUMBERS),
    ("REAL", NUMBERS),
    ("DOUBLE PRECISION", NUMBERS),
    ("DECIMAL", NUMBERS),
    ("NUMERIC", NUMBERS),
    ("BLOB", &[DataType::B]),
    ("LIST", &[DataType::L]),
    ("STRUCT", MAPS),
    ("TUPLE", MAPS),
    ("BAG", &[DataType::Ss, DataType::Ns, DataType::Bs]),
    ("ANY", ALL),
    ("DATE", &[]),
    ("TIME", &[]),
    ("TIMESTAMP", &[]),
    ("SYMBOL", &[]),
    ("CLOB", &[]),
    ("SEXP", &[]),
];

impl TypeName {
    /// Returns the first name that `takes` consumes.
    pub(crate) fn find(mut takes: impl FnMut(&str) -> bool) -> Option<TypeName> {
        NAMES.iter().find(|(name, _)| takes(name)).map(TypeName)
    }

    /// Returns the name as PartiQL writes it, in upper case.
    pub fn text(self) -> &'static str {
        self.0.0
    }

    /// Returns the types whose values have this type.
    pub fn data_types(self) -> &'static [DataType] {
        self.0.1
    }
}
