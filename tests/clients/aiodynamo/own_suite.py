"""The integration tests that aiodynamo has for itself, unchanged: each with both of its HTTP clients."""

import os

from suites import run_suite

# The suite says itself which of its tests are expected to fail.
run_suite(
    "aiodynamo==26.4",
    "tests/integration",
    {"DYNAMODB_URL": os.environ["AWS_ENDPOINT_URL_DYNAMODB"]},
    known={},
)
