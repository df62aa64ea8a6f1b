//! What the diagrams compute before they draw.

pub mod access;
pub mod cache_reads;
pub mod capacity_requests;
pub mod chosen_search;
pub mod clients_cases;
pub mod described_transfers;
pub mod faults;
pub mod generated_traffic;
pub mod global_table_requests;
pub mod global_table_state;
pub mod handlers;
pub mod key_text;
pub mod load_test;
pub mod standalone;
pub mod svg;
