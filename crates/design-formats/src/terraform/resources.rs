//! Reads the resources beside the tables: auto scaling, alarms, readers of streams, policies, contributor insights and replicas.

use dynalab_modeling::design::settings::INSIGHTS_MODE;
use dynalab_modeling::design::{Replica, Table};
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::production::{
    MAPPING_MEMBERS, NAMESPACE, SERVICE, ScaledResource, add_alarm, add_reader, whole,
};
use dynalab_modeling::formats::settings::policy_of;
use dynalab_types::TooMuch;
use hcl::{Block, Body, Value as HclValue};
use serde_json::{Map, Value, json};

use super::RESOURCE;
use super::members::Members;
use super::production::{
    ALARM, ALARM_MEMBERS, INSIGHTS, MAPPING, POLICY, REPLICA, RESOURCE_POLICY, TARGET, TRACKING, spelling,
};
use super::values::Values;

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

/// Reads the resources beside the tables, which have names ([`name_tables`]). Returns the types of those that are of other services.
///
/// # Errors
/// Returns the refusal if the resources would become too much.
pub fn read(
    body: &Body,
    values: &mut Values,
    tables: &mut [Table],
    notes: &mut Vec<ImportNote>,
) -> Result<Vec<&'static str>, TooMuch> {
    let mut reader = ResourceReader { body, tables, notes, others: Vec::new() };
    reader.scaling(values)?;
    reader.replicas(values)?;
    reader.alarms(values)?;
    reader.policies(values)?;
    reader.insights(values)?;
    reader.mappings(values)?;
    Ok(reader.others)
}

struct ResourceReader<'a> {
    body: &'a Body,
    tables: &'a mut [Table],
    notes: &'a mut Vec<ImportNote>,
    /// The types of resources that are of other services.
    others: Vec<&'static str>,
}

impl<'a> ResourceReader<'a> {
    /// Ends a resource. `is_read`: it is a part of a table now. `is_own`: it is about DynamoDB.
    fn close(&mut self, kind: &'static str, name: &str, members: &Members, (is_read, is_own): (bool, bool)) {
        let place = format!("{kind}.{name}");
        match (is_read, is_own) {
            (true, _) => self.notes.extend(members.notes(&place, "")),
            (false, true) => self.notes.push(ImportNote::LeftOut { place, member: "resource".to_owned() }),
            (false, false) => self.others.push(kind),
        }
    }

