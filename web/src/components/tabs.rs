//! A row of tabs. The selected tab is in the tab order, the arrow keys move between the tabs.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Clone)]
pub struct TabRow {
    /// Ids are `{group}-tab-{name}`. Without `panel`, panels have the ids `{group}-panel-{name}`.
    pub group: &'static str,
    pub label: String,
    pub title: String,
    /// The name and label of each tab.
    pub tabs: Vec<(String, String)>,
    pub selected: String,
    /// The id of the panel that all tabs share, if there is only one.
    pub panel: Option<&'static str>,
}

impl TabRow {
    /// Renders the row. `side` is at its far end.
    pub fn view(&self, on_select: Callback<AttrValue>, side: Html) -> Html {
        let on_key = {
            let (row, on_select) = (self.clone(), on_select.clone());
            Callback::from(move |event: KeyboardEvent| {
                if let Some(next) = row.neighbour(&event.key()) {
                    event.prevent_default();
                    focus(&format!("{}-tab-{next}", row.group));
                    on_select.emit(next.into());
                }
            })
        };
        html! {
            <div class="tabs">
                if !self.title.is_empty() { <h2 class="tabs-title">{ &self.title }</h2> }
                <div class="tabs-list" role="tablist" aria-label={self.label.clone()} onkeydown={on_key}>
                    { for self.tabs.iter().map(|(name, label)| self.one_tab(name, label, &on_select)) }
                </div>
                <span class="tabs-side">{ side }</span>
            </div>
        }
    }

    fn one_tab(&self, name: &str, label: &str, on_select: &Callback<AttrValue>) -> Html {
        let group = self.group;
        let selected = name == self.selected;
        let panel = self.panel.map_or_else(|| format!("{group}-panel-{name}"), str::to_owned);
        let onclick = {
            let name = AttrValue::from(name.to_owned());
            on_select.reform(move |_: MouseEvent| name.clone())
        };
        html! {
            <button
                key={name.to_owned()}
                class="tabs-tab"
                role="tab"
                type="button"
                id={format!("{group}-tab-{name}")}
                data-testid={format!("tab-{group}-{name}")}
                aria-selected={selected.to_string()}
                aria-controls={selected.then_some(panel)}
                tabindex={if selected { "0" } else { "-1" }}
                {onclick}
            >
                { label }
            </button>
        }
    }

    fn neighbour(&self, key: &str) -> Option<String> {
        let count = self.tabs.len();
        let position = self.tabs.iter().position(|(name, _)| *name == self.selected)?;
        let next = match key {
            "ArrowRight" => (position + 1) % count,
            "ArrowLeft" => (position + count - 1) % count,
            "Home" => 0,
            "End" => count - 1,
            _ => return None,
        };
        Some(self.tabs[next].0.clone())
    }
}

fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // If the element cannot take the focus, the focus does not move.
        let _ = element.focus();
    }
}
