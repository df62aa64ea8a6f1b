//! Stores one workspace: its snapshot and the changes since, as opaque chunks of bytes that survive the tab.
//!
//! The trait is [`Store`]. A browser uses `IndexedDbStore`, other programs a folder (`FolderStore`). Tests use [`MemoryStore`], or [`FailingStore`] to make the disk fail. All follow
//! the same rules and pass the same [`conformance`] suite. Nothing here depends on the meaning of the bytes, on a clock or on randomness.
//! README.md explains appends, claims and fences.

pub mod backup;
pub mod buckets;
pub mod conformance;
mod error;
mod failing;
#[cfg(not(target_arch = "wasm32"))]
mod folder;
pub mod format;
#[cfg(target_arch = "wasm32")]
mod indexed_db;
mod lead;
mod log;
mod memory;
pub mod raw;
mod rules;
mod store;

pub use error::{Damage, Failure, Interruption, Part, Place, StoreError, Unavailability};
pub use failing::{FailingStore, Fault, Refusal};
#[cfg(not(target_arch = "wasm32"))]
pub use folder::FolderStore;
#[cfg(target_arch = "wasm32")]
pub use indexed_db::{IndexedDbBuckets, IndexedDbStore};
pub use memory::{MemoryStore, Stored};
pub use store::{Chunks, Claim, Durability, Epoch, LogChunk, LogTail, Revision, SavedContent, Store};
