//! Writes the resources beside the tables: auto scaling, alarms, event source mappings, policies and contributor insights.

use dynalab_modeling::design::Table;
use dynalab_modeling::formats::production::{
    POLICY_TYPE, SERVICE, ScaledResource, alarm_members, function_name, mapping_members, tracking,
};
use hcl::expr::TemplateExpr;
use hcl::structure::BlockBuilder;
use hcl::{Block, Expression};
use serde_json::{Value, json};

use super::RESOURCE;
use crate::tables::snake_case;

pub const TARGET: &str = "aws_appautoscaling_target";
pub const POLICY: &str = "aws_appautoscaling_policy";
pub const ALARM: &str = "aws_cloudwatch_metric_alarm";
pub const MAPPING: &str = "aws_lambda_event_source_mapping";
pub const RESOURCE_POLICY: &str = "aws_dynamodb_resource_policy";
pub const INSIGHTS: &str = "aws_dynamodb_contributor_insights";
pub const TRACKING: &str = "target_tracking_scaling_policy_configuration";
pub const REPLICA: &str = "aws_dynamodb_table_replica";
/// The types of resources that are read beside tables.
pub const TYPES: [&str; 7] = [TARGET, POLICY, ALARM, MAPPING, REPLICA, RESOURCE_POLICY, INSIGHTS];
/// Members of an alarm in both spellings. The dimensions are a map in Terraform.
pub const ALARM_MEMBERS: [(&str, &str); 10] = [
    ("AlarmName", "alarm_name"),
    ("Namespace", "namespace"),
    ("MetricName", "metric_name"),
    ("Statistic", "statistic"),
    ("Period", "period"),
    ("Threshold", "threshold"),
    ("ComparisonOperator", "comparison_operator"),
    ("EvaluationPeriods", "evaluation_periods"),
    ("DatapointsToAlarm", "datapoints_to_alarm"),
    ("TreatMissingData", "treat_missing_data"),
];

