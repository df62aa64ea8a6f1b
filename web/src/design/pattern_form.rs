//! The form of an access pattern: name, rates, request, expected result, and the last check's request and response.

use dynalab_app::design::pattern_draft as draft;
use dynalab_app::design::pattern_draft::{ACTIONS, OPERATORS, RESULTS};
use dynalab_app::request::json_text;
use dynalab_app::shared::Shared;
use dynalab_modeling::design::{Access, AccessPattern, Consistency, Operation, Query};
use dynalab_modeling::{Design, Template};
use yew::prelude::*;

use super::design_context::{DesignContext, Field, free_name, template, whole};
use super::editor::Change;
use super::json_field::JsonField;
use super::parameters_form;
use super::patterns_panel::find;
use super::rate_form;
use crate::components::icon::Icon;
use crate::figures;
use crate::sentences::design as words;

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
            </div>
            { sent(desk, pattern) }
            <div class="design-row">
                { desk.button(words::DESIGN_MOVE_UP, None, desk.edit_callback(move |design| if number > 0 && number < design.patterns.len() { design.patterns.swap(number - 1, number) })) }
                { desk.button(words::DESIGN_DELETE_PATTERN, Some(Icon::Bin), delete(desk, number)) }
            </div>
            { json(desk, number, pattern) }
        </div>
    }
}

/// Edits a pattern, if the design has one with this number.
pub(super) fn edit(design: &mut Design, number: usize, act: impl FnOnce(&Design, &mut AccessPattern)) {
    let Some(mut pattern) = design.patterns.get(number).cloned() else { return };
    act(design, &mut pattern);
    design.patterns[number] = pattern;
}

