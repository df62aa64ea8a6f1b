//! The field of the condition under which an item is in an index.

use dynalab_app::design::edit::TableEdit;
use dynalab_app::design::key_condition_text;
use dynalab_modeling::design::ItemKey;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::page::sentences::design as words;

/// Renders the field beside a key template of an index.
pub fn view(desk: &DesignContext, (table, item): (usize, usize), attribute: &str, key: &ItemKey) -> Html {
    let messages = *desk.scene.messages();
    let field = Field {
        shows_label: false,
        placeholder: Some(desk.text(words::DESIGN_KEY_WHEN)),
        ..Field::new(
            format!("design-when-{table}-{item}-{attribute}"),
            desk.text(words::DESIGN_KEY_WHEN),
            key_condition_text::text(key.when.as_ref()),
        )
    };
    let attribute = attribute.to_owned();
    let input = desk.field(&field, move |design, text| {
        let when = key_condition_text::read(design, (table, item), text)
            .map_err(|_| messages.text(words::DESIGN_KEY_WHEN))?;
        Ok(TableEdit::SetWhen { item, attribute: attribute.clone(), when }.of(table))
    });
    html! { <span title={desk.text(words::DESIGN_KEY_WHEN)}>{ input }</span> }
}
