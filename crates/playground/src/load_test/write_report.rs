//! The report and the access patterns as the JSON of the responses.

use dynalab_types::json::{self, Value};

use super::pattern::{AccessPattern, ActionPattern};
use crate::advice::{object, string};
use crate::views::load_test::report::{PartitionHeat, Report, Resource, ResourceUse, permille};

/// Values of a key attribute that are listed.
const VALUES_TOLD: usize = 5;

fn number(number: u64) -> Value {
    Value::Number(number.to_string())
}

fn list<T>(elements: &[T], write: impl Fn(&T) -> Value) -> Value {
    Value::Array(elements.iter().map(write).collect())
}

fn text_of(value: Value) -> String {
    let mut json = String::new();
    value.write(&mut json);
    json
}

impl Report {
    /// Writes the response of `Dynalab.DescribeLoadTest`.
    pub fn to_json(&self) -> String {
        text_of(object([
            ("Running", Value::Bool(self.running)),
            ("Late", Value::Bool(self.late)),
            ("LimitsInWorkspace", Value::Bool(self.limits_in_workspace)),
            ("Region", string(self.region.as_str())),
            ("PerSecond", number(self.per_second)),
            ("Seconds", number(self.seconds)),
            ("ElapsedMs", number(self.elapsed_ms)),
            ("Requests", number(self.requests)),
            ("Ok", number(self.ok)),
            (
                "Throttled",
                list(&self.throttled, |throttled| {
                    object([
                        ("Reason", string(throttled.reason.as_str())),
                        ("Requests", number(throttled.requests)),
                    ])
                }),
            ),
            (
                "Failed",
                list(&self.failed, |failed| {
                    object([("Name", string(failed.name.as_str())), ("Requests", number(failed.requests))])
                }),
            ),
            (
                "BySecond",
                list(&self.by_second, |second| {
                    object([
                        ("Second", number(second.second)),
                        ("Ok", number(second.ok)),
                        ("Throttled", number(second.throttled)),
                        ("Failed", number(second.failed)),
                    ])
                }),
            ),
            (
                "Patterns",
                list(&self.patterns, |pattern| {
                    object([
                        ("Id", string(pattern.id.as_str())),
                        ("Requests", number(pattern.requests)),
                        ("Ok", number(pattern.ok)),
                        ("Throttled", number(pattern.throttled)),
                        ("Failed", number(pattern.failed)),
                    ])
                }),
            ),
            ("Resources", list(&self.resources, resource_use)),
            (
                "HotKeys",
                list(&self.hot_keys, |key| {
                    object([
                        ("Resource", resource(&key.resource)),
                        ("Attribute", string(key.attribute.as_str())),
                        ("Value", string(key.value.as_str())),
                        ("Requests", number(key.requests)),
                        ("Throttled", number(key.throttled)),
                        ("Permille", number(key.permille)),
                    ])
                }),
            ),
        ]))
    }
}

fn resource(resource: &Resource) -> Value {
    let index = resource.index_name.as_deref().map_or(Value::Null, string);
    object([("TableName", string(resource.table_name.as_str())), ("IndexName", index)])
}

fn resource_use(used: &ResourceUse) -> Value {
    object([
        ("Resource", resource(&used.resource)),
        ("OnDemand", Value::Bool(used.on_demand)),
        ("InfrequentAccess", Value::Bool(used.infrequent_access)),
        ("ProvisionedReads", number(used.provisioned_reads)),
        ("ProvisionedWrites", number(used.provisioned_writes)),
        ("ReadUnits", Value::Number(format!("{:.1}", used.read_units))),
        ("WriteUnits", Value::Number(format!("{:.1}", used.write_units))),
        ("Partitions", list(&used.partitions, partition)),
    ])
}

fn partition(partition: &PartitionHeat) -> Value {
    object([
        ("Id", number(partition.id)),
        ("FromHash", string(partition.from_hash.as_str())),
        ("Throttled", number(partition.throttled)),
        (
            "Heat",
            list(&partition.heat, |heat| {
                object([("Second", number(heat.second)), ("Permille", number(heat.permille))])
            }),
        ),
    ])
}

/// Writes the response of `Dynalab.DescribeLoadTestSources`.
pub(crate) fn patterns_json<'a>(
    patterns: impl Iterator<Item = &'a AccessPattern>,
    limits_in_workspace: bool,
) -> String {
    let patterns: Vec<&AccessPattern> = patterns.collect();
    let all: u64 = patterns.iter().map(|pattern| pattern.requests).sum();
    text_of(object([
        ("LimitsInWorkspace", Value::Bool(limits_in_workspace)),
        ("Patterns", Value::Array(patterns.into_iter().map(|one| pattern(one, all)).collect())),
    ]))
}

fn pattern(pattern: &AccessPattern, all: u64) -> Value {
    let actions = pattern.actions.iter().enumerate();
    let actions = actions.map(|(place, one)| action(one, place == pattern.lead));
    object([
        ("Id", string(pattern.id.as_str())),
        ("Operation", string(pattern.operation.name())),
        ("Requests", number(pattern.requests)),
        ("Permille", number(permille(pattern.requests, all))),
        ("Actions", Value::Array(actions.collect())),
    ])
}

fn action(action: &ActionPattern, leads: bool) -> Value {
    let keys = action.keys.iter().enumerate().map(|(place, key)| {
        let values = key.hottest_first().into_iter().take(VALUES_TOLD).map(|(value, count)| {
            object([
                ("Value", string(plain_text(value))),
                ("Count", number(count)),
                ("Permille", number(key.permille(count))),
            ])
        });
        object([
            ("Attribute", string(key.attribute.as_ref())),
            ("IndexName", key.index.as_deref().map_or(Value::Null, string)),
            ("MeasuredFrom", string(key.from.name())),
            ("Count", number(key.total())),
            ("Distinct", number(key.counts.len() as u64)),
            ("Varied", Value::Bool(place == action.varied)),
            ("CanVary", Value::Bool(key.can_vary)),
            ("Values", Value::Array(values.collect())),
        ])
    });
    object([
        ("Name", string(action.name.as_str())),
        ("TableName", string(action.table.as_ref())),
        ("IndexName", action.index.as_deref().map_or(Value::Null, string)),
        ("PartitionPrefix", string(action.kind.partition.as_str())),
        ("SortPrefix", action.kind.sort.as_deref().map_or(Value::Null, string)),
        ("Expression", string(action.expression.as_str())),
        ("Leads", Value::Bool(leads)),
        ("Keys", Value::Array(keys.collect())),
    ])
}

/// The text of a key value, without its type.
pub(super) fn plain_text(value: &str) -> String {
    let text = match json::parse(value) {
        Ok(Value::Object(typed)) => typed.values().next().and_then(Value::as_str).map(str::to_owned),
        _ => None,
    };
    text.unwrap_or_else(|| value.to_owned())
}
