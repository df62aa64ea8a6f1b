//! The item editor: a new item, or one that is there, as a tree or as JSON; what it weighs; saved only if nobody changed it
//! meanwhile.

use dynalab_playground::interchange::{checks, plain};
use dynalab_types::wire::{decode_item, item_json};
use dynalab_types::{Item, json as wire_json};
use serde_json::{Map, Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::item_rows::{Change, Rows};
use super::item_tree::Node;
use super::place::DialogPlace;
use super::table_facts::TableFacts;
use super::{fields, item_save};
use crate::components::dialog::DialogFrame;
use crate::components::icon::Icon;
use crate::door;
use crate::field_events::written;
use crate::json_text;
use crate::messages::Messages;

#[derive(PartialEq, Properties)]
pub struct ItemEditorProps {
    pub place: DialogPlace,
    pub messages: Messages,
}

#[derive(Clone, Copy, PartialEq)]
enum View {
    Tree,
    Typed,
    Plain,
}

#[derive(Clone, PartialEq)]
struct Editing {
    facts: TableFacts,
    /// The item as it was opened; none when it is new.
    before: Option<Map<String, Value>>,
    tree: Node,
    view: View,
    /// Of a view that is text, while it is written.
    text: String,
    /// The text is no item.
    text_is_bad: bool,
    failed: Option<String>,
}

/// `{"table":"Orders","key":{…}}`; without a key it is about a new item.
#[component]
pub fn ItemEditor(props: &ItemEditorProps) -> Html {
    let ItemEditorProps { place, messages } = props;
    let editing = use_state(|| None::<Editing>);
    let failed = use_state(|| None::<String>);
    {
        let (editing, failed) = (editing.setter(), failed.setter());
        use_effect_with(place.argument.clone(), move |argument| {
            let argument: Value = serde_json::from_str(argument).unwrap_or_default();
            spawn_local(async move {
                match open(&argument).await {
                    Ok(opened) => editing.set(Some(opened)),
                    Err(why) => failed.set(Some(why)),
                }
            });
        });
    }
    let is_new = editing.as_ref().is_none_or(|editing| editing.before.is_none());
    let title = messages.text(if is_new { "item-new" } else { "item-edit" });
    let on_close = Callback::from(|()| door::act("close-dialog", &Value::Null));
    html! {
        <DialogFrame name="item-dialog" {title} close={messages.text("close")} {on_close}>
            { match (&*editing, &*failed) {
                (Some(shown), _) => view(shown, place, messages, editing.setter()),
                (None, Some(why)) => fields::finding(true, why),
                (None, None) => html! { <p class="items-waiting">{ messages.text("dialog-waiting") }</p> },
            } }
        </DialogFrame>
    }
}

async fn open(argument: &Value) -> Result<Editing, String> {
    let table = argument["table"].as_str().unwrap_or_default();
    let facts = TableFacts::ask(table).await?;
    let before = match argument.get("key").filter(|key| key.is_object()) {
        Some(key) => {
            let question = json!({"TableName": table, "Key": key, "ConsistentRead": true});
            let answer: Value = door::look("GetItem", &question).await?;
            answer["Item"].as_object().cloned()
        }
        None => None,
    };
    let keys = facts.key_names();
    let item = before.clone().unwrap_or_else(|| {
        let empty = |(name, key_type): &(String, dynalab_types::ScalarType)| {
            (name.clone(), json!({ key_type.name(): if key_type.name() == "N" { "0" } else { "" } }))
        };
        facts.keys.0.iter().map(empty).collect()
    });
    let tree = Node::of_item(&item, &keys).ok_or("DynamoDB JSON")?;
    let (view, text) = (View::Tree, String::new());
    Ok(Editing { facts, before, tree, view, text, text_is_bad: false, failed: None })
}

impl Editing {
    fn item(&self) -> Option<Item> {
        let text = Value::Object(self.tree.members()).to_string();
        match wire_json::parse(&text) {
            Ok(wire_json::Value::Object(object)) => decode_item(&object).ok(),
            _ => None,
        }
    }

    fn show(&mut self, view: View) {
        let item = self.item();
        self.text = match view {
            View::Tree => String::new(),
            View::Typed => json_text::pretty(&Value::Object(self.tree.members()).to_string()),
            View::Plain => {
                let mut text = String::new();
                let members = item.map(|item| plain::plain_of_item(&item)).unwrap_or_default();
                wire_json::write_object(&members, &mut text);
                json_text::pretty(&text)
            }
        };
        (self.view, self.text_is_bad) = (view, false);
    }

    fn write(&mut self, text: String) {
        let typed = match (self.view, wire_json::parse(&text)) {
            (View::Plain, Ok(wire_json::Value::Object(object))) => {
                plain::item_of_plain(&object).ok().map(|item| item_json(&item))
            }
            (View::Typed, Ok(_)) => Some(text.clone()),
            _ => None,
        };
        let members = typed.and_then(|typed| serde_json::from_str::<Map<String, Value>>(&typed).ok());
        let tree = members.and_then(|members| Node::of_item(&members, &self.facts.key_names()));
        self.text_is_bad = tree.is_none();
        self.text = text;
        if let Some(tree) = tree {
            self.tree = tree;
        }
    }

    /// The key of an item that is there does not change: another key is another item.
    fn key_has_changed(&self) -> bool {
        let (members, keys) = (self.tree.members(), self.facts.key_names());
        self.before.as_ref().is_some_and(|before| keys.iter().any(|key| before.get(key) != members.get(key)))
    }
}

fn view(
    editing: &Editing,
    place: &DialogPlace,
    messages: &Messages,
    set: UseStateSetter<Option<Editing>>,
) -> Html {
    let change = {
        let (editing, set) = (editing.clone(), set.clone());
        Callback::from(move |change: Box<dyn FnOnce(&mut Editing)>| {
            let mut next = editing.clone();
            change(&mut next);
            set.set(Some(next));
        })
    };
    let problems = editing.tree.problems();
    let locked = if editing.before.is_some() { editing.facts.key_names() } else { Vec::new() };
    let inside = match editing.view {
        View::Tree => {
            let on_change = change.reform(|change: Change| -> Box<dyn FnOnce(&mut Editing)> {
                Box::new(move |editing: &mut Editing| change(&mut editing.tree))
            });
            Rows { root: &editing.tree, problems: &problems, locked: &locked, messages, on_change }.view()
        }
        _ => {
            let change = change.clone();
            let oninput = Callback::from(move |event: InputEvent| {
                let text = written(&event);
                change.emit(Box::new(move |editing: &mut Editing| editing.write(text)));
            });
            html! { <textarea class="code code--edit code--inset" rows="16" data-testid="item-json" aria-label={messages.text("item-json")} aria-invalid={editing.text_is_bad.then_some("true")} spellcheck="false" autocapitalize="off" value={editing.text.clone()} {oninput} /> }
        }
    };
    let broken = editing.text_is_bad || !problems.is_empty() || editing.key_has_changed();
    html! {
        <>
            { views(editing.view, messages, &change) }
            { inside }
            if editing.text_is_bad { { fields::finding(true, &messages.text("item-not-json")) } }
            if editing.key_has_changed() { { fields::finding(true, &messages.text("item-other-key")) } }
            { weight(editing, messages) }
            if let Some(why) = &editing.failed { { fields::finding(true, why) } }
            if !place.page.follows { { foot(editing, messages, broken, &set) } }
        </>
    }
}

/// What is done to what is being edited.
type Edit = Box<dyn FnOnce(&mut Editing)>;

fn views(shown: View, messages: &Messages, change: &Callback<Edit>) -> Html {
    let one = |view: View, name: &str| {
        let onclick = change.reform(move |_: MouseEvent| -> Box<dyn FnOnce(&mut Editing)> {
            Box::new(move |editing: &mut Editing| editing.show(view))
        });
        html! { <button class="button" type="button" data-testid={name.to_owned()} aria-pressed={(view == shown).to_string()} {onclick}>{ messages.text(name) }</button> }
    };
    html! {
        <div class="request-row" role="group" aria-label={messages.text("item-views")}>
            { one(View::Tree, "view-tree") }{ one(View::Typed, "view-typed") }{ one(View::Plain, "view-plain") }
        </div>
    }
}

/// The bytes of the item, of each attribute, and the units that it takes.
fn weight(editing: &Editing, messages: &Messages) -> Html {
    let Some(item) = editing.item() else { return html! {} };
    let bytes = item.size_bytes();
    let (write, read) = checks::units(bytes);
    let total = messages
        .fill("item-weight", [("bytes", bytes.into()), ("write", write.into()), ("read", read.into())]);
    let mut attributes: Vec<(&str, u64)> =
        item.iter().map(|(name, value)| (name, name.len() as u64 + value.size_bytes())).collect();
    attributes.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    html! {
        <>
            <details class="item-weight" data-testid="item-weight"><summary>{ total }</summary>
                <table class="sheet"><tbody>
                    { for attributes.into_iter().map(|(name, bytes)| html! { <tr><th scope="row">{ name }</th><td class="sheet-num">{ messages.fill("bytes", [("bytes", bytes.into())]) }</td></tr> }) }
                </tbody></table>
            </details>
            if bytes > checks::ITEM_MAX_BYTES { { fields::finding(true, &messages.text("item-too-large")) } }
        </>
    }
}

fn foot(editing: &Editing, messages: &Messages, broken: bool, set: &UseStateSetter<Option<Editing>>) -> Html {
    let send = |operation: &'static str, body: Value| {
        let (editing, set, messages) = (editing.clone(), set.clone(), messages.clone());
        Callback::from(move |_: MouseEvent| {
            let (editing, set, messages, body) =
                (editing.clone(), set.clone(), messages.clone(), body.clone());
            spawn_local(async move {
                match door::run(operation, &body).await {
                    Ok(_) => door::act("close-dialog", &Value::Null),
                    Err(why) => {
                        // The sentence of the service says which condition failed, and not why it was there.
                        let conditional = why.contains("conditional request failed");
                        let name =
                            if editing.before.is_some() { "item-changed-meanwhile" } else { "item-is-there" };
                        let why = if conditional { messages.text(name) } else { why };
                        set.set(Some(Editing { failed: Some(why), ..editing }));
                    }
                }
            });
        })
    };
    let (facts, item) = (&editing.facts, editing.tree.members());
    let partition_key = facts.key_names().first().cloned().unwrap_or_default();
    let put = item_save::request(&facts.name, &partition_key, editing.before.as_ref(), &item);
    let duplicate = {
        let (editing, set) = (editing.clone(), set.clone());
        Callback::from(move |_: MouseEvent| {
            set.set(Some(Editing { before: None, failed: None, ..editing.clone() }))
        })
    };
    html! {
        <div class="dialog-foot">
            if let Some(before) = &editing.before {
                <button class="button button--danger" type="button" data-testid="delete-item" onclick={send("DeleteItem", item_save::deletion(&facts.name, &key_of(before, facts), before))}>{ Icon::Bin.draw() }{ messages.text("item-delete") }</button>
                { fields::button("duplicate-item", None, messages.text("item-duplicate"), duplicate) }
            }
            <button class="button button--go" type="button" data-testid="save-item" disabled={broken} onclick={send("PutItem", put)}>{ messages.text("item-save") }</button>
        </div>
    }
}

fn key_of(item: &Map<String, Value>, facts: &TableFacts) -> Map<String, Value> {
    facts.key_names().into_iter().filter_map(|name| Some((name.clone(), item.get(&name)?.clone()))).collect()
}
