//! The table of access patterns: how each is served, its verdict in A and in B, its cost, its changes and its findings.

use std::collections::BTreeMap;

use dynalab_app::design::cost_text::{cost_lines, money_change};
use dynalab_app::design::edit::Edit;
use dynalab_app::design::editor::{Change, OpenForm, Side, Variant};
use dynalab_app::design::{served_text, verdict_text};
use dynalab_app::shared::Shared;
use dynalab_modeling::Report;
use dynalab_modeling::design::AccessPattern;
use dynalab_modeling::report::{Finding, KeyHeat, PatternReport, Place, Red, Verdict};
use yew::prelude::*;

use super::design_context::{DesignContext, chip, scroll};
use super::editor_handle::EditorDispatcher;
use super::{compare_strip, finding_view, pattern_form};
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::messages::Messages;
use crate::page::renderings;
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
    let findings = findings_by_pattern(desk);
    let rows = desk.design().patterns.iter().enumerate().map(|(number, pattern)| {
        let own = findings.get(pattern.name.as_str()).map(Vec::as_slice).unwrap_or_default();
        row(desk, number, pattern, own)
    });
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
    name_of_side(desk.scene.messages(), side, desk.editor.b.is_some())
}

fn name_of_side(messages: &Messages, side: Side, has_branch: bool) -> String {
    match (side, has_branch) {
        (Side::A, false) => messages.text(words::DESIGN_RESULT),
        (Side::A, true) => messages.text(words::DESIGN_SIDE_A),
        (Side::B, _) => messages.text(words::DESIGN_SIDE_B),
    }
}

/// Returns the shown findings of each pattern, with their positions in the report.
fn findings_by_pattern<'a>(desk: &DesignContext<'a>) -> BTreeMap<&'a str, Vec<(usize, &'a Finding)>> {
    let report: Option<&'a Report> = desk.editor.now().report().map(|report| &**report);
    let findings = report.map(|report| report.findings.as_slice()).unwrap_or_default();
    let mut by_pattern: BTreeMap<&str, Vec<(usize, &Finding)>> = BTreeMap::new();
    for (place, finding) in findings.iter().enumerate() {
        if let Some(pattern) = &finding.place.pattern
            && finding_view::is_shown(desk, finding)
        {
            by_pattern.entry(pattern).or_default().push((place, finding));
        }
    }
    by_pattern
}

/// Renders the patterns of A that the edited branch does not have.
fn dropped_from_a(desk: &DesignContext) -> Html {
    if desk.editor.edited == Side::A {
        return html! {};
    }
    let checked = CheckedSides::of(desk);
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
            { checked.cell(Side::A, &pattern.name) }{ checked.cell(Side::B, &pattern.name) }<td role="cell" class="matrix-finding"></td></tr>
    });
    html! { { for lines } }
}

pub fn find<'a>(report: Option<&'a Report>, name: &str) -> Option<&'a PatternReport> {
    report?.patterns.iter().find(|pattern| pattern.name == name)
}

/// Renders a row. One with findings or with an open form acts on the whole design, so it is drawn with each change of it.
fn row(desk: &DesignContext, number: usize, pattern: &AccessPattern, own: &[(usize, &Finding)]) -> Html {
    let is_open = desk.is_open(&OpenForm::Pattern(number));
    let props = PatternRowProps {
        number,
        name: pattern.name.clone(),
        rate: pattern.rate.average,
        is_open,
        checked: CheckedSides::of(desk),
        dispatcher: desk.dispatcher.clone(),
    };
    if own.is_empty() && !is_open {
        return html! { <PatternRow key={format!("row-{number}")} ..props /> };
    }
    let columns = if props.checked.b.is_some() { "8" } else { "7" };
    html! {
        <>
            { props.drawn(html! { { for own.iter().map(|(place, finding)| finding_view::view(desk, *place, finding)) } }) }
            if is_open {
                <tr role="row" key={format!("form-{number}")} class="matrix-form">
                    <td role="cell" colspan={columns}>{ pattern_form::view(desk, number, pattern) }</td>
                </tr>
            }
        </>
    }
}

/// What a row shows of a pattern.
#[derive(PartialEq, Properties)]
struct PatternRowProps {
    number: usize,
    name: String,
    /// Requests per second.
    rate: f64,
    is_open: bool,
    checked: CheckedSides,
    dispatcher: EditorDispatcher,
}

/// A row without findings, which is drawn again only when its pattern or a report changed.
#[component]
fn PatternRow(props: &PatternRowProps) -> Html {
    renderings::count("design-pattern");
    props.drawn(html! {})
}

impl PatternRowProps {
    fn drawn(&self, findings: Html) -> Html {
        let PatternRowProps { number, name, is_open, checked, .. } = self;
        let found = find(checked.now().report.as_deref(), name);
        let verdict = found.map_or("none", |found| if found.verdict.is_green() { "green" } else { "red" });
        let toggle = {
            let dispatcher = self.dispatcher.clone();
            let opened = (!is_open).then_some(OpenForm::Pattern(*number));
            Callback::from(move |_: MouseEvent| dispatcher.dispatch(Change::Open(opened.clone())))
        };
        html! {
            <tr role="row" key={format!("row-{number}")} data-testid={format!("design-pattern-{number}")} data-verdict={verdict}>
                <td role="cell" class="sheet-num matrix-number">{ number + 1 }</td>
                <th scope="row" role="rowheader">
                    <button
                        class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-pattern-{number}")}
                        onclick={toggle}
                    >{ name }</button>
                </th>
                <td role="cell" class="sheet-num matrix-rate">{ figures::grouped_decimal(self.rate) }</td>
                <td role="cell" class="matrix-served">{ for found.map(|found| served(&checked.messages, found)) }</td>
                <td role="cell" class="matrix-expected">{ for found.map(|found| expected(&checked.messages, found)) }</td>
                { checked.cell(Side::A, name) }
                if checked.b.is_some() { { checked.cell(Side::B, name) } }
                <td role="cell" class="matrix-finding">{ findings }</td>
            </tr>
        }
    }
}

