//! What the compiled programs of the site consist of: the code of each crate and module, before it is split and compressed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use wasmparser::{KnownCustom, Name, Parser, Payload};

use crate::folders;

/// How many groups of a program are listed.
const GROUPS: usize = 25;
/// The segments of a path that name a group: the crate and a module of it.
const SEGMENTS: usize = 2;

/// Prints the largest groups of each program of the last release build.
///
/// # Errors
/// Fails if there is no release build, or if a program cannot be read.
pub fn run(names: &[String]) -> Result<ExitCode> {
    let folder = folders::target().join("wasm32-unknown-unknown/wasm");
    let mut programs: Vec<_> = fs::read_dir(&folder)
        .with_context(|| format!("no release build in {}: cargo xtask build --release", folder.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "wasm"))
        .filter(|path| {
            names.is_empty()
                || names.iter().any(|name| path.file_stem().is_some_and(|stem| stem == name.as_str()))
        })
        .collect();
    programs.sort();
    ensure!(!programs.is_empty(), "no such program in {}", folder.display());
    for program in programs {
        print(&program)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(program: &Path) -> Result<()> {
    let module = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let sizes = group_sizes(&module).with_context(|| format!("cannot read {}", program.display()))?;
    let code: usize = sizes.iter().map(|(_, bytes)| bytes).sum();
    let name = program.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    println!("\n{name}: {} KB of code\n{:>8}  {:>5}  group", code / 1_000, "KB", "%");
    for (group, bytes) in sizes.iter().take(GROUPS) {
        println!(
            "{:>8.1}  {:>5.1}  {group}",
            *bytes as f64 / 1e3,
            *bytes as f64 * 100.0 / code.max(1) as f64
        );
    }
    Ok(())
}

/// Returns the bytes of code by group, the largest first.
fn group_sizes(module: &[u8]) -> Result<Vec<(String, usize)>> {
    let (mut imported, mut bodies, mut names) = (0_u32, Vec::new(), BTreeMap::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.range().len()),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(reader) = section.as_known() {
                    for name in reader {
                        if let Name::Function(functions) = name? {
                            for function in functions {
                                let function = function?;
                                names.insert(function.index, group_of(function.name));
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for (place, bytes) in bodies.into_iter().enumerate() {
        let group =
            names.get(&(imported + place as u32)).cloned().unwrap_or_else(|| "without a name".to_owned());
        *groups.entry(group).or_default() += bytes;
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    Ok(groups)
}

/// Returns the crate and module of a function. A method of a trait counts to the type that has it.
fn group_of(mangled: &str) -> String {
    let name = format!("{:#}", rustc_demangle::demangle(mangled));
    let path = match name.strip_prefix('<') {
        Some(inner) => inner.split(" as ").next().unwrap_or(inner),
        None => &name,
    };
    let path = path
        .trim_start_matches(['&', '<', '(', '[', '*'])
        .trim_start_matches("mut ")
        .trim_start_matches("dyn ");
    let end = path.find(['<', '>', '(', ' ', ',', '{']).unwrap_or(path.len());
    let segments: Vec<&str> =
        path[..end].split("::").filter(|segment| !segment.is_empty()).take(SEGMENTS).collect();
    segments.join("::")
}

#[cfg(test)]
mod tests {
    use super::group_of;

    #[test]
    fn a_function_belongs_to_the_module_of_its_type() {
        let cases = [
            ("dynalab_engine::operations::put::step", "dynalab_engine::operations"),
            ("<dynalab_engine::error::ValidationError as core::fmt::Display>::fmt", "dynalab_engine::error"),
            ("<alloc::vec::Vec<T> as core::clone::Clone>::clone", "alloc::vec"),
            ("core::ptr::drop_in_place<dynalab_types::item::Item>", "core::ptr"),
            ("memcpy", "memcpy"),
        ];
        for (name, group) in cases {
            assert_eq!(group_of(name), group, "{name}");
        }
    }
}
