//! Tests of the complete engine through its public API. They are one program, because linking each program is slow.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

mod ask;
mod bounded_lists;
mod bounded_work;
mod bulk_parts;
mod chance;
mod clock_parts;
mod consumers;
mod conversation;
mod deep_members;
mod depth_order;
mod explaining;
mod followers;
mod foreign_tables;
mod isolation;
mod item_collections;
mod legacy;
mod next_tokens;
mod packed_files;
mod partitions;
mod preparations;
mod recorded_limits;
mod recovery;
mod regional_checks;
mod regions;
mod sizes;
mod table_figures;
mod table_states;
mod throughput_model;
mod time_to_live;
mod transfers;
mod unreadable;
mod update_costs;
mod vectors;
mod zone_loss;
