//! The form of a table: what is written into it, what is wrong with it, which requests it makes, and how far they are.

use std::cell::Cell;
use std::rc::Rc;

use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::changes::{self, Step};
use super::draft::{Draft, Index, VIEW_TYPES};
use super::index_fields::{IndexFields, key_type};
use super::problems::{Field, problems};
use super::read::read;
use super::steps::{self, Progress};
use crate::components::dialog::DialogFrame;
use crate::dialogs::fields::{self, TextField};
use crate::dialogs::place::DialogPlace;
use crate::door;
use crate::field_events::written;
use crate::json_text;
use crate::messages::Messages;

#[derive(PartialEq, Properties)]
pub struct TableFormProps {
    pub place: DialogPlace,
    pub messages: Messages,
}

/// A table that is there.
#[derive(Clone, PartialEq)]
struct There {
    before: Draft,
    arn: String,
}

#[derive(Clone, PartialEq)]
enum Stage {
    Writing,
    Running(usize, Progress),
    Refused(String),
}

/// The argument is the name of a table to be changed; none makes a new one.
#[component]
pub fn TableForm(props: &TableFormProps) -> Html {
    let TableFormProps { place, messages } = props;
    let draft = use_state(Draft::default);
    let there = use_state(|| None::<There>);
    let stage = use_state(|| Stage::Writing);
    let stop = use_memo((), |()| Rc::new(Cell::new(false)));
    {
        let (draft, there, stage, stop) = (draft.setter(), there.setter(), stage.setter(), stop.clone());
        use_effect_with(place.argument.clone(), move |table| {
            let table = table.clone();
            if !table.is_empty() {
                spawn_local(async move {
                    match ask(&table).await {
                        Ok(asked) => {
                            draft.set(asked.before.clone());
                            there.set(Some(asked));
                        }
                        Err(why) => stage.set(Stage::Refused(why)),
                    }
                });
            }
            move || stop.set(true)
        });
    }
    let is_new = place.argument.is_empty();
    let title = messages.text(if is_new { "table-new" } else { "table-change" });
    let on_close = Callback::from(|()| door::act("close-dialog", &Value::Null));
    let waiting = !is_new && there.is_none();
    let set = draft.setter();
    let form = Form {
        draft: &draft,
        is_new,
        problems: problems(&draft),
        messages,
        on_change: Callback::from(move |next| set.set(next)),
    };
    let steps = match &*there {
        Some(there) => changes::changes(&there.before, &draft, &there.arn),
        None => changes::creation(&draft),
    };
    let broken = steps.is_empty()
        || !form.problems.is_empty()
        || matches!(*stage, Stage::Running(..))
        || place.page.follows;
    let onclick = sending(&steps, &draft, (*stop).clone(), stage.setter());
    html! {
        <DialogFrame name="table-dialog" {title} close={messages.text("close")} {on_close}>
            if waiting && *stage == Stage::Writing {
                <p class="items-waiting">{ messages.text("dialog-waiting") }</p>
            } else {
                if !waiting {
                    { form.table() }
                    { form.indexes() }
                    { form.settings() }
                    { requests(&steps, messages) }
                }
                { told(&stage, messages) }
                <div class="dialog-foot">
                    if steps.len() == 1 { { into_editor(&steps, messages) } }
                    <button class="button button--go" type="button" data-testid="create-table" disabled={broken} {onclick}>{ messages.text(if is_new { "table-create" } else { "table-apply" }) }</button>
                </div>
            }
        </DialogFrame>
    }
}

async fn ask(table: &str) -> Result<There, String> {
    let named = json!({ "TableName": table });
    let told: Value = door::look("DescribeTable", &named).await?;
    let expiry = door::look("DescribeTimeToLive", &named).await.unwrap_or_default();
    let backups = door::look("DescribeContinuousBackups", &named).await.unwrap_or_default();
    let arn = told["Table"]["TableArn"].as_str().unwrap_or_default().to_owned();
    let tags = door::look("ListTagsOfResource", &json!({ "ResourceArn": arn })).await.unwrap_or_default();
    Ok(There { before: read(&told["Table"], &expiry, &backups, &tags), arn })
}

