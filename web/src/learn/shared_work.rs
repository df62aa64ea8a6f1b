//! A learner's work in a lesson as a link: the requests, the draft, the answers to questions, and the key design.

use std::collections::BTreeMap;

use dynalab_app::learn::play::Play;
use dynalab_lessons::lesson::RequestFacts;
use dynalab_lessons::{DesignAnswer, Json};
use serde::{Deserialize, Serialize};

use crate::page::scene::Scene;

const BEGINS: &str = "#work=";
/// Maximum length of the fragment. Some programs cut longer addresses.
const LINK_CHARACTERS_MAX: usize = 16_000;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SharedWork {
    /// The requests, in the order in which they were sent.
    pub requests: Vec<RequestFacts>,
    pub draft: Option<RequestFacts>,
    pub given: BTreeMap<String, String>,
    pub design: Option<DesignAnswer>,
}

impl SharedWork {
    /// Collects the learner's work. Leaves out requests that were undone or failed.
    pub fn of_lesson(scene: &Scene, play: &Play) -> SharedWork {
        let steps = scene.app.timeline().iter().flat_map(|timeline| &timeline.steps);
        let kept: Vec<u64> = steps.map(|step| step.id).collect();
        let is_kept = |entry: Option<u64>| entry.is_some_and(|entry| kept.contains(&entry));
        let cards = scene.app.history().cards().rev().filter(|card| card.succeeded() && is_kept(card.entry));
        SharedWork {
            requests: cards.filter_map(|card| request(&card.operation, &card.body)).collect(),
            draft: request(&scene.app.draft().operation, &scene.app.draft().body),
            given: play.given.clone(),
            design: play.answer.clone(),
        }
    }

    /// Returns the fragment of the lesson's address, or none if it is too long.
    pub fn fragment(&self) -> Option<String> {
        let text = serde_json::to_string(self).ok()?;
        let escaped = js_sys::encode_uri_component(&text).as_string()?;
        Some(format!("{BEGINS}{escaped}")).filter(|link| link.len() <= LINK_CHARACTERS_MAX)
    }

    /// Reads the work in a fragment. Returns none if it has no readable work.
    pub fn read(fragment: &str) -> Option<SharedWork> {
        let escaped = fragment.strip_prefix(BEGINS).filter(|text| text.len() <= LINK_CHARACTERS_MAX)?;
        let text = js_sys::decode_uri_component(escaped).ok()?.as_string()?;
        serde_json::from_str(&text).ok()
    }
}

fn request(operation: &str, body: &str) -> Option<RequestFacts> {
    Some(RequestFacts { operation: operation.to_owned(), body: Json::parse(body).ok()? })
}
