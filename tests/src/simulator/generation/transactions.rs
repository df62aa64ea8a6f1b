//! Generates transactions, some of them sent again with the same token.

use crate::simulator::generation::Generator;
use crate::simulator::request::Request;
use crate::simulator::transaction::{TransactAction, TransactMember};
use crate::simulator::value::Item;

const MEMBERS_MAX: usize = 4;

impl Generator {
    pub(super) fn transact_write(&mut self) -> Request {
        if !self.sent.is_empty() && self.chance.one_in(4) {
            return self.sent_again();
        }
        let mut members: Vec<TransactMember> = Vec::new();
        for _ in 0..1 + self.chance.below(MEMBERS_MAX) {
            let member = self.member();
            let again = members.iter().any(|other| same_target(other, &member));
            // DynamoDB rejects a transaction that names an item twice. Generate a few of these.
            if !again || self.chance.one_in(10) {
                members.push(member);
            }
        }
        let token = self.chance.one_in(2).then(|| format!("token-{}", self.sent.len()));
        let request = Request::TransactWrite { members, token };
        if let Request::TransactWrite { token: Some(_), .. } = request {
            self.sent.push(request.clone());
        }
        request
    }

    /// Returns an earlier transaction, sometimes with other members under the same token.
    fn sent_again(&mut self) -> Request {
        let mut request = self.chance.pick(&self.sent).clone();
        if let Request::TransactWrite { members, .. } = &mut request
            && self.chance.one_in(4)
        {
            let member = self.member();
            members.push(member);
        }
        request
    }

    fn member(&mut self) -> TransactMember {
        let shape = self.shape();
        let action = match self.chance.below(6) {
            0 | 1 => TransactAction::Put(self.item(&shape)),
            2 | 3 => {
                let key = self.key(&shape);
                TransactAction::Update(key, self.actions(&shape))
            }
            4 => TransactAction::Delete(self.key(&shape)),
            _ => TransactAction::Check(self.key(&shape)),
        };
        let needs_condition = matches!(action, TransactAction::Check(_)) && !self.chance.one_in(20);
        let condition = match self.sometimes_condition(&shape) {
            None if needs_condition => Some(self.condition(&shape, 1)),
            condition => condition,
        };
        TransactMember { table: self.table_name(&shape), action, condition }
    }

    pub(super) fn transact_get(&mut self) -> Request {
        let mut keys: Vec<(String, Item)> = Vec::new();
        for _ in 0..1 + self.chance.below(MEMBERS_MAX) {
            let shape = self.shape();
            let key = (self.table_name(&shape), self.key(&shape));
            if !keys.contains(&key) || self.chance.one_in(10) {
                keys.push(key);
            }
        }
        Request::TransactGet(keys)
    }
}

fn same_target(left: &TransactMember, right: &TransactMember) -> bool {
    let key = |member: &TransactMember| {
        let item = member.action.item_or_key();
        (item.get("pk").cloned(), item.get("sk").cloned())
    };
    left.table == right.table && key(left) == key(right)
}
