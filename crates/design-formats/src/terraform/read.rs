//! Reads the tables of a configuration as bodies of CreateTable, with settings that other requests make.

use std::borrow::Cow;
use std::collections::BTreeSet;

use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::design::{Replica, ReplicaConsistency, Table};
use dynalab_modeling::formats::production::whole;
use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign, create_table};
use dynalab_types::{Bound, Budget, TooMuch};
use hcl::{Block, Body, Value as HclValue};
use serde_json::{Map, Value, json};

use super::beside::{self, Beside};
use super::blank::blank;
use super::expand::{Expansion, Repeated};
use super::members::Members;
use super::values::Values;
use super::{FORMAT, RESOURCE, modules, production, resources, shown};
use crate::GivenValues;
use crate::charged;
use crate::kept::keep;
use crate::placeholders::Placeholders;
use crate::tables::{design_of, other_resources};

const PROVISIONED: [(&str, &str); 2] =
    [("ReadCapacityUnits", "read_capacity"), ("WriteCapacityUnits", "write_capacity")];

/// A block with units: the member of CreateTable, the block, and the names of the numbers in both.
pub type CapacityBlock = (&'static str, &'static str, [(&'static str, &'static str); 2]);

pub const CAPACITY_BLOCKS: [CapacityBlock; 2] = [
    (
        "WarmThroughput",
        "warm_throughput",
        [("ReadUnitsPerSecond", "read_units_per_second"), ("WriteUnitsPerSecond", "write_units_per_second")],
    ),
    (
        "OnDemandThroughput",
        "on_demand_throughput",
        [
            ("MaxReadRequestUnits", "max_read_request_units"),
            ("MaxWriteRequestUnits", "max_write_request_units"),
        ],
    ),
];

/// Settings of a replica of its own.
pub const OF_REPLICA: [&str; 4] =
    ["kms_key_arn", "point_in_time_recovery", "propagate_tags", "deletion_protection_enabled"];

/// Members whose values are a fixed list of texts.
const FIXED_TEXTS: [&str; 7] = [
    "billing_mode",
    "type",
    "projection_type",
    "stream_view_type",
    "table_class",
    "key_type",
    "consistency_mode",
];

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    read_with(text, &GivenValues::new(), budget)
}

/// Reads one file with values of variables that a person gave.
///
/// # Errors
/// Returns an error if the file has no table or is not valid, or if it would become too much.
pub fn read_with(text: &str, given: &GivenValues, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    read_module(vec![parse(text, budget)?], given, budget)
}

/// Parses one file.
///
/// # Errors
/// Returns an error with the place if the text is not a configuration, or is too much for the parser.
pub fn parse(text: &str, budget: &Budget) -> Result<Body, FormatError> {
    if shown::is_like(text) {
        return shown::parse(text, budget);
    }
    let text = blank(text);
    charged::charge(&text, &charged::HCL, budget)?;
    hcl::from_str(&text).map_err(|error| syntax(&error))
}

/// Returns true if a file can belong to a module: it has a block of a configuration, or values of variables alone.
pub fn is_part(body: &Body) -> bool {
    const BLOCKS: [&str; 12] = [
        "variable",
        "locals",
        "output",
        "provider",
        "terraform",
        "module",
        "data",
        "resource",
        "moved",
        "import",
        "removed",
        "check",
    ];
    let mut blocks = body.blocks().peekable();
    let has_blocks = blocks.peek().is_some();
    blocks.all(|block| BLOCKS.contains(&block.identifier()))
        && (has_blocks || body.attributes().next().is_some())
}

/// Returns the number of tables in a file.
pub fn count_tables(body: &Body) -> usize {
    let is_table = |block: &&Block| {
        block.identifier() == "resource"
            && block.labels().first().is_some_and(|label| label.as_str() == RESOURCE)
    };
    body.blocks().filter(is_table).count()
        + modules::calls(body).filter(|call| modules::is_table(call)).count()
}

