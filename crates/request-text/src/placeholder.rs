//! Replaces a reserved word in expressions with a placeholder.

use super::node::{Member, Node, NodeKind};
use super::words::{WordKind, words};

const NAMES: &str = "ExpressionAttributeNames";

/// Returns the request with `#word` for each bare use of the word. Returns `None` if no expression has it.
pub fn with_placeholder(body: &Node, word: &str) -> Option<Node> {
    let mut body = body.clone();
    replace(&mut body, word, 4).then_some(body)
}

fn replace(node: &mut Node, word: &str, levels: usize) -> bool {
    let mut replaced = false;
    match &mut node.kind {
        NodeKind::List(elements) if levels > 0 => {
            for element in elements {
                replaced |= replace(element, word, levels - 1);
            }
        }
        NodeKind::Map(members) => {
            let placeholder = free_placeholder(members, word);
            let mut here = false;
            for member in members.iter_mut() {
                match &mut member.value.kind {
                    NodeKind::Text(text) if member.name.ends_with("Expression") => {
                        here |= replace_in(text, word, &placeholder);
                    }
                    _ if levels > 0
                        && matches!(
                            member.name.as_str(),
                            "TransactItems"
                                | "RequestItems"
                                | "Put"
                                | "Update"
                                | "Delete"
                                | "ConditionCheck"
                                | "Get"
                        ) =>
                    {
                        replaced |= replace(&mut member.value, word, levels - 1);
                    }
                    _ => {}
                }
            }
            if here {
                define(members, &placeholder, word);
            }
            replaced |= here;
        }
        _ => {}
    }
    replaced
}

/// Returns `#word`, or a numbered variant if it is used for another name.
fn free_placeholder(members: &[Member], word: &str) -> String {
    let names = members.iter().find(|member| member.name == NAMES).map(|member| &member.value);
    let is_free = |placeholder: &String| {
        names.and_then(|names| names.text_of(placeholder)).is_none_or(|name| name == word)
    };
    let first = std::iter::once(format!("#{word}"));
    let mut all = first.chain((2..1_000).map(|number| format!("#{word}{number}")));
    all.find(is_free).unwrap_or_else(|| format!("#{word}"))
}

fn replace_in(text: &mut String, word: &str, placeholder: &str) -> bool {
    let places: Vec<(usize, usize)> = words(text)
        .into_iter()
        .filter(|found| found.kind == WordKind::Path && &text[found.start..found.end] == word)
        .map(|found| (found.start, found.end))
        .collect();
    for (start, end) in places.iter().rev() {
        text.replace_range(*start..*end, placeholder);
    }
    !places.is_empty()
}

fn define(members: &mut Vec<Member>, placeholder: &str, word: &str) {
    let span = members.first().map(|member| member.name_span).unwrap_or_default();
    let definition = Member::new(placeholder, span, Node::text(span, word));
    match members.iter_mut().find(|member| member.name == NAMES).map(|member| &mut member.value.kind) {
        Some(NodeKind::Map(names)) if names.iter().all(|name| name.name != placeholder) => {
            names.push(definition)
        }
        Some(_) => {}
        None => members.push(Member::new(NAMES, span, Node::map(span, vec![definition]))),
    }
}
