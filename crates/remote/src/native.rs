//! The edge of a native program: the credentials chain of AWS, HTTP with TLS, the clock and the randomness of the system.
//!
//! Roots of TLS are built in, so a program in an empty folder works.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_config::{BehaviorVersion, ConfigLoader, Region};
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use aws_smithy_http_client::{Builder, Connector};
use aws_smithy_runtime_api::client::http::{HttpConnector, HttpConnectorSettings};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::body::SdkBody;
use base64::Engine as _;
use dynalab_types::Timestamp;
use http::Request;
use tokio::sync::Mutex;

use crate::credentials::Credentials;
use crate::edge::{Edge, HttpResponse, NoResponse};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const READ_TIMEOUT: Duration = Duration::from_secs(60);
/// Connections that are kept open.
const CONNECTIONS: usize = 64;
/// Temporary credentials are renewed so long before they end.
const RENEWED_BEFORE_MS: u64 = 60_000;

/// The edge of this program.
pub struct NativeEdge {
    connector: Connector,
    provider: Option<SharedCredentialsProvider>,
    kept: Mutex<Option<Credentials>>,
    begun: tokio::time::Instant,
}

/// Why there is no edge.
#[derive(Debug)]
pub struct NoEdge {
    pub detail: String,
}

impl NativeEdge {
    /// Prepares HTTP and finds the credentials chain: environment, profile, SSO, role. `profile` is one of the configuration of AWS.
    ///
    /// # Errors
    /// TLS cannot be set up.
    pub async fn new(region: &str, profile: Option<&str>) -> Result<NativeEdge, NoEdge> {
        let tls = tls_context()?;
        let client = Builder::new()
            .tls_provider(Provider::Rustls(CryptoMode::Ring))
            .tls_context(tls.clone())
            .build_https();
        let mut loader: ConfigLoader = aws_config::defaults(BehaviorVersion::latest())
            .region(Region::new(region.to_owned()))
            .http_client(client);
        if let Some(profile) = profile {
            loader = loader.profile_name(profile);
        }
        let provider = loader.load().await.credentials_provider();
        let begun = tokio::time::Instant::now();
        Ok(NativeEdge { connector: connector(tls), provider, kept: Mutex::new(None), begun })
    }
}

fn connector(tls: TlsContext) -> Connector {
    let settings =
        HttpConnectorSettings::builder().connect_timeout(CONNECT_TIMEOUT).read_timeout(READ_TIMEOUT).build();
    Connector::builder()
        .connector_settings(settings)
        .sleep_impl(TokioSleep::new())
        .pool_max_idle_per_host(CONNECTIONS)
        .tls_provider(Provider::Rustls(CryptoMode::Ring))
        .tls_context(tls)
        .build()
}

fn tls_context() -> Result<TlsContext, NoEdge> {
    let mut roots = String::new();
    for certificate in webpki_root_certs::TLS_SERVER_ROOT_CERTS {
        roots.push_str("-----BEGIN CERTIFICATE-----\n");
        roots.push_str(&base64::engine::general_purpose::STANDARD.encode(certificate));
        roots.push_str("\n-----END CERTIFICATE-----\n");
    }
    let store = TrustStore::empty().with_pem_certificate(roots);
    TlsContext::builder()
        .with_trust_store(store)
        .build()
        .map_err(|error| NoEdge { detail: error.to_string() })
}

impl Edge for NativeEdge {
    async fn send(&self, request: Request<String>) -> Result<HttpResponse, NoResponse> {
        let no_response = |detail: String| NoResponse { detail };
        let request: HttpRequest = request
            .map(SdkBody::from)
            .try_into()
            .map_err(|error: aws_smithy_runtime_api::http::HttpError| no_response(error.to_string()))?;
        let response = self.connector.call(request).await.map_err(|error| no_response(chain_of(&error)))?;
        let status = response.status().as_u16();
        let bytes = aws_smithy_types::byte_stream::ByteStream::new(response.into_body())
            .collect()
            .await
            .map_err(|error| no_response(chain_of(&error)))?
            .into_bytes();
        match String::from_utf8(bytes.to_vec()) {
            Ok(body) => Ok(HttpResponse { status, body }),
            Err(_) => Ok(HttpResponse { status, body: String::from_utf8_lossy(&bytes).into_owned() }),
        }
    }

    async fn credentials(&self) -> Result<Credentials, String> {
        let mut kept = self.kept.lock().await;
        if let Some(credentials) = &*kept
            && credentials.expires_at.is_none_or(|end| self.now().plus_ms(RENEWED_BEFORE_MS) < end)
        {
            return Ok(credentials.clone());
        }
        let provider =
            self.provider.as_ref().ok_or_else(|| "no provider of credentials is set up".to_owned())?;
        let found = provider.provide_credentials().await.map_err(|error| chain_of(&error))?;
        let credentials = Credentials {
            access_key_id: found.access_key_id().to_owned(),
            secret_access_key: found.secret_access_key().to_owned(),
            session_token: found.session_token().map(str::to_owned),
            expires_at: found.expiry().map(timestamp_of),
        };
        *kept = Some(credentials.clone());
        Ok(credentials)
    }

    #[allow(clippy::disallowed_methods, reason = "this is the edge where time enters")]
    fn now(&self) -> Timestamp {
        timestamp_of(SystemTime::now())
    }

    async fn sleep(&self, milliseconds: u64) {
        if milliseconds > 0 {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        }
    }

    async fn sleep_us(&self, microseconds: u64) {
        if microseconds > 0 {
            tokio::time::sleep(Duration::from_micros(microseconds)).await;
        }
    }

    fn monotonic_us(&self) -> u64 {
        self.begun.elapsed().as_micros() as u64
    }

    fn random(&self) -> u64 {
        random()
    }
}

/// Returns 64 bits: each new hasher of the standard library has random keys.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn timestamp_of(time: SystemTime) -> Timestamp {
    Timestamp::from_epoch_ms(time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64)
}

/// Writes an error with its causes.
fn chain_of(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        cause = inner.source();
    }
    text
}
