//! The table of access patterns: how each is served, its verdict in A and in B, its cost, its changes and its findings.

use dynalab_app::design::cost_text::{cost_lines, money_change};
use dynalab_app::design::edit::Edit;
use dynalab_app::design::editor::{Change, OpenForm, Side, Variant};
use dynalab_app::design::{served_text, verdict_text};
use dynalab_modeling::Report;
use dynalab_modeling::design::AccessPattern;
use dynalab_modeling::report::{KeyHeat, PatternReport, Place, Red, Verdict};
use yew::prelude::*;

use super::design_context::{DesignContext, chip, scroll};
use super::{compare_strip, finding_view, pattern_form};
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

pub fn view(desk: &DesignContext) -> Html {
    let side = html! {
        <>
            <span role="status" data-testid="design-status" data-checked={desk.now().is_current().to_string()}>{ status(desk) }</span>
            if !desk.in_lesson { { desk.button(words::DESIGN_ADD_PATTERN, Some(Icon::Plus), add_pattern(desk)) } }
        </>
    };
    let body = html! {
        <div class="panel-body">
            { problems(desk) }
            { matrix(desk) }
            if desk.design().patterns.is_empty() { <p class="design-note" data-testid="design-no-patterns">{ desk.text(words::DESIGN_NO_PATTERNS) }</p> }
            { general_findings(desk) }
            { compare_strip::view(desk) }
        </div>
    };
    desk.panel(words::DESIGN_PATTERNS, chips(desk), side, body)
}

fn chips(desk: &DesignContext) -> Html {
    let Some(report) = desk.report() else { return html! {} };
    let totals = &report.totals;
    let errors = report
        .findings
        .iter()
        .filter(|finding| finding.severity == dynalab_modeling::report::Severity::Error)
        .count();
    html! {
        <span class="design-row" data-testid="design-verdicts" data-green={totals.green.to_string()} data-red={totals.red.to_string()}>
            if totals.green > 0 { { chip("ok", desk.text(words::DesignGreen { patterns: u64::from(totals.green).into() })) } }
            if totals.red > 0 { { chip("bad", desk.text(words::DesignRed { patterns: u64::from(totals.red).into() })) } }
            if totals.hot_keys > 0 { { chip("warn", desk.text(words::DesignHotKeys { keys: u64::from(totals.hot_keys).into() })) } }
            if totals.scans > 0 { { chip("bad", desk.text(words::DesignScans { scans: u64::from(totals.scans).into() })) } }
            if errors > 0 { { chip("bad", desk.text(words::DesignErrors { findings: (errors as u64).into() })) } }
        </span>
    }
}

fn status(desk: &DesignContext) -> String {
    let now = desk.now();
    match (now.report(), now.is_current()) {
        (Some(report), true) => {
            let milliseconds = figures::milliseconds(now.checked.took_ms);
            desk.text(words::DesignStatus {
                patterns: (report.patterns.len() as u64).into(),
                items: report.totals.sample_items.into(),
                milliseconds: milliseconds.as_str().into(),
            })
        }
        _ if desk.editor.is_held => String::new(),
        _ => desk.text(words::DESIGN_CHECKING),
    }
}

/// Renders the parts of the design that the engine could not use.
fn problems(desk: &DesignContext) -> Html {
    let failed = desk.now().checked.failed.as_ref();
    let problems = desk.report().map(|report| report.problems.as_slice()).unwrap_or_default();
    html! {
        <>
            if let Some(sentence) = failed {
                <div class="finding finding--bad" role="alert" data-testid="design-failed">{ Icon::Warning.draw() }<p>{ sentence }</p></div>
            }
            if !problems.is_empty() {
                <div class="finding finding--bad" role="alert" data-testid="design-problems">
                    { Icon::Warning.draw() }
                    <div>{ for problems.iter().map(|problem| html! {
                        <p>{ desk.text(&problem.reason) }{ place(desk, &problem.place) }</p>
                    }) }</div>
                </div>
            }
        </>
    }
}

fn place(desk: &DesignContext, place: &Place) -> Html {
    let text = finding_view::place_text(desk, place);
    html! { if !text.is_empty() { <span class="matrix-why">{ text }</span> } }
}

