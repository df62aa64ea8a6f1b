//! The grammar of PartiQL statements. The expression grammars parse conditions and the values of SET.

use super::{
    Delete, Insert, Literal, OrderTerm, Place, Returning, Select, Statement, StatementKind, StatementProblem,
    TableName, Update,
};
use crate::error::Problem;
use crate::grammar::condition::condition;
use crate::grammar::update::{list, set_action};
use crate::lexer::Symbol;
use crate::parser::Parser;
use crate::syntax::{Condition, Operand, PathElement, UpdateClause};

/// Keywords. They are names only in double quotes.
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
    "LIKE",
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

/// Parses one statement, with or without a semicolon at its end.
///
/// # Errors
/// The text is no statement, or uses SQL that PartiQL for DynamoDB does not have.
pub fn parse(text: &str) -> Result<Statement, Problem> {
    let mut parser = Parser::of_statement(text, KEYWORDS);
    let kind = statement(&mut parser)?;
    parser.finish_statement(kind)
}

pub(crate) fn statement(parser: &mut Parser<'_>) -> Result<StatementKind, Problem> {
    parser.check_tokens()?;
    if parser.take_keyword("SELECT") {
        return select(parser).map(StatementKind::Select);
    }
    if parser.take_keyword("INSERT") {
        parser.expect_keyword("INTO")?;
        let into = table_name(parser)?;
        if parser.at_name() || parser.at_keyword("AS") {
            return Err(StatementProblem::TokenAfterExpression.into());
        }
        // SQL's column list, which DynamoDB does not support.
        if parser.at_symbol(Symbol::OpenParenthesis) {
            return Err(StatementProblem::KeywordUnexpected.into());
        }
        parser.expect_keyword("VALUE")?;
        if !parser.at_symbol(Symbol::OpenBrace) {
            return Err(parser.syntax_error());
        }
        parser.notes.place = Place::Item;
        let item = parser.literal()?;
        parser.notes.place = Place::Elsewhere;
        return Ok(StatementKind::Insert(Insert { into, item }));
    }
    if parser.take_keyword("UPDATE") {
        return update(parser).map(StatementKind::Update);
    }
    if parser.take_keyword("FROM") {
        return update_from(parser).map(StatementKind::Update);
    }
    if parser.take_keyword("DELETE") {
        parser.expect_keyword("FROM")?;
        if !parser.at_name() {
            return Err(StatementProblem::IdentifierMissing.into());
        }
        let from = table_name(parser)?;
        note_alias(parser)?;
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

/// Returns the error for a text that is not a statement. DynamoDB parses it as an expression. It names a complete
/// expression, and rejects the token after a calculation.
fn no_statement(parser: &mut Parser<'_>) -> Problem {
    let begin = parser.token_range().start;
    if let (Ok(condition), true) = (condition(parser), parser.at_statement_end()) {
        return problem_of_condition(&condition).into();
    }
    parser.go_back_to(begin);
    if let (Ok(operand), true) = (parser.operand(), parser.at_statement_end()) {
        return problem_of_operand(&operand).into();
    }
    parser.go_back_to(begin);
    if consume_calculation(parser) {
        let is_whole = parser.at_statement_end();
        let whole = StatementProblem::ExistsMisplaced;
        return if is_whole { whole } else { StatementProblem::TokenAfterExpression }.into();
    }
    parser.go_back_to(begin);
    StatementProblem::NoDataManipulation.into()
}

/// Consumes names joined by arithmetic operators. Returns false for a single name.
fn consume_calculation(parser: &mut Parser<'_>) -> bool {
    let mut operator_count = 0;
    while parser.at_name() {
        parser.advance();
        let operators = [Symbol::Star, Symbol::Plus, Symbol::Minus];
        if !operators.into_iter().any(|operator| parser.take_symbol(operator)) {
            return operator_count > 0;
        }
        operator_count += 1;
    }
    false
}

/// Returns the error for a condition in place of a statement. DynamoDB takes every expression of operators and functions for
/// an EXISTS. Verified for `=` and IS only.
fn problem_of_condition(condition: &Condition) -> StatementProblem {
    match condition {
        Condition::Group(inner) => problem_of_condition(inner),
        Condition::Is { .. } => StatementProblem::OperationUnsupported("IsType"),
        Condition::Or(_)
        | Condition::And(_)
        | Condition::Not(_)
        | Condition::Compare { .. }
        | Condition::Between { .. }
        | Condition::In { .. }
        | Condition::Function(_) => StatementProblem::ExistsMisplaced,
    }
}

/// Returns the error for a name or a value in place of a statement. Verified for a single name only.
fn problem_of_operand(operand: &Operand) -> StatementProblem {
    let name = match operand.ungrouped() {
        Operand::Path(path) if path.elements.len() == 1 => "Id",
        Operand::Path(_) => "Path",
        Operand::Literal(Literal::List(_)) => "List",
        Operand::Literal(Literal::Map(_)) => "Struct",
        Operand::Literal(Literal::Bag(_)) => "Bag",
        Operand::Literal(Literal::Parameter(_)) => "Parameter",
        Operand::Literal(Literal::Scalar(_)) | Operand::Value(_) => "Lit",
        Operand::Group(_) | Operand::Function(_) => return StatementProblem::ExistsMisplaced,
    };
    StatementProblem::OperationUnsupported(name)
}

fn select(parser: &mut Parser<'_>) -> Result<Select, Problem> {
    let mut projection = Vec::new();
    if !parser.take_symbol(Symbol::Star) {
        loop {
            if parser.at_call() {
                let call = (parser.token_position(), parser.token_range());
                parser.notes.selected_call.get_or_insert(call);
                parser.skip_call()?;
            } else {
                projection.push(parser.path()?);
            }
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
    note_alias(parser)?;
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
            // A key is never null, so the place of nulls changes nothing.
            let nulls_first = [("NULLS FIRST", true), ("NULLS LAST", false)]
                .into_iter()
                .find(|(words, _)| parser.take_words(words));
            order.push(OrderTerm { path, descending, nulls_first: nulls_first.map(|(_, first)| first) });
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
    note_alias(parser)?;
    let update = update_clauses(parser)?;
    let filter = where_clause(parser)?;
    let returning = returning(parser)?;
    Ok(Update { table, begins_with_from: false, update, filter, returning })
}

/// Parses `FROM table WHERE … SET …`, an UPDATE with its clauses in another order.
fn update_from(parser: &mut Parser<'_>) -> Result<Update, Problem> {
    let table = table_name(parser)?;
    note_alias(parser)?;
    let filter = where_clause(parser)?;
    let update = update_clauses(parser)?;
    let returning = returning(parser)?;
    Ok(Update { table, begins_with_from: true, update, filter, returning })
}

fn update_clauses(parser: &mut Parser<'_>) -> Result<crate::syntax::Update, Problem> {
    let mut clauses = Vec::new();
    parser.notes.place = Place::Set;
    loop {
        if parser.take_keyword("SET") {
            clauses.push(UpdateClause::Set(list(parser, set_action)?));
        } else if parser.take_keyword("REMOVE") {
            // One path for each REMOVE, unlike SET. A comma after it is a left-over token.
            clauses.push(UpdateClause::Remove(vec![parser.path()?]));
        } else {
            break;
        }
    }
    parser.notes.place = Place::Elsewhere;
    if clauses.is_empty() {
        return Err(StatementProblem::NoDataManipulation.into());
    }
    Ok(crate::syntax::Update { clauses })
}

/// Parses a table name. Checks the number of parts and empty parts before any lookup.
fn table_name(parser: &mut Parser<'_>) -> Result<TableName, Problem> {
    let mut parts = vec![name(parser)?];
    while parser.take_symbol(Symbol::Dot) {
        parts.push(name(parser)?);
    }
    if parts.len() > 2 {
        parser.note(StatementProblem::PathTooLong);
    }
    if parts.iter().any(|part| part.is_empty()) {
        parser.note(StatementProblem::PathPartEmpty);
    }
    let mut parts = parts.into_iter();
    Ok(TableName { table: parts.next().unwrap_or_default(), index: parts.next() })
}

/// Notes an alias after the table name.
fn note_alias(parser: &mut Parser<'_>) -> Result<(), Problem> {
    if parser.take_keyword("AS") || parser.at_name() {
        name(parser)?;
        parser.note(StatementProblem::Alias);
    }
    Ok(())
}

fn name(parser: &mut Parser<'_>) -> Result<Box<str>, Problem> {
    match parser.name_element()? {
        PathElement::Name(name) | PathElement::Quoted(name) => Ok(name),
        _ => Err(parser.syntax_error()),
    }
}

fn where_clause(parser: &mut Parser<'_>) -> Result<Option<Condition>, Problem> {
    if !parser.take_keyword("WHERE") {
        return Ok(None);
    }
    parser.notes.place = Place::Where;
    let condition = condition(parser)?;
    parser.notes.place = Place::Elsewhere;
    Ok(Some(condition))
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
