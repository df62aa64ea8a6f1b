//! The table of all functions: what each takes and returns, and where it is allowed. The parsers, the completion of the editor, the code
//! of the SDKs and the statements read it.
//!
//! To add a condition function, add its row here, and its variant in `condition_function.rs`.

use std::fmt;

use dynalab_types::DataType;

use crate::condition_function::{
    BindFunction, bind_attribute_exists, bind_attribute_not_exists, bind_attribute_type, bind_begins_with,
    bind_contains,
};
use crate::error::{ExpressionKind, Problem};
use crate::partiql::SetFunction;

/// A function, and where it is allowed.
pub struct Function {
    /// The name. In expressions it is case-sensitive, unlike keywords.
    pub name: &'static str,
    pub operands: &'static [FunctionOperand],
    pub result: FunctionResult,
    /// The expressions of requests that may have it. The condition of a search has none.
    pub expressions: &'static [ExpressionKind],
    /// The clauses of PartiQL statements that may have it.
    pub clauses: &'static [StatementClause],
    /// How a statement writes it, if a clause may have it.
    pub statement_form: StatementForm,
    /// The method of a condition of boto3, such as `Attr("a").exists()`.
    pub boto3_method: Option<&'static str>,
    pub(crate) binding: Binding,
}

/// What is allowed as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionOperand {
    /// A path to an attribute.
    Path,
    /// A path, or a value of one of these types.
    OneOf(&'static [DataType]),
    /// A value with the name of a type, such as "S".
    TypeName,
}

/// Where a call of the function can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionResult {
    /// The function is a condition on its own.
    Condition,
    /// The function is an operand of a condition, or a value of SET.
    Value,
}

/// The clauses of a PartiQL statement that can contain functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementClause {
    Where,
    Set,
}

/// How a PartiQL statement writes the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementForm {
    Call,
    /// `path IS MISSING` or `path IS NOT MISSING`.
    IsMissing {
        negated: bool,
    },
}

/// How arguments are bound.
#[derive(Clone, Copy)]
pub(crate) enum Binding {
    Condition(BindFunction),
    Size,
    IfNotExists,
    ListAppend,
    /// Only as the value of SET in a statement.
    SetMembers(SetFunction),
}

const ANY: FunctionOperand = FunctionOperand::OneOf(&DataType::ALL);
const LIST: FunctionOperand = FunctionOperand::OneOf(&[DataType::L]);
const SET: FunctionOperand = FunctionOperand::OneOf(&[DataType::Ss, DataType::Ns, DataType::Bs]);
const STRING_OR_BINARY: FunctionOperand = FunctionOperand::OneOf(&[DataType::S, DataType::B]);
const SIZED: FunctionOperand = FunctionOperand::OneOf(&[
    DataType::S,
    DataType::B,
    DataType::Ss,
    DataType::Ns,
    DataType::Bs,
    DataType::L,
    DataType::M,
]);

const CONDITIONS: &[ExpressionKind] = &[ExpressionKind::Condition, ExpressionKind::Filter];
const CONDITIONS_AND_KEYS: &[ExpressionKind] =
    &[ExpressionKind::Condition, ExpressionKind::Filter, ExpressionKind::KeyCondition];

