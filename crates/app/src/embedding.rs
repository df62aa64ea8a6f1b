//! What an author puts into a document: a design in a frame, as a link, or behind a badge; and a link with commands as they are.

use dynalab_literals::{html, markdown};
use serde_json::json;

use crate::calculator::link_text;

/// The height of a frame in CSS pixels, until its author chooses another.
const FRAME_HEIGHT: u32 = 600;
/// The name of a command in the fragment of an address: `#run=CreateTable {…}&run=PutItem {…}`, percent-encoded.
const RUN: &str = "run=";
/// The time of commands that state none, in milliseconds since 1970: the beginning of 2026.
const COMMANDS_AT_MS: u64 = 1_767_225_600_000;

/// Returns a frame as HTML. `address` is that of the page for frames.
pub fn frame(title: &str, address: &str) -> String {
    let (title, address) = (html::text(title), html::text(address));
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"{FRAME_HEIGHT}\" loading=\"lazy\"></iframe>"
    )
}

/// Returns a link as Markdown.
pub fn markdown_link(title: &str, address: &str) -> String {
    let mut replaced = dynalab_literals::visible::Replacements::default();
    format!("[{}]({address})", markdown::text(title, &mut replaced))
}

/// Returns the badge as Markdown: an image that is a link. `image` is its address.
pub fn badge(text: &str, image: &str, address: &str) -> String {
    let mut replaced = dynalab_literals::visible::Replacements::default();
    format!("[![{}]({image})]({address})", markdown::text(text, &mut replaced))
}

/// Returns true if a fragment, with or without its `#`, has commands.
pub fn has_commands(fragment: &str) -> bool {
    fragment.trim_start_matches('#').starts_with(RUN)
}

/// Returns the document of the commands in a fragment. A command without a body has an empty one. Any other fragment is unchanged.
pub fn with_commands(fragment: &str) -> String {
    if !has_commands(fragment) {
        return fragment.to_owned();
    }
    let parts = fragment.trim_start_matches('#').split('&').filter_map(|part| part.strip_prefix(RUN));
    let commands: Vec<_> = parts
        .map(|part| {
            // A form writes a space as a plus sign.
            let command = link_text::decode(&part.replace('+', " "));
            let (operation, body) =
                command.trim().split_once(char::is_whitespace).unwrap_or((command.trim(), ""));
            let body = if body.trim().is_empty() { "{}" } else { body.trim() };
            json!({ "at": COMMANDS_AT_MS, "operation": operation, "body": body })
        })
        .collect();
    json!({ "format": "dynalab", "version": 1, "commands": commands }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_playground::share::document::Document;

    #[test]
    fn a_title_is_text_wherever_it_stands() {
        let title = "a\"><script>](x)";
        assert_eq!(
            frame(title, "https://a.b/embed/#d1.z1.x"),
            "<iframe src=\"https://a.b/embed/#d1.z1.x\" title=\"a&quot;&gt;&lt;script&gt;](x)\" width=\"100%\" height=\"600\" loading=\"lazy\"></iframe>"
        );
        let link = markdown_link(title, "https://a.b/#d1.z1.x");
        assert!(link.starts_with("[a\"&gt;&lt;script&gt;\\](x)](https://a.b/"), "{link}");
        assert_eq!(
            badge("Open", "https://a.b/badge.svg", "https://a.b/#d"),
            "[![Open](https://a.b/badge.svg)](https://a.b/#d)"
        );
    }

    #[test]
    fn commands_of_an_address_are_a_document() {
        let fragment = "#run=CreateTable%20%7B%22TableName%22:%22A%26B%22%7D&run=ListTables&run=Query+%7B%7D";
        let document = Document::parse(&with_commands(fragment)).expect("a document");
        let commands: Vec<_> = document
            .commands
            .iter()
            .map(|command| (command.operation.as_str(), command.body.as_str()))
            .collect();
        assert_eq!(
            commands,
            [("CreateTable", "{\"TableName\":\"A&B\"}"), ("ListTables", "{}"), ("Query", "{}")]
        );
        assert_eq!(with_commands("#d1.z1.AAAA"), "#d1.z1.AAAA");
        assert!(!has_commands("#d1.z1.run=") && has_commands("#run=ListTables"));
    }
}
