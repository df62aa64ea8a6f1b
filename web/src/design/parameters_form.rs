//! The parameters of an access pattern, a row for each: a constant, an attribute of a row of the sample, or one of the new item.

use dynalab_app::design::completion::{Completion, names};
use dynalab_app::design::edit::{Edit, MemberEdit, Part, PatternEdit, Step};
use dynalab_app::design::editor::Change;
use dynalab_app::design::parameters::{KINDS, kind, of_kind, read, text};
use dynalab_modeling::design::{AccessPattern, Parameter};
use dynalab_modeling::shape::Named;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::browser::field_events::written;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

/// Renders a row for each parameter.
pub fn view(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    html! { { for pattern.parameters.iter().map(|(name, parameter)| row(desk, number, name, parameter)) } }
}

fn row(desk: &DesignContext, number: usize, name: &str, parameter: &Parameter) -> Html {
    let id = format!("design-parameter-{name}");
    let label = desk.text(words::DesignParameter { name: name.into() });
    let field = Field {
        shows_label: false,
        placeholder: Some(desk.text(words::DESIGN_PARAMETER_HINT)),
        completion: Some(Completion::Whole(names(desk.design(), None, Named::EntityAttribute))),
        ..Field::new(id.clone(), label.clone(), text(parameter))
    };
    let held = name.to_owned();
    let field = desk.field(&field, move |design, text| {
        let parameter = read(design, text);
        Ok(PatternEdit::SetParameter { name: held.clone(), parameter }.of(number))
    });
    let remove =
        MemberEdit::unset(Part::Pattern(number), vec![Step::member("parameters"), Step::member(name)]);
    let remove_label = desk.text(words::DesignRemoveMember { member: name.into() });
    html! {
        <>
            <label class="design-label" for={id.clone()}>{ label }</label>
            <span class="design-row">
                { kinds(desk, number, name, parameter) }
                { field }
                <button
                    class="button button--quiet design-small" type="button" aria-label={remove_label} data-testid={format!("{id}-remove")}
                    onclick={desk.edit_callback(remove)}
                >{ Icon::Bin.draw() }</button>
            </span>
        </>
    }
}

fn kinds(desk: &DesignContext, number: usize, name: &str, parameter: &Parameter) -> Html {
    let now = kind(parameter);
    let (dispatcher, design) = (desk.dispatcher.clone(), desk.now().design().clone());
    let (held, parameter) = (name.to_owned(), parameter.clone());
    let onchange = Callback::from(move |event: Event| {
        let parameter = of_kind(&design, &held, &parameter, &written(&event));
        let edit: Edit = PatternEdit::SetParameter { name: held.clone(), parameter }.of(number);
        dispatcher.dispatch(Change::Edit { field: None, edit });
    });
    let word = |kind: &str| match kind {
        "sample" => words::DESIGN_PARAMETER_SAMPLE,
        "new" => words::DESIGN_PARAMETER_NEW,
        _ => words::DESIGN_PARAMETER_VALUE,
    };
    html! {
        <select
            class="field" data-testid={format!("design-parameter-{name}-kind")}
            aria-label={desk.text(words::DesignParameterKind { name: name.into() })} {onchange}
        >{ for KINDS.iter().map(|kind| html! { <option value={*kind} selected={*kind == now}>{ desk.text(word(kind)) }</option> }) }</select>
    }
}
