//! Repeats what a configuration repeats: resources with `for_each` or `count`, and dynamic blocks, as far as their values are known.

use std::collections::BTreeSet;

use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::formats::ImportNote;
use dynalab_types::{Bound, Budget, TooMuch};
use hcl::structure::Structure;
use hcl::{Attribute, Block, Body, Expression, Value};

use super::values::Values;

const DYNAMIC: &str = "dynamic";

/// A resource as often as the plan has it.
pub struct Repeated {
    /// The name of the resource, with its key or number if it is repeated.
    pub name: String,
    pub body: Body,
}

/// Expands the resources of a module.
pub struct Expansion<'a, 'b> {
    pub values: &'a mut Values<'b>,
    pub notes: &'a mut BTreeSet<ImportNote>,
    pub budget: &'a Budget,
}

impl Expansion<'_, '_> {
    /// Returns the resource once for each value of its `for_each` or `count`. One whose number is unknown is there once.
    ///
    /// # Errors
    /// Returns the refusal if the copies would become too much.
    pub fn resource(&mut self, kind: &str, name: &str, body: &Body) -> Result<Vec<Repeated>, TooMuch> {
        let place = format!("{kind}.{name}");
        let member = |key: &str| body.attributes().find(|attribute| attribute.key() == key);
        if let Some(count) = member("count") {
            let Some(count) = self.values.value(count.expr())?.and_then(|count| count.as_u64()) else {
                return self.once(place, name, body, true);
            };
            Bound::Tables.check(usize::try_from(count).unwrap_or(usize::MAX))?;
            let numbers = (0..count).map(|number| {
                let name = if count == 1 { name.to_owned() } else { format!("{name}[{number}]") };
                (name, [("index", Value::from(number)), ("count", Value::from(count))])
            });
            return self.each("count", &place, body, numbers.collect());
        }
        let Some(each) = member("for_each") else { return self.once(place, name, body, false) };
        match self.values.value(each.expr())?.and_then(elements) {
            Some(elements) => {
                Bound::Tables.check(elements.len())?;
                let named = elements.into_iter().map(|(key, value)| {
                    (format!("{name}[\"{key}\"]"), [("key", Value::from(key)), ("value", value)])
                });
                self.each("each", &place, body, named.collect())
            }
            None => self.once(place, name, body, true),
        }
    }

    fn once(
        &mut self,
        place: String,
        name: &str,
        body: &Body,
        is_repeated: bool,
    ) -> Result<Vec<Repeated>, TooMuch> {
        let expanded = self.body(body, &place, false)?;
        if is_repeated {
            self.note(ImportNote::Repeated { place })?;
        }
        Ok(vec![Repeated { name: name.to_owned(), body: expanded }])
    }

    fn each(
        &mut self,
        iterator: &str,
        place: &str,
        body: &Body,
        all: Vec<(String, [(&str, Value); 2])>,
    ) -> Result<Vec<Repeated>, TooMuch> {
        let mut repeated = Vec::new();
        for (name, members) in all {
            let before = self.values.begin_iteration(iterator, members)?;
            let expanded = self.body(body, place, true);
            self.values.end_iteration(iterator, before);
            repeated.push(Repeated { name, body: expanded? });
        }
        Ok(repeated)
    }

    /// Returns a body without dynamic blocks. In an iteration its known values are literals, because the iterator ends.
    fn body(&mut self, body: &Body, place: &str, is_iterated: bool) -> Result<Body, TooMuch> {
        let _level = self.budget.enter()?;
        let mut expanded = Vec::new();
        for structure in &body.0 {
            self.budget.step(1)?;
            self.budget.produce(VALUE_BYTES)?;
            match structure {
                Structure::Attribute(attribute) if matches!(attribute.key(), "count" | "for_each") => {}
                Structure::Attribute(attribute) if is_iterated => {
                    let value = self.values.value(attribute.expr())?.map(Expression::from);
                    let value = value.unwrap_or_else(|| attribute.expr().clone());
                    expanded.push(Attribute::new(attribute.key(), value).into());
                }
                Structure::Attribute(attribute) => {
                    self.budget.produce(attribute.expr().to_string().len())?;
                    expanded.push(attribute.clone().into());
                }
                Structure::Block(block) if block.identifier() == DYNAMIC => {
                    expanded.extend(self.dynamic(block, place)?.into_iter().map(Structure::from));
                }
                Structure::Block(block) => {
                    let body = self.body(block.body(), place, is_iterated)?;
                    let labels: Vec<&str> = block.labels().iter().map(hcl::BlockLabel::as_str).collect();
                    let block = Block::builder(block.identifier()).add_labels(labels);
                    expanded.push(block.add_structures(body.0).build().into());
                }
            }
        }
        Ok(Body(expanded))
    }

    /// Returns the blocks that a dynamic block makes.
    fn dynamic(&mut self, block: &Block, place: &str) -> Result<Vec<Block>, TooMuch> {
        let member = |key: &str| block.body().attributes().find(|attribute| attribute.key() == key);
        let label = block.labels().first().map(hcl::BlockLabel::as_str).unwrap_or_default();
        let elements = match member("for_each") {
            Some(each) => self.values.value(each.expr())?.and_then(elements),
            None => None,
        };
        let Some(elements) = elements else {
            let expression = member("for_each").map(|each| each.expr().to_string()).unwrap_or_default();
            self.note(ImportNote::UnknownValue { place: format!("{place}.{DYNAMIC}.{label}"), expression })?;
            return Ok(Vec::new());
        };
        Bound::Attributes.check(elements.len())?;
        let iterator = member("iterator").map_or_else(|| label.to_owned(), |name| name.expr().to_string());
        let content = block.body().blocks().find(|block| block.identifier() == "content");
        let mut blocks = Vec::new();
        for (key, value) in elements {
            let before =
                self.values.begin_iteration(&iterator, [("key", Value::from(key)), ("value", value)])?;
            let body = content.map(|content| self.body(content.body(), place, true)).transpose();
            self.values.end_iteration(&iterator, before);
            blocks.push(Block::builder(label).add_structures(body?.unwrap_or_default().0).build());
        }
        Ok(blocks)
    }

    fn note(&mut self, note: ImportNote) -> Result<(), TooMuch> {
        self.budget.produce(VALUE_BYTES + 100)?;
        self.notes.insert(note);
        Ok(())
    }
}

/// Returns the elements of a list, a set or a map with their keys.
fn elements(value: Value) -> Option<Vec<(String, Value)>> {
    match value {
        Value::Array(list) => {
            let keyed = list.into_iter().enumerate().map(|(number, value)| match value {
                // The key of a set's element is the element.
                Value::String(text) => (text.clone(), Value::String(text)),
                value => (number.to_string(), value),
            });
            Some(keyed.collect())
        }
        Value::Object(map) => Some(map.into_iter().collect()),
        _ => None,
    }
}
