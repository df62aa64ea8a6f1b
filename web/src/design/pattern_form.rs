//! The form of an access pattern: name, rates, request, expected result, and the last check's request and response.

use dynalab_app::design::completion::{Completion, names};
use dynalab_app::design::edit::{Part, PatternEdit, RequestEdit, ResultEdit, Step};
use dynalab_app::design::editor::{Change, OpenForm};
use dynalab_app::design::field_text::{free_name, optional_whole, template, whole};
use dynalab_app::design::pattern_draft as draft;
use dynalab_app::design::pattern_draft::{ACTIONS, OPERATORS, RESULTS};
use dynalab_app::request::json_text;
use dynalab_app::shared::Shared;
use dynalab_modeling::Template;
use dynalab_modeling::design::{Access, AccessPattern, Consistency, Operation, Query};
use dynalab_modeling::shape::members::{EXPECTATION, OPERATION, PATTERN};
use dynalab_modeling::shape::{Member, Named, Shape};
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use super::json_field::JsonField;
use super::members_form::MembersForm;
use super::parameters_form;
use super::patterns_panel::find;
use super::rate_form;
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

pub fn view(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    html! {
        <div class="design-box" role="group" aria-label={pattern.name.clone()} data-testid="design-pattern-form">
            <div class="design-form">
                { name(desk, number, pattern) }
                { rate_form::view(desk, number, pattern) }
                { choices(desk, number, pattern) }
                { request(desk, number, pattern) }
                { parameters_form::view(desk, number, pattern) }
                { result(desk, number, pattern) }
                { rest(desk, number, pattern) }
            </div>
            { sent(desk, pattern) }
            <div class="design-row">
                { desk.button(words::DESIGN_MOVE_UP, None, desk.edit_callback(PatternEdit::MoveUp.of(number))) }
                { desk.button(words::DESIGN_DELETE_PATTERN, Some(Icon::Bin), delete(desk, number)) }
            </div>
            { json(desk, number, pattern) }
        </div>
    }
}

fn name(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let messages = *desk.scene.messages();
    let field = Field {
        class: classes!("field--grow"),
        is_focused: desk.is_added(&OpenForm::Pattern(number)),
        ..Field::new("design-pattern-name", desk.text(words::DESIGN_NAME), pattern.name.clone())
    };
    desk.field(&field, move |design, text| {
        let others = design.patterns.iter().enumerate().filter(|(other, _)| *other != number);
        let name = free_name(messages, text, others.map(|(_, pattern)| pattern.name.as_str()))?;
        Ok(PatternEdit::Rename(name).of(number))
    })
}

fn choices(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let accesses = [
        ("owner".to_owned(), desk.text(words::DESIGN_ACCESS_OWNER)),
        ("service".to_owned(), desk.text(words::DESIGN_ACCESS_SERVICE)),
        ("public".to_owned(), desk.text(words::DESIGN_ACCESS_PUBLIC)),
    ];
    let access = match pattern.access {
        Access::Owner => "owner",
        Access::Service => "service",
        Access::Public => "public",
    };
    let is_strong = pattern.consistency == Consistency::Strong;
    html! {
        <>
            { desk.list("design-pattern-access", desk.text(words::DESIGN_ACCESS), &accesses, access, move |chosen| {
                let access = match chosen { "service" => Access::Service, "public" => Access::Public, _ => Access::Owner };
                Some(PatternEdit::SetAccess(access).of(number))
            }) }
            <span></span>
            { desk.check("design-pattern-strong", desk.text(words::DESIGN_STRONG), is_strong, move |is_on| {
                let consistency = if is_on { Consistency::Strong } else { Consistency::Eventual };
                PatternEdit::SetConsistency(consistency).of(number)
            }) }
        </>
    }
}

fn request(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let action = draft::action_name(pattern.operation.as_ref());
    let mut options: Vec<(String, String)> = ACTIONS
        .iter()
        .map(|name| ((*name).to_owned(), desk.text_or(words::design_action(&name.replace('_', "-")), name)))
        .collect();
    if action == "none" {
        options.push(("none".to_owned(), desk.text_or(words::design_action("none"), "none")));
    }
    let kinds = desk.list(
        "design-pattern-action",
        desk.text(words::DESIGN_REQUEST),
        &options,
        action,
        move |chosen| Some(RequestEdit::SetAction(chosen.to_owned()).of(number)),
    );
    html! {
        <>
            { kinds }
            { for pattern.operation.as_ref().map(|operation| place(desk, number, operation)) }
            { for pattern.operation.as_ref().map(|operation| parts(desk, number, operation)) }
            { for pattern.operation.as_ref().map(|operation| more(desk, number, pattern, operation)) }
        </>
    }
}

