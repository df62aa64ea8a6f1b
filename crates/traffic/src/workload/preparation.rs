//! What a workload needs before its first request: tables of its keys, and items for its reads to find.

use dynalab_types::json::{Object, Value};
use dynalab_types::wire::write_json_string;

use super::chance::draw_of;
use super::key_template::KeyTemplate;
use super::{Traffic, Workload, WorkloadError};

/// Of one traffic; those of the most frequent keys come first.
pub const FILLED_ITEMS_MAX: u64 = 10_000;
/// What BatchWriteItem takes at once.
const BATCH_MAX: u64 = 25;

impl Workload {
    /// BatchWriteItem requests that put the items which the first keys have, at most so many for each table. What a time
    /// series asks for is made by its own writes, so it has none.
    ///
    /// # Errors
    /// When the description makes no sense.
    pub fn filling(&self, items_max: u64) -> Result<Vec<(&'static str, String)>, WorkloadError> {
        self.check()?;
        let mut requests = Vec::new();
        for traffic in self.traffic.iter().filter(|traffic| !traffic.is_time_series()) {
            let all = traffic.keys.count().saturating_mul(traffic.items_per_key);
            let count = all.min(items_max).min(FILLED_ITEMS_MAX);
            for first in (0..count).step_by(BATCH_MAX as usize) {
                let body = traffic.batch(self.seed, first..(first + BATCH_MAX).min(count));
                requests.push(("BatchWriteItem", body));
            }
        }
        Ok(requests)
    }
}

impl Traffic {
    pub(crate) fn is_time_series(&self) -> bool {
        matches!(self.keys, super::KeyDistribution::TimeSeries(_))
    }

    fn batch(&self, seed: u64, numbers: std::ops::Range<u64>) -> String {
        let mut json = String::from("{\"RequestItems\":{");
        write_json_string(&self.table, &mut json);
        json.push_str(":[");
        for (index, number) in numbers.enumerate() {
            let (partition, sort) = (number / self.items_per_key, number % self.items_per_key);
            let key = self.key_of(partition, sort, &mut draw_of(seed, &[number]));
            json.push_str(if index == 0 { "" } else { "," });
            json.push_str("{\"PutRequest\":{\"Item\":");
            self.write_item(seed, &key, &mut json);
            json.push_str("}}");
        }
        json.push_str("]}}");
        json
    }

    /// The body of a CreateTable request for a table with these keys: paid by request, or with so many read and write
    /// units a second.
    pub fn create_table_body(&self, provisioned: Option<(u64, u64)>) -> Object {
        let text = |text: &str| Value::String(text.to_owned());
        let keys = [("HASH", Some(&self.partition_key)), ("RANGE", self.sort_key.as_ref())];
        let keys: Vec<(&str, &KeyTemplate)> =
            keys.into_iter().filter_map(|(role, key)| Some((role, key?))).collect();
        let list = |member: &str, of: &dyn Fn(&str, &KeyTemplate) -> Value| {
            let elements = keys.iter().map(|(role, key)| {
                let name = ("AttributeName".to_owned(), text(&key.name));
                Value::Object(Object::from([name, (member.to_owned(), of(role, key))]))
            });
            Value::Array(elements.collect())
        };
        let mut body = Object::from([
            ("TableName".to_owned(), text(&self.table)),
            (
                "AttributeDefinitions".to_owned(),
                list("AttributeType", &|_, key| text(key.attribute_type.name())),
            ),
            ("KeySchema".to_owned(), list("KeyType", &|role, _| text(role))),
        ]);
        match provisioned {
            None => {
                body.insert("BillingMode".to_owned(), text("PAY_PER_REQUEST"));
            }
            Some((read_units, write_units)) => {
                let units = [("ReadCapacityUnits", read_units), ("WriteCapacityUnits", write_units)];
                let units = units.map(|(name, units)| (name.to_owned(), Value::Number(units.to_string())));
                body.insert("ProvisionedThroughput".to_owned(), Value::Object(Object::from(units)));
            }
        }
        body
    }
}
