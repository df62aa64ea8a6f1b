//! Connects a command to its endpoint.

use std::future::Future;

use dynalab_remote::limits::Limits;
use dynalab_remote::native::NativeEdge;
use dynalab_remote::{Client, Endpoint};

use super::options::ConnectionOptions;

/// Runs a task on this thread until it ends.
pub fn block_on<T>(task: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(task)
}

pub fn endpoint(options: &ConnectionOptions) -> Result<Endpoint, String> {
    Endpoint::parse(&options.url, options.region.as_deref()).map_err(|error| error.to_string())
}

pub async fn client(options: &ConnectionOptions) -> Result<Client<NativeEdge>, String> {
    let endpoint = endpoint(options)?;
    let edge =
        NativeEdge::new(endpoint.region(), options.profile.as_deref()).await.map_err(|error| error.detail)?;
    let limits = Limits {
        requests_per_second: options.requests_per_second,
        units_per_second: options.units_per_second,
    };
    Ok(Client::new(edge, endpoint, limits))
}
