//! Every sentence of the app, from the Fluent files in `messages/`, in the chosen language.

use std::rc::Rc;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::figures;
use crate::language::Language;

const ENGLISH: &str = include_str!("../messages/en.ftl");
const JAPANESE: &str = include_str!("../messages/ja.ftl");

/// Cheap to clone; two are equal when they speak the same language.
#[derive(Clone)]
pub struct Messages {
    pub language: Language,
    bundle: Rc<FluentBundle<FluentResource>>,
}

impl PartialEq for Messages {
    fn eq(&self, other: &Messages) -> bool {
        self.language == other.language
    }
}

impl Messages {
    pub fn new(language: Language) -> Messages {
        let source = match language {
            Language::English => ENGLISH,
            Language::Japanese => JAPANESE,
        };
        // A broken entry loses itself only; a test reads both files and allows none.
        let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
        let locale: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![locale]);
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => Some(figures::grouped_decimal(number.value)),
            _ => None,
        }));
        let _ = bundle.add_resource(resource);
        Messages { language, bundle: Rc::new(bundle) }
    }

    /// The sentence with this name. A name that does not exist shows itself, so that it is seen and reported.
    pub fn text(&self, name: &str) -> String {
        self.format(name, None).unwrap_or_else(|| name.to_owned())
    }

    /// The sentence with this name and its gaps filled; numbers choose the plural form and are grouped.
    pub fn fill<'a, const N: usize>(&self, name: &str, values: [(&'a str, FluentValue<'a>); N]) -> String {
        let arguments = FluentArgs::from_iter(values);
        self.format(name, Some(&arguments)).unwrap_or_else(|| name.to_owned())
    }

    /// None when there is no such sentence: for names that arrive as data (trace codes, error types).
    pub fn find<'a>(
        &self,
        name: &str,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<String> {
        let arguments = FluentArgs::from_iter(values);
        self.format(name, Some(&arguments))
    }

    fn format(&self, name: &str, arguments: Option<&FluentArgs>) -> Option<String> {
        let pattern = self.bundle.get_message(name)?.value()?;
        // A gap without a value shows its own name; there is nothing better to do with the error.
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, arguments, &mut errors).into_owned())
    }
}

#[cfg(test)]
mod tests;
