//! Tests of the whole: the house rules in `tests/tidy`, and the app from end to end in `tests/end_to_end`.
