//! Opens every route of the release site, in both languages, wide and narrow, light and dark. `every_route/faults.js` searches
//! each page for message names, broken rows, cut or covered text, and pages wider than the window. The console must be empty.
//! In one theme per route, a screenshot is compared with `tests/screenshots`.

mod addresses;
mod faulty_pages;
mod findings;
mod fixed_fonts;
mod look;
mod message_names;
mod picture;
mod screenshots;
mod shop;
mod tour;
mod workbench;

use std::time::Duration;

use anyhow::Result;

use crate::visit::{Surroundings, visit_in};
use look::{Look, Width};
use tour::Tour;

/// A tour opens a hundred pages.
const TOUR_TIMEOUT: Duration = Duration::from_secs(900);

/// Tours one part of the site in one look. Fails with all faults that it found.
fn tour(name: &'static str, look: Look, part: &str, steps: impl AsyncFn(&mut Tour) -> Result<()>) {
    let fonts = Some(fixed_fonts::configuration());
    let surroundings = Surroundings { fonts, timeout: TOUR_TIMEOUT, ..Surroundings::usual() };
    visit_in(name, surroundings, async |visit| {
        let mut tour = Tour::start(visit.page(), look, part).await?;
        steps(&mut tour).await?;
        tour.end()
    });
}

#[test]
fn pages_in_english_wide() {
    tour("every_route_pages_en_1280", Look::new("en", Width::Wide), "pages", tour::pages);
}

#[test]
fn pages_in_japanese_narrow() {
    tour("every_route_pages_ja_390", Look::new("ja", Width::Narrow), "pages", tour::pages);
}

#[test]
fn workbench_in_english_wide() {
    tour("every_route_workbench_en_1280", Look::new("en", Width::Wide), "workbench", workbench::workbench);
}

#[test]
fn workbench_in_japanese_narrow() {
    tour("every_route_workbench_ja_390", Look::new("ja", Width::Narrow), "workbench", workbench::workbench);
}

/// The two looks without screenshots. `cargo xtask soak` runs them, not each run of all tests.
mod other_looks {
    use super::*;

    #[test]
    fn pages_in_english_narrow() {
        tour("every_route_pages_en_390", Look::new("en", Width::Narrow), "pages", tour::pages);
    }

    #[test]
    fn pages_in_japanese_wide() {
        tour("every_route_pages_ja_1280", Look::new("ja", Width::Wide), "pages", tour::pages);
    }

    #[test]
    fn workbench_in_english_narrow() {
        tour(
            "every_route_workbench_en_390",
            Look::new("en", Width::Narrow),
            "workbench",
            workbench::workbench,
        );
    }

    #[test]
    fn workbench_in_japanese_wide() {
        tour(
            "every_route_workbench_ja_1280",
            Look::new("ja", Width::Wide),
            "workbench",
            workbench::workbench,
        );
    }
}
