//! Renders a finding: the rule in a sentence with figures, its place, and a button that applies the fix.

use dynalab_modeling::report::{Finding, Fix, Place, Rule, Severity};
use yew::prelude::*;

use super::cost_text::{money, units};
use super::design_context::DesignContext;
use super::editor::{Change, Side};
use crate::components::icon::Icon;
use crate::figures;
use crate::messages::Filling;
use crate::sentences::design as words;

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
                <p><b>{ desk.text(severity) }</b>{ " " }{ sentence(desk, &finding.rule) }</p>
                <p class="matrix-why">{ desk.text(words::DesignCode { rule: code.into() }) }if !place.is_empty() { { " · " }{ place } }</p>
                { fix(desk, number, finding) }
            </div>
        </div>
    }
}

fn sentence(desk: &DesignContext, rule: &Rule) -> String {
    let values = figures_of(rule);
    let values: Vec<(&str, Filling)> =
        values.iter().map(|(name, value)| (*name, Filling::Text(value))).collect();
    match words::design_rule(sentence_name(rule)) {
        Some(template) => desk.scene.messages().fill(template, &values),
        None => rule.code().to_owned(),
    }
}

/// Returns the name of the rule's sentence: its code, and for some cases a longer name.
fn sentence_name(rule: &Rule) -> &'static str {
    match rule {
        Rule::MixedNeeds { readers, .. } if readers.is_empty() => "mixed-needs-recovery",
        Rule::Projection { keeps, .. } if keeps.is_empty() => "projection-keys",
        Rule::ReplaceableIndex { by: None } => "replaceable-index-table",
        other => other.code(),
    }
}

