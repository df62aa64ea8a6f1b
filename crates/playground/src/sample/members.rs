//! The members of a sample's JSON, taken out by name; the first that is missing or has another type is told.

use std::fmt;

use dynalab_types::json::{Object, Value};

use super::{Question, Sample, SampleTable, Sentence, whole_number};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberError {
    member: &'static str,
    missing: bool,
}

impl fmt::Display for MemberError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.missing {
            true => write!(formatter, "missing field `{}`", self.member),
            false => write!(formatter, "`{}` has another type", self.member),
        }
    }
}

type Taken<T> = Result<T, MemberError>;

pub fn sample(file: Value) -> Taken<Sample> {
    let mut file = object(file, "sample")?;
    Ok(Sample {
        id: text(&mut file, "id")?,
        name: sentence(&mut file, "name")?,
        description: sentence(&mut file, "description")?,
        tables: list(&mut file, "tables", table)?,
        questions: list(&mut file, "questions", question)?,
    })
}

fn table(value: Value) -> Taken<SampleTable> {
    let mut table = object(value, "tables")?;
    Ok(SampleTable {
        create: nested(&mut table, "create")?,
        items: list(&mut table, "items", |item| object(item, "items"))?,
    })
}

fn question(value: Value) -> Taken<Question> {
    let mut question = object(value, "questions")?;
    Ok(Question {
        title: sentence(&mut question, "title")?,
        why: sentence(&mut question, "why")?,
        operation: text(&mut question, "operation")?,
        request: nested(&mut question, "request")?,
        expect_count: match optional(&mut question, "expect_count") {
            None => None,
            Some(value) => Some(whole_number(&value).ok_or(wrong("expect_count"))?),
        },
        expect_error: match optional(&mut question, "expect_error") {
            None => None,
            Some(Value::String(text)) => Some(text),
            Some(_) => return Err(wrong("expect_error")),
        },
    })
}

fn wrong(member: &'static str) -> MemberError {
    MemberError { member, missing: false }
}

fn take(object: &mut Object, member: &'static str) -> Taken<Value> {
    object.remove(member).ok_or(MemberError { member, missing: true })
}

fn optional(object: &mut Object, member: &str) -> Option<Value> {
    object.remove(member).filter(|value| !value.is_null())
}

fn object(value: Value, member: &'static str) -> Taken<Object> {
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(wrong(member)),
    }
}

fn nested(outer: &mut Object, member: &'static str) -> Taken<Object> {
    object(take(outer, member)?, member)
}

fn text(object: &mut Object, member: &'static str) -> Taken<String> {
    match take(object, member)? {
        Value::String(text) => Ok(text),
        _ => Err(wrong(member)),
    }
}

fn sentence(object: &mut Object, member: &'static str) -> Taken<Sentence> {
    let mut sentence = Sentence::new();
    for (language, text) in nested(object, member)? {
        match text {
            Value::String(text) => sentence.insert(language, text),
            _ => return Err(wrong(member)),
        };
    }
    Ok(sentence)
}

fn list<T>(object: &mut Object, member: &'static str, read: fn(Value) -> Taken<T>) -> Taken<Vec<T>> {
    match take(object, member)? {
        Value::Array(elements) => {
            let mut list = Vec::with_capacity(elements.len());
            for element in elements {
                list.push(read(element)?);
            }
            Ok(list)
        }
        _ => Err(wrong(member)),
    }
}
