//! The fields of an index in the table form: its name, its keys and its projection.

use dynalab_app::table::draft::{Draft, Index, Key, PROJECTIONS};
use dynalab_app::table::problems::KEY_ATTRIBUTES_MAX;
use yew::prelude::*;

use crate::dialogs::fields;
use crate::page::messages::{Messages, Sentence};
use crate::page::sentences;

pub struct IndexFields<'a> {
    pub draft: &'a Draft,
    pub place: usize,
    /// Whether the name, keys and projection of an existing index cannot be changed.
    pub locked: bool,
    pub problems: Vec<Sentence>,
    pub messages: &'a Messages,
    pub on_change: Callback<Draft>,
}

impl IndexFields<'_> {
    fn index(&self) -> Option<&Index> {
        self.draft.indexes.get(self.place)
    }

    fn change(&self, change: impl Fn(&mut Index, String) + 'static) -> Callback<String> {
        let (draft, place, on_change) = (self.draft.clone(), self.place, self.on_change.clone());
        Callback::from(move |text: String| {
            let mut next = draft.clone();
            if let Some(index) = next.indexes.get_mut(place) {
                change(index, text);
            }
            on_change.emit(next);
        })
    }

    fn click(&self, change: impl Fn(&mut Index) + 'static) -> Callback<MouseEvent> {
        self.change(move |index, _| change(index)).reform(|_: MouseEvent| String::new())
    }

    pub fn view(&self) -> Html {
        let Some(index) = self.index() else { return html! {} };
        let messages = self.messages;
        let kind = if index.local { "LSI" } else { "GSI" };
        let remove = {
            let (draft, place, on_change) = (self.draft.clone(), self.place, self.on_change.clone());
            Callback::from(move |_: MouseEvent| {
                let mut next = draft.clone();
                next.indexes.remove(place);
                on_change.emit(next);
            })
        };
        html! {
            <fieldset class="table-index" data-testid={format!("index-{}", self.place)}>
                <legend><span class="chip">{ kind }</span>{ " " }{ &index.name }</legend>
                if index.local && self.locked {
                    <p class="dialog-hint">{ messages.text(sentences::dialogs::TABLE_LOCAL_LOCKED) }</p>
                } else {
                    <div class="request-row">
                        { fields::input(
                            &index.name, messages.text(sentences::dialogs::INDEX_NAME), Some(format!("index-name-{}", self.place)), false,
                            self.change(|index, text| index.name = text),
                        ) }
                        { fields::sign("×", messages.text(sentences::dialogs::REMOVE), false, remove) }
                    </div>
                    if !index.local { { self.keys(sentences::dialogs::PARTITION_KEY, &index.partition, |index| &mut index.partition) } }
                    { self.keys(sentences::dialogs::SORT_KEY, &index.sort, |index| &mut index.sort) }
                    { self.projection(index) }
                    if self.draft.provisioned && !index.local {
                        <div class="request-row">
                            <span class="request-label">{ messages.text(sentences::dialogs::TABLE_UNITS) }</span>
                            { fields::input(
                                &index.read, messages.text(sentences::dialogs::READ_UNITS), None, false, self.change(|index, text| index.read = text),
                            ) }
                            { fields::input(
                                &index.write, messages.text(sentences::dialogs::WRITE_UNITS), None, false,
                                self.change(|index, text| index.write = text),
                            ) }
                        </div>
                    }
                }
                <>{ for self.problems.iter().map(|&name| html! { <p class="dialog-hint dialog-hint--bad" role="alert">{ messages.text(name) }</p> }) }</>
            </fieldset>
        }
    }

    /// Renders the key attributes. A global index may have several in its partition key and in its sort key.
    fn keys(&self, label: Sentence, keys: &[Key], of: fn(&mut Index) -> &mut Vec<Key>) -> Html {
        let messages = self.messages;
        let several = self.index().is_some_and(|index| !index.local) && keys.len() < KEY_ATTRIBUTES_MAX;
        html! {
            <div class="table-keys"><span class="request-label">{ messages.text(label) }</span>
                { for keys.iter().enumerate().map(|(at, key)| html! {
                    <span class="request-row">
                        { fields::input(
                            &key.name, messages.text(label), None, false,
                            self.change(move |index, text| if let Some(key) = of(index).get_mut(at) { key.name = text }),
                        ) }
                        { key_type(messages, &key.key_type, self.change(move |index, text| if let Some(key) = of(index).get_mut(at) { key.key_type = text })) }
                        { fields::sign("×", messages.text(sentences::dialogs::REMOVE), false, self.click(move |index| drop(of(index).remove(at)))) }
                    </span>
                }) }
                if several {
                    { fields::sign("+", messages.text(sentences::dialogs::TABLE_ADD_KEY), false, self.click(move |index| of(index).push(Key::new("", "S")))) }
                }
            </div>
        }
    }

    fn projection(&self, index: &Index) -> Html {
        let messages = self.messages;
        let options =
            PROJECTIONS.map(|name| (name, messages.text_or(sentences::dialogs::projection(name), name)));
        html! {
            <div class="request-row">
                <span class="request-label">{ messages.text(sentences::dialogs::TABLE_PROJECTION) }</span>
                { fields::select(
                    sentences::workbench::PROJECTION.name(), messages.text(sentences::dialogs::TABLE_PROJECTION), &options, &index.projection,
                    self.change(|index, text| index.projection = text),
                ) }
                if index.projection == "INCLUDE" {
                    { fields::input(
                        &index.included, messages.text(sentences::dialogs::TABLE_INCLUDED), None, false,
                        self.change(|index, text| index.included = text),
                    ) }
                }
            </div>
        }
    }
}

pub fn key_type(messages: &Messages, chosen: &str, on_choose: Callback<String>) -> Html {
    let options = ["S", "N", "B"].map(|name| (name, messages.text_or(sentences::dialogs::kind(name), name)));
    fields::select("key-type", messages.text(sentences::dialogs::VALUE_TYPE), &options, chosen, on_choose)
}
