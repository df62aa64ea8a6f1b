//! The request of one arrival: which operation on which item, as JSON text.

use dynalab_types::wire::write_json_string;

use crate::generator::Draw;
use crate::workload::Traffic;
use crate::workload::chance::draw_of;

/// A name that the items of a workload have, whatever their keys are called.
pub(crate) const COUNT_NAME: &str = "seen";
const PAYLOAD_NAME: &str = "payload";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedRequest {
    pub at_ms: u64,
    pub operation: &'static str,
    pub body: String,
}

/// Which item: the numbers of its keys, and the texts that the templates make of them.
pub(crate) struct ItemKey {
    partition_number: u64,
    sort_number: u64,
    partition: String,
    sort: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Get,
    Query,
    Put,
    Update,
}

impl Traffic {
    /// What is asked of the partition key of that number. A template that makes nothing makes an empty key, about which the
    /// service has a sentence of its own.
    pub(crate) fn request(
        &self,
        seed: u64,
        at_ms: u64,
        partition_number: u64,
        draw: &mut Draw,
    ) -> GeneratedRequest {
        let kind = self.kind(draw.below(1_000));
        let strong = draw.below(1_000) < self.strong_permille;
        let key = self.item_key(at_ms, partition_number, draw);
        let (operation, body) = match kind {
            Kind::Get => ("GetItem", self.get_body(&key, strong)),
            Kind::Query => ("Query", self.query_body(&key, strong)),
            Kind::Put => ("PutItem", self.put_body(seed, &key)),
            Kind::Update => ("UpdateItem", self.update_body(&key)),
        };
        GeneratedRequest { at_ms, operation, body }
    }

    fn kind(&self, drawn: u64) -> Kind {
        let mix = &self.mix;
        match drawn {
            drawn if drawn < mix.get => Kind::Get,
            drawn if drawn < mix.get + mix.query => Kind::Query,
            drawn if drawn < mix.get + mix.query + mix.put => Kind::Put,
            _ => Kind::Update,
        }
    }

    fn item_key(&self, at_ms: u64, partition_number: u64, draw: &mut Draw) -> ItemKey {
        let sort_number = match self.is_time_series() {
            true => at_ms,
            false => draw.below(self.items_per_key),
        };
        self.key_of(partition_number, sort_number, draw)
    }

    pub(crate) fn key_of(&self, partition_number: u64, sort_number: u64, draw: &mut Draw) -> ItemKey {
        let partition = self.partition_key.fill(partition_number, draw).unwrap_or_default();
        let sort = self.sort_key.as_ref().map(|sort| sort.fill(sort_number, draw).unwrap_or_default());
        ItemKey { partition_number, sort_number, partition, sort }
    }

    fn body(&self, rest: impl FnOnce(&mut String)) -> String {
        let mut json = String::from("{\"TableName\":");
        write_json_string(&self.table, &mut json);
        rest(&mut json);
        json.push('}');
        json
    }

    fn write_key_members(&self, key: &ItemKey, json: &mut String) {
        self.partition_key.write_member(&key.partition, json);
        if let (Some(sort), Some(value)) = (&self.sort_key, &key.sort) {
            json.push(',');
            sort.write_member(value, json);
        }
    }

    fn write_key(&self, key: &ItemKey, json: &mut String) {
        json.push_str(",\"Key\":{");
        self.write_key_members(key, json);
        json.push('}');
    }

    fn get_body(&self, key: &ItemKey, strong: bool) -> String {
        self.body(|json| {
            self.write_key(key, json);
            write_consistency(strong, json);
        })
    }

    fn query_body(&self, key: &ItemKey, strong: bool) -> String {
        self.body(|json| {
            json.push_str(",\"KeyConditionExpression\":\"#p = :p\",\"ExpressionAttributeNames\":{\"#p\":");
            write_json_string(&self.partition_key.name, json);
            json.push_str("},\"ExpressionAttributeValues\":{\":p\":");
            self.partition_key.write_value(&key.partition, json);
            json.push_str(&format!("}},\"Limit\":{}", self.query_limit));
            // Of a time series, the latest.
            json.push_str(if self.is_time_series() { ",\"ScanIndexForward\":false" } else { "" });
            write_consistency(strong, json);
        })
    }

    fn put_body(&self, seed: u64, key: &ItemKey) -> String {
        self.body(|json| {
            json.push_str(",\"Item\":");
            self.write_item(seed, key, json);
        })
    }

    fn update_body(&self, key: &ItemKey) -> String {
        self.body(|json| {
            self.write_key(key, json);
            json.push_str(&format!(
                ",\"UpdateExpression\":\"ADD #c :one\",\"ExpressionAttributeNames\":{{\"#c\":\"{COUNT_NAME}\"}},\
                 \"ExpressionAttributeValues\":{{\":one\":{{\"N\":\"1\"}}}}"
            ));
        })
    }

    /// Of exactly its size, unless the keys alone take more: a payload fills up what is left.
    pub(crate) fn write_item(&self, seed: u64, key: &ItemKey, json: &mut String) {
        json.push('{');
        self.write_key_members(key, json);
        json.push_str(&format!(",\"{COUNT_NAME}\":{{\"N\":\"1\"}},\"{PAYLOAD_NAME}\":{{\"S\":\""));
        let size_bytes = self.item_size_bytes(seed, key.partition_number, key.sort_number);
        let payload_bytes = size_bytes.saturating_sub(self.size_without_payload(key));
        json.extend(std::iter::repeat_n('x', usize::try_from(payload_bytes).unwrap_or_default()));
        json.push_str("\"}}");
    }

    /// No item is smaller, because of its keys.
    pub(crate) fn least_size_bytes(&self) -> u64 {
        self.size_without_payload(&self.key_of(0, 0, &mut draw_of(0, &[])))
    }

    fn size_without_payload(&self, key: &ItemKey) -> u64 {
        /// A number of one digit takes two bytes.
        const REST_BYTES: u64 = (COUNT_NAME.len() + 2 + PAYLOAD_NAME.len()) as u64;
        let sort = self.sort_key.as_ref().zip(key.sort.as_ref());
        let sort_bytes = sort.map_or(0, |(template, value)| template.size_bytes(value));
        REST_BYTES + self.partition_key.size_bytes(&key.partition) + sort_bytes
    }
}

fn write_consistency(strong: bool, json: &mut String) {
    json.push_str(if strong { ",\"ConsistentRead\":true" } else { "" });
}
