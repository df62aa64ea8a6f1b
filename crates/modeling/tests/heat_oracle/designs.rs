//! Generated designs whose sample is their production: users with orders and lines, in one table or two, and patterns of every kind.

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::literal::show;
use dynalab_modeling::sample::Sample;
use dynalab_modeling::sample::random::Random;
use serde_json::{Value, json};

/// A design, and what its patterns mean beside it.
pub struct Case {
    pub design: Design,
    pub sample: Sample,
    /// Shards of each sharded key.
    pub shards: u64,
    /// By pattern: attributes that every item has as the item of the pattern's row has them. A status is changed from one value.
    pub given: BTreeMap<String, Vec<&'static str>>,
}

/// The partition key of an order, in its table or in an index.
#[derive(Clone, Copy, PartialEq)]
enum Spread {
    User,
    Own,
    Status,
    Region,
    Constant,
    Shards,
    /// Region and status, an attribute each. Only a global index has such a key.
    Both,
}

/// The choices that make one design.
struct Choices {
    random: Random,
    shards: u64,
    text_bytes: u64,
    is_zipf: bool,
    has_second_table: bool,
    has_local_index: bool,
    in_table: Spread,
    in_index: Spread,
    projection: Value,
}

/// A pattern without its rate: its name, parameters and operation.
type Sketch = (&'static str, Value, Value);

/// Values of the same length, so that all items of a kind have the same size.
const STATUSES: [&str; 4] = ["OPEN", "PAID", "SENT", "DONE"];
const REGIONS: [&str; 3] = ["EU", "US", "AP"];
const OF_TABLE: [Spread; 6] =
    [Spread::User, Spread::User, Spread::Own, Spread::Status, Spread::Constant, Spread::Shards];
const OF_INDEX: [Spread; 7] = [
    Spread::User,
    Spread::Status,
    Spread::Status,
    Spread::Region,
    Spread::Constant,
    Spread::Shards,
    Spread::Both,
];

fn pick<T: Clone>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u64) as usize].clone()
}

impl Choices {
    fn of_seed(seed: u64) -> Choices {
        let mut random = Random::from_seed(seed, 0x4EA7, 0);
        let projections = [json!("all"), json!("keys_only"), json!({ "include": ["note"] })];
        Choices {
            shards: 2 + random.below(4),
            text_bytes: pick(&mut random, &[40, 500, 1_300, 2_500]),
            is_zipf: random.below(2) == 0,
            has_second_table: random.below(2) == 0,
            has_local_index: random.below(2) == 0,
            in_table: pick(&mut random, &OF_TABLE),
            in_index: pick(&mut random, &OF_INDEX),
            projection: pick(&mut random, &projections),
            random,
        }
    }

    fn weights(&mut self, count: u64) -> Vec<u64> {
        (0..count).map(|_| 1 + self.random.below(6)).collect()
    }

    fn entities(&mut self) -> Value {
        let users = 5 + self.random.below(8);
        let status = match self.random.below(2) {
            0 => json!({ "kind": "choice", "values": STATUSES, "weights": self.weights(4) }),
            _ => json!({ "kind": "cycle", "values": STATUSES }),
        };
        let region = json!({ "kind": "choice", "values": REGIONS, "weights": self.weights(3) });
        json!([
            { "name": "User", "count": users, "sample": users, "attributes": [
                { "name": "user_id", "values": { "kind": "sequence", "prefix": "u", "width": 3 } },
                { "name": "region", "values": region } ] },
            { "name": "Order", "attributes": [
                { "name": "user_id" }, { "name": "region" },
                { "name": "order_id", "values": { "kind": "sequence", "prefix": "o", "width": 4 } },
                { "name": "status", "values": status, "changes": true },
                { "name": "text", "values": { "kind": "text", "bytes": self.text_bytes } },
                { "name": "note", "values": { "kind": "text", "bytes": 12 }, "changes": true } ] },
            { "name": "Line", "attributes": [
                { "name": "order_id" }, { "name": "user_id" },
                { "name": "line_id", "values": { "kind": "sequence", "prefix": "l", "width": 4 } },
                { "name": "state", "values": { "kind": "cycle", "values": ["NEW", "OLD"] } } ] },
            { "name": "Total", "count": 1, "sample": 1, "attributes": [
                { "name": "total_id", "values": { "kind": "constant", "value": "all" } },
                { "name": "amount", "type": "N", "values": { "kind": "constant", "value": 7 } } ] }
        ])
    }

