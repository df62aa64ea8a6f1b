//! Functions of Terraform that make texts and lists. What one makes is bounded, because each use can repeat its arguments.

use hcl::Value;
use hcl::eval::{Func, FuncArgs, FuncDef, ParamType};

/// Bytes of a value that an expression makes. A larger one stays unknown.
pub const VALUE_BYTES_MAX: usize = 10_000;

/// Elements of a set.
const SET_MAX: usize = 1_000;

/// The functions by name.
const ALL: [(&str, Func); 21] = [
    ("toset", to_list),
    ("tolist", to_list),
    ("tomap", same),
    ("tostring", to_text),
    ("tonumber", same),
    ("tobool", same),
    ("concat", concat),
    ("distinct", to_list),
    ("flatten", flatten),
    ("compact", compact),
    ("merge", merge),
    ("lookup", lookup),
    ("element", element),
    ("keys", keys),
    ("values", values),
    ("length", length),
    ("join", join),
    ("lower", lower),
    ("upper", upper),
    ("coalesce", coalesce),
    ("jsonencode", json),
];

/// Returns the function of this name.
pub fn function(name: &str) -> Option<FuncDef> {
    let (_, function) = ALL.iter().find(|(known, _)| *known == name)?;
    Some(FuncDef::builder().variadic_param(ParamType::Any).build(*function))
}

/// Returns the bytes of a value, about.
pub fn bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(bytes).sum::<usize>() + list.len(),
        Value::Object(map) => {
            map.iter().map(|(name, value)| name.len() + bytes(value)).sum::<usize>() + map.len()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}

type Made = Result<Value, String>;

fn wrong() -> String {
    "wrong arguments".to_owned()
}

/// Returns the only argument.
fn only(args: FuncArgs) -> Made {
    match <[Value; 1]>::try_from(args.into_values()) {
        Ok([value]) => Ok(value),
        Err(_) => Err(wrong()),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn same(args: FuncArgs) -> Made {
    only(args)
}

/// A set has each value once.
fn to_list(args: FuncArgs) -> Made {
    let Value::Array(list) = only(args)? else { return Err(wrong()) };
    if list.len() > SET_MAX {
        return Err("too long".to_owned());
    }
    let mut known: Vec<Value> = Vec::new();
    for value in list {
        if !known.contains(&value) {
            known.push(value);
        }
    }
    Ok(Value::Array(known))
}

fn to_text(args: FuncArgs) -> Made {
    text(&only(args)?).map(Value::String).ok_or_else(wrong)
}

fn concat(args: FuncArgs) -> Made {
    let mut all = Vec::new();
    for list in args.into_values() {
        match list {
            Value::Array(list) => all.extend(list),
            _ => return Err(wrong()),
        }
    }
    Ok(Value::Array(all))
}

/// Returns the elements of the lists in a list, at every depth.
fn flatten(args: FuncArgs) -> Made {
    let Value::Array(list) = only(args)? else { return Err(wrong()) };
    let (mut flat, mut waiting) = (Vec::new(), vec![list.into_iter()]);
    while let Some(next) = waiting.last_mut().map(Iterator::next) {
        match next {
            Some(Value::Array(inner)) => waiting.push(inner.into_iter()),
            Some(value) => flat.push(value),
            None => drop(waiting.pop()),
        }
    }
    Ok(Value::Array(flat))
}

fn compact(args: FuncArgs) -> Made {
    let Value::Array(list) = only(args)? else { return Err(wrong()) };
    let is_there = |value: &Value| !matches!(value, Value::Null) && value.as_str() != Some("");
    Ok(Value::Array(list.into_iter().filter(is_there).collect()))
}

fn merge(args: FuncArgs) -> Made {
    let mut all = hcl::Map::new();
    for map in args.into_values() {
        match map {
            Value::Object(map) => all.extend(map),
            Value::Null => {}
            _ => return Err(wrong()),
        }
    }
    Ok(Value::Object(all))
}

fn lookup(args: FuncArgs) -> Made {
    let mut values = args.into_values().into_iter();
    let (Some(Value::Object(mut map)), Some(Value::String(name))) = (values.next(), values.next()) else {
        return Err(wrong());
    };
    map.swap_remove(&name).or(values.next()).ok_or_else(wrong)
}

fn element(args: FuncArgs) -> Made {
    let mut values = args.into_values().into_iter();
    let (Some(Value::Array(list)), Some(Value::Number(place))) = (values.next(), values.next()) else {
        return Err(wrong());
    };
    let place = place.as_u64().and_then(|place| usize::try_from(place).ok()).ok_or_else(wrong)?;
    let place = place.checked_rem(list.len()).ok_or_else(wrong)?;
    list.into_iter().nth(place).ok_or_else(wrong)
}

fn keys(args: FuncArgs) -> Made {
    let Value::Object(map) = only(args)? else { return Err(wrong()) };
    Ok(Value::Array(map.into_iter().map(|(name, _)| Value::String(name)).collect()))
}

fn values(args: FuncArgs) -> Made {
    let Value::Object(map) = only(args)? else { return Err(wrong()) };
    Ok(Value::Array(map.into_iter().map(|(_, value)| value).collect()))
}

fn length(args: FuncArgs) -> Made {
    let length = match only(args)? {
        Value::Array(list) => list.len(),
        Value::Object(map) => map.len(),
        Value::String(text) => text.chars().count(),
        _ => return Err(wrong()),
    };
    Ok(Value::from(length as u64))
}

fn join(args: FuncArgs) -> Made {
    let mut values = args.into_values().into_iter();
    let Some(Value::String(separator)) = values.next() else { return Err(wrong()) };
    let mut parts = Vec::new();
    for value in values {
        let list = if let Value::Array(list) = value { list } else { vec![value] };
        for part in &list {
            parts.push(text(part).ok_or_else(wrong)?);
        }
    }
    let bytes = separator.len().saturating_mul(parts.len()) + parts.iter().map(String::len).sum::<usize>();
    if bytes > VALUE_BYTES_MAX {
        return Err("too long".to_owned());
    }
    Ok(Value::String(parts.join(&separator)))
}

fn lower(args: FuncArgs) -> Made {
    Ok(Value::String(only(args)?.as_str().ok_or_else(wrong)?.to_lowercase()))
}

fn upper(args: FuncArgs) -> Made {
    Ok(Value::String(only(args)?.as_str().ok_or_else(wrong)?.to_uppercase()))
}

/// Returns the value as a text in JSON, such as a policy.
fn json(args: FuncArgs) -> Made {
    let text = serde_json::to_string(&only(args)?).map_err(|error| error.to_string())?;
    if text.len() > VALUE_BYTES_MAX { Err(wrong()) } else { Ok(Value::String(text)) }
}

/// Returns the first value that is not null and not an empty text.
fn coalesce(args: FuncArgs) -> Made {
    let is_there = |value: &Value| !matches!(value, Value::Null) && value.as_str() != Some("");
    args.into_values().into_iter().find(is_there).ok_or_else(wrong)
}
