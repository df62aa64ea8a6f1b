//! The program that reads links and files of other people.

fn main() {
    dynalab_worker::reader::start();
}
