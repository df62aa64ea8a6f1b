//! Cheaper ways: rules look at a request and at what it met, and each proposes other requests. Those are run, and taken back,
//! before anything is said of them: what does not work, or does not do what the rule claims, is not told.

mod access_path;
mod batch_of_reads;
mod consistent_index;
mod count_from_description;
mod eventual_read;
mod index_for_filter;
mod keys_only_index;
mod projection_saves_nothing;
mod query_by_key;
mod reserved_word;
mod single_item_transaction;
mod small_item;
pub mod trial;
mod update_of_changes;

use dynalab_engine::Engine;
use dynalab_engine::table::Table;
use dynalab_types::json::{Object, Value, write_object};

use trial::Trial;

/// So many requests before the one that was asked are looked at.
pub const EARLIER_MAX: usize = 25;

/// One request, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub operation: String,
    pub body: Object,
}

/// What a rule knows: the tables as they were before the request, the request, what it met, and those before it, newest first.
pub(crate) struct Situation<'a> {
    pub engine: &'a Engine,
    pub asked: &'a Asked,
    pub met: &'a Trial,
    pub earlier: &'a [Asked],
}

/// What the other way comes to, as the rule has it; a claim that turns out wrong is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    SameItems,
    SameTables,
    /// Something else that may do.
    AnotherAnswer,
    /// The same for the same price: what one could think is cheaper, and is not.
    NoCheaper,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Names a sentence in the message files ("advice-eventual-read").
    pub rule: &'static str,
    /// What fills it in.
    pub figures: Vec<(&'static str, String)>,
    /// Earlier requests that it also takes the place of, in their order.
    pub also_instead_of: Vec<Asked>,
    /// What has to be done once, before.
    pub preparation: Vec<Asked>,
    pub requests: Vec<Asked>,
    pub claim: Claim,
}

/// An advice with what came of either way.
#[derive(Debug)]
pub struct Tried {
    pub advice: Advice,
    pub as_asked: Trial,
    pub otherwise: Trial,
}

type Rule = fn(&Situation) -> Vec<Advice>;

/// In the order in which they are told.
const RULES: &[Rule] = &[
    reserved_word::propose,
    consistent_index::propose,
    query_by_key::propose,
    index_for_filter::propose,
    count_from_description::propose,
    eventual_read::propose,
    single_item_transaction::propose,
    batch_of_reads::propose,
    update_of_changes::propose,
    small_item::propose,
    keys_only_index::propose,
    projection_saves_nothing::propose,
];

/// What the request comes to, and the ways that turned out cheaper. The engine is as before.
pub fn advise(engine: &mut Engine, asked: &Asked, earlier: &[Asked]) -> (Trial, Vec<Tried>) {
    let met = Trial::of(engine, &[], std::slice::from_ref(asked));
    let mut told: Vec<Tried> = Vec::new();
    for rule in RULES {
        let situation = Situation { engine, asked, met: &met, earlier };
        let mut cheapest: Option<Tried> = None;
        for advice in rule(&situation) {
            let tried = Tried::of(engine, asked, advice);
            let better =
                cheapest.as_ref().is_none_or(|known| tried.otherwise.cost() < known.otherwise.cost());
            if tried.holds() && better {
                cheapest = Some(tried);
            }
        }
        told.extend(cheapest);
    }
    (met, told)
}

impl Tried {
    fn of(engine: &mut Engine, asked: &Asked, advice: Advice) -> Tried {
        let mut before = advice.also_instead_of.clone();
        before.push(asked.clone());
        let as_asked = Trial::of(engine, &[], &before);
        let otherwise = Trial::of(engine, &advice.preparation, &advice.requests);
        Tried { advice, as_asked, otherwise }
    }

    /// Whether it works, comes to what is claimed, and is cheaper: in units, or in requests, or because it is done at all.
    fn holds(&self) -> bool {
        let (asked, other) = (&self.as_asked, &self.otherwise);
        if other.error.is_some() {
            return false;
        }
        if asked.error.is_some() {
            return true;
        }
        let cheaper = other.cost() < asked.cost();
        match self.advice.claim {
            Claim::SameItems => cheaper && self.same_items() && self.same_tables(),
            Claim::SameTables => cheaper && self.same_tables(),
            Claim::AnotherAnswer => cheaper,
            Claim::NoCheaper => other.units() == asked.units(),
        }
    }

    pub fn same_items(&self) -> bool {
        self.as_asked.items == self.otherwise.items
    }

    pub fn same_tables(&self) -> bool {
        self.as_asked.written == self.otherwise.written
    }
}

impl Asked {
    pub fn new(operation: &str, body: Object) -> Asked {
        Asked { operation: operation.to_owned(), body }
    }

    pub fn body_text(&self) -> String {
        let mut json = String::new();
        write_object(&self.body, &mut json);
        json
    }

    pub(crate) fn text(&self, member: &str) -> Option<&str> {
        self.body.get(member).and_then(Value::as_str)
    }

    pub(crate) fn object(&self, member: &str) -> Option<&Object> {
        as_object(self.body.get(member)?)
    }

    pub(crate) fn is_strong(&self) -> bool {
        self.body.get("ConsistentRead") == Some(&Value::Bool(true))
    }

    /// What an attribute is called behind its placeholder.
    pub(crate) fn attribute<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        match name.starts_with('#') {
            true => self.object("ExpressionAttributeNames")?.get(name)?.as_str(),
            false => Some(name),
        }
    }
}

impl<'a> Situation<'a> {
    /// The table that the request names.
    pub fn table(&self) -> Option<&'a Table> {
        self.engine.database().find(self.asked.text("TableName")?)
    }
}

pub(crate) fn as_object(value: &Value) -> Option<&Object> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

pub(crate) fn string(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

pub(crate) fn object<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests;
