//! Fetches a text file of this site.

use gloo::net::http::Request;

/// Fetches a text.
///
/// # Errors
/// Returns the browser's error, or the address with the HTTP status.
pub async fn fetch_text(address: &str) -> Result<String, String> {
    let response = Request::get(address).send().await.map_err(|error| error.to_string())?;
    if !response.ok() {
        return Err(format!("{address}: {}", response.status()));
    }
    response.text().await.map_err(|error| error.to_string())
}