/// Reads the tables of a module, whose files share variables and locals.
///
/// # Errors
/// Returns an error if no file has a table, or if a table is not valid.
pub fn read_module(
    files: Vec<Body>,
    given: &GivenValues,
    budget: &Budget,
) -> Result<ImportedDesign, FormatError> {
    let body = Body(files.into_iter().flat_map(|file| file.0).collect());
    let placeholders = Placeholders::new(given);
    let mut values = Values::from_body(&body, &placeholders, budget)?;
    let folders: Vec<&str> = modules::calls(&body).filter_map(modules::local_folder).collect();
    let mut notes = vec![ImportNote::KeysOnly];
    let mut told = BTreeSet::new();
    let mut tables = Vec::new();
    let mut names = Vec::new();
    for block in resources(&body, &values)? {
        let labels: Vec<&str> = block.labels().iter().map(hcl::BlockLabel::as_str).collect();
        let [RESOURCE, name] = labels[..] else { continue };
        let mut found = BTreeSet::new();
        let mut expansion = Expansion { values: &mut values, notes: &mut found, budget };
        let repeated = expansion.resource(RESOURCE, name, block.body())?;
        for Repeated { name, body } in repeated {
            Bound::Tables.check(tables.len() + 1).map_err(|refusal| refusal.at_member(&name))?;
            let place = format!("{RESOURCE}.{name}");
            let mut reader = Reader { values: &values, notes: &mut notes, told: &mut told, place, budget };
            let table = reader.table(&name, &body)?;
            names.push((name, table.name.clone()));
            tables.push(table);
        }
        notes.extend(found);
    }
    if tables.is_empty() && !folders.is_empty() {
        return Err(FormatError::InOtherFiles { files: folders.join(", ") });
    }
    // What the resources beside the tables need is most often no part of a design.
    notes.extend(placeholders.notes());
    resources::name_tables(&mut values, &names)?;
    let mut beside = Beside { body: &body, values: &mut values, budget, notes: &mut notes };
    beside.read_indexes(&mut tables)?;
    let of_other_services = resources::read(&body, &mut values, &mut tables, &mut notes)?;
    let all = body.blocks().filter(|block| block.identifier() == "resource");
    let types = all.filter_map(|block| block.labels().first().map(hcl::BlockLabel::as_str));
    let known = [&[RESOURCE, beside::INDEX, beside::ITEM], &production::TYPES[..]].concat();
    let types = types.filter(|name| !known.contains(name)).chain(of_other_services);
    notes.extend(other_resources(types));
    let mut imported = design_of(FORMAT.id, tables, notes)?;
    let (design, notes) = (&mut imported.design, &mut imported.notes);
    Beside { body: &body, values: &mut values, budget, notes }.read_items(design)?;
    imported.design.region = resources::region_of(&body, None, &values)?.unwrap_or(imported.design.region);
    Ok(imported)
}

/// Returns the resources, with the tables of common modules.
fn resources<'a>(body: &'a Body, values: &Values) -> Result<Vec<Cow<'a, Block>>, TooMuch> {
    let mut all = Vec::new();
    for block in body.blocks() {
        match block.identifier() {
            "resource" => all.push(Cow::Borrowed(block)),
            "module" => all.extend(modules::table(block, values)?.map(Cow::Owned)),
            _ => {}
        }
    }
    Ok(all)
}

fn syntax(error: &hcl::Error) -> FormatError {
    let (line, column) = match error {
        hcl::Error::Parse(error) => (error.location().line(), error.location().column()),
        _ => (0, 0),
    };
    let detail = match error {
        hcl::Error::Parse(error) => error.message().to_owned(),
        error => error.to_string(),
    };
    FormatError::Syntax { language: "Terraform", line, column, detail }
}

struct Reader<'a> {
    values: &'a Values<'a>,
    notes: &'a mut Vec<ImportNote>,
    /// The notes of this reader, each of which is given once.
    told: &'a mut BTreeSet<ImportNote>,
    place: String,
    budget: &'a Budget,
}

