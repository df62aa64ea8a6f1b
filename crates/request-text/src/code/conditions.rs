//! Converts boto3 conditions such as `Key("pk").eq("a") & Attr("n").gt(1)` to expressions with placeholders.

use dynalab_expressions::{Function, FunctionResult};

use super::expression::{Argument, Expr, ExprKind};
use super::fit::ShapeFitter;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::json::LEVELS_MAX;
use crate::node::{Member, Node};

/// The parameters that may have a condition.
pub const MEMBERS: [&str; 3] = ["KeyConditionExpression", "FilterExpression", "ConditionExpression"];

/// The attribute names and values with their generated placeholders.
#[derive(Default)]
pub struct Placeholders {
    pub names: Vec<Member>,
    pub values: Vec<Member>,
}

/// Returns true if an expression is built with `Key` and `Attr`.
pub fn is_condition(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Not(inner) => is_condition(inner),
        ExprKind::Join { sign: '&' | '|', left, .. } => is_condition(left),
        _ => match expression.as_call() {
            Some((Some(of), _, _)) => {
                attribute_of(of).is_some()
                    || matches!(of.as_call(), Some((Some(of), method, _)) if value_function(method).is_some() && attribute_of(of).is_some())
            }
            _ => false,
        },
    }
}

/// Returns the path of `Key("pk")` or `Attr("a.b")`.
fn attribute_of(expression: &Expr) -> Option<(&str, &Expr)> {
    match expression.as_call()? {
        (_, "Key" | "Attr", [Argument { name: None, value }]) => match &value.kind {
            ExprKind::Text(path) => Some((path, value)),
            _ => None,
        },
        _ => None,
    }
}

/// Finds the function of a method whose result is compared, such as `Attr("a").size()`.
fn value_function(method: &str) -> Option<&'static Function> {
    Function::of_boto3(method).filter(|function| function.result == FunctionResult::Value)
}

impl Placeholders {
    pub fn write(&mut self, fitting: &ShapeFitter<'_>, expression: &Expr) -> Result<String, Diagnostic> {
        self.condition(fitting, expression, 0)
    }

    fn condition(
        &mut self,
        fitting: &ShapeFitter<'_>,
        expression: &Expr,
        levels: usize,
    ) -> Result<String, Diagnostic> {
        if levels == LEVELS_MAX {
            return Err(DiagnosticKind::TooDeep.at(expression.span));
        }
        match &expression.kind {
            ExprKind::Not(inner) => Ok(format!("NOT ({})", self.condition(fitting, inner, levels + 1)?)),
            ExprKind::Join { sign, left, right } => {
                let word = if *sign == '&' { "AND" } else { "OR" };
                let left = self.side(fitting, left, *sign, levels)?;
                let right = self.side(fitting, right, *sign, levels)?;
                Ok(format!("{left} {word} {right}"))
            }
            _ => self.term(fitting, expression),
        }
    }

    /// Writes one side of a condition, in parentheses if it has the opposite operator.
    fn side(
        &mut self,
        fitting: &ShapeFitter<'_>,
        side: &Expr,
        sign: char,
        levels: usize,
    ) -> Result<String, Diagnostic> {
        let text = self.condition(fitting, side, levels + 1)?;
        let is_other = matches!(side.kind, ExprKind::Join { sign: inner, .. } if inner != sign);
        Ok(if is_other { format!("({text})") } else { text })
    }

    fn term(&mut self, fitting: &ShapeFitter<'_>, expression: &Expr) -> Result<String, Diagnostic> {
        let unclear =
            || DiagnosticKind::NotUnderstood { what: "Key(…), Attr(…)".to_owned() }.at(expression.span);
        let Some((Some(of), method, arguments)) = expression.as_call() else { return Err(unclear()) };
        let path = match (attribute_of(of), of.as_call()) {
            (Some((path, written)), _) => self.path(path, written),
            (None, Some((Some(of), method, []))) => match (value_function(method), attribute_of(of)) {
                (Some(function), Some((path, written))) => {
                    format!("{}({})", function.name, self.path(path, written))
                }
                _ => return Err(unclear()),
            },
            _ => return Err(unclear()),
        };
        let values = match (method, arguments) {
            ("is_in", [Argument { value, .. }]) => match fitting.scope.simplified(value)?.kind {
                ExprKind::List(elements) | ExprKind::Set(elements) => elements,
                _ => return Err(unclear()),
            },
            _ => arguments.iter().map(|argument| argument.value.clone()).collect(),
        };
        let values = values
            .iter()
            .map(|value| self.value(fitting, value))
            .collect::<Result<Vec<String>, Diagnostic>>()?;
        let comparator = match method {
            "eq" => "=",
            "ne" => "<>",
            "lt" => "<",
            "lte" => "<=",
            "gt" => ">",
            "gte" => ">=",
            _ => "",
        };
        Ok(match (method, values.as_slice()) {
            (_, [value]) if !comparator.is_empty() => format!("{path} {comparator} {value}"),
            ("between", [low, high]) => format!("{path} BETWEEN {low} AND {high}"),
            ("is_in", [_, ..]) => format!("{path} IN ({})", values.join(", ")),
            _ => match Function::of_boto3(method) {
                Some(function)
                    if function.result == FunctionResult::Condition
                        && function.operands.len() == 1 + values.len() =>
                {
                    format!("{}({})", function.name, [vec![path], values].concat().join(", "))
                }
                _ => return Err(unclear()),
            },
        })
    }

    fn path(&mut self, path: &str, written: &Expr) -> String {
        let parts = path.split('.').map(|part| {
            let (name, index) = part.split_at(part.find('[').unwrap_or(part.len()));
            let placeholder = format!("#n{}", self.names.len());
            self.names.push(Member::new(placeholder.clone(), written.span, Node::text(written.span, name)));
            placeholder + index
        });
        parts.collect::<Vec<String>>().join(".")
    }

    fn value(&mut self, fitting: &ShapeFitter<'_>, value: &Expr) -> Result<String, Diagnostic> {
        let placeholder = format!(":v{}", self.values.len());
        let node = fitting.node(value, crate::shapes::Shape::AttributeValue)?;
        self.values.push(Member::new(placeholder.clone(), value.span, node));
        Ok(placeholder)
    }
}
