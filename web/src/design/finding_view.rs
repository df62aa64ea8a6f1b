//! Renders a finding: the rule in a sentence with figures, its place, and a button that applies the fix.

use dynalab_app::design::edit::Edit;
use dynalab_app::design::editor::{Change, Side};
use dynalab_modeling::report::{Finding, Place, Severity};
use dynalab_modeling::sentences::findings;
use yew::prelude::*;

use super::design_context::DesignContext;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

/// Renders a finding. `number` is its position in the report.
pub fn view(desk: &DesignContext, number: usize, finding: &Finding) -> Html {
    let (class, icon, severity) = match finding.severity {
        Severity::Error => ("finding finding--bad", Icon::Cross, words::DESIGN_SEVERITY_ERROR),
        Severity::Warning => ("finding finding--warn", Icon::Warning, words::DESIGN_SEVERITY_WARNING),
        Severity::Advice => ("finding", Icon::About, words::DESIGN_SEVERITY_ADVICE),
    };
    let code = finding.rule.code();
    let place = place_text(desk, &finding.place);
    html! {
        <div {class} key={number} data-testid={format!("design-finding-{code}")}>
            { icon.draw() }
            <div>
                <p><b>{ desk.text(severity) }</b>{ " " }{ desk.text(&finding.rule) }</p>
                <p class="matrix-why">{ desk.text(words::DesignCode { rule: code.into() }) }if !place.is_empty() { { " · " }{ place } }</p>
                { fix(desk, number, finding) }
            </div>
        </div>
    }
}

/// Returns true if the finding is shown. A lesson has no trials: its designs are known.
pub fn is_shown(desk: &DesignContext, finding: &Finding) -> bool {
    desk.in_lesson || finding.holds()
}

/// Returns the place, such as "pattern Orders of a user · GSI1 of Shop · GSI1PK".
pub fn place_text(desk: &DesignContext, place: &Place) -> String {
    let mut parts = Vec::new();
    if let Some(entity) = &place.entity {
        parts.push(entity.clone());
    }
    if let Some(table) = &place.table {
        parts.push(match &place.index {
            Some(index) => desk.text(findings::IndexOf { index: index.into(), table: table.into() }),
            None => table.clone(),
        });
    }
    parts.extend([&place.item, &place.attribute, &place.pattern].into_iter().flatten().cloned());
    parts.dedup();
    parts.join(" · ")
}

/// Renders the fix, with a button that applies it where a program can.
fn fix(desk: &DesignContext, number: usize, finding: &Finding) -> Html {
    let what = desk.text(&finding.fix);
    if what.is_empty() {
        return html! {};
    }
    if !finding.can_apply {
        return html! { <p>{ what }</p> };
    }
    let tried = finding.cure.as_ref().map(|cure| {
        html! {
            <p class="matrix-why" data-testid={format!("design-cure-{number}")}>{ desk.text(cure) }</p>
        }
    });
    let Some(report) = desk.now().report().cloned() else { return html! { <p>{ what }</p> } };
    let (design, finding) = (desk.now().design().clone(), finding.clone());
    let (dispatcher, is_branch) = (desk.dispatcher.clone(), desk.editor.edited == Side::B);
    let onclick = Callback::from(move |_: MouseEvent| {
        let Some(fixed) = dynalab_app::design::templates::apply(&design, &report, &finding) else { return };
        dispatcher.dispatch(if is_branch {
            Change::Edit { field: None, edit: Edit::Replace(Box::new(fixed)) }
        } else {
            Change::Branch(Box::new(fixed))
        });
    });
    html! {
        <>
            <p class="design-row">
                <button class="button design-small" type="button" data-testid={format!("design-fix-{number}")} {onclick}>
                    { Icon::Branch.draw() }{ desk.text(words::DESIGN_APPLY) }
                </button>
                <span>{ what }</span>
            </p>
            { for tried }
        </>
    }
}
