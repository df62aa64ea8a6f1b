//! Merges WebAssembly modules that belong to one program. The splitter writes all types of the program into each of them, so merging
//! also removes the copies.

use std::fmt;

use anyhow::{Context, Result, anyhow, bail, ensure};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, DataSection, ElementSection, FunctionSection, ImportSection, Module, RawSection, SectionId,
};
use wasmparser::{DataKind, Imports, Parser, Payload, TypeRef};

/// The sections of the module so far.
#[derive(Default)]
struct Merged<'a> {
    /// The content of the type section, which is the same in each module.
    types: &'a [u8],
    imports: Vec<Imported<'a>>,
    functions: FunctionSection,
    elements: ElementSection,
    code: CodeSection,
    data: DataSection,
}

#[derive(PartialEq)]
struct Imported<'a> {
    module: &'a str,
    name: &'a str,
    kind: TypeRef,
}

/// Changes the indexes of a module to those in the merged module.
struct Renumbered {
    /// The number of functions before those of the module.
    functions: u32,
    /// The new index of each of the module's globals.
    globals: Vec<u32>,
}

/// What an instruction of a module does that cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unmergeable {
    /// It copies data. All data is copied when the module starts.
    CopiesData,
    /// It uses a global that the module does not import.
    UnknownGlobal,
}

impl fmt::Display for Unmergeable {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Unmergeable::CopiesData => "an instruction copies data",
            Unmergeable::UnknownGlobal => "an instruction uses a global that is not imported",
        })
    }
}

impl std::error::Error for Unmergeable {}

impl Reencode for Renumbered {
    type Error = Unmergeable;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Unmergeable>> {
        Ok(function + self.functions)
    }

    fn data_index(&mut self, _: u32) -> Result<u32, Error<Unmergeable>> {
        Err(Error::UserError(Unmergeable::CopiesData))
    }

    fn global_index(&mut self, global: u32) -> Result<u32, Error<Unmergeable>> {
        self.globals.get(global as usize).copied().ok_or(Error::UserError(Unmergeable::UnknownGlobal))
    }
}

/// Merges modules with the same types. They may import one memory, one table and globals, but no functions. They export nothing, and
/// call each other through the table.
///
/// # Errors
/// Returns what a module has that cannot be merged.
pub fn merge(modules: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut merged = Merged::default();
    for module in modules {
        merged.add(module)?;
    }
    let mut imports = ImportSection::new();
    for Imported { module, name, kind } in &merged.imports {
        let kind = Renumbered { functions: 0, globals: Vec::new() }.entity_type(*kind);
        imports.import(module, name, kind.map_err(refused)?);
    }
    let mut module = Module::new();
    module.section(&RawSection { id: SectionId::Type as u8, data: merged.types });
    module.section(&imports).section(&merged.functions).section(&merged.elements).section(&merged.code);
    module.section(&merged.data);
    Ok(module.finish())
}

impl<'a> Merged<'a> {
    fn add(&mut self, module: &'a [u8]) -> Result<()> {
        let mut renumbered = Renumbered { functions: self.functions.len(), globals: Vec::new() };
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::Version { .. } | Payload::End(_) | Payload::CustomSection(_) => {}
                Payload::TypeSection(section) => {
                    let types = module.get(section.range()).context("a type section has no end")?;
                    ensure!(self.types.is_empty() || self.types == types, "modules have different types");
                    self.types = types;
                }
                Payload::ImportSection(section) => {
                    for imports in section {
                        let Imports::Single(_, import) = imports? else { bail!("imports are in groups") };
                        let (module, name, kind) = (import.module, import.name, import.ty);
                        let place = self.import(Imported { module, name, kind })?;
                        if matches!(kind, TypeRef::Global(_)) {
                            renumbered.globals.push(place);
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    renumbered.parse_function_section(&mut self.functions, section).map_err(refused)?;
                }
                Payload::ElementSection(section) => {
                    renumbered.parse_element_section(&mut self.elements, section).map_err(refused)?;
                }
                // Its functions follow one by one.
                Payload::CodeSectionStart { .. } => {}
                Payload::CodeSectionEntry(function) => {
                    renumbered.parse_function_body(&mut self.code, function).map_err(refused)?;
                }
                // The splitter writes this section also if it is empty.
                Payload::ExportSection(section) if section.count() == 0 => {}
                // Only instructions that copy data would need the count.
                Payload::DataCountSection { .. } => {}
                Payload::DataSection(section) => {
                    for data in section {
                        let data = data?;
                        ensure!(matches!(data.kind, DataKind::Active { .. }), "data has no place");
                        if !data.data.is_empty() {
                            renumbered.parse_data(&mut self.data, data).map_err(refused)?;
                        }
                    }
                }
                other => bail!("a module to merge has a section of another kind: {other:?}"),
            }
        }
        Ok(())
    }