fn matrix(desk: &DesignContext) -> Html {
    let has_branch = desk.editor.b.is_some();
    let rows = desk.design().patterns.iter().enumerate().map(|(number, pattern)| row(desk, number, pattern));
    let dropped = dropped_from_a(desk);
    if desk.design().patterns.is_empty() {
        return html! {};
    }
    scroll(
        desk.text(words::DESIGN_PATTERNS),
        html! {
            <table role="table" class="sheet matrix" data-testid="design-matrix">
                <thead role="rowgroup"><tr role="row">
                    <th scope="col" role="columnheader" class="sheet-num">{ "#" }</th>
                    <th scope="col" role="columnheader">{ desk.text(words::DESIGN_PATTERN) }</th>
                    <th scope="col" role="columnheader" class="sheet-num">{ desk.text(words::DESIGN_PER_SECOND) }</th>
                    <th scope="col" role="columnheader">{ desk.text(words::DESIGN_SERVED) }</th>
                    <th scope="col" role="columnheader">{ desk.text(words::DESIGN_EXPECTED) }</th>
                    <th scope="col" role="columnheader" class="matrix-cell">{ side_name(desk, Side::A) }</th>
                    if has_branch { <th scope="col" role="columnheader" class="matrix-cell matrix-cell--b">{ side_name(desk, Side::B) }</th> }
                    <th scope="col" role="columnheader">{ desk.text(words::DESIGN_FINDING) }</th>
                </tr></thead>
                <tbody role="rowgroup">{ for rows }{ dropped }</tbody>
            </table>
        },
    )
}

pub fn side_name(desk: &DesignContext, side: Side) -> String {
    match (side, desk.editor.b.is_some()) {
        (Side::A, false) => desk.text(words::DESIGN_RESULT),
        (Side::A, true) => desk.text(words::DESIGN_SIDE_A),
        (Side::B, _) => desk.text(words::DESIGN_SIDE_B),
    }
}

/// Renders the patterns of A that the edited branch does not have.
fn dropped_from_a(desk: &DesignContext) -> Html {
    if desk.editor.edited == Side::A {
        return html! {};
    }
    let gone = desk
        .editor
        .a
        .design()
        .patterns
        .iter()
        .filter(|pattern| desk.design().pattern(&pattern.name).is_none());
    let lines = gone.map(|pattern| html! {
        <tr role="row">
            <td role="cell" class="matrix-number"></td>
            <th scope="row" role="rowheader">{ &pattern.name }</th>
            <td role="cell" class="matrix-rate"></td>
            <td role="cell" class="matrix-served"></td>
            <td role="cell" class="matrix-expected"></td>
            { cell(desk, Side::A, &pattern.name) }{ cell(desk, Side::B, &pattern.name) }<td role="cell" class="matrix-finding"></td></tr>
    });
    html! { { for lines } }
}

pub fn find<'a>(report: Option<&'a Report>, name: &str) -> Option<&'a PatternReport> {
    report?.patterns.iter().find(|pattern| pattern.name == name)
}

fn row(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let found = find(desk.report(), &pattern.name);
    let opened = OpenForm::Pattern(number);
    let is_open = desk.is_open(&opened);
    let toggle = desk.changes(move || Change::Open((!is_open).then_some(OpenForm::Pattern(number))));
    let verdict = found.map_or("none", |found| if found.verdict.is_green() { "green" } else { "red" });
    let columns = if desk.editor.b.is_some() { "8" } else { "7" };
    let report = desk.report();
    let findings = report.map(|report| report.findings.as_slice()).unwrap_or_default();
    let own = findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| finding.place.pattern.as_deref() == Some(&pattern.name))
        .filter(|(_, finding)| finding_view::is_shown(desk, finding));
    html! {
        <>
            <tr role="row" key={format!("row-{number}")} data-testid={format!("design-pattern-{number}")} data-verdict={verdict}>
                <td role="cell" class="sheet-num matrix-number">{ number + 1 }</td>
                <th scope="row" role="rowheader">
                    <button
                        class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-pattern-{number}")}
                        onclick={toggle}
                    >{ &pattern.name }</button>
                </th>
                <td role="cell" class="sheet-num matrix-rate">{ figures::grouped_decimal(pattern.rate.average) }</td>
                <td role="cell" class="matrix-served">{ for found.map(|found| served(desk, found)) }</td>
                <td role="cell" class="matrix-expected">{ for found.map(|found| expected(desk, found)) }</td>
                { cell(desk, Side::A, &pattern.name) }
                if desk.editor.b.is_some() { { cell(desk, Side::B, &pattern.name) } }
                <td role="cell" class="matrix-finding">{ for own.map(|(place, finding)| finding_view::view(desk, place, finding)) }</td>
            </tr>
            if is_open {
                <tr role="row" key={format!("form-{number}")} class="matrix-form">
                    <td role="cell" colspan={columns}>{ pattern_form::view(desk, number, pattern) }</td>
                </tr>
            }
        </>
    }
}

fn served(desk: &DesignContext, found: &PatternReport) -> Html {
    html! { <>{ served_text::how(desk.scene.messages(), &found.served, &found.operation) }<span class="matrix-why">
    { served_text::why(desk.scene.messages(), &found.served) }</span></> }
}

