//! Signed requests: DynamoDB's protocol over HTTP with Signature Version 4.

use std::time::{Duration, UNIX_EPOCH};

use aws_credential_types::Credentials as AwsCredentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;
use dynalab_types::Timestamp;
use http::Request;

use crate::credentials::Credentials;
use crate::endpoint::Endpoint;
use crate::error::RemoteError;

const SERVICE: &str = "dynamodb";
/// The version of the protocol, before the name of an operation.
const TARGET: &str = "DynamoDB_20120810";

/// Returns a signed request.
///
/// # Errors
/// An access key or an address has characters that no header can have.
pub fn signed(
    endpoint: &Endpoint,
    credentials: &Credentials,
    at: Timestamp,
    operation: &str,
    body: String,
) -> Result<Request<String>, RemoteError> {
    let target = format!("{TARGET}.{operation}");
    let url = format!("{}/", endpoint.url());
    let headers = [("content-type", "application/x-amz-json-1.0"), ("x-amz-target", target.as_str())];
    let cannot = |detail: String| RemoteError::NotSigned { detail };
    let identity = AwsCredentials::new(
        &credentials.access_key_id,
        &credentials.secret_access_key,
        credentials.session_token.clone(),
        None,
        "dynalab",
    )
    .into();
    let parameters = v4::SigningParams::builder()
        .identity(&identity)
        .region(endpoint.region())
        .name(SERVICE)
        .time(UNIX_EPOCH + Duration::from_millis(at.epoch_ms))
        .settings(SigningSettings::default())
        .build()
        .map_err(|error| cannot(error.to_string()))?
        .into();
    let signable =
        SignableRequest::new("POST", &url, headers.into_iter(), SignableBody::Bytes(body.as_bytes()))
            .map_err(|error| cannot(error.to_string()))?;
    let (instructions, _signature) =
        sign(signable, &parameters).map_err(|error| cannot(error.to_string()))?.into_parts();
    let mut request = Request::post(&url);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let mut request = request.body(body).map_err(|error| cannot(error.to_string()))?;
    instructions.apply_to_request_http1x(&mut request);
    Ok(request)
}
