//! The grammar of conditions, filters and key conditions. Nesting uses a stack of its own, not the call stack.

use std::ops::Range;

use crate::error::Problem;
use crate::lexer::{Symbol, TokenKind};
use crate::parser::Parser;
use crate::partiql::{StatementProblem, TypeName};
use crate::syntax::{Comparator, Condition, Operand, ValueClass};

const KEYWORDS: &[&str] = &["AND", "OR", "NOT", "BETWEEN", "IN"];

pub(crate) fn parse(text: &str) -> Result<Condition, Problem> {
    let mut parser = Parser::new(text, KEYWORDS)?;
    let condition = condition(&mut parser)?;
    parser.finish()?;
    Ok(condition)
}

/// Returns the byte range of the first token that the grammar does not accept.
pub(crate) fn place_of_mistake(text: &str) -> Option<Range<usize>> {
    let mut parser = Parser::new(text, KEYWORDS).ok()?;
    let is_condition = condition(&mut parser).is_ok();
    let is_whole = is_condition && parser.kind() == TokenKind::End;
    (!is_whole).then(|| parser.token_range())
}

/// The parsed terms inside one pair of parentheses, or outside all of them.
#[derive(Default)]
struct Frame {
    alternatives: Vec<Condition>,
    conjuncts: Vec<Condition>,
    /// Number of `NOT`s before the next term.
    negation_count: usize,
}

impl Frame {
    fn is_fresh(&self) -> bool {
        self.alternatives.is_empty() && self.conjuncts.is_empty() && self.negation_count == 0
    }

    fn push_conjunct(&mut self, term: Condition) {
        let negation_count = std::mem::take(&mut self.negation_count);
        let negated = (0..negation_count).fold(term, |inner, _| Condition::Not(Box::new(inner)));
        self.conjuncts.push(negated);
    }

    fn push_alternative(&mut self, term: Condition) {
        self.push_conjunct(term);
        let conjuncts = std::mem::take(&mut self.conjuncts);
        self.alternatives.push(one_or(conjuncts, Condition::And));
    }

    fn close(mut self, term: Condition) -> Condition {
        if self.is_fresh() {
            return term;
        }
        self.push_alternative(term);
        one_or(self.alternatives, Condition::Or)
    }
}

fn one_or(mut terms: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    match terms.pop() {
        Some(only) if terms.is_empty() => only,
        Some(last) => {
            terms.push(last);
            join(terms)
        }
        None => join(terms),
    }
}

/// A parsed term. In `(a) = :v` the parentheses contain an operand, which only the next token shows.
enum Term {
    Operand(Operand),
    Condition(Condition),
}

pub(crate) fn condition(parser: &mut Parser<'_>) -> Result<Condition, Problem> {
    let mut frames = vec![Frame::default()];
    loop {
        open_frames(parser, &mut frames);
        let mut term = Term::Operand(parser.operand()?);
        loop {
            if let Term::Operand(left) = term {
                term = comparison(parser, left)?;
            }
            let Some(frame) = frames.pop() else { return Err(parser.syntax_error()) };
            if !frames.is_empty() && parser.at_symbol(Symbol::CloseParenthesis) {
                term = close_group(parser, frame, term)?;
                continue;
            }
            let complete = finished_condition(parser, term)?;
            if frames.is_empty() && at_end(parser) {
                return Ok(frame.close(complete));
            }
            frames.push(join(parser, frame, complete)?);
            break;
        }
    }
}

/// Returns true at the end of the condition. In a statement, every token except AND and OR ends it.
fn at_end(parser: &Parser<'_>) -> bool {
    let joins = || parser.at_keyword("AND") || parser.at_keyword("OR");
    parser.kind() == TokenKind::End || (parser.is_statement() && !joins())
}

/// Parses the `NOT`s and opening parentheses before a term.
fn open_frames(parser: &mut Parser<'_>, frames: &mut Vec<Frame>) {
    loop {
        if parser.take_symbol(Symbol::OpenParenthesis) {
            parser.note_level(frames.len());
            frames.push(Frame::default());
        } else if parser.take_keyword("NOT") {
            parser.count_operator();
            // Above the limit, the expression is rejected later. A deeper tree would only cost stack.
            if let Some(frame) = frames.last_mut().filter(|_| !parser.too_many_operators()) {
                frame.negation_count += 1;
            }
        } else {
            return;
        }
    }
}

fn close_group(parser: &mut Parser<'_>, frame: Frame, term: Term) -> Result<Term, Problem> {
    let term = match term {
        Term::Operand(operand) if frame.is_fresh() => {
            parser.advance();
            return Ok(Term::Operand(parser.group_operand(operand)));
        }
        term => term,
    };
    let inner = frame.close(finished_condition(parser, term)?);
    parser.advance();
    if matches!(inner, Condition::Group(_)) {
        parser.note_redundant_parentheses();
        return Ok(Term::Condition(inner));
    }
    if parser.too_many_operators() {
        return Ok(Term::Condition(inner));
    }
    Ok(Term::Condition(Condition::Group(Box::new(inner))))
}

