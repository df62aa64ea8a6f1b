//! What every view is given: the state, the page, and where the person is. Most views are plain functions of it;
//! a component is only what keeps something for itself or must reach into the document, because each one costs
//! several kilobytes of code.

use dynalab_playground::protocol::Role;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::Routable;

use crate::address::Navigator;
use crate::messages::{Message, Messages, Sentence};
use crate::page_context::PageContext;
use crate::route::{PlayQuery, Route};
use crate::site;
use crate::state::{Action, AppContext, AppDispatcher, Dialog};
use crate::submit;

#[derive(Clone, PartialEq)]
pub struct Scene {
    pub app: AppContext,
    pub page: PageContext,
    pub route: Route,
    /// Means something in the workbench only.
    pub query: PlayQuery,
    /// A design that came with the address and is not open yet.
    pub link: Option<String>,
}

impl Scene {
    pub fn messages(&self) -> &Messages {
        &self.app.messages
    }

    pub fn text(&self, message: impl Message) -> String {
        self.app.messages.text(message)
    }

    pub fn text_or(&self, sentence: Option<Sentence>, data: &str) -> String {
        self.app.messages.text_or(sentence, data)
    }

    /// Whether another tab writes to the workspace.
    pub fn follows(&self) -> bool {
        self.app.role == Some(Role::Follower)
    }

    pub fn dispatcher(&self) -> AppDispatcher {
        self.app.dispatcher()
    }

    /// A handler that does the same thing whatever the event says.
    pub fn does<E>(&self, action: impl Fn() -> Action + 'static) -> Callback<E> {
        let dispatcher = self.dispatcher();
        Callback::from(move |_| dispatcher.dispatch(action()))
    }

    pub fn opens(&self, dialog: impl Fn() -> Dialog + 'static) -> Callback<MouseEvent> {
        self.does(move || Action::OpenDialog(dialog()))
    }

    /// The name of the open table, if there is one and it exists.
    pub fn table_name(&self) -> Option<&str> {
        match &self.route {
            Route::PlayTable { table } => self.app.table(table).map(|table| table.name.as_str()),
            _ => None,
        }
    }

    /// Another view of the same place: an index, a tab.
    pub fn shows(&self, query: PlayQuery) {
        self.page.navigator.push_with_query(&self.route, &query);
    }

    /// The table's items, the tabs as they are.
    pub fn opens_table(&self, table: String) {
        let query = PlayQuery { index: None, ..self.query.clone() };
        self.page.navigator.push_with_query(&Route::PlayTable { table }, &query);
    }

    pub fn edits(&self, operation: &str, body: String) {
        self.app.dispatch(Action::Edit { operation: operation.to_owned(), body });
    }

    /// Runs a request from a dialog: it closes when the request is done, and shows the error when it is not.
    pub fn runs_in_dialog(&self, operation: &'static str, body: String, done: impl FnOnce(&Scene) + 'static) {
        let scene = self.clone();
        spawn_local(async move {
            let dispatcher = scene.dispatcher();
            let card = submit::run_saved(&scene.page.engine, &dispatcher, operation, &body).await;
            if card.succeeded() {
                dispatcher.dispatch(Action::CloseDialog);
                done(&scene);
            } else {
                dispatcher.dispatch(Action::DialogFailed(card));
            }
        });
    }

    /// A link within the app: an ordinary anchor, followed without loading the page.
    pub fn link(&self, to: Route, class: &'static str, current: Option<&'static str>, inside: Html) -> Html {
        let path = site::address_in(self.app.language(), &to.to_path());
        let onclick = self.link_callback(move |navigator| navigator.push(&to));
        html! { <a {class} href={path} aria-current={current} {onclick}>{ inside }</a> }
    }

    /// A link to a page of calculators with these inputs.
    pub fn link_with_inputs(
        &self,
        to: Route,
        inputs: String,
        test_id: &'static str,
        class: &'static str,
        inside: Html,
    ) -> Html {
        let address = format!("{}#{inputs}", site::address_in(self.app.language(), &to.to_path()));
        let onclick = self.link_callback(move |navigator| navigator.push_with_inputs(&to, &inputs));
        html! { <a {class} href={address} data-testid={test_id} {onclick}>{ inside }</a> }
    }

    /// A click with a key held down is the browser's: it opens a tab or a window.
    fn link_callback(&self, go: impl Fn(&Navigator) + 'static) -> Callback<MouseEvent> {
        let navigator = self.page.navigator.clone();
        Callback::from(move |event: MouseEvent| {
            let elsewhere = event.meta_key() || event.ctrl_key() || event.shift_key() || event.alt_key();
            if !elsewhere {
                event.prevent_default();
                go(&navigator);
            }
        })
    }
}
