//! The form of any part of the format: a row for each member that is set, and a list of those that can be added.

use dynalab_app::design::completion::{Completion, unknown};
use dynalab_app::design::edit::{MemberChange, MemberEdit, Part, Step};
use dynalab_app::design::editor::Change;
use dynalab_app::design::member_text::{self, added, first, read, switched, text_of, way_of, ways};
use dynalab_app::design::{completion, names};
use dynalab_modeling::design::AccessPattern;
use dynalab_modeling::shape::{Member, Named, Shape, Variant, blank, chosen};
use serde_json::Value;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::browser::field_events::{is_checked, written};
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

/// A part of a design, as far as a form shows it.
#[derive(Clone, Copy)]
pub struct MembersForm<'a> {
    pub desk: &'a DesignContext<'a>,
    pub part: Part,
    /// The pattern whose parameters can be named.
    pub pattern: Option<&'a AccessPattern>,
}

impl MembersForm<'_> {
    /// Renders the members of an object, without those that have a field elsewhere.
    pub fn members(
        &self,
        place: &[Step],
        known: &'static [Member],
        value: &Value,
        elsewhere: &[&str],
    ) -> Html {
        let shown = known.iter().filter(|member| !elsewhere.contains(&member.name));
        let has_signs = known.iter().any(|member| member.name == "names");
        let signs = if has_signs { names::behind_signs(value) } else { Vec::new() };
        let (there, absent): (Vec<&Member>, Vec<&Member>) =
            shown.partition(|member| value.get(member.name).is_some());
        let of_signs = |member: &&&Member| member.name != "names" || signs.is_empty();
        let rows =
            there.iter().filter(of_signs).map(|member| self.member(place, member, &value[member.name]));
        let absent: Vec<&Member> = absent.into_iter().filter(|member| of_signs(&member)).collect();
        html! {
            <>
                { for rows }
                { for signs.iter().map(|sign| self.sign(place, sign, value)) }
                if !absent.is_empty() { <span></span><span class="design-row">{ self.add_list(place, &absent) }</span> }
            </>
        }
    }

    fn member(&self, place: &[Step], member: &Member, value: &Value) -> Html {
        let place = step(place, Step::member(member.name));
        let label = self.label(member.name);
        let remove = (!member.is_required).then(|| self.remove(&place, &label));
        self.row(&place, &label, member.shape, value, html! { { for remove } })
    }

    /// Renders a value with its label. A value with parts has a box of its own. Its key keeps the field in which a person types when
    /// another row appears.
    fn row(&self, place: &[Step], label: &str, shape: &'static Shape, value: &Value, side: Html) -> Html {
        if is_small(shape) {
            return html! {
                <key={id(place)}><span class="design-label">{ label.to_owned() }</span>
                <span class="design-row">{ self.control(place, label, shape, value) }{ side }</span></>
            };
        }
        html! {
            <div key={id(place)} class="design-box design-member" role="group" aria-label={label.to_owned()} data-testid={id(place)}>
                <span class="design-row"><b class="design-label">{ label.to_owned() }</b>{ side }</span>
                { self.control(place, label, shape, value) }
            </div>
        }
    }

    fn control(&self, place: &[Step], label: &str, shape: &'static Shape, value: &Value) -> Html {
        match shape {
            Shape::Flag => self.flag(place, label, value),
            Shape::Word(known) => {
                let options = known.iter().map(|word| (*word, Value::from(*word))).collect();
                self.choice((place, &id(place)), label, options, value.as_str().unwrap_or_default())
            }
            Shape::Name(named) if is_listed(*named) => self.name_list(place, label, *named, value),
            Shape::List(inner) => self.list(place, label, inner, value),
            Shape::Pair(inner) => {
                let parts = value.as_array().map(Vec::as_slice).unwrap_or_default();
                let one = |(number, part): (usize, &Value)| {
                    self.control(&step(place, Step::Entry(number)), label, inner, part)
                };
                html! { { for parts.iter().enumerate().map(one) } }
            }
            Shape::Map(inner) => self.map(place, inner, value),
            Shape::Object(known) => {
                html! { <div class="design-form">{ self.members(place, known, value, &[]) }</div> }
            }
            Shape::Tagged { tag, variants } => self.tagged(place, shape, (tag, variants), value),
            Shape::Either(shapes) => self.either(place, label, shapes, value),
            _ => self.text(place, label, shape, value),
        }
    }

    fn text(&self, place: &[Step], label: &str, shape: &'static Shape, value: &Value) -> Html {
        let messages = *self.desk.scene.messages();
        let field = Field {
            class: matches!(shape, Shape::Expression).then(|| classes!("field--grow")).unwrap_or_default(),
            shows_label: false,
            completion: member_text::completion(self.desk.design(), self.pattern, shape),
            ..Field::new(id(place), label.to_owned(), text_of(shape, value))
        };
        let (part, place) = (self.part, place.to_vec());
        let input = self.desk.field(&field, move |_, text| {
            Ok(MemberEdit::set(part, place.clone(), read(messages, shape, text)?))
        });
        html! { <>{ input }{ self.unknown_note(shape, value) }</> }
    }

    /// Renders a sentence about a name that the design does not have.
    fn unknown_note(&self, shape: &Shape, value: &Value) -> Html {
        let (Shape::Name(named), Some(name)) = (shape, value.as_str()) else { return html! {} };
        let known = completion::names(self.desk.design(), self.pattern, *named);
        let Some(near) = unknown(&known, name) else { return html! {} };
        html! { <span class="design-problem">{ unknown_sentence(self.desk, name, near) }</span> }
    }

    fn flag(&self, place: &[Step], label: &str, value: &Value) -> Html {
        let (dispatcher, part, name) = (self.desk.dispatcher.clone(), self.part, id(place));
        let place = place.to_vec();
        let onchange = Callback::from(move |event: Event| {
            let edit = MemberEdit::set(part, place.clone(), Value::from(is_checked(&event)));
            dispatcher.dispatch(Change::Edit { field: None, edit });
        });
        let is_on = value.as_bool().unwrap_or_default();
        html! { <input type="checkbox" checked={is_on} aria-label={label.to_owned()} data-testid={name} {onchange} /> }
    }

    /// Renders a list of values, each with its word.
    fn choice(
        &self,
        (place, name): (&[Step], &str),
        label: &str,
        options: Vec<(&'static str, Value)>,
        now: &str,
    ) -> Html {
        let texts = options.iter().map(|(word, _)| (*word, self.word(word)));
        let texts: Vec<(String, String)> = texts.map(|(word, text)| (word.to_owned(), text)).collect();
        let (part, held) = (self.part, place.to_vec());
        self.select(name, label, &texts, now, move |chosen| {
            let (_, value) = options.iter().find(|(word, _)| *word == chosen)?;
            Some(MemberEdit { part, place: held.clone(), change: MemberChange::Set(value.clone()) })
        })
    }

    fn name_list(&self, place: &[Step], label: &str, named: Named, value: &Value) -> Html {
        let now = value.as_str().unwrap_or_default();
        let mut known = completion::names(self.desk.design(), self.pattern, named);
        if !known.iter().any(|name| name == now) {
            known.insert(0, now.to_owned());
        }
        let options: Vec<(String, String)> = known.into_iter().map(|name| (name.clone(), name)).collect();
        let (part, held) = (self.part, place.to_vec());
        self.select(&id(place), label, &options, now, move |chosen| {
            Some(MemberEdit { part, place: held.clone(), change: MemberChange::Set(Value::from(chosen)) })
        })
    }

    fn select(
        &self,
        name: &str,
        label: &str,
        options: &[(String, String)],
        now: &str,
        choose: impl Fn(&str) -> Option<MemberEdit> + 'static,
    ) -> Html {
        let dispatcher = self.desk.dispatcher.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Some(edit) = choose(&written(&event)) {
                dispatcher.dispatch(Change::Edit { field: None, edit: edit.into() });
            }
        });
        let option = |(value, text): &(String, String)| {
            html! { <option value={value.clone()} selected={value == now}>{ text }</option> }
        };
        html! {
            <select class="field" aria-label={label.to_owned()} data-testid={name.to_owned()} {onchange}>{ for options.iter().map(option) }</select>
        }
    }

    fn list(&self, place: &[Step], label: &str, inner: &'static Shape, value: &Value) -> Html {
        let entries = value.as_array().map(Vec::as_slice).unwrap_or_default();
        let is_step = matches!(inner, Shape::Tagged { .. }) || place.ends_with(&[Step::member("reads")]);
        let rows = entries.iter().enumerate().map(|(number, entry)| {
            let place = step(place, Step::Entry(number));
            let label = match is_step {
                true => self.desk.text(words::DesignStepNumber { number: (number as u64 + 1).into() }),
                false => format!("{label} {}", number + 1),
            };
            let up = (is_step && number > 0)
                .then(|| self.act(&place, "up", words::DESIGN_MOVE_UP, MemberChange::MoveUp));
            self.row(&place, &label, inner, entry, html! { <>{ for up }{ self.remove(&place, &label) }</> })
        });
        let added = added(self.desk.design(), value, inner);
        let word = if is_step { words::DESIGN_ADD_STEP } else { words::DESIGN_ADD_ENTRY };
        let add = self.act(&step(place, Step::Entry(entries.len())), "add", word, MemberChange::Set(added));
        html! { <div class="design-form">{ for rows }<span></span><span class="design-row">{ add }</span></div> }
    }

    /// Renders a row for each name, and a field for another one.
    fn map(&self, place: &[Step], inner: &'static Shape, value: &Value) -> Html {
        let rows = value.as_object().into_iter().flatten().map(|(name, entry)| {
            let place = step(place, Step::member(name));
            let side = html! { <>{ self.rename(&place, name) }{ self.remove(&place, name) }</> };
            self.row(&place, name, inner, entry, side)
        });
        let (dispatcher, part, held) = (self.desk.dispatcher.clone(), self.part, place.to_vec());
        let onchange = Callback::from(move |event: Event| {
            let name = written(&event);
            if !name.trim().is_empty() {
                let edit = MemberEdit::set(part, step(&held, Step::member(name.trim())), blank(inner));
                dispatcher.dispatch(Change::Edit { field: None, edit });
            }
        });
        let label = self.desk.text(words::DESIGN_ENTRY_NAME);
        html! {
            <div class="design-form">
                { for rows }
                <span></span>
                <span class="design-row">
                    <input
                        class="field" type="text" key={value.as_object().map_or(0, serde_json::Map::len)} placeholder={label.clone()}
                        aria-label={label} data-testid={format!("{}-name", id(place))} autocomplete="off" {onchange}
                    />
                </span>
            </div>
        }
    }

    /// Renders the name of an entry as a field. The entry is renamed when one leaves the field.
    fn rename(&self, place: &[Step], name: &str) -> Html {
        let (dispatcher, part, held) = (self.desk.dispatcher.clone(), self.part, place.to_vec());
        let onchange = Callback::from(move |event: Event| {
            let name = written(&event).trim().to_owned();
            if !name.is_empty() {
                let change = MemberChange::Rename(name);
                let edit = MemberEdit { part, place: held.clone(), change };
                dispatcher.dispatch(Change::Edit { field: None, edit: edit.into() });
            }
        });
        let label = self.desk.text(words::DesignRenameEntry { name: name.into() });
        html! {
            <input
                class="field" type="text" value={name.to_owned()} aria-label={label} data-testid={format!("{}-rename", id(place))}
                autocomplete="off" {onchange}
            />
        }
    }

    fn tagged(
        &self,
        place: &[Step],
        shape: &'static Shape,
        (tag, variants): (&str, &'static [Variant]),
        value: &Value,
    ) -> Html {
        let now = value.get(tag).and_then(Value::as_str).unwrap_or_default();
        let design = self.desk.design();
        let options =
            variants.iter().map(|one| (one.word, switched(design, shape, value, one.word))).collect();
        let label = self.label(tag);
        let known = shape.members_of(value).unwrap_or_default();
        html! {
            <div class="design-form">
                <span class="design-label">{ self.word(now) }</span>
                <span class="design-row">{ self.choice((place, &format!("{}-kind", id(place))), &label, options, now) }</span>
                { self.members(place, known, value, &[]) }
            </div>
        }
    }

    fn either(&self, place: &[Step], label: &str, shapes: &'static [Shape], value: &Value) -> Html {
        let list =
            self.choice((place, &format!("{}-kind", id(place))), label, ways(shapes), way_of(shapes, value));
        let inner = match chosen(shapes, value) {
            None | Some(Shape::Word(_)) => html! {},
            // The one member of an object needs no label: the list beside it says it.
            Some(Shape::Object([only])) if is_small(only.shape) => {
                self.control(&step(place, Step::member(only.name)), label, only.shape, &value[only.name])
            }
            Some(shape) => self.control(place, label, shape, value),
        };
        html! { <>{ list }{ inner }</> }
    }

    /// Renders the attribute that stands behind a name with a `#`.
    fn sign(&self, place: &[Step], sign: &str, value: &Value) -> Html {
        let place = step(&step(place, Step::member("names")), Step::member(sign));
        let now = value["names"][sign].as_str().unwrap_or(sign);
        let label = self.desk.text(words::DesignNameSign { name: sign.into() });
        let key = id(&place);
        let known = completion::names(self.desk.design(), self.pattern, Named::Attribute);
        let note = unknown(&known, now).map(|near| unknown_sentence(self.desk, now, near));
        let field = Field {
            completion: Some(Completion::Whole(known)),
            ..Field::new(id(&place), label, now.to_owned())
        };
        let (part, sign) = (self.part, sign.to_owned());
        let input = self.desk.field(&field, move |_, text| {
            // Without a name of its own, the sign stands for the attribute of that name.
            Ok(match text.trim() {
                name if name.is_empty() || name == sign => MemberEdit::unset(part, place.clone()),
                name => MemberEdit::set(part, place.clone(), Value::from(name)),
            })
        });
        html! { <key={key}>{ input }if let Some(note) = note { <span></span><span class="design-problem">{ note }</span> }</> }
    }

    fn add_list(&self, place: &[Step], absent: &[&Member]) -> Html {
        let none = (String::new(), self.desk.text(words::DESIGN_ADD_MEMBER));
        let rest = absent.iter().map(|member| (member.name.to_owned(), self.label(member.name)));
        let options: Vec<(String, String)> = std::iter::once(none).chain(rest).collect();
        let design = self.desk.design();
        let values: Vec<(&'static str, Value)> =
            absent.iter().map(|member| (member.name, first(design, member))).collect();
        let (part, held) = (self.part, place.to_vec());
        let label = self.desk.text(words::DESIGN_ADD_MEMBER);
        self.select(&format!("{}-add", id(place)), &label, &options, "", move |chosen| {
            let (name, value) = values.iter().find(|(name, _)| *name == chosen)?;
            let place = step(&held, Step::member(name));
            Some(MemberEdit { part, place, change: MemberChange::Set(value.clone()) })
        })
    }

    fn remove(&self, place: &[Step], label: &str) -> Html {
        let edit = MemberEdit::unset(self.part, place.to_vec());
        let label = self.desk.text(words::DesignRemoveMember { member: label.into() });
        html! {
            <button
                class="button button--quiet design-small" type="button" aria-label={label} data-testid={format!("{}-remove", id(place))}
                onclick={self.desk.edit_callback(edit)}
            >{ Icon::Bin.draw() }</button>
        }
    }

    fn act(
        &self,
        place: &[Step],
        kind: &str,
        name: crate::page::messages::Sentence,
        change: MemberChange,
    ) -> Html {
        let edit = MemberEdit { part: self.part, place: place.to_vec(), change };
        html! {
            <button class="button design-small" type="button" data-testid={format!("{}-{kind}", id(place))} onclick={self.desk.edit_callback(edit)}>
                { self.desk.text(name) }
            </button>
        }
    }

    fn label(&self, name: &str) -> String {
        self.desk.text_or(member_text::meaning(name), name)
    }

    fn word(&self, word: &str) -> String {
        let name = word.replace('_', "-");
        let known = words::design_operator(&name).or_else(|| words::design_action(&name));
        self.desk.text_or(known.or_else(|| member_text::meaning(word)), word)
    }
}

/// Returns what is wrong with a name that the design does not have.
pub fn unknown_sentence(desk: &DesignContext, name: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => desk.text(words::DesignUnknownNameNear { name: name.into(), near: near.into() }),
        None => desk.text(words::DesignUnknownName { name: name.into() }),
    }
}

fn step(place: &[Step], next: Step) -> Vec<Step> {
    place.iter().cloned().chain([next]).collect()
}

/// Returns the id of the field at a place, such as `design-member-operation-writes-0-update`.
fn id(place: &[Step]) -> String {
    let mut id = "design-member".to_owned();
    for step in place {
        id.push('-');
        match step {
            Step::Member(name) => id.push_str(name),
            Step::Entry(number) => id.push_str(&number.to_string()),
        }
    }
    id
}

/// Returns true for a value that fits in a row.
fn is_small(shape: &Shape) -> bool {
    match shape {
        Shape::List(_) | Shape::Map(_) | Shape::Object(_) | Shape::Tagged { .. } => false,
        Shape::Either(shapes) => shapes.iter().all(|shape| match shape {
            Shape::Object([only]) => is_small(only.shape),
            Shape::Object(_) => false,
            _ => true,
        }),
        _ => true,
    }
}

/// Returns true for names of which there are few, so that a list shows them all.
fn is_listed(named: Named) -> bool {
    matches!(named, Named::Entity | Named::Table | Named::Index | Named::Item)
}