/// The reports of both designs.
#[derive(Clone, PartialEq)]
struct CheckedSides {
    a: CheckedSide,
    b: Option<CheckedSide>,
    edited: Side,
    messages: Messages,
}

#[derive(Clone, Default, PartialEq)]
struct CheckedSide {
    report: Option<Shared<Report>>,
    /// The report of the check before.
    before: Option<Shared<Report>>,
}

impl CheckedSides {
    fn of(desk: &DesignContext) -> CheckedSides {
        let side = |variant: &Variant| CheckedSide {
            report: variant.report().cloned(),
            before: variant.checked.before.clone(),
        };
        CheckedSides {
            a: side(&desk.editor.a),
            b: desk.editor.b.as_ref().map(side),
            edited: desk.editor.edited,
            messages: *desk.scene.messages(),
        }
    }

    /// Returns the side that is edited.
    fn now(&self) -> &CheckedSide {
        self.b.as_ref().filter(|_| self.edited == Side::B).unwrap_or(&self.a)
    }

    /// Renders the verdict and cost of a pattern in one design, and the changes by the last edit.
    fn cell(&self, side: Side, name: &str) -> Html {
        let checked = match side {
            Side::A => Some(&self.a),
            Side::B => self.b.as_ref(),
        };
        let report = checked.and_then(|checked| checked.report.as_deref());
        let letter = name_of_side(&self.messages, side, self.b.is_some());
        let test_id = format!("design-cell-{}", side.name());
        let of_b = (side == Side::B).then_some("matrix-cell--b");
        let (Some(checked), Some(found)) = (checked, find(report, name)) else {
            return html! { <td role="cell" class={classes!("matrix-cell", of_b)} data-label={letter} data-testid={test_id}>{ "–" }</td> };
        };
        let keys = report.map(|report| report.keys.as_slice()).unwrap_or_default();
        let is_of_pattern = |key: &KeyHeat| key.patterns.iter().any(|part| part.pattern == name);
        let hot = keys.iter().any(|key| key.heat.is_above_limit && is_of_pattern(key));
        let (kind, icon) = match (&found.verdict, hot) {
            (Verdict::Red(_), _) => ("matrix-cell--no", Icon::Cross),
            (Verdict::Green, true) => ("matrix-cell--slow", Icon::Warning),
            (Verdict::Green, false) => ("matrix-cell--yes", Icon::Check),
        };
        let mark = match (&found.verdict, hot) {
            (Verdict::Green, true) => self.messages.text(words::DESIGN_HOT_KEY),
            _ => served_text::short(&self.messages, found.served.how),
        };
        html! {
            <td role="cell" class={classes!("matrix-cell", kind, of_b)} data-label={letter} data-testid={test_id}>
                <span class="matrix-mark">{ icon.draw() }{ mark }</span>
                { for cost_lines(&self.messages, found).into_iter().map(|line| html! { <span class="matrix-cost">{ line }</span> }) }
                { for checked.changed(&self.messages, found).map(|text| html! {
                    <span class="matrix-change" data-testid="design-change">{ text }</span>
                }) }
            </td>
        }
    }
}

impl CheckedSide {
    /// Returns how the verdict and the cost differ from the check before.
    fn changed(&self, messages: &Messages, found: &PatternReport) -> Option<String> {
        let before = find(self.before.as_deref(), &found.name)?;
        let turned = match (before.verdict.is_green(), found.verdict.is_green()) {
            (true, false) => Some(messages.text(words::DESIGN_TURNED_RED)),
            (false, true) => Some(messages.text(words::DESIGN_TURNED_GREEN)),
            _ => None,
        };
        let cost = money_change(before.usd_per_month, found.usd_per_month);
        match (turned, cost) {
            (None, None) => None,
            (turned, cost) => Some([turned, cost].into_iter().flatten().collect::<Vec<_>>().join(" · ")),
        }
    }
}

fn served(messages: &Messages, found: &PatternReport) -> Html {
    html! { <>{ served_text::how(messages, &found.served, &found.operation) }<span class="matrix-why">
    { served_text::why(messages, &found.served) }</span></> }
}

fn expected(messages: &Messages, found: &PatternReport) -> Html {
    match &found.verdict {
        Verdict::Green => {
            html! { <>{ chip("ok", messages.text(words::DESIGN_AS_EXPECTED)) }<span class="matrix-why">
            { verdict_text::expected(messages, &found.expected) }</span></> }
        }
        Verdict::Red(red) => html! {
            <>
                { chip("bad", verdict_text::name(messages, red)) }
                if *red != Red::Refused { <span class="matrix-why">{ messages.text(red) }</span> }
                if let Some(error) = &found.error { <span class="matrix-why" lang="en">{ format!("{}: {}", error.name, error.message) }</span> }
            </>
        },
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
    let edit = Edit::AddPattern { word: desk.text(words::DESIGN_NEW_PATTERN) };
    desk.adds(edit, OpenForm::Pattern(desk.design().patterns.len()))
}
