//! The command palette: finds pages, tables, diagrams, requests, commands, lessons, terms and errors by typing.

mod commands;
mod entries;
mod readings;
mod synonyms;

use std::cell::RefCell;

use dynalab_app::palette::groups::{self, Group};
use dynalab_app::palette::matching;
use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

use self::entries::{Entry, EntryAction, PaletteData};
use crate::components::dialog::use_shown_modal;
use crate::page::scene::Scene;
use crate::page::sentences;

/// Maximum number of shown entries. Typing finds the others.
const SHOWN_MAX: usize = 60;

thread_local! {
    /// The data of the palette when it was last open. It is shown at once and then refreshed.
    static LAST: RefCell<PaletteData> = RefCell::default();
}

#[derive(PartialEq, Properties)]
pub struct PaletteProps {
    pub scene: Scene,
}

#[component]
pub fn Palette(props: &PaletteProps) -> Html {
    let scene = &props.scene;
    let messages = scene.messages();
    let known = use_state(|| LAST.with_borrow(PaletteData::clone));
    let typed = use_state(String::new);
    let selected = use_state(|| 0_usize);
    let frame = use_shown_modal();
    let table = scene.table_name().unwrap_or_default().to_owned();
    {
        let (page, known_readings, known) = (scene.page.clone(), known.readings.clone(), known.setter());
        use_effect_with(table.clone(), move |table| {
            let table = table.clone();
            spawn_local(async move {
                let asked = entries::ask(&page, &table, known_readings).await;
                LAST.set(asked.clone());
                known.set(asked);
            });
        });
    }
    let all = entries::all(scene, &known);
    let kinds: Vec<String> = all.iter().map(|entry| messages.text(entry.kind)).collect();
    let ranked = matching::ranked(&typed, all.iter().zip(&kinds).map(|(entry, kind)| entry.texts(kind)));
    let found = ranked.iter().take(SHOWN_MAX).map(|position| (all[*position].kind, all[*position].clone()));
    let groups = groups::grouped(found, !typed.trim().is_empty());
    // The keys follow the order on the screen, across the groups.
    let shown: Vec<Entry> = groups.iter().flat_map(|group| group.entries.iter().cloned()).collect();
    let here = (*selected).min(shown.len().saturating_sub(1));
    use_effect_with((here, shown.len()), |(here, _)| {
        if let Some(option) = document().get_element_by_id(&option_id(*here)) {
            option.scroll_into_view_with_scroll_into_view_options(&nearest());
        }
    });
    let field = field(here, &shown, (*typed).clone(), typed.setter(), selected.setter(), scene);
    let page = scene.page.clone();
    let oncancel = Callback::from(move |event: Event| {
        event.prevent_default();
        page.close_dialog();
    });
    let page = scene.page.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        // The click is on the backdrop, outside the box.
        if event.target_dyn_into::<HtmlDialogElement>().is_some() {
            page.close_dialog();
        }
    });
    html! {
        <dialog class="dialog palette" ref={frame} aria-label={messages.text(sentences::shell::PALETTE)} data-testid="palette" {oncancel} {onclick}>
            { field }
            <div class="palette-list" id="palette-list" role="listbox" aria-label={messages.text(sentences::shell::PALETTE)}>
                { for groups.iter().map(|group| self::group(group, here, scene)) }
            </div>
            if shown.is_empty() { <p class="palette-none" role="status">{ messages.text(sentences::dialogs::PALETTE_NONE) }</p> }
        </dialog>
    }
}

/// Renders the search field and handles the keys that select an entry.
fn field(
    here: usize,
    shown: &[Entry],
    written: String,
    typed: UseStateSetter<String>,
    selected: UseStateSetter<usize>,
    scene: &Scene,
) -> Html {
    let messages = scene.messages();
    let oninput = {
        let selected = selected.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                typed.set(input.value());
                selected.set(0);
            }
        })
    };
    let onkeydown = {
        let (scene, shown) = (scene.clone(), shown.to_vec());
        Callback::from(move |event: KeyboardEvent| {
            let last = shown.len().saturating_sub(1);
            let next = match event.key().as_str() {
                // The selection wraps around at both ends.
                "ArrowDown" => (here + 1) % (last + 1),
                "ArrowUp" => here.checked_sub(1).unwrap_or(last),
                "PageDown" => (here + 10).min(last),
                "PageUp" => here.saturating_sub(10),
                // While a person composes a Japanese word, Enter ends the composition.
                "Enter" if !event.is_composing() => {
                    event.prevent_default();
                    if let Some(entry) = shown.get(here) {
                        run(&scene, entry);
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            selected.set(next);
        })
    };
    html! {
        <input
            class="palette-field"
            type="text"
            role="combobox"
            aria-expanded={(!shown.is_empty()).to_string()}
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant={(!shown.is_empty()).then(|| option_id(here))}
            aria-label={messages.text(sentences::dialogs::PALETTE_LABEL)}
            placeholder={messages.text(sentences::dialogs::PALETTE_LABEL)}
            autocomplete="off"
            spellcheck="false"
            data-testid="palette-field"
            value={written}
            {oninput}
            {onkeydown}
        />
    }
}

/// Renders a group. Its name is the label for screen readers, so they skip the visible heading.
fn group(group: &Group<Entry>, here: usize, scene: &Scene) -> Html {
    let name = scene.text(group.kind.heading());
    html! {
        <div key={group.kind.name()} class="palette-group" role="group" aria-label={name.clone()} data-testid={format!("palette-group-{}", group.kind.name())}>
            <div class="palette-heading" aria-hidden="true">{ name }</div>
            { for group.entries.iter().zip(group.first..).map(|(entry, position)| option(entry, position, position == here, scene)) }
        </div>
    }
}

fn option(entry: &Entry, position: usize, selected: bool, scene: &Scene) -> Html {
    let onclick = {
        let (scene, entry) = (scene.clone(), entry.clone());
        Callback::from(move |_: MouseEvent| run(&scene, &entry))
    };
    html! {
        <div
            class="palette-option" role="option" id={option_id(position)} aria-selected={selected.to_string()}
            data-testid={format!("palette-{}", entry.name)} {onclick}
        >
            <span class="palette-name" title={entry.name.clone()}>{ &entry.name }</span>
            if !entry.about.is_empty() { <span class="palette-about" title={entry.about.clone()}>{ &entry.about }</span> }
            if !entry.keys.is_empty() { <kbd class="kbd">{ entry.keys }</kbd> }
            if is_special(entry) { <span class="palette-kind">{ scene.text(entry.kind) }</span> }
        </div>
    }
}

/// Runs an entry. The palette closes first, because the entry may open another dialog.
fn run(scene: &Scene, entry: &Entry) {
    let page = scene.page.clone();
    page.close_dialog();
    match &entry.does {
        EntryAction::Go(route, query) => page.navigator.push_with_query(route, query),
        EntryAction::Open(address) => {
            // The browser shows its own page if it cannot open the address.
            let _ = window().location().set_href(address);
        }
        EntryAction::Run(command) => command.run(scene),
        EntryAction::Control(request) => {
            let telling = page.clone();
            page.send_control(request.clone(), Callback::from(move |why| telling.show_failure(why)));
        }
    }
}

fn option_id(position: usize) -> String {
    format!("palette-option-{position}")
}

fn nearest() -> web_sys::ScrollIntoViewOptions {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    options
}

/// Whether the entry is of a kind that the heading of its group does not name.
fn is_special(entry: &Entry) -> bool {
    matches!(entry.does, EntryAction::Control(..))
}
