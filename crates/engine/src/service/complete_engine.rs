//! The engine and the requests with the complete simulation.

use crate::service::complete::Complete;

pub type Engine = crate::engine::Engine<Complete>;
pub type Command = crate::engine::Command<Complete>;
pub type Execution = crate::engine::Execution<Complete>;
pub type Progress = crate::engine::Progress<Complete>;
pub type Request = crate::operations::Request<Complete>;
pub(crate) type Planned = crate::operations::Planned<Complete>;
