//! An item as an editable tree: every value with its type and its text, valid or not.

use crate::sentences;
use dynalab_messages::Sentence;
use dynalab_types::wire::base64_bytes;
use dynalab_types::{DataType, Number};
use serde_json::{Map, Value, json};

/// The data types in the order in which the menu shows them.
pub const TYPES: [DataType; 10] = [
    DataType::S,
    DataType::N,
    DataType::Bool,
    DataType::Null,
    DataType::M,
    DataType::L,
    DataType::Ss,
    DataType::Ns,
    DataType::B,
    DataType::Bs,
];

/// A value with its children, and its name unless it is an element of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub name: String,
    pub data_type: DataType,
    /// The text of a scalar as typed, `true` or `false`, or Base64.
    pub text: String,
    /// The children of a map, a list or a set. The elements of a set are scalars.
    pub children: Vec<Node>,
}

/// A problem of a value in its present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    NotANumber,
    NotBase64,
    EmptySet,
    Duplicate,
    NoName,
    NameTwice,
}

impl Problem {
    pub fn name(self) -> Sentence {
        match self {
            Problem::NotANumber => sentences::dialogs::PROBLEM_NOT_A_NUMBER,
            Problem::NotBase64 => sentences::dialogs::PROBLEM_NOT_BASE64,
            Problem::EmptySet => sentences::dialogs::PROBLEM_EMPTY_SET,
            Problem::Duplicate => sentences::dialogs::PROBLEM_DUPLICATE,
            Problem::NoName => sentences::dialogs::PROBLEM_NO_NAME,
            Problem::NameTwice => sentences::dialogs::PROBLEM_NAME_TWICE,
        }
    }
}

impl Node {
    pub fn new(name: &str, data_type: DataType) -> Node {
        let mut node = Node { name: name.to_owned(), data_type, text: String::new(), children: Vec::new() };
        node.change_type(data_type);
        node
    }

    /// Reads a value in DynamoDB JSON. Returns none if it is not valid.
    pub fn read(name: &str, value: &Value) -> Option<Node> {
        let (tag, inner) = value.as_object().filter(|object| object.len() == 1)?.iter().next()?;
        let data_type = DataType::from_name(tag)?;
        let mut node = Node { name: name.to_owned(), data_type, text: String::new(), children: Vec::new() };
        match (element_of(data_type), inner) {
            (Some(element), Value::Array(elements)) => {
                for text in elements {
                    let text = text.as_str()?.to_owned();
                    node.children.push(Node { text, ..Node::new("", element) });
                }
            }
            (None, Value::Array(elements)) if data_type == DataType::L => {
                node.children =
                    elements.iter().map(|element| Node::read("", element)).collect::<Option<_>>()?;
            }
            (None, Value::Object(members)) if data_type == DataType::M => {
                node.children =
                    members.iter().map(|(name, member)| Node::read(name, member)).collect::<Option<_>>()?;
            }
            (None, Value::String(text)) => node.text.clone_from(text),
            (None, Value::Bool(truth)) => node.text = truth.to_string(),
            _ => return None,
        }
        Some(node)
    }

    /// Reads a whole item as a map without a name. The attributes in `first` are its first children.
    pub fn of_item(item: &Map<String, Value>, first: &[String]) -> Option<Node> {
        let mut root = Node::read("", &json!({ "M": item }))?;
        let place = |name: &str| first.iter().position(|key| key == name).unwrap_or(first.len());
        root.children.sort_by_key(|child| place(&child.name));
        Some(root)
    }

    pub fn has_children(&self) -> bool {
        matches!(self.data_type, DataType::M | DataType::L) || element_of(self.data_type).is_some()
    }

    /// Returns the value in DynamoDB JSON, including invalid texts.
    pub fn value(&self) -> Value {
        let texts = || Value::from(self.children.iter().map(|child| child.text.clone()).collect::<Vec<_>>());
        let inner = match self.data_type {
            DataType::Bool => Value::from(self.text == "true"),
            DataType::Null => Value::from(true),
            DataType::M => Value::Object(self.members()),
            DataType::L => self.children.iter().map(Node::value).collect(),
            DataType::Ss | DataType::Ns | DataType::Bs => texts(),
            DataType::S | DataType::N | DataType::B => Value::from(self.text.clone()),
        };
        json!({ self.data_type.name(): inner })
    }

    pub fn members(&self) -> Map<String, Value> {
        self.children.iter().map(|child| (child.name.clone(), child.value())).collect()
    }

