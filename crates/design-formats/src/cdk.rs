//! AWS CDK: writes a stack in TypeScript with a `TableV2` for each table, and reads tables of source code as far as they are literal.

mod properties;
mod read;
mod source;

use std::fmt::Write as _;

use dynalab_literals::javascript::{member, text as quoted};
use dynalab_literals::{Replacements, escapes};
use dynalab_modeling::Design;
use dynalab_modeling::design::scaling::TARGET_PERCENT;
use dynalab_modeling::design::{
    Alarm, AttributeType, Capacity, DeletionPolicy, Dimension, IndexKind, KeyAttribute, Mode, Projection,
    ReplicaConsistency, Scaling, Settings, StreamReader, Table, TableClass, Units,
};
use dynalab_modeling::formats::production::{alarm_members, function_name, mapping_members, plain};
use dynalab_modeling::formats::{ExportedDesign, Format, Look};
use serde_json::Value;

use crate::cloudformation::{self, production};
use crate::tables::{pascal_case, resource_names};

pub use read::read_with;

pub const FORMAT: Format = Format {
    id: "cdk",
    names: ["AWS CDK (TypeScript)", "AWS CDK (TypeScript)"],
    extension: "ts",
    is_like,
    read: Some(read::read),
    write: Some(|design, _, _| written(design)),
};

/// Returns true for the source of a stack, in any language of CDK, that has a table.
fn is_like(look: &Look) -> bool {
    let text = look.text();
    let has_any = |words: &[&str]| words.iter().any(|word| text.contains(word));
    has_any(&["aws-cdk-lib", "@aws-cdk/aws-dynamodb", "aws_cdk", "software.amazon.awscdk", "awscdk/v2"])
        && has_any(&["Table(", "TableV2(", "Table.Builder", "TableV2.Builder"])
}

fn written(design: &Design) -> ExportedDesign {
    let mut replaced = Replacements::default();
    let text = without_references(&write(design), &mut replaced);
    ExportedDesign::new(text, replaced)
}

/// CDK and CloudFormation replace references in any text by values. Returns the code with literals that are none.
fn without_references(code: &str, replaced: &mut Replacements) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some((before, quoted)) = rest.split_once('"') {
        let Some(end) = escapes::end_of_literal(quoted) else { break };
        let text = escapes::read(&quoted[..end]).unwrap_or_default();
        let held = cloudformation::shown(&text, replaced);
        let shown = held.replace("${Token[", "$ {Token[");
        if shown != held {
            replaced.add(&shown);
        }
        out.push_str(before);
        out.push_str(&self::quoted(&shown));
        rest = &quoted[end + 1..];
    }
    out + rest
}

fn write(design: &Design) -> String {
    let has_alarms = design.tables.iter().any(|table| !table.alarms.is_empty());
    let has_readers =
        design.tables.iter().any(|table| table.stream.iter().any(|stream| !stream.readers.is_empty()));
    let mut text = String::new();
    let any = |has: fn(&Settings) -> bool| design.tables.iter().any(|table| has(&table.settings));
    let has_policy = any(|settings| settings.policy.is_some());
    let has_key = any(|settings| {
        let encryption = settings.encryption.as_ref().filter(|encryption| encryption.enabled);
        encryption.and_then(|encryption| encryption.key.as_ref()).is_some_and(|key| key.starts_with("arn:"))
    });
    let of_core = match any(|settings| !settings.deletion_policy.is_retain()) {
        true => "{ RemovalPolicy, Stack, type StackProps }",
        false => "{ Stack, type StackProps }",
    };
    for (module, names, is_used) in [
        ("aws-cdk-lib", of_core, true),
        ("aws-cdk-lib/aws-cloudwatch", "* as cloudwatch", has_alarms),
        ("aws-cdk-lib/aws-dynamodb", "* as dynamodb", true),
        ("aws-cdk-lib/aws-iam", "* as iam", has_policy),
        ("aws-cdk-lib/aws-kms", "* as kms", has_key),
        ("aws-cdk-lib/aws-lambda", "* as lambda", has_readers),
    ] {
        if is_used {
            let _ = writeln!(text, "import {names} from \"{module}\";");
        }
    }
    text.push_str("import type { Construct } from \"constructs\";\n\n");
    let _ = write!(
        text,
        "export class {}Stack extends Stack {{\n  constructor(scope: Construct, id: string, props?: StackProps) {{\n    super(scope, id, props);\n",
        pascal_case(&design.name)
    );
    for (name, table) in resource_names(&design.tables, pascal_case).iter().zip(&design.tables) {
        let mut lines = Lines { text: &mut text, depth: 2 };
        let readers = table.stream.iter().flat_map(|stream| &stream.readers);
        let variable = format!("table{name}");
        let is_named = !table.alarms.is_empty() || readers.clone().next().is_some();
        let named = if is_named { format!("const {variable} = ") } else { String::new() };
        lines.open(&format!("{named}new dynamodb.TableV2(this, {}, {{", quoted(name)));
        write_table(&mut lines, name, table);
        lines.close("});");
        let mut ids: Vec<String> = Vec::new();
        let mut free = |id: String| {
            let count = ids.iter().filter(|known| **known == id).count();
            ids.push(id.clone());
            if count == 0 { id } else { format!("{id}{}", count + 1) }
        };
        for alarm in &table.alarms {
            let id = free(format!("{name}{}Alarm", pascal_case(&alarm.name)));
            write_alarm(&mut lines, &id, &variable, alarm);
        }
        for reader in readers {
            let id = free(format!("{name}{}Mapping", pascal_case(&reader.name)));
            write_mapping(&mut lines, &id, &variable, reader);
        }
    }
    text.push_str("  }\n}\n");
    text
}

