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
use super::expand::{Expansion, Repeated};
use super::values::Values;
use super::{FORMAT, RESOURCE, modules, production, shown};
use crate::GivenValues;
use crate::charged;
use crate::placeholders::Placeholders;
use crate::tables::{design_of, other_resources};

/// Members that do not affect a design, or that it represents in another way.
const WITHOUT_A_PLACE: [&str; 5] = ["lifecycle", "provider", "depends_on", "timeouts", "stream_enabled"];

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
    charged::charge(text, &charged::HCL, budget)?;
    hcl::from_str(text).map_err(|error| syntax(&error))
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
    production::name_tables(&mut values, &names)?;
    let mut beside = Beside { body: &body, values: &mut values, budget, notes: &mut notes };
    beside.read_indexes(&mut tables)?;
    production::read(&body, &mut values, &mut tables, &mut notes)?;
    let resources = body.blocks().filter(|block| block.identifier() == "resource");
    let types = resources.filter_map(|block| block.labels().first().map(hcl::BlockLabel::as_str));
    let known = [&[RESOURCE, beside::INDEX, beside::ITEM], &production::TYPES[..]].concat();
    notes.extend(other_resources(types, &known));
    let mut imported = design_of(FORMAT.id, tables, notes)?;
    let (design, notes) = (&mut imported.design, &mut imported.notes);
    Beside { body: &body, values: &mut values, budget, notes }.read_items(design)?;
    imported.design.region = production::region_of(&body, None, &values)?.unwrap_or(imported.design.region);
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
        let members = self.members(body)?;
        let mut request = Map::new();
        request.insert("TableName".to_owned(), members.get("name").cloned().unwrap_or_else(|| json!(name)));
        // Terraform's default is a provisioned table.
        let mode = members.get("billing_mode").cloned().unwrap_or_else(|| json!("PROVISIONED"));
        request.insert("BillingMode".to_owned(), mode);
        request.insert("AttributeDefinitions".to_owned(), self.attributes(body)?);
        request.insert("KeySchema".to_owned(), key_schema(&members, &[]));
        request.extend(self.capacity(&members, body)?);
        request.extend(self.own_settings(&members, body)?);
        let mut table_key = members.clone();
        table_key.remove("range_key");
        for (member, kind) in [
            ("GlobalSecondaryIndexes", "global_secondary_index"),
            ("LocalSecondaryIndexes", "local_secondary_index"),
        ] {
            let blocks: Vec<&Block> = blocks(body, kind).collect();
            Bound::Indexes.check(blocks.len()).map_err(|refusal| refusal.at_member(&self.place))?;
            let indexes = blocks.into_iter().map(|block| self.index(block, kind, &table_key));
            let indexes = indexes.collect::<Result<Vec<Value>, TooMuch>>()?;
            if !indexes.is_empty() {
                request.insert(member.to_owned(), Value::Array(indexes));
            }
        }
        if is_true(members.get("stream_enabled")) {
            let view = members.get("stream_view_type").cloned().unwrap_or_default();
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
        self.settings(&mut table, body)?;
        self.tell_rest(body)?;
        Ok(table)
    }

    fn settings(&mut self, table: &mut Table, body: &Body) -> Result<(), TooMuch> {
        if let Some(block) = blocks(body, "ttl").next() {
            let ttl = self.members(block.body())?;
            // Terraform's default of "enabled" was true, and is false since version 5.
            if is_true(ttl.get("enabled")) {
                table.ttl = ttl.get("attribute_name").and_then(Value::as_str).map(str::to_owned);
            }
        }
        if let Some(block) = blocks(body, "point_in_time_recovery").next() {
            let recovery = self.members(block.body())?;
            table.recovery = is_true(recovery.get("enabled"));
            table.settings.recovery_days = recovery.get("recovery_period_in_days").and_then(whole);
        }
        for block in blocks(body, "replica") {
            let replica = self.members(block.body())?;
            if let Some(region) = replica.get("region_name").and_then(Value::as_str) {
                table.replicas.push(Replica { region: region.to_owned(), ..Replica::default() });
            }
            if replica.get("consistency_mode").and_then(Value::as_str) == Some("STRONG") {
                table.replica_consistency = ReplicaConsistency::Strong;
            }
            for own in
                ["kms_key_arn", "point_in_time_recovery", "propagate_tags", "deletion_protection_enabled"]
            {
                if replica.contains_key(own) {
                    let member = format!("replica.{own}");
                    self.add_note(ImportNote::LeftOut { place: self.place.clone(), member })?;
                }
            }
        }
        Ok(())
    }

    /// Returns the units of a table or an index, as members of CreateTable.
    fn capacity(
        &mut self,
        members: &Map<String, Value>,
        body: &Body,
    ) -> Result<Vec<(String, Value)>, TooMuch> {
        let renamed = |members: &Map<String, Value>, names: [(&str, &str); 2]| -> Map<String, Value> {
            let both = names.into_iter();
            both.filter_map(|(name, own)| Some((name.to_owned(), members.get(own)?.clone()))).collect()
        };
        let mut found = Vec::new();
        found.push(("ProvisionedThroughput", renamed(members, PROVISIONED)));
        for (member, block, names) in CAPACITY_BLOCKS {
            if let Some(block) = blocks(body, block).next() {
                let members = self.members(block.body())?;
                found.push((member, renamed(&members, names)));
            }
        }
        let found = found.into_iter().filter(|(_, members)| !members.is_empty());
        Ok(found.map(|(member, members)| (member.to_owned(), Value::Object(members))).collect())
    }

    /// Returns tags and encryption of a table, as members of CreateTable.
    fn own_settings(
        &mut self,
        members: &Map<String, Value>,
        body: &Body,
    ) -> Result<Vec<(String, Value)>, TooMuch> {
        let mut found = Vec::new();
        found.extend(members.get("tags").map(|tags| ("Tags".to_owned(), tags.clone())));
        if let Some(block) = blocks(body, "server_side_encryption").next() {
            let own = self.members(block.body())?;
            let mut encryption = Map::new();
            for (member, name) in [("Enabled", "enabled"), ("KMSMasterKeyId", "kms_key_arn")] {
                encryption.extend(own.get(name).map(|value| (member.to_owned(), value.clone())));
            }
            found.push(("SSESpecification".to_owned(), Value::Object(encryption)));
        }
        Ok(found)
    }

    fn attributes(&mut self, body: &Body) -> Result<Value, TooMuch> {
        let of_block = |block: &Block| {
            let members = self.members(block.body())?;
            let member = |name: &str| members.get(name).cloned().unwrap_or_default();
            Ok(json!({ "AttributeName": member("name"), "AttributeType": member("type") }))
        };
        blocks(body, "attribute").map(of_block).collect()
    }

    fn index(&mut self, block: &Block, kind: &str, table_key: &Map<String, Value>) -> Result<Value, TooMuch> {
        let members = self.members(block.body())?;
        // The partition key of a local index is that of the table.
        let mut key = if kind == "local_secondary_index" { table_key.clone() } else { Map::new() };
        key.extend(members.clone());
        let elements = blocks(block.body(), "key_schema").map(|block| self.members(block.body()));
        let elements = elements.collect::<Result<Vec<Map<String, Value>>, TooMuch>>()?;
        let mut projection = Map::new();
        for (member, name) in
            [("ProjectionType", "projection_type"), ("NonKeyAttributes", "non_key_attributes")]
        {
            if let Some(value) = members.get(name) {
                projection.insert(member.to_owned(), value.clone());
            }
        }
        let mut index = json!({
            "IndexName": members.get("name").cloned().unwrap_or_default(),
            "KeySchema": key_schema(&key, &elements),
            "Projection": projection,
        });
        for (member, units) in self.capacity(&members, block.body())? {
            index[member] = units;
        }
        Ok(index)
    }

    /// Returns the attributes of a block with their values. Adds a note for unknown values and omits them.
    fn members(&mut self, body: &Body) -> Result<Map<String, Value>, TooMuch> {
        let mut members = Map::new();
        for attribute in body.attributes() {
            let here = |refusal: TooMuch| refusal.at_member(&format!("{}.{}", self.place, attribute.key()));
            let value = match FIXED_TEXTS.contains(&attribute.key()) {
                true => self.values.fixed_text(attribute.expr()),
                false => self.values.value(attribute.expr()),
            };
            match value.map_err(here)? {
                Some(value) => {
                    members.insert(attribute.key().to_owned(), to_json(&value));
                }
                None if WITHOUT_A_PLACE.contains(&attribute.key()) => {}
                None => self.add_note(ImportNote::UnknownValue {
                    place: format!("{}.{}", self.place, attribute.key()),
                    expression: attribute.expr().to_string(),
                })?,
            }
        }
        Ok(members)
    }

    fn add_note(&mut self, note: ImportNote) -> Result<(), TooMuch> {
        self.budget.produce(2 * (VALUE_BYTES + self.place.len()))?;
        if self.told.insert(note.clone()) {
            self.notes.push(note);
        }
        Ok(())
    }

    /// Adds a note for each member of the table that a design does not have.
    fn tell_rest(&mut self, body: &Body) -> Result<(), TooMuch> {
        const KNOWN: [&str; 20] = [
            "read_capacity",
            "write_capacity",
            "warm_throughput",
            "on_demand_throughput",
            "tags",
            "server_side_encryption",
            "name",
            "billing_mode",
            "hash_key",
            "range_key",
            "attribute",
            "global_secondary_index",
            "local_secondary_index",
            "stream_view_type",
            "table_class",
            "deletion_protection_enabled",
            "ttl",
            "point_in_time_recovery",
            "replica",
            "key_schema",
        ];
        let attributes = body.attributes().map(hcl::Attribute::key);
        let blocks = body.blocks().map(Block::identifier);
        for member in attributes.chain(blocks) {
            if !KNOWN.contains(&member) && !WITHOUT_A_PLACE.contains(&member) {
                self.add_note(ImportNote::LeftOut { place: self.place.clone(), member: member.to_owned() })?;
            }
        }
        for block in self::blocks(body, "lifecycle") {
            if block.body().attributes().any(|attribute| attribute.key() == "prevent_destroy") {
                let member = "lifecycle.prevent_destroy".to_owned();
                self.add_note(ImportNote::LeftOut { place: self.place.clone(), member })?;
            }
        }
        Ok(())
    }
}

pub fn blocks<'a>(body: &'a Body, name: &'a str) -> impl Iterator<Item = &'a Block> {
    body.blocks().filter(move |block| block.identifier() == name)
}

/// Returns the key schema from `key_schema` blocks, or from `hash_key` and `range_key`.
fn key_schema(members: &Map<String, Value>, elements: &[Map<String, Value>]) -> Value {
    if !elements.is_empty() {
        let member =
            |element: &Map<String, Value>, name: &str| element.get(name).cloned().unwrap_or_default();
        let list = elements.iter().map(|element| {
            json!({ "AttributeName": member(element, "attribute_name"), "KeyType": member(element, "key_type") })
        });
        return list.collect();
    }
    let of = |name: &str, kind: &str| {
        let name = members.get(name).filter(|name| !name.is_null())?;
        Some(json!({ "AttributeName": name, "KeyType": kind }))
    };
    of("hash_key", "HASH").into_iter().chain(of("range_key", "RANGE")).collect()
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
