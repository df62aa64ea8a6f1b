"""Runs the checks of a script in order, and prints each result as a line of the Test Anything Protocol (TAP)."""

import asyncio
import inspect
import sys
import traceback

_CHECKS = []


def check(function):
    """Adds a check. Its name is the name of the function, as words."""
    _CHECKS.append((function.__name__.replace("_", " "), function))
    return function


def raised(errors, call, *arguments, **named):
    """Calls the function and returns the error that it raises. Any other result fails the check."""
    try:
        result = call(*arguments, **named)
    except errors as error:
        return error
    raise AssertionError(f"no error, but {result!r}")


def same(found, expected):
    """Compares two values, and shows both if they differ."""
    assert found == expected, f"found {found!r}, expected {expected!r}"


def run():
    """Runs all checks. A failed check does not stop the next ones."""
    asyncio.run(_run_all())


async def _run_all():
    failed = 0
    for number, (name, function) in enumerate(_CHECKS, start=1):
        try:
            result = function()
            if inspect.isawaitable(result):
                await result
        except Exception as error:  # Each failure is one line, whatever the client raises.
            failed += 1
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            print(f"not ok {number} - {name}: {reason}", flush=True)
            traceback.print_exc()
        else:
            print(f"ok {number} - {name}", flush=True)
    print(f"1..{len(_CHECKS)}", flush=True)
    sys.exit(1 if failed else 0)
