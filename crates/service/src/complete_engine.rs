//! The engine and the requests with the complete simulation.

use crate::complete::Complete;

pub type Engine = dynalab_engine::engine::Engine<Complete>;
pub type Command = dynalab_engine::engine::Command<Complete>;
pub type Execution = dynalab_engine::engine::Execution<Complete>;
pub type Progress = dynalab_engine::engine::Progress<Complete>;
pub type Request = dynalab_engine::operations::Request<Complete>;
pub(crate) type Planned = dynalab_engine::operations::Planned<Complete>;
pub type Response = dynalab_engine::operations::Response<Complete>;
