//! Reads one hostile input, to be counted by callgrind: `valgrind --tool=callgrind --toggle-collect='*measured*' attack 7 2`.
//! Without arguments it prints a line for each dimension. `cargo xtask attack` counts all of them at three sizes.

use std::hint::black_box;
use std::process::ExitCode;

use dynalab_tests::attack::{Reader, dimensions};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>().ok());
    let dimensions = dimensions();
    match (arguments.next().flatten(), arguments.next().flatten()) {
        (Some(number), Some(factor)) => {
            let Some(dimension) = dimensions.get(number) else { return ExitCode::FAILURE };
            let text = (dimension.make)(dimension.size * factor);
            let is_refused = measured(dimension.reader, &text);
            println!("{}", if is_refused { "refused" } else { "read" });
        }
        _ => dimensions.iter().for_each(|dimension| println!("{:?}, {}", dimension.reader, dimension.name)),
    }
    ExitCode::SUCCESS
}

#[inline(never)]
fn measured(reader: Reader, text: &str) -> bool {
    black_box(reader.run(black_box(text))).is_refused()
}