    /// Adds an import unless it is there, and returns its index among the imports of its kind.
    fn import(&mut self, import: Imported<'a>) -> Result<u32> {
        let same_kind = |other: &Imported| match (import.kind, other.kind) {
            (TypeRef::Global(_), kind) => matches!(kind, TypeRef::Global(_)),
            (TypeRef::Memory(_), kind) => matches!(kind, TypeRef::Memory(_)),
            (TypeRef::Table(_), kind) => matches!(kind, TypeRef::Table(_)),
            _ => false,
        };
        let mut others = self.imports.iter().filter(|other| same_kind(other));
        if let Some(place) = others.clone().position(|other| *other == import) {
            return Ok(u32::try_from(place)?);
        }
        let place = match import.kind {
            TypeRef::Global(_) => u32::try_from(others.count())?,
            TypeRef::Memory(_) | TypeRef::Table(_) => {
                ensure!(others.next().is_none(), "modules have different imports: {}", import.name);
                0
            }
            _ => bail!("a module to merge imports a function: {}", import.name),
        };
        self.imports.push(import);
        Ok(place)
    }
}

fn refused(error: Error<Unmergeable>) -> anyhow::Error {
    anyhow!("{error}")
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, ElementMode, ElementSegment, Elements, EntityType, Function, GlobalType, Instruction,
        MemoryType, RefType, TableType, TypeSection, ValType,
    };
    use wasmparser::Validator;

    use super::*;

    /// A module whose second function calls the first, and reads a global if it has one.
    fn piece(global: Option<&str>, place: i32) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let mut imports = ImportSection::new();
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 9,
            maximum: None,
            shared: false,
        };
        imports.import("p", "table", EntityType::Table(table));
        let memory =
            MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        imports.import("p", "memory", EntityType::Memory(memory));
        if let Some(name) = global {
            let kind = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
            imports.import("p", name, EntityType::Global(kind));
        }
        let mut functions = FunctionSection::new();
        functions.function(0).function(0);
        let mut elements = ElementSection::new();
        elements.segment(ElementSegment {
            mode: ElementMode::Active { table: None, offset: &ConstExpr::i32_const(place) },
            elements: Elements::Functions(vec![1].into()),
        });
        let mut code = CodeSection::new();
        let first = global.map_or(Instruction::I32Const(place), |_| Instruction::GlobalGet(0));
        for body in [first, Instruction::Call(0)] {
            let mut function = Function::new([]);
            function.instruction(&body).instruction(&Instruction::End);
            code.function(&function);
        }
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&elements).section(&code);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(place), [7, 7]);
        data.active(0, &ConstExpr::i32_const(place), []);
        module.section(&data);
        module.finish()
    }

    #[test]
    fn functions_and_globals_are_renumbered() {
        let merged = merge(&[piece(Some("a"), 1), piece(None, 2), piece(Some("b"), 3)]).expect("a module");
        Validator::new().validate_all(&merged).expect("a valid module");
        let text = lines_of(&merged);
        assert_eq!(
            text,
            [
                "import table",
                "import memory",
                "import a",
                "import b",
                "1: 1",
                "2: 3",
                "3: 5",
                "GlobalGet { global_index: 0 }",
                "Call { function_index: 0 }",
                "I32Const { value: 2 }",
                "Call { function_index: 2 }",
                "GlobalGet { global_index: 1 }",
                "Call { function_index: 4 }",
                "data [7, 7]",
                "data [7, 7]",
                "data [7, 7]",
            ]
        );
    }

    /// The imports, the places in the table, and the first instruction of each function.
    fn lines_of(module: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload.expect("a payload") {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        lines.push(format!("import {}", import.expect("an import").name));
                    }
                }
                Payload::ElementSection(section) => {
                    for element in section {
                        let element = element.expect("an element");
                        let (
                            wasmparser::ElementKind::Active { offset_expr, .. },
                            wasmparser::ElementItems::Functions(items),
                        ) = (element.kind, element.items)
                        else {
                            panic!("another kind of element")
                        };
                        let wasmparser::Operator::I32Const { value } =
                            offset_expr.get_operators_reader().read().expect("an offset")
                        else {
                            panic!("another offset")
                        };
                        let functions: Vec<String> = items
                            .into_iter()
                            .map(|function| function.expect("a function").to_string())
                            .collect();
                        lines.push(format!("{value}: {}", functions.join(" ")));
                    }
                }
                Payload::DataSection(section) => {
                    for data in section {
                        lines.push(format!("data {:?}", data.expect("data").data));
                    }
                }
                Payload::CodeSectionEntry(function) => {
                    let mut operators = function.get_operators_reader().expect("a body");
                    lines.push(format!("{:?}", operators.read().expect("an instruction")));
                }
                _ => {}
            }
        }
        lines
    }

    #[test]
    fn a_module_that_exports_or_imports_functions_is_refused() {
        let mut imports = ImportSection::new();
        imports.import("p", "f", EntityType::Function(0));
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut module = Module::new();
        module.section(&types).section(&imports);
        let refused = merge(&[module.finish()]).expect_err("an imported function");
        assert!(refused.to_string().contains("imports a function: f"), "{refused}");
    }
}
