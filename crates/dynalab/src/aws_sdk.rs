//! The AWS SDK for Rust without HTTP: its client calls the database in this process, and its time is the database's clock.

use aws_smithy_async::rt::sleep::SharedAsyncSleep;
use aws_smithy_async::time::{SharedTimeSource, TimeSource};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use std::time::SystemTime;

use crate::clock::Clock;
use crate::local::{Answer, Local};
use crate::virtual_sleep::VirtualSleep;

/// The header with the version of the API and the operation.
const TARGET: &str = "x-amz-target";
const CONTENT_TYPE: (&str, &str) = ("content-type", "application/x-amz-json-1.0");

impl Local {
    /// Returns an HTTP client for `aws_sdk_dynamodb::config::Builder::http_client`. It sends nothing: the database answers. Endpoint,
    /// credentials and Region of the client are not looked at.
    pub fn http_client(&self) -> SharedHttpClient {
        SharedHttpClient::new(InProcess(self.clone()))
    }

    /// Returns the database's clock for `aws_sdk_dynamodb::config::Builder::time_source`.
    pub fn time_source(&self) -> SharedTimeSource {
        SharedTimeSource::new(self.clock())
    }

    /// Returns a sleep for `aws_sdk_dynamodb::config::Builder::sleep_impl`. It moves the database's clock and takes no time, so a waiter or
    /// a retry goes on at once.
    pub fn sleep_impl(&self) -> SharedAsyncSleep {
        SharedAsyncSleep::new(VirtualSleep::of(self.clock()))
    }
}

/// The HTTP client and its connection: the same database.
#[derive(Clone, Debug)]
struct InProcess(Local);

impl HttpClient for InProcess {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for InProcess {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::ready(answer(&self.0, &request))
    }
}

fn answer(local: &Local, request: &HttpRequest) -> Result<HttpResponse, ConnectorError> {
    // The operation follows the version of the API: `DynamoDB_20120810.PutItem`.
    let target = request.headers().get(TARGET).unwrap_or_default();
    let operation = target.split_once('.').map_or(target, |(_, operation)| operation);
    let body = request.body().bytes().ok_or("a body that is a stream cannot be read here");
    let body = std::str::from_utf8(body.map_err(|error| ConnectorError::user(error.into()))?)
        .map_err(|error| ConnectorError::user(error.into()))?;
    let Answer { status, body } = local.execute(operation, body);
    let status = StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
    let mut response = HttpResponse::new(status, SdkBody::from(body));
    response.headers_mut().insert(CONTENT_TYPE.0, CONTENT_TYPE.1);
    Ok(response)
}

impl TimeSource for Clock {
    fn now(&self) -> SystemTime {
        Clock::now(self)
    }
}
