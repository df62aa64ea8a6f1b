//! x
pub fn run(_: &[String]) -> anyhow::Result<std::process::ExitCode> {
    anyhow::bail!("x")
}
