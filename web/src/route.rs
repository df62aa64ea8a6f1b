//! The places of the app. A place that does not exist yet has no route.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use yew_router::Routable;

#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    Home,
    Play,
    PlayTable { table: String },
    About,
    NotFound,
}

/// Written by hand: the derived one brings a recogniser that weighs more than all the paths it recognises.
impl Routable for Route {
    fn recognize(path: &str) -> Option<Route> {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        Some(match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => Route::Home,
            (Some("play"), None, _) => Route::Play,
            (Some("play"), Some(table), None) => Route::PlayTable { table: table.to_owned() },
            (Some("about"), None, _) => Route::About,
            _ => Route::NotFound,
        })
    }

    fn to_path(&self) -> String {
        match self {
            Route::Home => "/".to_owned(),
            Route::Play => "/play".to_owned(),
            // A table's name has letters, digits, and "-", "_", "." only: nothing to escape.
            Route::PlayTable { table } => format!("/play/{table}"),
            Route::About => "/about".to_owned(),
            Route::NotFound => "/404".to_owned(),
        }
    }

    fn from_path(path: &str, _: &HashMap<&str, &str>) -> Option<Route> {
        Route::recognize(path)
    }

    fn routes() -> Vec<&'static str> {
        vec!["/", "/play", "/play/:table", "/about", "/404"]
    }

    fn not_found_route() -> Option<Route> {
        Some(Route::NotFound)
    }
}

/// What the workbench shows besides the table; in the query part of the address, so that a reload shows it again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayQuery {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestTab>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultTab>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestTab {
    Questions,
    Form,
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultTab {
    #[default]
    Items,
    Json,
    Trace,
    Cost,
}

impl RequestTab {
    pub fn name(self) -> &'static str {
        match self {
            RequestTab::Questions => "questions",
            RequestTab::Form => "form",
            RequestTab::Json => "json",
        }
    }

    pub fn of_name(name: &str) -> Option<RequestTab> {
        [RequestTab::Questions, RequestTab::Form, RequestTab::Json].into_iter().find(|tab| tab.name() == name)
    }
}

impl ResultTab {
    pub const ALL: [ResultTab; 4] = [ResultTab::Items, ResultTab::Json, ResultTab::Trace, ResultTab::Cost];

    pub fn name(self) -> &'static str {
        match self {
            ResultTab::Items => "items",
            ResultTab::Json => "json",
            ResultTab::Trace => "trace",
            ResultTab::Cost => "cost",
        }
    }

    pub fn of_name(name: &str) -> Option<ResultTab> {
        ResultTab::ALL.into_iter().find(|tab| tab.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Route;
    use yew_router::Routable;

    #[test]
    fn every_place_is_found_at_its_own_address() {
        let table = Route::PlayTable { table: "My.Table-1".into() };
        for route in [Route::Home, Route::Play, table, Route::About, Route::NotFound] {
            assert_eq!(Route::recognize(&route.to_path()), Some(route));
        }
        assert_eq!(Route::recognize("/play/"), Some(Route::Play));
        assert_eq!(Route::recognize("/play/a/b"), Some(Route::NotFound));
    }
}
