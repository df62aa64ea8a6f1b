//! The address bar: where the person is, read from and written into the browser's history.

use gloo::events::EventListener;
use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use yew::prelude::*;

use crate::formats;
use crate::route::{PlayQuery, Route};

#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub route: Route,
    pub query: PlayQuery,
    /// A design that came with the address.
    pub link: Option<String>,
}

impl Place {
    fn of_address() -> Place {
        let location = window().location();
        let (path, search) = (location.pathname().unwrap_or_default(), location.search().unwrap_or_default());
        let link = location.hash().ok().filter(|hash| formats::has_link(hash));
        Place { route: Route::recognize(&path), query: PlayQuery::read(&search), link }
    }

    fn address(&self) -> String {
        format!("{}{}", self.route.to_path(), self.query.text())
    }
}

/// Goes to places of the app without loading the page.
#[derive(Clone, PartialEq)]
pub struct Navigator(UseStateSetter<Place>);

impl Navigator {
    pub fn push(&self, route: &Route) {
        self.push_with_query(route, &PlayQuery::default());
    }

    pub fn push_with_query(&self, route: &Route, query: &PlayQuery) {
        let place = Place { route: route.clone(), query: query.clone(), link: None };
        // A browser refuses only what is not of this origin, or a flood; then the page stays where it is.
        if history().push_state_with_url(&JsValue::NULL, "", Some(&place.address())).is_ok() {
            self.0.set(place);
        }
    }

    /// To another view of the place where the address bar stands.
    pub fn change_query(&self, change: impl FnOnce(&mut PlayQuery)) {
        let mut place = Place::of_address();
        change(&mut place.query);
        self.push_with_query(&place.route, &place.query);
    }

    /// Like `push_with_query`, but the way back leads past the present place.
    pub fn replace_with_query(&self, route: &Route, query: &PlayQuery) {
        let place = Place { route: route.clone(), query: query.clone(), link: None };
        if history().replace_state_with_url(&JsValue::NULL, "", Some(&place.address())).is_ok() {
            self.0.set(place);
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
    ((*place).clone(), Navigator(setter))
}
