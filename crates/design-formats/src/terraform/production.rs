//! Auto scaling, alarms and event source mappings of a configuration, as resources beside the tables.

use dynalab_modeling::design::settings::INSIGHTS_MODE;
use dynalab_modeling::design::{Replica, Table};
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::production::{
    MAPPING_MEMBERS, NAMESPACE, POLICY_TYPE, SERVICE, ScaledResource, add_alarm, add_reader, alarm_members,
    function_name, mapping_members, plain, tracking, whole,
};
use dynalab_modeling::formats::settings::policy_of;
use dynalab_types::TooMuch;
use hcl::expr::TemplateExpr;
use hcl::structure::BlockBuilder;
use hcl::{Block, Body, Expression, Value as HclValue};
use serde_json::{Map, Value, json};

use super::RESOURCE;
use super::read::to_json;
use super::values::Values;
use crate::tables::snake_case;

const TARGET: &str = "aws_appautoscaling_target";
const POLICY: &str = "aws_appautoscaling_policy";
const ALARM: &str = "aws_cloudwatch_metric_alarm";
const MAPPING: &str = "aws_lambda_event_source_mapping";
const RESOURCE_POLICY: &str = "aws_dynamodb_resource_policy";
const INSIGHTS: &str = "aws_dynamodb_contributor_insights";
const TRACKING: &str = "target_tracking_scaling_policy_configuration";
const REPLICA: &str = "aws_dynamodb_table_replica";
/// The types of resources that are read beside tables.
pub const TYPES: [&str; 7] = [TARGET, POLICY, ALARM, MAPPING, REPLICA, RESOURCE_POLICY, INSIGHTS];
/// Members of an alarm in both spellings. The dimensions are a map in Terraform.
const ALARM_MEMBERS: [(&str, &str); 10] = [
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
fn spelling(name: &str) -> String {
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

/// Lets the other resources name the tables. `names` are the tables' names by the names of their resources.
///
/// # Errors
/// Returns the refusal if there are too many.
pub fn name_tables(values: &mut Values, names: &[(String, String)]) -> Result<(), TooMuch> {
    let of_table = |name: &String| {
        let stream = format!("table/{name}/stream");
        let arn = format!("table/{name}");
        object(vec![("name", name.clone()), ("id", name.clone()), ("stream_arn", stream), ("arn", arn)])
    };
    for (resource, name) in names {
        values.insert(RESOURCE, resource, of_table(name))?;
    }
    Ok(())
}

/// Reads the resources beside the tables, which have names ([`name_tables`]).
///
/// # Errors
/// Returns the refusal if the resources would become too much.
pub fn read(
    body: &Body,
    values: &mut Values,
    tables: &mut [Table],
    notes: &mut Vec<ImportNote>,
) -> Result<(), TooMuch> {
    let mut left_out = |kind: &str, name: &str| {
        notes.push(ImportNote::LeftOut { place: format!("{kind}.{name}"), member: "resource".to_owned() });
    };
    read_scaling(body, values, tables, &mut left_out)?;
    read_replicas(body, values, tables, &mut left_out)?;
    for (name, block) in of_kind(body, ALARM) {
        let members = members_of(values, block.body())?;
        let mut alarm: Map<String, Value> = ALARM_MEMBERS
            .iter()
            .filter_map(|(member, spelling)| Some(((*member).to_owned(), members.get(*spelling)?.clone())))
            .collect();
        let dimensions = members.get("dimensions").and_then(Value::as_object).into_iter().flatten();
        let dimensions = dimensions.map(|(name, value)| json!({ "Name": name, "Value": value }));
        alarm.insert("Dimensions".to_owned(), dimensions.collect());
        let is_own = alarm.get("Namespace").is_some_and(|name| name == NAMESPACE);
        if add_alarm(tables, &Value::Object(alarm)).is_none() && is_own {
            left_out(ALARM, name);
        }
    }
    read_settings(body, values, tables, &mut left_out)?;
    read_mappings(body, values, tables)
}

/// Reads policies and contributor insights.
fn read_settings(
    body: &Body,
    values: &Values,
    tables: &mut [Table],
    left_out: &mut impl FnMut(&str, &str),
) -> Result<(), TooMuch> {
    for (name, block) in of_kind(body, RESOURCE_POLICY) {
        let members = members_of(values, block.body())?;
        let arn = members.get("resource_arn").and_then(Value::as_str).unwrap_or_default();
        let place = arn.split_once("table/").map_or("", |(_, place)| place);
        let (own, part) = place.split_once('/').unwrap_or((place, ""));
        let policy = members.get("policy").and_then(policy_of);
        match (tables.iter_mut().find(|table| table.name == own), policy) {
            (Some(table), Some(policy)) if part.is_empty() => table.settings.policy = Some(policy),
            (Some(table), Some(policy)) => table.settings.stream_policy = Some(policy),
            _ => left_out(RESOURCE_POLICY, name),
        }
    }
    for (name, block) in of_kind(body, INSIGHTS) {
        let members = members_of(values, block.body())?;
        let text = |name: &str| members.get(name).and_then(Value::as_str);
        let table = tables.iter_mut().find(|table| Some(table.name.as_str()) == text("table_name"));
        match table.filter(|_| text("index_name").is_none()) {
            Some(table) => {
                let mode = text("mode").unwrap_or(INSIGHTS_MODE).to_owned();
                table.settings.contributor_insights = Some(mode);
            }
            None => left_out(INSIGHTS, name),
        }
    }
    Ok(())
}

fn object(members: Vec<(&str, String)>) -> HclValue {
    let members = members.into_iter().map(|(name, text)| (name.to_owned(), HclValue::from(text)));
    HclValue::Object(members.collect())
}

/// Iterates over the resources of a type with their names.
pub fn of_kind<'a>(body: &'a Body, kind: &'static str) -> impl Iterator<Item = (&'a str, &'a Block)> {
    body.blocks().filter(|block| block.identifier() == "resource").filter_map(move |block| {
        let labels: Vec<&str> = block.labels().iter().map(hcl::BlockLabel::as_str).collect();
        if let [found, name] = labels[..] { (found == kind).then_some((name, block)) } else { None }
    })
}

fn read_scaling(
    body: &Body,
    values: &mut Values,
    tables: &mut [Table],
    left_out: &mut impl FnMut(&str, &str),
) -> Result<(), TooMuch> {
    let place = |members: &Map<String, Value>| {
        let text = |name: &str| members.get(name).and_then(Value::as_str);
        ScaledResource::parse(text("resource_id")?, text("scalable_dimension")?)
    };
    let is_own =
        |members: &Map<String, Value>| members.get("service_namespace").is_some_and(|name| name == SERVICE);
    let mut targets = Vec::new();
    for (name, block) in of_kind(body, TARGET) {
        let members = members_of(values, block.body())?;
        let whole = |name: &str| whole(members.get(name)?);
        let set = place(&members).zip(whole("min_capacity").zip(whole("max_capacity")));
        let set = set.and_then(|(place, (least, most))| place.set_bounds(tables, least, most));
        if set.is_none() && is_own(&members) {
            left_out(TARGET, name);
        }
        let texts =
            members.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?.to_owned())));
        targets.push((name, object(texts.collect())));
    }
    for (name, target) in targets {
        values.insert(TARGET, name, target)?;
    }
    for (name, block) in of_kind(body, POLICY) {
        let members = members_of(values, block.body())?;
        let configuration = block.body().blocks().find(|block| block.identifier() == TRACKING);
        let configuration = configuration.map(|block| members_of(values, block.body()));
        let configuration = configuration.transpose()?.unwrap_or_default();
        let member = |name: &str| configuration.get(name).cloned().unwrap_or_default();
        let tracking = json!({
            "TargetValue": member("target_value"),
            "ScaleInCooldown": member("scale_in_cooldown"),
            "ScaleOutCooldown": member("scale_out_cooldown"),
        });
        let set = place(&members).and_then(|place| place.set_tracking(tables, &tracking));
        if set.is_none() && is_own(&members) {
            left_out(POLICY, name);
        }
    }
    Ok(())
}