/// Renders one list of all tables and indexes.
fn place(desk: &DesignContext, number: usize, operation: &Operation) -> Html {
    let Some(now) = draft::table_of(operation) else { return html! {} };
    let has_index = matches!(operation, Operation::Query(_) | Operation::Scan(_));
    let mut options = Vec::new();
    for table in &desk.design().tables {
        options.push((table.name.clone(), table.name.clone()));
        for index in table.indexes.iter().filter(|_| has_index) {
            options
                .push((format!("{}/{}", table.name, index.name), format!("{} · {}", table.name, index.name)));
        }
    }
    let now = draft::index_of(operation).map_or_else(|| now.to_owned(), |index| format!("{now}/{index}"));
    desk.list(
        "design-pattern-place",
        desk.text(words::DESIGN_TABLE_OR_INDEX),
        &options,
        &now,
        move |chosen| {
            let (table, index) =
                chosen.split_once('/').map_or((chosen, None), |(table, index)| (table, Some(index)));
            let (table, index) = (table.to_owned(), index.map(str::to_owned));
            Some(RequestEdit::SetPlace { table, index }.of(number))
        },
    )
}

fn parts(desk: &DesignContext, number: usize, operation: &Operation) -> Html {
    match operation {
        Operation::Query(query) => query_parts(desk, number, query),
        Operation::Get(get) => keys(desk, number, get.key.iter()),
        Operation::Update(update) => html! {
            <>
                { keys(desk, number, update.key.iter()) }
                { words_field(
                    desk, number, "design-pattern-update", desk.text(words::DESIGN_UPDATE), &update.update,
                    |text| RequestEdit::SetUpdate(text.to_owned()),
                ) }
                { condition_field(desk, number, update.condition.as_deref()) }
            </>
        },
        Operation::Delete(delete) => html! {
            <>
                { keys(desk, number, delete.key.iter()) }
                { condition_field(desk, number, delete.condition.as_deref()) }
            </>
        },
        Operation::Put(put) => html! {
            <>
                { item_list(desk, number, &put.table, &put.item) }
                { condition_field(desk, number, put.condition.as_deref()) }
            </>
        },
        Operation::Scan(scan) => filter_field(desk, number, scan.filter.as_deref()),
        // The form of its members has all of it.
        _ => html! {},
    }
}

/// Renders the members of a request that have no field of their own: all of them for a list of steps.
fn more(desk: &DesignContext, number: usize, pattern: &AccessPattern, operation: &Operation) -> Html {
    const WITH_FIELDS: [&str; 11] = [
        "table",
        "index",
        "key",
        "update",
        "condition",
        "filter",
        "item",
        "limit",
        "descending",
        "all_pages",
        "keys",
    ];
    const OF_SCAN: [&str; 3] = ["table", "index", "filter"];
    let value = serde_json::to_value(operation).unwrap_or_default();
    let Some(known) = OPERATION.members_of(&value) else { return html! {} };
    let elsewhere: &[&str] = match operation {
        Operation::Scan(_) => &OF_SCAN,
        Operation::Get(_)
        | Operation::Query(_)
        | Operation::Put(_)
        | Operation::Update(_)
        | Operation::Delete(_) => &WITH_FIELDS,
        _ => &[],
    };
    let form = MembersForm { desk, part: Part::Pattern(number), pattern: Some(pattern) };
    form.members(&[Step::member("operation")], known, &value, elsewhere)
}

fn keys<'a>(
    desk: &DesignContext,
    number: usize,
    keys: impl Iterator<Item = (&'a String, &'a Template)>,
) -> Html {
    let messages = *desk.scene.messages();
    let fields = keys.map(|(name, value)| {
        let field = Field {
            completion: Some(braces(desk)),
            ..Field::new(format!("design-pattern-key-{name}"), name.clone(), value.to_string())
        };
        let attribute = name.clone();
        desk.field(&field, move |_, text| {
            let (attribute, template) = (attribute.clone(), template(messages, text)?);
            Ok(RequestEdit::SetKey { attribute, template }.of(number))
        })
    });
    html! { { for fields } }
}

