//! The content of the table form, valid or not, and the CreateTable request that it makes.

use serde_json::{Map, Value, json};

pub const PROJECTIONS: [&str; 3] = ["ALL", "KEYS_ONLY", "INCLUDE"];
pub const VIEW_TYPES: [&str; 4] = ["NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub name: String,
    /// S, N or B.
    pub key_type: String,
}

impl Key {
    pub fn new(name: &str, key_type: &str) -> Key {
        Key { name: name.to_owned(), key_type: key_type.to_owned() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    pub name: String,
    pub local: bool,
    /// The partition key. A local index uses that of the table.
    pub partition: Vec<Key>,
    pub sort: Vec<Key>,
    pub projection: String,
    /// The projected attributes of INCLUDE, separated by commas.
    pub included: String,
    pub read: String,
    pub write: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub partition: Key,
    /// The sort key. An empty name means that the table has none.
    pub sort: Key,
    pub indexes: Vec<Index>,
    pub provisioned: bool,
    pub read: String,
    pub write: String,
    /// Maximum read units of an on-demand table; empty for no maximum.
    pub max_read: String,
    pub max_write: String,
    pub infrequent: bool,
    /// The view type of the stream; empty if the stream is off.
    pub stream: String,
    /// The TTL attribute; empty if TTL is off.
    pub expiry: String,
    pub recovery: bool,
    pub protected: bool,
    /// The tags as `name=value`, one per line.
    pub tags: String,
}

impl Default for Draft {
    fn default() -> Draft {
        let text = str::to_owned;
        Draft {
            name: text(""),
            partition: Key::new("PK", "S"),
            sort: Key::new("SK", "S"),
            indexes: Vec::new(),
            provisioned: false,
            read: text("5"),
            write: text("5"),
            max_read: text(""),
            max_write: text(""),
            infrequent: false,
            stream: text(""),
            expiry: text(""),
            recovery: false,
            protected: false,
            tags: text(""),
        }
    }
}

impl Index {
    pub fn new(local: bool, table: &Draft) -> Index {
        let count = table.indexes.iter().filter(|index| index.local == local).count() + 1;
        let kind = if local { "LSI" } else { "GSI" };
        let partition =
            if local { table.partition.clone() } else { Key::new(&format!("{kind}{count}PK"), "S") };
        Index {
            name: format!("{kind}{count}"),
            local,
            partition: vec![partition],
            sort: vec![Key::new(&format!("{kind}{count}SK"), "S")],
            projection: "ALL".to_owned(),
            included: String::new(),
            read: "5".to_owned(),
            write: "5".to_owned(),
        }
    }

    /// Returns the partition and sort keys. A local index has the partition key of its table.
    pub fn keys<'a>(&'a self, table: &'a Draft) -> (Vec<&'a Key>, Vec<&'a Key>) {
        let partition = if self.local { vec![&table.partition] } else { self.partition.iter().collect() };
        (partition, self.sort.iter().filter(|key| !key.name.is_empty()).collect())
    }

    pub fn body(&self, table: &Draft) -> Value {
        let (partition, sort) = self.keys(table);
        let mut projection = json!({"ProjectionType": self.projection});
        if self.projection == "INCLUDE" {
            projection["NonKeyAttributes"] = listed(&self.included).into();
        }
        let mut body = json!({"IndexName": self.name, "KeySchema": key_schema(&partition, &sort), "Projection": projection});
        if table.provisioned && !self.local {
            body["ProvisionedThroughput"] = throughput(&self.read, &self.write);
        }
        body
    }
}

impl Draft {
    pub fn sort_key(&self) -> Option<&Key> {
        Some(&self.sort).filter(|key| !key.name.is_empty())
    }

    /// Returns AttributeDefinitions: every key attribute once, those of the table first.
    pub fn definitions<'a>(&'a self, indexes: impl Iterator<Item = &'a Index>) -> Value {
        let mut keys: Vec<&Key> = std::iter::once(&self.partition).chain(self.sort_key()).collect();
        for index in indexes {
            let (partition, sort) = index.keys(self);
            for key in partition.into_iter().chain(sort) {
                if !keys.iter().any(|known| known.name == key.name) {
                    keys.push(key);
                }
            }
        }
        keys.iter().map(|key| json!({"AttributeName": key.name, "AttributeType": key.key_type})).collect()
    }

