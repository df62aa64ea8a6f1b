//! The examples run, as a reader would run them.

#[allow(dead_code, reason = "its main function is called as a test")]
#[path = "../examples/orders.rs"]
mod orders;

#[test]
fn orders_runs() {
    assert_eq!(orders::main_of_example(), Ok(()));
}
