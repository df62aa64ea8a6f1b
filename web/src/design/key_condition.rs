//! The condition under which an item is in an index, as one short text: `status = open, started`.

use dynalab_modeling::design::{Attribute, AttributeType, Design, ItemKey, When};
use serde_json::{Value, json};
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::sentences::design as words;

/// Renders the field beside a key template of an index.
pub fn view(desk: &DesignContext, (table, item): (usize, usize), attribute: &str, key: &ItemKey) -> Html {
    let messages = *desk.scene.messages();
    let field = Field {
        shows_label: false,
        placeholder: Some(desk.text(words::DESIGN_KEY_WHEN)),
        ..Field::new(
            format!("design-when-{table}-{item}-{attribute}"),
            desk.text(words::DESIGN_KEY_WHEN),
            text(key.when.as_ref()),
        )
    };
    let attribute = attribute.to_owned();
    let input = desk.field(&field, move |design, text| {
        set(design, (table, item), &attribute, text).ok_or_else(|| messages.text(words::DESIGN_KEY_WHEN))
    });
    html! { <span title={desk.text(words::DESIGN_KEY_WHEN)}>{ input }</span> }
}

fn text(when: Option<&When>) -> String {
    let Some(when) = when else { return String::new() };
    let values: Vec<String> =
        when.is.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
    format!("{} = {}", when.attribute, values.join(", "))
}

/// Sets the condition. An empty text removes it. Returns None if the text is not a condition on an attribute of the item.
fn set(design: &mut Design, (table, item): (usize, usize), attribute: &str, text: &str) -> Option<()> {
    let entity = design.tables.get(table)?.items.get(item)?.entity.clone();
    let when = match text.trim() {
        "" => None,
        text => {
            let (name, values) = text.split_once('=')?;
            let of = design.entity(&entity)?.attribute(name.trim())?;
            let values = values.split(',').map(str::trim).filter(|value| !value.is_empty());
            let is: Vec<Value> = values.map(|value| typed(of, value)).collect::<Option<_>>()?;
            (!is.is_empty()).then_some(())?;
            Some(When { attribute: of.name.clone(), is, ..When::default() })
        }
    };
    design.tables.get_mut(table)?.items.get_mut(item)?.keys.get_mut(attribute)?.when = when;
    Some(())
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

    use super::{set, text};

    const DESIGN: &str = r#"{"version": 1, "name": "x",
        "entities": [{"name": "Ride", "attributes": [{"name": "status"}, {"name": "level", "type": "N"}]}],
        "tables": [{"name": "T", "partition_key": [{"name": "PK"}],
            "items": [{"entity": "Ride", "keys": {"PK": "RIDE", "GSI1PK": "OPEN"}}]}]}"#;

    #[test]
    fn a_condition_is_read_as_it_is_shown() {
        let mut design: Design = dynalab_modeling::parse(DESIGN).expect("a design");
        let shown = |design: &Design| text(design.tables[0].items[0].keys["GSI1PK"].when.as_ref());
        assert_eq!(set(&mut design, (0, 0), "GSI1PK", "status = open,started"), Some(()));
        assert_eq!(shown(&design), "status = open, started");
        assert_eq!(set(&mut design, (0, 0), "GSI1PK", "level=3"), Some(()));
        assert_eq!(
            design.tables[0].items[0].keys["GSI1PK"].when.as_ref().expect("a condition").is,
            [json!(3)]
        );
        for wrong in ["status", "status =", "other = 1", "level = high", "= open"] {
            assert_eq!(set(&mut design, (0, 0), "GSI1PK", wrong), None, "{wrong}");
        }
        assert_eq!(shown(&design), "level = 3");
        assert_eq!(set(&mut design, (0, 0), "GSI1PK", " "), Some(()));
        assert_eq!(shown(&design), "");
        assert_eq!(set(&mut design, (0, 9), "GSI1PK", ""), None);
    }
}
