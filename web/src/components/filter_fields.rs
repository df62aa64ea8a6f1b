//! The fields of a filter or condition expression: a row per test of an attribute, or the text.

use dynalab_app::request::attribute::AttributeText;
use dynalab_app::request::form::RequestForm;
use dynalab_app::request::form::filter::{Filter, FilterTerm, FilterTest, Join};
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::components::attribute_field::AttributeField;
use crate::components::icon::Icon;
use crate::components::request_form_panel::Change;
use crate::page::messages::{Messages, Sentence};
use crate::page::sentences::workbench as words;

#[derive(PartialEq, Properties)]
pub struct FilterFieldsProps {
    pub form: RequestForm,
    /// "FilterExpression" or "ConditionExpression".
    pub field: &'static str,
    pub label: Sentence,
    /// The placeholder of the text field.
    pub example: Sentence,
    pub on_change: Change,
    pub messages: Messages,
}

#[component]
pub fn FilterFields(props: &FilterFieldsProps) -> Html {
    let wants_text = use_state_eq(|| false);
    let filter = props.form.filter(props.field);
    let can_switch = filter.is_some();
    let switch = {
        let wants_text = wants_text.clone();
        Callback::from(move |_: MouseEvent| wants_text.set(!*wants_text))
    };
    let switch_label = if *wants_text { words::FILTER_AS_FIELDS } else { words::FILTER_AS_TEXT };
    html! {
        <>
            <label class="request-label" for={props.field}>{ props.messages.text(props.label) }</label>
            <div class="filter" data-testid={format!("fields-{}", props.field)}>
                { match filter {
                    Some(filter) if !*wants_text => fields(props, &filter),
                    _ => text(props),
                } }
                if can_switch {
                    <button type="button" class="button button--quiet filter-switch" data-testid={format!("switch-{}", props.field)} onclick={switch}>
                        { props.messages.text(switch_label) }
                    </button>
                }
            </div>
        </>
    }
}

/// Renders an expression as editable text if the fields cannot show it.
fn text(props: &FilterFieldsProps) -> Html {
    let oninput = {
        let (form, field, on_change) = (props.form.clone(), props.field, props.on_change.clone());
        Callback::from(move |event: InputEvent| {
            let mut next = form.clone();
            next.set_text(field, &written(&event));
            on_change.emit(next);
        })
    };
    html! {
        <input
            class="field" id={props.field} autocomplete="off" autocapitalize="off" spellcheck="false" placeholder={props.messages.text(props.example)}
            value={props.form.text(props.field).to_owned()} {oninput}
        />
    }
}

fn fields(props: &FilterFieldsProps, filter: &Filter) -> Html {
    let add = {
        let mut next = filter.clone();
        next.terms.push(props.form.new_term());
        on_click(props, next)
    };
    html! {
        <>
            { for filter.terms.iter().enumerate().map(|(place, term)| row(props, filter, place, term)) }
            <div class="request-row">
                <button type="button" class="button" id={props.field} data-testid={format!("add-{}", props.field)} onclick={add}>
                    { Icon::Plus.draw() }{ props.messages.text(words::FILTER_ADD) }
                </button>
                if filter.terms.len() > 1 { { join_select(props, filter) } }
            </div>
        </>
    }
}

fn on_click(props: &FilterFieldsProps, filter: Filter) -> Callback<MouseEvent> {
    let (form, field, on_change) = (props.form.clone(), props.field, props.on_change.clone());
    Callback::from(move |_: MouseEvent| {
        let mut next = form.clone();
        next.set_filter(field, &filter);
        on_change.emit(next);
    })
}

fn join_select(props: &FilterFieldsProps, filter: &Filter) -> Html {
    let (form, field, on_change, now) =
        (props.form.clone(), props.field, props.on_change.clone(), filter.clone());
    let onchange = Callback::from(move |event: Event| {
        let join = if written(&event) == "or" { Join::Or } else { Join::And };
        let mut next = form.clone();
        next.set_filter(field, &Filter { join, ..now.clone() });
        on_change.emit(next);
    });
    let options = [("and", Join::And, words::FILTER_ALL), ("or", Join::Or, words::FILTER_ONE)];
    html! {
        <select class="field" aria-label={props.messages.text(words::FILTER_JOIN)} data-testid={format!("join-{}", props.field)} {onchange}>
            { for options.into_iter().map(|(value, join, label)| html! {
                <option {value} selected={filter.join == join}>{ props.messages.text(label) }</option>
            }) }
        </select>
    }
}

