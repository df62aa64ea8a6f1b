//! The worker with the complete engine.

fn main() {
    dynalab_worker::start::<dynalab_service::Complete>();
}
