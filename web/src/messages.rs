//! Every sentence of the app in the chosen language. The sentences are the Fluent files in `messages/`, compiled by
//! `build/message_compiler.rs`, which says what the compiled form looks like. A visit loads those of its language.

use std::rc::Rc;
use std::sync::OnceLock;

use futures_util::future::try_join_all;

use crate::fetch_text::fetch_text;
use crate::figures;
use crate::language::Language;

/// The files of sentences. Each page and each part says which of them it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the home page says, and what stands around every page.
    Home,
    /// The other pages and the smaller dialogs.
    Workbench,
    Pictures,
    Editor,
    Dialogs,
}

impl Part {
    pub const ALL: [Part; 5] = [Part::Home, Part::Workbench, Part::Pictures, Part::Editor, Part::Dialogs];

    fn address(self, language: Language) -> String {
        let folder = match self {
            Part::Home => "",
            Part::Workbench => "workbench/",
            Part::Pictures => "pictures/",
            Part::Editor => "editor/",
            Part::Dialogs => "dialogs/",
        };
        format!("/messages/{folder}{}.txt", language.code())
    }
}

/// What has arrived, by language and part.
static ARRIVED: [[OnceLock<String>; Part::ALL.len()]; 2] =
    [const { [const { OnceLock::new() }; Part::ALL.len()] }; 2];

fn arrived(language: Language, part: Part) -> &'static OnceLock<String> {
    &ARRIVED[language as usize][part as usize]
}

/// Makes the compiled sentences of a language known. Those that are known already stay.
pub fn provide(language: Language, part: Part, compiled: String) {
    arrived(language, part).get_or_init(|| compiled);
}

/// Fetches sentences of a language, unless they are here.
///
/// # Errors
/// As [`fetch_text`].
pub async fn load(language: Language, parts: impl IntoIterator<Item = Part>) -> Result<(), String> {
    let fetches = parts.into_iter().map(|part| async move {
        if arrived(language, part).get().is_none() {
            provide(language, part, fetch_text(&part.address(language)).await?);
        }
        Ok(())
    });
    try_join_all(fetches).await.map(drop)
}

/// Cheap to clone; two are equal when they speak the same language, of as much.
#[derive(Clone)]
pub struct Messages {
    pub language: Language,
    /// Names and patterns of each part, ordered by name. No name stands in two parts.
    parts: Rc<[Vec<(&'static str, &'static str)>; Part::ALL.len()]>,
}

impl PartialEq for Messages {
    fn eq(&self, other: &Messages) -> bool {
        self.language == other.language && Part::ALL.iter().all(|part| self.has(*part) == other.has(*part))
    }
}

/// What fills a gap. A number is grouped, and can choose between forms.
#[derive(Clone, Copy, Debug)]
pub enum Filling<'a> {
    Text(&'a str),
    Number(u64),
}

impl<'a> From<&'a str> for Filling<'a> {
    fn from(text: &'a str) -> Filling<'a> {
        Filling::Text(text)
    }
}

impl From<u64> for Filling<'_> {
    fn from(number: u64) -> Self {
        Filling::Number(number)
    }
}

impl Messages {
    /// In a language that has not arrived, every sentence shows its name.
    pub fn new(language: Language) -> Messages {
        let parts = Part::ALL.map(|part| {
            let source = arrived(language, part).get().map(String::as_str).unwrap_or_default();
            source.split('\n').filter_map(|line| line.split_once('\t')).collect()
        });
        Messages { language, parts: Rc::new(parts) }
    }

    /// Whether the sentences of a part have arrived.
    pub fn has(&self, part: Part) -> bool {
        !self.parts[part as usize].is_empty()
    }

    /// The parts that have arrived.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        Part::ALL.into_iter().filter(|part| self.has(*part))
    }

    /// The sentence with this name. A name that does not exist shows itself, so that it is seen and reported.
    pub fn text(&self, name: &str) -> String {
        self.fill(name, [])
    }

    /// The sentence with this name and its gaps filled.
    pub fn fill<'a, const N: usize>(&self, name: &str, values: [(&'a str, Filling<'a>); N]) -> String {
        self.find(name, &values).unwrap_or_else(|| name.to_owned())
    }

    /// None when there is no such sentence: for names that arrive as data (trace codes, error types).
    pub fn find(&self, name: &str, values: &[(&str, Filling)]) -> Option<String> {
        let pattern = self.parts.iter().find_map(|patterns| {
            let place = patterns.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
            Some(patterns[place].1)
        })?;
        let mut writer = Writer { language: self.language, values, out: String::new() };
        writer.pattern(pattern);
        Some(writer.out)
    }
}

struct Writer<'a> {
    language: Language,
    values: &'a [(&'a str, Filling<'a>)],
    out: String,
}

impl<'a> Writer<'a> {
    /// Writes until the pattern ends, and gives back what comes after: the end of a choice or its next variant.
    fn pattern<'p>(&mut self, pattern: &'p str) -> &'p str {
        let mut rest = pattern;
        while let Some(position) = rest.find(['\u{1}', '\u{2}', '\u{3}', '\u{4}']) {
            self.out.push_str(&rest[..position]);
            rest = &rest[position..];
            match rest.as_bytes()[0] {
                1 => {
                    let (name, after) = rest[1..].split_once('\u{3}').unwrap_or((&rest[1..], ""));
                    self.gap(name);
                    rest = after;
                }
                2 => rest = self.choice(&rest[1..]),
                _ => return rest,
            }
        }
        self.out.push_str(rest);
        ""
    }

    fn gap(&mut self, name: &str) {
        match self.value(name) {
            Some(Filling::Text(text)) => self.out.push_str(text),
            Some(Filling::Number(number)) => self.out.push_str(&figures::grouped(number)),
            // A gap nobody fills shows its name.
            None => self.out.push_str(name),
        }
    }

    /// The first variant that fits is written; the default comes last and always fits.
    fn choice<'p>(&mut self, choice: &'p str) -> &'p str {
        let (name, mut rest) = choice.split_at(choice.find('\u{4}').unwrap_or(choice.len()));
        let start = self.out.len();
        let mut chosen: Option<String> = None;
        while let Some((key, pattern)) = rest.strip_prefix('\u{4}').and_then(|rest| rest.split_once('\u{5}'))
        {
            rest = self.pattern(pattern);
            let written = self.out.split_off(start);
            if chosen.is_none() && self.fits(name, key) {
                chosen = Some(written);
            }
        }
        self.out.push_str(&chosen.unwrap_or_default());
        rest.strip_prefix('\u{3}').unwrap_or(rest)
    }

    fn fits(&self, name: &str, key: &str) -> bool {
        match self.value(name) {
            _ if key.is_empty() => true,
            // Of the two languages only English knows a singular.
            Some(Filling::Number(1)) if key == "one" => self.language == Language::English,
            Some(Filling::Number(number)) => key.parse() == Ok(number),
            Some(Filling::Text(text)) => text == key,
            None => false,
        }
    }

    fn value(&self, name: &str) -> Option<Filling<'a>> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests;
