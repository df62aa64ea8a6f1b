//! What an UpdateTable request changes, as the states of tables distinguish it.

use crate::execution::table_action::TableAction;
use crate::operations::update_table::UpdateTable;

impl UpdateTable {
    /// Returns the requested changes, whether or not they have an effect.
    pub fn actions(&self) -> Vec<TableAction<'_>> {
        let mut actions = Vec::new();
        match (self.throughput, self.billing) {
            (Some(_), _) => actions.push(TableAction::Throughput),
            (None, Some(mode)) => actions.push(TableAction::Mode(mode)),
            (None, None) => {}
        }
        for update in self.updates() {
            actions.extend(update.create.iter().map(|index| TableAction::CreateIndex(&index.name)));
            actions.extend(update.delete.iter().map(|name| TableAction::DeleteIndex(name)));
            actions.extend(update.update.iter().flat_map(|update| update.actions()));
        }
        actions.extend(self.vector_updates.actions());
        let settings = [
            (self.on_demand_throughput.is_some(), TableAction::Maximum),
            (self.warm.is_some(), TableAction::WarmThroughput),
            (self.stream.is_some(), TableAction::Stream),
            (self.encryption.is_some(), TableAction::Encryption),
            (!self.replication.is_nothing(), TableAction::Replicas),
        ];
        actions.extend(settings.into_iter().filter(|(named, _)| *named).map(|(_, action)| action));
        actions.extend(self.deletion_protection.map(TableAction::Protection));
        actions.extend(self.table_class.and_then(Result::ok).map(TableAction::Class));
        actions
    }
}
