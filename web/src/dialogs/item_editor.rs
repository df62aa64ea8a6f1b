//! The item editor: a new or existing item as a tree or as JSON, with its size. It saves only if the item did not change
//! meanwhile.

use dynalab_app::items::editor::{ItemAction, ItemEditor, View};
use dynalab_app::items::save;
use dynalab_app::reduce::Reduce;
use dynalab_app::state::{Action, ItemToEdit};
use dynalab_app::table::facts::TableFacts;
use dynalab_request_text::interchange::checks;
use serde_json::{Map, Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::described_table;
use super::fields;
use super::item_rows::Rows;
use crate::browser::field_events::written;
use crate::components::dialog::DialogFrame;
use crate::components::icon::Icon;
use crate::page::context::PageContext;
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;

#[derive(PartialEq, Properties)]
pub struct ItemEditorProps {
    pub scene: Scene,
    pub item: ItemToEdit,
}

#[component]
pub fn ItemEditorDialog(props: &ItemEditorProps) -> Html {
    let ItemEditorProps { scene, item } = props;
    let messages = scene.messages();
    let editing = use_state(|| None::<ItemEditor>);
    let failed = use_state(|| None::<String>);
    {
        let (page, editing, failed) = (scene.page.clone(), editing.setter(), failed.setter());
        use_effect_with(item.clone(), move |item| {
            let item = item.clone();
            spawn_local(async move {
                match open(&page, &item).await {
                    Ok(opened) => editing.set(Some(opened)),
                    Err(why) => failed.set(Some(why)),
                }
            });
        });
    }
    let is_new = editing.as_ref().is_none_or(|editing| editing.before.is_none());
    let title =
        messages.text(if is_new { sentences::dialogs::ITEM_NEW } else { sentences::dialogs::ITEM_EDIT });
    let on_close = scene.dispatch_callback(|| Action::CloseDialog);
    html! {
        <DialogFrame name="item-dialog" {title} close={messages.text(sentences::shell::CLOSE)} {on_close}>
            { match (&*editing, &*failed) {
                (Some(shown), _) => view(shown, scene, editing.setter()),
                (None, Some(why)) => fields::finding(true, why),
                (None, None) => html! { <p class="items-waiting">{ messages.text(sentences::dialogs::DIALOG_WAITING) }</p> },
            } }
        </DialogFrame>
    }
}

async fn open(page: &PageContext, item: &ItemToEdit) -> Result<ItemEditor, String> {
    let facts = described_table::ask(page, &item.table).await?;
    let before = match &item.key {
        Some(key) => {
            let key: Value = serde_json::from_str(key).map_err(|error| error.to_string())?;
            let question = json!({"TableName": item.table, "Key": key, "ConsistentRead": true});
            let answer: Value = page.look_at(("GetItem", question.to_string())).await?;
            answer["Item"].as_object().cloned()
        }
        None => None,
    };
    ItemEditor::open(facts, before).ok_or_else(|| "DynamoDB JSON".to_owned())
}

fn view(editing: &ItemEditor, scene: &Scene, set: UseStateSetter<Option<ItemEditor>>) -> Html {
    let messages = scene.messages();
    let change = {
        let (editing, set) = (editing.clone(), set.clone());
        Callback::from(move |action: ItemAction| {
            let mut next = editing.clone();
            next.apply(action);
            set.set(Some(next));
        })
    };
    let problems = editing.tree.problems();
    let locked = if editing.before.is_some() { editing.facts.key_names() } else { Vec::new() };
    let inside = match editing.view {
        View::Tree => {
            let on_change = change.clone();
            Rows { root: &editing.tree, problems: &problems, locked: &locked, messages, on_change }.view()
        }
        _ => {
            let oninput = change.reform(|event: InputEvent| ItemAction::Write(written(&event)));
            html! {
                <textarea
                    class="code code--edit code--inset" rows="16" data-testid="item-json" aria-label={messages.text(sentences::dialogs::ITEM_JSON)}
                    aria-invalid={editing.text_is_bad.then_some("true")}
                    spellcheck="false" autocapitalize="off" value={editing.text.clone()} {oninput}
                />
            }
        }
    };
    let broken = editing.text_is_bad || !problems.is_empty() || editing.key_has_changed();
    html! {
        <>
            { views(editing.view, messages, &change) }
            { inside }
            if editing.text_is_bad { { fields::finding(true, &messages.text(sentences::dialogs::ITEM_NOT_JSON)) } }
            if editing.key_has_changed() { { fields::finding(true, &messages.text(sentences::dialogs::ITEM_OTHER_KEY)) } }
            { weight(editing, messages) }
            if let Some(why) = &editing.failed { { fields::finding(true, why) } }
            if !scene.is_follower() { { foot(editing, scene, broken, &change) } }
        </>
    }
}

fn views(shown: View, messages: &Messages, change: &Callback<ItemAction>) -> Html {
    let one = |view: View, name: Sentence| {
        let onclick = change.reform(move |_: MouseEvent| ItemAction::Show(view));
        html! {
            <button class="button" type="button" data-testid={name.name()} aria-pressed={(view == shown).to_string()} {onclick}>{ messages.text(name) }</button>
        }
    };
    html! {
        <div class="request-row" role="group" aria-label={messages.text(sentences::dialogs::ITEM_VIEWS)}>
            { one(View::Tree, sentences::dialogs::VIEW_TREE) }
            { one(View::Typed, sentences::dialogs::VIEW_TYPED) }
            { one(View::Plain, sentences::dialogs::VIEW_PLAIN) }
        </div>
    }
}

/// Renders the bytes of the item and of each attribute, and the capacity units that the item consumes.
fn weight(editing: &ItemEditor, messages: &Messages) -> Html {
    let Some(item) = editing.item() else { return html! {} };
    let bytes = item.size_bytes();
    let (write, read) = checks::units(bytes);
    let total = messages.text(sentences::dialogs::ItemWeight {
        bytes: bytes.into(),
        write: write.into(),
        read: read.into(),
    });
    let mut attributes: Vec<(&str, u64)> =
        item.iter().map(|(name, value)| (name, name.len() as u64 + value.size_bytes())).collect();
    attributes.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    html! {
        <>
            <details class="item-weight" data-testid="item-weight"><summary>{ total }</summary>
                <table class="sheet"><tbody>
                    { for attributes.into_iter().map(|(name, bytes)| html! {
                        <tr><th scope="row">{ name }</th><td class="sheet-num">{ messages.text(sentences::dialogs::Bytes { bytes: bytes.into() }) }</td></tr>
                    }) }
                </tbody></table>
            </details>
            if bytes > checks::ITEM_MAX_BYTES { { fields::finding(true, &messages.text(sentences::dialogs::ITEM_TOO_LARGE)) } }
        </>
    }
}

fn foot(editing: &ItemEditor, scene: &Scene, broken: bool, change: &Callback<ItemAction>) -> Html {
    let messages = scene.messages();
    let send = |operation: &'static str, body: Value| {
        let (is_new, change) = (editing.before.is_none(), change.clone());
        let (page, messages) = (scene.page.clone(), *messages);
        Callback::from(move |_: MouseEvent| {
            let (change, body) = (change.clone(), body.clone());
            let (page, messages) = (page.clone(), messages);
            spawn_local(async move {
                match page.run(operation, &body).await {
                    Ok(_) => page.close_dialog(),
                    Err(error) => {
                        // DynamoDB's message does not explain the editor's condition, so the editor has its own sentence.
                        let conditional =
                            error.exception.as_deref() == Some("ConditionalCheckFailedException");
                        let name = if is_new {
                            sentences::dialogs::ITEM_IS_THERE
                        } else {
                            sentences::dialogs::ITEM_CHANGED_MEANWHILE
                        };
                        let why = if conditional { messages.text(name) } else { error.message };
                        change.emit(ItemAction::Failed(why));
                    }
                }
            });
        })
    };
    let (facts, item) = (&editing.facts, editing.tree.members());
    let partition_key = facts.key_names().first().cloned().unwrap_or_default();
    let put = save::request(&facts.name, &partition_key, editing.before.as_ref(), &item);
    let duplicate = change.reform(|_: MouseEvent| ItemAction::Duplicate);
    html! {
        <div class="dialog-foot">
            if let Some(before) = &editing.before {
                <button
                    class="button button--danger" type="button" data-testid="delete-item"
                    onclick={send("DeleteItem", save::deletion(&facts.name, &key_of(before, facts), before))}
                >
                    { Icon::Bin.draw() }
                    { messages.text(sentences::dialogs::ITEM_DELETE) }
                </button>
                { fields::button("duplicate-item", None, messages.text(sentences::dialogs::ITEM_DUPLICATE), duplicate) }
            }
            <button class="button button--go" type="button" data-testid="save-item" disabled={broken} onclick={send("PutItem", put)}>
                { messages.text(sentences::dialogs::ITEM_SAVE) }
            </button>
        </div>
    }
}

fn key_of(item: &Map<String, Value>, facts: &TableFacts) -> Map<String, Value> {
    facts.key_names().into_iter().filter_map(|name| Some((name.clone(), item.get(&name)?.clone()))).collect()
}