    fn of_kind(&self, kind: &'static str) -> impl Iterator<Item = (&'a str, &'a Block)> + use<'a> {
        of_kind(self.body, kind)
    }

    fn table(&mut self, name: Option<&str>) -> Option<&mut Table> {
        self.tables.iter_mut().find(|table| Some(table.name.as_str()) == name)
    }

    fn scaling(&mut self, values: &mut Values) -> Result<(), TooMuch> {
        let place = |members: &Members| {
            let (id, dimension) = (members.text("resource_id"), members.text("scalable_dimension"));
            ScaledResource::parse(id?, dimension?)
        };
        let is_own = |members: &Members| members.text("service_namespace") == Some(SERVICE);
        let mut targets = Vec::new();
        for (name, block) in self.of_kind(TARGET) {
            let members = Members::of(values, block.body())?;
            // The role is that of the service since it has one of its own.
            members.pass(&["role_arn"]);
            let bounds =
                [members.get("min_capacity"), members.get("max_capacity")].map(|units| whole(units?));
            let set = place(&members).zip(bounds[0].zip(bounds[1]));
            let set = set.and_then(|(place, (least, most))| place.set_bounds(self.tables, least, most));
            self.close(TARGET, name, &members, (set.is_some(), is_own(&members)));
            let texts = members
                .values()
                .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?.to_owned())));
            targets.push((name, object(texts.collect())));
        }
        for (name, target) in targets {
            values.insert(TARGET, name, target)?;
        }
        for (name, block) in self.of_kind(POLICY) {
            let members = Members::of(values, block.body())?;
            // A design names its policies itself, and has target tracking only: another configuration is left out by its own name.
            members.pass(&["name", "policy_type"]);
            let nothing = Body::default();
            let configuration = Members::of(values, members.block(TRACKING).unwrap_or(&nothing))?;
            // The metric follows from the dimension.
            configuration.pass(&["predefined_metric_specification"]);
            let member = |name: &str| configuration.get(name).cloned().unwrap_or_default();
            let tracking = json!({
                "TargetValue": member("target_value"),
                "ScaleInCooldown": member("scale_in_cooldown"),
                "ScaleOutCooldown": member("scale_out_cooldown"),
            });
            let set = place(&members).and_then(|place| place.set_tracking(self.tables, &tracking));
            self.close(POLICY, name, &members, (set.is_some(), is_own(&members)));
            if set.is_some() {
                self.notes.extend(configuration.notes(&format!("{POLICY}.{name}"), &format!("{TRACKING}.")));
            }
        }
        Ok(())
    }

    /// Reads replicas that are resources of their own. Their Region is that of their provider.
    fn replicas(&mut self, values: &Values) -> Result<(), TooMuch> {
        for (name, block) in self.of_kind(REPLICA) {
            let members = Members::of(values, block.body())?;
            let provider = block.body().attributes().find(|attribute| attribute.key() == "provider");
            let alias =
                provider.and_then(|provider| Some(provider.expr().to_string().split_once('.')?.1.to_owned()));
            let region = match (members.text("region"), alias) {
                (Some(region), _) => Some(region.to_owned()),
                (None, Some(alias)) => region_of(self.body, Some(&alias), values)?,
                (None, None) => None,
            };
            let source = members.text("global_table_arn").and_then(|arn| Some(arn.rsplit_once("table/")?.1));
            let is_read = match (self.table(source), region) {
                (Some(table), Some(region)) => {
                    table.replicas.push(Replica { region, ..Replica::default() });
                    true
                }
                _ => false,
            };
            self.close(REPLICA, name, &members, (is_read, true));
        }
        Ok(())
    }

    fn alarms(&mut self, values: &Values) -> Result<(), TooMuch> {
        for (name, block) in self.of_kind(ALARM) {
            let members = Members::of(values, block.body())?;
            let mut alarm: Map<String, Value> = ALARM_MEMBERS
                .iter()
                .filter_map(|(member, spelling)| Some(((*member).to_owned(), members.get(spelling)?.clone())))
                .collect();
            let dimensions = members.get("dimensions").and_then(Value::as_object).into_iter().flatten();
            let dimensions = dimensions.map(|(name, value)| json!({ "Name": name, "Value": value }));
            alarm.insert("Dimensions".to_owned(), dimensions.collect());
            let is_own = alarm.get("Namespace").is_some_and(|name| name == NAMESPACE);
            let is_read = add_alarm(self.tables, &Value::Object(alarm)).is_some();
            self.close(ALARM, name, &members, (is_read, is_own));
        }
        Ok(())
    }

    fn policies(&mut self, values: &Values) -> Result<(), TooMuch> {
        for (name, block) in self.of_kind(RESOURCE_POLICY) {
            let members = Members::of(values, block.body())?;
            let arn = members.text("resource_arn").unwrap_or_default();
            let place = arn.split_once("table/").map_or("", |(_, place)| place);
            let (own, part) = place.split_once('/').unwrap_or((place, ""));
            let policy = members.get("policy").and_then(policy_of);
            let is_read = match (self.table(Some(own)), policy) {
                (Some(table), Some(policy)) => {
                    let settings = &mut table.settings;
                    let of_table = part.is_empty();
                    *(if of_table { &mut settings.policy } else { &mut settings.stream_policy }) =
                        Some(policy);
                    true
                }
                _ => false,
            };
            self.close(RESOURCE_POLICY, name, &members, (is_read, true));
        }
        Ok(())
    }

    fn insights(&mut self, values: &Values) -> Result<(), TooMuch> {
        for (name, block) in self.of_kind(INSIGHTS) {
            let members = Members::of(values, block.body())?;
            let is_of_index = members.text("index_name").is_some();
            let table = self.table(members.text("table_name")).filter(|_| !is_of_index);
            let is_read = table.map(|table| {
                let mode = members.text("mode").unwrap_or(INSIGHTS_MODE).to_owned();
                table.settings.contributor_insights = Some(mode);
            });
            self.close(INSIGHTS, name, &members, (is_read.is_some(), true));
        }
        Ok(())
    }

    fn mappings(&mut self, values: &Values) -> Result<(), TooMuch> {
        for (name, block) in self.of_kind(MAPPING) {
            let members = Members::of(values, block.body())?;
            let source = members.text("event_source_arn");
            let source = source.and_then(|arn| arn.split_once("table/")?.1.split('/').next());
            let mut mapping: Map<String, Value> = MAPPING_MEMBERS
                .iter()
                .filter_map(|member| Some(((*member).to_owned(), members.get(&spelling(member))?.clone())))
                .collect();
            let mut notes = Vec::new();
            let place = format!("{MAPPING}.{name}");
            mapping.extend(read_filter(values, &members, &place, &mut notes)?);
            mapping.extend(read_destination(values, &members, &place, &mut notes)?);
            let function = members.text("function_name").unwrap_or(name);
            let is_read = self.table(source).map(|table| add_reader(table, function, &mapping)).is_some();
            self.close(MAPPING, name, &members, (is_read, false));
            if is_read {
                self.notes.extend(notes);
            }
        }
        Ok(())
    }
}

