//! Reads schemas. Each schema is an entity with its keys. Schemas of one service share a table.

use std::collections::BTreeSet;

use dynalab_modeling::Design;
use dynalab_modeling::design::{
    Attribute, AttributeType, Entity, Extra, Index, IndexKind, ItemKey, KeyAttribute, Placement, Table,
    Values,
};
use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign, Wanted};
use dynalab_modeling::template::Piece;
use dynalab_types::Budget;
use serde_json::{Map, Value, json};

use super::keys::{Owner, Part};
use super::leftovers::name_leftovers;
use super::write::{INDEXES, MODEL, PRIMARY, model};
use super::{FORMAT, KEPT, OWN_ATTRIBUTES, attribute, is_schema};
use crate::object_literal::{self, members};
use crate::{first_patterns, kept, tables};

/// Maximum number of entities in a file. It limits the time to import a hostile file.
const ENTITIES_MAX: usize = 500;

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let found = object_literal::find(text, budget)?;
    let schemas: Vec<&Value> = found
        .values
        .iter()
        .flat_map(|value| object_literal::collect(value, is_schema))
        .map(|(_, schema)| schema)
        .collect();
    if schemas.is_empty() {
        return Err(FormatError::NoTable);
    }
    if schemas.len() > ENTITIES_MAX {
        return Err(FormatError::Member { place: "the file".to_owned(), wanted: Wanted::FewEntities });
    }
    // In code, the table's name is outside the schema: `new Entity(schema, { client, table: "Shop" })`.
    let table_name =
        found.values.iter().filter(|value| !is_schema(value)).find_map(|value| value["table"].as_str());
    let mut design = Design::default();
    let mut notes = found.notes_of(is_schema);
    for schema in &schemas {
        let mut reader = Reader { schema, notes: &mut notes, kept: Map::new() };
        reader.read(&mut design, table_name)?;
        let entity = reader.of_model("entity").unwrap_or_default().to_owned();
        notes.extend(name_leftovers(schema, &entity));
    }
    design.name = design.tables.first().map(|table| table.name.clone()).unwrap_or_default();
    tables::number_keys(&mut design);
    notes.push(first_patterns::add_and_say(&mut design));
    Ok(ImportedDesign { format: FORMAT.id, design, notes })
}

struct Reader<'a> {
    schema: &'a Value,
    notes: &'a mut Vec<ImportNote>,
    kept: Map<String, Value>,
}