/// Reads replicas that are resources of their own. Their Region is that of their provider.
fn read_replicas(
    body: &Body,
    values: &Values,
    tables: &mut [Table],
    left_out: &mut impl FnMut(&str, &str),
) -> Result<(), TooMuch> {
    for (name, block) in of_kind(body, REPLICA) {
        let members = members_of(values, block.body())?;
        let provider = block.body().attributes().find(|attribute| attribute.key() == "provider");
        let alias =
            provider.and_then(|provider| Some(provider.expr().to_string().split_once('.')?.1.to_owned()));
        let region = match (members.get("region").and_then(Value::as_str), alias) {
            (Some(region), _) => Some(region.to_owned()),
            (None, Some(alias)) => region_of(body, Some(&alias), values)?,
            (None, None) => None,
        };
        let source = members.get("global_table_arn").and_then(Value::as_str);
        let table = source.and_then(|arn| {
            let name = arn.rsplit_once("table/")?.1;
            tables.iter_mut().find(|table| table.name == name)
        });
        match (table, region) {
            (Some(table), Some(region)) => table.replicas.push(Replica { region, ..Replica::default() }),
            _ => left_out(REPLICA, name),
        }
    }
    Ok(())
}

/// Returns the Region of the provider with this alias, or of the one without an alias.
///
/// # Errors
/// Returns the refusal if the value would become too much.
pub fn region_of(body: &Body, alias: Option<&str>, values: &Values) -> Result<Option<String>, TooMuch> {
    let member = |block: &Block, key: &str| {
        block.body().attributes().find(|attribute| attribute.key() == key).map(|one| one.expr().clone())
    };
    for block in body.blocks().filter(|block| block.identifier() == "provider") {
        let is_aws = block.labels().first().is_some_and(|label| label.as_str() == "aws");
        let own = member(block, "alias").map(|alias| values.fixed_text(&alias)).transpose()?.flatten();
        if is_aws && own.as_ref().and_then(HclValue::as_str) == alias {
            let Some(region) = member(block, "region") else { return Ok(None) };
            return Ok(values.fixed_text(&region)?.and_then(|region| region.as_str().map(str::to_owned)));
        }
    }
    Ok(None)
}