/// A writer of indented lines.
struct Lines<'a> {
    text: &'a mut String,
    depth: usize,
}

impl Lines<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.depth));
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
    }
}

/// Writes an alarm with the names of CloudFormation's properties, in small letters at the front.
fn write_alarm(lines: &mut Lines, id: &str, table: &str, alarm: &Alarm) {
    lines.open(&format!("new cloudwatch.CfnAlarm(this, {}, {{", quoted(id)));
    for (name, value) in alarm_members(alarm, &Value::Null) {
        if name != "Dimensions" {
            lines.line(&format!("{}: {},", camel_case(&name), literal(&value)));
        }
    }
    lines.open("dimensions: [");
    lines.line(&format!("{{ name: \"TableName\", value: {table}.tableName }},"));
    for (name, value) in [("GlobalSecondaryIndexName", &alarm.index), ("Operation", &alarm.operation)] {
        if let Some(value) = value {
            lines.line(&format!("{{ name: \"{name}\", value: {} }},", quoted(value)));
        }
    }
    lines.close("],");
    lines.close("});");
}

fn write_mapping(lines: &mut Lines, id: &str, table: &str, reader: &StreamReader) {
    lines.open(&format!("new lambda.CfnEventSourceMapping(this, {}, {{", quoted(id)));
    lines.line(&format!("functionName: {},", quoted(&function_name(reader))));
    lines.line(&format!("eventSourceArn: {table}.tableStreamArn,"));
    for (name, value) in mapping_members(reader) {
        lines.line(&format!("{}: {},", camel_case(&name), literal(&with_camel_case(&value))));
    }
    lines.close("});");
}

fn camel_case(name: &str) -> String {
    let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
    first.to_lowercase() + rest
}

/// Returns the value with the members of its objects in small letters at the front.
fn with_camel_case(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            members.iter().map(|(name, value)| (camel_case(name), with_camel_case(value))).collect()
        }
        Value::Array(list) => list.iter().map(with_camel_case).collect(),
        other => other.clone(),
    }
}

