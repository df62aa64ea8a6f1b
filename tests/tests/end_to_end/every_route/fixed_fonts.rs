//! The same fonts on every computer: Chromium finds only two font families, without hinting.

use std::fs;
use std::path::{Path, PathBuf};

/// The text font, then a font for missing symbols: the package, its folder, and its files.
const PACKAGES: [(&str, &str, &[&str]); 2] = [
    (
        "fonts-noto-cjk",
        "/usr/share/fonts/opentype/noto",
        &["NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc"],
    ),
    ("fonts-dejavu-core", "/usr/share/fonts/truetype/dejavu", &["DejaVuSans.ttf", "DejaVuSansMono.ttf"]),
];

/// Fonts of other packages in those folders.
const NOT_THESE: [&str; 12] = [
    "*/DejaVuSerif*",
    "*/DejaVuMath*",
    "*Condensed*",
    "*Oblique*",
    "*ExtraLight*",
    "*-Light*",
    "*-Thin*",
    "*DemiLight*",
    "*Medium*",
    "*SemiBold*",
    "*Black*",
    "*Variable*",
];

const CONFIGURATION: &str = r#"<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
FOLDERS
<selectfont><rejectfont>REJECTED</rejectfont></selectfont>
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

/// Writes a configuration for fontconfig.
///
/// # Panics
/// Panics if the fonts are not installed: with other fonts, every line of a screenshot differs.
pub fn configuration() -> PathBuf {
    for (package, folder, files) in PACKAGES {
        for path in files.iter().map(|file| Path::new(folder).join(file)) {
            assert!(path.is_file(), "{} is missing: install the package {package}", path.display());
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixed_fonts");
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let cache = folder.join("cache").to_string_lossy().into_owned();
    let folders: String = PACKAGES.iter().map(|(_, folder, _)| format!("<dir>{folder}</dir>")).collect();
    let rejected: String = NOT_THESE.iter().map(|glob| format!("<glob>{glob}</glob>")).collect();
    let text =
        CONFIGURATION.replace("FOLDERS", &folders).replace("CACHE", &cache).replace("REJECTED", &rejected);
    // Several tests, each in a process of its own, write the same file.
    let unfinished = folder.join(format!("fonts-{}.conf", std::process::id()));
    let finished = folder.join("fonts.conf");
    fs::write(&unfinished, text).expect("the target folder can be written");
    fs::rename(&unfinished, &finished).expect("the target folder can be written");
    finished
}