    fn relations(&mut self) -> Value {
        let mean = 2 + self.random.below(4);
        let skew = if self.is_zipf { "zipf" } else { "even" };
        let lines = 1 + self.random.below(2);
        json!([
            { "parent": "User", "child": "Order", "copies": { "user_id": "user_id", "region": "region" }, "skew": skew,
                "per_parent": { "least": 1, "mean": mean, "most": 20 } },
            { "parent": "Order", "child": "Line", "copies": { "order_id": "order_id", "user_id": "user_id" },
                "per_parent": { "least": lines, "mean": lines, "most": lines } }
        ])
    }

    /// Returns the template of a partition key of orders. One of two attributes has none.
    fn template(&self, spread: Spread) -> String {
        match spread {
            Spread::User => "USER#{user_id}".to_owned(),
            Spread::Own => "ORDER#{order_id}".to_owned(),
            Spread::Status => "STATUS#{status}".to_owned(),
            Spread::Region => "REGION#{region}".to_owned(),
            Spread::Constant => "ALL".to_owned(),
            Spread::Shards => format!("SHARD#{{region}}#{{order_id:shard{}}}", self.shards),
            Spread::Both => String::new(),
        }
    }

    fn tables(&self) -> Value {
        let mut order = json!({ "PK": self.template(self.in_table), "SK": "ORDER#{order_id}" });
        let mut index = json!({ "name": "ByFirst", "partition_key": [ { "name": "G1PK" } ],
            "sort_key": [ { "name": "order_id" } ], "projection": self.projection });
        match self.in_index {
            Spread::Both => index["partition_key"] = json!([ { "name": "region" }, { "name": "status" } ]),
            spread => order["G1PK"] = json!(self.template(spread)),
        }
        let mut indexes = vec![index];
        if self.has_local_index {
            indexes.push(json!({ "name": "ByNote", "kind": "local",
                "partition_key": [ { "name": "PK" } ], "sort_key": [ { "name": "note" } ] }));
        }
        let sparse = json!({ "name": "NewLines", "partition_key": [ { "name": "G2PK" } ],
            "sort_key": [ { "name": "line_id" } ] });
        let line = json!({ "entity": "Line", "keys": { "PK": "ORDER#{order_id}", "SK": "LINE#{line_id}",
            "G2PK": { "template": "STATE#{state}", "when": { "attribute": "state", "is": ["NEW"] } } } });
        let mut items = vec![
            json!({ "entity": "User", "keys": { "PK": "USER#{user_id}", "SK": "PROFILE" } }),
            json!({ "entity": "Order", "keys": order }),
            json!({ "entity": "Total", "keys": { "PK": "TOTAL", "SK": "{total_id}" } }),
        ];
        let table = |name: &str, items: &[Value], indexes: &[Value]| {
            json!({ "name": name, "partition_key": [ { "name": "PK" } ], "sort_key": [ { "name": "SK" } ],
                "items": items, "indexes": indexes })
        };
        if self.has_second_table {
            json!([table("Shop", &items, &indexes), table("Lines", &[line], &[sparse])])
        } else {
            items.push(line);
            indexes.push(sparse);
            json!([table("Shop", &items, &indexes)])
        }
    }

