//! What only the complete engine does, through its public door. One program, because each one takes long to link.

#![cfg(feature = "complete")]
#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

mod ask;
mod chance;
mod consumers;
mod explaining;
mod followers;
mod isolation;
mod item_collections;
mod legacy;
mod partitions;
mod recovery;
mod regions;
mod sizes;
mod table_figures;
mod throughput_model;
mod time_to_live;
mod transfers;
mod unreadable;
mod vectors;
mod zone_loss;
