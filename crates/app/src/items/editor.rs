//! The state of the item editor: a new or existing item as a tree or as JSON, and the actions that change it.

use dynalab_request_text::interchange::plain;
use dynalab_types::wire::{decode_item, item_json};
use dynalab_types::{DataType, Item, ScalarType, json as wire_json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::items::tree::Node;
use crate::reduce::Reduce;
use crate::request::json_text;
use crate::table::facts::TableFacts;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum View {
    Tree,
    /// DynamoDB JSON.
    Typed,
    /// JSON without data types.
    Plain,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ItemEditor {
    pub facts: TableFacts,
    /// The item when it was opened, or none for a new item.
    pub before: Option<Map<String, Value>>,
    pub tree: Node,
    pub view: View,
    /// The JSON text of the item while the text view is edited.
    pub text: String,
    /// Whether the text is not a valid item.
    pub text_is_bad: bool,
    /// Why the item was not saved.
    pub failed: Option<String>,
}

/// What happens to the edited item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemAction {
    /// Changes the value at a path: the positions of its parents and its own.
    Tree {
        path: Vec<usize>,
        edit: TreeEdit,
    },
    Show(View),
    /// Writes the text of the shown view.
    Write(String),
    /// Makes it a new item with the same attributes.
    Duplicate,
    Failed(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TreeEdit {
    Rename(String),
    /// Sets the data type with this name, such as `SS`.
    SetType(String),
    SetText(String),
    /// Exchanges the value with its neighbor.
    Move {
        down: bool,
    },
    Remove,
    /// Adds a last child to the value.
    Add,
}

impl ItemEditor {
    /// Opens an item, or a new one with empty keys. Returns none if the item is not DynamoDB JSON.
    pub fn open(facts: TableFacts, before: Option<Map<String, Value>>) -> Option<ItemEditor> {
        let item = before.clone().unwrap_or_else(|| {
            let empty = |(name, key_type): &(String, ScalarType)| {
                let value = if key_type.name() == "N" { "0" } else { "" };
                (name.clone(), json!({ key_type.name(): value }))
            };
            facts.keys.0.iter().map(empty).collect()
        });
        let tree = Node::of_item(&item, &facts.key_names())?;
        let (view, text) = (View::Tree, String::new());
        Some(ItemEditor { facts, before, tree, view, text, text_is_bad: false, failed: None })
    }

    fn edit_tree(&mut self, path: &[usize], edit: TreeEdit) {
        match edit {
            TreeEdit::Add => return self.tree.add(path),
            TreeEdit::Remove => return self.tree.remove(path),
            TreeEdit::Move { down } => {
                self.tree.shift(path, down);
                return;
            }
            _ => {}
        }
        let Some(node) = self.tree.at_mut(path) else { return };
        match edit {
            TreeEdit::Rename(name) => node.name = name,
            TreeEdit::SetText(text) => node.text = text,
            TreeEdit::SetType(name) => {
                if let Some(data_type) = DataType::from_name(&name) {
                    node.change_type(data_type);
                }
            }
            TreeEdit::Add | TreeEdit::Remove | TreeEdit::Move { .. } => {}
        }
    }

    /// Returns the item, if it is valid.
    pub fn item(&self) -> Option<Item> {
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

    /// Returns true if the key of an existing item changed. Another key would be another item.
    pub fn key_has_changed(&self) -> bool {
        let (members, keys) = (self.tree.members(), self.facts.key_names());
        self.before.as_ref().is_some_and(|before| keys.iter().any(|key| before.get(key) != members.get(key)))
    }
}

impl Reduce for ItemEditor {
    type Action = ItemAction;

    fn apply(&mut self, action: ItemAction) {
        match action {
            ItemAction::Tree { path, edit } => self.edit_tree(&path, edit),
            ItemAction::Show(view) => self.show(view),
            ItemAction::Write(text) => self.write(text),
            ItemAction::Duplicate => (self.before, self.failed) = (None, None),
            ItemAction::Failed(sentence) => self.failed = Some(sentence),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::{ItemAction, ItemEditor, TreeEdit, View};
    use crate::reduce::Reduce;
    use crate::table::facts::TableFacts;

    fn facts() -> TableFacts {
        let described = json!({"TableName": "T", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]});
        TableFacts::read(&described)
    }

    fn opened(item: Value) -> ItemEditor {
        let item: Map<String, Value> = item.as_object().expect("an item").clone();
        ItemEditor::open(facts(), Some(item)).expect("DynamoDB JSON")
    }

    fn tree(path: &[usize], edit: TreeEdit) -> ItemAction {
        ItemAction::Tree { path: path.to_vec(), edit }
    }

    #[test]
    fn a_new_item_gets_an_attribute_in_its_tree() {
        let mut editor = ItemEditor::open(facts(), None).expect("an empty item");
        for action in [
            tree(&[0], TreeEdit::SetText("a".to_owned())),
            tree(&[], TreeEdit::Add),
            tree(&[1], TreeEdit::Rename("tags".to_owned())),
            tree(&[1], TreeEdit::SetType("L".to_owned())),
            tree(&[1], TreeEdit::Add),
            tree(&[1], TreeEdit::Add),
            tree(&[1, 0], TreeEdit::SetText("x".to_owned())),
            tree(&[1, 0], TreeEdit::Move { down: true }),
            tree(&[1, 0], TreeEdit::Remove),
            tree(&[9], TreeEdit::SetText("nowhere".to_owned())),
            tree(&[0], TreeEdit::SetType("no type".to_owned())),
        ] {
            editor.apply(action);
        }
        let wanted = json!({ "pk": { "S": "a" }, "tags": { "L": [{ "S": "x" }] } });
        assert_eq!(Value::Object(editor.tree.members()), wanted);
    }

    #[test]
    fn a_text_is_the_item_while_it_is_valid() {
        let mut editor = opened(json!({ "pk": { "S": "a" }, "n": { "N": "1" } }));
        editor.apply(ItemAction::Show(View::Plain));
        editor.apply(ItemAction::Write(r#"{"pk":"a","n":2}"#.to_owned()));
        assert_eq!(editor.tree.members()["n"], json!({ "N": "2" }));
        editor.apply(ItemAction::Write("{".to_owned()));
        assert!(editor.text_is_bad);
        assert_eq!(editor.tree.members()["n"], json!({ "N": "2" }), "the last valid text counts");
        editor.apply(ItemAction::Show(View::Typed));
        assert!(!editor.text_is_bad && editor.text.contains("\"N\": \"2\""), "{}", editor.text);
        editor.apply(ItemAction::Write(r#"{"pk":{"S":"b"}}"#.to_owned()));
        assert!(editor.key_has_changed());
        editor.apply(ItemAction::Failed("no".to_owned()));
        editor.apply(ItemAction::Duplicate);
        assert!(!editor.key_has_changed() && editor.failed.is_none(), "a new item may have any key");
    }
}