fn object(members: Vec<(&str, String)>) -> HclValue {
    let members = members.into_iter().map(|(name, text)| (name.to_owned(), HclValue::from(text)));
    HclValue::Object(members.collect())
}

/// Iterates over the resources of a type with their names.
pub fn of_kind<'a>(
    body: &'a Body,
    kind: &'static str,
) -> impl Iterator<Item = (&'a str, &'a Block)> + use<'a> {
    body.blocks().filter(|block| block.identifier() == "resource").filter_map(move |block| {
        let labels: Vec<&str> = block.labels().iter().map(hcl::BlockLabel::as_str).collect();
        if let [found, name] = labels[..] { (found == kind).then_some((name, block)) } else { None }
    })
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

fn read_filter(
    values: &Values,
    mapping: &Members,
    place: &str,
    notes: &mut Vec<ImportNote>,
) -> Result<Option<(String, Value)>, TooMuch> {
    let Some(criteria) = mapping.block("filter_criteria") else { return Ok(None) };
    let criteria = Members::of(values, criteria)?;
    let mut filters = Vec::new();
    for block in criteria.blocks("filter") {
        let filter = Members::of(values, block.body())?;
        filters.extend(filter.get("pattern").map(|pattern| json!({ "Pattern": pattern })));
        notes.extend(filter.notes(place, "filter_criteria.filter."));
    }
    notes.extend(criteria.notes(place, "filter_criteria."));
    Ok(Some(("FilterCriteria".to_owned(), json!({ "Filters": filters }))))
}

fn read_destination(
    values: &Values,
    mapping: &Members,
    place: &str,
    notes: &mut Vec<ImportNote>,
) -> Result<Option<(String, Value)>, TooMuch> {
    let Some(config) = mapping.block("destination_config") else { return Ok(None) };
    let config = Members::of(values, config)?;
    let on_failure = config.block("on_failure");
    notes.extend(config.notes(place, "destination_config."));
    let Some(on_failure) = on_failure else { return Ok(None) };
    let on_failure = Members::of(values, on_failure)?;
    let target = on_failure.get("destination_arn").cloned();
    notes.extend(on_failure.notes(place, "destination_config.on_failure."));
    let config = target.map(|target| json!({ "OnFailure": { "Destination": target } }));
    Ok(config.map(|config| ("DestinationConfig".to_owned(), config)))
}
