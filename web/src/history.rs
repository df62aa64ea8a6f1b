//! The latest requests with their responses as cards, newest first. The number of cards is limited; the worker has older
//! requests.

use std::collections::VecDeque;

use dynalab_playground::protocol::Refusal;
use dynalab_playground::views::trace::TraceLine;

use crate::answer::{AnswerSummary, CapacityUnit};
use crate::shared::Shared;

pub const CARDS_MAX: usize = 200;

#[derive(Clone, Debug, PartialEq)]
pub struct RequestCard {
    /// The number of the card, counted from 1. It is set when the card joins the history.
    pub number: u32,
    pub operation: String,
    pub body: String,
    pub outcome: Outcome,
    /// The duration in milliseconds, or none if the response is from an earlier visit.
    pub elapsed_ms: Option<f64>,
    /// The id of its history entry, if it has one.
    pub moment: Option<u64>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Answered { status: u16, body: String, trace: Vec<TraceLine>, summary: Box<AnswerSummary> },
    Refused(Refusal),
}

impl RequestCard {
    pub fn summary(&self) -> Option<&AnswerSummary> {
        match &self.outcome {
            Outcome::Answered { summary, .. } => Some(summary),
            Outcome::Refused(_) => None,
        }
    }

    pub fn succeeded(&self) -> bool {
        matches!(&self.outcome, Outcome::Answered { status, .. } if *status < 400)
    }

    pub fn unit(&self) -> CapacityUnit {
        CapacityUnit::from_request(&self.operation, &self.body)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    cards: VecDeque<Shared<RequestCard>>,
    selected: Option<u32>,
    last_number: u32,
}

impl History {
    /// Adds a card and selects it.
    pub fn add(&mut self, mut card: RequestCard) {
        self.last_number += 1;
        card.number = self.last_number;
        self.selected = Some(card.number);
        self.cards.push_front(Shared::new(card));
        self.cards.truncate(CARDS_MAX);
    }

    pub fn of_moment(&self, moment: u64) -> Option<&Shared<RequestCard>> {
        self.cards.iter().find(|card| card.moment == Some(moment))
    }

    /// Returns the cards, newest first.
    pub fn cards(&self) -> impl DoubleEndedIterator<Item = &RequestCard> {
        self.cards.iter().map(|card| &**card)
    }

    /// Selects the card of a history entry, or no card if the list does not contain it.
    pub fn show_moment(&mut self, moment: u64) {
        self.selected = self.of_moment(moment).map(|card| card.number);
    }

    /// Returns the id of the latest export: the last part of its ARN.
    pub fn newest_export(&self) -> Option<&str> {
        let mut ids = self.cards.iter().filter_map(|card| match &card.outcome {
            Outcome::Answered { body, .. } if card.operation == "ExportTableToPointInTime" => {
                body.split("/export/").nth(1)?.split('"').next()
            }
            _ => None,
        });
        ids.next()
    }

    pub fn displayed_card(&self) -> Option<&Shared<RequestCard>> {
        let selected = self.selected?;
        self.cards.iter().find(|card| card.number == selected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(body: &str) -> RequestCard {
        let outcome = Outcome::Refused(Refusal::Restarted);
        RequestCard {
            number: 0,
            operation: "GetItem".into(),
            body: body.into(),
            outcome,
            elapsed_ms: Some(1.0),
            moment: None,
        }
    }

    #[test]
    fn the_newest_card_is_shown_and_the_oldest_leave() {
        let mut history = History::default();
        for moment in 0..CARDS_MAX as u64 + 5 {
            history.add(RequestCard { moment: Some(moment), ..card("{}") });
        }
        assert_eq!(history.displayed_card().map(|card| card.number), Some(205));
        assert!(history.of_moment(4).is_none());
        assert_eq!(history.of_moment(5).map(|card| card.number), Some(6));
    }

    #[test]
    fn a_moment_is_shown_by_its_card_or_not_at_all() {
        let mut history = History::default();
        history.add(RequestCard { moment: Some(7), ..card("{}") });
        history.add(card("{}"));
        history.show_moment(7);
        assert_eq!(history.displayed_card().and_then(|card| card.moment), Some(7));
        history.show_moment(8);
        assert!(history.displayed_card().is_none());
    }
}
