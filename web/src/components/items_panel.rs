//! The items of the open table or of one of its indexes.

use dynalab_app::items::highlighted::{self, HighlightedItems};
use dynalab_app::request::form::template::key_names;
use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::state::{Action, Dialog, ItemToEdit};
use dynalab_playground::protocol::Role;
use dynalab_playground::views::tables::{IndexKind, TableSummary};
use yew::prelude::*;

use crate::browser::figures;
use crate::components::icon::Icon;
use crate::components::items_grid::ItemsGrid;
use crate::components::panel::panel;
use crate::components::picture_panel;
use crate::components::sample_choice;
use crate::components::tabs::TabRow;
use crate::engine::limits;
use crate::page::messages::Messages;
use crate::page::phone_scroll;
use crate::page::scene::{Scene, StillScene, use_own_scene};
use crate::page::sentences;

/// The id of the table's own tab. No index can have this name, because names have at least three characters.
const BASE: &str = "-";
const FIRST_PICTURE: &str = "partitions";

/// Returns true if the workspace has no tables, so that samples are offered.
pub fn is_empty(scene: &Scene) -> bool {
    scene.table_name().is_none() && scene.app.definitions().is_some() && scene.app.looked_at().is_none()
}

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let table = scene.table_name().and_then(|name| app.definition(name));
    let is_empty = is_empty(scene);
    html! {
        <section class={classes!("workbench-items", is_empty.then_some("workbench-items--empty"))} aria-label={scene.text(sentences::shell::ITEMS)}>
            { match table {
                Some(table) => open_table(scene, table),
                None if is_empty => no_tables(scene),
                None if app.definitions().is_some() => {
                    html! { <p class="items-waiting" data-testid="not-at-this-point">{ scene.text(sentences::workbench::NOT_AT_THIS_POINT) }</p> }
                }
                None => html! { <p class="items-waiting">{ scene.text(sentences::shell::STORAGE_STARTING) }</p> },
            } }
        </section>
    }
}

fn no_tables(scene: &Scene) -> Html {
    html! {
        <div class="items-empty">
            <h2 class="items-empty-title">{ scene.text(sentences::workbench::NO_TABLES_TITLE) }</h2>
            <p>{ scene.text(sentences::workbench::NO_TABLES_LEAD) }</p>
            { sample_choice::view(scene) }
            { settings_key(scene) }
        </div>
    }
}

/// Opens and closes the settings, where the Region and the account are chosen before the first table.
fn settings_key(scene: &Scene) -> Html {
    let is_open = scene.query.picture.as_deref() == Some(picture_panel::SETTINGS);
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| {
            let picture = (!is_open).then(|| picture_panel::SETTINGS.to_owned());
            scene.navigate_to_query(PlayQuery { picture, ..scene.query.clone() });
        })
    };
    html! {
        <button class="button" type="button" data-testid="settings-key" aria-pressed={is_open.to_string()} {onclick}>
            { scene.text(sentences::workbench::NO_TABLES_SETTINGS) }
        </button>
    }
}

fn open_table(scene: &Scene, table: &TableSummary) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let index = scene.query.index.clone();
    let selected = index.clone().unwrap_or_else(|| BASE.to_owned());
    let on_select = {
        let scene = scene.clone();
        Callback::from(move |name: AttrValue| {
            let index = (name != BASE).then(|| name.to_string());
            scene.navigate_to_query(PlayQuery { index, ..scene.query.clone() });
        })
    };
    let on_new = {
        let (scene, table) = (scene.clone(), table.name.clone());
        Callback::from(move |_| item(&scene, &table, None))
    };
    let side = html! {
        <>
            // A view with its own place decides what is beside the items.
            if !scene.page.navigator.is_inner() { { pictures_key(scene) } }
            { panel("items-facts", facts, scene) }
            if *app.role() != Some(Role::Follower) {
                <button class="button" type="button" data-testid="new-item" onclick={on_new}>
                    { Icon::Plus.draw() }{ messages.text(sentences::workbench::NEW_ITEM) }
                </button>
            }
        </>
    };
    let row = TabRow {
        group: "index",
        label: messages.text(sentences::workbench::TABLE_OR_INDEX),
        title: table.name.clone(),
        tabs: index_tabs(table, &messages.text(sentences::workbench::BASE_TABLE)),
        selected: selected.clone(),
        panel: Some("items-panel"),
    };
    html! {
        <>
            { row.view(on_select, side) }
            <MarkedItems scene={scene.still()} table={table.clone()} {index} />
        </>
    }
}

#[derive(PartialEq, Properties)]
struct MarkedItemsProps {
    scene: StillScene,
    table: TableSummary,
    index: Option<String>,
}

