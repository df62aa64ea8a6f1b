//! The worker with the plain engine: tables, items, queries, batches and transactions.

fn main() {
    dynalab_worker::start::<dynalab_engine::hooks::Plain>();
}
