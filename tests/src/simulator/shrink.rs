//! Shortens a failing run, and prints how to run it again.

use crate::simulator::generation::Plan;
use crate::simulator::property::Property;
use crate::simulator::run::Failure;

/// Maximum runs of the property while shrinking. This almost always finds the true minimum.
const TRIALS_MAX: usize = 400;

/// Checks one seed, and shrinks a failing run.
///
/// # Panics
/// Panics if the property does not hold. The message has the seed, the shortest failing run and how to run it again.
pub fn check_seed(property: Property, seed: u64, kept: Option<&[usize]>) {
    let whole = property.plan(seed);
    let kept: Vec<usize> = match kept {
        Some(kept) => kept.to_vec(),
        None => (0..whole.commands.len()).collect(),
    };
    let Err(failure) = property.check(&part(&whole, &kept)) else { return };
    let (kept, failure) = shrink(property, &whole, kept, failure);
    panic!("{}", report(property, &whole, &kept, &failure));
}

/// Returns the plan with only some of its commands.
fn part(whole: &Plan, kept: &[usize]) -> Plan {
    let commands = kept.iter().filter_map(|index| whole.commands.get(*index).cloned()).collect();
    Plan { seed: whole.seed, delays: whole.delays, commands }
}

/// Removes halves, then quarters, down to single commands, while the run still fails.
fn shrink(
    property: Property,
    whole: &Plan,
    mut kept: Vec<usize>,
    mut failure: Failure,
) -> (Vec<usize>, Failure) {
    let mut trials = 0;
    let mut piece = kept.len().div_ceil(2);
    loop {
        let mut from = 0;
        let mut shorter = false;
        while from < kept.len() && trials < TRIALS_MAX {
            let to = (from + piece).min(kept.len());
            let candidate = [&kept[..from], &kept[to..]].concat();
            trials += 1;
            match property.check(&part(whole, &candidate)) {
                Err(found) => {
                    (kept, failure, shorter) = (candidate, found, true);
                }
                Ok(()) => from = to,
            }
        }
        if trials >= TRIALS_MAX || (piece == 1 && !shorter) {
            return (kept, failure);
        }
        piece = piece.div_ceil(2);
    }
}

fn report(property: Property, whole: &Plan, kept: &[usize], failure: &Failure) -> String {
    let numbers: Vec<String> = kept.iter().map(usize::to_string).collect();
    let mut text = format!("{property:?} fails with seed {}: {}\n\n", whole.seed, failure.what);
    text += &format!(
        "{} of {} commands are enough; delays: {:?}\n",
        kept.len(),
        whole.commands.len(),
        whole.delays
    );
    for command in part(whole, kept).commands {
        text += &format!("  {} {} {}\n", command.at_ms, command.request.operation(), command.request.body());
    }
    text += &format!(
        "\nTo run it again:\n  DYNALAB_PROPERTY={property:?} DYNALAB_SEED={} DYNALAB_KEEP={} \
         cargo test -p dynalab-tests --test simulator -- replay\n",
        whole.seed,
        numbers.join(",")
    );
    text
}