fn query_parts(desk: &DesignContext, number: usize, query: &Query) -> Html {
    let table = desk.design().table(&query.table);
    let attributes: Vec<String> = match (table, query.index.as_deref()) {
        (Some(table), Some(index)) => {
            table.index(index).into_iter().flat_map(|index| index.key()).map(|key| key.name.clone()).collect()
        }
        (Some(table), None) => table.key().map(|key| key.name.clone()).collect(),
        (None, _) => Vec::new(),
    };
    let limit = query.limit.map(figures::grouped).unwrap_or_default();
    let messages = *desk.scene.messages();
    let limit = Field {
        mode: "numeric",
        class: classes!("field--short"),
        ..Field::new("design-pattern-limit", desk.text(words::DESIGN_LIMIT), limit)
    };
    html! {
        <>
            { for attributes.iter().map(|attribute| condition(desk, number, query, attribute)) }
            { filter_field(desk, number, query.filter.as_deref()) }
            { desk.field(&limit, move |_, text| Ok(RequestEdit::SetLimit(optional_whole(messages, text)?).of(number))) }
            <span></span>
            <span class="design-row">
                { desk.check(
                    "design-pattern-descending", desk.text(words::DESIGN_DESCENDING), query.descending,
                    move |is_on| RequestEdit::SetDescending(is_on).of(number),
                ) }
                { desk.check(
                    "design-pattern-pages", desk.text(words::DESIGN_ALL_PAGES), query.all_pages,
                    move |is_on| RequestEdit::SetAllPages(is_on).of(number),
                ) }
            </span>
        </>
    }
}

/// Renders the condition of a key attribute: the comparison, and one or two templates.
fn condition(desk: &DesignContext, number: usize, query: &Query, attribute: &str) -> Html {
    let messages = *desk.scene.messages();
    let condition = query.key.get(attribute);
    let operator = draft::operator_of(condition);
    let options: Vec<(String, String)> = OPERATORS
        .iter()
        .map(|name| ((*name).to_owned(), desk.text_or(words::design_operator(&name.replace('_', "-")), name)))
        .collect();
    let name = attribute.to_owned();
    let list = desk.list(
        &format!("design-pattern-operator-{attribute}"),
        attribute.to_owned(),
        &options,
        operator,
        move |chosen| {
            let (attribute, operator) = (name.clone(), chosen.to_owned());
            Some(RequestEdit::SetOperator { attribute, operator }.of(number))
        },
    );
    let field = |is_second: bool, value: &Template| {
        let label = match (operator, is_second) {
            ("between", false) => desk.text(words::DesignBetweenFrom { attribute: attribute.into() }),
            (_, true) => desk.text(words::DesignBetweenTo { attribute: attribute.into() }),
            _ => desk.text(words::DesignValueOf { attribute: attribute.into() }),
        };
        let name = format!("design-pattern-key-{attribute}{}", if is_second { "-to" } else { "" });
        let field = Field { completion: Some(braces(desk)), ..Field::new(name, label, value.to_string()) };
        let attribute = attribute.to_owned();
        desk.field(&field, move |_, text| {
            let (attribute, template) = (attribute.clone(), template(messages, text)?);
            Ok(RequestEdit::SetTemplate { attribute, is_second, template }.of(number))
        })
    };
    let templates = condition.map(draft::templates_of);
    html! {
        <>
            { list }
            { for templates.map(|(one, _)| field(false, one)) }
            { for templates.and_then(|(_, other)| other).map(|other| field(true, other)) }
        </>
    }
}

fn braces(desk: &DesignContext) -> Completion {
    Completion::Braces(names(desk.design(), None, Named::Attribute))
}

fn words_field(
    desk: &DesignContext,
    number: usize,
    name: &'static str,
    label: String,
    value: &str,
    edit: fn(&str) -> RequestEdit,
) -> Html {
    let completion = Some(Completion::Words(names(desk.design(), None, Named::Attribute)));
    let field =
        Field { class: classes!("field--grow"), completion, ..Field::new(name, label, value.to_owned()) };
    desk.field(&field, move |_, text| Ok(edit(text).of(number)))
}

fn filter_field(desk: &DesignContext, number: usize, now: Option<&str>) -> Html {
    words_field(
        desk,
        number,
        "design-pattern-filter",
        desk.text(words::DESIGN_FILTER),
        now.unwrap_or_default(),
        |text| RequestEdit::SetFilter((!text.trim().is_empty()).then(|| text.to_owned())),
    )
}

fn condition_field(desk: &DesignContext, number: usize, now: Option<&str>) -> Html {
    words_field(
        desk,
        number,
        "design-pattern-condition",
        desk.text(words::DESIGN_CONDITION),
        now.unwrap_or_default(),
        |text| RequestEdit::SetCondition((!text.trim().is_empty()).then(|| text.to_owned())),
    )
}

fn item_list(desk: &DesignContext, number: usize, table: &str, now: &str) -> Html {
    let items = desk.design().table(table).map(|table| table.items.as_slice()).unwrap_or_default();
    let options: Vec<(String, String)> =
        items.iter().map(|item| (item.name().to_owned(), item.name().to_owned())).collect();
    desk.list("design-pattern-item", desk.text(words::DESIGN_ITEM), &options, now, move |chosen| {
        Some(RequestEdit::SetItem(chosen.to_owned()).of(number))
    })
}

