//! Writes a schema for each kind of item. The service name is the table's name.

use std::cell::RefCell;
use std::collections::BTreeMap;

use dynalab_literals::Replacements;
use dynalab_modeling::design::{AttributeType, Entity, KeyAttribute, Placement, Table};
use dynalab_modeling::formats::ExportedDesign;
use dynalab_modeling::template::{Format, Piece};
use dynalab_modeling::{Design, Template};
use serde_json::{Map, Value, json};

use super::keys::{Owner, Part};
use super::{KEPT, OWN_ATTRIBUTES, attribute};
use crate::kept;

/// Kept members of a kind of item: its model, and its indexes by index name.
pub const MODEL: &str = "model";
pub const INDEXES: &str = "indexes";
/// The name of the table's own key, which has none in a design.
pub const PRIMARY: &str = "primary";

pub fn write(design: &Design) -> ExportedDesign {
    let replaced = RefCell::new(Replacements::default());
    let held = &replaced;
    let mut schemas: Vec<Value> = design
        .tables
        .iter()
        .flat_map(|table| table.items.iter().map(move |placement| schema(design, table, placement, held)))
        .collect();
    let text = kept::print(if schemas.len() == 1 { schemas.remove(0) } else { Value::Array(schemas) });
    ExportedDesign::new(text, replaced.into_inner())
}

fn schema(design: &Design, table: &Table, placement: &Placement, replaced: &RefCell<Replacements>) -> Value {
    let mut model = model(table, placement);
    kept::restore(&kept_of(placement, MODEL), MODEL, &mut model);
    // Key parts that become attributes of their own, and the digits of padded attributes.
    let (computed, padded) = (RefCell::new(Map::new()), RefCell::new(BTreeMap::new()));
    let name = |attribute: &str, format: Format| match format {
        Format::Plain | Format::Iso | Format::Ulid => attribute.to_owned(),
        Format::Padded(digits) => {
            padded.borrow_mut().insert(attribute.to_owned(), digits);
            attribute.to_owned()
        }
        other => {
            let name = format!("{attribute}_{}", other.name().unwrap_or_default());
            computed.borrow_mut().insert(name.clone(), attribute::computed());
            name
        }
    };
    let mut indexes = Map::new();
    let entity = design.entity(&placement.entity);
    let writer = Writer { table, placement, entity, model: &model, replaced };
    for index in std::iter::once(None).chain(table.indexes.iter().map(|index| Some(index.name.as_str()))) {
        if let Some((name, index)) = writer.index(index, &name) {
            indexes.insert(name, index);
        }
    }
    let mut attributes = computed.take();
    for attribute in entity.into_iter().flat_map(|entity| &entity.attributes) {
        let stored = placement.attributes.as_ref();
        let is_stored = stored.is_none_or(|stored| stored.contains(&attribute.name));
        let is_in_key =
            placement.keys.values().any(|key| key.template.attributes().any(|name| name == attribute.name));
        if OWN_ATTRIBUTES.contains(&attribute.name.as_str()) || !(is_stored || is_in_key) {
            continue;
        }
        let mut body = attribute::whole(attribute);
        if let Some(digits) = padded.borrow().get(&attribute.name) {
            body["padding"] = json!({ "length": digits, "char": "0" });
        }
        attributes.insert(attribute.name.clone(), body);
    }
    json!({ "model": model, "attributes": attributes, "indexes": indexes })
}

pub fn model(table: &Table, placement: &Placement) -> Value {
    json!({ "entity": placement.name(), "service": table.name, "version": "1" })
}

/// Returns one kept member, in the structure of kept members.
fn kept_of(placement: &Placement, part: &str) -> BTreeMap<String, Value> {
    let part_of = placement.extra.get(KEPT).map(|kept| kept[part].clone());
    part_of.into_iter().map(|value| (part.to_owned(), value)).collect()
}

struct Writer<'a> {
    table: &'a Table,
    placement: &'a Placement,
    entity: Option<&'a Entity>,
    model: &'a Value,
    replaced: &'a RefCell<Replacements>,
}

impl Writer<'_> {
    /// Returns the template of a key. Without a template, an attribute with the key's name is the key.
    fn template(&self, key: &str) -> Option<Template> {
        let written = self.placement.keys.get(key).map(|key| key.template.clone());
        let has = || self.entity.is_some_and(|entity| entity.attribute(key).is_some());
        written.or_else(|| has().then(|| Template::value(key)))
    }

    /// Returns the template as ElectroDB can hold it. In a text of a key, `${` begins an attribute, and nothing escapes it.
    fn held(&self, template: Template) -> Template {
        let pieces = template.pieces.into_iter().map(|piece| match piece {
            Piece::Text(text) if text.contains("${") => {
                let shown = text.replace("${", "$ {");
                self.replaced.borrow_mut().add(&shown);
                Piece::Text(shown)
            }
            other => other,
        });
        Template { pieces: pieces.collect() }
    }

    /// Returns an index. Returns None if the item is not in it, or if a key part has several attributes.
    fn index(&self, index: Option<&str>, name: &dyn Fn(&str, Format) -> String) -> Option<(String, Value)> {
        let of_table = index.and_then(|index| self.table.index(index));
        let (partition, sort) = match of_table {
            Some(index) => (&index.partition_key, &index.sort_key),
            None => (&self.table.partition_key, &self.table.sort_key),
        };
        let ([partition], [] | [_]) = (&partition[..], &sort[..]) else { return None };
        let id = index.unwrap_or(PRIMARY);
        let kept = self.placement.extra.get(KEPT).map_or(&Value::Null, |kept| &kept[INDEXES][id]);
        let collections = match &kept["collection"] {
            Value::String(name) => vec![name.as_str()],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let text = |member: &str| self.model[member].as_str().unwrap_or_default();
        let owner = Owner {
            service: text("service"),
            entity: text("entity"),
            version: text("version"),
            collections,
            has_sort_key: !sort.is_empty(),
        };
        let part = |part: Part, attribute: &KeyAttribute| {
            let template = self.held(self.template(&attribute.name)?);
            let mut key = owner.key(part, &attribute.name, &template, name);
            if attribute.data_type == AttributeType::N {
                key["cast"] = json!("number");
            }
            Some(key)
        };
        let mut body = Map::from_iter([("pk".to_owned(), part(Part::Partition, partition)?)]);
        if let Some(sort) = sort.first() {
            body.insert("sk".to_owned(), part(Part::Sort, sort)?);
        }
        if let Some(index) = of_table {
            body.insert("index".to_owned(), json!(index.name));
        }
        for (member, value) in crate::object_literal::members(kept) {
            if member != "name" {
                body.insert(member.to_owned(), value.clone());
            }
        }
        let own_name = kept["name"].as_str().unwrap_or(id).to_owned();
        Some((own_name, Value::Object(body)))
    }
}