impl<'a> Reader<'a> {
    /// Returns a member of the model. Old schemas have it at the top level.
    fn of_model(&self, member: &str) -> Option<&'a str> {
        self.schema["model"].get(member).or_else(|| self.schema.get(member)).and_then(Value::as_str)
    }

    fn read(&mut self, design: &mut Design, table_name: Option<&str>) -> Result<(), FormatError> {
        let entity_name = self.of_model("entity").unwrap_or_default().to_owned();
        let service = self.of_model("service").unwrap_or("service").to_owned();
        let mut table_name = self.of_model("table").or(table_name).unwrap_or(&service).to_owned();
        let indexes = members(&self.schema["indexes"]);
        let primary = indexes.iter().find(|(_, index)| index["index"].as_str().is_none_or(str::is_empty));
        let (_, primary) = primary.ok_or_else(|| member(&entity_name, Wanted::PrimaryIndex))?;
        let (partition, sort) = self.key(primary, &entity_name)?;
        let differs = |table: &Table| {
            table.name == table_name && (table.partition_key != partition || table.sort_key != sort)
        };
        if design.tables.iter().any(differs) {
            table_name = format!("{table_name}-{entity_name}");
        }
        if design.table(&table_name).is_none() {
            let (partition_key, sort_key) = (partition, sort);
            design.tables.push(Table {
                name: table_name.clone(),
                partition_key,
                sort_key,
                ..Table::default()
            });
        }
        let name = free_name(design, &entity_name);
        let mut placement = Placement { entity: name.clone(), ..Placement::default() };
        if name != entity_name {
            placement.name.clone_from(&entity_name);
        }
        let Some(table) = design.tables.iter_mut().find(|table| table.name == table_name) else {
            return Ok(());
        };
        for (own_name, index) in &indexes {
            self.read_index(table, &mut placement, own_name, index)?;
        }
        self.note_small_letters(&entity_name);
        let entity = self.entity(name);
        // Keep only what the writer does not write by itself.
        let mut extra = Extra::new();
        let own_model = self.schema.get("model").cloned();
        let found = own_model.unwrap_or_else(
            || json!({ "entity": entity_name, "service": service, "version": self.of_model("version") }),
        );
        kept::keep(&mut extra, MODEL, &found, &model(table, &placement));
        self.kept.extend(extra);
        if !self.kept.is_empty() {
            placement.extra.insert(KEPT.to_owned(), Value::Object(std::mem::take(&mut self.kept)));
        }
        table.items.push(placement);
        design.entities.push(entity);
        Ok(())
    }

    fn key(&self, index: &Value, place: &str) -> Result<(Vec<KeyAttribute>, Vec<KeyAttribute>), FormatError> {
        let part = |part: &str| match index.get(part) {
            None | Some(Value::Null) => Ok::<_, FormatError>(Vec::new()),
            Some(key) => {
                let name = key["field"].as_str().map(str::to_owned);
                let name = name.ok_or_else(|| member(&format!("{place}.{part}.field"), Wanted::Text))?;
                let is_number = key["cast"] == "number";
                let data_type = if is_number { AttributeType::N } else { AttributeType::S };
                Ok(vec![KeyAttribute { name, data_type, ..KeyAttribute::default() }])
            }
        };
        let partition = part("pk")?;
        if partition.is_empty() {
            return Err(member(&format!("{place}.pk"), Wanted::Object));
        }
        Ok((partition, part("sk")?))
    }

    fn read_index(
        &mut self,
        table: &mut Table,
        placement: &mut Placement,
        own_name: &str,
        body: &Value,
    ) -> Result<(), FormatError> {
        let place = format!("{}.indexes.{own_name}", self.of_model("entity").unwrap_or_default());
        let (partition_key, sort_key) = self.key(body, &place)?;
        let id = body["index"].as_str().filter(|name| !name.is_empty()).unwrap_or(PRIMARY);
        if id != PRIMARY && table.index(id).is_none() {
            let kind =
                if partition_key == table.partition_key { IndexKind::Local } else { IndexKind::Global };
            table.indexes.push(Index {
                name: id.to_owned(),
                kind,
                partition_key,
                sort_key,
                ..Index::default()
            });
        }
        if body["type"] == "clustered" {
            let member = "clustered collection".to_owned();
            self.notes.push(ImportNote::LeftOut { place: place.clone(), member });
        }
        let collections = match &body["collection"] {
            Value::String(name) => vec![name.as_str()],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let owner = Owner {
            service: self.of_model("service").unwrap_or("service"),
            entity: self.of_model("entity").unwrap_or_default(),
            version: self.of_model("version").unwrap_or("1"),
            collections,
            has_sort_key: body["sk"].is_object(),
        };
        let attributes = &self.schema["attributes"];
        let value = |name: &str| Piece::Value {
            attribute: name.to_owned(),
            format: attribute::format_of(attributes, name),
        };
        for (part, member) in [(Part::Partition, "pk"), (Part::Sort, "sk")] {
            if let Some(field) = body[member]["field"].as_str() {
                let template = owner.template(part, &body[member], value);
                placement.keys.insert(field.to_owned(), ItemKey { template, when: None });
            }
        }
        let mut kept: Map<String, Value> = members(body)
            .into_iter()
            .filter(|(member, _)| !["index", "pk", "sk"].contains(member))
            .map(|(member, value)| (member.to_owned(), value.clone()))
            .collect();
        if own_name != id {
            kept.insert("name".to_owned(), json!(own_name));
        }
        if !kept.is_empty() {
            let indexes = self.kept.entry(INDEXES).or_insert_with(|| json!({}));
            indexes[id] = Value::Object(kept);
        }
        Ok(())
    }

    /// Adds a note if keys use lower case, ElectroDB's default.
    fn note_small_letters(&mut self, entity: &str) {
        let indexes = members(&self.schema["indexes"]);
        let mut keys = indexes.iter().flat_map(|(_, index)| [&index["pk"], &index["sk"]]);
        if keys.any(|key| key.is_object() && key["casing"] != "none") {
            let member = "casing of key values".to_owned();
            self.notes.push(ImportNote::LeftOut { place: entity.to_owned(), member });
        }
    }

    fn entity(&mut self, name: String) -> Entity {
        let mut entity = Entity { name, ..Entity::default() };
        for (name, body) in members(&self.schema["attributes"]) {
            // Some schemas have a type instead of an object.
            let short = json!({ "type": body });
            let body = if body.is_object() { body } else { &short };
            if body["field"].as_str().is_some_and(|field| field != name) {
                let place = format!("{}.{name}", entity.name);
                self.notes.push(ImportNote::LeftOut { place, member: "field".to_owned() });
            }
            entity.attributes.push(attribute::read(name, body));
        }
        let known: BTreeSet<String> =
            entity.attributes.iter().map(|attribute| attribute.name.clone()).collect();
        let own = [self.of_model("entity").unwrap_or_default(), self.of_model("version").unwrap_or("1")];
        for (name, value) in OWN_ATTRIBUTES.iter().zip(own).filter(|(name, _)| !known.contains(**name)) {
            let values = Values::Constant { value: json!(value) };
            entity.attributes.push(Attribute {
                name: (*name).to_owned(),
                values,
                present: 1.0,
                ..Attribute::default()
            });
        }
        entity
    }
}

/// Returns the name, with a number if an entity has it already.
fn free_name(design: &Design, name: &str) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while design.entity(&free).is_some() {
        free = format!("{name} {number}");
        number += 1;
    }
    free
}

fn member(place: &str, wanted: Wanted) -> FormatError {
    FormatError::Member { place: place.to_owned(), wanted }
}
