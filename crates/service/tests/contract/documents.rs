//! Writes the documents of the contract: the list of controls in docs/controls.md, and the TypeScript declarations.

use std::collections::BTreeMap;
use std::fmt::Write;

use dynalab_service::contract::description::{ControlShape, Kind, Member, Shape};

type Subjects = [(&'static str, &'static [ControlShape])];

const BEGIN: &str = "<!-- The list is made from crates/service/src/contract. -->\n";

/// Replaces the list of controls at the end of a document.
pub fn replace_list(document: &str, subjects: &Subjects) -> String {
    let (before, _) = document.split_once(BEGIN).expect("the document has the list's comment");
    format!("{before}{BEGIN}{}", list(subjects))
}

fn list(subjects: &Subjects) -> String {
    let mut text = String::new();
    for (subject, controls) in subjects {
        write!(text, "\n### {subject}\n\n| control | request | effect |\n|---|---|---|\n").unwrap();
        for control in *controls {
            let request = request_of(control);
            let names: Vec<String> =
                request.members.iter().map(|member| format!("`{}`", shown_name(member))).collect();
            let names = if names.is_empty() { String::new() } else { format!("{} ", names.join(", ")) };
            writeln!(text, "| `{}` | {names}| {} |", control.name, sentence(request.about)).unwrap();
        }
    }
    text.push_str("\n## Members of each control\n");
    let mut shapes = BTreeMap::new();
    for control in subjects.iter().flat_map(|(_, controls)| *controls) {
        write_control(control, &mut text);
        collect_inner(&control.request, &mut shapes);
        collect_inner(&control.response, &mut shapes);
    }
    text.push_str("\n## Objects in requests and responses\n");
    for shape in shapes.values() {
        write!(text, "\n### {}\n\n{}\n\n", shape.name, sentence(shape.about)).unwrap();
        write_members(shape, &mut text);
    }
    text
}

fn request_of(control: &ControlShape) -> &'static Shape {
    match control.request {
        Kind::Object(shape) => shape,
        _ => panic!("the request of {} is no struct", control.name),
    }
}

/// Returns the name of a member, with "?" if it can be absent.
fn shown_name(member: &Member) -> String {
    let optional = if member.is_optional() { "?" } else { "" };
    format!("{}{optional}", member.name())
}

fn write_control(control: &ControlShape, text: &mut String) {
    let request = request_of(control);
    let response = match control.response {
        Kind::Object(shape) if !shape.members.is_empty() => Some(shape),
        _ => None,
    };
    if request.members.is_empty() && response.is_none() {
        return;
    }
    write!(text, "\n### `{}`\n\n", control.name).unwrap();
    if !request.members.is_empty() {
        write_members(request, text);
    }
    if let Some(response) = response {
        let space = if request.members.is_empty() { "" } else { "\n" };
        write!(text, "{space}Response: {}\n\n", sentence(response.about)).unwrap();
        write_members(response, text);
    }
}

fn write_members(shape: &Shape, text: &mut String) {
    text.push_str("| member | type | |\n|---|---|---|\n");
    for member in shape.members {
        let optional = if member.is_optional() { "?" } else { "" };
        let about = sentence(member.about);
        let space = if about.is_empty() { "" } else { " " };
        writeln!(text, "| `{}{optional}` | {} |{space}{about} |", member.name(), name_of(&member.kind))
            .unwrap();
    }
}

fn sentence(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

fn name_of(kind: &Kind) -> String {
    match kind {
        Kind::Text => "string".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Integer => "integer".to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Json => "JSON".to_owned(),
        Kind::Optional(inner) => name_of(inner),
        Kind::List(inner) => format!("list of {}", name_of(inner)),
        Kind::Map(inner) => format!("{} by name", name_of(inner)),
        Kind::Object(shape) => format!("[{}](#{})", shape.name, shape.name.to_lowercase()),
    }
}

/// Collects the shapes inside a shape.
fn collect_inner(kind: &Kind, shapes: &mut BTreeMap<&'static str, &'static Shape>) {
    if let Kind::Object(shape) = kind {
        shape.members.iter().for_each(|member| collect(&member.kind, shapes));
    }
}

/// Collects a shape and the shapes inside it.
fn collect(kind: &Kind, shapes: &mut BTreeMap<&'static str, &'static Shape>) {
    match kind {
        Kind::Optional(inner) | Kind::List(inner) | Kind::Map(inner) => collect(inner, shapes),
        Kind::Object(shape) => {
            shapes.insert(shape.name, shape);
            collect_inner(kind, shapes);
        }
        Kind::Text | Kind::Boolean | Kind::Integer | Kind::Number | Kind::Json => {}
    }
}

/// Returns a declaration file with an interface for each struct, and the controls by name.
pub fn declarations(subjects: &Subjects) -> String {
    let mut shapes = BTreeMap::new();
    let controls: Vec<&ControlShape> = subjects.iter().flat_map(|(_, controls)| *controls).collect();
    for control in &controls {
        collect(&control.request, &mut shapes);
        collect(&control.response, &mut shapes);
    }
    let mut text = String::from(
        "// The requests and responses of Dynalab's controls, made from crates/service/src/contract.\n\n\
         /** Any JSON value, such as an item in DynamoDB JSON. */\nexport type Json = unknown;\n",
    );
    for shape in shapes.values() {
        write_interface(shape, &mut text);
    }
    text.push_str("\n/** The request and the response of each control. */\nexport interface Controls {\n");
    for control in controls {
        let (request, response) = (type_of(&control.request), type_of(&control.response));
        writeln!(text, "  \"{}\": {{ request: {request}; response: {response} }};", control.name).unwrap();
    }
    text.push_str("}\n");
    text
}

fn write_interface(shape: &Shape, text: &mut String) {
    let about = sentence(shape.about);
    text.push('\n');
    if !about.is_empty() {
        writeln!(text, "/** {about} */").unwrap();
    }
    if shape.members.is_empty() {
        writeln!(text, "export type {} = Record<string, never>;", shape.name).unwrap();
        return;
    }
    writeln!(text, "export interface {} {{", shape.name).unwrap();
    for member in shape.members {
        let about = sentence(member.about);
        if !about.is_empty() {
            writeln!(text, "  /** {about} */").unwrap();
        }
        let optional = if member.is_optional() { "?" } else { "" };
        writeln!(text, "  {}{optional}: {};", member.name(), type_of(&member.kind)).unwrap();
    }
    text.push_str("}\n");
}

fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Text => "string".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Integer | Kind::Number => "number".to_owned(),
        Kind::Json => "Json".to_owned(),
        Kind::Optional(inner) => type_of(inner),
        Kind::List(inner) => format!("{}[]", type_of(inner)),
        Kind::Map(inner) => format!("Record<string, {}>", type_of(inner)),
        Kind::Object(shape) => shape.name.to_owned(),
    }
}
