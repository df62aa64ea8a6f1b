//! A long text of code. It is in the page in parts, which the browser lays out when they come into view. A search in the page and "select all"
//! find the whole text.

use dynalab_app::request::json_text;
use dynalab_app::shared::Shared;
use yew::prelude::*;

/// The lines of a part.
const PART_LINES: usize = 200;

#[derive(PartialEq, Properties)]
pub struct JsonResponseProps {
    pub body: Shared<String>,
}

/// The body of a response. It is written once for each response.
#[component]
pub fn JsonResponse(props: &JsonResponseProps) -> Html {
    let parts = use_memo(props.body.clone(), |body| parts(&json_text::pretty(body), PART_LINES));
    html! {
        <pre class="code" data-testid="result-json">
            { for parts.iter().map(|part| match parts.len() {
                1 => html! { { part } },
                _ => html! { <span class="code-part">{ part }</span> },
            }) }
        </pre>
    }
}

/// Splits a text after every so many lines. The parts together are the text.
fn parts(text: &str, lines: usize) -> Vec<AttrValue> {
    let mut parts = Vec::new();
    let (mut begin, mut breaks) = (0, 0);
    for (place, _) in text.match_indices('\n') {
        breaks += 1;
        if breaks == lines {
            parts.push(AttrValue::from(text[begin..=place].to_owned()));
            (begin, breaks) = (place + 1, 0);
        }
    }
    if begin < text.len() || parts.is_empty() {
        parts.push(AttrValue::from(text[begin..].to_owned()));
    }
    parts
}
