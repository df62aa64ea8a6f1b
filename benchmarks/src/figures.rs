//! Figures by name, as one program measured them: said aloud, and kept in a file for the one that makes the tables.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::{Map, Value};

/// Where figures are kept; without it they are only said.
const FOLDER_VARIABLE: &str = "DYNALAB_FIGURES";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    values: Map<String, Value>,
}

impl Figures {
    pub fn note(&mut self, name: &str, value: f64) {
        println!("{name:<48} {value:>14.3}");
        self.values.insert(name.to_owned(), value.into());
    }

    pub fn get(&self, name: &str) -> Option<f64> {
        self.values.get(name)?.as_f64()
    }

    /// Keeps them under the name of the part, where that is asked for.
    ///
    /// # Errors
    /// When the folder cannot be made or the file cannot be written.
    pub fn keep(self, part: &str) -> io::Result<()> {
        match env::var_os(FOLDER_VARIABLE) {
            Some(folder) => self.keep_in(Path::new(&folder), part),
            None => Ok(()),
        }
    }

    /// # Errors
    /// As [`keep`](Figures::keep).
    pub fn keep_in(self, folder: &Path, part: &str) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(file(folder, part), Value::Object(self.values).to_string())
    }

    /// What was kept of a part; nothing of a part that was not measured.
    pub fn kept(folder: &Path, part: &str) -> Figures {
        let text = fs::read_to_string(file(folder, part)).unwrap_or_default();
        Figures { values: serde_json::from_str(&text).unwrap_or_default() }
    }
}

fn file(folder: &Path, part: &str) -> PathBuf {
    folder.join(part).with_extension("json")
}
