//! The condition under which an item is in an index, as one short text: `status = open, started`.

use dynalab_modeling::design::{Attribute, AttributeType, Design, When};
use serde_json::{Value, json};

/// Returns the text of a condition. Empty for none.
pub fn text(when: Option<&When>) -> String {
    let Some(when) = when else { return String::new() };
    let values: Vec<String> =
        when.is.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
    format!("{} = {}", when.attribute, values.join(", "))
}

/// Reads the condition on the key of an item, by table and kind of item. An empty text is no condition.
///
/// # Errors
/// Returns an error if the text is not a condition on an attribute of the item.
pub fn read(design: &Design, place: (usize, usize), text: &str) -> Result<Option<When>, NotACondition> {
    match text.trim() {
        "" => Ok(None),
        text => read_some(design, place, text).map(Some).ok_or(NotACondition),
    }
}

/// The text is not a condition on an attribute of the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotACondition;

fn read_some(design: &Design, (table, item): (usize, usize), text: &str) -> Option<When> {
    let entity = &design.tables.get(table)?.items.get(item)?.entity;
    let (name, values) = text.split_once('=')?;
    let of = design.entity(entity)?.attribute(name.trim())?;
    let values = values.split(',').map(str::trim).filter(|value| !value.is_empty());
    let is: Vec<Value> = values.map(|value| typed(of, value)).collect::<Option<_>>()?;
    (!is.is_empty()).then(|| When { attribute: of.name.clone(), is, ..When::default() })
}

fn typed(attribute: &Attribute, text: &str) -> Option<Value> {
    match attribute.data_type {
        AttributeType::N => serde_json::from_str::<serde_json::Number>(text).ok().map(Value::Number),
        AttributeType::BOOL => text.parse::<bool>().ok().map(Value::Bool),
        _ => Some(json!(text)),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::Design;
    use serde_json::json;

    use super::{NotACondition, read, text};

    const DESIGN: &str = r#"{"version": 1, "name": "x",
        "entities": [{"name": "Ride", "attributes": [{"name": "status"}, {"name": "level", "type": "N"}]}],
        "tables": [{"name": "T", "partition_key": [{"name": "PK"}],
            "items": [{"entity": "Ride", "keys": {"PK": "RIDE", "GSI1PK": "OPEN"}}]}]}"#;

    #[test]
    fn a_condition_is_read_as_it_is_shown() {
        let design: Design = dynalab_modeling::parse(DESIGN).expect("a design");
        let read = |text: &str| read(&design, (0, 0), text);
        let shown = |typed: &str| text(read(typed).expect(typed).as_ref());
        assert_eq!(shown("status = open,started"), "status = open, started");
        assert_eq!(shown("level=3"), "level = 3");
        assert_eq!(read("level=3").expect("a condition").expect("a condition").is, [json!(3)]);
        for wrong in ["status", "status =", "other = 1", "level = high", "= open"] {
            assert_eq!(read(wrong), Err(NotACondition), "{wrong}");
        }
        assert_eq!(shown(" "), "");
        assert_eq!(super::read(&design, (0, 9), "status = open"), Err(NotACondition));
    }
}