/// Renders the rows with the marks of the shown request, which are found once for each request and table.
#[component]
fn MarkedItems(props: &MarkedItemsProps) -> Html {
    let MarkedItemsProps { table, index, .. } = props;
    let scene = &use_own_scene(&props.scene);
    let card = scene.app.history().displayed_card();
    let marks =
        use_memo((card.cloned(), table.name.clone(), table.key.clone()), |(card, table, key)| match card {
            Some(card) => highlighted::of_card_in(card, table, key),
            None => HighlightedItems::default(),
        });
    let on_open = {
        let (scene, table) = (scene.clone(), table.name.clone());
        Callback::from(move |key: String| item(&scene, &table, Some(key)))
    };
    let selected = index.as_deref().unwrap_or(BASE);
    let key_names = key_names(table, index.as_deref()).clone();
    let trigger = card.map_or(0, |card| card.number);
    html! {
        <>
            { bar(scene, &marks) }
            <ItemsGrid
                key={format!("{}/{selected}", table.name)} scene={scene.still()} table={table.name.clone()} index={index.clone()} {key_names}
                index_keys={index_keys(table)} {marks} {trigger}
                tab={format!("index-tab-{selected}")} {on_open}
            />
        </>
    }
}

/// Renders the table's limits and the meaning of the marks on the rows.
fn bar(scene: &Scene, marks: &HighlightedItems) -> Html {
    let messages = scene.messages();
    let entry = |class: &'static str, text: String| html! { <span class="items-legend"><span {class} aria-hidden="true"></span>{ text }</span> };
    // A view with its own place has its own settings, too.
    let has_limits = !scene.page.navigator.is_inner();
    if !has_limits && marks.kept_count() + marks.dropped_count() == 0 {
        return html! {};
    }
    html! {
        <div class="items-bar">
            if has_limits { { limits::switch(scene) } }
            if has_limits && !scene.is_follower() {
                <button class="button" type="button" data-testid="generate-items" onclick={scene.open_dialog_callback(|| Dialog::Generate)}>
                    { messages.text(sentences::workbench::GENERATE_ITEMS) }
                </button>
            }
            <span class="items-bar-end" data-testid="items-legend">
                if marks.kept_count() > 0 {
                    { entry("items-mark items-mark--touched", messages.text(sentences::workbench::RowsRead { items: (marks.kept_count() as u64).into() })) }
                }
                if marks.dropped_count() > 0 {
                    { entry(
                        "items-mark items-mark--thrown",
                        messages.text(sentences::workbench::RowsDropped { items: (marks.dropped_count() as u64).into() }),
                    ) }
                }
            </span>
        </div>
    }
}

/// Opens the editor for the item with a key, or for a new one.
fn item(scene: &Scene, table: &str, key: Option<String>) {
    let item = ItemToEdit { table: table.to_owned(), key };
    scene.app.dispatch(Action::OpenDialog(Dialog::Item(item)));
}

/// Renders the button that opens or closes the diagrams.
fn pictures_key(scene: &Scene) -> Html {
    let is_open = scene.query.picture.is_some();
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_| {
            let picture = (!is_open).then(|| FIRST_PICTURE.to_owned());
            scene.navigate_to_query(PlayQuery { picture, ..scene.query.clone() });
            if !is_open {
                phone_scroll::show_picture();
            }
        })
    };
    html! {
        <button class="button" type="button" data-testid="pictures-key" aria-pressed={is_open.to_string()} {onclick}>
            { scene.text(sentences::workbench::PICTURES) }
        </button>
    }
}

fn index_tabs(table: &TableSummary, base: &str) -> Vec<(String, String)> {
    let indexes = table.indexes.iter().map(|index| {
        let kind = if index.kind == IndexKind::Global { "GSI" } else { "LSI" };
        let label = if index.name.starts_with(kind) {
            index.name.clone()
        } else {
            format!("{} ({kind})", index.name)
        };
        (index.name.clone(), label)
    });
    std::iter::once((BASE.to_owned(), base.to_owned())).chain(indexes).collect()
}

/// Returns the key attributes of the table's indexes.
fn index_keys(table: &TableSummary) -> Vec<String> {
    let keys =
        table.indexes.iter().flat_map(|index| std::iter::once(&index.key.partition).chain(&index.key.sort));
    keys.cloned().collect()
}

/// Renders the counts of the open table or index, which change with each write.
fn facts(scene: &Scene) -> Html {
    let Some(table) = scene.table_name().and_then(|name| scene.app.table(name)) else { return html! {} };
    let facts = table_facts(table, scene.query.index.as_deref(), scene.messages());
    html! { <span class="items-facts" title={facts.clone()}>{ facts }</span> }
}

fn table_facts(table: &TableSummary, index: Option<&str>, messages: &Messages) -> String {
    let index = index.and_then(|name| table.indexes.iter().find(|index| index.name == name));
    match index {
        Some(index) => messages.text(sentences::workbench::IndexFacts {
            items: index.item_count.into(),
            projection: index.projection.as_str().into(),
        }),
        None => {
            let size = figures::size(table.size_bytes);
            messages.text(sentences::shell::TableFacts {
                items: table.item_count.into(),
                size: size.as_str().into(),
            })
        }
    }
}
