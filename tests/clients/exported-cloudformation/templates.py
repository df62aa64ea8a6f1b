"""CloudFormation of the templates: cfn-lint finds no error and no warning, in YAML and in JSON."""

import os
import pathlib
import subprocess
import tempfile

import checks
from cfnlint.api import lint_file

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="exported-designs-"))
subprocess.run([os.environ["DYNALAB_EXPORTED_DESIGNS"], str(FOLDER)], check=True)
DESIGNS = sorted(FOLDER.iterdir())


@checks.check
def cfn_lint_accepts_every_template():
    for folder in DESIGNS:
        for name in ["cloudformation.yaml", "cloudformation-json.json"]:
            found = [str(match) for match in lint_file(folder / name)]
            checks.same((folder.name, name, found), (folder.name, name, []))


@checks.check
def cfn_lint_sees_a_fault():
    (folder, *_) = DESIGNS
    text = (folder / "cloudformation.yaml").read_text()
    broken = folder / "broken.yaml"
    broken.write_text(text.replace("KeyType: HASH", "KeyType: HUSH"))
    assert lint_file(broken), text


checks.run()
