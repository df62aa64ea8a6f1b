//! The sentences of an alternative that the engine advises.

use dynalab_messages::{Filling, Messages};
use dynalab_playground::contract::Alternative;

use crate::sentences;

/// Returns a short description of the alternative.
pub fn title(way: &Alternative, messages: &Messages) -> String {
    let template = sentences::pictures::advice(&way.rule);
    template.map_or_else(|| way.rule.clone(), |template| messages.fill(template, &fillings(way)))
}

/// Returns the reason why the alternative is cheaper, or why it is not.
pub fn reason(way: &Alternative, messages: &Messages) -> String {
    let template = sentences::pictures::advice(&format!("{}-why", way.rule));
    template.map(|template| messages.fill(template, &fillings(way))).unwrap_or_default()
}

/// Returns the figures of the case, for the placeholders of its sentences.
fn fillings(way: &Alternative) -> Vec<(&str, Filling<'_>)> {
    let figures = way.figures.0.iter();
    figures
        .map(|(name, text)| (name.as_str(), text.parse().map_or(Filling::Text(text), Filling::Number)))
        .collect()
}
