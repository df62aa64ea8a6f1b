//! Fetches a text file of this site.

use gloo::net::http::Request;

/// # Errors
/// What went wrong, in the browser's words or as a status.
pub async fn fetch_text(address: &str) -> Result<String, String> {
    let response = Request::get(address).send().await.map_err(|error| error.to_string())?;
    if !response.ok() {
        return Err(format!("{address}: {}", response.status()));
    }
    response.text().await.map_err(|error| error.to_string())
}
