//! Auto scaling, alarms and event source mappings of a template: resources beside the tables, or settings of a global table.

use std::collections::BTreeMap;

use dynalab_modeling::design::{Dimension, Scaling, Table};
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::leftovers::Taken;
use dynalab_modeling::formats::production::{
    ALARM_MEMBERS, MAPPING_MEMBERS, NAMESPACE, POLICY_TYPE, SERVICE, ScaledResource, TRACKING_MEMBERS,
    add_alarm, add_reader, alarm_members, alarm_table, function_name, mapping_members, plain, tracking,
    whole,
};
use dynalab_types::TooMuch;
use serde_json::{Map, Value, json};

use super::resolve::{Path, Scope};
use crate::tables::pascal_case;

/// The types of resources that are read beside tables.
pub const TYPES: [&str; 4] = [TARGET, POLICY, ALARM, MAPPING];

const TARGET: &str = "AWS::ApplicationAutoScaling::ScalableTarget";
const POLICY: &str = "AWS::ApplicationAutoScaling::ScalingPolicy";
const ALARM: &str = "AWS::CloudWatch::Alarm";
const MAPPING: &str = "AWS::Lambda::EventSourceMapping";
const TRACKING: &str = "TargetTrackingScalingPolicyConfiguration";

/// Adds the resources for a table. `name` is the name of the table's resource.
pub fn write(resources: &mut Map<String, Value>, name: &str, table: &Table) {
    // The replicas of a global table have their own settings.
    for scaling in table.scaling.iter().filter(|_| table.replicas.is_empty()) {
        let resource = ScaledResource::of(table, scaling);
        let index = resource.index.as_deref().map(pascal_case).unwrap_or_default();
        let own = format!("{name}{index}{}", resource.units.word());
        let target = json!({
            "ServiceNamespace": SERVICE,
            "ResourceId": { "Fn::Sub": resource_id(&resource, name) },
            "ScalableDimension": resource.dimension(),
            "MinCapacity": scaling.least,
            "MaxCapacity": scaling.most,
        });
        let target = insert(resources, &format!("{own}Capacity"), TARGET, target);
        let policy = json!({
            "PolicyName": resource.policy_name(),
            "PolicyType": POLICY_TYPE,
            "ScalingTargetId": { "Ref": target },
            "TargetTrackingScalingPolicyConfiguration": tracking(table, scaling),
        });
        insert(resources, &format!("{own}Policy"), POLICY, policy);
    }
    for alarm in &table.alarms {
        let members = alarm_members(alarm, &json!({ "Ref": name }));
        insert(resources, &format!("{name}{}Alarm", pascal_case(&alarm.name)), ALARM, Value::Object(members));
    }
    for reader in table.stream.iter().flat_map(|stream| &stream.readers) {
        let mut members = Map::new();
        members.insert("FunctionName".to_owned(), json!(function_name(reader)));
        members.insert("EventSourceArn".to_owned(), json!({ "Fn::GetAtt": [name, "StreamArn"] }));
        members.extend(mapping_members(reader));
        let own = format!("{name}{}Mapping", pascal_case(&reader.name));
        insert(resources, &own, MAPPING, Value::Object(members));
    }
}

/// Returns the id of a resource as the text of `Fn::Sub`. In it, an exclamation point makes `${` a text.
fn resource_id(resource: &ScaledResource, name: &str) -> String {
    let index = resource.index.as_ref().map(|index| index.replace("${", "${!"));
    ScaledResource { index, ..resource.clone() }.id(&format!("${{{name}}}"))
}

/// Inserts a resource under a free name, and returns the name.
fn insert(resources: &mut Map<String, Value>, name: &str, kind: &str, properties: Value) -> String {
    let mut own = name.to_owned();
    let mut number = 2;
    while resources.contains_key(&own) {
        own = format!("{name}{number}");
        number += 1;
    }
    resources.insert(own.clone(), json!({ "Type": kind, "Properties": properties }));
    own
}

/// The resources of a template. The scope has the tables' names by the names of their resources.
struct Resources<'a, 'b> {
    template: &'a Value,
    scope: &'a Scope<'b>,
    /// The positions of the tables, by name.
    places: BTreeMap<String, usize>,
}

/// A resource: name, members as written, and members without functions.
type Resource<'a> = (&'a String, &'a Value, Value);

