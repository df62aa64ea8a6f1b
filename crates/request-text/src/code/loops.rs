//! Loops over literal values in Python code. A request in a loop is one request for each value.

use std::ops::Range;

use super::expression::{Expr, ExprKind};
use super::simplify::Scope;
use super::tokens::{Token, TokenKind};
use crate::diagnostic::{Diagnostic, DiagnosticKind};

/// The maximum number of values of one loop.
const VALUES_MAX: usize = 1_000;

/// The position of a call in the order in which the program runs: the place and the iteration of each loop around it, then the
/// place of the call.
pub type Order = Vec<(usize, usize)>;

/// `for variable in values:`
#[derive(Debug)]
struct Loop {
    /// The token `for`.
    place: usize,
    variable: String,
    /// The token at which the values begin.
    values: usize,
    /// The tokens of its statements.
    block: Range<usize>,
}

/// The loops of a text, the outer ones first.
#[derive(Debug, Default)]
pub struct Loops {
    loops: Vec<Loop>,
}

/// The first token of a statement, and its indentation in bytes.
struct Statement {
    place: usize,
    indent: usize,
}

impl Loops {
    pub fn find(tokens: &[Token], text: &str) -> Loops {
        let statements = statements(tokens, text);
        let kind = |at: usize| tokens.get(at).map(|token| &token.kind);
        let is_name =
            |at: usize, name: &str| kind(at).is_some_and(|kind| *kind == TokenKind::Name(name.to_owned()));
        let mut loops = Vec::new();
        for (number, Statement { place, indent }) in statements.iter().enumerate() {
            let Some(TokenKind::Name(variable)) = kind(place + 1) else { continue };
            if !is_name(*place, "for") || !is_name(place + 2, "in") {
                continue;
            }
            let after = statements.iter().skip(number + 1).find(|after| after.indent <= *indent);
            let end = after.map_or(tokens.len(), |after| after.place);
            let (variable, values) = (variable.clone(), place + 3);
            let block = block_start(tokens, values)..end;
            loops.push(Loop { place: *place, variable, values, block });
        }
        Loops { loops }
    }

    /// Calls `run` with the scope of each iteration of the loops around a token, or with the reason why the values of a loop are
    /// not known. Stops when `run` returns false.
    pub fn for_each_iteration(
        &self,
        scope: &Scope<'_>,
        place: usize,
        run: &mut dyn FnMut(Order, Result<&Scope<'_>, Diagnostic>) -> bool,
    ) {
        let around: Vec<&Loop> = self.loops.iter().filter(|each| each.block.contains(&place)).collect();
        iterate(scope, &around, &Vec::new(), run);
    }
}

fn iterate(
    scope: &Scope<'_>,
    around: &[&Loop],
    order: &Order,
    run: &mut dyn FnMut(Order, Result<&Scope<'_>, Diagnostic>) -> bool,
) -> bool {
    let Some((outer, inner)) = around.split_first() else { return run(order.clone(), Ok(scope)) };
    let in_iteration = |iteration: usize| order.iter().copied().chain([(outer.place, iteration)]).collect();
    let values = match values(scope, outer) {
        Ok(values) => values,
        Err(problem) => return run(in_iteration(0), Err(problem)),
    };
    values.into_iter().enumerate().all(|(iteration, value)| {
        let scope = scope.with_loop_value(&outer.variable, value);
        iterate(&scope, inner, &in_iteration(iteration), run)
    })
}

/// Returns the place of the colon after the values of a loop.
fn block_start(tokens: &[Token], values: usize) -> usize {
    let mut open_brackets = 0_usize;
    let is_colon = |token: &Token| {
        match token.kind {
            TokenKind::Sign('(' | '[' | '{') => open_brackets += 1,
            TokenKind::Sign(')' | ']' | '}') => open_brackets = open_brackets.saturating_sub(1),
            TokenKind::Sign(':') => return open_brackets == 0,
            _ => {}
        }
        false
    };
    values + tokens.iter().skip(values).position(is_colon).unwrap_or(0)
}

/// Returns the values of a loop over a list or a range.
fn values(scope: &Scope<'_>, of: &Loop) -> Result<Vec<Expr>, Diagnostic> {
    let written = scope.parser(of.values).expression()?;
    let simple = scope.simplified(&written)?;
    let too_many = || {
        let what = format!("for {} in …", of.variable);
        DiagnosticKind::NotUnderstood { what }.at(written.span)
    };
    match &simple.kind {
        ExprKind::List(elements) | ExprKind::Set(elements) if elements.len() > VALUES_MAX => Err(too_many()),
        ExprKind::List(elements) | ExprKind::Set(elements) => Ok(elements.clone()),
        _ => match range(scope, &simple)? {
            Some(numbers) if numbers.len() > VALUES_MAX => Err(too_many()),
            Some(numbers) => {
                let number =
                    |number: usize| Expr { span: written.span, kind: ExprKind::Number(number.to_string()) };
                Ok(numbers.map(number).collect())
            }
            None => {
                let name = simple.last_name().or(simple.as_call().map(|call| call.1)).unwrap_or("…");
                Err(DiagnosticKind::KnownElsewhere { what: name.to_owned() }.at(written.span))
            }
        },
    }
}

/// Reads `range(end)` or `range(start, end)`.
fn range(scope: &Scope<'_>, expression: &Expr) -> Result<Option<Range<usize>>, Diagnostic> {
    let Some((None, "range", arguments)) = expression.as_call() else { return Ok(None) };
    let mut numbers = Vec::new();
    for argument in arguments {
        match scope.simplified(&argument.value)?.kind {
            ExprKind::Number(number) => numbers.extend(number.parse::<usize>().ok()),
            _ => return Ok(None),
        }
    }
    Ok(match (arguments.len(), numbers.as_slice()) {
        (1, [end]) => Some(0..*end),
        (2, [start, end]) => Some(*start..*end),
        _ => None,
    })
}

/// Returns the beginnings of statements: the first token of each line outside brackets.
fn statements(tokens: &[Token], text: &str) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut open_brackets = 0_usize;
    let mut end_before = 0;
    for (place, token) in tokens.iter().enumerate() {
        let start = token.span.start;
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let is_first = place == 0 || end_before <= line;
        if open_brackets == 0 && is_first && token.kind != TokenKind::End {
            statements.push(Statement { place, indent: start - line });
        }
        match token.kind {
            TokenKind::Sign('(' | '[' | '{') => open_brackets += 1,
            TokenKind::Sign(')' | ']' | '}') => open_brackets = open_brackets.saturating_sub(1),
            _ => {}
        }
        end_before = token.span.end;
    }
    statements
}
