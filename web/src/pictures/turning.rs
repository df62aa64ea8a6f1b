//! Buttons in diagrams that send controls, and the errors of these.

use crate::messages::Sentence;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{Canvas, words};
use crate::page_context::PageContext;

/// The operation and the body of a request.
pub type Asked = (&'static str, Value);

#[derive(Clone, PartialEq)]
pub struct Turning {
    page: PageContext,
    refusal: UseStateHandle<Option<String>>,
}

#[hook]
pub fn use_turning(canvas: &Canvas) -> Turning {
    Turning { page: canvas.page.clone(), refusal: use_state(|| None::<String>) }
}

impl Turning {
    /// Sends the requests one after another, up to the first that fails.
    pub fn turn(&self, asked: Vec<Asked>) {
        let (page, refusal) = (self.page.clone(), self.refusal.setter());
        refusal.set(None);
        spawn_local(async move {
            for (operation, body) in asked {
                if let Err(why) = page.control(operation, &body).await {
                    refusal.set(Some(why));
                    return;
                }
            }
        });
    }

    /// Shows the error of a request that is sent elsewhere.
    pub fn on_refused(&self) -> Callback<String> {
        let refusal = self.refusal.setter();
        Callback::from(move |why| refusal.set(Some(why)))
    }

    /// Renders a button. It is disabled while the past is shown or another tab writes.
    pub fn key(&self, canvas: &Canvas, name: Sentence, asked: Vec<Asked>) -> Html {
        self.key_named(canvas, name.name(), canvas.text(name), asked)
    }

    pub fn key_named(&self, canvas: &Canvas, test_id: &str, label: String, asked: Vec<Asked>) -> Html {
        let turning = self.clone();
        let onclick = Callback::from(move |_: MouseEvent| turning.turn(asked.clone()));
        html! { <button class="button" type="button" data-testid={test_id.to_owned()} disabled={!canvas.is_live()} {onclick}>{ label }</button> }
    }

    pub fn view(&self) -> Html {
        match self.refusal.as_ref() {
            Some(why) => words::refused(why),
            None => html! {},
        }
    }
}
