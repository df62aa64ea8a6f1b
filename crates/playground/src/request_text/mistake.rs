//! What can be wrong with a text that should be a request, as data; the page has the sentences.

use super::node::Span;

/// Where, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub span: Span,
    pub kind: MistakeKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// The text ends before what it says does.
    Unfinished,
    /// A quote or a comment that nothing closes.
    Unclosed,
    /// This cannot stand here.
    Unexpected,
    TooDeep,
    /// The body of a request is an object.
    ObjectExpected,
    /// Nothing in the text is a request.
    NoRequest,
    UnknownOperation {
        name: String,
    },
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
    /// A variable, a file, the result of a call: only its own place knows it.
    KnownElsewhere {
        what: String,
    },
    /// A way to write it that is not understood here.
    NotUnderstood {
        what: String,
    },
    ValueExpected {
        expected: Expected,
    },
    /// None of the values that there are.
    NotOneOf {
        value: String,
        values: String,
    },
    MixedSet,
    NotBase64,
    /// Said by the parser of expressions or of statements, in the service's words.
    Expression {
        sentence: String,
    },
    /// Not a mistake of writing: the request is asked without it.
    LeftOut {
        what: String,
    },
    /// A word that no expression may use bare.
    ReservedWord {
        word: String,
    },
    /// A placeholder that nothing defines, or that nothing uses.
    NotDefined {
        name: String,
    },
    NotUsed {
        name: String,
    },
}

/// What stands at a place of a request.
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

impl MistakeKind {
    pub fn at(self, span: Span) -> Mistake {
        Mistake { span, kind: self }
    }

    /// The name of the sentence, and what it speaks of.
    pub fn sentence(&self) -> (&'static str, Vec<(&'static str, &str)>) {
        use MistakeKind as Kind;
        match self {
            Kind::Unfinished => ("unfinished", vec![]),
            Kind::Unclosed => ("unclosed", vec![]),
            Kind::Unexpected => ("unexpected", vec![]),
            Kind::TooDeep => ("too-deep", vec![]),
            Kind::ObjectExpected => ("object-expected", vec![]),
            Kind::NoRequest => ("no-request", vec![]),
            Kind::UnknownOperation { name } => ("unknown-operation", vec![("name", name)]),
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

    /// Whether the request can be asked all the same.
    pub fn is_remark(&self) -> bool {
        matches!(self, MistakeKind::LeftOut { .. } | MistakeKind::NotUsed { .. })
    }
}
