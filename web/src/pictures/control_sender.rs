//! Buttons in diagrams that send controls, and the errors of these.

use crate::page::messages::Sentence;
use dynalab_app::request::call_result::ReadyRequest;
use serde::de::IgnoredAny;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{Canvas, figure};
use crate::page::context::PageContext;

#[derive(Clone, PartialEq)]
pub struct ControlSender {
    page: PageContext,
    refusal: UseStateHandle<Option<String>>,
}

#[hook]
pub fn use_control_sender(canvas: &Canvas) -> ControlSender {
    ControlSender { page: canvas.page.clone(), refusal: use_state(|| None::<String>) }
}

impl ControlSender {
    /// Sends the requests one after another, up to the first that fails.
    pub fn send(&self, asked: Vec<ReadyRequest>) {
        let (page, refusal) = (self.page.clone(), self.refusal.setter());
        refusal.set(None);
        spawn_local(async move {
            for (operation, body) in asked {
                if let Err(why) = page.send::<IgnoredAny>((operation, &body)).await {
                    refusal.set(Some(why));
                    return;
                }
            }
        });
    }

    /// Shows the error of a request that is sent elsewhere.
    pub fn error_callback(&self) -> Callback<String> {
        let refusal = self.refusal.setter();
        Callback::from(move |why| refusal.set(Some(why)))
    }

    /// Renders a button. It is disabled while the past is shown or another tab writes.
    pub fn button(&self, canvas: &Canvas, name: Sentence, asked: Vec<ReadyRequest>) -> Html {
        self.button_with_label(canvas, name.name(), canvas.text(name), asked)
    }

    pub fn button_with_label(
        &self,
        canvas: &Canvas,
        test_id: &str,
        label: String,
        asked: Vec<ReadyRequest>,
    ) -> Html {
        let sender = self.clone();
        let onclick = Callback::from(move |_: MouseEvent| sender.send(asked.clone()));
        html! { <button class="button" type="button" data-testid={test_id.to_owned()} disabled={!canvas.is_live()} {onclick}>{ label }</button> }
    }

    pub fn view(&self) -> Html {
        match self.refusal.as_ref() {
            Some(why) => figure::refused(why),
            None => html! {},
        }
    }
}
