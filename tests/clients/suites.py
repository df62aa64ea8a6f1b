"""Runs the own test suite of a client, from its source package on PyPI, and prints each test as a line of TAP."""

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from xml.etree import ElementTree

# pytest ends with one of these if it ran all tests: all passed, or some failed.
_COMPLETE = (0, 1)


def run_suite(package, tests, variables, known):
    """Runs the tests below a folder of the package. `known` has the reason of each test that is expected to fail."""
    with tempfile.TemporaryDirectory() as folder:
        source = _download(package, Path(folder))
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", f"--junitxml={report}", tests]
        done = subprocess.run(command, cwd=source, env={**os.environ, **variables}, stdout=sys.stderr, check=False)
        if done.returncode not in _COMPLETE:
            sys.exit(f"pytest ended with {done.returncode}")
        sys.exit(_print_report(report, known))


def _download(package, folder):
    """Returns the folder with the unpacked source package."""
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*download, "--dest", str(folder), package], check=True, stdout=sys.stderr)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def _print_report(report, known):
    """Prints a line for each test. Returns 1 if one failed or a known failure is not in the suite."""
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    seen = set()
    failed = False
    for number, case in enumerate(cases, start=1):
        name = case.get("name")
        seen.add(name)
        mistake = case.find("failure") if case.find("failure") is not None else case.find("error")
        skipped = case.find("skipped")
        reason = known.get(name)
        if skipped is not None:
            print(f"not ok {number} - {name} # TODO {skipped.get('message') or 'left out by the suite'}")
        elif mistake is None:
            print(f"ok {number} - {name}" + (f" # TODO {reason}" if reason else ""))
        elif reason:
            print(f"not ok {number} - {name} # TODO {reason}")
        else:
            failed = True
            print(f"not ok {number} - {name}: {' '.join((mistake.get('message') or 'failed').split())}")
    for name in known.keys() - seen:
        failed = True
        print(f"not ok {len(cases) + 1} - {name}: not in the suite any more")
    print(f"1..{len(cases) + len(known.keys() - seen)}", flush=True)
    return 1 if failed else 0