type Figures = Vec<(&'static str, String)>;

fn figures_of(rule: &Rule) -> Figures {
    let count = |number: u64| figures::grouped(number);
    match rule {
        Rule::OwnerNotInKey { owner } => vec![("owner", owner.clone())],
        Rule::OwnerOnlyInFilter { owner, read, returned } => {
            vec![("owner", owner.clone()), ("read", count(*read)), ("returned", count(*returned))]
        }
        Rule::LowCardinalityKey { values, busiest, read_units_per_second, write_units_per_second } => vec![
            ("values", count(*values)),
            ("busiest", busiest.clone()),
            ("reads", units(*read_units_per_second)),
            ("writes", units(*write_units_per_second)),
        ],
        Rule::TimeKey { write_units_per_second } => vec![("writes", units(*write_units_per_second))],
        Rule::HotKey { busiest, share, read_units_per_second, write_units_per_second } => vec![
            ("busiest", busiest.clone()),
            ("share", figures::grouped_decimal((share * 1_000.0).round() / 10.0)),
            ("reads", units(*read_units_per_second)),
            ("writes", units(*write_units_per_second)),
        ],
        Rule::RangeOnPartitionKey { attribute }
        | Rule::TtlNotSeconds { attribute }
        | Rule::UnpaddedNumber { attribute }
        | Rule::NoUniquenessItem { attribute } => vec![("attribute", attribute.clone())],
        Rule::Scan { read_units, read_units_at_full_size } => {
            vec![("now", units(*read_units)), ("full", units(*read_units_at_full_size))]
        }
        Rule::FilterDropsMost { read, returned } => {
            vec![("read", count(*read)), ("returned", count(*returned))]
        }
        Rule::ItemSize { largest_bytes, limit_bytes } => {
            vec![("bytes", count(*largest_bytes)), ("limit", count(*limit_bytes))]
        }
        other => more_figures(other),
    }
}

fn more_figures(rule: &Rule) -> Figures {
    let count = |number: u64| figures::grouped(number);
    match rule {
        Rule::CollectionSize { bytes, limit_bytes } => {
            vec![("size", figures::size(*bytes as u64)), ("limit", figures::size(*limit_bytes as u64))]
        }
        Rule::UnusedIndex { write_units_per_second, usd_per_month } => {
            vec![("writes", units(*write_units_per_second)), ("amount", money(*usd_per_month))]
        }
        Rule::OverIndexed { indexes, used, write_amplification } => vec![
            ("indexes", count(u64::from(*indexes))),
            ("used", count(u64::from(*used))),
            ("times", units(*write_amplification)),
        ],
        Rule::ChangingIndexKey { attribute, writes_per_second } => {
            vec![("attribute", attribute.clone()), ("writes", units(*writes_per_second))]
        }
        Rule::NoPaging { bytes } => vec![("size", figures::size(*bytes as u64))],
        Rule::GenericNames { names } => vec![("names", names.join(", "))],
        Rule::SeveralKeyAttributes { count: number } => vec![("count", count(u64::from(*number)))],
        Rule::KeyConditionGap { missing } => vec![("attribute", missing.clone())],
        Rule::Projection { keeps, usd_now, usd_then } => {
            vec![("names", keeps.join(", ")), ("now", money(*usd_now)), ("then", money(*usd_then))]
        }
        Rule::MixedNeeds { readers, entities } => {
            vec![("readers", readers.join(", ")), ("entities", entities.join(", "))]
        }
        Rule::TooManyActions { actions, most } => {
            vec![("actions", count(u64::from(*actions))), ("most", count(u64::from(*most)))]
        }
        other => request_figures(other),
    }
}

/// Returns the figures of rules about requests, streams and modes.
fn request_figures(rule: &Rule) -> Figures {
    match rule {
        Rule::RepeatedWrite { attribute, writes_per_second } => {
            vec![("attribute", attribute.clone()), ("writes", units(*writes_per_second))]
        }
        Rule::LargeRead { bytes, limit_bytes } => {
            vec![("size", figures::size(*bytes as u64)), ("limit", figures::size(*limit_bytes as u64))]
        }
        Rule::ExpiredInStream { reader, entities } => {
            vec![("reader", reader.clone()), ("entities", entities.join(", "))]
        }
        Rule::ReadApart { items } => vec![("items", items.join(", "))],
        Rule::ReplaceableIndex { by } => by.iter().map(|by| ("index", by.clone())).collect(),
        Rule::IndexIsTheKey { item, parent } => vec![("item", item.clone()), ("parent", parent.clone())],
        Rule::ModeSwitches { per_day, most } => {
            vec![
                ("count", figures::grouped(u64::from(*per_day))),
                ("most", figures::grouped(u64::from(*most))),
            ]
        }
        _ => Vec::new(),
    }
}

/// Returns the place, such as "pattern Orders of a user · GSI1 of Shop · GSI1PK".
pub fn place_text(desk: &DesignContext, place: &Place) -> String {
    let mut parts = Vec::new();
    if let Some(entity) = &place.entity {
        parts.push(entity.clone());
    }
    if let Some(table) = &place.table {
        parts.push(match &place.index {
            Some(index) => {
                desk.text(words::DesignIndexOf { index: index.as_str().into(), table: table.as_str().into() })
            }
            None => table.clone(),
        });
    }
    parts.extend([&place.item, &place.attribute, &place.pattern].into_iter().flatten().cloned());
    parts.dedup();
    parts.join(" · ")
}

/// Renders the fix, with a button that applies it where a program can.
fn fix(desk: &DesignContext, number: usize, finding: &Finding) -> Html {
    let (name, values) = fix_words(&finding.fix);
    let Some(template) = words::design_fix(name) else { return html! {} };
    let values: Vec<(&str, Filling)> =
        values.iter().map(|(name, value)| (*name, Filling::Text(value))).collect();
    let what = desk.scene.messages().fill(template, &values);
    if !finding.can_apply {
        return html! { <p>{ what }</p> };
    }
    let (design, finding) = (desk.now().design().clone(), finding.clone());
    let (dispatcher, is_branch) = (desk.dispatcher.clone(), desk.editor.edited == Side::B);
    let onclick = Callback::from(move |_: MouseEvent| {
        let Some(fixed) = super::templates::apply(&design, &finding) else { return };
        dispatcher.dispatch(if is_branch {
            Change::Edit { field: None, act: Box::new(move |design| *design = fixed) }
        } else {
            Change::Branch(Box::new(fixed))
        });
    });
    html! {
        <p class="design-row">
            <button class="button design-small" type="button" data-testid={format!("design-fix-{number}")} {onclick}>{ Icon::Branch.draw() }{ desk.text(words::DESIGN_APPLY) }</button>
            <span>{ what }</span>
        </p>
    }
}

fn fix_words(fix: &Fix) -> (&'static str, Figures) {
    match fix {
        Fix::None => ("", Vec::new()),
        Fix::PutOwnerFirst { owner } => ("owner-first", vec![("owner", owner.clone())]),
        Fix::SpreadKey { shards } => ("spread-key", vec![("shards", figures::grouped(u64::from(*shards)))]),
        Fix::AddIndex { index, partition_key, sort_key } => {
            let sort = sort_key.as_ref().map(|key| format!(" / {key}")).unwrap_or_default();
            ("add-index", vec![("index", index.clone()), ("key", format!("{partition_key}{sort}"))])
        }
        Fix::UseIndex { index } => ("use-index", vec![("index", index.clone())]),
        Fix::MoveToSortKey { attribute } => ("move-to-sort-key", vec![("attribute", attribute.clone())]),
        Fix::RemoveIndex { index } => ("remove-index", vec![("index", index.clone())]),
        Fix::ShortenProjection { index, keeps } => {
            ("shorten-projection", vec![("index", index.clone()), ("names", keeps.join(", "))])
        }
        Fix::AddCondition { condition } => ("add-condition", vec![("condition", condition.clone())]),
        Fix::ReadAllPages => ("read-all-pages", Vec::new()),
        Fix::SplitItem => ("split-item", Vec::new()),
        Fix::UseGlobalIndex => ("use-global-index", Vec::new()),
        Fix::JoinKeyAttributes { template } => {
            ("join-key-attributes", vec![("template", template.to_string())])
        }
        Fix::RecordResult { count } => ("record-result", vec![("count", figures::grouped(*count))]),
        Fix::WriteRate => ("write-rate", Vec::new()),
        Fix::SplitTable { entities } => ("split-table", vec![("entities", entities.join(", "))]),
        Fix::SendAlone => ("send-alone", Vec::new()),
        Fix::PadNumber { attribute, digits } => {
            ("pad-number", vec![("attribute", attribute.clone()), ("digits", digits.to_string())])
        }
        Fix::StoreSeconds { attribute } => ("store-seconds", vec![("attribute", attribute.clone())]),
        Fix::AddUniquenessItem { attribute } => {
            ("add-uniqueness-item", vec![("attribute", attribute.clone())])
        }
        Fix::RenameKeys { names } => ("rename-keys", vec![("names", names.join(", "))]),
        Fix::AddVersion { .. } => ("add-version", Vec::new()),
        Fix::SendWithToken => ("send-with-token", Vec::new()),
        Fix::LimitPage { limit } => ("limit-page", vec![("count", figures::grouped(*limit))]),
        Fix::ReadLess => ("read-less", Vec::new()),
        Fix::FilterExpired { reader } => ("filter-expired", vec![("reader", reader.clone())]),
        Fix::StoreTogether { items } => ("store-together", vec![("items", items.join(", "))]),
        Fix::UseKey { index, by: Some(by) } => {
            ("use-key", vec![("index", index.clone()), ("by", by.clone())])
        }
        Fix::UseKey { index, by: None } => ("use-key-table", vec![("index", index.clone())]),
        Fix::MoveKey { index } => ("move-key", vec![("index", index.clone())]),
        Fix::LimitSwitches { most } => ("limit-switches", vec![("most", figures::grouped(u64::from(*most)))]),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::Template;
    use dynalab_modeling::report::{Fix, Rule};

    use super::{Figures, figures_of, fix_words, sentence_name};
    use crate::language::Language;
    use crate::messages::{Filling, Messages, Template as Pattern};
    use crate::sentences::design as words;

    /// Checks that the sentence has a value for every placeholder, in both languages. A placeholder without a value shows its name.
    fn is_complete(name: &str, template: Option<Pattern>, values: &Figures) {
        let template = template.unwrap_or_else(|| panic!("{name} has no sentence"));
        for language in [Language::English, Language::Japanese] {
            let marked: Vec<(&str, String)> =
                values.iter().map(|(name, value)| (*name, format!("<{value}>"))).collect();
            let filled: Vec<(&str, Filling)> =
                marked.iter().map(|(name, value)| (*name, Filling::Text(value))).collect();
            let text = Messages::new(language).fill(template, &filled);
            for (value_name, value) in &marked {
                assert!(
                    text.contains(value.as_str()) || language == Language::Japanese,
                    "{name} does not say {value_name}: {text}"
                );
            }
        }
    }

    #[test]
    fn rules_have_sentences_with_their_figures() {
        let rules = [
            Rule::OwnerNotInKey { owner: "user_id".into() },
            Rule::OwnerOnlyInFilter { owner: "user_id".into(), read: 100, returned: 3 },
            Rule::LowCardinalityKey {
                values: 4,
                busiest: "STATUS#OPEN".into(),
                read_units_per_second: 1.0,
                write_units_per_second: 1_200.0,
            },
            Rule::TimeKey { write_units_per_second: 2_000.0 },
            Rule::Scan { read_units: 38.5, read_units_at_full_size: 38_700.0 },
            Rule::FilterDropsMost { read: 100, returned: 1 },
            Rule::ItemSize { largest_bytes: 500_000, limit_bytes: 409_600 },
            Rule::CollectionSize { bytes: 1.2e10, limit_bytes: 1e10 },
            Rule::UnusedIndex { write_units_per_second: 9.0, usd_per_month: 3.0 },
            Rule::OverIndexed { indexes: 6, used: 2, write_amplification: 7.0 },
            Rule::ChangingIndexKey { attribute: "status".into(), writes_per_second: 20.0 },
            Rule::NoGuard { failed: false },
            Rule::NoPaging { bytes: 2e6 },
            Rule::GenericNames { names: vec!["PK".into()] },
            Rule::SeveralKeyAttributes { count: 2 },
            Rule::KeyConditionGap { missing: "country".into() },
            Rule::NoExpectation,
            Rule::NoRate,
            Rule::Projection { keeps: vec!["name".into()], usd_now: 9.0, usd_then: 3.0 },
            Rule::Projection { keeps: Vec::new(), usd_now: 9.0, usd_then: 3.0 },
            Rule::MixedNeeds { readers: vec!["mailer".into()], entities: vec!["Log".into()] },
            Rule::MixedNeeds { readers: Vec::new(), entities: vec!["Log".into()] },
            Rule::RepeatedWrite { attribute: "count".into(), writes_per_second: 3.0 },
            Rule::LargeRead { bytes: 250_000.0, limit_bytes: 102_400.0 },
            Rule::ExpiredInStream { reader: "mailer".into(), entities: vec!["Log".into()] },
            Rule::ReadApart { items: vec!["User".into(), "Cart".into()] },
            Rule::ReplaceableIndex { by: Some("GSI1".into()) },
            Rule::ReplaceableIndex { by: None },
            Rule::IndexIsTheKey { item: "Order".into(), parent: "User".into() },
            Rule::ModeSwitches { per_day: 9, most: 4 },
            Rule::SingleItemTransaction,
            Rule::TooManyActions { actions: 120, most: 100 },
            Rule::TtlNotSeconds { attribute: "ends_at".into() },
            Rule::UnpaddedNumber { attribute: "price".into() },
            Rule::NoUniquenessItem { attribute: "email".into() },
            Rule::RangeOnPartitionKey { attribute: "PK".into() },
            Rule::HotKey {
                busiest: "A".into(),
                share: 0.7,
                read_units_per_second: 9.0,
                write_units_per_second: 2.0,
            },
        ];
        for rule in rules {
            // An empty list has a sentence without it.
            let values = figures_of(&rule).into_iter().filter(|(_, value)| !value.is_empty()).collect();
            is_complete(rule.code(), words::design_rule(sentence_name(&rule)), &values);
        }
    }

    #[test]
    fn fixes_have_sentences() {
        let template = Template::text("A");
        let fixes = [
            Fix::PutOwnerFirst { owner: "user_id".into() },
            Fix::SpreadKey { shards: 10 },
            Fix::AddIndex {
                index: "GSI2".into(),
                partition_key: template.clone(),
                sort_key: Some(template.clone()),
            },
            Fix::UseIndex { index: "GSI1".into() },
            Fix::MoveToSortKey { attribute: "date".into() },
            Fix::RemoveIndex { index: "GSI1".into() },
            Fix::ShortenProjection { index: "GSI1".into(), keeps: vec!["name".into()] },
            Fix::AddCondition { condition: "attribute_not_exists(PK)".into() },
            Fix::ReadAllPages,
            Fix::SplitItem,
            Fix::UseGlobalIndex,
            Fix::JoinKeyAttributes { template },
            Fix::RecordResult { count: 12 },
            Fix::WriteRate,
            Fix::SplitTable { entities: vec!["Log".into()] },
            Fix::SendAlone,
            Fix::PadNumber { attribute: "price".into(), digits: 8 },
            Fix::StoreSeconds { attribute: "ends_at".into() },
            Fix::AddUniquenessItem { attribute: "email".into() },
            Fix::RenameKeys { names: vec!["PK".into()] },
            Fix::AddVersion { row: 0 },
            Fix::SendWithToken,
            Fix::LimitPage { limit: 50 },
            Fix::ReadLess,
            Fix::FilterExpired { reader: "mailer".into() },
            Fix::StoreTogether { items: vec!["User".into(), "Cart".into()] },
            Fix::UseKey { index: "GSI2".into(), by: Some("GSI1".into()) },
            Fix::UseKey { index: "GSI2".into(), by: None },
            Fix::MoveKey { index: "GSI1".into() },
            Fix::LimitSwitches { most: 4 },
        ];
        for fix in fixes {
            let (name, values) = fix_words(&fix);
            is_complete(name, words::design_fix(name), &values);
        }
    }
}