fn result(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let messages = *desk.scene.messages();
    let now = draft::result_name(pattern.expect.as_ref());
    let mut options: Vec<(String, String)> = RESULTS
        .iter()
        .filter(|name| **name == now || draft::has_result(pattern.operation.as_ref(), name))
        .map(|name| ((*name).to_owned(), desk.text_or(words::design_result(&name.replace('_', "-")), name)))
        .collect();
    options.push(("other".to_owned(), desk.text_or(words::design_result("other"), "other")));
    let returned = find(desk.report(), &pattern.name).map_or(0, |found| found.returned);
    let kinds =
        desk.list("design-pattern-result", desk.text(words::DESIGN_EXPECTED), &options, now, move |chosen| {
            Some(ResultEdit::Choose { form: chosen.to_owned(), returned }.of(number))
        });
    let expect = pattern.expect.as_ref();
    let value = match now {
        "count" => expect.and_then(|expect| expect.count).map(|count| count.to_string()),
        "at_least" => expect.and_then(|expect| expect.at_least).map(|count| count.to_string()),
        "error" => expect.and_then(|expect| expect.error.clone()),
        _ => None,
    };
    let field = value.map(|value| {
        let field = Field::new("design-pattern-expected", desk.text(words::DESIGN_EXPECTED_VALUE), value);
        desk.field(&field, move |_, text| {
            let edit = match now {
                "count" => ResultEdit::SetCount(whole(messages, text)?),
                "at_least" => ResultEdit::SetAtLeast(whole(messages, text)?),
                _ => ResultEdit::SetError(text.trim().to_owned()),
            };
            Ok(edit.of(number))
        })
    });
    let all = expect.filter(|_| !["none", "count", "at_least", "error"].contains(&now)).map(|expect| {
        let value = serde_json::to_value(expect).unwrap_or_default();
        let form = MembersForm { desk, part: Part::Pattern(number), pattern: Some(pattern) };
        form.members(&[Step::member("expect")], members(&EXPECTATION), &value, &[])
    });
    html! { <>{ kinds }{ for field }{ for all }</> }
}

fn members(shape: &'static Shape) -> &'static [Member] {
    if let Shape::Object(members) = shape { members } else { &[] }
}

/// Renders the members of the pattern that have no field of their own.
fn rest(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    const WITH_FIELDS: [&str; 8] =
        ["name", "rate", "failed_conditions", "consistency", "access", "parameters", "operation", "expect"];
    let value = serde_json::to_value(pattern).unwrap_or_default();
    let form = MembersForm { desk, part: Part::Pattern(number), pattern: Some(pattern) };
    form.members(&[], members(&PATTERN), &value, &WITH_FIELDS)
}

/// Renders the request of the last check and its first items.
fn sent(desk: &DesignContext, pattern: &AccessPattern) -> Html {
    let Some(found) = find(desk.report(), &pattern.name).filter(|found| !found.operation.is_empty()) else {
        return html! {};
    };
    let numbers =
        desk.text(words::DesignReadReturned { read: found.read.into(), returned: found.returned.into() });
    html! {
        <details class="design-details">
            <summary>{ desk.text(words::DESIGN_SENT) }</summary>
            <p class="design-note">{ numbers }</p>
            <pre class="code code--inset" tabindex="0" aria-label={found.operation.clone()}>
                { format!("{} {}", found.operation, json_text::pretty(&found.body)) }
            </pre>
            { for found.result.iter().map(|item| html! {
                <pre class="code code--inset" tabindex="0" aria-label={desk.text(words::DESIGN_ITEM)}>{ item }</pre>
            }) }
        </details>
    }
}

fn delete(desk: &DesignContext, number: usize) -> Callback<MouseEvent> {
    let dispatcher = desk.dispatcher.clone();
    Callback::from(move |_: MouseEvent| {
        dispatcher.dispatch(Change::Edit { field: None, edit: PatternEdit::Remove.of(number) });
        dispatcher.dispatch(Change::Open(None));
    })
}

fn json(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let dispatcher = desk.dispatcher.clone();
    let on_value = Callback::from(move |pattern: AccessPattern| {
        let edit = PatternEdit::Replace(Box::new(pattern)).of(number);
        dispatcher.dispatch(Change::Edit { field: Some("design-pattern-json".to_owned()), edit });
    });
    let (messages, value) = (*desk.scene.messages(), Shared::new(pattern.clone()));
    html! { <JsonField<AccessPattern> name="design-pattern-json" {messages} shape={&PATTERN} {value} {on_value} /> }
}
