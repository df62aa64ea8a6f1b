//! The grammar of statements. Conditions and the values of SET are read by the grammars of the expressions.

use super::{
    Delete, Insert, OrderTerm, Returning, Select, Statement, StatementKind, StatementProblem, TableName,
    Update,
};
use crate::error::Problem;
use crate::grammar::condition::condition;
use crate::grammar::update::{list, set_action};
use crate::lexer::{Symbol, TokenKind};
use crate::parser::Parser;
use crate::syntax::{Condition, PathElement, UpdateClause};

/// Words that are no names unless they stand in double quotes.
pub(crate) const KEYWORDS: &[&str] = &[
    "SELECT",
    "FROM",
    "WHERE",
    "AND",
    "OR",
    "NOT",
    "BETWEEN",
    "IN",
    "IS",
    "MISSING",
    "NULL",
    "TRUE",
    "FALSE",
    "ORDER",
    "BY",
    "INSERT",
    "INTO",
    "VALUE",
    "VALUES",
    "UPDATE",
    "SET",
    "REMOVE",
    "DELETE",
    "RETURNING",
    "EXISTS",
    "LIMIT",
    "GROUP",
    "HAVING",
    "OFFSET",
    "JOIN",
    "AS",
    "CREATE",
    "DROP",
];
const UNSUPPORTED_CLAUSES: [&str; 4] = ["LIMIT", "GROUP", "HAVING", "OFFSET"];
const FUNCTIONS: [&str; 7] =
    ["size", "begins_with", "contains", "attribute_type", "list_append", "set_add", "set_delete"];

/// `name` in small letters.
pub(crate) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

pub fn parse(text: &str) -> Result<Statement, Problem> {
    let mut parser = Parser::of_statement(text, KEYWORDS);
    let kind = statement(&mut parser)?;
    let parameter_count = parser.finish_statement()?;
    Ok(Statement { kind, parameter_count })
}

pub(crate) fn statement(parser: &mut Parser<'_>) -> Result<StatementKind, Problem> {
    if parser.take_keyword("SELECT") {
        return select(parser).map(StatementKind::Select);
    }
    if parser.take_keyword("INSERT") {
        parser.expect_keyword("INTO")?;
        let into = table_name(parser)?;
        parser.expect_keyword("VALUE")?;
        if !parser.at_symbol(Symbol::OpenBrace) {
            return Err(parser.syntax_error());
        }
        return Ok(StatementKind::Insert(Insert { into, item: parser.literal()? }));
    }
    if parser.take_keyword("UPDATE") {
        return update(parser).map(StatementKind::Update);
    }
    if parser.take_keyword("DELETE") {
        parser.expect_keyword("FROM")?;
        let from = table_name(parser)?;
        let filter = where_clause(parser)?;
        return Ok(StatementKind::Delete(Delete { from, filter, returning: returning(parser)? }));
    }
    if parser.take_keyword("EXISTS") {
        parser.expect_symbol(Symbol::OpenParenthesis)?;
        parser.expect_keyword("SELECT")?;
        let select = select(parser)?;
        parser.expect_symbol(Symbol::CloseParenthesis)?;
        return Ok(StatementKind::Exists(select));
    }
    Err(no_statement(parser))
}

/// To the service any other text is an expression: if that is all there is, it manipulates nothing, and if something
/// follows, that is too much.
fn no_statement(parser: &mut Parser<'_>) -> Problem {
    if !parser.at_name() {
        return StatementProblem::NoDataManipulation.into();
    }
    parser.advance();
    while let TokenKind::Symbol(_) = parser.kind() {
        parser.advance();
        parser.advance();
    }
    match parser.kind() {
        TokenKind::End => StatementProblem::NoDataManipulation.into(),
        _ => StatementProblem::TokenAfterExpression.into(),
    }
}

fn select(parser: &mut Parser<'_>) -> Result<Select, Problem> {
    let mut projection = Vec::new();
    if !parser.take_symbol(Symbol::Star) {
        loop {
            if parser.at_call() {
                return Err(StatementProblem::PathComponent(parser.token_position()).into());
            }
            projection.push(parser.path()?);
            if !parser.take_symbol(Symbol::Comma) {
                break;
            }
        }
    }
    parser.expect_keyword("FROM")?;
    let from = table_name(parser)?;
    if parser.at_symbol(Symbol::Comma) || parser.at_keyword("JOIN") {
        return Err(StatementProblem::SeveralSources.into());
    }
    let filter = where_clause(parser)?;
    let mut order = Vec::new();
    if parser.take_keyword("ORDER") {
        parser.expect_keyword("BY")?;
        loop {
            let path = parser.path()?;
            let descending = parser.take_keyword("DESC");
            if !descending {
                parser.take_keyword("ASC");
            }
            order.push(OrderTerm { path, descending });
            if !parser.take_symbol(Symbol::Comma) {
                break;
            }
        }
    }
    match UNSUPPORTED_CLAUSES.into_iter().find(|name| parser.at_keyword(name)) {
        Some(name) => Err(StatementProblem::Clause { name, position: parser.token_position() }.into()),
        None => Ok(Select { projection, from, filter, order }),
    }
}

fn update(parser: &mut Parser<'_>) -> Result<Update, Problem> {
    let table = table_name(parser)?;
    let mut clauses = Vec::new();
    loop {
        if parser.take_keyword("SET") {
            clauses.push(UpdateClause::Set(list(parser, set_action)?));
        } else if parser.take_keyword("REMOVE") {
            clauses.push(UpdateClause::Remove(list(parser, Parser::path)?));
        } else {
            break;
        }
    }
    if clauses.is_empty() {
        return Err(StatementProblem::NoDataManipulation.into());
    }
    let filter = where_clause(parser)?;
    let returning = returning(parser)?;
    Ok(Update { table, update: crate::syntax::Update { clauses }, filter, returning })
}

fn table_name(parser: &mut Parser<'_>) -> Result<TableName, Problem> {
    let table = name(parser)?;
    let index = if parser.take_symbol(Symbol::Dot) { Some(name(parser)?) } else { None };
    Ok(TableName { table, index })
}

fn name(parser: &mut Parser<'_>) -> Result<Box<str>, Problem> {
    match parser.name_element()? {
        PathElement::Name(name) | PathElement::Quoted(name) => Ok(name),
        _ => Err(parser.syntax_error()),
    }
}

fn where_clause(parser: &mut Parser<'_>) -> Result<Option<Condition>, Problem> {
    if parser.take_keyword("WHERE") { condition(parser).map(Some) } else { Ok(None) }
}

fn returning(parser: &mut Parser<'_>) -> Result<Option<Returning>, Problem> {
    if !parser.take_keyword("RETURNING") {
        return Ok(None);
    }
    let all = parser.take_keyword("ALL");
    if !all {
        parser.expect_keyword("MODIFIED")?;
    }
    let old = parser.take_keyword("OLD");
    if !old {
        parser.expect_keyword("NEW")?;
    }
    parser.expect_symbol(Symbol::Star)?;
    Ok(Some(match (all, old) {
        (true, true) => Returning::AllOld,
        (true, false) => Returning::AllNew,
        (false, true) => Returning::ModifiedOld,
        (false, false) => Returning::ModifiedNew,
    }))
}
