//! Serves a folder on the loopback address, as a static host does. For `cargo xtask serve` and the end-to-end tests.

mod answer;
mod media_type;
mod plain;
mod policy;
mod resolve;

pub use policy::CONTENT_SECURITY_POLICY;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow};

/// A browser opens six connections to a host. With fewer threads, one slow reader would delay the page.
const THREADS: usize = 6;

/// The behavior of a host.
#[derive(Clone, Debug)]
pub enum Host {
    /// Configured for the app. Each address without an extension is a page of it. Every response has the security headers.
    App,
    /// Not configured: files below a folder of the host, `index.html` of a folder, and `404.html` with its status.
    Plain {
        /// The path of the folder, with a slash at both ends.
        base: String,
    },
}

/// A running server. Dropping it closes the port.
pub struct StaticSite {
    server: Arc<tiny_http::Server>,
    address: SocketAddr,
    threads: Vec<JoinHandle<()>>,
}

impl StaticSite {
    /// Serves `folder` on 127.0.0.1. Port 0 selects a free port, which `url` returns.
    pub fn start(folder: impl AsRef<Path>, port: u16) -> Result<StaticSite> {
        StaticSite::start_as(folder, port, Host::App)
    }

    /// Serves `folder` as [`StaticSite::start`], with the behavior of another host.
    pub fn start_as(folder: impl AsRef<Path>, port: u16, host: Host) -> Result<StaticSite> {
        let folder = folder.as_ref();
        let root =
            folder.canonicalize().with_context(|| format!("there is no folder {}", folder.display()))?;
        let server = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| anyhow!("cannot listen on 127.0.0.1:{port}: {error}"))?;
        let address = server.server_addr().to_ip().context("the server has no network address")?;
        let server = Arc::new(server);
        let threads = (0..THREADS).map(|_| spawn(server.clone(), root.clone(), host.clone())).collect();
        Ok(StaticSite { server, address, threads })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the home page, with a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until the process ends.
    pub fn wait(mut self) {
        for thread in std::mem::take(&mut self.threads) {
            // A thread that panicked has printed its message. The other threads continue.
            let _ = thread.join();
        }
    }
}

impl Drop for StaticSite {
    fn drop(&mut self) {
        for _ in &self.threads {
            self.server.unblock();
        }
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

fn spawn(server: Arc<tiny_http::Server>, root: PathBuf, host: Host) -> JoinHandle<()> {
    thread::spawn(move || {
        while let Ok(request) = server.recv() {
            // A client may close its connection early, so errors are ignored.
            let _ = match &host {
                Host::App => answer::answer(request, &root),
                Host::Plain { base } => plain::answer(request, &root, base),
            };
        }
    })
}
