//! The tree of an item: a row per value with name, type, text and buttons.

use dynalab_app::items::editor::{ItemAction, TreeEdit};
use dynalab_app::items::tree::{Node, Problem, TYPES};
use dynalab_types::DataType;
use dynalab_types::wire::{base64_bytes, base64_text};
use js_sys::Uint8Array;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::fields;
use crate::browser::field_events::written;
use crate::page::messages::Messages;
use crate::page::sentences;

/// Number of bytes that are shown as hexadecimal digits.
const HEX_SHOWN: usize = 256;

pub struct Rows<'a> {
    pub root: &'a Node,
    pub problems: &'a [(Vec<usize>, Problem)],
    /// Attributes that cannot be edited, because they are the key of an existing item.
    pub locked: &'a [String],
    pub messages: &'a Messages,
    pub on_change: Callback<ItemAction>,
}

impl Rows<'_> {
    pub fn view(&self) -> Html {
        let mut rows = Vec::new();
        self.collect(self.root, &mut Vec::new(), &mut rows);
        html! {
            <div class="item-tree" role="group" aria-label={self.messages.text(sentences::dialogs::ITEM_TREE)} data-testid="item-tree">
                { for rows }
                { self.adder(Vec::new()) }
            </div>
        }
    }

    fn collect(&self, node: &Node, path: &mut Vec<usize>, rows: &mut Vec<Html>) {
        for (place, child) in node.children.iter().enumerate() {
            path.push(place);
            rows.push(self.row(node, child, path));
            self.collect(child, path, rows);
            if child.has_children() {
                rows.push(self.adder(path.clone()));
            }
            path.pop();
        }
    }

    fn change(&self, path: &[usize], edit: fn(String) -> TreeEdit) -> Callback<String> {
        let path = path.to_vec();
        self.on_change.reform(move |text: String| ItemAction::Tree { path: path.clone(), edit: edit(text) })
    }

    /// Returns the handler of a button that edits the value at a path.
    fn edit(&self, path: &[usize], edit: TreeEdit) -> Callback<MouseEvent> {
        let action = ItemAction::Tree { path: path.to_vec(), edit };
        self.on_change.reform(move |_: MouseEvent| action.clone())
    }

    fn row(&self, parent: &Node, node: &Node, path: &[usize]) -> Html {
        let messages = self.messages;
        let locked = path.len() == 1 && self.locked.contains(&node.name);
        let problem = self.problems.iter().find(|(at, _)| at == path).map(|(_, problem)| *problem);
        let bad_name = matches!(problem, Some(Problem::NoName | Problem::NameTwice));
        let name = match parent.data_type {
            _ if locked => {
                html! {
                    <span class="item-name item-name--locked">{ &node.name }<span class="chip">{ messages.text(sentences::dialogs::KEY_LOCKED) }</span></span>
                }
            }
            DataType::M => {
                let rename = self.change(path, TreeEdit::Rename);
                html! {
                    <span class="item-name">{ fields::input(&node.name, messages.text(sentences::workbench::ATTRIBUTE_NAME), None, bad_name, rename) }</span>
                }
            }
            _ => {
                html! { <span class="item-name item-name--place">{ path.last().copied().unwrap_or(0) }</span> }
            }
        };
        let in_set = matches!(parent.data_type, DataType::Ss | DataType::Ns | DataType::Bs);
        let depth = path.len().min(8);
        html! {
            <div class={format!("item-row item-row--{depth}")} role="group" aria-label={label_of(parent, node, path)}>
                { name }
                { if in_set || locked { html! { <span class="chip">{ node.data_type.name() }</span> } } else { self.types(node, path) } }
                { if locked { html! { <span class="item-value">{ &node.text }</span> } } else { self.value(node, path, problem.is_some() && !bad_name) } }
                if !locked { { self.render_move_buttons(parent, path) } }
                if let Some(problem) = problem { <p class="dialog-hint dialog-hint--bad" role="alert">{ messages.text(problem.name()) }</p> }
            </div>
        }
    }

    fn types(&self, node: &Node, path: &[usize]) -> Html {
        let options = TYPES.map(|data_type| (data_type.name(), data_type.name().to_owned()));
        let change = self.change(path, TreeEdit::SetType);
        fields::select(
            sentences::dialogs::VALUE_TYPE.name(),
            self.messages.text(sentences::dialogs::VALUE_TYPE),
            &options,
            node.data_type.name(),
            change,
        )
    }

    fn value(&self, node: &Node, path: &[usize], bad: bool) -> Html {
        let label = self.messages.text(sentences::pictures::VALUE);
        let write = self.change(path, TreeEdit::SetText);
        match node.data_type {
            DataType::S if node.text.contains('\n') || node.text.len() > 80 => {
                let oninput = Callback::from(move |event: InputEvent| write.emit(written(&event)));
                html! { <textarea class="field field--tall item-value" rows="3" aria-label={label} value={node.text.clone()} {oninput} /> }
            }
            DataType::S | DataType::N => {
                html! { <span class="item-value">{ fields::input(&node.text, label, None, bad, write) }</span> }
            }
            DataType::B => self.binary(node, path, bad),
            DataType::Bool => {
                let truth = ["true", "false"].map(|word| (word, word.to_owned()));
                html! { <span class="item-value">{ fields::select("truth", label, &truth, &node.text, write) }</span> }
            }
            DataType::Null => html! { <span class="item-value item-none">{ "NULL" }</span> },
            _ => {
                let count = self
                    .messages
                    .text(sentences::dialogs::ElementCount { count: (node.children.len() as u64).into() });
                html! { <span class="item-value item-none">{ count }</span> }
            }
        }
    }

    /// Renders the field of a binary value: Base64 or a file, with its hexadecimal digits.
    fn binary(&self, node: &Node, path: &[usize], bad: bool) -> Html {
        let write = self.change(path, TreeEdit::SetText);
        let take = write.clone();
        let onchange = Callback::from(move |event: Event| {
            let file = event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.files()?.get(0));
            let (Some(file), take) = (file, take.clone()) else { return };
            spawn_local(async move {
                if let Ok(buffer) = JsFuture::from(file.array_buffer()).await {
                    take.emit(base64_text(&Uint8Array::new(&buffer).to_vec()));
                }
            });
        });
        let bytes = base64_bytes(&node.text).unwrap_or_default();
        let length = bytes.len();
        html! {
            <span class="item-value item-value--binary">
                { fields::input(&node.text, self.messages.text(sentences::dialogs::VALUE_BASE64), None, bad, write) }
                <label class="button">{ self.messages.text(sentences::dialogs::CHOOSE_FILE) }<input class="visually-hidden" type="file" {onchange} /></label>
                <details><summary>{ self.messages.text(sentences::dialogs::Bytes { bytes: (length as u64).into() }) }</summary>
                    <pre class="code code--inset" tabindex="0">
                        { hex(bytes.get(..HEX_SHOWN).unwrap_or(&bytes)) }{ if length > HEX_SHOWN { "…" } else { "" } }
                    </pre>
                </details>
            </span>
        }
    }

    fn render_move_buttons(&self, parent: &Node, path: &[usize]) -> Html {
        let messages = self.messages;
        let (place, last) = (path.last().copied().unwrap_or(0), parent.children.len().saturating_sub(1));
        // Attributes of an item have no order; elements of a list do.
        let ordered = parent.data_type == DataType::L;
        html! {
            <span class="item-moves">
                if ordered {
                    { fields::sign("↑", messages.text(sentences::dialogs::MOVE_UP), place == 0, self.edit(path, TreeEdit::Move { down: false })) }
                    { fields::sign("↓", messages.text(sentences::dialogs::MOVE_DOWN), place == last, self.edit(path, TreeEdit::Move { down: true })) }
                }
                { fields::sign("×", messages.text(sentences::dialogs::REMOVE), false, self.edit(path, TreeEdit::Remove)) }
            </span>
        }
    }

    fn adder(&self, path: Vec<usize>) -> Html {
        let inside = self.root.at(&path).map_or(DataType::M, |node| node.data_type);
        let name = if inside == DataType::M {
            sentences::workbench::ADD_ATTRIBUTE
        } else {
            sentences::dialogs::ADD_ELEMENT
        };
        let depth = (path.len() + 1).min(8);
        let (top, onclick) = (path.is_empty(), self.edit(&path, TreeEdit::Add));
        html! {
            <div class={format!("item-row item-row--{depth}")}>
                <button class="button button--quiet" type="button" data-testid={top.then_some("add-attribute")} {onclick}>
                    { "+ " }{ self.messages.text(name) }
                </button>
            </div>
        }
    }
}

fn label_of(parent: &Node, node: &Node, path: &[usize]) -> String {
    match parent.data_type {
        DataType::M => node.name.clone(),
        _ => path.last().map(ToString::to_string).unwrap_or_default(),
    }
}

/// Formats bytes as hexadecimal digits, sixteen bytes per line.
fn hex(bytes: &[u8]) -> String {
    let line = |line: &[u8]| line.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    bytes.chunks(16).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn bytes_are_shown_sixteen_a_line() {
        let bytes: Vec<u8> = (0..17).collect();
        assert_eq!(super::hex(&bytes), "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n10");
        assert_eq!(super::hex(&[]), "");
    }
}
