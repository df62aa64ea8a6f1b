//! What the page tells the editor: where it stands, and the request as it is drafted.

use dynalab_playground::request_text::TextForm;
use dynalab_playground::request_text::code::CodeLanguage;
use dynalab_playground::request_text::session::Draft;
use serde::Deserialize;

use crate::module_app::PagePlace;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct EditorPlace {
    #[serde(flatten)]
    pub page: PagePlace,
    /// In which form the request is shown, as the address names it.
    pub tab: String,
    pub operation: String,
    /// JSON, or what is on the way to becoming it.
    pub body: String,
}

impl EditorPlace {
    pub fn draft(&self) -> Draft {
        Draft { operation: self.operation.clone(), body: self.body.clone() }
    }

    /// The form of the tab; code is in the language that was chosen.
    pub fn form(&self, language: CodeLanguage) -> TextForm {
        match self.tab.as_str() {
            "cli" => TextForm::CommandLine,
            "sdk" => TextForm::Code(language),
            "partiql" => TextForm::PartiQl,
            _ => TextForm::Json,
        }
    }
}

/// How the editor's files call a form.
pub fn form_code(form: TextForm) -> &'static str {
    match form {
        TextForm::Json => "json",
        TextForm::CommandLine => "cli",
        TextForm::Code(language) => language.code(),
        TextForm::PartiQl => "partiql",
    }
}
