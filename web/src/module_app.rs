//! What modules that are fetched when first needed have in common: each is an app of its own, in a frame that the page gives it.

use gloo::utils::document;
use serde::Deserialize;
use web_sys::Element;
use yew::html::BaseComponent;
use yew::prelude::*;


/// Where the page stands, as it tells every module; whenever it is another, they ask anew.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct PagePlace {
    pub language: String,
    /// The table that is open; empty when there is none.
    pub table: String,
    pub index: Option<String>,
    pub revision: u64,
    /// The moment that is shown, and whether another one is the newest.
    pub shown_id: u64,
    pub looks_back: bool,
    /// Another tab writes.
    pub follows: bool,
    pub now_ms: u64,
    pub rate: Option<u64>,
}

/// The app of a module, as long as it is shown.
pub struct ModuleApp<App: BaseComponent> {
    shown: Option<(Element, AppHandle<App>)>,
}

/// Takes the number of a root. Yew knows by it whether an event is its own, and the page, which counts apart, has number one.
#[component]
fn NumberOne() -> Html {
    html! {}
}

/// Links the module's style sheet. Call it before anything is shown.
pub fn begin(styles: &str) {
    if let Ok(nowhere) = document().create_element("div") {
        yew::Renderer::<NumberOne>::with_root(nowhere).render().destroy();
    }
    let link = document().create_element("link").and_then(|link| {
        link.set_attribute("rel", "stylesheet")?;
        link.set_attribute("href", styles)?;
        Ok(link)
    });
    if let (Ok(link), Some(head)) = (link, document().head()) {
        // Without its style sheet what is shown is plain, and says the same.
        let _ = head.append_child(&link);
    }
}

impl<App: BaseComponent> ModuleApp<App> {
    pub const fn new() -> ModuleApp<App> {
        ModuleApp { shown: None }
    }

    /// The same frame is updated; another one takes its place.
    pub fn show(&mut self, frame: Element, props: App::Properties) {
        match &mut self.shown {
            Some((shown, app)) if *shown == frame => app.update(props),
            _ => {
                let app = yew::Renderer::<App>::with_root_and_props(frame.clone(), props).render();
                if let Some((_, before)) = self.shown.replace((frame, app)) {
                    before.destroy();
                }
            }
        }
    }

    pub fn hide(&mut self) {
        if let Some((_, app)) = self.shown.take() {
            app.destroy();
        }
    }
}

impl<App: BaseComponent> Default for ModuleApp<App> {
    fn default() -> ModuleApp<App> {
        ModuleApp::new()
    }
}