fn read_mappings(body: &Body, values: &Values, tables: &mut [Table]) -> Result<(), TooMuch> {
    for (name, block) in of_kind(body, MAPPING) {
        let members = members_of(values, block.body())?;
        let source = members.get("event_source_arn").and_then(Value::as_str);
        let source = source.and_then(|arn| arn.split_once("table/")?.1.split('/').next());
        let Some(table) = tables.iter_mut().find(|table| Some(table.name.as_str()) == source) else {
            continue;
        };
        let mut mapping: Map<String, Value> = MAPPING_MEMBERS
            .iter()
            .filter_map(|member| Some(((*member).to_owned(), members.get(&spelling(member))?.clone())))
            .collect();
        mapping.extend(read_filter(values, block.body())?);
        mapping.extend(read_destination(values, block.body())?);
        let function = members.get("function_name").and_then(Value::as_str).unwrap_or(name);
        add_reader(table, function, &mapping);
    }
    Ok(())
}

/// Returns the attributes of a block that have a value.
pub fn members_of(values: &Values, body: &Body) -> Result<Map<String, Value>, TooMuch> {
    let mut members = Map::new();
    for attribute in body.attributes() {
        if let Some(value) = values.value(attribute.expr())? {
            members.extend([number((attribute.key().to_owned(), to_json(&value)))]);
        }
    }
    Ok(members)
}

/// Numbers with a point and no fraction are the same as those without.
fn number((name, value): (String, Value)) -> (String, Value) {
    let value = match value.as_f64() {
        Some(number) if value.is_f64() => plain(number),
        _ => value,
    };
    (name, value)
}

fn inner<'a>(body: &'a Body, outer: &str, inner: &'a str) -> Option<impl Iterator<Item = &'a Block>> {
    let outer = body.blocks().find(|block| block.identifier() == outer)?;
    Some(outer.body().blocks().filter(move |block| block.identifier() == inner))
}

fn read_filter(values: &Values, body: &Body) -> Result<Option<(String, Value)>, TooMuch> {
    let Some(blocks) = inner(body, "filter_criteria", "filter") else { return Ok(None) };
    let mut filters = Vec::new();
    for block in blocks {
        let pattern = members_of(values, block.body())?.remove("pattern");
        filters.extend(pattern.map(|pattern| json!({ "Pattern": pattern })));
    }
    Ok(Some(("FilterCriteria".to_owned(), json!({ "Filters": filters }))))
}

fn read_destination(values: &Values, body: &Body) -> Result<Option<(String, Value)>, TooMuch> {
    let block = inner(body, "destination_config", "on_failure").and_then(|mut blocks| blocks.next());
    let Some(block) = block else { return Ok(None) };
    let target = members_of(values, block.body())?.remove("destination_arn");
    let config = target.map(|target| json!({ "OnFailure": { "Destination": target } }));
    Ok(config.map(|config| ("DestinationConfig".to_owned(), config)))
}
