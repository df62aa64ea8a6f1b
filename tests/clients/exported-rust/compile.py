"""Code of the templates: rustc compiles every function against the AWS SDK for Rust, without a warning."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import checks

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="exported-designs-"))
subprocess.run([os.environ["DYNALAB_EXPORTED_DESIGNS"], str(FOLDER)], check=True)
DESIGNS = sorted(path.name for path in FOLDER.iterdir())


def compile_all(folder):
    """Compiles the modules of all designs as one crate. The compiled SDK is kept for the next run."""
    for name in ["Cargo.toml", "Cargo.lock"]:
        shutil.copy(HERE / name, folder / name)
    modules = [f'#[path = "{FOLDER / name / "sdk-rust.rs"}"]\npub mod {name};\n' for name in DESIGNS]
    (folder / "lib.rs").write_text("".join(modules))
    own = {name: value for name, value in os.environ.items() if name != "RUSTC_WORKSPACE_WRAPPER"}
    # Beside the environment of this client, so that a new folder of sources compiles the SDK only once.
    own |= {"RUSTFLAGS": "-Dwarnings", "CARGO_TARGET_DIR": str(pathlib.Path(sys.prefix) / "rust-target")}
    return subprocess.run(["cargo", "check", "--locked"], cwd=folder, env=own, capture_output=True, text=True)


@checks.check
def the_code_of_every_design_compiles():
    checks.same(len(DESIGNS) > 10, True)
    with tempfile.TemporaryDirectory() as folder:
        done = compile_all(pathlib.Path(folder))
    assert done.returncode == 0, done.stderr[-4_000:]
    functions = [(FOLDER / name / "sdk-rust.rs").read_text().count("pub async fn ") for name in DESIGNS]
    assert min(functions) > 0, functions


checks.run()
