//! PartiQL as far as DynamoDB supports it: statements as trees that print back. Conditions and updates inside use the expression
//! languages.

mod bind;
mod error;
pub(crate) mod grammar;
mod keywords;
pub(crate) mod lexer;
mod literal;
mod notes;
mod syntax;
mod type_names;

pub use bind::{bind_path, bind_projection, bind_update, bind_where};
pub(crate) use bind::{bind_truth, set_change};
pub use error::{Position, SetFunction, SetFunctionProblem, StatementProblem};
pub use grammar::parse;
pub use literal::Literal;
pub(crate) use literal::{unquoted, write_quoted};
pub(crate) use notes::{Place, StatementNotes};
pub use syntax::{Delete, Insert, OrderTerm, Returning, Select, Statement, StatementKind, TableName, Update};
pub use type_names::TypeName;
