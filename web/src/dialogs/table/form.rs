//! The table form: its fields, its problems, its requests and their progress.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_app::request::json_text;
use dynalab_app::state::Action;
use dynalab_app::table::changes::{self, Step};
use dynalab_app::table::draft::{Draft, Index, VIEW_TYPES};
use dynalab_app::table::problems::{Field, problems};
use dynalab_app::table::read::read;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::index_fields::{IndexFields, key_type};
use super::steps::{self, Progress};
use crate::address::route::Route;
use crate::browser::field_events::written;
use crate::components::dialog::DialogFrame;
use crate::dialogs::fields::{self, TextField};
use crate::page::context::PageContext;
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;

#[derive(PartialEq, Properties)]
pub struct TableFormProps {
    pub scene: Scene,
    /// The name of the table to change; none creates a table.
    pub table: Option<String>,
}

/// The table being edited, as it was read.
#[derive(Clone, PartialEq)]
struct ExistingTable {
    before: Draft,
    arn: String,
}

#[derive(Clone, PartialEq)]
enum Stage {
    Writing,
    Running(usize, Progress),
    Refused(String),
}

/// The table form. `table` is the name of the table to change; none creates a table.
#[component]
pub fn TableForm(props: &TableFormProps) -> Html {
    let TableFormProps { scene, table } = props;
    let messages = scene.messages();
    let draft = use_state(Draft::default);
    let there = use_state(|| None::<ExistingTable>);
    let stage = use_state(|| Stage::Writing);
    let stop = use_memo((), |()| Rc::new(Cell::new(false)));
    {
        let (draft, there, stage, stop) = (draft.setter(), there.setter(), stage.setter(), stop.clone());
        let page = scene.page.clone();
        use_effect_with(table.clone(), move |table| {
            if let Some(table) = table.clone() {
                spawn_local(async move {
                    match ask(&page, &table).await {
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
    let is_new = table.is_none();
    let title =
        messages.text(if is_new { sentences::dialogs::TABLE_NEW } else { sentences::dialogs::TABLE_CHANGE });
    let on_close = scene.dispatch_callback(|| Action::CloseDialog);
    let waiting = !is_new && there.is_none();
    let form = Form {
        draft: &draft,
        is_new,
        problems: problems(&draft),
        messages,
        on_change: changing(draft.setter(), stage.clone()),
    };
    let steps = match &*there {
        Some(there) => changes::changes(&there.before, &draft, &there.arn),
        None => changes::creation(&draft),
    };
    let broken = steps.is_empty()
        || !form.problems.is_empty()
        || matches!(*stage, Stage::Running(..))
        || scene.is_follower();
    let onclick = sending(&scene.page, &steps, &draft, (*stop).clone(), stage.setter());
    html! {
        <DialogFrame name="table-dialog" {title} close={messages.text(sentences::shell::CLOSE)} {on_close}>
            if waiting && *stage == Stage::Writing {
                <p class="items-waiting">{ messages.text(sentences::dialogs::DIALOG_WAITING) }</p>
            } else {
                if !waiting {
                    { form.table() }
                    { form.indexes() }
                    { form.settings() }
                    { requests(&steps, messages) }
                }
                { render_status(&stage, messages) }
                <div class="dialog-foot">
                    if steps.len() == 1 { { into_editor(&steps, scene) } }
                    <button class="button button--go" type="button" data-testid="create-table" disabled={broken} {onclick}>
                        { messages.text(if is_new { sentences::dialogs::TABLE_CREATE } else { sentences::dialogs::TABLE_APPLY }) }
                    </button>
                </div>
            }
        </DialogFrame>
    }
}

async fn ask(page: &PageContext, table: &str) -> Result<ExistingTable, String> {
    let named = json!({ "TableName": table });
    let told: Value = page.look_at(("DescribeTable", named.to_string())).await?;
    let expiry = page.look_at(("DescribeTimeToLive", named.to_string())).await.unwrap_or_default();
    let backups = page.look_at(("DescribeContinuousBackups", named.to_string())).await.unwrap_or_default();
    let arn = told["Table"]["TableArn"].as_str().unwrap_or_default().to_owned();
    let tags = page
        .look_at(("ListTagsOfResource", json!({ "ResourceArn": arn }).to_string()))
        .await
        .unwrap_or_default();
    Ok(ExistingTable { before: read(&told["Table"], &expiry, &backups, &tags), arn })
}

fn sending(
    page: &PageContext,
    steps: &[Step],
    draft: &Draft,
    stop: Rc<Cell<bool>>,
    stage: UseStateSetter<Stage>,
) -> Callback<MouseEvent> {
    let (page, steps, table) = (page.clone(), steps.to_vec(), draft.name.clone());
    Callback::from(move |_| {
        let (steps, table, stop, stage) = (steps.clone(), table.clone(), stop.clone(), stage.clone());
        let page = page.clone();
        let count = steps.len();
        stop.set(false);
        spawn_local(async move {
            let tell = stage.clone();
            let tell = move |progress| tell.set(Stage::Running(count, progress));
            let done = steps::run(&page, steps, &table, stop, tell).await;
            match done {
                Ok(()) => {
                    page.close_dialog();
                    page.navigator.push(&Route::PlayTable { table });
                }
                Err(why) => stage.set(Stage::Refused(why)),
            }
        });
    })
}

fn requests(steps: &[Step], messages: &Messages) -> Html {
    let one = |step: &Step| format!("{} {}", step.operation, json_text::pretty(&step.body.to_string()));
    html! {
        <details data-testid="table-requests"><summary>{ messages.text(sentences::dialogs::TableRequests { count: (steps.len() as u64).into() }) }</summary>
            <pre class="code code--inset transfer-scroll" tabindex="0">{ steps.iter().map(one).collect::<Vec<_>>().join("\n\n") }</pre>
        </details>
    }
}

fn into_editor(steps: &[Step], scene: &Scene) -> Html {
    let request = steps.first().map(|step| (step.operation, json_text::pretty(&step.body.to_string())));
    let page = scene.page.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some((operation, body)) = request.clone() {
            page.edit(operation, body);
        }
        page.close_dialog();
    });
    fields::button("into-editor", None, scene.text(sentences::dialogs::INTO_EDITOR), onclick)
}

/// Returns a callback that replaces the draft. An error concerned the earlier fields, so it is removed.
fn changing(draft: UseStateSetter<Draft>, stage: UseStateHandle<Stage>) -> Callback<Draft> {
    Callback::from(move |next| {
        if matches!(*stage, Stage::Refused(_)) {
            stage.set(Stage::Writing);
        }
        draft.set(next);
    })
}

fn render_status(stage: &Stage, messages: &Messages) -> Html {
    match stage {
        Stage::Writing => html! {},
        Stage::Refused(why) => fields::finding(true, why),
        Stage::Running(count, progress) => {
            let (done, count) = ((progress.done as u64).into(), (*count as u64).into());
            let text = match progress.waits {
                true => messages.text(sentences::dialogs::TableWaits { done, count }),
                false => messages.text(sentences::dialogs::TableSends { done, count }),
            };
            html! { <p role="status">{ text }</p> }
        }
    }
}

struct Form<'a> {
    draft: &'a Draft,
    is_new: bool,
    problems: Vec<(Field, Sentence)>,
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
        self.problems.iter().find(|(at, _)| *at == field).map(|(_, name)| self.messages.text(*name))
    }

    fn text(
        &self,
        id: Sentence,
        value: &str,
        field: Field,
        hint: Option<Sentence>,
        change: fn(&mut Draft, String),
    ) -> Html {
        let (problem, hint) = (self.problem(field), hint.map(|hint| self.messages.text(hint)));
        // An empty field is not a problem while the person has not typed.
        let problem = problem.filter(|_| !value.is_empty());
        TextField { id: id.name(), label: self.messages.text(id), value, problem, hint }
            .view(self.change(change))
    }

    fn table(&self) -> Html {
        let (draft, messages) = (self.draft, self.messages);
        if !self.is_new {
            let sort =
                draft.sort_key().map(|key| format!(", {} ({})", key.name, key.key_type)).unwrap_or_default();
            return html! {
                <p>
                    <strong>{ &draft.name }</strong>
                    { format!(" · {} ({}){sort}", draft.partition.name, draft.partition.key_type) }
                    <br />
                    <span class="dialog-hint">{ messages.text(sentences::dialogs::TABLE_KEYS_STAY) }</span>
                </p>
            };
        }
        html! {
            <div class="table-form">
                { self.text(
                    sentences::dialogs::TABLE_NAME, &draft.name, Field::Name, Some(sentences::dialogs::TABLE_NAME_RULE),
                    |draft, text| draft.name = text,
                ) }
                { self.text(
                    sentences::dialogs::PARTITION_KEY, &draft.partition.name, Field::Partition, Some(sentences::dialogs::PARTITION_KEY_RULE),
                    |draft, text| draft.partition.name = text,
                ) }
                <span></span>{ key_type(messages, &draft.partition.key_type, self.change(|draft, text| draft.partition.key_type = text)) }
                { self.text(
                    sentences::dialogs::SORT_KEY, &draft.sort.name, Field::Sort, Some(sentences::dialogs::SORT_KEY_RULE),
                    |draft, text| draft.sort.name = text,
                ) }
                <span></span>{ key_type(messages, &draft.sort.key_type, self.change(|draft, text| draft.sort.key_type = text)) }
            </div>
        }
    }

    /// Renders the indexes in an element of their own. Otherwise an added index would recreate its sibling fields, which then lose the
    /// focus.
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
            <details open={!draft.indexes.is_empty()} data-testid="table-indexes"><summary>
                { messages.text(sentences::dialogs::TableIndexes { count: (draft.indexes.len() as u64).into() }) }</summary>
                <>{ for (0..draft.indexes.len()).map(of_index) }</>
                <>{ for self.problem(Field::Indexes).map(|why| fields::finding(true, &why)) }</>
                <div class="request-row">
                    { fields::button(sentences::dialogs::ADD_GSI.name(), None, messages.text(sentences::dialogs::ADD_GSI), add(false)) }
                    if self.is_new { { fields::button(sentences::dialogs::ADD_LSI.name(), None, messages.text(sentences::dialogs::ADD_LSI), add(true)) } }
                </div>
                <p class="dialog-hint">{ messages.text(sentences::dialogs::TABLE_INDEX_RULE) }</p>
            </details>
        }
    }

    fn settings(&self) -> Html {
        let (draft, messages) = (self.draft, self.messages);
        let modes = [
            ("on-demand", messages.text(sentences::dialogs::MODE_ON_DEMAND)),
            ("provisioned", messages.text(sentences::dialogs::MODE_PROVISIONED)),
        ];
        let mode = if draft.provisioned { "provisioned" } else { "on-demand" };
        let mut views = vec![("", messages.text(sentences::dialogs::STREAM_NONE))];
        views.extend(VIEW_TYPES.map(|name| (name, name.to_owned())));
        let units = |read: fn(&mut Draft, String),
                     write: fn(&mut Draft, String),
                     values: [&str; 2],
                     labels: [Sentence; 2]| {
            html! {
                <>
                    { self.text(labels[0], values[0], Field::Capacity, None, read) }
                    { self.text(labels[1], values[1], Field::Capacity, None, write) }
                </>
            }
        };
        let check = |name: Sentence, is_on: bool, set: fn(&mut Draft, bool)| {
            fields::check(name.name(), messages.text(name), is_on, self.change(set))
        };
        let tags = self.change(|draft, text| draft.tags = text);
        let write_tags = Callback::from(move |event: InputEvent| tags.emit(written(&event)));
        html! {
            <details open={!self.is_new} data-testid="table-settings"><summary>{ messages.text(sentences::dialogs::TABLE_SETTINGS) }</summary>
                <div class="table-form">
                    <span class="request-label">{ messages.text(sentences::dialogs::CAPACITY_MODE) }</span>
                    { fields::select(
                        sentences::dialogs::CAPACITY_MODE.name(), messages.text(sentences::dialogs::CAPACITY_MODE), &modes, mode,
                        self.change(|draft, mode: String| draft.provisioned = mode == "provisioned"),
                    ) }
                    if draft.provisioned {
                        { units(
                            |draft, text| draft.read = text, |draft, text| draft.write = text, [&draft.read, &draft.write],
                            [sentences::dialogs::READ_UNITS, sentences::dialogs::WRITE_UNITS],
                        ) }
                    } else {
                        { units(
                            |draft, text| draft.max_read = text, |draft, text| draft.max_write = text, [&draft.max_read, &draft.max_write],
                            [sentences::dialogs::MAX_READ_UNITS, sentences::dialogs::MAX_WRITE_UNITS],
                        ) }
                    }
                    <span class="request-label">{ messages.text(sentences::dialogs::TABLE_STREAM) }</span>
                    { fields::select(
                        sentences::dialogs::TABLE_STREAM.name(), messages.text(sentences::dialogs::TABLE_STREAM), &views, &draft.stream,
                        self.change(|draft, view| draft.stream = view),
                    ) }
                    { self.text(
                        sentences::dialogs::TABLE_EXPIRY, &draft.expiry, Field::Indexes, Some(sentences::dialogs::TABLE_EXPIRY_RULE),
                        |draft, text| draft.expiry = text,
                    ) }
                    <label class="request-label" for="table-tags">{ messages.text(sentences::dialogs::TABLE_TAGS) }</label>
                    <div class="dialog-field">
                        <textarea class="field field--tall" id="table-tags" rows="2" spellcheck="false" value={draft.tags.clone()} oninput={write_tags} />
                        <>{ for self.problem(Field::Tags).map(|why| fields::finding(true, &why)) }</>
                    </div>
                </div>
                { check(sentences::dialogs::TABLE_RECOVERY, draft.recovery, |draft, on| draft.recovery = on) }
                { check(sentences::dialogs::TABLE_PROTECTED, draft.protected, |draft, on| draft.protected = on) }
                { check(sentences::dialogs::TABLE_INFREQUENT, draft.infrequent, |draft, on| draft.infrequent = on) }
            </details>
        }
    }
}
