//! A text of a lesson: HTML that the build made. Terms show their definition, links stay in the app, and samples go into the
//! editor.

use std::cell::Cell;

use dynalab_app::shared::Shared;
use dynalab_lessons::{Glossary, Language, Lesson};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::sliders;
use crate::address::bar::Navigator;
use crate::address::route::Route;
use crate::address::site;
use crate::browser::trusted;

thread_local! {
    /// Makes the ids of definitions unique, because a term can occur in several texts.
    static MEANINGS: Cell<u32> = const { Cell::new(0) };
}

#[derive(Clone, PartialEq, Properties)]
pub struct LessonHtmlProps {
    /// HTML that the build made from the lesson. The build rejects raw HTML in the source.
    pub html: AttrValue,
    pub language: Language,
    pub lesson: Shared<Lesson>,
    pub glossary: Shared<Glossary>,
    pub navigator: Navigator,
    /// Receives the name of a request that the learner puts into the editor.
    #[prop_or_default]
    pub on_sample: Option<Callback<String>>,
    /// The label of a sample's button.
    #[prop_or_default]
    pub sample_label: AttrValue,
    /// The label of a slider, before the name of its number.
    #[prop_or_default]
    pub slider_label: AttrValue,
    #[prop_or_default]
    pub class: Classes,
}

#[component]
pub fn LessonHtml(props: &LessonHtmlProps) -> Html {
    let LessonHtmlProps { html, language, lesson, glossary, navigator, on_sample, class, .. } = props;
    let host = use_node_ref();
    {
        let host = host.clone();
        use_effect_with(html.clone(), move |html| {
            if let Some(host) = host.cast::<Element>()
                && let Err(refused) = trusted::set_html(&host, html)
            {
                web_sys::console::error_1(&refused);
                host.set_text_content(Some(html));
            }
        });
    }
    {
        let host = host.clone();
        let label = on_sample.is_some().then(|| props.sample_label.clone());
        let (language, glossary, lesson) = (*language, glossary.clone(), lesson.clone());
        let slider_label = props.slider_label.clone();
        use_effect_with((html.clone(), language, label), move |(_, _, label)| {
            if let Some(host) = host.cast::<Element>() {
                define_terms(&host, &glossary, language);
                keep_links_here(&host, language);
                sliders::add(&host, &lesson, &slider_label);
                if let Some(label) = label {
                    add_sample_buttons(&host, label);
                }
            }
        });
    }
    let onclick = {
        let (navigator, on_sample) = (navigator.clone(), on_sample.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
                return;
            };
            let elsewhere = event.meta_key() || event.ctrl_key() || event.shift_key() || event.alt_key();
            if let (Some(name), Some(on_sample)) = (attribute_of(&target, "data-put"), &on_sample) {
                on_sample.emit(name);
            } else if let Some(slug) = attribute_of(&target, "data-slug").filter(|_| !elsewhere) {
                event.prevent_default();
                navigator.push(&Route::Lesson { lesson: slug });
            }
        })
    };
    let oninput = {
        let lesson = lesson.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
                sliders::moved(&target, &lesson);
            }
        })
    };
    // Escape hides a definition.
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        if let (Some(target), "Escape") = (target, event.key().as_str()) {
            // An element without focus does not change.
            let _ = target.blur();
        }
    });
    // The key recreates the element for another text, so added elements are removed with the old text.
    html! {
        <div key={html.to_string()} ref={host} class={classes!("learn-body", class.clone())} lang={language.code()} {onclick} {oninput} {onkeydown} />
    }
}

/// Returns an attribute of the clicked element or of an element around it.
fn attribute_of(element: &Element, name: &str) -> Option<String> {
    element.closest(&format!("[{name}]")).ok().flatten()?.get_attribute(name)
}

pub fn each(host: &Element, selector: &str, mut act: impl FnMut(&Element)) {
    let Ok(found) = host.query_selector_all(selector) else { return };
    for place in 0..found.length() {
        if let Some(element) = found.item(place).and_then(|node| node.dyn_into::<Element>().ok()) {
            act(&element);
        }
    }
}

/// Adds the definition to each term. Style sheets show it on hover and focus. A button would allow a line break before the
/// punctuation after it.
fn define_terms(host: &Element, glossary: &Glossary, language: Language) {
    each(host, "[data-term]", |term| {
        let id = term.get_attribute("data-term").unwrap_or_default();
        let Some(known) = glossary.find(&id) else { return };
        if term.query_selector(".learn-term-meaning").is_ok_and(|meaning| meaning.is_some()) {
            return;
        }
        let parts = (new_element("span", "term"), new_element("span", "learn-term-meaning"));
        if let (Some(word), Some(meaning)) = parts {
            word.set_text_content(term.text_content().as_deref());
            meaning.set_text_content(Some(&known.text(language).definition));
            describe(&word, &meaning, &id);
            let _ = term.replace_with_with_node_1(&word);
        }
    });
}

/// Makes a screen reader read the definition with the term. An element of the page can always take an attribute and a child.
fn describe(term: &Element, meaning: &Element, id: &str) {
    let number = MEANINGS.get() + 1;
    MEANINGS.set(number);
    let meaning_id = format!("meaning-{id}-{number}");
    meaning.set_id(&meaning_id);
    let _ = meaning.set_attribute("role", "tooltip");
    for (name, value) in
        [("role", "button"), ("tabindex", "0"), ("data-term", id), ("aria-describedby", &meaning_id)]
    {
        let _ = term.set_attribute(name, value);
    }
    let _ = term.append_child(meaning);
}

/// Keeps links to lessons in the app, and adds the site's base to links to errors.
fn keep_links_here(host: &Element, language: Language) {
    let of_page = crate::page::language::Language::of_code(language.code());
    each(host, "a[data-lesson]", |link| {
        let address = link.get_attribute("href").unwrap_or_default();
        if let Some((_, slug)) = address.rsplit_once("/learn/") {
            let _ = link.set_attribute("href", &site::address_in(of_page, &format!("/learn/{slug}")));
            let _ = link.set_attribute("data-slug", slug);
        }
    });
    each(host, "a[href^='/errors/'], a[href^='/ja/errors/']", |link| {
        let address = link.get_attribute("href").unwrap_or_default();
        let _ = link.set_attribute("href", &site::address(&address));
    });
}

fn add_sample_buttons(host: &Element, label: &str) {
    each(host, "pre[data-request]", |sample| {
        let has_button = sample.next_element_sibling().is_some_and(|next| next.has_attribute("data-put"));
        let name = sample.get_attribute("data-request").unwrap_or_default();
        if has_button || name.is_empty() {
            return;
        }
        if let Some(button) = new_element("button", "button learn-sample-put") {
            let _ = button.set_attribute("type", "button");
            let _ = button.set_attribute("data-put", &name);
            let _ = button.set_attribute("data-testid", &format!("learn-put-{name}"));
            button.set_text_content(Some(label));
            let _ = sample.insert_adjacent_element("afterend", &button);
        }
    });
}

fn new_element(tag: &str, class: &str) -> Option<Element> {
    let element = document().create_element(tag).ok()?;
    element.set_class_name(class);
    element.dyn_into::<HtmlElement>().ok().map(Into::into)
}
