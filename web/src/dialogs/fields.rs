//! Fields that the dialogs share: text, select, checkbox, button, and the message of a problem.

use yew::prelude::*;

use crate::browser::field_events::{is_checked, written};
use crate::components::icon::Icon;

/// A text field with its label before it and its problem after it.
pub struct TextField<'a> {
    /// The `data-testid` and the id of the field.
    pub id: &'a str,
    pub label: String,
    pub value: &'a str,
    pub problem: Option<String>,
    pub hint: Option<String>,
}

impl TextField<'_> {
    pub fn view(self, on_write: Callback<String>) -> Html {
        let told = format!("{}-told", self.id);
        let below = self.problem.is_some() || self.hint.is_some();
        let oninput = Callback::from(move |event: InputEvent| on_write.emit(written(&event)));
        html! {
            <>
                <label class="request-label" for={self.id.to_owned()}>{ self.label }</label>
                <div class="dialog-field">
                    <input
                        class="field" id={self.id.to_owned()} data-testid={self.id.to_owned()} autocomplete="off" spellcheck="false"
                        value={self.value.to_owned()}
                        aria-invalid={self.problem.is_some().then_some("true")} aria-describedby={below.then(|| told.clone())} {oninput}
                    />
                    if below {
                        <p class={classes!("dialog-hint", self.problem.is_some().then_some("dialog-hint--bad"))} id={told}>{ self.problem.or(self.hint) }</p>
                    }
                </div>
            </>
        }
    }
}

pub fn input(value: &str, label: String, id: Option<String>, bad: bool, on_write: Callback<String>) -> Html {
    let oninput = Callback::from(move |event: InputEvent| on_write.emit(written(&event)));
    html! {
        <input
            class="field field--grow" data-testid={id} aria-label={label} aria-invalid={bad.then_some("true")} autocomplete="off" spellcheck="false"
            value={value.to_owned()} {oninput}
        />
    }
}

/// Renders a select. `options` are values with their labels.
pub fn select(
    id: &str,
    label: String,
    options: &[(impl AsRef<str>, String)],
    chosen: &str,
    on_choose: Callback<String>,
) -> Html {
    let onchange = Callback::from(move |event: Event| on_choose.emit(written(&event)));
    html! {
        <select class="field" data-testid={id.to_owned()} aria-label={label} {onchange}>
            { for options.iter().map(|(value, word)| html! {
                <option value={value.as_ref().to_owned()} selected={value.as_ref() == chosen}>{ word }</option>
            }) }
        </select>
    }
}

pub fn check(id: &str, label: String, checked: bool, on_change: Callback<bool>) -> Html {
    let onchange = Callback::from(move |event: Event| on_change.emit(is_checked(&event)));
    html! { <label class="check"><input type="checkbox" data-testid={id.to_owned()} {checked} {onchange} />{ label }</label> }
}

pub fn button(id: &str, icon: Option<Icon>, label: String, onclick: Callback<MouseEvent>) -> Html {
    html! { <button class="button" type="button" data-testid={id.to_owned()} {onclick}>{ icon.map(Icon::draw) }{ label }</button> }
}

/// Renders a small button with a sign. Screen readers and the tooltip have its label.
pub fn sign(sign: &'static str, label: String, disabled: bool, onclick: Callback<MouseEvent>) -> Html {
    html! { <button class="button button--quiet dialog-sign" type="button" title={label.clone()} aria-label={label} {disabled} {onclick}>{ sign }</button> }
}

pub fn finding(bad: bool, text: &str) -> Html {
    let (class, role) = if bad { ("finding finding--bad", "alert") } else { ("finding", "status") };
    html! { <div {class} {role}>{ if bad { Icon::Warning.draw() } else { Icon::Check.draw() } }<div><p>{ text.to_owned() }</p></div></div> }
}
