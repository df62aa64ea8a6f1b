//! change_log
