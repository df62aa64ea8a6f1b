//! The properties that always hold, as pseudocode. In each, the commands come from the plan of a seed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::simulator::any_text;
use crate::simulator::faults;
use crate::simulator::generation::{Appetite, Plan, plan};
use crate::simulator::hosts;
use crate::simulator::oracle::{admission, consumers, regions, replicas};
use crate::simulator::pages;
use crate::simulator::run::{self, Checked, Failure};
use crate::simulator::serial_steps;
use crate::simulator::statements;
use crate::simulator::surroundings;
use crate::simulator::torn;
use crate::simulator::travel;
use crate::simulator::twins;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// ```text
    /// for each command:
    ///     assert engine.answer(command) == model.answer(command)      -- status, error, items, order, counts
    ///     assert engine.charges(command) == model.charges(command)    -- the larger size, in started kilobytes
    /// for each table and index: assert engine.scan(it) == model.scan(it)
    /// ```
    AnswersAreThoseOfTheModel,
    /// ```text
    /// as above, with items up to 400 KB and slightly above: pages of 1 MB, and their charges
    /// ```
    LargeItemsFillPages,
    /// ```text
    /// for each command, with delays:
    ///     execute it
    ///     sometimes: on a copy, apply everything that is due; assert each index equals its table
    /// ```
    IndexesFollow,
    /// ```text
    /// assert run(seed) == run(seed)                                   -- answers, traces and log, byte for byte
    /// ```
    TheSameSeedRunsTheSame,
    /// ```text
    /// for each command: follower.apply(decode(encode(engine.execute(command).changes)))
    /// assert follower == engine
    /// torn bytes are rejected and change nothing
    /// ```
    TheLogRebuildsTheEngine,
    /// ```text
    /// twin = restore(snapshot(engine))
    /// for each further command: assert twin.answer(command) == engine.answer(command)
    /// ```
    SnapshotsContinue,
    /// ```text
    /// before = engine; execute I_0 … I_n; undo I_n … I_0
    /// assert engine == before
    /// execute I_0 … I_n; assert the same answers and the same final state
    /// ```
    UndoGoesBack,
    /// ```text
    /// for each table and index: assert concatenated pages, segments, and reversed pages == one read of all
    /// delete the item that a page ended with; assert the next page is the same
    /// ```
    PiecesMakeTheWhole,
    /// ```text
    /// for any request: a response with a status, a JSON body and an error of DynamoDB; never a panic
    /// ```
    AnyTextIsAnswered,
    /// ```text
    /// for any part cut out of a statement, token, iterator, number or base64: a response, never a panic
    /// ```
    TornWordsAreAnswered,
    /// ```text
    /// for each command that has a statement: assert engine.answer(command) == twin.answer(statement)
    /// assert engine.items == twin.items
    /// ```
    StatementsMeanTheSame,
    /// ```text
    /// begin I_0 … I_n; step them in any order
    /// assert the final state equals the single writes in the order of the steps, and each transaction at its last step
    /// ```
    StepsAreSerial,
    /// ```text
    /// repeat: execute a batch, append its changes; the store rejects, tears, loses the response, changes its owner;
    ///         the process ends; the log is folded into a snapshot
    /// assert every acknowledged write is stored, and no other write is stored in part
    /// ```
    AcknowledgedWritesSurvive,
    /// ```text
    /// repeat: one of two hosts processes a batch on a failing disk; the lock moves, with or without notice;
    ///         the processes end
    /// assert each message has one response, equal to the model's, and every acknowledged write stays stored
    /// ```
    HostsKeepTheirWord,
    /// ```text
    /// repeat: execute; undo, redo, view a history entry, continue from it, change branches; commit, or fail to; restart
    /// assert the engine equals its state at that history entry, in a follower and a new process too
    /// ```
    TravelReturns,
    /// ```text
    /// use the realistic profile; for each command: sometimes a zone fails, a fault, a clock jump, another lag; execute
    /// assert run == run, follower == engine, restored == engine, and a dozen groups of changes can be undone and redone
    /// ```
    SurroundingsHold,
    /// ```text
    /// for each request: assert engine.is_throttled(it) == (bucket.level <= 0); bucket.level -= units if it is not
    /// ```
    ThrottlingFollowsItsLimits,
    /// ```text
    /// for each read: assert its state was the latest at some time in (now - lag) … now; if consistent, now
    /// after the lag: assert each read == the latest write
    /// ```
    ReadsShowAStateOfTheirTime,
    /// ```text
    /// write items; after all retries: assert delivered + given up == the stream's records, each once, in order
    /// ```
    ConsumersHandleEachRecord,
    /// ```text
    /// write in any Region while links are slow or disconnected; connect them and wait
    /// assert each Region has the later write of each item
    /// ```
    RegionsAgreeInTheEnd,
}

