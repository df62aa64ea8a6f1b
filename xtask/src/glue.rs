//! Makes wasm-bindgen's output smaller: short names between module and JavaScript, no comments, no indentation. The original
//! names contain hashes, which do not compress. This saves 9 KB of a first visit.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use walrus::ModuleConfig;

/// The line at the end of wasm-bindgen's glue, and its replacement in a worker.
const EXPORTS: &str = "export { initSync, __wbg_init as default };";
const START: &str = "await __wbg_init();";
/// The replacement in a worker with parts. The module of its parts imports this one, and WebKit never finishes modules that import each other
/// while one of them waits. What fails is an error of the worker, as it is there.
const START_BESIDE_PARTS: &str = "__wbg_init().catch((error) => setTimeout(() => { throw error; }));";

/// Rewrites `MODULE.js` and `MODULE_bg.wasm` in the folder. `loader` is the module that fetches the parts of a program with parts.
pub fn shorten(module: &str, loader: Option<&str>, release: bool, folder: &Path) -> Result<()> {
    let wasm_file = folder.join(format!("{module}_bg.wasm"));
    let mut wasm = ModuleConfig::new()
        .generate_name_section(!release)
        .generate_producers_section(false)
        .parse(&fs::read(&wasm_file)?)
        .with_context(|| format!("cannot read the module {module}"))?;
    let mut names = ShortNames::default();
    let glue = format!("./{module}_bg.js");
    for import in wasm.imports.iter_mut() {
        // The loader of the parts keeps its names.
        if loader.is_some() && import.module.strip_prefix("./") == loader {
            continue;
        }
        // Another module would have to export the short name, which it does not.
        ensure!(import.module == glue, "{module} imports {} from {}", import.name, import.module);
        ensure!(import.name.starts_with("__wb"), "{module} imports {}, whose name is not made", import.name);
        import.name = names.short(&import.name);
    }
    // Exports without this prefix, such as `memory`, have no hash in their names.
    for export in wasm.exports.iter_mut().filter(|export| export.name.starts_with("wasm_bindgen__")) {
        export.name = names.short(&export.name);
    }
    fs::write(&wasm_file, wasm.emit_wasm())?;

    let script_file = folder.join(module).with_extension("js");
    let script = without_comments(&fs::read_to_string(&script_file)?)?;
    fs::write(&script_file, names.applied_to(&script).with_context(|| format!("the glue of {module}"))?)?;
    Ok(())
}

/// Makes `MODULE.js` a program that starts itself. A separate file that imports it would cost one more request before the
/// engine is fetched.
pub fn start_by_itself(module: &str, folder: &Path) -> Result<()> {
    replace_exports(module, START, folder)
}

/// Makes `MODULE.js` a program that starts itself, and whose parts find it through its exports.
pub fn start_beside_its_parts(module: &str, folder: &Path) -> Result<()> {
    replace_exports(module, &format!("{EXPORTS}\n{START_BESIDE_PARTS}"), folder)
}

fn replace_exports(module: &str, replacement: &str, folder: &Path) -> Result<()> {
    let script_file = folder.join(module).with_extension("js");
    let script = fs::read_to_string(&script_file)?;
    let started = script.replace(EXPORTS, replacement);
    ensure!(started != script, "the glue of {module} does not end with {EXPORTS}");
    Ok(fs::write(&script_file, started)?)
}

/// Long names with their short replacements.
#[derive(Default)]
struct ShortNames {
    short_by_long: BTreeMap<String, String>,
}

impl ShortNames {
    fn short(&mut self, long: &str) -> String {
        let next = format!("${}", self.short_by_long.len());
        self.short_by_long.entry(long.to_owned()).or_insert(next).clone()
    }

    /// Replaces whole words. Fails if the script lacks a name that the module imports, or already has one of the short names.
    fn applied_to(&self, script: &str) -> Result<String> {
        let mut out = String::with_capacity(script.len());
        let mut replaced = BTreeSet::new();
        let mut rest = script;
        while let Some(start) = rest.find(is_of_name) {
            let (before, from_word) = rest.split_at(start);
            let end = from_word.find(|character| !is_of_name(character)).unwrap_or(from_word.len());
            let (word, after) = from_word.split_at(end);
            ensure!(!is_short(word), "{word} is taken");
            out.push_str(before);
            match self.short_by_long.get_key_value(word) {
                Some((long, short)) => {
                    out.push_str(short);
                    replaced.insert(long);
                }
                None => out.push_str(word),
            }
            rest = after;
        }
        let missed = self.short_by_long.keys().find(|long| !replaced.contains(long));
        ensure!(missed.is_none(), "it does not mention {}", missed.map_or("", String::as_str));
        Ok(out + rest)
    }
}

fn is_short(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|rest| rest.starts_with(|character: char| character.is_ascii_digit()))
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '$'
}

/// Removes indentation and comment lines. Other line breaks are kept, so that missing semicolons do no harm.
fn without_comments(script: &str) -> Result<String> {
    let mut lines = Vec::new();
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if in_comment {
            if let Some((_, after)) = line.split_once("*/") {
                ensure!(after.is_empty(), "code behind a comment: {line}");
                in_comment = false;
            }
        } else if !line.is_empty() && !line.starts_with("//") {
            // A template over several lines would be changed.
            ensure!(line.matches('`').count() % 2 == 0, "a template over several lines: {line}");
            lines.push(line);
        }
    }
    ensure!(!in_comment, "a comment without an end");
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_as_whole_words() {
        let mut names = ShortNames::default();
        assert_eq!(names.short("__wbg_then_1"), "$0");
        assert_eq!(names.short("__wbg_then_12"), "$1");
        assert_eq!(names.short("__wbg_then_1"), "$0");
        let script = "{ __wbg_then_12: f(a), __wbg_then_1: then__wbg_then_1, é__wbg_then_1 }";
        let shortened = names.applied_to(script).expect("both names");
        assert_eq!(shortened, "{ $1: f(a), $0: then__wbg_then_1, é$0 }");
    }

    #[test]
    fn a_script_of_another_module_is_refused() {
        let mut names = ShortNames::default();
        names.short("__wbg_then_1");
        let refusal = |script: &str| names.applied_to(script).expect_err("refused").to_string();
        assert_eq!(refusal("{ __wbg_then_2: f }"), "it does not mention __wbg_then_1");
        assert_eq!(refusal("{ __wbg_then_1: $0 }"), "$0 is taken");
        assert!(names.applied_to("{ __wbg_then_1: `${a}$` }").is_ok());
    }

    #[test]
    fn comments_and_indentation_go() {
        let script =
            "/**\n * What it does\n */\nfunction f() {\n\n    // how\n    return `a // b`;\n}\n/* g */\ng();";
        assert_eq!(without_comments(script).expect("lines"), "function f() {\nreturn `a // b`;\n}\ng();");
        for changed in ["const a = `\n  b`;", "/* a */ b();", "/* a\n b();"] {
            assert!(without_comments(changed).is_err(), "{changed}");
        }
    }
}
