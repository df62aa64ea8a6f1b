//! Conversion of keys to templates and back: `$service#attribute_value` and `$entity_1#attribute_value`, or an explicit template.

use dynalab_modeling::Template;
use dynalab_modeling::template::{Format, Piece};
use serde_json::{Map, Value, json};

/// The names that ElectroDB adds to a key.
pub struct Owner<'a> {
    pub service: &'a str,
    pub entity: &'a str,
    pub version: &'a str,
    /// The collections of the index, from the outer to the inner one.
    pub collections: Vec<&'a str>,
    /// True if the index has a sort key. Otherwise the partition key contains the entity's name.
    pub has_sort_key: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Partition,
    Sort,
}

/// Returns the attributes of a key. Old schemas call them facets.
pub fn composite(key: &Value) -> &Value {
    let named = key.get("composite").or_else(|| key.get("facets"));
    named.filter(|list| list.is_array()).unwrap_or(&Value::Null)
}

impl Owner<'_> {
    fn prefix(&self, part: Part) -> String {
        let entity = format!("{}_{}", self.entity, self.version);
        let sort = match self.collections.is_empty() {
            true => format!("${entity}"),
            false => format!("${}#{entity}", self.collections.join("#")),
        };
        match part {
            Part::Sort => sort,
            Part::Partition if self.has_sort_key => format!("${}", self.service),
            Part::Partition => format!("${}{sort}", self.service),
        }
    }

    /// Returns the key that ElectroDB builds from these attributes without a template.
    fn usual(&self, part: Part, pieces: Vec<Piece>) -> Template {
        let mut all = vec![Piece::Text(self.prefix(part))];
        for piece in pieces {
            if let Piece::Value { attribute, .. } = &piece {
                let label = format!("#{attribute}_");
                match all.last_mut() {
                    Some(Piece::Text(text)) => text.push_str(&label),
                    _ => all.push(Piece::Text(label)),
                }
            }
            all.push(piece);
        }
        Template { pieces: all }
    }

    /// Returns the template of a key. `value` returns the piece of an attribute.
    pub fn template(&self, part: Part, key: &Value, value: impl Fn(&str) -> Piece) -> Template {
        let mut template = match key["template"].as_str() {
            Some(text) => Template { pieces: pieces_of(text, &value) },
            None => {
                let attributes = composite(key).as_array().into_iter().flatten().filter_map(Value::as_str);
                self.usual(part, attributes.map(value).collect())
            }
        };
        for piece in &mut template.pieces {
            if let Piece::Text(text) = piece {
                *text = match key["casing"].as_str() {
                    Some("none") => continue,
                    Some("upper") => text.to_uppercase(),
                    _ => text.to_lowercase(),
                };
            }
        }
        template
    }

    /// Returns a key with this template. `name` returns ElectroDB's name of a piece.
    pub fn key(
        &self,
        part: Part,
        field: &str,
        template: &Template,
        name: impl Fn(&str, Format) -> String,
    ) -> Value {
        let mut composite: Vec<Value> = Vec::new();
        let mut text = String::new();
        let mut values = Vec::new();
        for piece in &template.pieces {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Value { attribute, format } => {
                    let name = name(attribute, *format);
                    text.push_str(&format!("${{{name}}}"));
                    values.push(Piece::Value { attribute: name.clone(), format: Format::Plain });
                    if !composite.contains(&json!(name)) {
                        composite.push(json!(name));
                    }
                }
            }
        }
        // Without a casing, ElectroDB writes keys in lower case.
        let mut key = Map::from_iter([
            ("field".to_owned(), json!(field)),
            ("composite".to_owned(), Value::Array(composite)),
            ("casing".to_owned(), json!("none")),
        ]);
        let usual = self.usual(part, values).pieces.iter().map(print).collect::<String>();
        if usual != text {
            key.insert("template".to_owned(), json!(text));
        }
        Value::Object(key)
    }
}

fn print(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => text.clone(),
        Piece::Value { attribute, .. } => format!("${{{attribute}}}"),
    }
}

/// Parses a text such as `USER#${user_id}`. An unclosed brace is plain text.
fn pieces_of(text: &str, value: impl Fn(&str) -> Piece) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(end) = rest[start..].find('}').filter(|end| *end > 2) else { break };
        plain.push_str(&rest[..start]);
        if !plain.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
        }
        pieces.push(value(&rest[start + 2..start + end]));
        rest = &rest[start + end + 1..];
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    pieces
}
