//! AWS CDK in TypeScript: a stack with a `TableV2` for each table.

use std::fmt::Write as _;

use dynalab_modeling::Design;
use dynalab_modeling::design::{
    AttributeType, IndexKind, KeyAttribute, Mode, Projection, ReplicaConsistency, Table, TableClass,
};
use dynalab_modeling::formats::Format;
use dynalab_modeling::table_request::SMALLEST;

use crate::tables::{pascal_case, resource_names};

pub const FORMAT: Format = Format {
    id: "cdk",
    extension: "ts",
    is_like: |_| false,
    read: None,
    write: Some(|design, _| write(design)),
};

/// Maximum units of auto scaling until the load is measured.
const SCALED_UNITS_MAX: u64 = 100;

fn write(design: &Design) -> String {
    let mut text = String::from(
        "import { Stack, type StackProps } from \"aws-cdk-lib\";\nimport * as dynamodb from \"aws-cdk-lib/aws-dynamodb\";\nimport type { Construct } from \"constructs\";\n\n",
    );
    let _ = write!(
        text,
        "export class {}Stack extends Stack {{\n  constructor(scope: Construct, id: string, props?: StackProps) {{\n    super(scope, id, props);\n",
        pascal_case(&design.name)
    );
    for (name, table) in resource_names(&design.tables, pascal_case).iter().zip(&design.tables) {
        let mut lines = Lines { text: &mut text, depth: 2 };
        lines.open(&format!("new dynamodb.TableV2(this, {}, {{", quoted(name)));
        write_table(&mut lines, table);
        lines.close("});");
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

fn write_table(lines: &mut Lines, table: &Table) {
    lines.line(&format!("tableName: {},", quoted(&table.name)));
    for (member, key) in [("partitionKey", table.partition_key.first()), ("sortKey", table.sort_key.first())]
    {
        if let Some(key) = key {
            lines.line(&format!("{member}: {},", attribute(key)));
        }
    }
    let scaled = format!(
        "dynamodb.Capacity.autoscaled({{ minCapacity: {}, maxCapacity: {SCALED_UNITS_MAX} }})",
        SMALLEST.read
    );
    match table.mode {
        Mode::OnDemand => lines.line("billing: dynamodb.Billing.onDemand(),"),
        Mode::Provisioned { .. } => lines.line(&format!(
            "billing: dynamodb.Billing.provisioned({{ readCapacity: {scaled}, writeCapacity: {scaled} }}),"
        )),
    }
    write_indexes(lines, table);
    if let Some(ttl) = &table.ttl {
        lines.line(&format!("timeToLiveAttribute: {},", quoted(ttl)));
    }
    if let Some(stream) = &table.stream {
        lines.line(&format!("dynamoStream: dynamodb.StreamViewType.{},", view(&stream.view)));
    }
    if table.recovery {
        lines.line("pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },");
    }
    if table.class == TableClass::InfrequentAccess {
        lines.line("tableClass: dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS,");
    }
    if table.deletion_protection {
        lines.line("deletionProtection: true,");
    }
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

/// Returns a JavaScript string literal.
fn quoted(text: &str) -> String {
    // JSON allows these two characters, but in older JavaScript they end a line.
    serde_json::Value::from(text).to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
