//! Reads the results of a script: lines of the Test Anything Protocol.

/// The result of one check.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Failed(String),
    /// A check that is expected to fail, and failed. The text contains the reason.
    Known(String),
}

/// How a script ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Succeeded,
    Failed,
    /// It did not end in time.
    Stopped,
}

/// Begins the reason of a check that is expected to fail. In the protocol, it is called a "to-do" test.
const EXPECTED: &str = "# TODO ";

/// Returns the results in their order. A script whose checks are not complete has failed, whatever it printed.
pub fn outcomes(text: &str, end: End) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut planned = None;
    for line in text.lines() {
        if let Some(check) = line.strip_prefix("ok ") {
            outcomes.push(match check.split_once(EXPECTED) {
                None => Outcome::Passed,
                Some((name, _)) => Outcome::Failed(format!(
                    "{}: passes, remove it from the known failures",
                    without_number(name)
                )),
            });
        } else if let Some(check) = line.strip_prefix("not ok ") {
            let name = without_number(check).to_owned();
            outcomes.push(if check.contains(EXPECTED) {
                Outcome::Known(name)
            } else {
                Outcome::Failed(name)
            });
        } else if let Some(count) = line.strip_prefix("1..") {
            planned = count.trim().parse().ok();
        }
    }
    let has_failure = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Failed(_)));
    if end == End::Stopped {
        outcomes.push(Outcome::Failed("did not end in time".to_owned()));
    } else if planned != Some(outcomes.len()) || outcomes.is_empty() {
        outcomes.push(Outcome::Failed(format!("ended after {} checks, before the last one", outcomes.len())));
    } else if end == End::Failed && !has_failure {
        outcomes.push(Outcome::Failed("ended with an error after its checks".to_owned()));
    }
    outcomes
}

/// Removes the number of a check: `3 - name`.
fn without_number(check: &str) -> &str {
    check.split_once(" - ").map_or(check, |(_, name)| name).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_by_line() {
        let text = "ok 1 - a\nchatter\nnot ok 2 - b: because\nok 3 - c\n1..3\n";
        let expected = [Outcome::Passed, Outcome::Failed("b: because".to_owned()), Outcome::Passed];
        assert_eq!(outcomes(text, End::Failed), expected);
    }

    #[test]
    fn a_script_that_ends_early_has_failed() {
        for text in ["", "ok 1 - a\n", "ok 1 - a\n1..2\n", "1..0\n"] {
            let outcomes = outcomes(text, End::Succeeded);
            assert!(matches!(outcomes.last(), Some(Outcome::Failed(_))), "{text:?}: {outcomes:?}");
        }
        let stopped = outcomes("ok 1 - a\n1..1\n", End::Stopped);
        assert_eq!(stopped[1], Outcome::Failed("did not end in time".to_owned()));
        assert_eq!(outcomes("ok 1 - a\n1..1\n", End::Failed).len(), 2);
        assert_eq!(outcomes("ok 1 - a\n1..1\n", End::Succeeded), [Outcome::Passed]);
    }

    #[test]
    fn a_known_failure_that_passes_has_failed() {
        let known = "not ok 1 - a: x # TODO the client is wrong\n1..1\n";
        assert_eq!(
            outcomes(known, End::Succeeded),
            [Outcome::Known("a: x # TODO the client is wrong".to_owned())]
        );
        let passes = outcomes("ok 1 - a # TODO the client is wrong\n1..1\n", End::Succeeded);
        assert_eq!(passes, [Outcome::Failed("a: passes, remove it from the known failures".to_owned())]);
    }
}
