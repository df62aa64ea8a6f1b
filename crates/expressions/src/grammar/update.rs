//! The grammar of updates: SET, REMOVE, ADD and DELETE clauses in any order.

use std::ops::Range;

use crate::error::Problem;
use crate::lexer::{Symbol, TokenKind};
use crate::parser::Parser;
use crate::syntax::{Section, SetAction, SetValue, Update, UpdateClause, ValueAction};

const KEYWORDS: &[&str] = &["SET", "REMOVE", "ADD", "DELETE"];

pub(crate) fn parse(text: &str) -> Result<Update, Problem> {
    let mut parser = Parser::new(text, KEYWORDS)?;
    let clauses = clauses(&mut parser)?;
    parser.finish()?;
    Ok(Update { clauses })
}

/// Returns the byte range of the first token that the grammar does not accept.
pub(crate) fn place_of_mistake(text: &str) -> Option<Range<usize>> {
    let mut parser = Parser::new(text, KEYWORDS).ok()?;
    let is_whole = clauses(&mut parser).is_ok() && parser.kind() == TokenKind::End;
    (!is_whole).then(|| parser.token_range())
}

fn clauses(parser: &mut Parser<'_>) -> Result<Vec<UpdateClause>, Problem> {
    let mut clauses = Vec::new();
    let mut sections_seen = Vec::new();
    loop {
        let Some(section) = Section::ALL.into_iter().find(|section| parser.take_keyword(section.keyword()))
        else {
            return Err(parser.syntax_error());
        };
        if sections_seen.contains(&section) {
            parser.repeated_section.get_or_insert(section);
        }
        sections_seen.push(section);
        clauses.push(match section {
            Section::Set => UpdateClause::Set(list(parser, set_action)?),
            Section::Remove => UpdateClause::Remove(list(parser, Parser::path)?),
            Section::Add => UpdateClause::Add(list(parser, value_action)?),
            Section::Delete => UpdateClause::Delete(list(parser, value_action)?),
        });
        if parser.kind() == TokenKind::End {
            return Ok(clauses);
        }
    }
}

pub(crate) fn list<'a, Action>(
    parser: &mut Parser<'a>,
    action: fn(&mut Parser<'a>) -> Result<Action, Problem>,
) -> Result<Vec<Action>, Problem> {
    let mut actions = vec![action(parser)?];
    while parser.take_symbol(Symbol::Comma) {
        actions.push(action(parser)?);
    }
    Ok(actions)
}

pub(crate) fn set_action(parser: &mut Parser<'_>) -> Result<SetAction, Problem> {
    let path = parser.path()?;
    parser.expect_symbol(Symbol::Equal)?;
    let value = set_value(parser)?;
    Ok(SetAction { path, value })
}

/// Parses one operand, or two joined by `+` or `-`, with or without parentheses.
fn set_value(parser: &mut Parser<'_>) -> Result<SetValue, Problem> {
    let mut open_count = 0;
    while parser.take_symbol(Symbol::OpenParenthesis) {
        open_count += 1;
        parser.note_level(open_count);
    }
    let mut left = parser.operand()?;
    while open_count > 0 && parser.take_symbol(Symbol::CloseParenthesis) {
        left = parser.group_operand(left);
        open_count -= 1;
    }
    let join = match parser.kind() {
        TokenKind::Symbol(Symbol::Plus) => SetValue::Sum,
        TokenKind::Symbol(Symbol::Minus) => SetValue::Difference,
        _ if open_count > 0 => return Err(parser.syntax_error()),
        _ => return Ok(SetValue::Operand(left)),
    };
    parser.advance();
    parser.count_operator();
    let mut value = join(left, parser.operand()?);
    for _ in 0..open_count {
        parser.expect_symbol(Symbol::CloseParenthesis)?;
        if matches!(value, SetValue::Group(_)) {
            parser.note_redundant_parentheses();
        } else {
            value = SetValue::Group(Box::new(value));
        }
    }
    Ok(value)
}

fn value_action(parser: &mut Parser<'_>) -> Result<ValueAction, Problem> {
    let path = parser.path()?;
    let value = parser.value_alias()?;
    Ok(ValueAction { path, value })
}