    /// Changes the type and keeps what the new type allows: text remains text, a scalar becomes the first element.
    pub fn change_type(&mut self, data_type: DataType) {
        let before = std::mem::replace(&mut self.data_type, data_type);
        let between_lists =
            matches!(before, DataType::L | DataType::M) && matches!(data_type, DataType::L | DataType::M);
        if let Some(element) = element_of(data_type) {
            if self.children.is_empty() {
                self.children.push(Node { text: std::mem::take(&mut self.text), ..Node::new("", element) });
            }
            self.children.iter_mut().for_each(|child| {
                *child = Node { text: std::mem::take(&mut child.text), ..Node::new("", element) };
            });
            return;
        }
        let from_set_to_list = element_of(before).is_some() && data_type == DataType::L;
        if !between_lists && !from_set_to_list {
            let first = self.children.drain(..).next();
            self.text = first.map_or(std::mem::take(&mut self.text), |first| first.text);
        }
        match data_type {
            DataType::L => self.children.iter_mut().for_each(|child| child.name.clear()),
            DataType::Bool if self.text != "true" => self.text = "false".to_owned(),
            DataType::Null | DataType::M => self.text.clear(),
            _ => {}
        }
    }

    pub fn at(&self, path: &[usize]) -> Option<&Node> {
        path.iter().try_fold(self, |node, place| node.children.get(*place))
    }

    pub fn at_mut(&mut self, path: &[usize]) -> Option<&mut Node> {
        path.iter().try_fold(self, |node, place| node.children.get_mut(*place))
    }

    /// Adds a last child: an attribute or an element.
    pub fn add(&mut self, path: &[usize]) {
        if let Some(node) = self.at_mut(path) {
            let element = element_of(node.data_type).unwrap_or(DataType::S);
            node.children.push(Node::new("", element));
        }
    }

    pub fn remove(&mut self, path: &[usize]) {
        if let Some((place, parent)) = path.split_last()
            && let Some(parent) = self.at_mut(parent)
            && *place < parent.children.len()
        {
            parent.children.remove(*place);
        }
    }

    /// Moves a value up or down among its siblings. Returns whether it moved.
    pub fn shift(&mut self, path: &[usize], down: bool) -> bool {
        let Some((place, parent)) = path.split_last() else { return false };
        let Some(parent) = self.at_mut(parent) else { return false };
        let other = if down { Some(place + 1) } else { place.checked_sub(1) };
        match other.filter(|other| *other < parent.children.len()) {
            Some(other) => parent.children.swap(*place, other),
            None => return false,
        }
        true
    }

    /// Returns the problems, each with the path of its value.
    pub fn problems(&self) -> Vec<(Vec<usize>, Problem)> {
        let mut found = Vec::new();
        self.find_problems(&mut Vec::new(), &mut found);
        found
    }

    fn find_problems(&self, path: &mut Vec<usize>, found: &mut Vec<(Vec<usize>, Problem)>) {
        let of_value = match self.data_type {
            DataType::N if Number::parse(&self.text).is_err() => Some(Problem::NotANumber),
            DataType::B if base64_bytes(&self.text).is_none() => Some(Problem::NotBase64),
            DataType::Ss | DataType::Ns | DataType::Bs if self.children.is_empty() => Some(Problem::EmptySet),
            _ => None,
        };
        found.extend(of_value.map(|problem| (path.clone(), problem)));
        let is_set = element_of(self.data_type).is_some();
        for (place, child) in self.children.iter().enumerate() {
            path.push(place);
            let before = self.children.iter().take(place);
            let of_place = match self.data_type {
                DataType::M if child.name.is_empty() => Some(Problem::NoName),
                DataType::M if before.clone().any(|other| other.name == child.name) => {
                    Some(Problem::NameTwice)
                }
                _ if is_set && before.clone().any(|other| same_element(other, child)) => {
                    Some(Problem::Duplicate)
                }
                _ => None,
            };
            found.extend(of_place.map(|problem| (path.clone(), problem)));
            child.find_problems(path, found);
            path.pop();
        }
    }
}

fn same_element(one: &Node, other: &Node) -> bool {
    match (Number::parse(&one.text), Number::parse(&other.text)) {
        (Ok(first), Ok(second)) if one.data_type == DataType::N => first == second,
        _ => one.text == other.text,
    }
}