/// Returns the finished condition. A function call is a condition on its own, any other operand needs a comparator.
fn finished_condition(parser: &Parser<'_>, term: Term) -> Result<Condition, Problem> {
    match term {
        Term::Condition(condition) => Ok(condition),
        Term::Operand(Operand::Function(call)) => Ok(Condition::Function(call)),
        Term::Operand(Operand::Group(inner)) => match *inner {
            Operand::Function(call) => Ok(Condition::Group(Box::new(Condition::Function(call)))),
            _ => Err(parser.syntax_error()),
        },
        Term::Operand(_) => Err(parser.syntax_error()),
    }
}

fn join(parser: &mut Parser<'_>, mut frame: Frame, term: Condition) -> Result<Frame, Problem> {
    if parser.take_keyword("AND") {
        frame.push_conjunct(term);
    } else if parser.take_keyword("OR") {
        frame.push_alternative(term);
    } else {
        return Err(parser.syntax_error());
    }
    parser.count_operator();
    check_right_side(parser)?;
    Ok(frame)
}

/// Returns the error for a statement that ends after an operator.
fn check_right_side(parser: &Parser<'_>) -> Result<(), Problem> {
    if parser.at_statement_end() { Err(StatementProblem::RightSideMissing.into()) } else { Ok(()) }
}

/// Parses the comparison after this operand. Returns the operand if there is no comparison.
fn comparison(parser: &mut Parser<'_>, left: Operand) -> Result<Term, Problem> {
    if let Some(comparator) = comparator_at(parser) {
        parser.advance();
        parser.count_operator();
        check_right_side(parser)?;
        let right = parser.operand()?;
        return Ok(Term::Condition(Condition::Compare { left, comparator, right }));
    }
    if parser.is_statement() && parser.take_keyword("IS") {
        parser.count_operator();
        let negated = parser.take_keyword("NOT");
        let class = value_class(parser)?;
        return Ok(Term::Condition(Condition::Is { operand: left, negated, class }));
    }
    let negated = parser.is_statement() && parser.take_keyword("NOT");
    match membership(parser, left)? {
        Term::Condition(condition) if negated => {
            parser.count_operator();
            Ok(Term::Condition(Condition::Not(Box::new(condition))))
        }
        Term::Operand(_) if negated => Err(parser.syntax_error()),
        term => Ok(term),
    }
}

fn value_class(parser: &mut Parser<'_>) -> Result<ValueClass, Problem> {
    if parser.take_keyword("MISSING") {
        return Ok(ValueClass::Missing);
    }
    if parser.take_keyword("NULL") {
        return Ok(ValueClass::Null);
    }
    let name = TypeName::find(|name| parser.take_words(name));
    name.map(ValueClass::Type).ok_or_else(|| StatementProblem::TypeNameExpected.into())
}

/// Parses BETWEEN and IN.
fn membership(parser: &mut Parser<'_>, left: Operand) -> Result<Term, Problem> {
    if parser.take_keyword("BETWEEN") {
        parser.count_operator();
        let low = parser.operand()?;
        if !parser.take_keyword("AND") {
            return Err(parser.syntax_error());
        }
        let high = parser.operand()?;
        return Ok(Term::Condition(Condition::Between { operand: left, low, high }));
    }
    if parser.take_keyword("IN") {
        parser.count_operator();
        // Statements also allow brackets.
        let in_brackets = parser.is_statement() && parser.take_symbol(Symbol::OpenBracket);
        if !in_brackets {
            parser.expect_symbol(Symbol::OpenParenthesis)?;
        }
        let candidates = parser.operand_list()?;
        parser.expect_symbol(if in_brackets { Symbol::CloseBracket } else { Symbol::CloseParenthesis })?;
        return Ok(Term::Condition(Condition::In { operand: left, candidates }));
    }
    Ok(Term::Operand(left))
}

fn comparator_at(parser: &Parser<'_>) -> Option<Comparator> {
    match parser.kind() {
        TokenKind::Symbol(Symbol::Equal) => Some(Comparator::Equal),
        TokenKind::Symbol(Symbol::NotEqual) => Some(Comparator::NotEqual),
        TokenKind::Symbol(Symbol::Less) => Some(Comparator::Less),
        TokenKind::Symbol(Symbol::LessOrEqual) => Some(Comparator::LessOrEqual),
        TokenKind::Symbol(Symbol::Greater) => Some(Comparator::Greater),
        TokenKind::Symbol(Symbol::GreaterOrEqual) => Some(Comparator::GreaterOrEqual),
        _ => None,
    }
}
