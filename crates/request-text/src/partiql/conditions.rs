//! Converts expressions to the conditions and updates of statements: quoted names, literal values, and the different functions of
//! PartiQL.

use dynalab_expressions::{
    Condition, ExpressionKind, Function, FunctionCall, Operand, Path, PathElement, SetAction, SetValue,
    StatementForm, Update, UpdateClause, ValueAction, ValueClass, parse_condition, parse_projection,
    parse_update,
};

use super::literals::literal;
use crate::conversion_error::ConversionError;
use crate::node::Node;

/// The placeholders of a request.
pub struct Aliases<'a> {
    pub names: Option<&'a Node>,
    pub values: Option<&'a Node>,
}

impl<'a> Aliases<'a> {
    pub fn from_request(request: &'a Node) -> Aliases<'a> {
        Aliases {
            names: request.get("ExpressionAttributeNames"),
            values: request.get("ExpressionAttributeValues"),
        }
    }

    pub fn condition(&self, kind: ExpressionKind, text: &str) -> Result<Condition, ConversionError> {
        self.meant(&parse_condition(kind, text).map_err(broken)?)
    }

    fn meant(&self, condition: &Condition) -> Result<Condition, ConversionError> {
        let all =
            |terms: &[Condition]| terms.iter().map(|term| self.meant(term)).collect::<Result<Vec<_>, _>>();
        Ok(match condition {
            Condition::Or(terms) => Condition::Or(all(terms)?),
            Condition::And(terms) => Condition::And(all(terms)?),
            Condition::Not(term) => Condition::Not(Box::new(self.meant(term)?)),
            Condition::Group(inner) => Condition::Group(Box::new(self.meant(inner)?)),
            Condition::Compare { left, comparator, right } => Condition::Compare {
                left: self.operand(left)?,
                comparator: *comparator,
                right: self.operand(right)?,
            },
            Condition::Between { operand, low, high } => Condition::Between {
                operand: self.operand(operand)?,
                low: self.operand(low)?,
                high: self.operand(high)?,
            },
            Condition::In { operand, candidates } => {
                Condition::In { operand: self.operand(operand)?, candidates: self.operands(candidates)? }
            }
            Condition::Is { .. } => condition.clone(),
            Condition::Function(call) => {
                let form = Function::find(&call.name).map(|function| function.statement_form);
                match (form, call.arguments.as_slice()) {
                    (Some(StatementForm::IsMissing { negated }), [operand]) => {
                        Condition::Is { operand: self.operand(operand)?, negated, class: ValueClass::Missing }
                    }
                    _ => Condition::Function(self.call(call)?),
                }
            }
        })
    }

    fn operands(&self, operands: &[Operand]) -> Result<Vec<Operand>, ConversionError> {
        operands.iter().map(|operand| self.operand(operand)).collect()
    }

    fn operand(&self, operand: &Operand) -> Result<Operand, ConversionError> {
        Ok(match operand {
            Operand::Path(path) => Operand::Path(self.path(path)?),
            Operand::Value(alias) => Operand::Literal(literal(self.value(alias)?)?),
            Operand::Literal(_) => operand.clone(),
            Operand::Function(call) => Operand::Function(self.call(call)?),
            Operand::Group(inner) => Operand::Group(Box::new(self.operand(inner)?)),
        })
    }

    fn value(&self, alias: &str) -> Result<&'a Node, ConversionError> {
        let found = self.values.and_then(|values| values.get(alias));
        found.ok_or_else(|| ConversionError::Broken { sentence: alias.to_owned() })
    }

    fn call(&self, call: &FunctionCall) -> Result<FunctionCall, ConversionError> {
        let is_call = Function::find(&call.name)
            .is_some_and(|function| !function.expressions.is_empty() && function.is_call_in_statements());
        if !is_call {
            return Err(ConversionError::NoWords { what: format!("{}()", call.name) });
        }
        let arguments = self.operands(&call.arguments)?;
        Ok(FunctionCall { name: call.name.clone(), arguments, place: None })
    }

