//! One model: an entity with its keys in the table.

use dynalab_modeling::design::{Attribute, Design, Entity, ItemKey, Placement, Table, Values};
use dynalab_modeling::{Template, design::AttributeType};
use serde_json::{Map, Value, json};

use super::attribute;
use crate::object_literal::members;

/// How a schema stores dates, and the attribute that contains the model's name.
pub struct Settings {
    pub is_iso: bool,
    pub type_field: String,
}

impl Settings {
    pub fn from_schema(schema: &Value) -> Settings {
        let params = &schema["params"];
        let type_field = params["typeField"].as_str().unwrap_or(super::TYPE_FIELD).to_owned();
        Settings { is_iso: params["isoDates"] == json!(true), type_field }
    }
}

/// Reads a model. Key attributes with a value template become keys, all others attributes of the entity.
pub fn read(name: &str, model: &Value, table: &mut Table, settings: &Settings) -> Entity {
    let mut entity = Entity { name: name.to_owned(), ..Entity::default() };
    let mut placement = Placement { entity: name.to_owned(), ..Placement::default() };
    for (name, body) in members(model) {
        // Some schemas have a type instead of an object.
        let short = json!({ "type": body });
        let body = if body.is_object() { body } else { &short };
        let is_key = table.key_attributes().iter().any(|key| key.name == name);
        let template = body["value"].as_str().and_then(attribute::template_of);
        match template.filter(|_| is_key) {
            Some(template) => {
                placement.keys.insert(name.to_owned(), ItemKey { template, when: None });
            }
            None => {
                if is_key {
                    let template = Template::value(name);
                    placement.keys.insert(name.to_owned(), ItemKey { template, when: None });
                }
                if body["ttl"] == json!(true) {
                    table.ttl = Some(name.to_owned());
                }
                entity.attributes.push(attribute::read(name, body, settings.is_iso));
            }
        }
    }
    if entity.attribute(&settings.type_field).is_none() {
        entity.attributes.push(type_attribute(&settings.type_field, name));
    }
    table.items.push(placement);
    entity
}

fn type_attribute(name: &str, model: &str) -> Attribute {
    Attribute {
        name: name.to_owned(),
        data_type: AttributeType::S,
        values: Values::Constant { value: json!(model) },
        present: 1.0,
        ..Attribute::default()
    }
}

/// Returns the attribute that contains the name of each kind of item.
pub fn type_field(design: &Design, table: &Table) -> Option<String> {
    let has_name = |placement: &Placement, name: &str| {
        let attribute = design.entity(&placement.entity).and_then(|entity| entity.attribute(name));
        attribute.is_some_and(
            |attribute| matches!(&attribute.values, Values::Constant { value } if value == placement.name()),
        )
    };
    let first = design.entity(&table.items.first()?.entity)?;
    let mut names = first.attributes.iter().map(|attribute| attribute.name.as_str());
    names.find(|name| table.items.iter().all(|placement| has_name(placement, name))).map(str::to_owned)
}

pub fn write(design: &Design, table: &Table, placement: &Placement, settings: &Settings) -> Value {
    let mut model = Map::new();
    let entity = design.entity(&placement.entity);
    for attribute in entity.into_iter().flat_map(|entity| &entity.attributes) {
        let stored = placement.attributes.as_ref();
        if attribute.name == settings.type_field
            || stored.is_some_and(|names| !names.contains(&attribute.name))
        {
            continue;
        }
        let mut body = attribute::whole(attribute, settings.is_iso);
        if table.ttl.as_ref() == Some(&attribute.name) {
            body["ttl"] = json!(true);
        }
        model.insert(attribute.name.clone(), body);
    }
    for key in table.key_attributes() {
        let Some(template) = placement.keys.get(&key.name).map(|key| &key.template) else { continue };
        if template.only_attribute() == Some(key.name.as_str()) {
            continue;
        }
        let mut body = attribute::whole(
            &Attribute { name: key.name.clone(), data_type: key.data_type, ..Attribute::default() },
            settings.is_iso,
        );
        // A value template cannot contain a computed part. The application sets the attribute.
        if let Some(value) = attribute::value_of(template) {
            body["value"] = json!(value);
        }
        model.insert(key.name.clone(), body);
    }
    Value::Object(model)
}
