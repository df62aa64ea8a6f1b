//! Auto scaling, alarms and event source mappings of tables, as members of AWS's APIs. Command lines and infrastructure as code share them.

use serde_json::{Map, Value, json};

use crate::design::{Alarm, Dimension, ExpiredRecords, Scaling, Stream, StreamReader, Table};

/// The namespace of DynamoDB's metrics.
pub const NAMESPACE: &str = "AWS/DynamoDB";
pub const SERVICE: &str = "dynamodb";
pub const POLICY_TYPE: &str = "TargetTrackingScaling";
/// Where a reader begins, if the design does not say it.
const STARTING_POSITION: &str = "LATEST";

/// Members of an event source mapping that a design has.
pub const MAPPING_MEMBERS: [&str; 11] = [
    "StartingPosition",
    "StartingPositionTimestamp",
    "BatchSize",
    "MaximumBatchingWindowInSeconds",
    "ParallelizationFactor",
    "MaximumRetryAttempts",
    "MaximumRecordAgeInSeconds",
    "BisectBatchOnFunctionError",
    "FilterCriteria",
    "DestinationConfig",
    "FunctionResponseTypes",
];

/// Members of an alarm that a design has.
pub const ALARM_MEMBERS: [&str; 11] = [
    "AlarmName",
    "Namespace",
    "MetricName",
    "Dimensions",
    "Statistic",
    "Period",
    "Threshold",
    "ComparisonOperator",
    "EvaluationPeriods",
    "DatapointsToAlarm",
    "TreatMissingData",
];

/// Members of a target tracking configuration that a design has. The metric follows from the resource.
pub const TRACKING_MEMBERS: [&str; 4] =
    ["TargetValue", "PredefinedMetricSpecification", "ScaleInCooldown", "ScaleOutCooldown"];

/// A resource that scales: a table or one of its indexes, and its read or write units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaledResource {
    pub table: String,
    pub index: Option<String>,
    pub units: Dimension,
}

impl ScaledResource {
    pub fn of(table: &Table, scaling: &Scaling) -> ScaledResource {
        ScaledResource { table: table.name.clone(), index: scaling.index.clone(), units: scaling.units }
    }

    /// Reads `table/Orders/index/ByDate` and `dynamodb:index:ReadCapacityUnits`.
    pub fn parse(id: &str, dimension: &str) -> Option<ScaledResource> {
        let mut parts = id.strip_prefix("table/")?.split("/index/");
        let table = parts.next().filter(|name| !name.is_empty())?.to_owned();
        let index = parts.next().map(str::to_owned);
        let kind = if index.is_some() { "index" } else { "table" };
        let units = dimension.strip_prefix("dynamodb:")?.strip_prefix(kind)?;
        let units = match units {
            ":ReadCapacityUnits" => Dimension::Read,
            ":WriteCapacityUnits" => Dimension::Write,
            _ => return None,
        };
        Some(ScaledResource { table, index, units })
    }

    /// Returns the resource's id. `table` is the name, or an expression for it.
    pub fn id(&self, table: &str) -> String {
        match &self.index {
            Some(index) => format!("table/{table}/index/{index}"),
            None => format!("table/{table}"),
        }
    }

    pub fn dimension(&self) -> String {
        let kind = if self.index.is_some() { "index" } else { "table" };
        format!("dynamodb:{kind}:{}CapacityUnits", self.units.word())
    }

    pub fn metric(&self) -> String {
        format!("DynamoDB{}CapacityUtilization", self.units.word())
    }

    /// Returns a name for the policy, and for resources in a template.
    pub fn policy_name(&self) -> String {
        let index = self.index.as_ref().map(|index| format!("-{index}")).unwrap_or_default();
        format!("{}{index}-{}", self.table, self.units.word())
    }

    /// Sets the bounds of the capacity in the tables. Returns None if no table has this resource.
    pub fn set_bounds(&self, tables: &mut [Table], least: u64, most: u64) -> Option<()> {
        let table = tables.iter_mut().find(|table| table.name == self.table)?;
        let is_known = self.index.as_ref().is_none_or(|index| table.index(index).is_some());
        is_known.then_some(())?;
        match self.position(table) {
            Some(place) => (table.scaling[place].least, table.scaling[place].most) = (least, most),
            None => table.scaling.push(Scaling {
                index: self.index.clone(),
                units: self.units,
                least,
                most,
                ..Scaling::default()
            }),
        }
        Some(())
    }

    /// Sets target and cooldowns. Returns None if the bounds are unknown.
    pub fn set_tracking(&self, tables: &mut [Table], tracking: &Value) -> Option<()> {
        let table = tables.iter_mut().find(|table| table.name == self.table)?;
        let place = self.position(table)?;
        let scaling = &mut table.scaling[place];
        if let Some(target) = number(&tracking["TargetValue"]) {
            scaling.target_percent = target;
        }
        scaling.scale_in_seconds = whole(&tracking["ScaleInCooldown"]).or(scaling.scale_in_seconds);
        scaling.scale_out_seconds = whole(&tracking["ScaleOutCooldown"]).or(scaling.scale_out_seconds);
        Some(())
    }

    fn position(&self, table: &Table) -> Option<usize> {
        let is_same = |scaling: &Scaling| scaling.index == self.index && scaling.units == self.units;
        table.scaling.iter().position(is_same)
    }
}

/// Returns the configuration of a target tracking policy.
pub fn tracking(table: &Table, scaling: &Scaling) -> Map<String, Value> {
    let metric = ScaledResource::of(table, scaling).metric();
    let mut members = Map::new();
    members.insert("TargetValue".to_owned(), plain(scaling.target_percent));
    members.insert("PredefinedMetricSpecification".to_owned(), json!({ "PredefinedMetricType": metric }));
    for (name, seconds) in
        [("ScaleInCooldown", scaling.scale_in_seconds), ("ScaleOutCooldown", scaling.scale_out_seconds)]
    {
        members.extend(seconds.map(|seconds| (name.to_owned(), json!(seconds))));
    }
    members
}