/// The names of resources that are in use, by type.
#[derive(Default)]
pub struct Names(Vec<(&'static str, String)>);

impl Names {
    fn free(&mut self, kind: &'static str, name: &str) -> String {
        let mut own = name.to_owned();
        let mut number = 2;
        while self.0.iter().any(|(known, used)| *known == kind && *used == own) {
            own = format!("{name}_{number}");
            number += 1;
        }
        self.0.push((kind, own.clone()));
        own
    }
}

/// Returns the blocks for a table. `name` is the name of the table's resource.
pub fn blocks(names: &mut Names, name: &str, table: &Table) -> Vec<Block> {
    let mut blocks = of_settings(names, name, table);
    for scaling in &table.scaling {
        let resource = ScaledResource::of(table, scaling);
        let index = resource.index.as_deref().map(|index| format!("_{}", snake_case(index)));
        let own = format!("{name}{}_{}", index.unwrap_or_default(), resource.units.word().to_lowercase());
        let own = names.free(TARGET, &own);
        let target = block(TARGET, &own)
            .add_attribute(("service_namespace", SERVICE))
            .add_attribute(("resource_id", resource_id(&resource, name)))
            .add_attribute(("scalable_dimension", resource.dimension()))
            .add_attribute(("min_capacity", scaling.least))
            .add_attribute(("max_capacity", scaling.most));
        blocks.push(target.build());
        let of_target = |member: &str| reference(&format!("{TARGET}.{own}.{member}"));
        let metric = Block::builder("predefined_metric_specification")
            .add_attribute(("predefined_metric_type", resource.metric()));
        let mut configuration = Block::builder(TRACKING).add_block(metric.build());
        for (member, value) in tracking(table, scaling) {
            let is_number = value.is_number();
            if let Some(value) = expression(&value).filter(|_| is_number) {
                configuration = configuration.add_attribute((spelling(&member), value));
            }
        }
        let policy = block(POLICY, &own)
            .add_attribute(("name", resource.policy_name()))
            .add_attribute(("policy_type", POLICY_TYPE))
            .add_attribute(("service_namespace", of_target("service_namespace")))
            .add_attribute(("resource_id", of_target("resource_id")))
            .add_attribute(("scalable_dimension", of_target("scalable_dimension")))
            .add_block(configuration.build());
        blocks.push(policy.build());
    }
    for alarm in &table.alarms {
        let own = names.free(ALARM, &format!("{name}_{}", snake_case(&alarm.name)));
        let members = alarm_members(alarm, &json!(table.name));
        let mut resource = block(ALARM, &own);
        for (member, spelling) in ALARM_MEMBERS {
            if let Some(value) = members.get(member).and_then(expression) {
                resource = resource.add_attribute((spelling, value));
            }
        }
        let mut dimensions = hcl::Object::<hcl::expr::ObjectKey, Expression>::new();
        let key = |name: &str| hcl::expr::ObjectKey::from(hcl::Identifier::sanitized(name));
        dimensions.insert(key("TableName"), reference(&format!("{RESOURCE}.{name}.name")));
        for (name, value) in [("GlobalSecondaryIndexName", &alarm.index), ("Operation", &alarm.operation)] {
            dimensions.extend(value.as_ref().map(|value| (key(name), Expression::from(value.as_str()))));
        }
        blocks.push(resource.add_attribute(("dimensions", Expression::from(dimensions))).build());
    }
    for reader in table.stream.iter().flat_map(|stream| &stream.readers) {
        let own = names.free(MAPPING, &format!("{name}_{}", snake_case(&reader.name)));
        let mut resource = block(MAPPING, &own)
            .add_attribute(("function_name", function_name(reader)))
            .add_attribute(("event_source_arn", reference(&format!("{RESOURCE}.{name}.stream_arn"))));
        for (member, value) in mapping_members(reader) {
            match member.as_str() {
                "FilterCriteria" => resource = resource.add_block(filter(&value)),
                "DestinationConfig" => resource = resource.add_block(destination(&value)),
                _ => {
                    if let Some(value) = expression(&value) {
                        resource = resource.add_attribute((spelling(&member), value));
                    }
                }
            }
        }
        blocks.push(resource.build());
    }
    blocks
}

/// Returns the resources for settings that the resource of the table does not have.
fn of_settings(names: &mut Names, name: &str, table: &Table) -> Vec<Block> {
    let mut blocks = Vec::new();
    let member = |member: &str| reference(&format!("{RESOURCE}.{name}.{member}"));
    for (policy, own, arn) in [
        (&table.settings.policy, name.to_owned(), "arn"),
        (&table.settings.stream_policy, format!("{name}_stream"), "stream_arn"),
    ] {
        if let Some(policy) = policy {
            let resource = block(RESOURCE_POLICY, &names.free(RESOURCE_POLICY, &own))
                .add_attribute(("resource_arn", member(arn)))
                .add_attribute(("policy", policy.to_string()));
            blocks.push(resource.build());
        }
    }
    if let Some(mode) = &table.settings.contributor_insights {
        let resource = block(INSIGHTS, &names.free(INSIGHTS, name))
            .add_attribute(("table_name", member("name")))
            .add_attribute(("mode", mode.as_str()));
        blocks.push(resource.build());
    }
    blocks
}

fn block(kind: &str, name: &str) -> BlockBuilder {
    Block::builder("resource").add_labels([kind, name])
}

/// Returns a reference to a member of a resource.
fn reference(text: &str) -> Expression {
    text.parse().unwrap_or_else(|_| Expression::from(text))
}

/// Returns the id with a reference to the table's name, so that the table is created first.
fn resource_id(resource: &ScaledResource, name: &str) -> Expression {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    match resource.index.as_ref().is_none_or(|index| index.chars().all(is_plain)) {
        true => TemplateExpr::from(resource.id(&format!("${{{RESOURCE}.{name}.name}}"))).into(),
        false => Expression::from(resource.id(&resource.table)),
    }
}

/// Returns a name in Terraform's spelling: `BatchSize` becomes `batch_size`.
pub fn spelling(name: &str) -> String {
    snake_case(name)
}

/// Returns the value as an expression, or None if it has an object or null.
fn expression(value: &Value) -> Option<Expression> {
    match value {
        Value::Bool(flag) => Some(Expression::from(*flag)),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Some(Expression::from(whole)),
            None => number.as_f64().map(Expression::from),
        },
        Value::String(text) => Some(Expression::from(text.as_str())),
        Value::Array(list) => {
            list.iter().map(expression).collect::<Option<Vec<Expression>>>().map(Expression::from)
        }
        Value::Null | Value::Object(_) => None,
    }
}

fn filter(criteria: &Value) -> Block {
    let mut block = Block::builder("filter_criteria");
    for filter in criteria["Filters"].as_array().into_iter().flatten() {
        let pattern = filter["Pattern"].as_str().unwrap_or_default();
        block = block.add_block(Block::builder("filter").add_attribute(("pattern", pattern)).build());
    }
    block.build()
}

fn destination(config: &Value) -> Block {
    let target = config["OnFailure"]["Destination"].as_str().unwrap_or_default();
    let on_failure = Block::builder("on_failure").add_attribute(("destination_arn", target));
    Block::builder("destination_config").add_block(on_failure.build()).build()
}