impl<'a> Resources<'a, '_> {
    /// Iterates over the resources of a type.
    fn of_kind(&self, kind: &'static str) -> impl Iterator<Item = Result<Resource<'a>, TooMuch>> {
        let all = self.template.get("Resources").and_then(Value::as_object).into_iter().flatten();
        let own = all.filter(move |(_, one)| one.get("Type").and_then(Value::as_str) == Some(kind));
        own.map(|(id, resource)| {
            let written = resource.get("Properties").unwrap_or(&Value::Null);
            // Members of other resources are often unknown. Only those that a design has are needed.
            let members = self.scope.resolve(written, &Path::of_resource(id), &mut Vec::new())?;
            Ok((id, written, members))
        })
    }

    /// Returns the table with this name, as a list of at most one.
    fn table<'t>(&self, tables: &'t mut [Table], name: &str) -> &'t mut [Table] {
        let place = self.places.get(name).and_then(|place| tables.get_mut(*place));
        place.map(std::slice::from_mut).unwrap_or_default()
    }
}

/// What is left of the resources beside the tables.
struct Left<'n> {
    notes: &'n mut Vec<ImportNote>,
    /// The types of resources that are of other services.
    others: Vec<&'static str>,
}

impl Left<'_> {
    /// Ends a resource, of which the members `taken` are read. `is_read`: it is a part of a table now. `is_own`: it is about DynamoDB.
    fn close(
        &mut self,
        (kind, id, written): (&'static str, &str, &Value),
        taken: &[&str],
        (is_read, is_own): (bool, bool),
    ) {
        if !is_read {
            let whole = || ImportNote::LeftOut { place: "the file".to_owned(), member: id.to_owned() };
            match is_own {
                true => self.notes.push(whole()),
                false => self.others.push(kind),
            }
            return;
        }
        let known = Taken::default();
        let node = known.root(written);
        node.pass(taken);
        if let Some(tracking) = node.get(TRACKING).filter(|_| kind == POLICY) {
            tracking.pass(&TRACKING_MEMBERS);
        }
        self.notes.extend(known.rest(written, id));
    }
}

/// Reads the resources beside the tables. Returns the types of those that are of other services.
///
/// # Errors
/// Returns the refusal if a resource would become too much.
pub fn read(
    template: &Value,
    scope: &Scope,
    tables: &mut [Table],
    notes: &mut Vec<ImportNote>,
) -> Result<Vec<&'static str>, TooMuch> {
    let mut places = BTreeMap::new();
    for (place, table) in tables.iter().enumerate() {
        places.entry(table.name.clone()).or_insert(place);
    }
    let resources = Resources { template, scope, places };
    let mut left = Left { notes, others: Vec::new() };
    read_scaling(&resources, tables, &mut left)?;
    for alarm in resources.of_kind(ALARM) {
        let (id, written, mut members) = alarm?;
        if let Some(members) = members.as_object_mut() {
            members.entry("AlarmName").or_insert_with(|| json!(id));
        }
        let table = resources.table(tables, alarm_table(&members).unwrap_or_default());
        let is_read = add_alarm(table, &members).is_some();
        left.close((ALARM, id, written), &ALARM_MEMBERS, (is_read, members["Namespace"] == NAMESPACE));
    }
    read_mappings(&resources, tables, &mut left)?;
    Ok(left.others)
}

fn read_scaling(resources: &Resources, tables: &mut [Table], left: &mut Left) -> Result<(), TooMuch> {
    const OF_PLACE: [&str; 3] = ["ServiceNamespace", "ResourceId", "ScalableDimension"];
    // A design names its policies itself, and has target tracking only: another configuration is left out by its own name.
    const OF_POLICY: [&str; 3] = ["PolicyName", "PolicyType", "ScalingTargetId"];
    // The role is that of the service since it has one of its own.
    let of_target = [&OF_PLACE[..], &["MinCapacity", "MaxCapacity", "RoleARN"]].concat();
    let of_policy = [&OF_PLACE[..], &OF_POLICY].concat();
    let place = |members: &Value| {
        ScaledResource::parse(members["ResourceId"].as_str()?, members["ScalableDimension"].as_str()?)
    };
    let is_own = |members: &Value| members["ServiceNamespace"] == SERVICE;
    let mut targets: BTreeMap<&str, ScaledResource> = BTreeMap::new();
    for target in resources.of_kind(TARGET) {
        let (id, written, members) = target?;
        let bounds = (whole(&members["MinCapacity"]), whole(&members["MaxCapacity"]));
        let set = place(&members).zip(bounds.0.zip(bounds.1));
        let set = set.and_then(|(place, (least, most))| {
            place.set_bounds(resources.table(tables, &place.table), least, most).map(|()| place)
        });
        left.close((TARGET, id, written), &of_target, (set.is_some(), is_own(&members)));
        targets.extend(set.map(|place| (id.as_str(), place)));
    }
    for policy in resources.of_kind(POLICY) {
        let (id, written, members) = policy?;
        let target = written["ScalingTargetId"]["Ref"].as_str();
        let own = target.and_then(|target| targets.get(target));
        let found = own.cloned().or_else(|| place(&members));
        let configuration = &members[TRACKING];
        let is_set = found.is_some_and(|place| {
            place.set_tracking(resources.table(tables, &place.table), configuration).is_some()
        });
        left.close((POLICY, id, written), &of_policy, (is_set, is_own(&members) || own.is_some()));
    }
    Ok(())
}

