//! The program that runs what other people made: key designs, lessons and days of traffic.

fn main() {
    dynalab_worker::bench::start();
}
