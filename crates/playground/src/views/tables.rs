//! The view model of the table list: the definition and size of each table.

use dynalab_engine::database::table::{IndexDefinition, IndexKind as EngineIndexKind, Table};
use dynalab_engine::engine::Engine;
use dynalab_engine::hooks::Service;
use dynalab_types::projection::Projection;
use dynalab_types::{KeyAttribute, KeySchema};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSummary {
    pub name: String,
    pub arn: String,
    /// The status as DynamoDB names it: CREATING, ACTIVE, UPDATING, DELETING.
    pub status: String,
    pub key: KeyNames,
    pub item_count: u64,
    /// The size of the items as DynamoDB computes it, without indexes.
    pub size_bytes: u64,
    pub indexes: Vec<IndexSummary>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyNames {
    pub partition: String,
    /// S, N or B.
    pub partition_type: String,
    pub sort: Option<String>,
    pub sort_type: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexSummary {
    pub name: String,
    pub kind: IndexKind,
    pub status: String,
    pub key: KeyNames,
    /// ALL, KEYS_ONLY or INCLUDE.
    pub projection: String,
    /// The attributes of an INCLUDE projection.
    pub projected: Vec<String>,
    pub item_count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IndexKind {
    Global,
    Local,
}

impl TableSummary {
    /// Returns the definition: the counts of items and the sizes are 0.
    pub fn without_counts(&self) -> TableSummary {
        let indexes =
            self.indexes.iter().map(|index| IndexSummary { item_count: 0, ..index.clone() }).collect();
        TableSummary { item_count: 0, size_bytes: 0, indexes, ..self.clone() }
    }
}

/// Returns all tables, ordered by name.
pub fn tables<S: Service>(engine: &Engine<S>) -> Vec<TableSummary> {
    engine.database().tables().map(table_summary).collect()
}

fn table_summary(table: &Table) -> TableSummary {
    let definition = &table.definition;
    TableSummary {
        name: definition.name.to_string(),
        arn: definition.arn.to_string(),
        status: definition.status.name().to_owned(),
        key: key_names(&definition.key),
        item_count: table.items.len() as u64,
        size_bytes: table.size_bytes,
        indexes: definition.indexes.iter().map(|index| index_summary(table, index)).collect(),
    }
}

fn index_summary(table: &Table, index: &IndexDefinition) -> IndexSummary {
    let projected = match &index.projection {
        Projection::Include(names) => names.iter().map(|name| name.to_string()).collect(),
        Projection::All | Projection::KeysOnly => Vec::new(),
    };
    IndexSummary {
        name: index.name.to_string(),
        kind: match index.kind {
            EngineIndexKind::Global => IndexKind::Global,
            EngineIndexKind::Local => IndexKind::Local,
        },
        status: index.status.name().to_owned(),
        key: key_names(&index.key),
        projection: index.projection.type_name().to_owned(),
        projected,
        item_count: table.index_rows(&index.name).map_or(0, |entries| entries.rows.len() as u64),
    }
}

/// Returns the names of the key attributes. A global index may have several per key, so names and types are joined.
fn key_names(key: &KeySchema) -> KeyNames {
    let names = |attributes: &[KeyAttribute]| side_by_side(attributes, |attribute| &attribute.name);
    let types =
        |attributes: &[KeyAttribute]| side_by_side(attributes, |attribute| attribute.scalar_type.name());
    let has_sort = !key.sort.is_empty();
    KeyNames {
        partition: names(&key.partition),
        partition_type: types(&key.partition),
        sort: has_sort.then(|| names(&key.sort)),
        sort_type: has_sort.then(|| types(&key.sort)),
    }
}

fn side_by_side(attributes: &[KeyAttribute], text: impl Fn(&KeyAttribute) -> &str) -> String {
    attributes.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::document::engine_of;

    fn check(tables_of_sample: &str, expected: &str) {
        let engine = engine_of(tables_of_sample);
        assert_eq!(tables(&engine).iter().map(printed).collect::<String>(), expected);
    }

    fn printed(table: &TableSummary) -> String {
        let TableSummary { name, status, item_count, size_bytes, .. } = table;
        let mut text =
            format!("{name} {status} {} {item_count} items {size_bytes} B\n", printed_key(&table.key));
        for index in &table.indexes {
            let IndexSummary { name, kind, status, projection, projected, item_count, .. } = index;
            let key = printed_key(&index.key);
            text +=
                &format!("  {name} {kind:?} {status} {key} {projection} {projected:?} {item_count} items\n");
        }
        text
    }

    fn printed_key(key: &KeyNames) -> String {
        let sort = key.sort.iter().zip(&key.sort_type).map(|(name, kind)| format!(" {name}:{kind}"));
        format!("[{}:{}{}]", key.partition, key.partition_type, sort.collect::<String>())
    }

    #[test]
    fn no_tables_are_an_empty_list() {
        assert_eq!(tables(&dynalab_service::Engine::new(1, dynalab_engine::EngineConfig::instant())), []);
    }

    #[test]
    fn tables_come_by_name_with_keys_counts_and_sizes() {
        check(
            r#"[{"create": {"TableName": "Zoo", "BillingMode": "PAY_PER_REQUEST",
                   "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
                   "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]},
                 "items": []},
                {"create": {"TableName": "Art", "BillingMode": "PAY_PER_REQUEST",
                   "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                            {"AttributeName": "sk", "AttributeType": "B"}],
                   "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                                 {"AttributeName": "sk", "KeyType": "RANGE"}]},
                 "items": [{"pk": {"S": "a"}, "sk": {"B": "AA=="}}]}]"#,
            "Art ACTIVE [pk:S sk:B] 1 items 6 B\nZoo ACTIVE [id:N] 0 items 0 B\n",
        );
    }

    #[test]
    fn indexes_say_their_kind_their_projection_and_how_sparse_they_are() {
        check(
            r#"[{"create": {"TableName": "Art", "BillingMode": "PAY_PER_REQUEST",
                   "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                            {"AttributeName": "sk", "AttributeType": "S"},
                                            {"AttributeName": "year", "AttributeType": "N"}],
                   "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                                 {"AttributeName": "sk", "KeyType": "RANGE"}],
                   "LocalSecondaryIndexes": [{"IndexName": "ByYear",
                     "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                                   {"AttributeName": "year", "KeyType": "RANGE"}],
                     "Projection": {"ProjectionType": "KEYS_ONLY"}}],
                   "GlobalSecondaryIndexes": [{"IndexName": "Years",
                     "KeySchema": [{"AttributeName": "year", "KeyType": "HASH"}],
                     "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]}}]},
                 "items": [{"pk": {"S": "a"}, "sk": {"S": "1"}, "year": {"N": "1999"}},
                           {"pk": {"S": "a"}, "sk": {"S": "2"}}]}]"#,
            "Art ACTIVE [pk:S sk:S] 2 items 19 B\n  \
             ByYear Local ACTIVE [pk:S year:N] KEYS_ONLY [] 1 items\n  \
             Years Global ACTIVE [year:N] INCLUDE [\"title\"] 1 items\n",
        );
    }
}
