//! Writes the Rust module of one file of sentences.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::LANGUAGES;
use crate::fault::SentenceFault;
use crate::read::Entries;

/// Returns a module with a constant or a struct for each sentence, and a function for each family.
///
/// # Errors
/// Returns `EmptyFamily` if a family has no sentences.
pub fn module(module: &str, entries: &[Entries; LANGUAGES.len()]) -> Result<String, SentenceFault> {
    let mut out = String::new();
    // Writing into a String cannot fail.
    let _ = write!(
        out,
        "/// The sentences of `messages/*/{module}.ftl`.\n#[allow(unused_imports, reason = \"a file need not have every kind of sentence\")]\npub mod {module} {{\n    use dynalab_messages::{{Filling, Language, Message, Sentence, Template, write}};\n"
    );
    for name in entries[0].patterns.keys() {
        let is_of_family = entries[0].families.iter().any(|prefix| name.starts_with(prefix));
        out.push_str(&sentence(name, is_of_family, entries));
    }
    for prefix in &entries[0].families {
        out.push_str(&family(prefix, entries)?);
    }
    out.push_str("}\n");
    Ok(out)
}

/// Converts a sentence's name to the name of its constant: `ttl-expired` to `TTL_EXPIRED`.
pub fn constant_name(name: &str) -> String {
    name.replace('-', "_").to_ascii_uppercase()
}

/// Converts a sentence's name to the name of its struct: `ttl-caption` to `TtlCaption`.
pub fn struct_name(name: &str) -> String {
    let capitalize = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split('-').map(capitalize).collect()
}

fn sentence(name: &str, is_of_family: bool, entries: &[Entries; LANGUAGES.len()]) -> String {
    let english = &entries[0].patterns[name];
    let arguments: BTreeSet<&String> =
        entries.iter().flat_map(|language| &language.patterns[name].arguments).collect();
    let patterns =
        entries.each_ref().map(|language| format!("{:?}", language.patterns[name].pattern)).join(", ");
    let constant = constant_name(name);
    let shown = english.shown.replace('[', "\\[").replace(']', "\\]");
    if arguments.is_empty() {
        return format!(
            "    /// {shown}\n    pub const {constant}: Sentence = Sentence::new({name:?}, [{patterns}]);\n"
        );
    }
    let template =
        format!("    /// {shown}\n    const {constant}: Template = Template::new([{patterns}]);\n");
    if is_of_family {
        // The program chooses a family's sentence by data and fills it with data, so it needs no struct.
        return template;
    }
    let fields: String = arguments
        .iter()
        .map(|argument| format!("        pub {}: Filling<'a>,\n", field_name(argument)))
        .collect();
    let values: Vec<String> =
        arguments.iter().map(|argument| format!("({argument:?}, self.{})", field_name(argument))).collect();
    let structure = struct_name(name);
    format!(
        "{template}    /// {shown}\n    #[derive(Clone, Copy, Debug)]\n    pub struct {structure}<'a> {{\n{fields}    }}\n    impl Message for {structure}<'_> {{\n        fn write(&self, language: Language) -> String {{\n            write({constant}, language, &[{}])\n        }}\n    }}\n",
        values.join(", ")
    )
}

/// Converts an argument's Fluent name to a field name: hyphens become underscores, Rust keywords become raw identifiers.
fn field_name(argument: &str) -> String {
    let name = argument.replace('-', "_");
    match name.as_str() {
        "type" | "match" | "in" | "for" | "move" | "where" | "ref" | "use" | "as" | "loop" => {
            format!("r#{name}")
        }
        _ => name,
    }
}

/// Writes a function that maps the end of a sentence's name to its sentence.
fn family(prefix: &str, entries: &[Entries; LANGUAGES.len()]) -> Result<String, SentenceFault> {
    let members: Vec<(&str, bool)> = entries[0]
        .patterns
        .iter()
        .filter_map(|(name, compiled)| Some((name.strip_prefix(prefix)?, compiled.arguments.is_empty())))
        .collect();
    if members.is_empty() {
        return Err(SentenceFault::EmptyFamily { prefix: prefix.to_owned() });
    }
    let plain = members.iter().all(|(_, is_plain)| *is_plain);
    let (kind, convert) = if plain { ("Sentence", "") } else { ("Template", ".template()") };
    let function = prefix.trim_end_matches('-').replace('-', "_");
    let arms: String = members
        .iter()
        .map(|(ending, is_plain)| {
            let constant = constant_name(&format!("{prefix}{ending}"));
            let convert = if *is_plain { convert } else { "" };
            format!("            {ending:?} => Some({constant}{convert}),\n")
        })
        .collect();
    let names: Vec<String> = members.iter().map(|(ending, _)| format!("{ending:?}")).collect();
    Ok(format!(
        "    /// The sentence `{prefix}NAME`, for a name that arrives as data.\n    pub fn {function}(name: &str) -> Option<{kind}> {{\n        match name {{\n{arms}            _ => None,\n        }}\n    }}\n    /// The names that [`{function}`] knows.\n    #[allow(dead_code, reason = \"tests compare it with the names of the data\")]\n    pub const {}_NAMES: &[&str] = &[{}];\n",
        function.to_ascii_uppercase(),
        names.join(", ")
    ))
}
