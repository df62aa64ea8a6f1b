//! Fields for the values of code that are known only when it runs. With each value the code is read again.

use yew::prelude::*;

use super::request_editor::RequestEditor;
use crate::browser::field_events::written;
use crate::page::sentences;

/// Renders a field for each value. `give` takes the source text of its expression, and the value.
pub fn view(desk: &RequestEditor, give: &Callback<(String, String)>) -> Html {
    let names = desk.session.unknown_values();
    if names.is_empty() {
        return html! {};
    }
    let fields = names.into_iter().enumerate().map(|(place, name)| {
        let value = desk.session.given.get(&name).cloned().unwrap_or_default();
        let (give, of_field) = (give.clone(), name.clone());
        let onchange = Callback::from(move |event: Event| give.emit((of_field.clone(), written(&event))));
        html! {
            <label class="editor-unknown-value" key={name.clone()}>
                <code>{ &name }</code>
                <input
                    class="field" type="text" {value} data-testid={format!("unknown-value-{place}")} autocomplete="off" autocapitalize="off"
                    spellcheck="false" {onchange}
                />
            </label>
        }
    });
    html! {
        <div class="editor-unknown" data-testid="editor-unknown">
            <p>{ desk.messages.text(sentences::editor::UNKNOWN_VALUES) }</p>
            <div class="editor-unknown-values">{ for fields }</div>
        </div>
    }
}
