//! The functions of the page that only end-to-end tests use, and the check that a published site does not have them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// The feature of the app with these functions.
pub const FEATURE: &str = "dynalab-web/test-hooks";
/// The name of a function that the feature adds to `window.dynalab`, as it stands in the program.
const NAME: &[u8] = b"forcePanic";

/// Whether a site has the functions of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestHooks {
    Absent,
    Present,
}

/// Fails if a file of the site, or of a folder in it, has a function of tests.
pub fn ensure_absent(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            ensure_absent(&path)?;
            continue;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let has_name = bytes.windows(NAME.len()).any(|window| window == NAME);
        ensure!(!has_name, "{} has functions that are for tests only (feature {FEATURE})", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_of_tests_is_found_in_any_file() {
        let site = std::env::temp_dir().join(format!("dynalab-test-hooks-{}", std::process::id()));
        let program = site.join("app-1");
        fs::create_dir_all(&program).expect("a folder");
        fs::write(program.join("app_bg.wasm"), b"\0asm\x01executesdkcontrol").expect("a file");
        fs::write(site.join("index.html"), "<p>Dynalab</p>").expect("a file");
        assert!(ensure_absent(&site).is_ok(), "nothing is for tests");
        for (file, content) in [
            (program.join("app_bg.wasm"), &b"\0asm\x01executeforcePanicvisit"[..]),
            (site.join("boot.js"), b"dynalab.forcePanic()"),
        ] {
            let before = fs::read(&file).unwrap_or_default();
            fs::write(&file, content).expect("a file");
            let error = ensure_absent(&site).expect_err("it has a function of tests").to_string();
            assert!(error.contains(&*file.to_string_lossy()), "{error}");
            fs::write(&file, before).expect("a file");
        }
        assert!(ensure_absent(&site).is_ok());
        fs::remove_dir_all(&site).expect("it is there");
    }
}
