//! The context of every view: the state, the page and the place. Most views are plain functions of it. Only views with their own
//! state, or that use the document, are components. Each component adds several kilobytes of code.

use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::state::{Action, Dialog};
use dynalab_playground::protocol::Role;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::Routable;

use crate::address::bar::Navigator;
use crate::address::route::Route;
use crate::address::site;
use crate::engine::submit;
use crate::page::context::PageContext;
use crate::page::messages::{Message, Messages, Sentence};
use crate::page::state::{AppContext, AppDispatcher, use_own_context};

#[derive(Clone, PartialEq)]
pub struct Scene {
    pub app: AppContext,
    pub page: PageContext,
    pub route: Route,
    /// The query, which is used only in the workbench.
    pub query: PlayQuery,
    /// The encoded design in the address, which is not opened yet.
    pub link: Option<String>,
}

/// A scene as a property of a component that reads the newest state itself. Two are equal if only the state differs, so a change of the state alone
/// does not draw the component again.
#[derive(Clone)]
pub struct StillScene(Scene);

impl PartialEq for StillScene {
    fn eq(&self, other: &StillScene) -> bool {
        let Scene { app: _, page, route, query, link } = &self.0;
        (page, route, query, link) == (&other.0.page, &other.0.route, &other.0.query, &other.0.link)
    }
}

/// Returns the scene with the newest state for this component, which is drawn again when something changes that it read.
#[hook]
pub fn use_own_scene(still: &StillScene) -> Scene {
    let StillScene(scene) = still;
    let app = use_own_context(&scene.page.app);
    Scene { app, ..scene.clone() }
}

impl Scene {
    /// Returns the scene with the newest state, for what an event does: the scene that a panel was drawn from may be older.
    pub fn now(&self) -> Scene {
        Scene { app: self.page.app.newest(), ..self.clone() }
    }

    /// Returns the scene for a component that reads the newest state itself.
    pub fn still(&self) -> StillScene {
        StillScene(self.clone())
    }

    pub fn messages(&self) -> &Messages {
        self.app.messages()
    }

    pub fn text(&self, message: impl Message) -> String {
        self.app.messages().text(message)
    }

    pub fn text_or(&self, sentence: Option<Sentence>, data: &str) -> String {
        self.app.messages().text_or(sentence, data)
    }

    /// Returns true if another tab writes to the workspace.
    pub fn is_follower(&self) -> bool {
        *self.app.role() == Some(Role::Follower)
    }

    pub fn dispatcher(&self) -> AppDispatcher {
        self.app.dispatcher()
    }

    /// Returns a handler that dispatches the same action for any event.
    pub fn dispatch_callback<E>(&self, action: impl Fn() -> Action + 'static) -> Callback<E> {
        let dispatcher = self.dispatcher();
        Callback::from(move |_| dispatcher.dispatch(action()))
    }

    pub fn open_dialog_callback(&self, dialog: impl Fn() -> Dialog + 'static) -> Callback<MouseEvent> {
        self.dispatch_callback(move || Action::OpenDialog(dialog()))
    }

    /// Returns the name of the open table, if it exists.
    pub fn table_name(&self) -> Option<&str> {
        match &self.route {
            Route::PlayTable { table } => self.app.definition(table).map(|table| table.name.as_str()),
            _ => None,
        }
    }

    /// Shows another view of the same place, such as an index or a tab.
    pub fn navigate_to_query(&self, query: PlayQuery) {
        self.page.navigator.push_with_query(&self.route, &query);
    }

    /// Opens a table's items and keeps the tabs.
    pub fn open_table(&self, table: String) {
        let query = PlayQuery { index: None, ..self.query.clone() };
        self.page.navigator.push_with_query(&Route::PlayTable { table }, &query);
    }

    pub fn edit_request(&self, operation: &str, body: String) {
        self.app.dispatch(Action::Edit { operation: operation.to_owned(), body });
    }

    /// Runs a request from a dialog. Closes the dialog if the request succeeds, and shows the error otherwise.
    pub fn run_from_dialog(
        &self,
        operation: &'static str,
        body: String,
        done: impl FnOnce(&Scene) + 'static,
    ) {
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

    /// Renders a link within the app. It is an anchor that does not reload the page.
    pub fn link(&self, to: Route, class: &'static str, current: Option<&'static str>, inside: Html) -> Html {
        let path = site::address_in(self.app.language(), &to.to_path());
        // The document of a frame opens a tab for each link that the page does not handle.
        let onclick = (!self.page.navigator.leaves_frame(&to))
            .then(|| self.link_callback(move |navigator| navigator.push(&to)));
        html! { <a {class} href={path} aria-current={current} {onclick}>{ inside }</a> }
    }

    /// Renders a link to a page of calculators with these inputs.
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

    /// Returns a link's click handler. The browser handles a click with a modifier key, which opens a tab or window.
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
