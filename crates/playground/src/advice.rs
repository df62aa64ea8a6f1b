//! Proposes cheaper alternatives. Each rule examines a request and its execution, and proposes other requests. They are executed
//! and reverted first. A proposal that fails, or does not have the promised result, is dropped.

pub(crate) mod access_path;
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

use dynalab_engine::database::table::Table;
use dynalab_service::Engine;
use dynalab_types::json::{Object, Value, write_object};

use trial::Trial;

/// The number of earlier requests that rules examine.
pub const EARLIER_MAX: usize = 25;

/// One request as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginalRequest {
    pub operation: String,
    pub body: Object,
}

/// The input of a rule: the tables before the request, the request, its execution, and the earlier requests, newest first.
pub(crate) struct Situation<'a> {
    pub engine: &'a Engine,
    pub asked: &'a OriginalRequest,
    pub met: &'a Trial,
    pub earlier: &'a [OriginalRequest],
}

/// The promised result of an alternative. A proposal whose promise is wrong is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    SameItems,
    SameTables,
    /// A different result that may be sufficient.
    AnotherAnswer,
    /// The same result at the same cost: an apparent saving that does not exist.
    NoCheaper,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The name of a message in the message files ("advice-eventual-read").
    pub rule: &'static str,
    /// The values that the message contains.
    pub figures: Vec<(&'static str, String)>,
    /// Earlier requests that the proposal replaces as well, in their order.
    pub also_instead_of: Vec<OriginalRequest>,
    /// The requests that must be executed once before.
    pub preparation: Vec<OriginalRequest>,
    pub requests: Vec<OriginalRequest>,
    pub claim: Claim,
}

/// An advice with the execution of the original and of the alternative.
#[derive(Debug)]
pub struct EvaluatedAdvice {
    pub advice: Advice,
    pub as_asked: Trial,
    pub otherwise: Trial,
}

type Rule = fn(&Situation) -> Vec<Advice>;

/// The rules, in the order in which their advice is shown.
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

/// Returns the execution of the request and the alternatives that are cheaper. The engine's state is restored.
pub fn advise(
    engine: &mut Engine,
    asked: &OriginalRequest,
    earlier: &[OriginalRequest],
) -> (Trial, Vec<EvaluatedAdvice>) {
    let met = Trial::run_all(engine, &[], std::slice::from_ref(asked));
    let mut told: Vec<EvaluatedAdvice> = Vec::new();
    for rule in RULES {
        let situation = Situation { engine, asked, met: &met, earlier };
        let mut cheapest: Option<EvaluatedAdvice> = None;
        for advice in rule(&situation) {
            let tried = EvaluatedAdvice::evaluate(engine, asked, advice);
            let better =
                cheapest.as_ref().is_none_or(|known| tried.otherwise.cost() < known.otherwise.cost());
            if tried.is_better() && better {
                cheapest = Some(tried);
            }
        }
        told.extend(cheapest);
    }
    (met, told)
}

impl EvaluatedAdvice {
    fn evaluate(engine: &mut Engine, asked: &OriginalRequest, advice: Advice) -> EvaluatedAdvice {
        let mut before = advice.also_instead_of.clone();
        before.push(asked.clone());
        let as_asked = Trial::run_all(engine, &[], &before);
        let otherwise = Trial::run_all(engine, &advice.preparation, &advice.requests);
        EvaluatedAdvice { advice, as_asked, otherwise }
    }

    /// Returns true if the alternative succeeds, has the promised result and is cheaper. It also counts as cheaper if it avoids
    /// an error.
    fn is_better(&self) -> bool {
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

impl OriginalRequest {
    pub fn new(operation: &str, body: Object) -> OriginalRequest {
        OriginalRequest { operation: operation.to_owned(), body }
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

    /// Returns the attribute of a placeholder.
    pub(crate) fn attribute<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        match name.starts_with('#') {
            true => self.object("ExpressionAttributeNames")?.get(name)?.as_str(),
            false => Some(name),
        }
    }
}

impl<'a> Situation<'a> {
    /// Returns the table that the request names.
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