fn sending(
    steps: &[Step],
    draft: &Draft,
    stop: Rc<Cell<bool>>,
    stage: UseStateSetter<Stage>,
) -> Callback<MouseEvent> {
    let (steps, table) = (steps.to_vec(), draft.name.clone());
    Callback::from(move |_| {
        let (steps, table, stop, stage) = (steps.clone(), table.clone(), stop.clone(), stage.clone());
        let count = steps.len();
        stop.set(false);
        spawn_local(async move {
            let tell = stage.clone();
            let done =
                steps::run(steps, &table, stop, move |progress| tell.set(Stage::Running(count, progress)))
                    .await;
            match done {
                Ok(()) => {
                    door::act("close-dialog", &Value::Null);
                    door::go(&format!("/play/{table}"));
                }
                Err(why) => stage.set(Stage::Refused(why)),
            }
        });
    })
}

fn requests(steps: &[Step], messages: &Messages) -> Html {
    let one = |step: &Step| format!("{} {}", step.operation, json_text::pretty(&step.body.to_string()));
    html! {
        <details data-testid="table-requests"><summary>{ messages.fill("table-requests", [("count", (steps.len() as u64).into())]) }</summary>
            <pre class="code code--inset transfer-scroll" tabindex="0">{ steps.iter().map(one).collect::<Vec<_>>().join("\n\n") }</pre>
        </details>
    }
}

fn into_editor(steps: &[Step], messages: &Messages) -> Html {
    let request = steps
        .first()
        .map(|step| json!({"operation": step.operation, "body": json_text::pretty(&step.body.to_string())}));
    let onclick = Callback::from(move |_: MouseEvent| {
        door::act("edit", request.as_ref().unwrap_or(&Value::Null));
        door::act("close-dialog", &Value::Null);
    });
    fields::button("into-editor", None, messages.text("into-editor"), onclick)
}

fn told(stage: &Stage, messages: &Messages) -> Html {
    match stage {
        Stage::Writing => html! {},
        Stage::Refused(why) => fields::finding(true, why),
        Stage::Running(count, progress) => {
            let name = if progress.waits { "table-waits" } else { "table-sends" };
            let done = [("done", (progress.done as u64).into()), ("count", (*count as u64).into())];
            html! { <p role="status">{ messages.fill(name, done) }</p> }
        }
    }
}

struct Form<'a> {
    draft: &'a Draft,
    is_new: bool,
    problems: Vec<(Field, &'static str)>,
    messages: &'a Messages,
    on_change: Callback<Draft>,
}

