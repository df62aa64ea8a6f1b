//! The places of the app. A place that does not exist yet has no route.

use serde::{Deserialize, Serialize};
use yew_router::Routable;

#[derive(Clone, Debug, PartialEq, Routable)]
pub enum Route {
    #[at("/")]
    Home,
    #[at("/play")]
    Play,
    #[at("/play/:table")]
    PlayTable { table: String },
    #[at("/about")]
    About,
    #[not_found]
    #[at("/404")]
    NotFound,
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
