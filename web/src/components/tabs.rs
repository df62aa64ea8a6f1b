//! A row of tabs: one is in the tab order, the arrow keys move between them.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    /// Names the tab in ids and in `data-testid`.
    pub name: AttrValue,
    pub label: AttrValue,
}

#[derive(Clone, PartialEq, Properties)]
pub struct TabsProps {
    /// Ids are `{group}-tab-{name}` and, unless `panel` says otherwise, `{group}-panel-{name}`.
    pub group: AttrValue,
    pub label: AttrValue,
    #[prop_or_default]
    pub title: Html,
    pub tabs: Vec<Tab>,
    pub selected: AttrValue,
    pub on_select: Callback<AttrValue>,
    /// The one panel that all tabs fill, where there is only one.
    #[prop_or_default]
    pub panel: Option<AttrValue>,
    /// What stands at the far end of the row.
    #[prop_or_default]
    pub children: Html,
}

#[component]
pub fn Tabs(props: &TabsProps) -> Html {
    let on_key = {
        let props = props.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(next) = neighbour(&props, &event.key()) {
                event.prevent_default();
                focus(&format!("{}-tab-{next}", props.group));
                props.on_select.emit(next);
            }
        })
    };
    html! {
        <div class="tabs">
            if props.title != Html::default() {
                <span class="tabs-title">{ props.title.clone() }</span>
            }
            <div class="tabs-list" role="tablist" aria-label={props.label.clone()} onkeydown={on_key}>
                { for props.tabs.iter().map(|tab| one_tab(props, tab)) }
            </div>
            <span class="tabs-side">{ props.children.clone() }</span>
        </div>
    }
}

fn one_tab(props: &TabsProps, tab: &Tab) -> Html {
    let selected = tab.name == props.selected;
    let panel = props.panel.clone().unwrap_or_else(|| format!("{}-panel-{}", props.group, tab.name).into());
    let onclick = {
        let (on_select, name) = (props.on_select.clone(), tab.name.clone());
        Callback::from(move |_| on_select.emit(name.clone()))
    };
    html! {
        <button
            key={tab.name.to_string()}
            class="tabs-tab"
            role="tab"
            type="button"
            id={format!("{}-tab-{}", props.group, tab.name)}
            data-testid={format!("tab-{}-{}", props.group, tab.name)}
            aria-selected={selected.to_string()}
            aria-controls={panel}
            tabindex={if selected { "0" } else { "-1" }}
            {onclick}
        >
            { &tab.label }
        </button>
    }
}

fn neighbour(props: &TabsProps, key: &str) -> Option<AttrValue> {
    let count = props.tabs.len();
    let position = props.tabs.iter().position(|tab| tab.name == props.selected)?;
    let next = match key {
        "ArrowRight" => (position + 1) % count,
        "ArrowLeft" => (position + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return None,
    };
    Some(props.tabs[next].name.clone())
}

fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // An element that cannot take focus leaves it where it is.
        let _ = element.focus();
    }
}
