//! Formats JSON: a value that fits stays on one line, otherwise each member has its own line.

use dynalab_types::wire::write_json_string;

use super::node::{Node, NodeKind};

/// Writes on one line, with a space after every colon and comma.
pub fn spaced(node: &Node) -> String {
    let mut out = String::new();
    print(node, 0, usize::MAX, &mut out);
    out
}

/// Breaks lines that would exceed `width` characters. `indent` is the indentation of the first line.
pub fn broken(node: &Node, indent: usize, width: usize) -> String {
    let mut out = String::new();
    print(node, indent, width, &mut out);
    out
}

fn print(node: &Node, indent: usize, width: usize, out: &mut String) {
    let is_collection = matches!(node.kind, NodeKind::List(_) | NodeKind::Map(_));
    if !is_collection {
        out.push_str(&node.json());
        return;
    }
    if width == usize::MAX || can_fit(node, width.saturating_sub(indent)) {
        return flat(node, out);
    }
    let (open, close) = if matches!(node.kind, NodeKind::Map(_)) { ('{', '}') } else { ('[', ']') };
    let is_empty = node.members().is_empty() && node.elements().is_empty();
    out.push(open);
    if !is_empty {
        let inside = indent + 2;
        let mut first = true;
        let mut line = |out: &mut String| {
            out.push_str(if first { "\n" } else { ",\n" });
            out.extend(std::iter::repeat_n(' ', inside));
            first = false;
        };
        for member in node.members() {
            line(out);
            write_json_string(&member.name, out);
            out.push_str(": ");
            print(&member.value, inside, width, out);
        }
        for element in node.elements() {
            line(out);
            print(element, inside, width, out);
        }
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
    }
    out.push(close);
}

fn can_fit(node: &Node, space: usize) -> bool {
    let mut line = String::new();
    flat(node, &mut line);
    line.chars().count() <= space
}

fn flat(node: &Node, out: &mut String) {
    match &node.kind {
        NodeKind::List(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                flat(element, out);
            }
            out.push(']');
        }
        NodeKind::Map(members) => {
            out.push('{');
            for (index, member) in members.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write_json_string(&member.name, out);
                out.push_str(": ");
                flat(&member.value, out);
            }
            out.push('}');
        }
        _ => out.push_str(&node.json()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn what_fits_stays_on_its_line() {
        let node = json::read(r#"{"a":{"S":"x"},"b":[1,2],"c":{}}"#).expect("JSON");
        assert_eq!(spaced(&node), r#"{"a": {"S": "x"}, "b": [1, 2], "c": {}}"#);
        assert_eq!(
            broken(&node, 2, 24),
            "{\n    \"a\": {\"S\": \"x\"},\n    \"b\": [1, 2],\n    \"c\": {}\n  }"
        );
    }
}