    pub fn path(&self, path: &Path) -> Result<Path, ConversionError> {
        let elements = path.elements.iter().map(|element| match element {
            PathElement::Alias(alias) => {
                let name = self.names.and_then(|names| names.text_of(alias));
                name.map(|name| PathElement::Quoted(name.into()))
                    .ok_or_else(|| ConversionError::Broken { sentence: alias.to_string() })
            }
            PathElement::Name(name) => Ok(PathElement::Quoted(name.clone())),
            other => Ok(other.clone()),
        });
        Ok(Path { elements: elements.collect::<Result<_, _>>()? })
    }

    /// Returns the paths of a projection. Returns none if there is no projection.
    pub fn projection(&self, request: &Node) -> Result<Vec<Path>, ConversionError> {
        let Some(text) = request.text_of("ProjectionExpression") else { return Ok(Vec::new()) };
        let projection = parse_projection(text).map_err(broken)?;
        projection.paths.iter().map(|path| self.path(path)).collect()
    }

    /// Converts an update to SET and REMOVE. ADD and DELETE become sums or functions of sets.
    pub fn update(&self, text: &str) -> Result<Update, ConversionError> {
        let (mut set, mut removed) = (Vec::new(), Vec::new());
        for clause in parse_update(text).map_err(broken)?.clauses {
            match clause {
                UpdateClause::Set(actions) => {
                    for action in &actions {
                        set.push(SetAction {
                            path: self.path(&action.path)?,
                            value: self.set_value(&action.value)?,
                        });
                    }
                }
                UpdateClause::Remove(paths) => {
                    for path in &paths {
                        removed.push(self.path(path)?);
                    }
                }
                UpdateClause::Add(actions) => {
                    for action in &actions {
                        set.push(self.change(action, "set_add")?);
                    }
                }
                UpdateClause::Delete(actions) => {
                    for action in &actions {
                        set.push(self.change(action, "set_delete")?);
                    }
                }
            }
        }
        let mut clauses = Vec::new();
        if !set.is_empty() {
            clauses.push(UpdateClause::Set(set));
        }
        // PartiQL has one path for each REMOVE.
        clauses.extend(removed.into_iter().map(|path| UpdateClause::Remove(vec![path])));
        Ok(Update { clauses })
    }

    fn set_value(&self, value: &SetValue) -> Result<SetValue, ConversionError> {
        Ok(match value {
            SetValue::Operand(operand) => SetValue::Operand(self.operand(operand)?),
            SetValue::Sum(left, right) => SetValue::Sum(self.operand(left)?, self.operand(right)?),
            SetValue::Difference(left, right) => {
                SetValue::Difference(self.operand(left)?, self.operand(right)?)
            }
            SetValue::Group(inner) => SetValue::Group(Box::new(self.set_value(inner)?)),
        })
    }

    /// Converts an ADD of a number to a sum, and ADD and DELETE of a set to functions.
    fn change(&self, action: &ValueAction, function: &str) -> Result<SetAction, ConversionError> {
        let path = self.path(&action.path)?;
        let value = self.value(&action.value)?;
        let is_set = value.only_member().is_some_and(|only| only.name.ends_with('S') && only.name.len() == 2);
        let operand = Operand::Literal(literal(value)?);
        let value = if is_set {
            let arguments = vec![Operand::Path(path.clone()), operand];
            SetValue::Operand(Operand::Function(FunctionCall {
                name: function.into(),
                arguments,
                place: None,
            }))
        } else {
            SetValue::Sum(Operand::Path(path.clone()), operand)
        };
        Ok(SetAction { path, value })
    }
}

fn broken(error: dynalab_expressions::ExpressionError) -> ConversionError {
    ConversionError::Broken { sentence: error.to_string() }
}
