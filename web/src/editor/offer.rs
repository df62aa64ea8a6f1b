//! Offers to read a text that is no request in the shown form: a key design in Design, a request in another form as that request.

use dynalab_programs::files::{KnowText, TextKind};
use dynalab_request_text::TextForm;
use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::SharedEditor;
use super::request_editor::RequestEditor;
use crate::address::handed_text::{self, Reader};
use crate::components::icon::Icon;
use crate::page::sentences;

/// Milliseconds after the last letter before the text is looked at.
const TYPING_MS: u32 = 500;
/// A shorter text is neither a design nor a whole request.
const BYTES_LEAST: usize = 12;

/// What a text is instead, with the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    kind: OfferKind,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum OfferKind {
    /// A key design, with the id of its format.
    Design(&'static str),
    /// A request in another form.
    Request(TextForm),
}

/// Looks at the text of the editor once the person stops typing.
pub fn look_after_typing(desk: &SharedEditor, redraw: &Callback<()>) {
    let is_request = {
        let mut desk = desk.borrow_mut();
        desk.offer = None;
        desk.look = None;
        desk.session.mistakes.iter().all(|mistake| mistake.kind.is_remark())
    };
    if is_request {
        return;
    }
    let (of_timeout, redraw) = (desk.clone(), redraw.clone());
    let timeout = Timeout::new(TYPING_MS, move || {
        let text = of_timeout.borrow().session.text.clone();
        look(&of_timeout, &redraw, text);
    });
    desk.borrow_mut().look = Some(timeout);
}

/// Asks the program that reads files what the text is, and offers to read it as that.
pub fn look(desk: &SharedEditor, redraw: &Callback<()>, text: String) {
    let page = desk.borrow().page.clone();
    // A lesson has its own designs.
    if text.trim().len() < BYTES_LEAST || page.navigator.is_inner() {
        return;
    }
    let (desk, redraw) = (desk.clone(), redraw.clone());
    spawn_local(async move {
        let asked = page.reader.ask_with(KnowText { text: text.clone() }, &[]).await;
        let kind = match asked {
            Ok(TextKind::Design { format }) => OfferKind::Design(format),
            Ok(TextKind::Requests { form }) => match TextForm::of_code(form) {
                Some(form) if form != desk.borrow().session.form => OfferKind::Request(form),
                _ => return,
            },
            // Without an answer, the text is what its form says.
            _ => return,
        };
        desk.borrow_mut().offer = Some(Offer { kind, text });
        redraw.emit(());
    });
}

/// Renders the offer with its button. `on` makes a handler that changes the editor and draws it again.
pub fn view(desk: &RequestEditor, accept: Callback<MouseEvent>, leave: Callback<MouseEvent>) -> Html {
    let Some(offer) = &desk.offer else { return html! {} };
    let messages = &desk.messages;
    let (code, about, button) = match offer.kind {
        OfferKind::Design(id) => {
            let name = dynalab_design_formats::name_of(id)
                .map_or(id, |format| format.in_language(messages.language));
            let about = messages.text(sentences::editor::OfferDesign { format: name.into() });
            (id, about, sentences::editor::OFFER_OPEN_DESIGN)
        }
        OfferKind::Request(form) => {
            let name = messages.text_or(sentences::editor::form(form.code()), form.code());
            let about = messages.text(sentences::editor::OfferRequest { form: name.as_str().into() });
            (form.code(), about, sentences::editor::OFFER_USE_REQUEST)
        }
    };
    html! {
        <div class="editor-script" role="status" data-testid="editor-offer" data-offer={code}>
            <p>{ about }</p>
            <button class="button button--go" type="button" data-testid="offer-accept" onclick={accept}>{ messages.text(button) }</button>
            <button class="button button--quiet" type="button" data-testid="offer-leave" onclick={leave}>
                { Icon::Cross.draw() }{ messages.text(sentences::editor::SCRIPT_LEAVE) }
            </button>
        </div>
    }
}

/// Reads the text as the offer says.
pub fn accept(desk: &mut RequestEditor) {
    let Some(Offer { kind, text }) = desk.offer.take() else { return };
    match kind {
        OfferKind::Design(_) => handed_text::hand_over(&desk.page, Reader::Design, text),
        OfferKind::Request(_) => drop(desk.paste_request(&text)),
    }
}
