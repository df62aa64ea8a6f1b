//! The same letters on every machine: Chromium is shown the fonts of the package `fonts-noto-cjk` only, drawn without hints.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the package puts them.
const FOLDER: &str = "/usr/share/fonts/opentype/noto";
const FILES: [&str; 2] = ["NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc"];

const CONFIGURATION: &str = r#"<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>FOLDER</dir>
<cachedir>CACHE</cachedir>
<match target="pattern"><test name="family" compare="eq"><string>serif</string></test><edit name="family" mode="assign" binding="strong"><string>Noto Serif CJK JP</string></edit></match>
<match target="pattern"><test name="family" compare="eq"><string>monospace</string></test><edit name="family" mode="assign" binding="strong"><string>Noto Sans Mono CJK JP</string></edit></match>
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>Noto Sans CJK JP</string></edit></match>
<match target="font">
<edit name="antialias" mode="assign"><bool>true</bool></edit>
<edit name="hinting" mode="assign"><bool>false</bool></edit>
<edit name="rgba" mode="assign"><const>none</const></edit>
</match>
</fontconfig>
"#;

/// A configuration for the library that finds fonts.
///
/// # Panics
/// Where the fonts are not installed: with others, every line of a screenshot is different.
pub fn configuration() -> PathBuf {
    for file in FILES {
        let path = Path::new(FOLDER).join(file);
        assert!(path.is_file(), "{} is missing: install the package fonts-noto-cjk", path.display());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixed_fonts");
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let cache = folder.join("cache").to_string_lossy().into_owned();
    let text = CONFIGURATION.replace("FOLDER", FOLDER).replace("CACHE", &cache);
    // Several tests write the same.
    let unfinished = folder.join(format!("fonts-{:?}.conf", std::thread::current().id()));
    let finished = folder.join("fonts.conf");
    fs::write(&unfinished, text).expect("the target folder can be written");
    fs::rename(&unfinished, &finished).expect("the target folder can be written");
    finished
}