/// Returns the members of PutMetricAlarm. `table` is the name, or an expression for it.
pub fn alarm_members(alarm: &Alarm, table: &Value) -> Map<String, Value> {
    let dimension = |name: &str, value: Value| json!({ "Name": name, "Value": value });
    let mut dimensions = vec![dimension("TableName", table.clone())];
    dimensions.extend(alarm.index.as_ref().map(|index| dimension("GlobalSecondaryIndexName", json!(index))));
    dimensions.extend(alarm.operation.as_ref().map(|name| dimension("Operation", json!(name))));
    let members = [
        ("AlarmName", json!(alarm.name)),
        ("Namespace", json!(NAMESPACE)),
        ("MetricName", json!(alarm.metric)),
        ("Dimensions", Value::Array(dimensions)),
        ("Statistic", json!(alarm.statistic)),
        ("Period", json!(alarm.period_seconds)),
        ("Threshold", plain(alarm.threshold)),
        ("ComparisonOperator", json!(alarm.comparison)),
        ("EvaluationPeriods", json!(alarm.periods)),
    ];
    let optional = [
        ("DatapointsToAlarm", alarm.periods_to_alarm.map(|count| json!(count))),
        ("TreatMissingData", alarm.missing.as_ref().map(|missing| json!(missing))),
    ];
    let optional = optional.into_iter().filter_map(|(name, value)| Some((name, value?)));
    members.into_iter().chain(optional).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the value of a dimension of an alarm.
fn alarm_dimension<'a>(members: &'a Value, name: &str) -> Option<&'a str> {
    let found = members["Dimensions"].as_array()?.iter().find(|dimension| dimension["Name"] == name)?;
    found["Value"].as_str()
}

/// Returns the table of an alarm.
pub fn alarm_table(members: &Value) -> Option<&str> {
    alarm_dimension(members, "TableName")
}

/// Adds an alarm to its table. Returns None if it is not an alarm on a metric of one of the tables.
pub fn add_alarm(tables: &mut [Table], members: &Value) -> Option<()> {
    let text = |name: &str| members[name].as_str().map(str::to_owned);
    (text("Namespace").as_deref() == Some(NAMESPACE)).then_some(())?;
    let dimension = |name: &str| alarm_dimension(members, name).map(str::to_owned);
    let name = alarm_table(members)?;
    let table = tables.iter_mut().find(|table| table.name == name)?;
    table.alarms.push(Alarm {
        name: text("AlarmName")?,
        metric: text("MetricName")?,
        index: dimension("GlobalSecondaryIndexName"),
        operation: dimension("Operation"),
        statistic: text("Statistic")?,
        period_seconds: whole(&members["Period"])?,
        threshold: number(&members["Threshold"])?,
        comparison: text("ComparisonOperator")?,
        periods: whole(&members["EvaluationPeriods"])?,
        periods_to_alarm: whole(&members["DatapointsToAlarm"]),
        missing: text("TreatMissingData"),
        ..Alarm::default()
    });
    Some(())
}

/// Returns the name of a reader's Lambda function: letters, digits, "-" and "_".
pub fn function_name(reader: &StreamReader) -> String {
    let letter = |letter: char| match letter.is_ascii_alphanumeric() || letter == '_' {
        true => letter,
        false => '-',
    };
    let name: String = reader.name.chars().map(letter).take(64).collect();
    if name.is_empty() { "reader".to_owned() } else { name }
}

/// The filter that removes the records of items that TTL deleted: only those have a `userIdentity`.
fn without_expired() -> Value {
    json!({ "Filters": [{ "Pattern": r#"{"userIdentity":{"principalId":[{"exists":false}]}}"# }] })
}

/// Returns the members of the reader's event source mapping, besides its function and its stream.
pub fn mapping_members(reader: &StreamReader) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert("StartingPosition".to_owned(), json!(STARTING_POSITION));
    if reader.expired == Some(ExpiredRecords::Filtered) {
        members.insert("FilterCriteria".to_owned(), without_expired());
    }
    for name in MAPPING_MEMBERS {
        members.extend(reader.mapping.get(name).map(|value| (name.to_owned(), value.clone())));
    }
    members
}

/// Adds the reader of a table's stream.
pub fn add_reader(table: &mut Table, function: &str, members: &Map<String, Value>) {
    // The function may be an ARN. Its last part is the name.
    let name = function.rsplit(':').next().unwrap_or(function).to_owned();
    let mut reader = StreamReader { name, ..StreamReader::default() };
    for member in MAPPING_MEMBERS {
        let Some(value) = members.get(member) else { continue };
        if member == "FilterCriteria" && *value == without_expired() {
            reader.expired = Some(ExpiredRecords::Filtered);
        } else if member != "StartingPosition" || value != STARTING_POSITION {
            reader.mapping.insert(member.to_owned(), value.clone());
        }
    }
    let new = || Stream { view: "NEW_AND_OLD_IMAGES".to_owned(), ..Stream::default() };
    table.stream.get_or_insert_with(new).readers.push(reader);
}

/// Returns a whole number without a point.
pub fn plain(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 { json!(number as i64) } else { json!(number) }
}

/// Reads a number. A template may write it as a text.
pub fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).filter(|number: &f64| number.is_finite())
}

pub fn whole(value: &Value) -> Option<u64> {
    let found = number(value)?;
    (found >= 0.0 && found.fract() == 0.0 && found < 1e15).then_some(found as u64)
}