fn read_mappings(resources: &Resources, tables: &mut [Table], left: &mut Left) -> Result<(), TooMuch> {
    let taken = [&MAPPING_MEMBERS[..], &["FunctionName", "EventSourceArn"]].concat();
    for mapping in resources.of_kind(MAPPING) {
        let (id, written, members) = mapping?;
        let source = match &written["EventSourceArn"]["Fn::GetAtt"] {
            Value::String(text) => text.split_once('.'),
            list => list.get(0).and_then(Value::as_str).zip(list.get(1).and_then(Value::as_str)),
        };
        let name = source.filter(|(_, member)| *member == "StreamArn");
        let name = name.and_then(|(resource, _)| resources.scope.names().get(resource));
        let table = resources.table(tables, name.and_then(Value::as_str).unwrap_or_default()).first_mut();
        let is_read = table.zip(members.as_object()).map(|(table, members)| {
            let function = members.get("FunctionName").and_then(Value::as_str).unwrap_or(id);
            add_reader(table, function, members);
        });
        left.close((MAPPING, id, written), &taken, (is_read.is_some(), false));
    }
    Ok(())
}

/// Returns the auto scaling that a provisioned global table has without its own: around its units, if they are known.
pub fn fallback(table: &Table, index: Option<&str>, units: Dimension) -> Scaling {
    let scaling = Scaling { index: index.map(str::to_owned), units, ..Scaling::default() };
    let Some(seed) = seed(table, index, units) else { return scaling };
    Scaling { least: scaling.least.min(seed), most: scaling.most.max(seed), ..scaling }
}

/// Returns the provisioned units of a table or an index.
pub fn seed(table: &Table, index: Option<&str>, units: Dimension) -> Option<u64> {
    let capacity = match index {
        Some(name) => &table.index(name)?.capacity,
        None => &table.capacity,
    };
    match units {
        Dimension::Read => capacity.units.read,
        Dimension::Write => capacity.units.write,
    }
}

/// Returns the auto scaling settings of a global table's capacity.
pub fn settings(table: &Table, index: Option<&str>, units: Dimension) -> Value {
    let own = table.scaling.iter().find(|known| known.index.as_deref() == index && known.units == units);
    let fallback = fallback(table, index, units);
    let scaling = own.unwrap_or(&fallback);
    let mut policy = Map::new();
    policy.insert("TargetValue".to_owned(), plain(scaling.target_percent));
    for (name, seconds) in
        [("ScaleInCooldown", scaling.scale_in_seconds), ("ScaleOutCooldown", scaling.scale_out_seconds)]
    {
        policy.extend(seconds.map(|seconds| (name.to_owned(), json!(seconds))));
    }
    let mut settings = json!({ "MinCapacity": scaling.least, "MaxCapacity": scaling.most });
    // The units from which auto scaling starts.
    if let Some(seed) = seed(table, index, units) {
        settings["SeedCapacity"] = json!(seed);
    }
    settings["TargetTrackingScalingPolicyConfiguration"] = Value::Object(policy);
    json!({ format!("{}CapacityAutoScalingSettings", units.word()): settings })
}

/// Reads the settings of a global table, if they are not the ones that a table without auto scaling gets.
pub fn read_settings(table: &mut Table, index: Option<&str>, units: Dimension, throughput: &Value) {
    let settings = &throughput[format!("{}CapacityAutoScalingSettings", units.word())];
    let bounds = (whole(&settings["MinCapacity"]), whole(&settings["MaxCapacity"]));
    let (Some(least), Some(most)) = bounds else { return };
    let resource = ScaledResource { table: table.name.clone(), index: index.map(str::to_owned), units };
    let before = table.scaling.len();
    let fallback = fallback(table, index, units);
    let tables = std::slice::from_mut(table);
    if resource.set_bounds(tables, least, most).is_none() {
        return;
    }
    resource.set_tracking(tables, &settings["TargetTrackingScalingPolicyConfiguration"]);
    if table.scaling.last() == Some(&fallback) {
        table.scaling.truncate(before);
    }
}
