//! The members of a block. Its reader marks what it takes, and the rest becomes notes by itself.

use std::cell::RefCell;
use std::collections::BTreeSet;

use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::production::plain;
use dynalab_types::TooMuch;
use hcl::{Attribute, Block, Body, Expression};
use serde_json::{Map, Value};

use super::read::to_json;
use super::values::Values;

/// Members of each resource that say how Terraform works, and nothing about what is deployed.
const OF_TERRAFORM: [&str; 6] = ["provider", "depends_on", "timeouts", "count", "for_each", "lifecycle"];

/// The attributes and blocks of a block.
pub struct Members<'b> {
    body: &'b Body,
    /// The attributes that have a value.
    values: Map<String, Value>,
    /// The other attributes.
    unknown: Vec<(&'b str, &'b Expression)>,
    taken: RefCell<BTreeSet<&'b str>>,
    /// Those of the taken members whose content is needed.
    needed: RefCell<BTreeSet<&'b str>>,
}

impl<'b> Members<'b> {
    /// Reads the attributes with `value`.
    ///
    /// # Errors
    /// Returns the refusal if a value would become too much.
    pub fn new(
        body: &'b Body,
        mut value: impl FnMut(&'b Attribute) -> Result<Option<hcl::Value>, TooMuch>,
    ) -> Result<Members<'b>, TooMuch> {
        let (taken, needed) = (RefCell::default(), RefCell::default());
        let mut members = Members { body, values: Map::new(), unknown: Vec::new(), taken, needed };
        for attribute in body.attributes() {
            match value(attribute)? {
                Some(value) => {
                    members.values.insert(attribute.key().to_owned(), to_json(&value));
                }
                None => members.unknown.push((attribute.key(), attribute.expr())),
            }
        }
        Ok(members)
    }

    /// Reads the attributes of a resource beside the tables.
    ///
    /// # Errors
    /// Returns the refusal if a value would become too much.
    pub fn of(values: &Values, body: &'b Body) -> Result<Members<'b>, TooMuch> {
        let mut members = Members::new(body, |attribute| values.value(attribute.expr()))?;
        for value in members.values.values_mut() {
            // Numbers with a point and no fraction are the same as those without.
            if let Some(number) = value.as_f64().filter(|_| value.is_f64()) {
                *value = plain(number);
            }
        }
        Ok(members)
    }

    /// Takes an attribute. Returns its value, if it has one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.pass(&[name]);
        self.needed.borrow_mut().extend(self.names().find(|own| *own == name));
        self.values.get(name)
    }

    /// Takes an attribute that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str)
    }

    /// Takes the blocks with this name.
    pub fn blocks(&self, name: &str) -> impl Iterator<Item = &'b Block> {
        self.pass(&[name]);
        let found: Vec<&Block> = self.body.blocks().filter(|block| block.identifier() == name).collect();
        found.into_iter()
    }

    /// Takes the first block with this name.
    pub fn block(&self, name: &str) -> Option<&'b Body> {
        self.blocks(name).next().map(Block::body)
    }

    /// Takes members whose content is known and not needed.
    pub fn pass(&self, names: &[&str]) {
        let own = self.names().filter(|own| names.contains(own));
        self.taken.borrow_mut().extend(own);
    }

    /// Iterates over the attributes with a value.
    pub fn values(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.values.iter()
    }

    /// Iterates over the attributes without a value, with their expressions.
    pub fn unknown(&self) -> impl Iterator<Item = (&'b str, &'b Expression)> {
        self.unknown.iter().copied().filter(|(name, _)| !OF_TERRAFORM.contains(name))
    }

    /// Returns a note for each member that was not taken. `within` is the name of the block within its resource, with a point.
    pub fn rest(&self, place: &str, within: &str) -> Vec<ImportNote> {
        let taken = self.taken.borrow();
        let is_rest = |name: &&str| !taken.contains(name) && !OF_TERRAFORM.contains(name);
        let mut known = BTreeSet::new();
        let rest = self.names().filter(is_rest).filter(|name| known.insert(*name)).map(str::to_owned);
        let is_kept_alive = |block: &&Block| {
            block.identifier() == "lifecycle"
                && block.body().attributes().any(|attribute| attribute.key() == "prevent_destroy")
        };
        let kept_alive =
            self.body.blocks().filter(is_kept_alive).map(|_| "lifecycle.prevent_destroy".to_owned());
        rest.chain(kept_alive)
            .map(|name| ImportNote::LeftOut { place: place.to_owned(), member: format!("{within}{name}") })
            .collect()
    }

    /// Returns the notes of a resource beside the tables: what was not taken, and what is needed and has no known value.
    pub fn notes(&self, place: &str, within: &str) -> Vec<ImportNote> {
        let needed = self.needed.borrow();
        let unknown = self.unknown().filter(|(name, _)| needed.contains(name));
        let unknown = unknown.map(|(name, expression)| ImportNote::UnknownValue {
            place: format!("{place}.{within}{name}"),
            expression: expression.to_string(),
        });
        unknown.chain(self.rest(place, within)).collect()
    }

    fn names(&self) -> impl Iterator<Item = &'b str> {
        self.body.attributes().map(Attribute::key).chain(self.body.blocks().map(Block::identifier))
    }
}