    fn line_table(&self) -> &'static str {
        if self.has_second_table { "Lines" } else { "Shop" }
    }

    /// Returns the key of the order of these parameters. A suffix tells parameters of several rows apart.
    fn order_key(&self, suffix: &str) -> Value {
        let partition = match self.in_table {
            Spread::Shards => {
                format!("SHARD#{{region{suffix}}}#{{order_id{suffix}:shard{}}}", self.shards)
            }
            spread => self.template(spread).replace('}', &format!("{suffix}}}")),
        };
        json!({ "PK": partition, "SK": format!("ORDER#{{order_id{suffix}}}") })
    }

    /// Returns the attributes of an order in the partition key of the index.
    fn index_attributes(&self) -> &'static [&'static str] {
        match self.in_index {
            Spread::User => &["user_id"],
            Spread::Status => &["status"],
            Spread::Region | Spread::Shards => &["region"],
            Spread::Both => &["region", "status"],
            Spread::Own | Spread::Constant => &[],
        }
    }

    /// Returns the Query of the index.
    fn index_query(&self, limit: &Value) -> Value {
        let mut query = json!({ "action": "query", "table": "Shop", "index": "ByFirst", "limit": limit,
            "key": { "G1PK": self.template(self.in_index) } });
        match self.in_index {
            Spread::Both => query["key"] = json!({ "region": "{region}", "status": "{status}" }),
            Spread::Shards => {
                let shards: Vec<String> = (0..self.shards).map(|shard| shard.to_string()).collect();
                query["key"] = json!({ "G1PK": "SHARD#{region}#{shard}" });
                query["for_each"] = json!({ "shard": shards });
                query["limit"] = json!(1);
            }
            _ => {}
        }
        query
    }

    fn reads(&mut self, sample: &Sample) -> Vec<Sketch> {
        let row = self.random.below(4) as usize;
        let get = json!({ "action": "get", "table": "Shop", "key": self.order_key("") });
        let user =
            json!({ "action": "get", "table": "Shop", "key": { "PK": "USER#{user_id}", "SK": "PROFILE" } });
        // A Query is measured with its row, which is one of the key with most items. Other keys can have fewer.
        let limit = if self.is_zipf { Value::Null } else { json!(1) };
        let of_user = if self.random.below(2) == 0 { "User.user_id" } else { "Order.user_id" };
        let query = |key: Value| json!({ "action": "query", "table": "Shop", "key": key, "limit": limit });
        let mut all = vec![
            ("Get an order", orders(&[row]), get.clone()),
            ("Get a user", json!({ "user_id": { "of": "User.user_id" } }), user.clone()),
            (
                "Orders of a user",
                json!({ "user_id": { "of": of_user } }),
                query(json!({ "PK": "USER#{user_id}" })),
            ),
            (
                "Get three orders",
                orders(&[0, 1, 2]),
                json!({ "action": "batch_get", "table": "Shop",
                    "keys": [self.order_key(""), self.order_key("1"), self.order_key("2")] }),
            ),
            (
                "Get an order and its user",
                orders(&[row]),
                json!({ "action": "transact_get", "reads": [get, user] }),
            ),
            (
                "Lines of an order",
                orders(&[row]),
                json!({ "action": "query", "table": self.line_table(),
                    "key": { "PK": "ORDER#{order_id}", "SK": { "begins_with": "LINE#" } } }),
            ),
            (
                "New lines",
                json!({}),
                json!({ "action": "query", "table": self.line_table(), "index": "NewLines",
                    "key": { "G2PK": "STATE#NEW" }, "limit": 5 }),
            ),
            (
                "Orders of the index",
                orders(&[busiest_row(sample, "Order", self.index_attributes())]),
                self.index_query(&limit),
            ),
        ];
        if self.has_local_index && self.in_table == Spread::User {
            let mut by_note = query(json!({ "PK": "USER#{user_id}" }));
            by_note["index"] = json!("ByNote");
            all.push(("Orders by note", orders(&[busiest_row(sample, "Order", &["user_id"])]), by_note));
        }
        all
    }

    fn writes(&mut self) -> Vec<Sketch> {
        let row = self.random.below(4) as usize;
        let update = |key: Value, update: &str| json!({ "action": "update", "table": "Shop", "key": key, "update": update });
        let put = json!({ "action": "put", "table": "Shop", "item": "Order" });
        let mut open = put.clone();
        open["set"] = json!({ "status": "OPEN" });
        let mut replace = put.clone();
        replace["row"] = json!(row);
        let line =
            json!({ "action": "put", "table": self.line_table(), "item": "Line", "set": { "state": "NEW" } });
        let annotate = update(self.order_key(""), "SET note = :note");
        let mut annotate_second = update(self.order_key("1"), "SET note = :note");
        annotate_second["condition"] = json!("attribute_exists(PK)");
        let profile = json!({ "PK": "USER#{user_id}", "SK": "PROFILE" });
        let delete = json!({ "action": "delete", "table": "Shop", "key": self.order_key("") });
        let check = json!({ "action": "check", "table": "Shop", "key": profile, "condition": "attribute_exists(PK)" });
        let count = update(json!({ "PK": "TOTAL", "SK": "all" }), "SET amount = amount + :one");
        let user = json!({ "user_id": { "of": "User.user_id", "row": 1 } });
        vec![
            ("Put an order", json!({}), put.clone()),
            ("Put an open order", json!({}), open),
            ("Put a line", json!({}), line.clone()),
            ("Replace an order", json!({}), replace),
            ("Annotate an order", with(orders(&[row]), "note", &json!("a short note")), annotate.clone()),
            ("Delete an order", orders(&[row]), delete.clone()),
            ("Count", with(json!({}), "one", &json!(1)), count.clone()),
            ("Put and delete", orders(&[row]), json!({ "action": "batch_write", "writes": [put, delete] })),
            (
                "Annotate two orders and add a line",
                with(with(orders(&[0, 1]), "note", &json!("a short note")), "one", &json!(1)),
                json!({ "action": "transact_write", "writes": [annotate, annotate_second, line, check, count] }),
            ),
            ("Name a user", with(user, "note", &json!("a short note")), update(profile, "SET note = :note")),
        ]
    }

    /// Returns the change of an order's status, which moves its entry in the index.
    fn move_status(&mut self, sample: &Sample) -> Option<Sketch> {
        if self.in_index != Spread::Status {
            return None;
        }
        let row = busiest_row(sample, "Order", &["status"]);
        let from = sample.value("Order", Some(row), "status").map(show)?;
        let to = STATUSES.iter().find(|status| **status != from)?;
        let parameters = with(orders(&[row]), "to", &json!(to));
        let parameters = with(parameters, "entry", &json!(format!("STATUS#{to}")));
        let operation = json!({ "action": "update", "table": "Shop", "key": self.order_key(""),
            "update": "SET #status = :to, G1PK = :entry" });
        Some(("Change a status", parameters, operation))
    }
}

