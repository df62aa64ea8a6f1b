//! Sentences in both languages, for the page and the command line. A build script makes a constant or a struct of each sentence
//! in a Fluent file (`dynalab-sentences`), so a wrong name or a missing argument does not compile. This crate writes them.

pub mod figures;
mod language;

pub use language::Language;

/// Writes sentences in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Messages {
    pub language: Language,
}

/// A text in each language: a [`Sentence`], a struct with the arguments of one, or data that sentences describe.
pub trait Message {
    fn write(&self, language: Language) -> String;
}

impl<M: Message + ?Sized> Message for &M {
    fn write(&self, language: Language) -> String {
        (**self).write(language)
    }
}

/// A sentence without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    name: &'static str,
    template: Template,
}

/// A sentence whose arguments are given at run time, because data chooses the sentence. The patterns are in the order of
/// [`Language`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    patterns: [&'static str; 2],
}

impl Sentence {
    pub const fn new(name: &'static str, patterns: [&'static str; 2]) -> Sentence {
        Sentence { name, template: Template::new(patterns) }
    }

    /// Returns the name in the message file. Elements that show the sentence have it as their test id.
    pub const fn name(self) -> &'static str {
        self.name
    }

    pub const fn template(self) -> Template {
        self.template
    }
}

impl Template {
    pub const fn new(patterns: [&'static str; 2]) -> Template {
        Template { patterns }
    }
}

impl Message for Sentence {
    fn write(&self, language: Language) -> String {
        write(self.template, language, &[])
    }
}

/// The value of an argument. A number is grouped, and can choose between forms.
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

impl<'a> From<&'a String> for Filling<'a> {
    fn from(text: &'a String) -> Filling<'a> {
        Filling::Text(text)
    }
}

impl From<u32> for Filling<'_> {
    fn from(number: u32) -> Self {
        Filling::Number(u64::from(number))
    }
}

impl From<usize> for Filling<'_> {
    fn from(number: usize) -> Self {
        Filling::Number(number as u64)
    }
}

impl From<u64> for Filling<'_> {
    fn from(number: u64) -> Self {
        Filling::Number(number)
    }
}

impl Messages {
    pub fn new(language: Language) -> Messages {
        Messages { language }
    }

    pub fn text(self, message: impl Message) -> String {
        message.write(self.language)
    }

    /// Returns the sentence, or the data itself if there is no sentence for it.
    pub fn text_or(self, sentence: Option<Sentence>, data: &str) -> String {
        sentence.map_or_else(|| data.to_owned(), |sentence| self.text(sentence))
    }

    /// Fills a sentence that data chose. An argument without a value shows its name.
    pub fn fill(self, template: Template, values: &[(&str, Filling)]) -> String {
        write(template, self.language, values)
    }
}

/// Writes a template with its arguments.
pub fn write(template: Template, language: Language, values: &[(&str, Filling)]) -> String {
    let mut writer = Writer { language, values, out: String::new() };
    writer.pattern(template.patterns[language as usize]);
    writer.out
}

struct Writer<'a> {
    language: Language,
    values: &'a [(&'a str, Filling<'a>)],
    out: String,
}

impl<'a> Writer<'a> {
    /// Writes a pattern to its end. Returns the rest: the end of a choice, or its next variant.
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
            // A placeholder without a value shows its name.
            None => self.out.push_str(name),
        }
    }

    /// Writes the first variant that matches. The default is last and always matches.
    fn choice<'p>(&mut self, choice: &'p str) -> &'p str {
        let (name, mut rest) = choice.split_at(choice.find('\u{4}').unwrap_or(choice.len()));
        let start = self.out.len();
        let mut chosen: Option<String> = None;
        while let Some((key, pattern)) = rest.strip_prefix('\u{4}').and_then(|rest| rest.split_once('\u{5}'))
        {
            rest = self.pattern(pattern);
            let written = self.out.split_off(start);
            if chosen.is_none() && self.matches_variant(name, key) {
                chosen = Some(written);
            }
        }
        self.out.push_str(&chosen.unwrap_or_default());
        rest.strip_prefix('\u{3}').unwrap_or(rest)
    }

    fn matches_variant(&self, name: &str, key: &str) -> bool {
        match self.value(name) {
            _ if key.is_empty() => true,
            // Of the two languages, only English has a singular.
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
