//! The declaration of the contract's structs: one macro makes the struct, its JSON and its description for documents.

/// The type of a member in JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Text,
    Boolean,
    /// An integer.
    Integer,
    /// A number with a fraction.
    Number,
    /// Any JSON value, such as an item in DynamoDB JSON.
    Json,
    /// The member may be missing.
    Optional(&'static Kind),
    List(&'static Kind),
    /// An object with free names and values of one type.
    Map(&'static Kind),
    Object(&'static Shape),
}

/// A struct of the contract.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    pub name: &'static str,
    /// The lines of its docstring.
    pub about: &'static [&'static str],
    pub members: &'static [Member],
}

/// A member of a struct, in the order in which it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// The field of the struct.
    pub field: &'static str,
    /// The name in JSON. `None` if it is the field in PascalCase.
    pub renamed: Option<&'static str>,
    /// The lines of its docstring.
    pub about: &'static [&'static str],
    pub kind: Kind,
}

impl Member {
    /// Returns the name in JSON.
    pub fn name(&self) -> String {
        if let Some(name) = self.renamed {
            return name.to_owned();
        }
        let words = self.field.split('_').map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        });
        words.collect()
    }

    pub fn is_optional(&self) -> bool {
        matches!(self.kind, Kind::Optional(_))
    }
}

/// A control with the shapes of its request and its response.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlShape {
    /// The name of the operation, such as `Dynalab.DescribeShards`.
    pub name: &'static str,
    pub request: Kind,
    pub response: Kind,
}

/// A type that can be described in documents.
pub trait Described {
    const KIND: Kind;
}

macro_rules! described {
    ($($kind:ident: $($type:ty)+;)+) => {
        $($(impl Described for $type {
            const KIND: Kind = Kind::$kind;
        })+)+
    };
}

described! {
    Text: String;
    Boolean: bool;
    Integer: u16 u32 u64 i64 usize;
    Number: f32 f64;
}

impl<T: Described> Described for Option<T> {
    const KIND: Kind = Kind::Optional(&T::KIND);
}

impl<T: Described> Described for Vec<T> {
    const KIND: Kind = Kind::List(&T::KIND);
}

/// Declares structs of the contract. Usage: `contract! { pub struct Shape { pub field: Type, } }`. A request names its operation
/// and the type of its response: `pub struct DescribeShards: "Dynalab.DescribeShards" -> ShardsDescription { … }`.
///
/// In JSON, members are in PascalCase and in the order of the fields. A member that is `None` is absent. All requests of one use
/// of the macro are in the constant `CALLS`.
#[macro_export]
macro_rules! contract {
    ($(
        $(#[doc = $about:literal])*
        pub struct $name:ident $(: $operation:literal -> $response:ty)? {
            $(
                $(#[doc = $member_about:literal])*
                $(#[serde(rename = $renamed:literal)])?
                pub $field:ident: $type:ty,
            )*
        }
    )*) => {
        $(
            $(#[doc = $about])*
            #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
            #[serde(rename_all = "PascalCase")]
            pub struct $name {
                $(
                    $(#[doc = $member_about])*
                    $(#[serde(rename = $renamed)])?
                    pub $field: $type,
                )*
            }

            impl $crate::contract::description::Described for $name {
                const KIND: $crate::contract::description::Kind =
                    $crate::contract::description::Kind::Object(&$crate::contract::description::Shape {
                        name: stringify!($name),
                        about: &[$($about),*],
                        members: &[$($crate::contract::description::Member {
                            field: stringify!($field),
                            renamed: $crate::contract::first(&[$($renamed)?]),
                            about: &[$($member_about),*],
                            kind: <$type as $crate::contract::description::Described>::KIND,
                        }),*],
                    });
            }

            $(impl $crate::contract::Call for $name {
                const NAME: &'static str = $operation;
                type Response = $response;
            })?
        )*

        /// The requests that are declared here, with their responses.
        pub const CALLS: &[$crate::contract::description::ControlShape] = &[
            $($($crate::contract::description::ControlShape {
                name: $operation,
                request: <$name as $crate::contract::description::Described>::KIND,
                response: <$response as $crate::contract::description::Described>::KIND,
            },)?)*
        ];
    };
}
