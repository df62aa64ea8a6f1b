//! Figures by name: a benchmark prints them, and stores them in a file for the program that writes the tables.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::{Map, Value};

/// The environment variable with the folder for figures. Without it, they are only printed.
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

    /// Stores the figures under the name of the part, if the environment variable has a folder.
    ///
    /// # Errors
    /// Fails if the folder cannot be created or the file cannot be written.
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

    /// Loads the figures of a part. They are empty if the part was not measured.
    pub fn kept(folder: &Path, part: &str) -> Figures {
        let text = fs::read_to_string(file(folder, part)).unwrap_or_default();
        Figures { values: serde_json::from_str(&text).unwrap_or_default() }
    }
}

fn file(folder: &Path, part: &str) -> PathBuf {
    folder.join(part).with_extension("json")
}
