//! A value from any form of a request text: members in their order, and the place of each part.

use dynalab_types::wire::write_json_string;

/// A range of bytes in the text, without the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub span: Span,
    pub kind: NodeKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Null,
    Bool(bool),
    /// The number as text, in JSON syntax.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Member>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    pub name_span: Span,
    pub value: Node,
}

impl Member {
    pub fn new(name: impl Into<String>, name_span: Span, value: Node) -> Member {
        Member { name: name.into(), name_span, value }
    }
}

impl Node {
    pub fn new(span: Span, kind: NodeKind) -> Node {
        Node { span, kind }
    }

    pub fn text(span: Span, text: impl Into<String>) -> Node {
        Node::new(span, NodeKind::Text(text.into()))
    }

    pub fn map(span: Span, members: Vec<Member>) -> Node {
        Node::new(span, NodeKind::Map(members))
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn members(&self) -> &[Member] {
        match &self.kind {
            NodeKind::Map(members) => members,
            _ => &[],
        }
    }

    pub fn elements(&self) -> &[Node] {
        match &self.kind {
            NodeKind::List(elements) => elements,
            _ => &[],
        }
    }

    /// Returns the value of a member. Of two members with the same name, the last counts.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.members().iter().rev().find(|member| member.name == name).map(|member| &member.value)
    }

    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Node::as_text)
    }

    /// Returns the only member, such as the value under the name of its type.
    pub fn only_member(&self) -> Option<&Member> {
        match self.members() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns compact JSON.
    pub fn json(&self) -> String {
        let mut json = String::new();
        self.write(&mut json);
        json
    }

    fn write(&self, json: &mut String) {
        match &self.kind {
            NodeKind::Null => json.push_str("null"),
            NodeKind::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
            NodeKind::Number(number) => json.push_str(number),
            NodeKind::Text(text) => write_json_string(text, json),
            NodeKind::List(elements) => {
                json.push('[');
                for (index, element) in elements.iter().enumerate() {
                    json.push_str(if index > 0 { "," } else { "" });
                    element.write(json);
                }
                json.push(']');
            }
            NodeKind::Map(members) => {
                json.push('{');
                for (index, member) in members.iter().enumerate() {
                    json.push_str(if index > 0 { "," } else { "" });
                    write_json_string(&member.name, json);
                    json.push(':');
                    member.value.write(json);
                }
                json.push('}');
            }
        }
    }

    /// Converts every place, for a text that is part of another.
    pub fn moved(mut self, place: &impl Fn(usize) -> usize) -> Node {
        self.span = Span::new(place(self.span.start), place(self.span.end));
        match &mut self.kind {
            NodeKind::List(elements) => {
                for element in elements {
                    *element =
                        std::mem::replace(element, Node::new(Span::default(), NodeKind::Null)).moved(place);
                }
            }
            NodeKind::Map(members) => {
                for member in members {
                    member.name_span = Span::new(place(member.name_span.start), place(member.name_span.end));
                    let value =
                        std::mem::replace(&mut member.value, Node::new(Span::default(), NodeKind::Null));
                    member.value = value.moved(place);
                }
            }
            _ => {}
        }
        self
    }
}
