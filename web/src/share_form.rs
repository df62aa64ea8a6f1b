//! The choices in the share dialog, and the link made from them.

use dynalab_app::share::{Cover, WrittenDesign};
use dynalab_app::shared::Shared;

use std::cell::Cell;

use dynalab_playground::protocol::Space;
use dynalab_playground::share::link::{LINK_LONG_CHARACTERS, LINK_TOO_LONG_CHARACTERS};
use gloo::timers::callback::Timeout;
use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;

use crate::components::notices::refusal_sentence;
use crate::formats;
use crate::language::Language;
use crate::scene::Scene;
use crate::sentences;
use crate::site;
use crate::state::{Action, Dialog};

#[derive(Clone, Debug, PartialEq)]
pub struct ShareForm {
    pub title: String,
    /// Whether the link includes the items.
    pub data: bool,
    /// How many of the newest requests the link includes, to run them again.
    pub steps: Steps,
    /// The link and the file, or a message if they could not be written. None while they are being written.
    pub written: Option<Result<Shared<WrittenDesign>, String>>,
    /// Whether the link is in the clipboard; none before the person copies it.
    pub copied: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    None,
    Ten,
    Hundred,
    /// All requests in the history that fit.
    All,
}

impl Steps {
    pub const EACH: [Steps; 4] = [Steps::None, Steps::Ten, Steps::Hundred, Steps::All];

    pub fn name(self) -> &'static str {
        match self {
            Steps::None => "none",
            Steps::Ten => "ten",
            Steps::Hundred => "hundred",
            Steps::All => "all",
        }
    }

    fn at_most(self) -> u32 {
        match self {
            Steps::None => 0,
            Steps::Ten => 10,
            Steps::Hundred => 100,
            Steps::All => u32::MAX,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkLength {
    Fine,
    /// Some programs cut off a link of this length.
    Long,
    /// The link is too long, so a file is offered.
    TooLong,
}

impl LinkLength {
    pub fn from_address(address: &str) -> LinkLength {
        match address.len() {
            length if length <= LINK_LONG_CHARACTERS => LinkLength::Fine,
            length if length <= LINK_TOO_LONG_CHARACTERS => LinkLength::Long,
            _ => LinkLength::TooLong,
        }
    }
}

impl Default for ShareForm {
    /// Includes the items but no requests. Nothing is written yet.
    fn default() -> ShareForm {
        ShareForm { title: String::new(), data: true, steps: Steps::None, written: None, copied: None }
    }
}

impl ShareForm {
    /// Returns the form with a changed choice, which must be written again.
    pub fn with(&self, change: impl FnOnce(&mut ShareForm)) -> ShareForm {
        let mut form = ShareForm { written: None, copied: None, ..self.clone() };
        change(&mut form);
        form
    }

    /// Returns true if requests are included, because they need the items to run again.
    pub fn needs_items(&self) -> bool {
        self.steps != Steps::None
    }

    pub fn same_choice(&self, other: &ShareForm) -> bool {
        (self.data, self.steps, &self.title) == (other.data, other.steps, &other.title)
    }

    /// Returns the name of the file.
    pub fn file_name(&self) -> String {
        let kept = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        let name: String = self.title.trim().chars().take(60).map(kept).collect();
        let name = if name.is_empty() { "design" } else { name.as_str() };
        format!("{name}{}", dynalab_playground::share::document::FILE_EXTENSION)
    }
}

/// Returns the address that opens a design. It is the home page, which exists on every host.
pub fn address_of(language: Language, link: &str) -> String {
    format!("{}{}#{link}", window().location().origin().unwrap_or_default(), site::address_in(language, "/"))
}

thread_local! {
    /// Counts scheduled writes. Only the newest is executed.
    static NEWEST: Cell<u32> = const { Cell::new(0) };
}

/// Shows the form, and writes its link after a short time without another change.
pub fn write_soon(scene: &Scene, form: ShareForm) {
    const WAIT_MS: u32 = 150;
    let number = NEWEST.get().wrapping_add(1);
    NEWEST.set(number);
    scene.app.dispatch(Action::OpenDialog(Dialog::Share(form.clone())));
    let scene = scene.clone();
    Timeout::new(WAIT_MS, move || {
        if NEWEST.get() == number {
            spawn_local(write_now(scene, form));
        }
    })
    .forget();
}

/// Shows the form and writes its link.
pub fn write(scene: &Scene, form: ShareForm) {
    scene.app.dispatch(Action::OpenDialog(Dialog::Share(form.clone())));
    NEWEST.set(NEWEST.get().wrapping_add(1));
    spawn_local(write_now(scene.clone(), form));
}

async fn write_now(scene: Scene, form: ShareForm) {
    let written = written(&scene, &form).await.map(Shared::new);
    scene.app.dispatch(Action::Shared(ShareForm { written: Some(written), ..form }));
}

async fn written(scene: &Scene, form: &ShareForm) -> Result<WrittenDesign, String> {
    let messages = scene.messages();
    let data = form.data || form.needs_items();
    let told = scene.page.engine.tables_text(Space::Saved, data, form.steps.at_most()).await;
    let tables = told.map_err(|refusal| refusal_sentence(&refusal, messages))?;
    let cover = Cover {
        title: form.title.trim().to_owned(),
        language: messages.language,
        table: scene.table_name().map(str::to_owned),
        query: scene.query.clone(),
    };
    let written = formats::write(scene.page.parts.formats(), &tables, &cover).await;
    written.map_err(|problem| match problem.name.as_str() {
        "not-fetched" => messages.text(sentences::workbench::UNREADABLE_NOT_FETCHED),
        _ => problem.detail,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_links_are_told_from_short_ones() {
        for (characters, expected) in [
            (8_000, LinkLength::Fine),
            (8_001, LinkLength::Long),
            (32_000, LinkLength::Long),
            (32_001, LinkLength::TooLong),
        ] {
            assert_eq!(LinkLength::from_address(&"x".repeat(characters)), expected);
        }
    }

    #[test]
    fn a_file_is_named_after_its_design() {
        let name = |title: &str| ShareForm::default().with(|form| form.title = title.to_owned()).file_name();
        assert_eq!(name(" "), "design.dynalab.json");
        assert_eq!(name("Orders: v2"), "Orders--v2.dynalab.json");
        assert_eq!(name("注文"), "注文.dynalab.json");
        assert_eq!(name("../x"), "---x.dynalab.json");
    }
}