fn row(props: &FilterFieldsProps, filter: &Filter, place: usize, term: &FilterTerm) -> Html {
    let remove = {
        let mut next = filter.clone();
        next.terms.remove(place);
        on_click(props, next)
    };
    html! {
        <div class="request-row filter-row" key={place}>
            { path_field(props, place, term) }
            { test_select(props, filter, place, term) }
            { for term.values.iter().map(|placeholder| value_field(props, placeholder, term)) }
            <button
                type="button" class="button button--quiet" aria-label={props.messages.text(words::FILTER_REMOVE)}
                title={props.messages.text(words::FILTER_REMOVE)} onclick={remove}
            >
                { Icon::Cross.draw() }
            </button>
        </div>
    }
}

fn path_field(props: &FilterFieldsProps, place: usize, term: &FilterTerm) -> Html {
    let (form, field, on_change) = (props.form.clone(), props.field, props.on_change.clone());
    let oninput = Callback::from(move |event: InputEvent| {
        let mut next = form.clone();
        next.rename_path(field, place, &written(&event));
        on_change.emit(next);
    });
    let label = props.messages.text(words::PLACEHOLDER_ATTRIBUTE);
    html! {
        <input
            class="field filter-path" aria-label={label.clone()} placeholder={label} autocomplete="off" autocapitalize="off" spellcheck="false"
            data-testid={format!("path-{}-{place}", props.field)}
            value={props.form.path_text(&term.path)} {oninput}
        />
    }
}

fn test_select(props: &FilterFieldsProps, filter: &Filter, place: usize, term: &FilterTerm) -> Html {
    let (form, field, on_change) = (props.form.clone(), props.field, props.on_change.clone());
    let (filter, now) = (filter.clone(), term.clone());
    let onchange = Callback::from(move |event: Event| {
        let Some(test) = FilterTest::of_symbol(&written(&event)) else { return };
        let mut changed = filter.clone();
        let values = form.values_for(&now, test);
        changed.terms[place] = FilterTerm { test, values, ..now.clone() };
        let mut next = form.clone();
        next.set_filter(field, &changed);
        on_change.emit(next);
    });
    html! {
        <select class="field" aria-label={props.messages.text(words::FILTER_TEST)} data-testid={format!("test-{}-{place}", props.field)} {onchange}>
            { for FilterTest::all().map(|test| html! {
                <option value={test.symbol()} selected={term.test == test}>{ test_text(test, &props.messages) }</option>
            }) }
        </select>
    }
}

fn test_text(test: FilterTest, messages: &Messages) -> String {
    let sentence = match test.symbol() {
        "begins_with" => words::SORT_TEST_BEGINS_WITH,
        "BETWEEN" => words::SORT_TEST_BETWEEN,
        "contains" => words::FILTER_CONTAINS,
        "attribute_exists" => words::FILTER_EXISTS,
        "attribute_not_exists" => words::FILTER_NOT_EXISTS,
        other => return other.to_owned(),
    };
    messages.text(sentence)
}

fn value_field(props: &FilterFieldsProps, placeholder: &str, term: &FilterTerm) -> Html {
    let value = props.form.value(placeholder).unwrap_or_else(|| AttributeText::new("S", ""));
    let (form, on_change, name) = (props.form.clone(), props.on_change.clone(), placeholder.to_owned());
    let on_change = Callback::from(move |value: AttributeText| {
        let mut next = form.clone();
        next.set_value(&name, &value);
        on_change.emit(next);
    });
    html! { <AttributeField label={props.form.path_text(&term.path)} type_label={props.messages.text(words::DATA_TYPE)} {value} {on_change} /> }
}
