//! A table that is created for an import. Its name and key are proposed from the file and its first records.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_app::request::call_result::CallResult;
use dynalab_app::table::draft::{Draft, Key as TableKey};
use dynalab_app::table::problems;
use dynalab_programs::files::{ItemFile, ItemsLook, KeyChoice};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::table_name::table_name;
use dynalab_types::ScalarType;
use serde_json::Value;
use yew::prelude::*;

use crate::address::route::Route;
use crate::dialogs::fields;
use crate::dialogs::table::steps;
use crate::page::context::PageContext;
use crate::page::messages::{Messages, Sentence};
use crate::page::sentences;

/// The person's choices. The rest is proposed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewTable {
    name: Option<String>,
    keys: KeyChoice,
}

/// The table that would be created.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub name: String,
    pub keys: Keys,
    candidates: Vec<(String, ScalarType)>,
}

impl Plan {
    /// Returns true if the name is valid and a partition key is chosen.
    pub fn is_whole(&self) -> bool {
        problems::is_name(&self.name) && !self.keys.0.is_empty()
    }

    fn key(&self, place: usize) -> &str {
        self.keys.0.get(place).map_or("", |(name, _)| name)
    }

    fn request(&self) -> Value {
        let key = |place: usize| self.keys.0.get(place).map(|(name, kind)| TableKey::new(name, kind.name()));
        let none = || TableKey::new("", "S");
        let (partition, sort) = (key(0).unwrap_or_else(none), key(1).unwrap_or_else(none));
        Draft { name: self.name.clone(), partition, sort, ..Draft::default() }.create()
    }

    /// Creates the table, opens it, and waits until it is ACTIVE.
    ///
    /// # Errors
    /// Returns DynamoDB's message.
    pub async fn make(&self, page: &PageContext, stop: &Rc<Cell<bool>>) -> CallResult<()> {
        page.run("CreateTable", &self.request()).await?;
        page.navigator.push(&Route::PlayTable { table: self.name.clone() });
        steps::until_active(page, &self.name, stop).await
    }
}

impl NewTable {
    /// Returns the person's choice of keys.
    pub fn keys(&self) -> KeyChoice {
        self.keys.clone()
    }

    /// Returns the name of the table for the first file. `tables` are those that the records name.
    pub fn name(&self, first: &ItemFile, tables: &[String]) -> String {
        let of_file = || tables.first().cloned().unwrap_or_else(|| table_name(&first.name));
        self.name.clone().unwrap_or_else(of_file)
    }

    /// Plans the table with this name, whose keys a look at the first records proposes.
    pub fn plan(name: String, look: &ItemsLook) -> Plan {
        Plan { name, keys: look.keys.clone(), candidates: look.candidates.clone() }
    }

    pub fn view(&self, plan: &Plan, messages: &Messages, on_change: &Callback<NewTable>) -> Html {
        if plan.candidates.is_empty() {
            return fields::finding(true, &messages.text(sentences::dialogs::IMPORT_NO_KEY));
        }
        let change = |change: fn(&mut NewTable, String)| {
            let (new_table, on_change) = (self.clone(), on_change.clone());
            Callback::from(move |text: String| {
                let mut changed = new_table.clone();
                change(&mut changed, text);
                on_change.emit(changed);
            })
        };
        let bad = !problems::is_name(&plan.name);
        let rename = change(|new_table, name| new_table.name = Some(name));
        html! {
            <>
                <label class="request-row">{ messages.text(sentences::dialogs::IMPORT_NEW_NAME) }
                    { fields::input(
                        &plan.name, messages.text(sentences::dialogs::IMPORT_NEW_NAME), Some(sentences::dialogs::IMPORT_NEW_NAME.name().to_owned()),
                        bad, rename,
                    ) }
                </label>
                if bad { { fields::finding(true, &messages.text(sentences::dialogs::WRONG_TABLE_NAME)) } }
                { self.select(sentences::dialogs::PARTITION_KEY, plan, 0, messages, change(|new_table, name| new_table.keys.partition = Some(name))) }
                { self.select(sentences::dialogs::SORT_KEY, plan, 1, messages, change(|new_table, name| new_table.keys.sort = Some(name))) }
            </>
        }
    }

    fn select(
        &self,
        label: Sentence,
        plan: &Plan,
        place: usize,
        messages: &Messages,
        on_choose: Callback<String>,
    ) -> Html {
        let is_sort = place == 1;
        let none = is_sort.then(|| (String::new(), messages.text(sentences::dialogs::IMPORT_NO_SORT_KEY)));
        let offered = plan.candidates.iter().filter(|(name, _)| !is_sort || name != plan.key(0));
        let named = offered.map(|(name, kind)| (name.clone(), format!("{name} ({})", kind.name())));
        let options: Vec<(String, String)> = none.into_iter().chain(named).collect();
        let label_text = messages.text(label);
        html! {
            <label class="request-row transfer-key">
                { label_text.clone() }{ fields::select(label.name(), label_text, &options, plan.key(place), on_choose) }
            </label>
        }
    }
}
