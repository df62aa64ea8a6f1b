//! A client of an endpoint: signs, sends, sends again, and keeps to its limits.

use std::cell::{Cell, RefCell};

use serde_json::Value;

use crate::edge::{Edge, HttpResponse};
use crate::endpoint::Endpoint;
use crate::error::{Refusal, RemoteError, name_and_message};
use crate::limits::{Limits, Pace};
use crate::retries::{ATTEMPTS_MAX, UNANSWERED_ATTEMPTS_MAX, is_passing, wait_ms};
use crate::signature::signed;
use crate::units;

/// How many characters of a body an error shows.
const SHOWN_CHARACTERS: usize = 120;

/// A client. It is used by one thread, and several requests can be under way.
pub struct Client<E> {
    edge: E,
    endpoint: Endpoint,
    limits: Limits,
    requests: RefCell<Pace>,
    units: RefCell<Pace>,
    sent: Cell<u64>,
    is_stopped: Cell<bool>,
}

impl<E: Edge> Client<E> {
    pub fn new(edge: E, endpoint: Endpoint, limits: Limits) -> Client<E> {
        Client {
            edge,
            endpoint,
            limits,
            requests: RefCell::default(),
            units: RefCell::default(),
            sent: Cell::new(0),
            is_stopped: Cell::new(false),
        }
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    pub fn edge(&self) -> &E {
        &self.edge
    }

    /// Ends what is under way: every further request fails with [`RemoteError::Stopped`].
    pub fn stop(&self) {
        self.is_stopped.set(true);
    }

    /// Returns the number of requests that were sent, with those that were sent again.
    pub fn sent(&self) -> u64 {
        self.sent.get()
    }

    /// Sends a request and returns the body of the response.
    ///
    /// # Errors
    /// The service refuses the request, or does not answer. Both after further attempts, if these can help.
    pub async fn call(&self, operation: &str, body: &Value) -> Result<Value, RemoteError> {
        self.send(operation, body.to_string()).await
    }

    /// Sends a request once, whatever is answered.
    ///
    /// # Errors
    /// The service refuses the request, or does not answer.
    pub async fn call_once(&self, operation: &str, body: &Value) -> Result<Value, RemoteError> {
        self.attempt(operation, body.to_string()).await
    }

    /// Sends a request with a body of text, and returns the body of the response.
    ///
    /// # Errors
    /// As [`Client::call`].
    pub async fn send(&self, operation: &str, body: String) -> Result<Value, RemoteError> {
        let mut attempts = 0;
        loop {
            attempts += 1;
            let error = match self.attempt(operation, body.clone()).await {
                Ok(body) => {
                    self.book_units(&body).await;
                    return Ok(body);
                }
                Err(error) => error,
            };
            let most = match &error {
                RemoteError::Refused(refusal) if is_passing(refusal) => ATTEMPTS_MAX,
                RemoteError::NoResponse { .. } => UNANSWERED_ATTEMPTS_MAX,
                // A machine on the way, such as a balancer, answers in its own words.
                RemoteError::NotDynamoDb { status: 500.., .. } => UNANSWERED_ATTEMPTS_MAX,
                _ => 1,
            };
            if attempts >= most {
                return Err(with_attempts(error, attempts));
            }
            self.edge.sleep(wait_ms(attempts - 1, self.edge.random())).await;
        }
    }

    async fn attempt(&self, operation: &str, body: String) -> Result<Value, RemoteError> {
        if self.is_stopped.get() {
            return Err(RemoteError::Stopped);
        }
        self.sent.set(self.sent.get() + 1);
        if let Some(rate) = self.limits.requests_per_second {
            let wait = self.requests.borrow_mut().book(1.0, rate, self.edge.now().epoch_ms);
            self.edge.sleep(wait).await;
        }
        let credentials =
            self.edge.credentials().await.map_err(|detail| RemoteError::NoCredentials { detail })?;
        let request = signed(&self.endpoint, &credentials, self.edge.now(), operation, body)?;
        let response = self.edge.send(request).await.map_err(|error| RemoteError::NoResponse {
            url: self.endpoint.url().to_owned(),
            detail: error.detail,
            attempts: 1,
        })?;
        self.read(operation, &response)
    }

    fn read(&self, operation: &str, response: &HttpResponse) -> Result<Value, RemoteError> {
        let body: Option<Value> = serde_json::from_str(&response.body).ok().filter(Value::is_object);
        match (response.status, body) {
            (200, Some(body)) => Ok(body),
            (status, body) => Err(match body.as_ref().and_then(name_and_message) {
                Some((name, message)) => RemoteError::Refused(Refusal {
                    operation: operation.to_owned(),
                    status,
                    name,
                    message,
                    attempts: 1,
                }),
                None => RemoteError::NotDynamoDb {
                    url: self.endpoint.url().to_owned(),
                    operation: operation.to_owned(),
                    status,
                    start: response.body.chars().take(SHOWN_CHARACTERS).collect(),
                },
            }),
        }
    }

    /// Waits until the units of a response are below the limit. They are known only afterwards.
    async fn book_units(&self, body: &Value) {
        let Some(rate) = self.limits.units_per_second else { return };
        let consumed = units::of_response(body);
        if consumed > 0.0 {
            let now = self.edge.now().epoch_ms;
            let mut pace = *self.units.borrow();
            pace.book(consumed, rate, now);
            // The wait is that of the next request.
            let wait = pace.book(0.0, rate, now);
            *self.units.borrow_mut() = pace;
            self.edge.sleep(wait).await;
        }
    }
}

fn with_attempts(error: RemoteError, sent: u32) -> RemoteError {
    match error {
        RemoteError::Refused(refusal) => RemoteError::Refused(Refusal { attempts: sent, ..refusal }),
        RemoteError::NoResponse { url, detail, .. } => {
            RemoteError::NoResponse { url, detail, attempts: sent }
        }
        other => other,
    }
}