/// Returns a JavaScript literal.
fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(list) => format!("[{}]", list.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| format!("{}: {}", member(name), literal(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns the capacity of a table or an index.
fn capacity(table: &Table, index: Option<&str>, units: Dimension) -> String {
    let own = table.scaling.iter().find(|known| known.index.as_deref() == index && known.units == units);
    let seed = production::seed(table, index, units);
    // Only reads can have fixed units.
    if let (None, Some(fixed), Dimension::Read) = (own, seed, units) {
        return format!("dynamodb.Capacity.fixed({fixed})");
    }
    let fallback = production::fallback(table, index, units);
    let scaling = own.unwrap_or(&fallback);
    let seed = seed.map(|seed| format!(", seedCapacity: {seed}")).unwrap_or_default();
    let target = match scaling.target_percent == TARGET_PERCENT {
        true => String::new(),
        false => format!(", targetUtilizationPercent: {}", plain(scaling.target_percent)),
    };
    format!(
        "dynamodb.Capacity.autoscaled({{ minCapacity: {}, maxCapacity: {}{seed}{target} }})",
        scaling.least, scaling.most
    )
}

/// Writes the members of a table. `name` is the name of its construct.
fn write_table(lines: &mut Lines, name: &str, table: &Table) {
    lines.line(&format!("tableName: {},", quoted(&table.name)));
    for (member, key) in [("partitionKey", table.partition_key.first()), ("sortKey", table.sort_key.first())]
    {
        if let Some(key) = key {
            lines.line(&format!("{member}: {},", attribute(key)));
        }
    }
    let scaled = |units| capacity(table, None, units);
    match table.mode {
        Mode::OnDemand => {
            let maximum = members(table.capacity.maximum, ["maxReadRequestUnits", "maxWriteRequestUnits"]);
            lines.line(&format!("billing: dynamodb.Billing.onDemand({}),", maximum.unwrap_or_default()));
        }
        Mode::Provisioned { .. } => lines.line(&format!(
            "billing: dynamodb.Billing.provisioned({{ readCapacity: {}, writeCapacity: {} }}),",
            scaled(Dimension::Read),
            scaled(Dimension::Write)
        )),
    }
    if let Some(warm) = members(table.capacity.warm, WARM) {
        lines.line(&format!("warmThroughput: {warm},"));
    }
    write_indexes(lines, table);
    if let Some(ttl) = &table.ttl {
        lines.line(&format!("timeToLiveAttribute: {},", quoted(ttl)));
    }
    if let Some(stream) = &table.stream {
        lines.line(&format!("dynamoStream: dynamodb.StreamViewType.{},", view(&stream.view)));
    }
    if table.recovery {
        let days = table.settings.recovery_days;
        let days = days.map(|days| format!(", recoveryPeriodInDays: {days}")).unwrap_or_default();
        lines.line(&format!(
            "pointInTimeRecoverySpecification: {{ pointInTimeRecoveryEnabled: true{days} }},"
        ));
    }
    if table.class == TableClass::InfrequentAccess {
        lines.line("tableClass: dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS,");
    }
    if table.deletion_protection {
        lines.line("deletionProtection: true,");
    }
    write_settings(lines, name, &table.settings);
    if !table.replicas.is_empty() {
        let regions: Vec<String> = table
            .replicas
            .iter()
            .map(|replica| format!("{{ region: {} }}", quoted(&replica.region)))
            .collect();
        lines.line(&format!("replicas: [{}],", regions.join(", ")));
        if table.replica_consistency == ReplicaConsistency::Strong {
            lines.line("multiRegionConsistency: dynamodb.MultiRegionConsistency.STRONG,");
        }
    }
}

/// The names of the numbers of a warm throughput.
const WARM: [&str; 2] = ["readUnitsPerSecond", "writeUnitsPerSecond"];

/// Returns an object with the numbers that are known.
fn members(units: Units, names: [&str; 2]) -> Option<String> {
    let both = names.into_iter().zip([units.read, units.write]);
    let known: Vec<String> = both.filter_map(|(name, number)| Some(format!("{name}: {}", number?))).collect();
    (!known.is_empty()).then(|| format!("{{ {} }}", known.join(", ")))
}

fn write_settings(lines: &mut Lines, name: &str, settings: &Settings) {
    let tags = settings.tags.iter();
    let tags: Vec<String> =
        tags.map(|(key, value)| format!("{{ key: {}, value: {} }}", quoted(key), quoted(value))).collect();
    if !tags.is_empty() {
        lines.line(&format!("tags: [{}],", tags.join(", ")));
    }
    match &settings.encryption {
        None => {}
        Some(encryption) if !encryption.enabled => {
            lines.line("encryption: dynamodb.TableEncryptionV2.dynamoOwnedKey(),");
        }
        Some(encryption) => match encryption.key.as_deref().filter(|key| key.starts_with("arn:")) {
            None => lines.line("encryption: dynamodb.TableEncryptionV2.awsManagedKey(),"),
            Some(key) => lines.line(&format!(
                "encryption: dynamodb.TableEncryptionV2.customerManagedKey(kms.Key.fromKeyArn(this, {}, {})),",
                quoted(&format!("{name}Key")),
                quoted(key)
            )),
        },
    }
    match settings.deletion_policy {
        DeletionPolicy::Retain => {}
        DeletionPolicy::Delete => lines.line("removalPolicy: RemovalPolicy.DESTROY,"),
        DeletionPolicy::RetainExceptOnCreate => {
            lines.line("removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,");
        }
    }
    if let Some(mode) = &settings.contributor_insights {
        let mode = match mode.as_str() {
            "THROTTLED_KEYS" => "THROTTLED_KEYS",
            _ => "ACCESSED_AND_THROTTLED_KEYS",
        };
        lines.line(&format!(
            "contributorInsightsSpecification: {{ enabled: true, mode: dynamodb.ContributorInsightsMode.{mode} }},"
        ));
    }
    if let Some(policy) = &settings.policy {
        lines.line(&format!("resourcePolicy: iam.PolicyDocument.fromJson({}),", literal(policy)));
    }
}

fn write_indexes(lines: &mut Lines, table: &Table) {
    for (member, kind) in
        [("globalSecondaryIndexes", IndexKind::Global), ("localSecondaryIndexes", IndexKind::Local)]
    {
        let indexes: Vec<_> = table.indexes.iter().filter(|index| index.kind == kind).collect();
        if indexes.is_empty() {
            continue;
        }
        lines.open(&format!("{member}: ["));
        for index in indexes {
            lines.open("{");
            lines.line(&format!("indexName: {},", quoted(&index.name)));
            if kind == IndexKind::Global {
                write_key(lines, "partitionKey", &index.partition_key);
            }
            write_key(lines, "sortKey", &index.sort_key);
            for (member, units) in [("readCapacity", Dimension::Read), ("writeCapacity", Dimension::Write)] {
                let is_own =
                    |known: &&Scaling| known.index.as_deref() == Some(&index.name) && known.units == units;
                let is_known = production::seed(table, Some(&index.name), units).is_some()
                    && matches!(table.mode, Mode::Provisioned { .. });
                let is_scaled = table.scaling.iter().any(|known| is_own(&known));
                if kind == IndexKind::Global && (is_known || is_scaled) {
                    lines.line(&format!("{member}: {},", capacity(table, Some(&index.name), units)));
                }
            }
            if kind == IndexKind::Global {
                write_index_units(lines, table.mode, &index.capacity);
            }
            match &index.projection {
                Projection::All => lines.line("projectionType: dynamodb.ProjectionType.ALL,"),
                Projection::KeysOnly => lines.line("projectionType: dynamodb.ProjectionType.KEYS_ONLY,"),
                Projection::Include(names) => {
                    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                    lines.line("projectionType: dynamodb.ProjectionType.INCLUDE,");
                    lines.line(&format!("nonKeyAttributes: [{}],", names.join(", ")));
                }
            }
            lines.close("},");
        }
        lines.close("],");
    }
}

/// Writes the units of a global index that have no auto scaling.
fn write_index_units(lines: &mut Lines, mode: Mode, capacity: &Capacity) {
    for (member, number) in
        [("maxReadRequestUnits", capacity.maximum.read), ("maxWriteRequestUnits", capacity.maximum.write)]
    {
        if let Some(number) = number.filter(|_| mode == Mode::OnDemand) {
            lines.line(&format!("{member}: {number},"));
        }
    }
    if let Some(warm) = members(capacity.warm, WARM) {
        lines.line(&format!("warmThroughput: {warm},"));
    }
}

/// Writes a key. Several attributes use the plural member.
fn write_key(lines: &mut Lines, member: &str, key: &[KeyAttribute]) {
    match key {
        [] => {}
        [single] => lines.line(&format!("{member}: {},", attribute(single))),
        several => {
            let all: Vec<String> = several.iter().map(attribute).collect();
            lines.line(&format!("{member}s: [{}],", all.join(", ")));
        }
    }
}

fn attribute(key: &KeyAttribute) -> String {
    let kind = match key.data_type {
        AttributeType::N => "NUMBER",
        AttributeType::B => "BINARY",
        _ => "STRING",
    };
    format!("{{ name: {}, type: dynamodb.AttributeType.{kind} }}", quoted(&key.name))
}

/// Returns CDK's name of a view type, which differs from the API's name.
fn view(view: &str) -> &'static str {
    match view {
        "KEYS_ONLY" => "KEYS_ONLY",
        "NEW_IMAGE" => "NEW_IMAGE",
        "OLD_IMAGE" => "OLD_IMAGE",
        _ => "NEW_AND_OLD_IMAGES",
    }
}
