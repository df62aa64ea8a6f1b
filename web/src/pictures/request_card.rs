//! The summary of a request in figures and sentences: items read, written and filtered out, and units consumed. A failed request
//! has the reason, the place of the error and a link.

use dynalab_app::request::explanation;
use dynalab_playground::contract::{AdviceResponse, ErrorPlace};
use dynalab_playground::views::request::RequestView;
use yew::prelude::*;

use super::Canvas;
use crate::address::site;
use crate::browser::figures;
use crate::page::language::Language;
use crate::page::messages::Sentence;
use crate::page::sentences;

pub fn view(canvas: &Canvas, view: &RequestView, charged: &str, advised: Option<&AdviceResponse>) -> Html {
    html! {
        <>
            if let Some((name, message)) = &view.rejected {
                { why(canvas, name, message, advised.and_then(|advised| advised.place.as_ref())) }
            }
            <dl class="request-facts" data-testid="request-facts">
                { for facts(canvas, view, charged, advised).into_iter().map(|(name, value)| html! {
                    <div><dt>{ canvas.text(name) }</dt><dd>{ value }</dd></div>
                }) }
            </dl>
        </>
    }
}

fn facts(
    canvas: &Canvas,
    view: &RequestView,
    charged: &str,
    advised: Option<&AdviceResponse>,
) -> Vec<(Sentence, String)> {
    let partitions = view.places.iter().filter(|place| !place.is_index).count() as u64;
    let indexes = view.places.iter().filter(|place| place.is_index).count() as u64;
    let touched = canvas.messages.text(sentences::pictures::RequestTouchedPlaces {
        partitions: partitions.into(),
        indexes: indexes.into(),
    });
    let mut facts = vec![
        (sentences::pictures::REQUEST_TOUCHED, touched),
        (sentences::pictures::REQUEST_READ_ITEMS, figures::grouped(view.read)),
        (sentences::pictures::REQUEST_THROWN_ITEMS, figures::grouped(view.thrown_away)),
    ];
    if let Some(advised) = advised {
        facts.push((sentences::pictures::REQUEST_RETURNED, figures::grouped(advised.met.returned)));
    }
    facts.push((sentences::pictures::REQUEST_WRITTEN_ITEMS, figures::grouped(view.written)));
    facts.push((sentences::pictures::REQUEST_CHARGED, charged.to_owned()));
    if let Some(advised) = advised {
        facts.push((sentences::pictures::REQUEST_ANSWER_SIZE, figures::size(advised.met.answer_bytes)));
    }
    facts
}

fn why(canvas: &Canvas, name: &str, message: &str, place: Option<&ErrorPlace>) -> Html {
    let plain = explanation::of_error(name, message);
    let address = site::error_page(name, Language::of_code(&canvas.place.language));
    html! {
        <div class="finding finding--bad" data-testid="request-why">
            <span aria-hidden="true">{ "✕" }</span>
            <div>
                <p class="finding-name">{ name.to_owned() }</p>
                <p class="finding-message">{ message.to_owned() }</p>
                if let Some(plain) = plain { <p>{ canvas.text(plain) }</p> }
                if let Some(place) = place { { where_it_is(canvas, place) } }
                <p><a href={address} target="_blank" rel="noopener">{ canvas.text(sentences::pictures::REQUEST_ERROR_PAGE) }</a></p>
            </div>
        </div>
    }
}

fn where_it_is(canvas: &Canvas, place: &ErrorPlace) -> Html {
    html! {
        <p class="request-where" data-testid="request-where">
            { canvas.messages.text(sentences::pictures::RequestWhere { member: place.member.as_str().into() }) }
            if let Some([before, marked, after]) = place.text.as_deref() {
                <code class="request-where-text">{ before.clone() }<mark>{ marked.clone() }</mark>{ after.clone() }</code>
            }
        </p>
    }
}
