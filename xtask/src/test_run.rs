//! x
pub struct Parts {
    pub native: bool,
    pub browser: bool,
    pub e2e: bool,
}
pub fn run(_: Parts) -> anyhow::Result<std::process::ExitCode> {
    anyhow::bail!("x")
}