fn expected(desk: &DesignContext, found: &PatternReport) -> Html {
    match &found.verdict {
        Verdict::Green => {
            html! { <>{ chip("ok", desk.text(words::DESIGN_AS_EXPECTED)) }<span class="matrix-why">
            { verdict_text::expected(desk.scene.messages(), &found.expected) }</span></> }
        }
        Verdict::Red(red) => html! {
            <>
                { chip("bad", verdict_text::name(desk.scene.messages(), red)) }
                if *red != Red::Refused { <span class="matrix-why">{ desk.text(red) }</span> }
                if let Some(error) = &found.error { <span class="matrix-why" lang="en">{ format!("{}: {}", error.name, error.message) }</span> }
            </>
        },
    }
}

/// Renders the verdict and cost of a pattern in one design, and the changes by the last edit.
fn cell(desk: &DesignContext, side: Side, name: &str) -> Html {
    let variant = desk.editor.side(side);
    let found = variant.and_then(|variant| find(variant.report().map(|report| &**report), name));
    let letter = side_name(desk, side);
    let test_id = format!("design-cell-{}", side.name());
    let of_b = (side == Side::B).then_some("matrix-cell--b");
    let Some(found) = found else {
        return html! { <td role="cell" class={classes!("matrix-cell", of_b)} data-label={letter} data-testid={test_id}>{ "–" }</td> };
    };
    let keys = variant.and_then(Variant::report).map(|report| report.keys.as_slice()).unwrap_or_default();
    let is_of_pattern = |key: &KeyHeat| key.patterns.iter().any(|part| part.pattern == name);
    let hot = keys.iter().any(|key| key.heat.is_above_limit && is_of_pattern(key));
    let (kind, icon) = match (&found.verdict, hot) {
        (Verdict::Red(_), _) => ("matrix-cell--no", Icon::Cross),
        (Verdict::Green, true) => ("matrix-cell--slow", Icon::Warning),
        (Verdict::Green, false) => ("matrix-cell--yes", Icon::Check),
    };
    let mark = match (&found.verdict, hot) {
        (Verdict::Green, true) => desk.text(words::DESIGN_HOT_KEY),
        _ => served_text::short(desk.scene.messages(), found.served.how),
    };
    html! {
        <td role="cell" class={classes!("matrix-cell", kind, of_b)} data-label={letter} data-testid={test_id}>
            <span class="matrix-mark">{ icon.draw() }{ mark }</span>
            { for cost_lines(desk.scene.messages(), found).into_iter().map(|line| html! { <span class="matrix-cost">{ line }</span> }) }
            { for variant.and_then(|variant| changed(desk, variant, found)).map(|text| html! {
                <span class="matrix-change" data-testid="design-change">{ text }</span>
            }) }
        </td>
    }
}

/// Returns how the verdict and the cost differ from the check before.
fn changed(desk: &DesignContext, variant: &Variant, found: &PatternReport) -> Option<String> {
    let before = find(variant.checked.before.as_deref(), &found.name)?;
    let turned = match (before.verdict.is_green(), found.verdict.is_green()) {
        (true, false) => Some(desk.text(words::DESIGN_TURNED_RED)),
        (false, true) => Some(desk.text(words::DESIGN_TURNED_GREEN)),
        _ => None,
    };
    let cost = money_change(before.usd_per_month, found.usd_per_month);
    match (turned, cost) {
        (None, None) => None,
        (turned, cost) => Some([turned, cost].into_iter().flatten().collect::<Vec<_>>().join(" · ")),
    }
}

/// Renders the findings that belong to no pattern but to a table, an index or an entity.
fn general_findings(desk: &DesignContext) -> Html {
    let Some(report) = desk.report() else { return html! {} };
    let of_no_pattern =
        report.findings.iter().enumerate().filter(|(_, finding)| finding.place.pattern.is_none());
    let general: Vec<_> =
        of_no_pattern.filter(|(_, finding)| finding_view::is_shown(desk, finding)).collect();
    if general.is_empty() {
        return html! {};
    }
    html! {
        <div class="design-findings" data-testid="design-findings">
            <h3 class="design-title">{ desk.text(words::DESIGN_FINDINGS) }</h3>
            { for general.into_iter().map(|(place, finding)| finding_view::view(desk, place, finding)) }
        </div>
    }
}

fn add_pattern(desk: &DesignContext) -> Callback<MouseEvent> {
    let dispatcher = desk.dispatcher.clone();
    let (place, word) = (desk.design().patterns.len(), desk.text(words::DESIGN_NEW_PATTERN));
    Callback::from(move |_: MouseEvent| {
        let edit = Edit::AddPattern { word: word.clone() };
        dispatcher.dispatch(Change::Edit { field: None, edit });
        dispatcher.dispatch(Change::Open(Some(OpenForm::Pattern(place))));
    })
}