    pub fn create(&self) -> Value {
        let sort: Vec<&Key> = self.sort_key().into_iter().collect();
        let mut body = json!({
            "TableName": self.name,
            "AttributeDefinitions": self.definitions(self.indexes.iter()),
            "KeySchema": key_schema(&[&self.partition], &sort),
            "BillingMode": if self.provisioned { "PROVISIONED" } else { "PAY_PER_REQUEST" },
        });
        for (name, local) in [("GlobalSecondaryIndexes", false), ("LocalSecondaryIndexes", true)] {
            let bodies: Vec<Value> = self
                .indexes
                .iter()
                .filter(|index| index.local == local)
                .map(|index| index.body(self))
                .collect();
            if !bodies.is_empty() {
                body[name] = bodies.into();
            }
        }
        if self.provisioned {
            body["ProvisionedThroughput"] = throughput(&self.read, &self.write);
        } else if let Some(caps) = self.caps() {
            body["OnDemandThroughput"] = caps;
        }
        if self.infrequent {
            body["TableClass"] = "STANDARD_INFREQUENT_ACCESS".into();
        }
        if !self.stream.is_empty() {
            body["StreamSpecification"] = json!({"StreamEnabled": true, "StreamViewType": self.stream});
        }
        if self.protected {
            body["DeletionProtectionEnabled"] = true.into();
        }
        let tags = self.tag_list();
        if !tags.is_empty() {
            body["Tags"] = tags.iter().map(|(key, value)| json!({"Key": key, "Value": value})).collect();
        }
        body
    }

    pub fn caps(&self) -> Option<Value> {
        let caps = [("MaxReadRequestUnits", &self.max_read), ("MaxWriteRequestUnits", &self.max_write)];
        let set: Map<String, Value> = caps
            .into_iter()
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(name, text)| (name.to_owned(), units(text)))
            .collect();
        (!set.is_empty()).then_some(Value::Object(set))
    }

    /// Returns the tags. Skips lines without a name.
    pub fn tag_list(&self) -> Vec<(String, String)> {
        let split = |line: &str| {
            let (key, value) = line.split_once('=').unwrap_or((line, ""));
            (key.trim().to_owned(), value.trim().to_owned())
        };
        self.tags.lines().map(split).filter(|(key, _)| !key.is_empty()).collect()
    }
}

pub fn throughput(read: &str, write: &str) -> Value {
    json!({"ReadCapacityUnits": units(read), "WriteCapacityUnits": units(write)})
}

/// Returns the units as JSON. Invalid text is sent unchanged, so DynamoDB reports it.
fn units(text: &str) -> Value {
    text.trim().parse::<u64>().map_or_else(|_| Value::from(text), Value::from)
}

pub fn listed(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn key_schema(partition: &[&Key], sort: &[&Key]) -> Value {
    let of = |keys: &[&Key], key_type: &'static str| -> Vec<Value> {
        keys.iter().map(|key| json!({"AttributeName": key.name, "KeyType": key_type})).collect()
    };
    [of(partition, "HASH"), of(sort, "RANGE")].concat().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_what_was_written_and_nothing_else() {
        let plain = Draft { name: "Orders".into(), sort: Key::new("", "S"), ..Draft::default() };
        assert_eq!(
            plain.create(),
            json!({"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}]})
        );
    }

    #[test]
    fn indexes_share_definitions_and_local_ones_have_no_throughput() {
        let mut table = Draft { name: "Orders".into(), provisioned: true, ..Draft::default() };
        let mut global = Index::new(false, &table);
        global.partition.push(Key::new("SK", "S"));
        global.projection = "INCLUDE".into();
        global.included = "a, b,".into();
        table.indexes = vec![global];
        table.indexes.push(Index::new(true, &table));
        table.tags = "team=shop\n=x\nalone".into();
        let body = table.create();
        let names: Vec<&str> = body["AttributeDefinitions"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|definition| definition["AttributeName"].as_str())
            .collect();
        assert_eq!(names, ["PK", "SK", "GSI1PK", "GSI1SK", "LSI1SK"]);
        assert_eq!(body["GlobalSecondaryIndexes"][0]["Projection"]["NonKeyAttributes"], json!(["a", "b"]));
        assert_eq!(body["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"]["ReadCapacityUnits"], 5);
        assert_eq!(body["LocalSecondaryIndexes"][0]["KeySchema"][0]["AttributeName"], "PK");
        assert_eq!(body["LocalSecondaryIndexes"][0].get("ProvisionedThroughput"), None);
        assert_eq!(body["Tags"], json!([{"Key": "team", "Value": "shop"}, {"Key": "alone", "Value": ""}]));
    }
}
