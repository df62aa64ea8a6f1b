//! The members of transactions: writes and checks that apply together or not at all.

use serde_json::{Map, Value as Json};

use crate::simulator::expression::{Action, Aliases, Condition};
use crate::simulator::value::{Item, item_wire};

#[derive(Clone, Debug, PartialEq)]
pub struct TransactMember {
    pub table: String,
    pub action: TransactAction,
    pub condition: Option<Condition>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TransactAction {
    Put(Item),
    Update(Item, Vec<Action>),
    Delete(Item),
    /// A condition without a write. Without a condition, the request is invalid.
    Check(Item),
}

impl TransactAction {
    pub fn item_or_key(&self) -> &Item {
        match self {
            TransactAction::Put(item) | TransactAction::Update(item, _) => item,
            TransactAction::Delete(key) | TransactAction::Check(key) => key,
        }
    }

    fn names(&self) -> (&'static str, &'static str) {
        match self {
            TransactAction::Put(_) => ("Put", "Item"),
            TransactAction::Update(..) => ("Update", "Key"),
            TransactAction::Delete(_) => ("Delete", "Key"),
            TransactAction::Check(_) => ("ConditionCheck", "Key"),
        }
    }
}

impl TransactMember {
    pub fn body(&self) -> Json {
        let (operation, item_or_key) = self.action.names();
        let mut aliases = Aliases::default();
        let mut body = Map::new();
        body.insert("TableName".into(), self.table.as_str().into());
        body.insert(item_or_key.into(), item_wire(self.action.item_or_key()));
        body.insert("ReturnValuesOnConditionCheckFailure".into(), "ALL_OLD".into());
        if let TransactAction::Update(_, actions) = &self.action
            && !actions.is_empty()
        {
            body.insert("UpdateExpression".into(), aliases.update(actions).into());
        }
        if let Some(condition) = &self.condition {
            body.insert("ConditionExpression".into(), aliases.condition(condition).into());
        }
        aliases.finish(&mut body);
        Json::Object([(operation.to_owned(), Json::Object(body))].into_iter().collect())
    }
}
