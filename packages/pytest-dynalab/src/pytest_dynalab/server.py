"""The server process that all tests of a run share."""

import os
import shutil
import subprocess


class Server:
    """A dynalab-server on a free port of 127.0.0.1."""

    def __init__(self, program: str) -> None:
        command = [program, "--host", "127.0.0.1", "--port", "0"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        line = self._process.stdout.readline()
        self.url = next((word for word in line.split() if word.startswith("http://")), None)
        if self.url is None:
            self.stop()
            raise RuntimeError(f"{program} printed no address: {line!r}")

    def stop(self) -> None:
        """Ends the process."""
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()


def find_program(named: str | None) -> str:
    """Returns the program: that of the option, of DYNALAB_SERVER, or of the PATH."""
    name = named or os.environ.get("DYNALAB_SERVER") or "dynalab-server"
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not there; name the program with --dynalab-server or in DYNALAB_SERVER")
    return found
