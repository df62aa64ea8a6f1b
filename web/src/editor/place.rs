//! The page's request, and the form in which the editor shows it.

use dynalab_app::request::play_query::RequestTab;
use dynalab_app::table::arn::region_of;
use dynalab_request_text::TextForm;
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::session::Draft;

use crate::components::request_panel;
use crate::page::scene::Scene;

#[derive(Clone, Debug, PartialEq)]
pub struct EditorPlace {
    pub tab: RequestTab,
    /// The request. Its body is JSON, or unfinished JSON.
    pub draft: Draft,
    /// The Region of the workspace's tables. Empty without a table.
    pub region: String,
}

impl EditorPlace {
    pub fn from_scene(scene: &Scene) -> EditorPlace {
        let draft = scene.app.draft();
        let draft = Draft { operation: draft.operation.clone(), body: draft.body.clone() };
        let table = scene.app.definitions().as_ref().and_then(|tables| tables.first());
        let region = table.map_or("", |table| region_of(&table.arn)).to_owned();
        EditorPlace { tab: request_panel::shown_tab(scene), draft, region }
    }

    /// Returns the form of the tab. `language` is the language of the code tab.
    pub fn form(&self, language: CodeLanguage) -> TextForm {
        match self.tab {
            RequestTab::CommandLine => TextForm::CommandLine,
            RequestTab::Sdk => TextForm::Code(language),
            RequestTab::PartiQl => TextForm::PartiQl,
            _ => TextForm::Json,
        }
    }
}

/// Returns the tab of a form.
pub fn tab_of(form: TextForm) -> RequestTab {
    match form {
        TextForm::Json => RequestTab::Json,
        TextForm::CommandLine => RequestTab::CommandLine,
        TextForm::Code(_) => RequestTab::Sdk,
        TextForm::PartiQl => RequestTab::PartiQl,
    }
}
