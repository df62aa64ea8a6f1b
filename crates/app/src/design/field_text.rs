//! What the fields of a design accept: key templates, numbers and free names. A sentence says what is wrong with another text.

use dynalab_messages::Messages;
use dynalab_modeling::{Template, TemplateError};

use crate::sentences::design as words;

/// Parses a key template.
///
/// # Errors
/// Returns a sentence about the error in the template.
pub fn template(messages: Messages, text: &str) -> Result<Template, String> {
    Template::parse(text).map_err(|error| match &error {
        TemplateError::UnclosedBrace { .. } => messages.text(words::DESIGN_TEMPLATE_UNCLOSED),
        TemplateError::StrayBrace { .. } => messages.text(words::DESIGN_TEMPLATE_STRAY),
        TemplateError::NoAttribute { .. } => messages.text(words::DESIGN_TEMPLATE_EMPTY),
        TemplateError::UnknownFormat { format, .. } => {
            messages.text(words::DesignTemplateFormat { format: format.as_str().into() })
        }
    })
}

/// Parses a number that is at least 0.
///
/// # Errors
/// Returns a sentence for any other text.
pub fn amount(messages: Messages, text: &str) -> Result<f64, String> {
    let number = text.trim().replace(',', "").parse::<f64>().ok();
    number
        .filter(|number| number.is_finite() && *number >= 0.0)
        .ok_or_else(|| messages.text(words::DESIGN_NOT_A_NUMBER))
}

/// Parses a whole number.
///
/// # Errors
/// Returns the sentence of [`amount`] for any other text.
pub fn whole(messages: Messages, text: &str) -> Result<u64, String> {
    let number = text.trim().replace(',', "").parse::<u64>();
    number.map_err(|_| messages.text(words::DESIGN_NOT_A_NUMBER))
}

/// Parses a whole number. None for an empty field.
///
/// # Errors
/// Returns the sentence of [`whole`] for any other text.
pub fn optional_whole(messages: Messages, text: &str) -> Result<Option<u64>, String> {
    if text.trim().is_empty() { Ok(None) } else { whole(messages, text).map(Some) }
}

/// Parses a number that is at least 0. None for an empty field.
///
/// # Errors
/// Returns the sentence of [`amount`] for any other text.
pub fn optional_amount(messages: Messages, text: &str) -> Result<Option<f64>, String> {
    if text.trim().is_empty() { Ok(None) } else { amount(messages, text).map(Some) }
}

/// Returns the trimmed name if nothing else of its kind has it.
///
/// # Errors
/// Returns a sentence if the name is empty or taken.
pub fn free_name<'a>(
    messages: Messages,
    text: &str,
    mut others: impl Iterator<Item = &'a str>,
) -> Result<String, String> {
    let name = text.trim();
    if name.is_empty() {
        return Err(messages.text(words::DESIGN_NO_NAME));
    }
    match others.any(|other| other == name) {
        true => Err(messages.text(words::DESIGN_NAME_TAKEN)),
        false => Ok(name.to_owned()),
    }
}