impl Reader<'_> {
    fn table(&mut self, name: &str, body: &Body) -> Result<Table, FormatError> {
        let members = self.open(body)?;
        let mut request = Map::new();
        request.insert("TableName".to_owned(), members.get("name").cloned().unwrap_or_else(|| json!(name)));
        // Terraform's default is a provisioned table.
        let mode = members.get("billing_mode").cloned().unwrap_or_else(|| json!("PROVISIONED"));
        request.insert("BillingMode".to_owned(), mode);
        request.insert("AttributeDefinitions".to_owned(), self.attributes(&members)?);
        let partition_key = members.get("hash_key");
        request
            .insert("KeySchema".to_owned(), key_schema(partition_key, members.get("range_key"), Vec::new()));
        request.extend(self.capacity(&members)?);
        request.extend(self.own_settings(&members)?);
        for (member, kind) in [
            ("GlobalSecondaryIndexes", "global_secondary_index"),
            ("LocalSecondaryIndexes", "local_secondary_index"),
        ] {
            let blocks: Vec<&Block> = members.blocks(kind).collect();
            Bound::Indexes.check(blocks.len()).map_err(|refusal| refusal.at_member(&self.place))?;
            let indexes = blocks.into_iter().map(|block| self.index(block, kind, partition_key));
            let indexes = indexes.collect::<Result<Vec<Value>, TooMuch>>()?;
            if !indexes.is_empty() {
                request.insert(member.to_owned(), Value::Array(indexes));
            }
        }
        let view = members.get("stream_view_type").cloned().unwrap_or_default();
        if is_true(members.get("stream_enabled")) {
            request.insert("StreamSpecification".to_owned(), json!({ "StreamViewType": view }));
        }
        for (member, name) in
            [("TableClass", "table_class"), ("DeletionProtectionEnabled", "deletion_protection_enabled")]
        {
            if let Some(value) = members.get(name) {
                request.insert(member.to_owned(), value.clone());
            }
        }
        let place = self.place.clone();
        let mut table = create_table::read_table(&Value::Object(request), &place, self.notes)?;
        self.settings(&mut table, &members)?;
        self.close(&members, "")?;
        Ok(table)
    }

    fn settings(&mut self, table: &mut Table, members: &Members) -> Result<(), TooMuch> {
        if let Some(body) = members.block("ttl") {
            let ttl = self.open(body)?;
            let attribute = ttl.text("attribute_name").map(str::to_owned);
            // Terraform's default of "enabled" was true, and is false since version 5.
            if is_true(ttl.get("enabled")) {
                table.ttl = attribute;
            }
            self.close(&ttl, "ttl.")?;
        }
        if let Some(body) = members.block("point_in_time_recovery") {
            let recovery = self.open(body)?;
            table.recovery = is_true(recovery.get("enabled"));
            table.settings.recovery_days = recovery.get("recovery_period_in_days").and_then(whole);
            self.close(&recovery, "point_in_time_recovery.")?;
        }
        for block in members.blocks("replica") {
            let replica = self.open(block.body())?;
            if let Some(region) = replica.text("region_name") {
                let mut own = Replica { region: region.to_owned(), ..Replica::default() };
                let kept = self.of_replica(&replica)?;
                keep(&mut own.extra, FORMAT.id, &kept, &json!({}));
                table.replicas.push(own);
            }
            if replica.text("consistency_mode") == Some("STRONG") {
                table.replica_consistency = ReplicaConsistency::Strong;
            }
            self.close(&replica, "replica.")?;
        }
        Ok(())
    }

    /// Returns the settings of a replica that are not the table's. They are kept for configurations.
    fn of_replica(&mut self, replica: &Members) -> Result<Value, TooMuch> {
        let mut kept = Map::new();
        for name in OF_REPLICA {
            let Some(value) = replica.get(name).filter(|value| !value.is_null()).cloned() else { continue };
            let (place, member) = (self.place.clone(), format!("replica.{name}"));
            self.add_note(ImportNote::Kept { place, member, format: FORMAT.id })?;
            kept.insert(name.to_owned(), value);
        }
        Ok(Value::Object(kept))
    }

    /// Returns the units of a table or an index, as members of CreateTable.
    fn capacity(&mut self, members: &Members) -> Result<Vec<(String, Value)>, TooMuch> {
        let renamed = |members: &Members, names: [(&str, &str); 2]| -> Map<String, Value> {
            let both = names.into_iter();
            both.filter_map(|(name, own)| Some((name.to_owned(), members.get(own)?.clone()))).collect()
        };
        let mut found = Vec::new();
        found.push(("ProvisionedThroughput", renamed(members, PROVISIONED)));
        for (member, name, names) in CAPACITY_BLOCKS {
            if let Some(body) = members.block(name) {
                let units = self.open(body)?;
                found.push((member, renamed(&units, names)));
                self.close(&units, &format!("{name}."))?;
            }
        }
        let found = found.into_iter().filter(|(_, members)| !members.is_empty());
        Ok(found.map(|(member, members)| (member.to_owned(), Value::Object(members))).collect())
    }

    /// Returns tags and encryption of a table, as members of CreateTable.
    fn own_settings(&mut self, members: &Members) -> Result<Vec<(String, Value)>, TooMuch> {
        let mut found = Vec::new();
        found.extend(members.get("tags").map(|tags| ("Tags".to_owned(), tags.clone())));
        if let Some(body) = members.block("server_side_encryption") {
            let own = self.open(body)?;
            let mut encryption = Map::new();
            for (member, name) in [("Enabled", "enabled"), ("KMSMasterKeyId", "kms_key_arn")] {
                encryption.extend(own.get(name).map(|value| (member.to_owned(), value.clone())));
            }
            self.close(&own, "server_side_encryption.")?;
            found.push(("SSESpecification".to_owned(), Value::Object(encryption)));
        }
        Ok(found)
    }

    fn attributes(&mut self, members: &Members) -> Result<Value, TooMuch> {
        let of_block = |block: &Block| {
            let attribute = self.open(block.body())?;
            let member = |name: &str| attribute.get(name).cloned().unwrap_or_default();
            let definition = json!({ "AttributeName": member("name"), "AttributeType": member("type") });
            self.close(&attribute, "attribute.")?;
            Ok(definition)
        };
        members.blocks("attribute").map(of_block).collect()
    }

    fn index(&mut self, block: &Block, kind: &str, table_key: Option<&Value>) -> Result<Value, TooMuch> {
        let members = self.open(block.body())?;
        let mut elements = Vec::new();
        for block in members.blocks("key_schema") {
            let element = self.open(block.body())?;
            let member = |name: &str| element.get(name).cloned().unwrap_or_default();
            elements
                .push(json!({ "AttributeName": member("attribute_name"), "KeyType": member("key_type") }));
            self.close(&element, &format!("{kind}.key_schema."))?;
        }
        let mut projection = Map::new();
        for (member, name) in
            [("ProjectionType", "projection_type"), ("NonKeyAttributes", "non_key_attributes")]
        {
            if let Some(value) = members.get(name) {
                projection.insert(member.to_owned(), value.clone());
            }
        }
        // The partition key of a local index is that of the table.
        let of_table = table_key.filter(|_| kind == "local_secondary_index");
        let mut index = json!({
            "IndexName": members.get("name").cloned().unwrap_or_default(),
            "KeySchema": key_schema(members.get("hash_key").or(of_table), members.get("range_key"), elements),
            "Projection": projection,
        });
        for (member, units) in self.capacity(&members)? {
            index[member] = units;
        }
        self.close(&members, &format!("{kind}."))?;
        Ok(index)
    }

    /// Returns the members of a block with their values. Adds a note for unknown values and omits them.
    fn open<'b>(&mut self, body: &'b Body) -> Result<Members<'b>, TooMuch> {
        let members = Members::new(body, |attribute| {
            let here = |refusal: TooMuch| refusal.at_member(&format!("{}.{}", self.place, attribute.key()));
            let value = match FIXED_TEXTS.contains(&attribute.key()) {
                true => self.values.fixed_text(attribute.expr()),
                false => self.values.value(attribute.expr()),
            };
            value.map_err(here)
        })?;
        for (name, expression) in members.unknown() {
            self.add_note(ImportNote::UnknownValue {
                place: format!("{}.{name}", self.place),
                expression: expression.to_string(),
            })?;
        }
        Ok(members)
    }

    /// Adds a note for each member of a block that was not taken. `within` is the name of the block in the table, with a point.
    fn close(&mut self, members: &Members, within: &str) -> Result<(), TooMuch> {
        members.rest(&self.place, within).into_iter().try_for_each(|note| self.add_note(note))
    }

    fn add_note(&mut self, note: ImportNote) -> Result<(), TooMuch> {
        self.budget.produce(2 * (VALUE_BYTES + self.place.len()))?;
        if self.told.insert(note.clone()) {
            self.notes.push(note);
        }
        Ok(())
    }
}

/// Returns the key schema from the elements of its blocks, or from `hash_key` and `range_key`.
fn key_schema(hash: Option<&Value>, range: Option<&Value>, elements: Vec<Value>) -> Value {
    if !elements.is_empty() {
        return Value::Array(elements);
    }
    let of = |name: Option<&Value>, kind: &str| {
        let name = name.filter(|name| !name.is_null())?;
        Some(json!({ "AttributeName": name, "KeyType": kind }))
    };
    of(hash, "HASH").into_iter().chain(of(range, "RANGE")).collect()
}

fn is_true(value: Option<&Value>) -> bool {
    value.is_some_and(|value| value == true || value == "true")
}

pub(super) fn to_json(value: &HclValue) -> Value {
    match value {
        HclValue::Null => Value::Null,
        HclValue::Bool(flag) => json!(flag),
        HclValue::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => json!(whole),
            (None, Some(real)) => json!(real),
            (None, None) => Value::Null,
        },
        HclValue::String(text) => json!(text),
        HclValue::Array(list) => list.iter().map(to_json).collect(),
        HclValue::Object(map) => map.iter().map(|(name, value)| (name.clone(), to_json(value))).collect(),
    }
}