impl Property {
    pub const ALL: [Property; 20] = [
        Property::AnswersAreThoseOfTheModel,
        Property::LargeItemsFillPages,
        Property::IndexesFollow,
        Property::TheSameSeedRunsTheSame,
        Property::TheLogRebuildsTheEngine,
        Property::SnapshotsContinue,
        Property::UndoGoesBack,
        Property::PiecesMakeTheWhole,
        Property::AnyTextIsAnswered,
        Property::TornWordsAreAnswered,
        Property::StatementsMeanTheSame,
        Property::StepsAreSerial,
        Property::AcknowledgedWritesSurvive,
        Property::HostsKeepTheirWord,
        Property::TravelReturns,
        Property::SurroundingsHold,
        Property::ThrottlingFollowsItsLimits,
        Property::ReadsShowAStateOfTheirTime,
        Property::ConsumersHandleEachRecord,
        Property::RegionsAgreeInTheEnd,
    ];

    pub fn plan(self, seed: u64) -> Plan {
        let usual = Appetite::from_commands(60);
        plan(
            seed,
            match self {
                Property::LargeItemsFillPages => Appetite { commands: 40, large_items: true, ..usual },
                Property::IndexesFollow => Appetite { delayed: 100, ..usual },
                Property::StepsAreSerial => Appetite { delayed: 0, crowded: true, ..usual },
                _ => usual,
            },
        )
    }

    /// # Errors
    /// Returns what went wrong. A panic counts as a failure.
    pub fn check(self, plan: &Plan) -> Checked {
        let check: fn(&Plan) -> Checked = match self {
            Property::AnswersAreThoseOfTheModel | Property::LargeItemsFillPages => run::compare_with_model,
            Property::IndexesFollow => run::indexes_follow,
            Property::TheSameSeedRunsTheSame => twins::repeats,
            Property::TheLogRebuildsTheEngine => twins::log_rebuilds,
            Property::SnapshotsContinue => twins::snapshot_continues,
            Property::UndoGoesBack => twins::undo_goes_back,
            Property::PiecesMakeTheWhole => pages::pieces_make_the_whole,
            Property::AnyTextIsAnswered => any_text::is_answered,
            Property::TornWordsAreAnswered => torn::words_are_answered,
            Property::StatementsMeanTheSame => statements::mean_the_same,
            Property::StepsAreSerial => serial_steps::steps_are_serial,
            Property::AcknowledgedWritesSurvive => faults::acknowledged_writes_survive,
            Property::HostsKeepTheirWord => hosts::hosts_keep_acknowledged_writes,
            Property::TravelReturns => travel::travel_returns,
            Property::SurroundingsHold => surroundings::hold,
            Property::ThrottlingFollowsItsLimits => admission::follows_its_limits,
            Property::ReadsShowAStateOfTheirTime => replicas::show_a_state_of_their_time,
            Property::ConsumersHandleEachRecord => consumers::handle_each_record,
            Property::RegionsAgreeInTheEnd => regions::agree_in_the_end,
        };
        catch_unwind(AssertUnwindSafe(|| check(plan))).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(Failure::from_text(format!("panicked: {}", text.unwrap_or_default())))
        })
    }
}