/// Adds a parameter with a literal value.
fn with(mut parameters: Value, name: &str, value: &Value) -> Value {
    parameters[name] = json!({ "value": value });
    parameters
}

/// Returns parameters with the attributes of these rows of orders. The first one has no suffix.
fn orders(rows: &[usize]) -> Value {
    let mut parameters = json!({});
    for (number, row) in rows.iter().enumerate() {
        let suffix = if number == 0 { String::new() } else { number.to_string() };
        for name in ["user_id", "region", "order_id", "status"] {
            parameters[format!("{name}{suffix}")] = json!({ "of": format!("Order.{name}"), "row": row });
        }
    }
    parameters
}

/// Returns the first row with the value of the attributes that most rows have.
fn busiest_row(sample: &Sample, entity: &str, attributes: &[&str]) -> usize {
    let rows = sample.rows(entity).map_or(&[][..], |rows| &rows.rows);
    let value = |row: usize| -> Vec<_> { attributes.iter().map(|name| rows[row].get(name)).collect() };
    let count = |row: usize| (0..rows.len()).filter(|other| value(*other) == value(row)).count();
    (0..rows.len()).rev().max_by_key(|row| count(*row)).unwrap_or(0)
}

/// Returns the design of a seed. Its rates are one request per second.
pub fn case(seed: u64) -> Case {
    let mut choices = Choices::of_seed(seed);
    let (entities, relations, tables) = (choices.entities(), choices.relations(), choices.tables());
    let mut value = json!({ "version": 1, "name": format!("Seed {seed}"), "seed": seed, "region": "us-east-1",
        "entities": entities, "relations": relations, "tables": tables, "patterns": [] });
    let (sample, problems) = Sample::make(&design(&value));
    assert!(problems.is_empty(), "{seed}: {problems:?}");
    for entity in value["entities"].as_array_mut().into_iter().flatten() {
        let rows = sample.rows(entity["name"].as_str().unwrap_or_default()).map_or(0, |rows| rows.rows.len());
        entity["count"] = json!(rows);
    }
    let mut sketches = choices.reads(&sample);
    sketches.extend(choices.writes());
    sketches.extend(choices.move_status(&sample));
    // Half of the patterns, so that now one, now another is the busiest of a key.
    let first = choices.random.below(sketches.len() as u64) as usize;
    let kept =
        sketches.into_iter().enumerate().filter(|(place, _)| *place == first || choices.random.below(2) == 0);
    let kept: Vec<Sketch> = kept.map(|(_, sketch)| sketch).collect();
    let patterns: Vec<Value> = kept
        .into_iter()
        .map(|(name, parameters, mut operation)| {
            if let Some(members) = operation.as_object_mut() {
                members.retain(|_, value| !value.is_null());
            }
            let can_be_strong = ["Get an order", "Orders of a user", "Get three orders"].contains(&name);
            let is_strong = can_be_strong && choices.random.below(2) == 0;
            json!({ "name": name, "rate": { "average": 0, "peak": 1 }, "access": "service",
                "consistency": if is_strong { "strong" } else { "eventual" },
                "parameters": parameters, "operation": operation, "expect": { "at_least": 0 } })
        })
        .collect();
    value["patterns"] = json!(patterns);
    let given = BTreeMap::from([("Change a status".to_owned(), vec!["status", "G1PK"])]);
    Case { design: design(&value), sample, shards: choices.shards, given }
}

fn design(value: &Value) -> Design {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}