impl Form<'_> {
    fn change<T: 'static>(&self, change: fn(&mut Draft, T)) -> Callback<T> {
        let (draft, on_change) = (self.draft.clone(), self.on_change.clone());
        Callback::from(move |value: T| {
            let mut next = draft.clone();
            change(&mut next, value);
            on_change.emit(next);
        })
    }

    fn problem(&self, field: Field) -> Option<String> {
        self.problems.iter().find(|(at, _)| *at == field).map(|(_, name)| self.messages.text(name))
    }

    fn text(
        &self,
        id: &str,
        value: &str,
        field: Field,
        hint: Option<&str>,
        change: fn(&mut Draft, String),
    ) -> Html {
        let (problem, hint) = (self.problem(field), hint.map(|hint| self.messages.text(hint)));
        // Nothing has been written yet: that is no mistake.
        let problem = problem.filter(|_| !value.is_empty());
        TextField { id, label: self.messages.text(id), value, problem, hint }.view(self.change(change))
    }

    fn table(&self) -> Html {
        let (draft, messages) = (self.draft, self.messages);
        if !self.is_new {
            let sort =
                draft.sort_key().map(|key| format!(", {} ({})", key.name, key.key_type)).unwrap_or_default();
            return html! { <p><strong>{ &draft.name }</strong>{ format!(" · {} ({}){sort}", draft.partition.name, draft.partition.key_type) }<br /><span class="dialog-hint">{ messages.text("table-keys-stay") }</span></p> };
        }
        html! {
            <div class="table-form">
                { self.text("table-name", &draft.name, Field::Name, Some("table-name-rule"), |draft, text| draft.name = text) }
                { self.text("partition-key", &draft.partition.name, Field::Partition, Some("partition-key-rule"), |draft, text| draft.partition.name = text) }
                <span></span>{ key_type(messages, &draft.partition.key_type, self.change(|draft, text| draft.partition.key_type = text)) }
                { self.text("sort-key", &draft.sort.name, Field::Sort, Some("sort-key-rule"), |draft, text| draft.sort.name = text) }
                <span></span>{ key_type(messages, &draft.sort.key_type, self.change(|draft, text| draft.sort.key_type = text)) }
            </div>
        }
    }

    /// What comes and goes stands in a list of its own: beside it, the fields would be made anew and lose the focus.
    fn indexes(&self) -> Html {
        let (draft, messages) = (self.draft, self.messages);
        let add = |local: bool| match local {
            true => self.change(|draft, _: MouseEvent| draft.indexes.push(Index::new(true, draft))),
            false => self.change(|draft, _: MouseEvent| draft.indexes.push(Index::new(false, draft))),
        };
        let of_index = |place: usize| {
            let problems = self
                .problems
                .iter()
                .filter(|(field, _)| *field == Field::Index(place))
                .map(|(_, name)| *name);
            IndexFields {
                draft,
                place,
                locked: !self.is_new,
                problems: problems.collect(),
                messages,
                on_change: self.on_change.clone(),
            }
            .view()
        };
        html! {
            <details open={!draft.indexes.is_empty()} data-testid="table-indexes"><summary>{ messages.fill("table-indexes", [("count", (draft.indexes.len() as u64).into())]) }</summary>
                <>{ for (0..draft.indexes.len()).map(of_index) }</>
                <>{ for self.problem(Field::Indexes).map(|why| fields::finding(true, &why)) }</>
                <div class="request-row">
                    { fields::button("add-gsi", None, messages.text("add-gsi"), add(false)) }
                    if self.is_new { { fields::button("add-lsi", None, messages.text("add-lsi"), add(true)) } }
                </div>
                <p class="dialog-hint">{ messages.text("table-index-rule") }</p>
            </details>
        }
    }

    fn settings(&self) -> Html {
        let (draft, messages) = (self.draft, self.messages);
        let modes =
            [("on-demand", messages.text("on-demand")), ("provisioned", messages.text("provisioned"))];
        let mode = if draft.provisioned { "provisioned" } else { "on-demand" };
        let mut views = vec![("", messages.text("stream-none"))];
        views.extend(VIEW_TYPES.map(|name| (name, name.to_owned())));
        let units = |read: fn(&mut Draft, String),
                     write: fn(&mut Draft, String),
                     values: [&str; 2],
                     labels: [&str; 2]| {
            html! {
                <>
                    { self.text(labels[0], values[0], Field::Capacity, None, read) }
                    { self.text(labels[1], values[1], Field::Capacity, None, write) }
                </>
            }
        };
        let tags = self.change(|draft, text| draft.tags = text);
        let write_tags = Callback::from(move |event: InputEvent| tags.emit(written(&event)));
        html! {
            <details open={!self.is_new} data-testid="table-settings"><summary>{ messages.text("table-settings") }</summary>
                <div class="table-form">
                    <span class="request-label">{ messages.text("capacity-mode") }</span>
                    { fields::select("capacity-mode", messages.text("capacity-mode"), &modes, mode, self.change(|draft, mode: String| draft.provisioned = mode == "provisioned")) }
                    if draft.provisioned {
                        { units(|draft, text| draft.read = text, |draft, text| draft.write = text, [&draft.read, &draft.write], ["read-units", "write-units"]) }
                    } else {
                        { units(|draft, text| draft.max_read = text, |draft, text| draft.max_write = text, [&draft.max_read, &draft.max_write], ["max-read-units", "max-write-units"]) }
                    }
                    <span class="request-label">{ messages.text("table-stream") }</span>
                    { fields::select("table-stream", messages.text("table-stream"), &views, &draft.stream, self.change(|draft, view| draft.stream = view)) }
                    { self.text("table-expiry", &draft.expiry, Field::Indexes, Some("table-expiry-rule"), |draft, text| draft.expiry = text) }
                    <label class="request-label" for="table-tags">{ messages.text("table-tags") }</label>
                    <div class="dialog-field"><textarea class="field field--tall" id="table-tags" rows="2" spellcheck="false" value={draft.tags.clone()} oninput={write_tags} /><>{ for self.problem(Field::Tags).map(|why| fields::finding(true, &why)) }</></div>
                </div>
                { fields::check("table-recovery", messages.text("table-recovery"), draft.recovery, self.change(|draft, on| draft.recovery = on)) }
                { fields::check("table-protected", messages.text("table-protected"), draft.protected, self.change(|draft, on| draft.protected = on)) }
                { fields::check("table-infrequent", messages.text("table-infrequent"), draft.infrequent, self.change(|draft, on| draft.infrequent = on)) }
            </details>
        }
    }
}
