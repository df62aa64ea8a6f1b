//! The problems of a request text, as data. The page has the messages.

use super::node::Span;

/// A problem and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Span,
    pub kind: DiagnosticKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagnosticKind {
    /// The text ends too early.
    Unfinished,
    /// A quote or a comment is not closed.
    Unclosed,
    /// This is not allowed here.
    Unexpected,
    TooDeep,
    /// The body of a request must be an object.
    ObjectExpected,
    /// The text contains no request.
    NoRequest,
    UnknownOperation {
        name: String,
    },
    /// A command that waits for a table.
    WaitNotNeeded,
    UnknownMember {
        name: String,
        owner: String,
    },
    UnknownOption {
        name: String,
        operation: String,
    },
    ValueMissing {
        name: String,
    },
    MemberMissing {
        name: String,
    },
    /// A variable, a file, or the result of a call. Its value is not in the text.
    KnownElsewhere {
        what: String,
    },
    /// Syntax that Dynalab does not support.
    NotUnderstood {
        what: String,
    },
    ValueExpected {
        expected: Expected,
    },
    /// The value is not one of the allowed values.
    NotOneOf {
        value: String,
        values: String,
    },
    MixedSet,
    NotBase64,
    /// The message of the parser for expressions or statements, in DynamoDB's wording.
    Expression {
        sentence: String,
    },
    /// Not an error: the request is sent without this part.
    LeftOut {
        what: String,
    },
    /// A reserved word, which an expression must not contain.
    ReservedWord {
        word: String,
    },
    /// A placeholder is not defined, or is not used.
    NotDefined {
        name: String,
    },
    NotUsed {
        name: String,
    },
}

/// The expected type at a place of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Text,
    Number,
    Boolean,
    Bytes,
    List,
    Map,
    AttributeValue,
}

impl Expected {
    pub fn name(self) -> &'static str {
        match self {
            Expected::Text => "text",
            Expected::Number => "number",
            Expected::Boolean => "boolean",
            Expected::Bytes => "bytes",
            Expected::List => "list",
            Expected::Map => "map",
            Expected::AttributeValue => "attribute-value",
        }
    }
}

impl DiagnosticKind {
    pub fn at(self, span: Span) -> Diagnostic {
        Diagnostic { span, kind: self }
    }

    /// Returns the name of the message and its values.
    pub fn sentence(&self) -> (&'static str, Vec<(&'static str, &str)>) {
        use DiagnosticKind as Kind;
        match self {
            Kind::Unfinished => ("unfinished", vec![]),
            Kind::Unclosed => ("unclosed", vec![]),
            Kind::Unexpected => ("unexpected", vec![]),
            Kind::TooDeep => ("too-deep", vec![]),
            Kind::ObjectExpected => ("object-expected", vec![]),
            Kind::NoRequest => ("no-request", vec![]),
            Kind::UnknownOperation { name } => ("unknown-operation", vec![("name", name)]),
            Kind::WaitNotNeeded => ("wait-not-needed", vec![]),
            Kind::UnknownMember { name, owner } => ("unknown-member", vec![("name", name), ("owner", owner)]),
            Kind::UnknownOption { name, operation } => {
                ("unknown-option", vec![("name", name), ("operation", operation)])
            }
            Kind::ValueMissing { name } => ("value-missing", vec![("name", name)]),
            Kind::MemberMissing { name } => ("member-missing", vec![("name", name)]),
            Kind::KnownElsewhere { what } => ("known-elsewhere", vec![("what", what)]),
            Kind::NotUnderstood { what } => ("not-understood", vec![("what", what)]),
            Kind::ValueExpected { expected } => ("value-expected", vec![("expected", expected.name())]),
            Kind::NotOneOf { value, values } => ("not-one-of", vec![("value", value), ("values", values)]),
            Kind::MixedSet => ("mixed-set", vec![]),
            Kind::NotBase64 => ("not-base64", vec![]),
            Kind::Expression { sentence } => ("expression", vec![("sentence", sentence)]),
            Kind::LeftOut { what } => ("left-out", vec![("what", what)]),
            Kind::ReservedWord { word } => ("reserved-word", vec![("word", word)]),
            Kind::NotDefined { name } => ("not-defined", vec![("name", name)]),
            Kind::NotUsed { name } => ("not-used", vec![("name", name)]),
        }
    }

    /// Returns true if the request can be sent anyway.
    pub fn is_remark(&self) -> bool {
        matches!(self, DiagnosticKind::LeftOut { .. } | DiagnosticKind::NotUsed { .. })
    }
}