fn element_of(data_type: DataType) -> Option<DataType> {
    match data_type {
        DataType::Ss => Some(DataType::S),
        DataType::Ns => Some(DataType::N),
        DataType::Bs => Some(DataType::B),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Node {
        let Ok(Value::Object(item)) = serde_json::from_str(text) else { panic!("{text}") };
        Node::of_item(&item, &["sk".to_owned()]).unwrap()
    }

    const ALL: &str = r#"{"sk":{"S":"k"},"b":{"B":"AAE="},"bs":{"BS":["AA=="]},"l":{"L":[{"N":"1"},{"NULL":true}]},
        "m":{"M":{"x":{"BOOL":true}}},"n":{"N":"1.50"},"ns":{"NS":["1","2"]},"ss":{"SS":["a"]}}"#;

    #[test]
    fn every_type_is_read_and_written_as_it_was() {
        let node = tree(ALL);
        assert_eq!(Value::Object(node.members()), serde_json::from_str::<Value>(ALL).unwrap());
        assert_eq!(node.children[0].name, "sk", "keys first");
        assert_eq!(node.problems(), []);
        for wrong in [r#"{"a":{"S":1}}"#, r#"{"a":{"X":"1"}}"#, r#"{"a":"x"}"#, r#"{"a":{"SS":[1]}}"#] {
            let Ok(Value::Object(item)) = serde_json::from_str(wrong) else { panic!() };
            assert_eq!(Node::of_item(&item, &[]), None, "{wrong}");
        }
    }

    #[test]
    fn values_are_added_moved_and_removed_at_any_depth() {
        let mut node = tree(r#"{"l":{"L":[{"S":"a"},{"S":"b"}]}}"#);
        assert!(node.shift(&[0, 1], false) && !node.shift(&[0, 0], false) && !node.shift(&[0, 1], true));
        node.add(&[0]);
        node.remove(&[0, 1]);
        node.remove(&[7, 7]);
        assert_eq!(node.value(), json!({"M": {"l": {"L": [{"S": "b"}, {"S": ""}]}}}));
    }

    #[test]
    fn a_change_of_type_keeps_what_it_can() {
        let change = |from: &str, to: DataType| {
            let mut node = tree(&format!(r#"{{"a":{from}}}"#));
            node.children[0].change_type(to);
            node.children[0].value().to_string()
        };
        assert_eq!(change(r#"{"S":"12"}"#, DataType::N), r#"{"N":"12"}"#);
        assert_eq!(change(r#"{"S":"a"}"#, DataType::Ss), r#"{"SS":["a"]}"#);
        assert_eq!(change(r#"{"SS":["a","b"]}"#, DataType::S), r#"{"S":"a"}"#);
        assert_eq!(change(r#"{"SS":["a","b"]}"#, DataType::L), r#"{"L":[{"S":"a"},{"S":"b"}]}"#);
        assert_eq!(change(r#"{"M":{"x":{"S":"y"}}}"#, DataType::L), r#"{"L":[{"S":"y"}]}"#);
        assert_eq!(change(r#"{"S":"a"}"#, DataType::Bool), r#"{"BOOL":false}"#);
        assert_eq!(change(r#"{"N":"1"}"#, DataType::M), r#"{"M":{}}"#);
    }

    #[test]
    fn problems_stand_where_they_are() {
        let mut node = tree(r#"{"n":{"N":"1"},"ns":{"NS":["1","2"]},"m":{"M":{"a":{"S":""}}}}"#);
        let at = |node: &Node, name: &str| node.children.iter().position(|child| child.name == name).unwrap();
        let (n, ns, m) = (at(&node, "n"), at(&node, "ns"), at(&node, "m"));
        node.children[n].text = "123456789012345678901234567890123456789".into();
        node.children[ns].children[1].text = "1.0".into();
        node.add(&[m]);
        let mut problems = node.problems();
        problems.sort_by_key(|(path, _)| path.clone());
        let mut expected = vec![
            (vec![n], Problem::NotANumber),
            (vec![ns, 1], Problem::Duplicate),
            (vec![m, 1], Problem::NoName),
        ];
        expected.sort_by_key(|(path, _)| path.clone());
        assert_eq!(problems, expected);
        node.children[m].children[1].name = "a".into();
        assert!(node.problems().contains(&(vec![m, 1], Problem::NameTwice)));
        node.children[ns].children.clear();
        assert!(node.problems().contains(&(vec![ns], Problem::EmptySet)));
    }
}