/// The functions of all expressions and statements. Forms offer them in this order.
pub static FUNCTIONS: [Function; 10] = [
    Function {
        name: "begins_with",
        operands: &[STRING_OR_BINARY, STRING_OR_BINARY],
        result: FunctionResult::Condition,
        expressions: CONDITIONS_AND_KEYS,
        clauses: &[StatementClause::Where],
        statement_form: StatementForm::Call,
        boto3_method: Some("begins_with"),
        binding: Binding::Condition(bind_begins_with),
    },
    Function {
        name: "contains",
        operands: &[ANY, ANY],
        result: FunctionResult::Condition,
        expressions: CONDITIONS,
        clauses: &[StatementClause::Where],
        statement_form: StatementForm::Call,
        boto3_method: Some("contains"),
        binding: Binding::Condition(bind_contains),
    },
    Function {
        name: "attribute_exists",
        operands: &[FunctionOperand::Path],
        result: FunctionResult::Condition,
        expressions: CONDITIONS,
        clauses: &[StatementClause::Where],
        statement_form: StatementForm::IsMissing { negated: true },
        boto3_method: Some("exists"),
        binding: Binding::Condition(bind_attribute_exists),
    },
    Function {
        name: "attribute_not_exists",
        operands: &[FunctionOperand::Path],
        result: FunctionResult::Condition,
        expressions: CONDITIONS,
        clauses: &[StatementClause::Where],
        statement_form: StatementForm::IsMissing { negated: false },
        boto3_method: Some("not_exists"),
        binding: Binding::Condition(bind_attribute_not_exists),
    },
    Function {
        name: "attribute_type",
        operands: &[ANY, FunctionOperand::TypeName],
        result: FunctionResult::Condition,
        expressions: CONDITIONS,
        clauses: &[StatementClause::Where],
        statement_form: StatementForm::Call,
        boto3_method: Some("attribute_type"),
        binding: Binding::Condition(bind_attribute_type),
    },
    Function {
        name: "size",
        operands: &[SIZED],
        result: FunctionResult::Value,
        expressions: CONDITIONS,
        clauses: &[StatementClause::Where],
        statement_form: StatementForm::Call,
        boto3_method: Some("size"),
        binding: Binding::Size,
    },
    Function {
        name: "if_not_exists",
        operands: &[FunctionOperand::Path, ANY],
        result: FunctionResult::Value,
        expressions: &[ExpressionKind::Update],
        clauses: &[],
        statement_form: StatementForm::Call,
        boto3_method: None,
        binding: Binding::IfNotExists,
    },
    Function {
        name: "list_append",
        operands: &[LIST, LIST],
        result: FunctionResult::Value,
        expressions: &[ExpressionKind::Update],
        clauses: &[StatementClause::Set],
        statement_form: StatementForm::Call,
        boto3_method: None,
        binding: Binding::ListAppend,
    },
    Function {
        name: "set_add",
        operands: &[FunctionOperand::Path, SET],
        result: FunctionResult::Value,
        expressions: &[],
        clauses: &[StatementClause::Set],
        statement_form: StatementForm::Call,
        boto3_method: None,
        binding: Binding::SetMembers(SetFunction::Add),
    },
    Function {
        name: "set_delete",
        operands: &[FunctionOperand::Path, SET],
        result: FunctionResult::Value,
        expressions: &[],
        clauses: &[StatementClause::Set],
        statement_form: StatementForm::Call,
        boto3_method: None,
        binding: Binding::SetMembers(SetFunction::Delete),
    },
];

/// There is one function of each name.
impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

impl fmt::Debug for Function {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl Function {
    /// Finds a function by its name.
    pub fn find(name: &str) -> Option<&'static Function> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// Finds a function of the expressions of requests.
    pub(crate) fn find_in_expressions(name: &str) -> Option<&'static Function> {
        Function::find(name).filter(|function| !function.expressions.is_empty())
    }

    /// Finds a function by its method of boto3.
    pub fn of_boto3(method: &str) -> Option<&'static Function> {
        FUNCTIONS.iter().find(|function| function.boto3_method == Some(method))
    }

    /// Returns true if an expression of this kind can contain the function.
    pub fn is_in_expression(&self, kind: ExpressionKind) -> bool {
        self.expressions.contains(&kind)
    }

    /// Returns true if this clause of a statement can contain the function.
    pub fn is_in_clause(&self, clause: StatementClause) -> bool {
        self.clauses.contains(&clause)
    }

    /// Returns true for a function that statements write as a call. SET parses all of them. Binding rejects those of conditions
    /// after it checks their arguments.
    pub fn is_call_in_statements(&self) -> bool {
        !self.clauses.is_empty() && self.statement_form == StatementForm::Call
    }

    pub(crate) fn check_operand_count(&self, count: usize) -> Result<(), Problem> {
        if count == self.operands.len() {
            return Ok(());
        }
        Err(Problem::OperandCount { operator: self.name.to_owned(), count })
    }
}
