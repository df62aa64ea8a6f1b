//! The fields for the sample values of an attribute: their kind, and its details as one short text.

use dynalab_app::design::edit::{AttributeEdit, EntityEdit};
use dynalab_app::design::values_draft::{self as draft, KINDS};
use dynalab_modeling::design::Attribute;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::page::sentences::design as words;

/// Renders the list of kinds and the field with the details.
pub fn view(desk: &DesignContext, (place, number): (usize, usize), attribute: &Attribute) -> Html {
    let kind = draft::kind(&attribute.values);
    let mut kinds = KINDS.to_vec();
    if !kinds.contains(&kind) {
        kinds.push(kind);
    }
    let options: Vec<(String, String)> =
        kinds.into_iter().map(|kind| (kind.to_owned(), desk.text(draft::label(kind)))).collect();
    let edit = move |edit| EntityEdit::Attribute { number, edit }.of(place);
    let list = desk.list(
        &format!("design-attribute-values-{number}"),
        desk.text(words::DESIGN_VALUES),
        &options,
        kind,
        move |chosen| Some(edit(AttributeEdit::ChooseValues(chosen.to_owned()))),
    );
    let details = draft::details(&attribute.values).map(|(hint, text)| {
        let messages = *desk.scene.messages();
        let field = Field {
            shows_label: false,
            placeholder: Some(desk.text(hint)),
            ..Field::new(format!("design-attribute-details-{number}"), desk.text(hint), text)
        };
        let input = desk.field(&field, move |design, text| {
            let attribute = design.entities.get(place).and_then(|entity| entity.attributes.get(number));
            let data_type = attribute.map(|attribute| attribute.data_type).unwrap_or_default();
            let values = draft::read(kind, text, data_type).ok_or_else(|| messages.text(hint))?;
            Ok(edit(AttributeEdit::SetValues(values)))
        });
        html! { <span title={desk.text(hint)}>{ input }</span> }
    });
    html! { <div class="design-row">{ list }{ for details }</div> }
}
