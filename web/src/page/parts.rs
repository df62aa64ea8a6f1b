//! The parts of the program that are fetched when they are first shown. The program names them (`bin/app`): it alone knows
//! whether it was split.

use yew::Html;

use crate::address::design_formats::DesignFormats;
use crate::address::formats::Formats;
use crate::page::part_fetch::Fetch;
use crate::page::scene::Scene;

/// Draws a part of the page.
pub type View = fn(&Scene) -> Html;
/// A part of the page: its program, and the bundle of styles with its name. Its sentences are in its program.
#[derive(Clone, Copy)]
pub struct PagePart {
    /// Also for tests, and for the notice.
    pub name: &'static str,
    pub view: Fetch<View>,
}

impl PartialEq for PagePart {
    fn eq(&self, other: &PagePart) -> bool {
        self.name == other.name
    }
}

/// How each part is fetched.
#[derive(Clone, Copy)]
pub struct Fetches {
    pub workbench: Fetch<View>,
    pub learn: Fetch<View>,
    pub design: Fetch<View>,
    pub capacity: Fetch<View>,
    pub scale: Fetch<View>,
    pub pictures: Fetch<View>,
    pub editor: Fetch<View>,
    pub dialogs: Fetch<View>,
    pub formats: Fetch<Formats>,
    pub design_formats: Fetch<DesignFormats>,
}

/// All parts; there is one set of them for the whole visit.
#[derive(Clone, Copy)]
pub struct Parts(pub &'static Fetches);

impl PartialEq for Parts {
    fn eq(&self, other: &Parts) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Parts {
    /// Tables, items, requests and their results.
    pub fn workbench(self) -> PagePart {
        PagePart { name: "workbench", view: self.0.workbench }
    }

    /// The course and the player of its lessons.
    pub fn learn(self) -> PagePart {
        PagePart { name: "learn", view: self.0.learn }
    }

    /// The editor of key designs.
    pub fn design(self) -> PagePart {
        PagePart { name: "design", view: self.0.design }
    }

    /// The capacity calculators.
    pub fn capacity(self) -> PagePart {
        PagePart { name: "capacity", view: self.0.capacity }
    }

    /// The partition lab.
    pub fn scale(self) -> PagePart {
        PagePart { name: "scale", view: self.0.scale }
    }

    /// What is drawn beside the items, and what controls the simulation.
    pub fn pictures(self) -> PagePart {
        PagePart { name: "pictures", view: self.0.pictures }
    }

    /// The request as text, in every form.
    pub fn editor(self) -> PagePart {
        PagePart { name: "editor", view: self.0.editor }
    }

    /// Dialogs that not every visit needs. The palette names pictures and controls of the simulation.
    pub fn dialogs(self) -> PagePart {
        PagePart { name: "dialogs", view: self.0.dialogs }
    }

    /// Reads and writes links and files.
    pub fn formats(self) -> Fetch<Formats> {
        self.0.formats
    }

    /// Reads and writes key designs in formats of others.
    pub fn design_formats(self) -> Fetch<DesignFormats> {
        self.0.design_formats
    }
}