fn name(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let messages = *desk.scene.messages();
    let field = Field {
        class: classes!("field--grow"),
        ..Field::new("design-pattern-name", desk.text(words::DESIGN_NAME), pattern.name.clone())
    };
    desk.field(&field, move |design, text| {
        let others = design.patterns.iter().enumerate().filter(|(other, _)| *other != number);
        let name = free_name(messages, text, others.map(|(_, pattern)| pattern.name.as_str()))?;
        edit(design, number, |_, pattern| pattern.name = name);
        Ok(())
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
            { desk.list("design-pattern-access", desk.text(words::DESIGN_ACCESS), &accesses, access, move |design, chosen| {
                let access = match chosen { "service" => Access::Service, "public" => Access::Public, _ => Access::Owner };
                edit(design, number, |_, pattern| pattern.access = access);
            }) }
            <span></span>
            { desk.check("design-pattern-strong", desk.text(words::DESIGN_STRONG), is_strong, move |design, is_on| {
                let consistency = if is_on { Consistency::Strong } else { Consistency::Eventual };
                edit(design, number, |_, pattern| pattern.consistency = consistency);
            }) }
        </>
    }
}

fn request(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let action = draft::action_name(pattern.operation.as_ref());
    let mut options: Vec<(String, String)> = ACTIONS
        .iter()
        .map(|name| ((*name).to_owned(), desk.text_or(words::design_action(name), name)))
        .collect();
    for name in ["none", "other"] {
        if action == name {
            options.push((name.to_owned(), desk.text_or(words::design_action(name), name)));
        }
    }
    let kinds = desk.list(
        "design-pattern-action",
        desk.text(words::DESIGN_REQUEST),
        &options,
        action,
        move |design, chosen| {
            edit(design, number, |design, pattern| {
                let now = pattern.operation.as_ref().and_then(draft::table_of);
                let table = now.and_then(|name| design.table(name)).or(design.tables.first());
                if let Some(table) = table.filter(|_| ACTIONS.contains(&chosen)) {
                    pattern.operation = Some(draft::request(table, chosen));
                    draft::fill_parameters(design, pattern);
                }
            });
        },
    );
    html! {
        <>
            { kinds }
            { for pattern.operation.as_ref().map(|operation| place(desk, number, operation)) }
            { for pattern.operation.as_ref().map(|operation| parts(desk, number, operation)) }
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
        move |design, chosen| {
            let (table, index) =
                chosen.split_once('/').map_or((chosen, None), |(table, index)| (table, Some(index)));
            edit(design, number, |design, pattern| {
                if let Some(operation) = &mut pattern.operation {
                    draft::set_place(design, operation, table, index);
                }
                draft::fill_parameters(design, pattern);
            });
        },
    )
}

fn parts(desk: &DesignContext, number: usize, operation: &Operation) -> Html {
    match operation {
        Operation::Query(query) => query_parts(desk, number, query),
        Operation::Get(get) => keys(desk, number, get.key.iter(), |operation, name, template| {
            if let Operation::Get(get) = operation {
                get.key.insert(name.to_owned(), template);
            }
        }),
        Operation::Update(update) => html! {
            <>
                { keys(desk, number, update.key.iter(), |operation, name, template| if let Operation::Update(update) = operation { update.key.insert(name.to_owned(), template); }) }
                { words_field(desk, number, "design-pattern-update", desk.text(words::DESIGN_UPDATE), &update.update, |operation, text| if let Operation::Update(update) = operation { update.update = text.to_owned(); }) }
                { condition_field(desk, number, update.condition.as_deref()) }
            </>
        },
        Operation::Delete(delete) => html! {
            <>
                { keys(desk, number, delete.key.iter(), |operation, name, template| if let Operation::Delete(delete) = operation { delete.key.insert(name.to_owned(), template); }) }
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
        _ => {
            html! { <><span></span><span class="design-note">{ desk.text(words::DESIGN_ONLY_JSON) }</span></> }
        }
    }
}

fn keys<'a>(
    desk: &DesignContext,
    number: usize,
    keys: impl Iterator<Item = (&'a String, &'a Template)>,
    set: fn(&mut Operation, &str, Template),
) -> Html {
    let messages = *desk.scene.messages();
    let fields = keys.map(|(name, value)| {
        let field = Field::new(format!("design-pattern-key-{name}"), name.clone(), value.to_string());
        let name = name.clone();
        desk.field(&field, move |design, text| {
            let template = template(messages, text)?;
            edit(design, number, |design, pattern| {
                if let Some(operation) = &mut pattern.operation {
                    set(operation, &name, template);
                }
                draft::fill_parameters(design, pattern);
            });
            Ok(())
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
            { desk.field(&limit, move |design, text| {
                let limit = if text.trim().is_empty() { None } else { Some(whole(messages, text)?) };
                edit_query(design, number, |query| query.limit = limit);
                Ok(())
            }) }
            <span></span>
            <span class="design-row">
                { desk.check("design-pattern-descending", desk.text(words::DESIGN_DESCENDING), query.descending, move |design, is_on| edit_query(design, number, |query| query.descending = is_on)) }
                { desk.check("design-pattern-pages", desk.text(words::DESIGN_ALL_PAGES), query.all_pages, move |design, is_on| edit_query(design, number, |query| query.all_pages = is_on)) }
            </span>
        </>
    }
}

fn edit_query(design: &mut Design, number: usize, act: impl FnOnce(&mut Query)) {
    edit(design, number, |design, pattern| {
        if let Some(Operation::Query(query)) = &mut pattern.operation {
            act(query);
        }
        draft::fill_parameters(design, pattern);
    });
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
        move |design, chosen| {
            edit_query(design, number, |query| draft::set_operator(query, &name, chosen));
        },
    );
    let field = |is_second: bool, value: &Template| {
        let label = desk.text(words::DesignValueOf { attribute: attribute.into() });
        let name = format!("design-pattern-key-{attribute}{}", if is_second { "-to" } else { "" });
        let field = Field::new(name, label, value.to_string());
        let attribute = attribute.to_owned();
        desk.field(&field, move |design, text| {
            let template = template(messages, text)?;
            edit_query(design, number, |query| draft::set_template(query, &attribute, is_second, template));
            Ok(())
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

fn words_field(
    desk: &DesignContext,
    number: usize,
    name: &'static str,
    label: String,
    value: &str,
    set: fn(&mut Operation, &str),
) -> Html {
    let field = Field { class: classes!("field--grow"), ..Field::new(name, label, value.to_owned()) };
    desk.field(&field, move |design, text| {
        edit(design, number, |_, pattern| {
            if let Some(operation) = &mut pattern.operation {
                set(operation, text);
            }
        });
        Ok(())
    })
}

fn filter_field(desk: &DesignContext, number: usize, now: Option<&str>) -> Html {
    words_field(
        desk,
        number,
        "design-pattern-filter",
        desk.text(words::DESIGN_FILTER),
        now.unwrap_or_default(),
        |operation, text| {
            let filter = (!text.trim().is_empty()).then(|| text.to_owned());
            match operation {
                Operation::Query(query) => query.filter = filter,
                Operation::Scan(scan) => scan.filter = filter,
                _ => {}
            }
        },
    )
}

fn condition_field(desk: &DesignContext, number: usize, now: Option<&str>) -> Html {
    words_field(
        desk,
        number,
        "design-pattern-condition",
        desk.text(words::DESIGN_CONDITION),
        now.unwrap_or_default(),
        |operation, text| {
            let condition = (!text.trim().is_empty()).then(|| text.to_owned());
            match operation {
                Operation::Put(put) => put.condition = condition,
                Operation::Update(update) => update.condition = condition,
                Operation::Delete(delete) => delete.condition = condition,
                _ => {}
            }
        },
    )
}

fn item_list(desk: &DesignContext, number: usize, table: &str, now: &str) -> Html {
    let items = desk.design().table(table).map(|table| table.items.as_slice()).unwrap_or_default();
    let options: Vec<(String, String)> =
        items.iter().map(|item| (item.name().to_owned(), item.name().to_owned())).collect();
    desk.list("design-pattern-item", desk.text(words::DESIGN_ITEM), &options, now, move |design, chosen| {
        edit(design, number, |_, pattern| {
            if let Some(Operation::Put(put)) = &mut pattern.operation {
                put.item = chosen.to_owned();
            }
        });
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
    if now == "other" {
        options.push(("other".to_owned(), desk.text_or(words::design_result("other"), "other")));
    }
    let returned = find(desk.report(), &pattern.name).map_or(0, |found| found.returned);
    let kinds = desk.list(
        "design-pattern-result",
        desk.text(words::DESIGN_EXPECTED),
        &options,
        now,
        move |design, chosen| {
            if chosen != "other" {
                edit(design, number, |design, pattern| draft::set_result(design, pattern, chosen, returned));
            }
        },
    );
    let expect = pattern.expect.as_ref();
    let value = match now {
        "count" => expect.and_then(|expect| expect.count).map(|count| count.to_string()),
        "at_least" => expect.and_then(|expect| expect.at_least).map(|count| count.to_string()),
        "error" => expect.and_then(|expect| expect.error.clone()),
        _ => None,
    };
    let field = value.map(|value| {
        let field = Field::new("design-pattern-expected", desk.text(words::DESIGN_EXPECTED_VALUE), value);
        desk.field(&field, move |design, text| {
            let count = if now == "error" { 0 } else { whole(messages, text)? };
            edit(design, number, |_, pattern| {
                let Some(expect) = &mut pattern.expect else { return };
                match now {
                    "count" => expect.count = Some(count),
                    "at_least" => expect.at_least = Some(count),
                    _ => expect.error = Some(text.trim().to_owned()),
                }
            });
            Ok(())
        })
    });
    html! { <>{ kinds }{ for field }</> }
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
            <pre class="code code--inset" tabindex="0" aria-label={found.operation.clone()}>{ format!("{} {}", found.operation, json_text::pretty(&found.body)) }</pre>
            { for found.result.iter().map(|item| html! { <pre class="code code--inset" tabindex="0" aria-label={desk.text(words::DESIGN_ITEM)}>{ item }</pre> }) }
        </details>
    }
}

fn delete(desk: &DesignContext, number: usize) -> Callback<MouseEvent> {
    let dispatcher = desk.dispatcher.clone();
    Callback::from(move |_: MouseEvent| {
        let act = Box::new(move |design: &mut Design| {
            if number < design.patterns.len() {
                design.patterns.remove(number);
            }
        });
        dispatcher.dispatch(Change::Edit { field: None, act });
        dispatcher.dispatch(Change::Open(None));
    })
}

fn json(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let dispatcher = desk.dispatcher.clone();
    let on_value = Callback::from(move |pattern: AccessPattern| {
        let act = Box::new(move |design: &mut Design| edit(design, number, |_, now| *now = pattern));
        dispatcher.dispatch(Change::Edit { field: Some("design-pattern-json".to_owned()), act });
    });
    html! { <JsonField<AccessPattern> name="design-pattern-json" messages={*desk.scene.messages()} value={Shared::new(pattern.clone())} {on_value} /> }
}
