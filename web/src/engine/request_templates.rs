//! Fetches the initial requests of operations without a form.

use dynalab_app::request::template::{RequestTemplate, parse};

use crate::address::site;
use crate::browser::fetch_text::fetch_text;

/// Fetches the templates.
///
/// # Errors
/// Returns the reason if the file cannot be fetched or is not valid.
pub async fn fetch() -> Result<Vec<RequestTemplate>, String> {
    parse(&fetch_text(&site::address("/requests.json")).await?)
}
