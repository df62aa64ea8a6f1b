//! Reads the current place from the address bar and writes places into the browser's history.

use std::cell::RefCell;
use std::rc::Rc;

use dynalab_app::embedding;
use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::share;
use gloo::events::EventListener;
use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use yew::prelude::*;
use yew_router::Routable;

use crate::address::route::Route;
use crate::address::site;
use crate::browser::embedded::is_embedded;
use crate::page::language::Language;

#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub language: Language,
    pub route: Route,
    pub query: PlayQuery,
    /// The encoded design in the address.
    pub link: Option<String>,
}

impl Place {
    fn of_address() -> Place {
        let location = window().location();
        let (path, search) = (location.pathname().unwrap_or_default(), location.search().unwrap_or_default());
        let (language, mut route) = Route::read(&site::path_of(&path));
        if is_embedded() {
            route = Place::in_frame();
        }
        // The editor of key designs and the lesson builder open their own links.
        let opens_itself = matches!(route, Route::Design | Route::LessonBuilder);
        let opens = |hash: &String| !opens_itself && (share::has_link(hash) || embedding::has_commands(hash));
        let link = location.hash().ok().filter(opens);
        Place { language, route, query: PlayQuery::read(&search), link }
    }

    /// Returns the place that the address of a frame names: the workbench, unless it is another page with something to play.
    fn in_frame() -> Route {
        let route = Route::recognize(&site::path_in_frame()).unwrap_or(Route::Play);
        match route {
            Route::Home | Route::LessonBuilder | Route::NotFound => Route::Play,
            route => route,
        }
    }

    fn address(&self) -> String {
        format!("{}{}", site::address_in(self.language, &self.route.to_path()), self.query.text())
    }
}

/// Goes to places of the app without reloading the page.
#[derive(Clone)]
pub struct Navigator(Way);

#[derive(Clone)]
enum Way {
    /// Places are in the address bar.
    Address(UseStateSetter<Place>),
    /// Places of the same page are within the frame of another site. All others open a tab. The address of the frame does not change.
    Frame(UseStateSetter<Place>, Rc<RefCell<Place>>),
    /// Places are within a view that has its own place. The address bar does not change.
    Inner { place: Rc<RefCell<Place>>, changed: Callback<Place> },
}

impl PartialEq for Navigator {
    fn eq(&self, other: &Navigator) -> bool {
        match (&self.0, &other.0) {
            (Way::Address(one), Way::Address(other)) => one == other,
            (Way::Frame(_, one), Way::Frame(_, other)) => Rc::ptr_eq(one, other),
            (Way::Inner { place: one, .. }, Way::Inner { place: other, .. }) => Rc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl Navigator {
    /// Moves within a view and leaves the address bar as it is. `changed` receives each new place.
    pub fn inner(place: Place, changed: Callback<Place>) -> Navigator {
        Navigator(Way::Inner { place: Rc::new(RefCell::new(place)), changed })
    }

    /// Returns true if the navigator moves within a view that has its own place.
    pub fn is_inner(&self) -> bool {
        matches!(self.0, Way::Inner { .. })
    }

    pub fn push(&self, route: &Route) {
        self.push_with_query(route, &PlayQuery::default());
    }

    pub fn push_with_query(&self, route: &Route, query: &PlayQuery) {
        let place = self.place_at(route, query);
        if self.leaves_frame(route) {
            return open_tab(&place.address());
        }
        // A browser rejects only an address of another origin or too many changes. The page then keeps its place.
        self.go(place, |address| history().push_state_with_url(&JsValue::NULL, "", Some(address)).is_ok());
    }

    /// Goes to the page that takes a text. It stays in the frame, because another tab does not get the text.
    pub fn hand_to(&self, route: &Route, query: &PlayQuery) {
        match &self.0 {
            Way::Frame(..) => self.replace_with_query(route, query),
            _ => self.push_with_query(route, query),
        }
    }

    /// Goes to a page of calculators with these inputs, written as `name=value` and joined by "&".
    pub fn push_with_inputs(&self, route: &Route, inputs: &str) {
        let place = self.place_at(route, &PlayQuery::default());
        if self.leaves_frame(route) {
            return open_tab(&format!("{}#{inputs}", place.address()));
        }
        self.go(place, |address| {
            let address = format!("{address}#{inputs}");
            history().push_state_with_url(&JsValue::NULL, "", Some(&address)).is_ok()
        });
    }

    /// Changes the query of the present place, and so the view.
    pub fn change_query(&self, change: impl FnOnce(&mut PlayQuery)) {
        let mut place = self.present();
        change(&mut place.query);
        self.push_with_query(&place.route, &place.query);
    }

    /// Like `push_with_query`, but replaces the present place in the browser's history.
    pub fn replace_with_query(&self, route: &Route, query: &PlayQuery) {
        let place = self.place_at(route, query);
        self.go(place, |address| history().replace_state_with_url(&JsValue::NULL, "", Some(address)).is_ok());
    }

    /// Goes to the same place in another language. Keeps the fragment of the address.
    pub fn change_language(&self, language: Language) {
        let place = Place { language, ..self.present() };
        self.go(place, |address| {
            let hash = window().location().hash().unwrap_or_default();
            history().push_state_with_url(&JsValue::NULL, "", Some(&format!("{address}{hash}"))).is_ok()
        });
    }

    /// Returns true for a place of another page than that of the frame: a link to it opens a tab.
    pub fn leaves_frame(&self, to: &Route) -> bool {
        let page = |route: &Route| route.page().map(|page| &page.route);
        matches!(&self.0, Way::Frame(_, place) if page(&place.borrow().route) != page(to))
    }

    fn present(&self) -> Place {
        match &self.0 {
            Way::Address(_) => Place::of_address(),
            Way::Frame(_, place) | Way::Inner { place, .. } => place.borrow().clone(),
        }
    }

    /// Returns a place in the present language.
    fn place_at(&self, route: &Route, query: &PlayQuery) -> Place {
        Place { route: route.clone(), query: query.clone(), link: None, ..self.present() }
    }

    fn go(&self, to: Place, through_history: impl FnOnce(&str) -> bool) {
        match &self.0 {
            Way::Address(setter) if through_history(&to.address()) => setter.set(to),
            Way::Address(_) => {}
            Way::Frame(setter, place) => {
                place.replace(to.clone());
                setter.set(to);
            }
            Way::Inner { place, changed } => {
                place.replace(to.clone());
                changed.emit(to);
            }
        }
    }
}

#[hook]
pub fn use_address() -> (Place, Navigator) {
    let place = use_state_eq(Place::of_address);
    let setter = place.setter();
    {
        let setter = setter.clone();
        use_effect_with((), move |()| {
            let listener =
                EventListener::new(&window(), "popstate", move |_| setter.set(Place::of_address()));
            move || drop(listener)
        });
    }
    let here = use_mut_ref(|| (*place).clone());
    here.replace((*place).clone());
    let way = if is_embedded() { Way::Frame(setter, here) } else { Way::Address(setter) };
    ((*place).clone(), Navigator(way))
}

/// Opens a tab that has no hold on this page.
fn open_tab(address: &str) {
    // A browser that opens no tab says so itself.
    let _ = window().open_with_url_and_target_and_features(address, "_blank", "noopener");
}
