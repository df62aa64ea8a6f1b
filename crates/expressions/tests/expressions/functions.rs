//! Each function is accepted and refused where the table of functions says, with the arguments that it says.

use dynalab_expressions::partiql::{self, StatementKind};
use dynalab_expressions::{
    Aliases, ExpressionError, ExpressionKind, FUNCTIONS, Function, FunctionOperand, FunctionResult, Problem,
    StatementClause, condition, key_condition, parse_statement, update,
};
use dynalab_types::DataType;

use crate::literal::aliases;

const KINDS: [ExpressionKind; 4] =
    [ExpressionKind::Condition, ExpressionKind::Filter, ExpressionKind::KeyCondition, ExpressionKind::Update];
/// A value of each type, as a statement writes it. The string is the name of a type as well. PartiQL has no literal of a binary.
const LITERALS: [(DataType, &str); 9] = [
    (DataType::S, "'S'"),
    (DataType::N, "1"),
    (DataType::Bool, "true"),
    (DataType::Null, "null"),
    (DataType::L, "[1]"),
    (DataType::M, "{'k': 1}"),
    (DataType::Ss, "<<'x'>>"),
    (DataType::Ns, "<<1>>"),
    (DataType::Bs, "?"),
];

/// Writes a call: its first argument is a path if it may be one, and the others are values, written by `value`.
fn call(function: &Function, value: impl Fn(DataType) -> String) -> String {
    let arguments = function.operands.iter().enumerate().map(|(index, operand)| match operand {
        FunctionOperand::Path => "a".to_owned(),
        FunctionOperand::OneOf(_) if index == 0 => "a".to_owned(),
        FunctionOperand::OneOf(types) => value(types[0]),
        FunctionOperand::TypeName => value(DataType::S),
    });
    format!("{}({})", function.name, arguments.collect::<Vec<String>>().join(", "))
}

/// Writes an expression around a call, as its result demands.
fn around(function: &Function, call: &str, one: &str) -> String {
    match function.result {
        FunctionResult::Condition => call.to_owned(),
        FunctionResult::Value => format!("{call} = {one}"),
    }
}

/// Binds an expression. The value of `:s` is the name of a type as well.
fn bind(kind: ExpressionKind, function: &Function, call: &str) -> Result<(), ExpressionError> {
    let mut aliases = aliases(r#"{:s: "S", :n: 1, :l: ["x"]}"#);
    let text = around(function, call, ":n");
    match kind {
        ExpressionKind::Update => update(&format!("SET a = {call}"), &mut aliases).map(drop),
        ExpressionKind::KeyCondition => key_condition(&text, &mut aliases).map(drop),
        kind => condition(kind, &text, &mut aliases).map(drop),
    }
}

fn placeholder(data_type: DataType) -> String {
    let name = match data_type {
        DataType::S => ":s",
        DataType::L => ":l",
        _ => ":n",
    };
    name.to_owned()
}

fn literal(data_type: DataType) -> String {
    let found = LITERALS.iter().find(|(of, _)| *of == data_type).map(|(_, text)| (*text).to_owned());
    found.unwrap_or_else(|| panic!("no literal of {data_type}"))
}

/// Parses and binds a call in a clause of a statement.
fn state(clause: StatementClause, function: &Function, call: &str) -> Result<(), Problem> {
    let text = match clause {
        StatementClause::Where => format!("SELECT * FROM T WHERE {}", around(function, call, "1")),
        StatementClause::Set => format!("UPDATE T SET a = {call} WHERE pk = 'x'"),
    };
    let statement = parse_statement(&text).map_err(|(problem, _)| problem)?;
    let mut aliases = Aliases::of_statement(Vec::new());
    match statement.kind {
        StatementKind::Select(select) => {
            partiql::bind_where(&select.filter.expect("a filter"), &mut aliases).map(drop)
        }
        StatementKind::Update(update) => partiql::bind_update(&update.update, &mut aliases).map(drop),
        other => panic!("{other:?}"),
    }
}

#[test]
fn expressions_accept_the_functions_of_the_table() {
    for function in &FUNCTIONS {
        for kind in KINDS {
            let bound = bind(kind, function, &call(function, placeholder));
            let name = function.name;
            assert_eq!(bound.is_ok(), function.is_in_expression(kind), "{name} in {kind:?}: {bound:?}");
        }
    }
}

#[test]
fn statements_accept_the_functions_of_the_table() {
    for function in &FUNCTIONS {
        for clause in [StatementClause::Where, StatementClause::Set] {
            let bound = state(clause, function, &call(function, literal));
            let name = function.name;
            assert_eq!(bound.is_ok(), function.is_in_clause(clause), "{name} in {clause:?}: {bound:?}");
        }
    }
}

#[test]
fn the_number_of_arguments_is_that_of_the_table() {
    for function in &FUNCTIONS {
        let complete = call(function, placeholder);
        let longer = format!("{}, b)", complete.trim_end_matches(')'));
        for kind in KINDS.into_iter().filter(|kind| function.is_in_expression(*kind)) {
            let problem = bind(kind, function, &longer).expect_err(&longer).problem;
            let count = function.operands.len() + 1;
            assert_eq!(problem, Problem::OperandCount { operator: function.name.to_owned(), count });
        }
    }
}

#[test]
fn values_have_the_types_of_the_table() {
    for function in FUNCTIONS.iter().filter(|function| !function.clauses.is_empty()) {
        let clause = function.clauses[0];
        for (place, operand) in function.operands.iter().enumerate() {
            for (data_type, text) in LITERALS.iter().filter(|(_, text)| *text != "?") {
                let arguments: Vec<String> = function
                    .operands
                    .iter()
                    .enumerate()
                    .map(|(index, other)| match other {
                        _ if index == place => (*text).to_owned(),
                        FunctionOperand::TypeName => "'S'".to_owned(),
                        FunctionOperand::OneOf(types) if index > 0 => literal(types[0]),
                        _ => "a".to_owned(),
                    })
                    .collect();
                let call = format!("{}({})", function.name, arguments.join(", "));
                let is_allowed = match operand {
                    FunctionOperand::Path => false,
                    FunctionOperand::OneOf(types) => types.contains(data_type),
                    // 'S' is the name of a type.
                    FunctionOperand::TypeName => *data_type == DataType::S,
                };
                let bound = state(clause, function, &call);
                assert_eq!(bound.is_ok(), is_allowed, "{call}: {bound:?}");
            }
        }
    }
}

#[test]
fn names_and_methods_are_there_once() {
    for function in &FUNCTIONS {
        assert!(std::ptr::eq(Function::find(function.name).expect("a function"), function));
        if let Some(method) = function.boto3_method {
            assert!(std::ptr::eq(Function::of_boto3(method).expect("a function"), function));
        }
    }
}
